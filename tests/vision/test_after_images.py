"""Pictures that a camera mixes with those before, as in a dim room: a tile's image fades where it lay."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.advice import examine_picture
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.rendered import RenderedTable
from tests.default_run import first_by_default

from .conftest import TILES


@pytest.mark.parametrize(
    ("mixed", "seed", "seconds"), first_by_default([(0.5, 1, 0.7), (0.15, 3, 2.0), (0.3, 2, 1.2)])
)
def test_a_fading_image_is_not_taken_for_the_tile_that_was_carried(
    table: RenderedTable, mixed: float, seed: int, seconds: float
) -> None:
    """mixed: the part of a picture that is new. seconds: until the move must be known, by the pictures."""
    random = np.random.default_rng(seed)
    for n in range(1, 10):
        table.put_in("seat:0", f"W{n:02d}", "A")
    view = CameraPipeline(table.layout, "NF", TILES.values())
    laid = table.picture()
    shown = laid.astype(np.float32)
    noises = [random.standard_normal(laid.shape, np.float32) * 3 for _ in range(4)]
    moved_at = None
    for number in range(50):
        if number == 20:
            table.remove("W05")
            table.put("W05", "A", 450, 300)
            laid = table.picture()
        cv2.accumulateWeighted(laid, shown, mixed)
        noise = noises[number % 4] if number % 8 < 4 else noises[number % 4][::-1]
        noisy = cv2.addWeighted(shown, 0.5, noise, 1.0, 0.0, dtype=cv2.CV_8U)
        changes = view.process(noisy, number / 12)
        assert not view.observation(number / 12, number).conflicts
        if any(change.kind == "moved" for change in changes):
            moved_at = number
    assert moved_at is not None
    assert (moved_at - 20) / 12 <= seconds
    found = [s for _at, s in view.sightings.values()]
    said = examine_picture(noisy, found, table.layout, table.px_per_mm, mixes=view.mixes_pictures)
    assert sum("mixes pictures" in finding.sentence for finding in said) == 1


def test_two_stickers_of_one_name_are_still_a_conflict(table: RenderedTable) -> None:
    bare = table.picture()
    table.put("W05", "A", 300, 150)
    one = table.picture()
    table.remove("W05")
    table.put("W05", "A", 500, 350)
    both = np.where(one == bare, table.picture(), one)
    view = CameraPipeline(table.layout, "NF", TILES.values())
    for number in range(30):
        view.process(one if number < 15 else both, number / 12)
    assert view.observation(30 / 12, 30).conflicts == ("W05",)
