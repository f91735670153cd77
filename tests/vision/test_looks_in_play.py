"""Tiles without tags told while people play: found once the table is at rest, and reported like tiles whose
tags are read where two pictures show them for certain."""

from __future__ import annotations

from threading import Event
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from companion.games.contract import Spot
from companion.table.observation import SeenTable
from companion.vision.camera import Frame, UploadedPhoto
from companion.vision.camera_rig import CameraReport, merge_reports
from companion.vision.camera_worker import CameraWorker
from companion.vision.learnt_faces import learn_face
from companion.vision.looks_in_play import MIN_AMONG, MIN_CERTAIN, FirstLook, LooksInPlay, _Mean, spots_of
from companion.vision.rendered import RenderedTable
from companion.vision.table_mapping import TableMapping
from companion.vision.tile_looks import SeenLook, TileLookReader
from companion.vision.tiles_by_look import CertainLook

from .conftest import TILES
from .test_tile_looks import SIZE_MM, drawn, face

BARE = {"W41A": "seat:0", "W42A": "seat:1"}
KNOWN = (*BARE, *(f"W{n}A" for n in range(43, 49)))


def with_bare_tiles(table: RenderedTable) -> np.ndarray[Any, Any]:
    """The table with a tile of each of BARE in its area, turned somehow, and one that nobody knows."""
    picture = table.picture().copy()
    for n, (tag, zone) in enumerate([*BARE.items(), ("S77A", "middle")]):
        side = round(SIZE_MM * table.px_per_mm)
        rgba = cv2.resize(drawn(tag), (side, side), interpolation=cv2.INTER_AREA)
        turn = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), 40 + 95 * n, 1)
        rgba = cv2.warpAffine(rgba, turn, (side, side)).astype(np.float32)
        x, y = np.mean(table.layout.zones[zone], axis=0) * table.px_per_mm - side / 2
        there = picture[round(y) : round(y) + side, round(x) : round(x) + side]
        opaque = rgba[:, :, 3:] / 255
        there[:] = (rgba[:, :, :3] * opaque + there * (1 - opaque)).astype(np.uint8)
    return picture


@pytest.mark.slow
def test_bare_tiles_at_rest_are_reported_like_tiles_that_were_read(table: RenderedTable) -> None:
    table.put("W01", "A", 300, 150)
    reader = TileLookReader(learn_face(face(tag)) for tag in KNOWN)
    found, reports = Event(), list[SeenTable]()

    def on_seen(seen: SeenTable) -> None:
        reports.append(seen)
        if set(seen.spots) >= {tag[:-1] for tag in BARE}:
            found.set()

    eyes = CameraWorker(
        UploadedPhoto(with_bare_tiles(table), rate=30),
        table.layout,
        "NF",
        TILES.values(),
        on_seen,
        looks=lambda: reader,
    )
    eyes.start()
    try:
        assert found.wait(60)
    finally:
        eyes.stop()
    told = dict(reports[-1].spots)
    assert told.pop("W01").face == "A"
    assert told == {tag[:-1]: Spot(zone, "A") for tag, zone in BARE.items()}
    assert reports[-1].alike == {}


def test_nothing_is_looked_for_while_it_is_switched_off_and_once_for_each_rest() -> None:
    asked = []

    def off() -> None:
        asked.append(1)

    looks = LooksInPlay(off)
    view: Any = SimpleNamespace(
        motion=SimpleNamespace(last_large_motion=0.0, moved_near=lambda x, y: 0.0),
        tracker=SimpleNamespace(pending=False, steady={}),
        ready=True,
        mapping=SimpleNamespace(is_located=True, is_surrounded=True),
        sightings={n: (0.0, SimpleNamespace(corners=())) for n in range(4)},
        prefix="NF",
        tiles_by_look=SimpleNamespace(view=0, take=lambda looks, likely, time: None),
    )
    view.mapping.picture_size = (100, 100)
    view.mapping.to_mm = lambda x, y: (x, y)
    for tenths in range(200):
        now = tenths / 10
        if tenths in (0, 100):
            view.motion.last_large_motion = now
        looks.update(SimpleNamespace(time=now, number=1, image=np.zeros((4, 4, 3), np.uint8)), view)  # type: ignore[arg-type]
        looks.wait()
        assert (looks.alike, looks.either) == ({}, ())
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("seen", "spots"),
    [
        ([("W41A", 10), ("W42A", 20)], {"W41": Spot("here", "A"), "W42": Spot("here", "A")}),
        ([("W41A", 10), ("W41B", 20), ("W42A", 30)], {"W42": Spot("here", "A")}),
        ([("W41A", 900)], {}),
    ],
)
def test_what_seems_to_lie_in_two_places_or_beside_the_table_is_not_told(
    seen: list[tuple[str, float]], spots: dict[str, Spot]
) -> None:
    mapping: Any = SimpleNamespace(
        to_mm=lambda x, y: (x, y), zone_at=lambda x, y: "here" if x < 500 else None
    )
    looks = [looks_like(tag, x) for tag, x in seen]
    assert spots_of(looks, mapping, "NF") == spots


def looks_like(tag: str, x: float, alike: float = 0.9, *rivals: str, among: int = MIN_AMONG) -> SeenLook:
    return SeenLook(tag, ((x, 0), (x + 4, 0), (x + 4, 4), (x, 4)), 20, alike, rivals, among)


