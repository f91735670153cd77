"""Photographs that another program rendered: what is read of them, as measured, and nothing that is not.

The rooms are drawn from ranges (tilt to 35 degrees, lens, focus, lamps, cloths, glossy stickers, cubes,
hands), and share no drawing with the companion but the printed stickers (`scripts/trace_photos.py`).
"""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from companion.vision.reader import Reader
from tests.rigs.traced_photos import FOLDER, known_tags, settled_reading, traced_photos

ALL_READ = {"clear": (1029, 1029), "touched": (68, 73), "cube": (200, 218), "burnt": (266, 283)}
"""Read and all tags of every photograph, by what covers them (`TracedTag.state`)."""
FEW, FEW_READ = 11, {"clear": (115, 115), "touched": (13, 13), "cube": (28, 30), "burnt": (17, 18)}
"""The same of every eleventh photograph; each light is among them."""
ROUNDING = 1
"""A tag more or less may be a library's rounding."""


def check(step: int, looks: int, expected: dict[str, tuple[int, int]]) -> None:
    read, every, off = Counter[str](), Counter[str](), []
    for photo in traced_photos()[::step]:
        reading = settled_reading(Reader({"NF"}, known_tags()), photo, looks)
        assert reading.wrong == (), f"{photo.photo}: a tag where there is none"
        for tag in photo.tags:
            every[tag.state] += 1
            read[tag.state] += tag.tag in reading.read
        off += list(reading.read.values())
    for state, (least, of) in expected.items():
        assert every[state] == of, "the photographs are not those that were measured"
        assert read[state] >= least - ROUNDING, f"{state}: {read[state]} of {of} read, not {least}"
    assert np.percentile(off, 95) < 0.6, "pixels that a tag's middle is off"


@pytest.mark.slow
def test_a_few_photographs_are_read_as_well_as_they_were() -> None:
    check(FEW, 2, FEW_READ)


@pytest.mark.slow
def test_all_photographs_are_read_as_well_as_they_were() -> None:
    check(1, 3, ALL_READ)


def test_the_photographs_show_what_real_tables_have() -> None:
    photos = traced_photos()
    tags = [tag for photo in photos for tag in photo.tags]
    assert {photo.light for photo in photos} == {"lamp", "window", "dark"}
    assert min(photo.tilt for photo in photos) < 3
    assert max(photo.tilt for photo in photos) > 33
    assert {tag.finish for tag in tags} == {"matt", "satin", "glossy", "sleeved"}
    assert sum(tag.state == "cube" for tag in tags) > 200
    assert sum(photo.hands > 0 for photo in photos) > 15
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 19.5e6
