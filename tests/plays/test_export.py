"""Tests of exports: CSV without spreadsheet formulas, complete JSON, and the field list in docs/plays.md."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.plays.export import COLUMNS, SEPARATORS, json_text, to_csv, to_json, usual_separator
from companion.plays.play import play_from_json
from companion.translation import speaking
from tests.complete_languages import COMPLETE
from tests.plays.conftest import a_play, named_play

DOCS = (Path(__file__).parents[2] / "docs" / "plays.md").read_text("utf-8")


def rows(*plays):
    text = to_csv(play.brief for play in plays)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_a_line_for_each_source_of_each_player():
    found = rows(a_play("one", 12, 9), a_play("two", 5, 7, 6))
    assert len(found) == 2 * 2 + 3 * 2
    assert found[0] == {
        "play": "one",
        "game": "stones",
        "ended": "2026-03-14 20:15:00",
        "players": "2",
        "rounds": "3",
        "seat": "1",
        "player": "Blue",
        "colour": "blue",
        "starts": "yes",
        "total": "12",
        "rank": "1",
        "winner": "yes",
        "source": "stones",
        "vp": "5",
        "comment": "",
        "location": "",
        "minutes": "",
        "branch": "",
    }
    assert [row["winner"] for row in found[:4]] == ["yes", "yes", "no", "no"]
    assert sum(int(row["vp"]) for row in found if row["play"] == "two" and row["seat"] == "2") == 7


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r"])
def test_nothing_runs_as_a_formula(begin):
    wrong = f'{begin}HYPERLINK("x")'
    found = rows(named_play(wrong, "Green", comment=wrong, location=wrong))
    for name in ("player", "comment", "location"):
        assert found[0][name].startswith("'")
    text = to_csv([named_play(wrong, "Green", comment=wrong, location=wrong).brief])
    assert not any(cell.startswith(begin) for row in csv.reader(io.StringIO(text)) for cell in row)


@given(st.text(alphabet="=+-@;,\t\"'\r\nA1 "), st.sampled_from(tuple(SEPARATORS)))
@example("Ann;=1+1;", "comma")
@example('a;"=1"', "comma")
def test_no_cell_begins_a_formula_whatever_separates_cells(name, separator):
    text = to_csv([named_play(name, "Green", comment=name, location=name).brief], separator)
    for delimiter in (*SEPARATORS.values(), "\t"):
        for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter):
            assert not [cell for cell in row if cell.startswith(tuple("=+-@"))]


def test_semicolons_where_numbers_have_a_comma():
    for language, separator in (("en", "comma"), *((code, "semicolon") for code in COMPLETE)):
        with speaking(language):
            assert usual_separator() == separator
    head = to_csv([a_play().brief], "semicolon").splitlines()[0]
    assert head == "\ufeff" + ";".join(COLUMNS)


def test_commas_quotes_and_lines_stay_in_their_cell():
    found = rows(a_play(comment='a, "b"\nc', location="Łódź"))
    assert found[0]["comment"] == 'a, "b"\nc'
    assert found[0]["location"] == "Łódź"


def test_json_holds_all_of_a_play():
    play = a_play(comment="late", nearly={"en": ("3 VP apart.",)})
    data = json.loads(json_text(to_json([play])))
    assert data["form"] == 1
    assert play_from_json(data["plays"][0]) == play
    assert data["plays"][0]["sheets"]["en"]["players"][0]["total"] == 12


def test_every_field_is_documented():
    named = set(json.loads(json_text(to_json([a_play()])))["plays"][0]) | set(COLUMNS)
    assert {name for name in named if f"`{name}`" not in DOCS} == set()