TWICE = [looks_like("W41A", 10)]


@pytest.mark.parametrize(
    ("first", "second", "certain"),
    [
        (TWICE, TWICE, True),
        (TWICE, [], False),
        (TWICE, [looks_like("W41A", 60)], False),  # somewhere else
        (TWICE, [looks_like("W41A", 10, MIN_CERTAIN - 0.01)], False),
        (TWICE, [looks_like("W41A", 10, 0.9, "W42A")], False),  # it may be either
        ([looks_like("W41A", 10, 0.9, "W42A")], TWICE, False),
        ([looks_like("W41A", 10, among=MIN_AMONG - 1)], TWICE, False),  # what is common is not known
        ([*TWICE, looks_like("W41B", 90)], [*TWICE, looks_like("W41B", 90)], False),  # one tile, two places
    ],
)
def test_only_what_two_pictures_show_alone_and_clearly_is_certain(
    first: list[SeenLook], second: list[SeenLook], certain: bool
) -> None:
    told = list[CertainLook]()
    mapping = SimpleNamespace(
        to_mm=lambda x, y: (x, y),
        zone_at=lambda x, y: "here",
        is_surrounded=True,
        is_zone_sure=lambda x, y: True,
    )
    view: Any = SimpleNamespace(
        mapping=mapping,
        tiles_by_look=SimpleNamespace(view=0, take=lambda looks, likely, time: told.extend(looks)),
        prefix="NF",
    )
    looks = LooksInPlay(lambda: None)
    looks._tell(FirstLook(tuple(first), 5.0, 0), second, view)
    assert [look.reading.tile for look in told] == (["W41"] if certain else [])
    assert looks.either == ((frozenset({"W41", "W42"}),) if first[0].rivals else ())
    told.clear()
    looks._tell(FirstLook(tuple(first), 5.0, -1), second, view)
    assert told == []  # the camera was pushed in between
    mapping.is_surrounded = False
    looks._tell(FirstLook(tuple(first), 5.0, 0), second, view)
    assert told == []  # too few place tags say where that is
    mapping.is_surrounded, mapping.is_zone_sure = True, lambda x, y: x > 500
    looks._tell(FirstLook(tuple(first), 5.0, 0), second, view)
    assert told == []  # it may lie beside the border


@pytest.mark.parametrize(("places", "surrounded"), [((1, 4), False), ((1, 2, 4), True), ((1, 2, 3, 4), True)])
def test_two_place_tags_do_not_tell_what_lies_far_from_them(
    table: RenderedTable, places: tuple[int, ...], surrounded: bool
) -> None:
    mapping = TableMapping(table.layout)
    mapping.update_places({n: table.layout.places[n] for n in places})
    assert (mapping.is_located, mapping.is_surrounded) == (True, surrounded)


def test_by_three_place_tags_a_zone_is_sure_away_from_its_borders(table: RenderedTable) -> None:
    """The fourth's corner may be three centimetres off then."""
    wide, high = table.layout.size_mm
    border = next(y for y in range(round(high)) if table.layout.zone_at(wide / 4, y) == "middle")
    for places, beside in (((1, 2, 4), False), ((1, 2, 3, 4), True)):
        mapping = TableMapping(table.layout)
        mapping.update_places({n: table.layout.places[n] for n in places})
        assert mapping.is_zone_sure(wide / 4, border - 10) is beside
        assert mapping.is_zone_sure(wide / 4, border - 60)


def test_two_cameras_that_take_a_tile_for_two_tell_neither() -> None:
    def report(**alike: Spot) -> CameraReport:
        return CameraReport(SeenTable(alike=alike), {}, {}, 2.0, {})

    here, there = Spot("seat:0", "A"), Spot("seat:1", "A")
    merged = merge_reports([report(W41=here, W42=here), report(W41=there, W42=here, W43=there)], {}, 1)
    assert merged.alike == {"W42": here, "W43": there}


def test_what_is_looked_at_is_the_mean_of_the_pictures_at_rest() -> None:
    """Not of those from before something moved."""
    mean = _Mean()
    newest: Any = SimpleNamespace(image=np.full((2, 2, 3), 7, np.uint8))
    for value, since in ((200, 1.0), (10, 2.0), (30, 2.0)):
        mean.add(np.full((2, 2, 3), value, np.uint8), since)
    assert (mean.take(newest) == 20).all()
    assert (mean.take(newest) == 7).all()


@pytest.mark.parametrize("located", [False, True])
def test_no_mean_is_kept_for_a_look_that_cannot_come(located: bool) -> None:
    """A phone that lies beside the table would keep four times its picture for good."""
    view: Any = SimpleNamespace(
        motion=SimpleNamespace(last_large_motion=1.0),
        mapping=SimpleNamespace(is_located=located),
        tracker=SimpleNamespace(pending=False),
        ready=True,
    )
    looks = LooksInPlay(lambda: None)
    looks.update(Frame(np.zeros((2, 2, 3), np.uint8), 1, 1.3), view)
    assert (looks._mean._sum is not None) == located
    view.motion.last_large_motion = 1.4  # a hand
    looks.update(Frame(np.zeros((2, 2, 3), np.uint8), 2, 1.5), view)
    assert looks._mean._sum is None
