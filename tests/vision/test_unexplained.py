"""A tile whose tag can seldom be read where it was laid down: its place is looked at again and again."""

from __future__ import annotations

import pytest

from companion.vision.camera import Image
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.reader import Reader
from companion.vision.rendered import RenderedTable
from companion.vision.sightings import Sighting
from tests.default_run import first_by_default
from tests.rigs.plans import Pieces

from .conftest import TILES

PICTURES_PER_SECOND = 10


class DimReader(Reader):
    """Reads one tile in none of the first pictures after it was laid, and then in every fourth look."""

    tile, blind, looks = "W55", True, 0

    def read(self, image: Image, *regions: object) -> list[Sighting]:
        found = super().read(image, *regions)  # type: ignore[arg-type]
        seen = any(s.tag.tile == self.tile for s in found)
        self.looks += seen and not self.blind
        shows = seen and not self.blind and self.looks % 4 == 0
        return [s for s in found if shows or s.tag.tile != self.tile]


@pytest.mark.parametrize("blind_seconds", first_by_default([1.5, 2.5, 3.5]))
def test_a_tag_that_is_seldom_readable_is_known_soon(blind_seconds: float) -> None:
    table = RenderedTable(3, Pieces(TILES), "NF", (1280, 720), symbol_mm=25.0)
    for n in range(1, 13):
        table.put_in(f"seat:{n % 3}", f"W{n:02d}", "A")
    bare = table.picture()
    table.put("W55", "A", 480, 330)
    laid = table.picture()
    view = CameraPipeline(table.layout, "NF", TILES.values())
    reader = view.reader = DimReader({"NF"}, view.reader.matcher.texts)
    at, readable = 20, 20 + round(blind_seconds * PICTURES_PER_SECOND)
    seen_at = None
    for number in range(readable + 6 * PICTURES_PER_SECOND):
        reader.blind = number < readable
        view.process(bare if number < at else laid, number / PICTURES_PER_SECOND)
        if seen_at is None and "W55" in view.tracker.pending:
            seen_at = number
    assert seen_at is not None
    # Looked at with the whole table alone it would take five to ten seconds.
    assert readable <= seen_at <= readable + 2 * PICTURES_PER_SECOND


def test_what_is_no_tile_is_not_looked_at_for_ever() -> None:
    """A mug: after a while it is a thing that lies there, and only the whole table is read."""
    table = RenderedTable(3, Pieces(TILES), "NF", (1280, 720), symbol_mm=25.0)
    view = CameraPipeline(table.layout, "NF", TILES.values())
    picture = table.picture().copy()
    for number in range(12 * PICTURES_PER_SECOND):
        if number == 20:
            picture[300:380, 500:580] = 200
        view.process(picture, number / PICTURES_PER_SECOND)
    assert not view.motion.unexplained_regions()
