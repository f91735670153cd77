"""Cards without tags, read by their looks: learned from one picture each, and named in photos."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.games.race_for_the_galaxy.tracking.card_looks import CardLooks, _is_card

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "benchmarks"))

from _drawn_cards import card_picture, sleeved, tableau_photo

NAMES = tuple(f"card {number}" for number in range(24))


@pytest.fixture(scope="module")
def looks() -> CardLooks:
    found = CardLooks.none()
    for name in NAMES:
        found = found.learn(name, card_picture(name))
    return found


def test_cards_of_a_tableau_are_named_where_they_lie(looks):
    rng = Random("tableau")
    names = rng.sample(NAMES, 8)
    photo, middles = tableau_photo(names, rng, (2400, 1800))
    seen = looks.reader().read(photo)
    assert {one.card for one in seen} <= set(names)
    assert len(seen) >= 7
    for one in seen:
        middle = np.mean(np.array(one.corners), axis=0)
        assert np.linalg.norm(middle - middles[one.card]) < 150


def test_a_card_that_was_never_photographed_gets_no_name(looks):
    rng = Random("strangers")
    photo, _middles = tableau_photo([f"stranger {n}" for n in range(6)], rng, (2400, 1800))
    assert looks.reader().read(photo) == ()


def test_a_table_without_cards_has_none(looks):
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3), dtype=np.uint8)
    for photo in (noise, np.zeros((600, 800, 3), np.uint8)):
        assert looks.reader().read(photo) == ()
    assert CardLooks.none().reader().read(noise) == ()


def test_two_copies_of_a_card_are_two_sightings(looks):
    one = sleeved(card_picture(NAMES[3]), Random("glare"))
    table = np.full((800, 1400, 3), 90, np.uint8)
    table[50:750, 100:600] = one
    table[50:750, 750:1250] = card_picture(NAMES[3])
    seen = looks.reader().read(table)
    assert [sighting.card for sighting in seen] == [NAMES[3], NAMES[3]]


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
    assert _is_card(np.array(corners, np.float32)) is right


def test_a_picture_that_shows_nothing_cannot_be_learned():
    with pytest.raises(ValueError, match="blank"):
        CardLooks.none().learn("blank", np.full((700, 500, 3), 200, np.uint8))


def test_features_are_kept_in_a_file_and_pictures_are_not(looks, tmp_path):
    kept = tmp_path / "looks.npz"
    looks.save(kept)
    again = CardLooks.load(kept)
    assert again.points.keys() == looks.points.keys()
    for name in NAMES:
        assert np.array_equal(again.descriptors[name], looks.descriptors[name])
    with np.load(kept) as arrays:
        assert {array.ndim for array in (arrays[name] for name in arrays.files)} == {2}
