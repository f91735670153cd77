"""Tests of reading a box row by row: each once as long as it is written alike, and as the whole file says."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from companion import games
from companion.box.editing import with_tile
from companion.box.unread import pieces_in, with_piece
from companion.games.contract import box_rows
from companion.games.contract.box import BoxTile
from companion.games.contract.box_rows import plain_rows, rows_in

ROW = '[[world]]\nid = "W{n}"\nname = "Reef {n}"\nuntold = [\n    "price", # by nobody\n    "kind",\n]\n\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only a comment\n",
        ROW.format(n=11) + ROW.format(n=12),
        "# of mine\n\n" + ROW.format(n=11) + '[[home]] # another\nid = "H1A"\n' + ROW.format(n=12),
        '[["world"]]\nid = "W11"\n[[world]]\nid = "W12"\n',
        '[[world]]\r\nid = "W11"\r\n[[world]]\r\nid = "W12"\r\n',
        '[[world]]\nid = "W11"\n[world.more]\nvp = 3\n[[world]]\nid = "W12"\n',
        '[[world]]\nid = "W11"\nname = """\n[[world]]\nid = 3\n"""\n',
        '[[world]]\nid = "W11"\n[[world.more]]\nvp = 3\n[[home]]\nid = "H1A"\n',
        'title = "mine"\n[[world]]\nid = "W11"\n',
        '[[world]]\nid = "W11"\n[more]\nvp = 3\n',
        '[[world]]\nid = "W11"\nnot = [[1], [2]]\ndone.at = 3\n',
    ],
)
def test_rows_read_one_by_one_are_those_of_the_whole_file(text: str) -> None:
    whole: dict[str, Any] = tomllib.loads(text)
    expected = [(kind, entry) for kind, rows in whole.items() if isinstance(rows, list) for entry in rows]
    found, _problems = rows_in(text)
    assert [(row.kind, row.fields) for row in found] == expected
    plain = plain_rows(text)
    assert plain is None or [(row.kind, row.fields) for row in plain] == expected
    lines = text.split("\n")
    assert all("[[" in lines[row.line - 1] for row in found)


@pytest.mark.parametrize(
    "text",
    [
        '[[world]]\nid = "W11"\nid = "W12"\n',
        '[world]\nid = "W11"\n[[world]]\nid = "W12"\n',
        "world = 3\n[[world]]\nid = 4\n",
        '[[world]]\nid = "W11"\nvp = [1,\n[[world]]\nid = "W12"\n',
        '[[world]]\nid = "C:\\Users"\n',
    ],
)
def test_what_is_no_file_of_rows_is_read_as_a_whole(text: str) -> None:
    assert plain_rows(text) is None


def test_a_row_that_somebody_changes_is_not_the_one_that_is_read_next() -> None:
    text = ROW.format(n=11)
    (row,) = rows_in(text)[0]
    row.fields["name"] = "Nova"  # type: ignore[index]
    assert [it.fields["name"] for it in rows_in(text)[0]] == ["Reef 11"]


def test_what_is_told_of_one_piece_reads_that_row_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("new-frontiers")
    read: list[str] = []
    read_toml = box_rows.read_toml
    monkeypatch.setattr(box_rows, "read_toml", lambda text: read.append(text) or read_toml(text))
    counts = []
    for pieces in (2, 45):
        text = ""
        for n in range(11, 11 + pieces):
            text = with_tile(text, BoxTile("world", {"id": f"W{n}", "name": f"Reef {n} of {pieces}"}))
        pieces_in(game, text)
        read.clear()
        told = BoxTile("world", {"id": "W12", "name": f"Reef 12 of {pieces}", "vp": 3})
        assert pieces_in(game, with_piece(game, text, told))["W12"] == told
        counts.append(len(read))
    assert counts[0] == counts[1] <= 2, read
