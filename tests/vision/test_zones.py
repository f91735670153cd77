import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import MIDDLE, seat_zone
from companion.vision.table_layout import TableLayout
from companion.vision.table_mapping import TableMapping
from tests.rigs.plans import laid_out

PLAYERS = st.integers(2, 5)


@given(PLAYERS, st.floats(0, 899.9), st.floats(0, 599.9))
@settings(deadline=None)
def test_every_point_of_the_table_is_in_one_zone(players: int, x: float, y: float) -> None:
    layout = laid_out(players)
    assert layout.zone_at(x, y) in {MIDDLE, *(seat_zone(n) for n in range(players))}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_seats_go_round_the_table_and_the_middle_lies_between(players: int) -> None:
    layout = laid_out(players)
    assert set(layout.zones) == {MIDDLE, *(seat_zone(n) for n in range(players))}
    assert layout.zone_at(450, 300) == MIDDLE
    angles = []
    for n in range(players):
        corners = layout.zones[seat_zone(n)]
        x, y = (sum(c[i] for c in corners) / len(corners) for i in (0, 1))
        angles.append(math.atan2(y - 300, x - 450))
    # Clockwise as seen from above (y goes down): each angle is the next one round from the first.
    turned = [(a - angles[0]) % (2 * math.pi) for a in angles]
    assert turned == sorted(turned)


def test_outside_the_table_is_no_zone() -> None:
    assert laid_out(3).zone_at(-1, 300) is None
    assert laid_out(3).zone_at(450, 601) is None


def test_a_layout_survives_json() -> None:
    layout = laid_out(4)
    assert TableLayout.from_json(layout.to_json()) == layout


@pytest.mark.parametrize("data", [None, {}, {"size_mm": [1]}, {"size_mm": [0, 5], "zones": {}}, [],
                                  {"size_mm": [9, 9], "zones": {"middle": [[0, 0]]}}])  # fmt: skip
def test_a_damaged_layout_is_one_sentence(data: object) -> None:
    with pytest.raises(ValueError, match="table"):
        TableLayout.from_json(data)


def camera(x_mm: float, y_mm: float) -> tuple[float, float]:
    """A slanted camera's picture of a point on the table."""
    w = 1 + 0.0002 * y_mm
    return (1.7 * x_mm + 0.1 * y_mm + 60) / w, (1.6 * y_mm - 0.05 * x_mm + 40) / w


def nudged(x_mm: float, y_mm: float) -> tuple[float, float]:
    x, y = camera(x_mm, y_mm)
    return x + 31, y - 17


@given(st.floats(0, 900), st.floats(0, 600))
@settings(deadline=None)
def test_four_place_tags_undo_any_slant(x: float, y: float) -> None:
    zones = TableMapping(laid_out(3))
    zones.update_places({n: camera(*p) for n, p in zones.layout.places.items()})
    back = zones.to_mm(*camera(x, y))
    assert math.dist(back, (x, y)) < 0.05
    assert math.dist(zones.to_px(x, y), camera(x, y)) < 0.1


@pytest.mark.parametrize("seen", [(1, 2, 3, 4), (1, 2, 3), (2, 4)])
def test_fewer_place_tags_still_tie_the_table(seen: tuple[int, ...]) -> None:
    zones = TableMapping(laid_out(2))
    zones.update_places({n: (2 * x + 5, 2 * y + 9) for n, (x, y) in zones.layout.places.items() if n in seen})
    assert zones.is_located
    assert math.dist(zones.to_mm(905, 609), (450, 300)) < 0.1


def test_a_pushed_camera_is_noticed_and_absorbed() -> None:
    zones = TableMapping(laid_out(3))
    places = zones.layout.places
    assert not zones.update_places({n: camera(*p) for n, p in places.items()})
    assert not zones.update_places({1: camera(*places[1])})
    assert zones.update_places({n: nudged(*p) for n, p in places.items()})
    assert math.dist(zones.to_mm(*nudged(300, 200)), (300, 200)) < 0.1


def test_a_hidden_place_tag_does_not_move_the_table() -> None:
    zones = TableMapping(laid_out(3))
    places = zones.layout.places
    zones.update_places({n: camera(*p) for n, p in places.items()})
    before = zones.to_mm(800, 500)
    assert not zones.update_places({n: camera(*places[n]) for n in (1, 3)})
    assert zones.to_mm(800, 500) == before


def test_dragged_corners_tie_a_table_without_tags() -> None:
    wide, high = 1920, 1080
    pixels = [camera(0, 0), camera(900, 0), camera(900, 600), camera(0, 600)]
    zones = TableMapping(laid_out(2), (wide, high), [(x / wide, y / high) for x, y in pixels])
    assert zones.is_located
    assert math.dist(zones.to_mm(*camera(123, 456)), (123, 456)) < 0.2


def test_a_zone_out_of_the_picture_is_not_watched() -> None:
    zones = TableMapping(laid_out(2), (1800, 1200))
    assert zones.visible_zones() == frozenset(zones.layout.zones)
    zones = TableMapping(laid_out(2), (1800, 1200), [(0, 0), (1, 0), (1, 2), (0, 2)])
    assert seat_zone(0) not in zones.visible_zones()
    assert seat_zone(1) in zones.visible_zones()
