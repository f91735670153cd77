"""A tile's face is learnt where people play: what lies there without a sticker, and what it must be."""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from companion.games.contract import Spot
from companion.room.first_meetings import FirstMeetings
from companion.table.observation import SeenTable
from companion.vision.bare_discs import BareDisc

HERE = Spot("seat:0", "A")
ROUND = SimpleNamespace(round=True)
MAT = SimpleNamespace(round=False)


class Kept:
    """Keeps what is learnt, in memory."""

    def __init__(self, known: Collection[str] = (), on: bool = True) -> None:
        self.known, self.on = set(known), on
        self.learnt = list[str]()

    def reader(self, game: Any) -> None:
        return None

    def is_on(self, game: str) -> bool:
        return self.on

    def faces(self, game: str) -> Collection[str]:
        return self.known

    def learn(self, game: str, face: str, picture: Any) -> None:
        self.learnt.append(face)
        self.known.add(face)


def disc(x: float) -> BareDisc:
    return BareDisc(x, 100.0, np.zeros((8, 8, 3), np.uint8))


def meet(
    layout: dict[str, Spot],
    kept: Kept,
    *discs: BareDisc,
    spots: dict[str, Spot] | None = None,
    watching: Collection[str] = ("seat:0", "seat:1"),
) -> list[str]:
    """What is learnt at a table whose areas lie left and right of 500 mm."""
    tracking = SimpleNamespace(
        layout=lambda state: layout, tile=lambda tile: MAT if tile.startswith("H") else ROUND
    )
    game = SimpleNamespace(name="any", tracking=tracking, catalogue=None)
    game.at = lambda state: game
    table: Any = SimpleNamespace(game=game, state=None)
    seen = SeenTable(spots or {}, watching=frozenset(watching))
    meetings = FirstMeetings(table, lambda: seen, lambda: kept)
    meetings.on_rest(lambda x, y: "seat:0" if x < 500 else "seat:1", lambda: discs)
    return kept.learnt


@pytest.fixture(autouse=True)
def as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.room.first_meetings.game_at", lambda game, state: game)


def test_the_only_tile_that_is_unseen_is_the_only_piece_that_nothing_names() -> None:
    kept = Kept()
    assert meet({"W07": HERE, "W08": HERE}, kept, disc(100), spots={"W08": HERE}) == ["W07A"]
    assert meet({"W07": HERE}, kept, disc(100)) == ["W07A"]  # once


def test_a_side_that_was_turned_up_is_a_face_of_its_own() -> None:
    kept = Kept(["W07A"])
    assert meet({"W07": Spot("seat:0", "B")}, kept, disc(100), spots={"W07": HERE}) == ["W07B"]


def test_a_mat_that_no_camera_reads_is_no_other_piece() -> None:
    assert meet({"W07": HERE, "H3": HERE}, Kept(), disc(100)) == ["W07A"]


@pytest.mark.parametrize(
    ("layout", "discs", "watching"),
    [
        ({"W07": HERE}, (), ("seat:0",)),  # it does not lie there yet
        ({"W07": HERE}, (disc(100), disc(200)), ("seat:0",)),  # which of the two?
        ({"W07": HERE, "W08": HERE}, (disc(100),), ("seat:0",)),  # the one or the other
        ({"W07": HERE}, (disc(700),), ("seat:0", "seat:1")),  # in another area
        ({"W07": HERE}, (disc(100),), ("seat:1",)),  # not all of it in view
    ],
)
def test_nothing_is_learnt_where_it_might_be_something_else(
    layout: dict[str, Spot], discs: tuple[BareDisc, ...], watching: tuple[str, ...]
) -> None:
    assert meet(layout, Kept(), *discs, watching=watching) == []


def test_nothing_is_learnt_where_it_is_switched_off() -> None:
    assert meet({"W07": HERE}, Kept(on=False), disc(100)) == []
