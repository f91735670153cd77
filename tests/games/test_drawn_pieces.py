"""Tests of the pieces that games draw large while they are told: whatever may be said of one is seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion import games
from companion.games.contract import box_of
from companion.games.contract.drawn_piece import DrawnPiece
from companion.games.new_frontiers.game import NewFrontiers
from companion.translation import speaking

CARD = '[[{}]]\nid = "{}"\nname = "{}"\nuntold = ["price", "marks", {}"vp", "powers"]\n'
BOXES = {
    "new-frontiers": "",
    "race-for-the-galaxy": CARD.format("world", "X01", "Rift", '"kind", ')
    + CARD.format("development", "X02", "Fair", ""),
    "a-new-frontier": "",
}
"""A box file of each game; Race for the Galaxy asks only for cards that it does not know."""


NOT_DRAWN = {"name", "remind", "bonus"}
"""An owner's own wish is on no face, and of what a "?" counts the "?" is. A home is never paid for."""


def _kinds(name: str) -> Iterator[tuple[Any, Any, DrawnPiece]]:
    """The first piece of each kind that the game draws, with what is printed on it."""
    game = games.load(name)
    book = box_of(game.box.with_box(BOXES[name])).book()
    met = set()
    for tile in book.tiles():
        piece = book.piece(tile.id)
        of, drawn = book.printed_on(piece), book.drawing(tile.id)
        kind = (of.kind, tuple(row.key for row in of.rows))
        if drawn is not None and kind not in met:
            met.add(kind)
            yield piece, of, drawn


@pytest.mark.parametrize("name", BOXES)
def test_whatever_may_be_said_is_drawn_and_no_two_choices_look_alike(name: str) -> None:
    pieces = [*_kinds(name)]
    assert {of.kind for _piece, of, _drawn in pieces} >= {
        "new-frontiers": {"world", "development", "home"},
        "race-for-the-galaxy": {"world", "development", "start"},
        "a-new-frontier": {"board", "ship", "policy", "mission", "technology", "archaeotech"},
    }[name]
    for piece, of, drawn in pieces:
        asked = {row.key for row in of.rows if row.sayings(piece) or row.numbers or row.longest > 60}
        assert not (asked - drawn.facts.keys() - NOT_DRAWN - {*["price"] * (of.kind == "home")}), of.kind
        for key, fact in drawn.facts.items():
            row = next((row for row in of.rows if row.key == key), None)
            if row is None:
                continue
            said = [saying.value for saying in row.sayings(piece)]
            pictures = [fact.pictures.get(fact.sort(one), fact.written) for one in said] or [fact.written]
            nothing = [it for one, it in zip(said, pictures, strict=False) if one == "none"]
            assert not any("{}" in it for it in nothing), "what is not printed is not written on the piece"
            assert all(pictures), (of.kind, key)
            if fact.chosen_by_picture:
                assert len(set(pictures)) == len(pictures), (of.kind, key)
            # Where words are written, they stand alone in one element.
            assert not fact.written or (fact.written.count("{}"), fact.written.count('"words"')) == (1, 1)


def test_what_is_told_is_drawn_and_nothing_else() -> None:
    book = NewFrontiers().box.with_box('[[world]]\nid = "W20"\nname = "Rift"\nvp = 4\n').box.book()
    drawn = book.drawing("W20")
    assert drawn is not None
    assert drawn.told["vp"] == ("4",)
    assert "kind" not in book.drawing("W21").told  # type: ignore[union-attr]


def test_a_goal_is_not_drawn() -> None:
    assert NewFrontiers().box.book().drawing("G1") is None


@pytest.mark.parametrize("name", ["new-frontiers", "race-for-the-galaxy"])
def test_the_letters_of_kinds_are_those_of_whoever_reads(name: str) -> None:
    drawn = []
    for code in ("en", "de", "en"):
        with speaking(code):
            drawn.append([it.facts["kind"] for _piece, of, it in _kinds(name) if of.kind == "world"])
    assert drawn[0] == drawn[2] != drawn[1]
