"""Cards without tags, read by their looks: learned from one picture each, and named in photos."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
import pytest

from companion.vision.looks import FrontFeatures, FrontReader, is_whole_front
from tests.rigs.drawn_cards import card_picture, tableau_photo, with_sleeve_glare

NAMES = tuple(f"card {number}" for number in range(24))


@pytest.fixture(scope="module")
def looks() -> FrontFeatures:
    found = FrontFeatures(1.4)
    for name in NAMES:
        found = found.learn(name, card_picture(name))
    return found


@pytest.mark.slow
def test_cards_of_a_tableau_are_named_where_they_lie(looks):
    rng = Random("tableau")
    names = rng.sample(NAMES, 8)
    photo, middles = tableau_photo(names, rng, (2400, 1800))
    seen = FrontReader(looks).read(photo)
    assert {one.front for one in seen} <= set(names)
    assert len(seen) >= 7
    for one in seen:
        middle = np.mean(np.array(one.corners), axis=0)
        assert np.linalg.norm(middle - middles[one.front]) < 150


@pytest.mark.slow
def test_a_card_that_was_never_photographed_gets_no_name(looks):
    rng = Random("strangers")
    photo, _middles = tableau_photo([f"stranger {n}" for n in range(6)], rng, (2400, 1800))
    assert FrontReader(looks).read(photo) == ()


@pytest.mark.slow
def test_a_table_without_cards_has_none(looks):
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), dtype=np.uint8)
    for photo in (noise, np.zeros((600, 800, 3), np.uint8)):
        assert FrontReader(looks).read(photo) == ()
    assert FrontReader(FrontFeatures(1.4)).read(noise) == ()


@pytest.mark.slow
def test_two_copies_of_a_card_are_two_sightings(looks):
    one = with_sleeve_glare(card_picture(NAMES[3]), Random("glare"))
    table = np.full((800, 1400, 3), 90, np.uint8)
    table[50:750, 100:600] = one
    table[50:750, 750:1250] = card_picture(NAMES[3])
    seen = FrontReader(looks).read(table)
    assert [sighting.front for sighting in seen] == [NAMES[3], NAMES[3]]


@pytest.mark.slow
def test_a_card_of_which_an_eighth_shows_is_named_beside_others_and_not_alone(looks):
    """The others give the table's plane, on which few votes are enough."""
    table = np.full((1700, 2300, 3), 90, np.uint8)
    for at, number in enumerate((0, 1, 2, 3, 4, 6)):
        y, x = 60 + at // 3 * 800, 80 + at % 3 * 740
        table[y : y + 700, x : x + 500] = card_picture(NAMES[number])
    table[y + 90 : y + 700, x : x + 500] = 140
    noise = np.random.default_rng(1).normal(0, 5, table.shape)
    photo = np.clip(cv2.GaussianBlur(table, (0, 0), 1.5) + noise, 0, 255).astype(np.uint8)
    reader = FrontReader(looks)
    seen = {one.front: one for one in reader.read(photo)}
    assert set(seen) == {NAMES[number] for number in (0, 1, 2, 3, 4, 6)}
    whole = [(x, y), (x + 500, y), (x + 500, y + 700), (x, y + 700)]
    assert np.abs(np.array(seen[NAMES[6]].corners) - whole).max() < 12
    photo[:y] = photo[:, :x] = 90
    assert reader.read(photo) == ()


@pytest.mark.parametrize(
    ("corners", "right"),
    [
        (((0, 0), (100, 0), (100, 140), (0, 140)), True),
        (((10, 5), (110, 0), (120, 150), (0, 140)), True),
        (((100, 0), (0, 0), (0, 140), (100, 140)), False),
        (((0, 0), (100, 0), (100, 60), (0, 60)), False),
        (((0, 0), (100, 0), (40, 60), (0, 140)), False),
        (((0, 0), (20, 0), (20, 28), (0, 28)), False),
    ],
    ids=["upright", "in perspective", "mirrored", "too low", "dented", "too small"],
)
def test_only_what_has_a_card_s_shape_is_one(corners, right):
    assert is_whole_front(np.array(corners, np.float32), 1.4) is right


def test_a_picture_that_shows_nothing_cannot_be_learned():
    with pytest.raises(ValueError, match="blank"):
        FrontFeatures(1.4).learn("blank", np.full((700, 500, 3), 200, np.uint8))
