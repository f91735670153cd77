"""Goods on tiles as the cameras see them: a painted piece is a guess, and what a person shows is kept."""

from __future__ import annotations

import time

import cv2
import numpy as np
import pytest

from companion import games
from companion.vision.calibration import Calibration
from companion.vision.camera import Frame, Image
from companion.vision.camera_rig import CameraRig, make_rig
from companion.vision.camera_worker import CameraWorker
from companion.vision.goods_seen import (
    MAX_SAMPLES,
    colour_sample,
    colours,
    colours_by_kind,
    guesses,
    with_sample,
)
from companion.vision.rendered import RenderedTable
from tests.default_run import first_by_default

GAME = games.load("new-frontiers")


@pytest.fixture(scope="module")
def scene() -> RenderedTable:
    table = RenderedTable(2, GAME.tracking, GAME.tag_prefix, symbol_mm=16)
    producing = [
        t.id
        for t in GAME.tracking.tiles()
        if (p := GAME.untracked.part(t.id, "B")) is not None and p.goods and p.role == "colony"
    ]
    table.put(producing[0], "B", 200, 400)
    table.put(producing[1], "B", 400, 400)
    return table


def painted(table: RenderedTable, colour: str, light: float = 1.0, shade: float = 1.0) -> Image:
    """A cube of 10 mm beside the tag of the first tile. light: the room's; shade: of the cube alone."""
    image = table.picture()
    x, y, scale = 200 - 19, 400 + 4, table.px_per_mm
    value = int(colour.lstrip("#"), 16)
    bgr = tuple(min(255, int(c * shade)) for c in (value & 255, value >> 8 & 255, value >> 16 & 255))
    cv2.rectangle(
        image, (int((x - 5) * scale), int((y - 5) * scale), int(10 * scale), int(10 * scale)), bgr, -1
    )
    return (image * light).astype(np.uint8)


def looked(table: RenderedTable, image: Image) -> CameraRig:
    several = make_rig(
        [lambda tell: CameraWorker(lambda: None, table.layout, GAME.tag_prefix, GAME.tracking.tiles(), tell)],
        lambda seen: None,
    )  # type: ignore[arg-type,return-value]
    begin = time.monotonic()
    for n in range(6):
        several.cameras[0]._process_frame(Frame(image, n + 1, begin + n / 12))
    return several


def test_the_game_names_its_kinds() -> None:
    found = colours_by_kind(GAME)
    assert len(found) >= 4
    assert all(colour.startswith("#") for colour in found.values())


def test_a_piece_is_guessed_and_a_bare_tile_is_not(scene: RenderedTable) -> None:
    first, second = scene.tiles()
    part = GAME.untracked.part(first, "B")
    assert part is not None
    kind, colour = part.goods[0]
    bare = guesses(looked(scene, scene.picture()), GAME)
    assert not bare[first].likely
    seen = guesses(looked(scene, painted(scene, colour, 0.8, shade=1.2)), GAME)
    assert (seen[first].kind, seen[second].likely) == (kind, False)


def test_a_sample_is_taken_beside_the_white_of_a_tag(scene: RenderedTable) -> None:
    """Half the light, the same colour: what the room does is taken out."""
    for light in (1.0, 0.6):
        image = painted(scene, "#c04030", light)
        sightings = looked(scene, image).cameras[0].pipeline.sightings
        scale = scene.px_per_mm
        assert colour_sample(image, sightings, 181 * scale, 404 * scale) == pytest.approx(
            (0xC0, 0x40, 0x30), abs=18
        )


@pytest.mark.parametrize(
    ("x", "y", "says"), first_by_default([(1900, 20, "No tag is read near"), (10, 1070, "No tag")])
)
def test_where_nothing_tells_the_white_no_sample_is_taken(
    scene: RenderedTable, x: int, y: int, says: str
) -> None:
    sightings = {
        t: s
        for t, s in looked(scene, scene.picture()).cameras[0].pipeline.sightings.items()
        if t.place is None
    }
    with pytest.raises(ValueError, match=says):
        colour_sample(scene.picture(), sightings, x, y)


def test_what_was_shown_moves_the_kinds_colour_and_no_other() -> None:
    kind, other = list(colours_by_kind(GAME))[:2]
    shown = Calibration()
    for _ in range(MAX_SAMPLES + 3):
        shown = with_sample(shown, kind, (10, 200, 30))
    assert len(shown.goods[kind]) == MAX_SAMPLES
    before, after = colours(GAME, Calibration()), colours(GAME, shown)
    assert after.colours[kind] != before.colours[kind]
    assert after.colours[other] == before.colours[other]
    assert Calibration.from_json(shown.to_json()).goods == shown.goods
