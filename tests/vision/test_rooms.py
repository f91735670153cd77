"""Tags in sleeves under a lamp, in a mirror, and in what else rooms and cameras do to a picture, on drawn
tables of seeds that no benchmark uses."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from benchmarks.rooms import KNOWN_TAGS, judge, kind_of
from companion.vision.camera import Image
from companion.vision.causes import evidence
from companion.vision.reader import Reader
from companion.vision.sightings import Sighting
from tests.default_run import first_by_default
from tests.rigs.more_rooms import MORE_EFFECTS
from tests.rigs.rooms import EFFECTS, room


def looked_at(image: Image, known: list[str], times: int = 6) -> tuple[Reader, list[Sighting]]:
    reader = Reader({"NF"}, known)
    for _ in range(times):
        found = reader.read(image)
    return reader, found


@pytest.mark.parametrize(
    ("scenes", "burnt"), first_by_default([([(2.4, 501)], 17), ([(2.4, 501), (2.4, 508), (1.8, 503)], 54)])
)
def test_tags_that_gloss_burns_in_part_are_known_by_the_rest(
    scenes: list[tuple[float, int]], burnt: int
) -> None:
    there, read = Counter[str](), Counter[str]()
    for module, seed in scenes:
        shown = room(EFFECTS["sleeves with gloss"], module, seed)
        _reader, found = looked_at(shown.image, KNOWN_TAGS, 3)
        right, wrong = judge(shown, found)
        assert not wrong
        there.update(kind for tag in shown.tags if (kind := kind_of(tag)))
        read.update(right)
    assert there["burnt"] == burnt
    # Of the 54 are read 24 where what is burnt counts as white, 38 where a corner square tells nothing.
    assert read["burnt"] >= 0.9 * there["burnt"]


@pytest.mark.slow
def test_a_burnt_tag_that_nobody_knows_gets_no_name() -> None:
    shown = room(EFFECTS["sleeves with gloss"], 2.4, 503)
    others = [f"NF:G{n:02d}{face}" for n in range(1, 61) for face in "AB"]
    _reader, found = looked_at(shown.image, others)
    assert not [s for s in found if s.tag.text in others]


@pytest.mark.slow
def test_a_tag_that_was_read_before_a_lamp_came_is_read_where_it_lay() -> None:
    effect = EFFECTS["sleeves with gloss"]
    before, lit = room(type(effect)(), 2.2, 509), room(effect, 2.2, 509)
    reader, found = looked_at(before.image, KNOWN_TAGS, 3)
    assert judge(before, found)[0]["in the clear"] == len(before.tags)
    for _ in range(3):
        found = reader.read(lit.image)
    there = [tag for tag in lit.tags if kind_of(tag) == "burnt"]
    assert judge(lit, found)[0]["burnt"] >= 0.85 * len(there)


@pytest.mark.slow
@pytest.mark.parametrize(("module", "seed"), first_by_default([(2.2, 506), (1.5, 505)]))
def test_a_mirrored_picture_is_read_and_still_called_mirrored(module: float, seed: int) -> None:
    shown = room(EFFECTS["mirror"], module, seed)
    reader, found = looked_at(shown.image, KNOWN_TAGS)
    read, wrong = judge(shown, found)
    assert sum(read.values()) == len(shown.tags)
    assert not wrong
    assert evidence(shown.image, found, reader.matcher).mirrored
    part = (shown.image.shape[1] // 2, 0, shown.image.shape[1] // 2, shown.image.shape[0])
    within = {tag.text for tag in shown.tags if tag.x > part[0] + 40}
    assert within <= {s.tag.text for s in reader.read(shown.image, [part])}


@pytest.mark.slow
def test_a_picture_that_is_mirrored_no_more_is_read_again() -> None:
    shown = room(EFFECTS["mirror"], 2.2, 507)
    reader, _found = looked_at(shown.image, KNOWN_TAGS)
    reader.reset()
    plain = np.ascontiguousarray(shown.image[:, ::-1])
    for _ in range(3):
        found = reader.read(plain)
    assert len({s.tag.text for s in found} & {tag.text for tag in shown.tags}) == len(shown.tags)


@pytest.mark.parametrize("words", first_by_default(list(MORE_EFFECTS)))
def test_what_else_rooms_and_cameras_do_hides_no_tag_and_names_none_wrongly(words: str) -> None:
    shown = room(MORE_EFFECTS[words], 2.0, 7001)
    _reader, found = looked_at(shown.image, KNOWN_TAGS, 3)
    right, wrong = judge(shown, found)
    there = Counter(kind for tag in shown.tags if (kind := kind_of(tag)))
    assert not wrong
    assert right["in the clear"] >= 0.95 * there["in the clear"] > 20
