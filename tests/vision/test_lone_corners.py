"""A single corner square of a tag says where its other two may be; a known tag among these stands out."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.drawing import sticker_image
from companion.vision.finder import CornerSquares, are_outside
from companion.vision.lone_corners import threes_around
from companion.vision.tag_matcher import TagMatcher

KNOWN = [f"NF:W{n:02d}{face}" for n in range(1, 61) for face in "AB"]
TEXT, MODULE, MIDDLE = "NF:W07A", 3.0, 99.5


def at(where: tuple[float, float], turn: float) -> np.ndarray:
    """A place on the tag (modules from its middle) in the picture."""
    way = cv2.getRotationMatrix2D((MIDDLE, MIDDLE), turn, 1.0)
    return way @ (*(MIDDLE + MODULE * np.array(where)), 1.0)


SQUARES = ((-7.0, -7.0), (7.0, -7.0), (-7.0, 7.0))


def covered(turn: float, shown: int) -> np.ndarray:
    """A turned sticker on gray, with a piece of wood on all its corner squares but one."""
    large = np.full((800, 800), 120, np.uint8)
    side = round(MODULE * 25 * 4)
    corner = 400 - side // 2
    large[corner : corner + side, corner : corner + side] = sticker_image(TEXT, side)
    way = cv2.getRotationMatrix2D((399.5, 399.5), turn, 1.0)
    turned = cv2.warpAffine(large, way, (800, 800), borderValue=120)
    picture = cv2.resize(turned, (200, 200), interpolation=cv2.INTER_AREA)
    for n, square in enumerate(SQUARES):
        if n != shown:
            cv2.circle(picture, tuple(np.rint(at(square, turn)).astype(int).tolist()), 11, 60, -1)
    return picture


@pytest.mark.parametrize("shown", [0, 1, 2])
@pytest.mark.parametrize("turn", [0.0, 40.0, 143.0, 250.0])
def test_one_corner_square_is_enough_where_it_is_known_which_tags_there_are(turn: float, shown: int) -> None:
    picture = covered(turn, shown)
    square = CornerSquares(at(SQUARES[shown], turn)[None].astype(np.float32), np.ones(1, np.float32), MODULE)
    ((ways),) = threes_around(square, picture)
    truth = np.array([at(one, turn) for one in SQUARES])
    assert np.abs(ways - truth).max(axis=(1, 2)).min() < 0.8 * MODULE
    parts = TagMatcher(KNOWN).parts
    ranked, _scores = parts.rank(picture, ways)
    named = [match for n in ranked[:4] if (match := parts.match(picture, ways[n])) is not None]
    assert named
    assert {match.text for match in named} == {TEXT}
    assert max(named, key=lambda match: match.correlation).sure


def test_no_corner_square_leads_nowhere() -> None:
    none = CornerSquares(np.zeros((0, 2), np.float32), np.zeros(0, np.float32), MODULE)
    assert threes_around(none, covered(0.0, 0)).shape == (0, 0, 3, 2)


def test_a_tags_own_squares_are_its_own_at_any_size_and_turn() -> None:
    """Also of a tag half as large again as the others: its squares are no sign of a tag that was missed."""
    turns, sizes = np.deg2rad(np.arange(0, 360, 15)), (1.0, 1.5)
    for size in sizes:
        for turn in turns:
            way = size * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            tag = np.array([(-10.5, -10.5), (10.5, -10.5), (10.5, 10.5), (-10.5, 10.5)]) @ way
            own = (np.array(SQUARES) @ way).astype(np.float32)
            beside = (np.array([(-35.5, -7.0), (0.0, 36.0)]) @ way).astype(np.float32)
            assert not are_outside(own, tag[None]).any()
            assert are_outside(beside, tag[None]).all()
    assert are_outside(np.zeros((1, 2), np.float32), np.zeros((0, 4, 2))).all()
