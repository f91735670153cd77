"""Place tags that a tilted camera shows too small are read enlarged: the far end of a table is no guess."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from companion.vision.camera import Image
from companion.vision.far_places import FarPlaces
from companion.vision.rendered import RenderedTable
from companion.vision.sightings import Sighting
from companion.vision.table_mapping import TableMapping
from companion.vision.tags import place_tag

SHOWN = {1: (204.0, 250.0), 2: (1388.0, 234.0), 3: (1404.0, 782.0), 4: (305.0, 1036.0)}
"""Where a wide lens, tilted by 25 degrees over the left side, has the places, in pixels: a module of the
right ones is one pixel wide."""


def askew(table: RenderedTable, without: tuple[int, ...] = ()) -> tuple[Image, Callable[[float, float], Any]]:
    """Such a picture, and where it has a point of the table. without: place tags that lie under something."""
    flat = table.picture().copy()
    for number in without:
        x, y = np.array(table.layout.places[number]) * table.px_per_mm
        reach = round(20 * table.px_per_mm)
        flat[max(0, round(y) - reach) : round(y) + reach, max(0, round(x) - reach) : round(x) + reach] = 90
    mm = np.float32([table.layout.places[n] for n in SHOWN])
    way = cv2.getPerspectiveTransform(mm, np.float32(list(SHOWN.values())))
    scaled = way @ np.diag([1 / table.px_per_mm, 1 / table.px_per_mm, 1.0])
    soft = cv2.GaussianBlur(flat, (3, 3), 0.6)
    seen = cv2.warpPerspective(soft, scaled, (1920, 1080), flags=cv2.INTER_AREA, borderValue=(52, 56, 50))

    def at(x: float, y: float) -> Any:
        u, v, w = way @ (x, y, 1.0)
        return u / w, v / w

    return np.asarray(seen, np.uint8), at


def known_near(
    table: RenderedTable, at: Callable[[float, float], Any]
) -> tuple[TableMapping, list[Sighting]]:
    """The table as the two places on the left tell it, and these."""
    half, sightings = table.symbol_mm / 2, []
    square = ((-half, -half), (half, -half), (half, half), (-half, half))
    for number in (1, 4):
        x, y = table.layout.places[number]
        a, b, c, d = (at(x + dx, y + dy) for dx, dy in square)
        sightings.append(Sighting(place_tag("NF", number), *at(x, y), (a, b, c, d)))
    mapping = TableMapping(table.layout)
    mapping.update_places(
        {s.tag.place: (s.x, s.y) for s in sightings if s.tag.place},
        {s.tag.place: s.corners for s in sightings if s.tag.place},
    )
    return mapping, sightings


def read(table: RenderedTable, without: tuple[int, ...] = ()) -> list[list[Sighting]]:
    """What each of two looks gives, some time apart."""
    picture, at = askew(table, without)
    mapping, near = known_near(table, at)
    places = FarPlaces("NF", [place_tag("NF", n).text for n in SHOWN] + ["NF:W01A", "NF:W02B"])
    return [places.read(picture, now, 0.0, mapping, near) for now in (0.4, 0.7)]


def test_two_that_are_too_small_for_the_picture_are_read_twice_and_lie_where_they_lie(
    table: RenderedTable,
) -> None:
    first, second = read(table)
    assert first == []
    assert {s.tag.place for s in second} == {2, 3}
    for s in second:
        assert s.tag.place is not None
        assert math.dist((s.x, s.y), SHOWN[s.tag.place]) < 1


def test_one_that_lies_under_something_is_not_made_up(table: RenderedTable) -> None:
    table.put("W01", "A", *table.layout.places[2])
    assert [{s.tag.place for s in seen} for seen in read(table, without=(2,))] == [set(), {3}]


@pytest.mark.parametrize(("now", "looks"), [(0.1, 0), (0.4, 2)])
def test_it_waits_for_rest_and_longer_after_each_look_in_vain(
    table: RenderedTable, monkeypatch: pytest.MonkeyPatch, now: float, looks: int
) -> None:
    picture, at = askew(table)
    mapping, near = known_near(table, at)
    looked: list[int] = []
    monkeypatch.setattr(FarPlaces, "_look", lambda self, image, number, *about: looked.append(number))
    places = FarPlaces("NF", [])
    places.read(picture, now, 0.0, mapping, near)
    assert len(looked) == looks
    for tenth in range(1, 1000):
        places.read(picture, now + tenth / 10, 0.0, mapping, near)
    assert len(looked) <= 2 * 10
