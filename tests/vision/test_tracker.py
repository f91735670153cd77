"""Properties of the tracker that hold whatever a camera and hands do."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision.tracker import MIN_ABSENT_SECONDS, MIN_REST_SECONDS, TileChange, TileReading, Tracker

STEP = 1 / 15


def zone_at(x: float, y: float) -> str | None:
    return ("left" if x < 300 else "right") if 0 <= x < 600 else None


class Table:
    """A tracker and a clock that goes on by a picture each time."""

    def __init__(self) -> None:
        self.tracker = Tracker(zone_at)
        self.now = 0.0

    def see(self, *placed: TileReading, vacant: tuple[str, ...] = (), times: int = 1) -> list[TileChange]:
        changes: list[TileChange] = []
        for _ in range(times):
            self.now += STEP
            changes += self.tracker.update(self.now, placed, vacant)
        return changes


A = TileReading("W01", "A", 100, 100)
RIGHT = TileReading("W01", "A", 400, 100)
TURNED = TileReading("W01", "B", 100, 100)


def test_a_tile_arrives_after_agreeing_reads_and_not_from_one() -> None:
    table = Table()
    assert table.see(A) == []
    (change,) = table.see(A, times=5)
    assert (change.kind, change.before) == ("arrived", None)
    assert change.after is not None
    assert change.after.zone == "left"
    assert change.time - STEP >= MIN_REST_SECONDS


def test_a_hand_over_a_tile_is_not_its_absence() -> None:
    table = Table()
    table.see(A, times=5)
    assert table.see(times=300) == []
    assert "W01" in table.tracker.steady


def test_a_tile_whose_place_stays_empty_is_gone() -> None:
    table = Table()
    table.see(A, times=5)
    start = table.now
    (change,) = table.see(vacant=("W01",), times=30)
    assert (change.kind, change.after) == ("gone", None)
    assert change.time - start >= MIN_ABSENT_SECONDS
    assert not table.tracker.steady


def test_a_place_that_is_covered_again_begins_its_wait_anew() -> None:
    table = Table()
    table.see(A, times=5)
    for _ in range(5):
        assert table.see(vacant=("W01",), times=8) == []
        assert table.see() == []


def test_a_moved_tile_says_from_where_to_where() -> None:
    table = Table()
    table.see(A, times=5)
    (change,) = table.see(RIGHT, times=6)
    assert change.kind == "moved"
    assert change.before is not None
    assert change.after is not None
    assert (change.before.zone, change.after.zone) == ("left", "right")


def test_a_tile_laid_elsewhere_is_moved_and_not_gone_in_between() -> None:
    table = Table()
    table.see(A, times=5)
    table.see(vacant=("W01",), times=8)
    kinds = [c.kind for c in table.see(RIGHT, times=6)]
    assert kinds == ["moved"]


def test_a_tile_turned_over() -> None:
    table = Table()
    table.see(A, times=5)
    (change,) = table.see(TURNED, times=6)
    assert change.kind == "turned"


def test_it_counts_how_often_a_tile_is_laid_down_and_not_how_often_it_is_pushed() -> None:
    tracker = Tracker(lambda x, y: "middle")
    times = iter(n * 0.2 for n in range(100))

    def look(x: float, face: str = "A") -> None:
        for _ in range(3):
            tracker.update(next(times), [TileReading("W01", face, x, 100.0)])

    look(100.0)
    assert tracker.placement_counts["W01"] == 1
    look(115.0)  # pushed
    assert tracker.placement_counts["W01"] == 1
    look(200.0)
    assert tracker.placement_counts["W01"] == 2
    look(200.0, "B")
    assert tracker.placement_counts["W01"] == 3


def test_a_carried_tile_makes_no_event_on_its_way() -> None:
    table = Table()
    table.see(A, times=5)
    for step in range(40):
        assert table.see(TileReading("W01", "A", 100 + 8 * step, 100)) == []
    (change,) = table.see(TileReading("W01", "A", 430, 100), times=6)
    assert change.kind == "moved"


def test_a_tile_pushed_little_by_little_has_moved() -> None:
    table = Table()
    table.see(A, times=5)
    changes = [c for mm in range(60) for c in table.see(TileReading("W01", "A", 100 + mm, 100), times=8)]
    assert {c.kind for c in changes} == {"moved"}
    assert changes


@pytest.mark.parametrize("second", [RIGHT, TURNED])
def test_one_tag_in_two_places_or_with_two_faces_is_a_conflict(second: TileReading) -> None:
    table = Table()
    table.see(A, times=5)
    assert table.see(A, second) == []
    assert table.tracker.conflicts == frozenset()
    assert table.see(A, second, times=10) == []
    assert table.tracker.conflicts == {"W01"}
    table.see(A, times=40)
    assert table.tracker.conflicts == frozenset()
    assert table.tracker.steady["W01"].zone == "left"


def test_the_zone_of_a_tile_on_the_line_does_not_flicker() -> None:
    table = Table()
    table.see(TileReading("W01", "A", 299, 50), times=5)
    changes = [c for n in range(60) for c in table.see(TileReading("W01", "A", 299 + (n % 2) * 2, 50))]
    assert changes == []
    assert table.tracker.steady["W01"].zone == "left"


reads = st.lists(
    st.builds(
        TileReading,
        st.sampled_from(["W01", "W02"]),
        st.sampled_from("AB"),
        st.sampled_from([100.0, 101.0, 250.0, 400.0]),
        st.just(100.0),
    ),
    max_size=3,
)
pictures = st.lists(st.tuples(reads, st.sets(st.sampled_from(["W01", "W02"]))), max_size=60)


@given(pictures)
@settings(deadline=None)
def test_no_change_rests_on_a_single_picture(history: list[tuple[list[TileReading], set[str]]]) -> None:
    """Each arrival, move or turn was read so before, and each tile gone was vacant in pictures before."""
    table = Table()
    past: list[tuple[list[TileReading], set[str]]] = []
    for placed, vacant in history:
        changes = table.see(*placed, vacant=tuple(vacant))
        for change in changes:
            if change.after is None:
                looks = 0
                for seen, empty in reversed([*past, (placed, vacant)]):
                    if change.tile not in empty or any(p.tile == change.tile for p in seen):
                        break
                    looks += 1
                assert looks * STEP >= MIN_ABSENT_SECONDS
            else:
                same = [
                    n
                    for n, (seen, _) in enumerate([*past, (placed, vacant)])
                    for p in seen
                    if p.tile == change.tile and p.face == change.after.face and p.is_near(change.after, 4)
                ]
                assert len(set(same)) >= 2
        past.append((placed, vacant))


@given(pictures)
@settings(deadline=None)
def test_changes_add_up_to_what_is_steady(history: list[tuple[list[TileReading], set[str]]]) -> None:
    table = Table()
    known: dict[str, str] = {}
    for placed, vacant in history:
        for change in table.see(*placed, vacant=tuple(vacant)):
            assert (change.before is None) == (change.tile not in known)
            if change.after is None:
                del known[change.tile]
            else:
                known[change.tile] = change.after.face
        assert known == {tile: s.face for tile, s in table.tracker.steady.items()}


@given(pictures)
@settings(deadline=None)
def test_a_tile_never_seen_vacant_never_goes(history: list[tuple[list[TileReading], set[str]]]) -> None:
    table = Table()
    for placed, _ in history:
        assert not any(c.kind == "gone" for c in table.see(*placed))
