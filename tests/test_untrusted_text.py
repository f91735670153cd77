"""Tests of texts from outside: limits before parsing, and one sentence for everything that cannot be read."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import games
from companion.games.contract import Correction, Illegal, Player, Setup
from companion.games.new_frontiers.tiles.box_file import catalogue, with_box
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.untrusted_text import UnreadableText, read_json, read_toml

LONG_KEY = ".".join("a" * 20_000) + " = 1\n"
DEEP = "x = " + "[" * 5_000 + "]" * 5_000
LONG_NUMBER = "x = " + "9" * 400_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (LONG_KEY, "a key has more than"),
        (f"[{LONG_KEY[:-5]}]", "a key has more than"),
        (DEEP, "nests more than"),
        ('x = """\n' + "\\" * 999, "Unterminated|Illegal|Expected|escape"),
        (LONG_NUMBER, "a number has more than"),
        ("x = 1\n" * 300_000, "larger than"),
        ("x = ", "Invalid value"),
    ],
)
def test_a_toml_text_beyond_the_limits_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(UnreadableText, match=says):
        read_toml(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 5_000 + "]" * 5_000, "nests more than"),
        ("9" * 400_000, "a number has more than"),
        ('{"a": NaN}', "NaN is not a number"),
        ('["\\ud800"]', "a character that no text has"),
        ('{"a\\u0000": 1}', "a character that no text has"),
        (b"\xff\xfe[", "not UTF-8"),
        (b"\xe9", "not UTF-8"),
        ("", "it is empty"),
        ("]", "Expecting value"),
    ],
)
def test_a_json_text_beyond_the_limits_is_refused_in_a_sentence(text: Any, says: str) -> None:
    with pytest.raises(UnreadableText, match=says):
        read_json(text)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert (
        read_toml("\ufeffa = 1")
        == read_json('\ufeff{"a": 1}')
        == read_json(b'\xef\xbb\xbf{"a": 1}')
        == {"a": 1}
    )


def test_what_stands_in_texts_and_comments_does_not_count() -> None:
    dots = "a." * 30
    assert read_toml(f'x = "{dots}" # {dots}\ny = \'{dots}[[[[\'\nz = """{dots}\n\\"{dots}"""\n')["x"] == dots
    assert read_json(json.dumps({"x": "[" * 99 + "9" * 99 + '\\"'})) == {"x": "[" * 99 + "9" * 99 + '\\"'}


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc\\\"'[{.# ", max_size=8), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(values, st.booleans())
def test_every_json_value_within_the_limits_is_read_as_it_is(value: Any, ascii_only: bool) -> None:
    assert read_json(json.dumps(value, ensure_ascii=ascii_only)) == value


@pytest.mark.parametrize("text", [LONG_KEY, DEEP, LONG_NUMBER])
def test_a_box_and_a_taught_tile_beyond_the_limits_are_refused(text: str, tmp_path: Any) -> None:
    tiles, problems = with_box(catalogue(), text)
    assert "not readable as TOML" in problems[0].sentence
    assert tiles.items() == catalogue().items()
    tables = Tables(Journal(tmp_path / "journal.db"), games.load)
    table = tables.create("new-frontiers", Setup((Player("Blue", "blue"), Player("Red", "red"))), seed=1)
    for sent in (text, text[:7_000]):
        with pytest.raises(Illegal):
            table.game.correct(table.state, Correction("tile/W07", sent))
    tables.close()
