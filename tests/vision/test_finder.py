"""Tags known by their looks: sizes and light in which nothing else reads, and never a wrong name."""

from functools import cache

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from companion.vision import finder
from companion.vision.drawing import sticker_image
from companion.vision.finder import find_triples
from companion.vision.reader import Reader
from companion.vision.tag_matcher import TagMatcher
from companion.vision.whole_matcher import MIN_WHOLE_LEAD
from tests.default_run import examples, first_by_default

KNOWN = [f"NF:W{n:02d}{face}" for n in range(1, 61) for face in "AB"]


@cache
def tags() -> TagMatcher:
    return TagMatcher(KNOWN)


def seen(text: str, module: float, angle: float = 0.0, blur: float = 0.0, tilt: float = 1.0) -> np.ndarray:
    """A sticker on gray in a picture of 200 by 200, its middle in the picture's middle."""
    large = np.full((800, 800), 120, np.uint8)
    side = round(module * 25 * 4)
    corner = 400 - side // 2
    large[corner : corner + side, corner : corner + side] = sticker_image(text, side)
    way = cv2.getRotationMatrix2D((399.5, 399.5), angle, 1.0)
    way = np.array([[1, 0, 0], [0, tilt, (1 - tilt) * 400]]) @ np.vstack([way, [0, 0, 1]])
    turned = cv2.warpAffine(large, way, (800, 800), borderValue=120)
    small = cv2.resize(turned, (200, 200), interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), blur) if blur else small


@given(st.sampled_from(KNOWN), st.floats(0, 360), st.floats(1.6, 5.0), st.floats(0.85, 1.0))
@settings(deadline=None, max_examples=examples(60))
def test_any_turn_size_and_tilt(text: str, angle: float, module: float, tilt: float) -> None:
    picture = seen(text, module, angle, tilt=tilt)
    named = [tags().whole.match_at(picture, corners) for corners in find_triples(picture, module * 0.94)]
    assert {n[0] for n in named if n is not None} == {text}
    quad = next(n[1] for n in named if n is not None)
    assert quad.mean(axis=0) == pytest.approx([99.5, 99.5], abs=0.5 * module)


def test_print_order_of_the_corners() -> None:
    picture = seen("NF:W07A", 3.0)
    matcher = tags().whole
    quad = next(n[1] for c in find_triples(picture, 2.8) if (n := matcher.match_at(picture, c)))
    half = 21 * 3 / 2
    middle = 99.5
    expected = [(-half, -half), (half, -half), (half, half), (-half, half)]
    assert quad == pytest.approx(np.array(expected) + middle, abs=1.0)


def test_what_a_decoder_cannot_read() -> None:
    picture = seen("NF:W07A", 1.8, 31.0, blur=1.3)
    assert Reader().read_thoroughly(picture) == []
    reader = Reader(known=KNOWN)
    found = next(f for _ in range(10) if (f := reader.read(picture)))
    assert [s.tag.text for s in found] == ["NF:W07A"]


@pytest.mark.parametrize("text", ["NF:W61A", "NF:D7A", "RG:W07A", "NF:W7A", "NF:X99"])
@pytest.mark.parametrize("module", first_by_default([1.8, 2.5, 4.0]))
def test_a_tag_that_is_not_known_gets_no_known_ones_name(text: str, module: float) -> None:
    for angle in (0.0, 20.0, 45.0, 200.0):
        picture = seen(text, module, angle, blur=0.5)
        for corners in find_triples(picture, module * 0.94):
            assert tags().whole.match_at(picture, corners) is None
        read = {s.tag.text for s in Reader(known=KNOWN).read(picture)}
        assert read <= {text}


def test_known_tags_are_told_apart_by_far_more_than_is_asked() -> None:
    """The lead that a name needs is far below what parts the two likest tags of the game."""
    flat = tags().templates.whole @ tags().templates.whole.T
    np.fill_diagonal(flat, 0)
    assert 1 - flat.max() > 1.8 * MIN_WHOLE_LEAD


@given(arrays(np.uint8, st.tuples(st.integers(1, 90), st.integers(1, 90))), st.floats(1, 9))
@example(np.zeros((3, 3), np.uint8), 5.0)
@settings(deadline=None, max_examples=examples(30))
def test_any_picture_gives_no_name(picture: np.ndarray, module: float) -> None:
    assert all(tags().whole.match_at(picture, corners) is None for corners in find_triples(picture, module))


def test_nothing_known_is_no_error() -> None:
    picture = seen("NF:W07A", 3.0)
    corners = find_triples(picture, 3.0)
    assert TagMatcher([]).whole.match_at(picture, corners[0]) is None


@pytest.mark.parametrize("text", ["NF:W07A", "NF:W61A", "NF:X7", "RG:Z1", "NF:W62B"])
def test_few_known_tags_are_told_from_strangers_too(text: str) -> None:
    few = TagMatcher(["NF:W07A", "NF:W08A", "NF:W09A"])
    picture = seen(text, 2.5, 15.0)
    names = {n[0] for c in find_triples(picture, 2.4) if (n := few.whole.match_at(picture, c))}
    assert names == ({text} & set(few.texts))


def test_bands_of_rows_give_what_the_whole_picture_gives(monkeypatch):
    """A photo is searched in bands, for their memory; where one ends nothing is lost or found twice."""
    noise = cv2.GaussianBlur(np.random.default_rng(5).integers(0, 255, (700, 420), dtype=np.uint8), (0, 0), 2)
    picture = cv2.normalize(noise, None, 0, 255, cv2.NORM_MINMAX)
    banded = finder.find_corner_squares(picture, 2.0)
    monkeypatch.setattr(finder, "BAND_ROWS", 10_000)
    whole = finder.find_corner_squares(picture, 2.0)
    assert len(whole.points) > 100
    assert np.array_equal(banded.points, whole.points)
    assert np.array_equal(banded.correlation, whole.correlation)
