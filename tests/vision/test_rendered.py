import itertools
import math
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import MIDDLE, Player, seat_zone
from companion.vision.camera import CameraLost
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera
from tests.default_run import examples
from tests.rigs.plans import Pieces

from .conftest import TILES, lay_fifty


def test_hands_move_tiles(table: RenderedTable) -> None:
    table.put("W01", "A", 300, 150, angle=90)
    table.put("W02", "A", 320, 160)
    table.move("W01", 500, 400)
    table.turn("W01")
    moved = table.tiles()["W01"]
    assert (moved.face, moved.x_mm, moved.y_mm, moved.angle) == ("B", 500, 400, 90)
    table.turn("W01")
    assert table.tiles()["W01"].face == "A"
    table.remove("W02")
    assert set(table.tiles()) == {"W01"}
    table.move("W09", 1, 1)
    table.turn("W09")
    table.remove("W09")
    assert set(table.tiles()) == {"W01"}
    with pytest.raises(ValueError, match="no tile"):
        table.put("X99", "A", 1, 1)


def test_nothing_is_laid_beyond_the_edge(table: RenderedTable) -> None:
    table.put("W01", "A", -500, 9000)
    laid = table.tiles()["W01"]
    assert (laid.x_mm, laid.y_mm) == (0, table.layout.size_mm[1])
    table.picture()


moves = st.lists(
    st.tuples(
        st.sampled_from(["put", "move", "turn", "remove"]),
        st.sampled_from(["W01", "W02", "W03", "G1"]),
        st.floats(200, 500),
        st.floats(100, 300),
        st.integers(0, 359),
    ),
    max_size=12,
)
SMALL = RenderedTable(2, Pieces(TILES), "NF", size=(640, 360))


@given(moves)
@settings(deadline=None, max_examples=examples(40))
def test_a_picture_changed_in_parts_is_the_picture_drawn_at_once(history: list[tuple]) -> None:
    SMALL.clear()
    for what, tile, x, y, angle in history:
        if what == "put":
            SMALL.put(tile, "A" if tile[0] == "W" else "", x, y, angle)
        elif what == "move":
            SMALL.move(tile, x, y)
        elif what == "turn":
            SMALL.turn(tile)
        else:
            SMALL.remove(tile)
    piecewise, laid = SMALL.picture(), SMALL.tiles()
    SMALL.clear()
    for t in laid.values():
        SMALL.put(t.id, t.face, t.x_mm, t.y_mm, t.angle)
    assert np.array_equal(piecewise, SMALL.picture())


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tiles_lie_apart_in_their_zones(seats: int) -> None:
    table = RenderedTable(seats, Pieces(TILES), "NF")
    lay_fifty(table, seats)
    for tile in table.tiles().values():
        n = int(tile.id[1:])
        zone = MIDDLE if n <= 8 else seat_zone(n % seats)
        assert table.layout.zone_at(tile.x_mm, tile.y_mm) == zone
    crowded = 50 // seats > 18
    for a, b in itertools.combinations(table.tiles().values(), 2):
        apart = math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))
        assert apart >= (44 if crowded else 59)


def test_a_full_zone_still_takes_tiles(table: RenderedTable) -> None:
    for n in range(1, 40):
        table.put_in(MIDDLE, f"W{n:02d}", "A")
    assert all(table.layout.zone_at(t.x_mm, t.y_mm) == MIDDLE for t in table.tiles().values())


def test_no_such_zone_is_said(table: RenderedTable) -> None:
    with pytest.raises(ValueError, match="no zone"):
        table.nearest_free_spot("seat:9")


def test_players_names_and_colours_are_drawn() -> None:
    plain = RenderedTable([Player("Blue", "blue"), Player("Red", "red")], Pieces(TILES), "NF").picture()
    other = RenderedTable([Player("Blue", "blue"), Player("Red", "#00ff00")], Pieces(TILES), "NF").picture()
    assert not np.array_equal(plain, other)


def test_a_drawn_camera_keeps_its_rate_and_closes(table: RenderedTable) -> None:
    camera = RenderedCamera(table, rate=200, noise=4, light=0.5)
    first, second = camera.read(), camera.read()
    assert (first.number, second.number) == (1, 2)
    assert second.time > first.time
    assert first.image.mean() == pytest.approx(table.picture().mean() / 2, abs=2)
    assert not np.array_equal(first.image, second.image), "grain differs from picture to picture"
    camera.close()
    with pytest.raises(CameraLost):
        camera.read()


def test_threads_may_lay_and_look_at_once(table: RenderedTable) -> None:
    def lay(first: int) -> None:
        for n in range(first, first + 10):
            table.put_in(seat_zone(n % 3), f"W{n:02d}", "A")

    threads = [threading.Thread(target=lay, args=(first,)) for first in (1, 11, 21)]
    for thread in threads:
        thread.start()
    for _ in range(10):
        table.picture()
    for thread in threads:
        thread.join()
    assert len(table.tiles()) == 30
