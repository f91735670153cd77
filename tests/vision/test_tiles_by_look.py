"""Tiles known by their look beside tags: what the tracker is told, and when such a tile counts as gone."""

from __future__ import annotations

import math
from typing import Any

import pytest

from companion.vision.tiles_by_look import CertainLook, TilesByLook
from companion.vision.tracker import TileReading, Tracker

AT = (100.0, 100.0)
ELSEWHERE = (400.0, 100.0)


class StillTable:
    """What is asked of a MotionDetector: where something moved last, where an arm is, what is remembered."""

    def __init__(self, moved: float = -math.inf, arm: bool = False) -> None:
        self.moved, self.arm = moved, arm
        self.remembered = list[str]()

    def moved_near(self, x: float, y: float) -> float:
        return self.moved

    def is_under_arm(self, x: float, y: float) -> bool:
        return self.arm

    def remember_place(self, tile: str, corners: object) -> None:
        self.remembered.append(tile)

    def remembered_at(self, tile: str) -> float | None:
        return 10.0 if tile in self.remembered else None


def look(tile: str = "W07", at: tuple[float, float] = AT, time: float = 10.0, face: str = "A") -> CertainLook:
    x, y = at
    corners = ((x - 5, y - 5), (x + 5, y - 5), (x + 5, y + 5), (x - 5, y + 5))
    return CertainLook(TileReading(tile, face, x, y), corners, time)


def tracked(**lying: tuple[float, float]) -> Tracker:
    tracker = Tracker(lambda x, y: "here")
    for now in (0.0, 0.2):
        tracker.update(now, [TileReading(tile, "A", *at) for tile, at in lying.items()])
    return tracker


def told(
    tracker: Tracker,
    *looks: CertainLook,
    table: StillTable | None = None,
    read_at: dict[str, float] | None = None,
    vacant: tuple[str, ...] = (),
) -> list[str]:
    by_look = TilesByLook()
    by_look.take(looks, [one.reading for one in looks], 10.0)
    motion: Any = table or StillTable()
    return [reading.tile for reading in by_look.readings(tracker, motion, read_at or {}, vacant)]


def test_a_certain_look_is_told_like_a_tag() -> None:
    assert told(tracked(), look()) == ["W07"]


def test_nothing_is_told_of_a_place_where_something_moved_since_or_under_an_arm() -> None:
    assert told(tracked(), look(), table=StillTable(moved=10.5)) == []
    assert told(tracked(), look(), table=StillTable(arm=True)) == []


@pytest.mark.parametrize(("seconds_ago", "expected"), [(5, []), (40, ["W07"])])
def test_a_tag_that_was_read_lately_wins(seconds_ago: float, expected: list[str]) -> None:
    assert told(tracked(), look(), read_at={"W07": 10.0 - seconds_ago}) == expected


def test_a_tile_that_lies_in_plain_view_elsewhere_is_not_laid_here() -> None:
    tracker = tracked(W07=ELSEWHERE)
    assert told(tracker, look()) == []
    assert told(tracker, look(), vacant=("W07",)) == ["W07"]


def test_no_tile_is_told_where_another_still_lies() -> None:
    tracker = tracked(W08=(AT[0] + 8, AT[1]))
    assert told(tracker, look()) == []
    assert told(tracker, look(), vacant=("W08",)) == ["W07"]


def test_a_tile_whose_tag_told_it_does_not_move_to_the_middle_of_its_face() -> None:
    tracker = tracked(W07=(AT[0] + 12, AT[1]))
    assert told(tracker, look()) == []
    assert told(tracker, look(), vacant=("W07",)) == ["W07"]


def test_a_tile_that_is_turned_over_where_it_lies_is_told() -> None:
    assert told(tracked(W07=AT), look(face="B")) == ["W07"]


def test_it_is_gone_only_once_its_place_was_looked_at_again_and_does_not_show_it() -> None:
    tracker, table, by_look = tracked(W07=AT), StillTable(), TilesByLook()
    motion: Any = table
    by_look.take([look()], [look().reading], 10.0)
    by_look.readings(tracker, motion, {}, ())
    lying = tracker.steady["W07"]
    assert by_look.knows("W07")
    assert table.remembered == ["W07"]
    assert not by_look.may_be_gone(lying, AT, motion)  # it was just seen
    table.moved = 20.0
    assert not by_look.may_be_gone(lying, AT, motion)  # nobody has looked since
    by_look.take([], [], 21.0)
    assert by_look.may_be_gone(lying, AT, motion)
    by_look.take([], [look().reading], 21.0)
    assert not by_look.may_be_gone(lying, AT, motion)  # it may lie there still, under a hand or in glare
    by_look.take([look(at=ELSEWHERE)], [look(at=ELSEWHERE).reading], 21.0)
    assert by_look.may_be_gone(lying, AT, motion)


@pytest.mark.parametrize(
    ("moved", "arm", "shown", "expected"),
    [
        (20.0, False, (ELSEWHERE,), ["W07"]),
        (5.0, False, (ELSEWHERE,), []),  # nobody was where it lies
        (20.0, True, (ELSEWHERE,), []),  # an arm is over it
        (20.0, False, (ELSEWHERE, AT), []),  # it may lie there still
    ],
)
def test_it_is_told_elsewhere_where_a_lamp_hides_the_place_that_it_left(
    moved: float, arm: bool, shown: tuple[tuple[float, float], ...], expected: list[str]
) -> None:
    tracker, table, by_look = tracked(W07=AT), StillTable(), TilesByLook()
    motion: Any = table
    by_look.take([look()], [look().reading], 10.0)
    by_look.readings(tracker, motion, {}, ())
    table.moved, table.arm = moved, arm
    by_look.take([look(at=ELSEWHERE, time=21.0)], [look(at=at).reading for at in shown], 21.0)
    by_look.may_be_gone(tracker.steady["W07"], AT, motion)
    table.arm = False
    assert [one.tile for one in by_look.readings(tracker, motion, {}, ())] == expected


def test_once_its_tag_is_read_it_is_told_by_its_tag() -> None:
    tracker, by_look = tracked(W07=AT), TilesByLook()
    motion: Any = StillTable()
    by_look.take([look()], [look().reading], 10.0)
    by_look.readings(tracker, motion, {}, ())
    by_look.readings(tracker, motion, {"W07": 11.0}, ())
    assert not by_look.knows("W07")
    assert by_look.may_be_gone(tracker.steady["W07"], AT, motion)


def test_what_waited_is_forgotten_with_the_cameras_view() -> None:
    by_look = TilesByLook()
    motion: Any = StillTable()
    by_look.take([look()], [look().reading], 10.0)
    before = by_look.view
    by_look.forget()
    assert by_look.view > before
    assert by_look.readings(tracked(), motion, {}, ()) == []
