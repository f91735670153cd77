"""Two corner squares say where the third is, also where the lens bends the table's plane."""

from __future__ import annotations

import numpy as np
import pytest

from companion.vision.corner_pairs import corner_pairs
from companion.vision.finder import CornerSquares

MODULE = 1.2
STRETCHED = np.array([[0.86, 0.04], [0.0, 1.02]])
"""How a lens may show what the plane says is 1 by 1, near the edge of a picture."""


def tag_points(x: float, y: float, turn: float, where: tuple[tuple[float, float], ...]) -> np.ndarray:
    """Places on a tag (modules from its middle), turned, stretched, and moved to (x, y) in pixels."""
    c, s = np.cos(turn), np.sin(turn)
    return np.array(where) @ np.array([[c, s], [-s, c]]) @ STRETCHED.T * MODULE + (x, y)


SQUARES = ((-7.0, -7.0), (7.0, -7.0), (-7.0, 7.0))
OUTER = ((-10.5, -10.5), (10.5, -10.5), (10.5, 10.5), (-10.5, 10.5))


@pytest.mark.parametrize("hidden", [0, 1, 2])
@pytest.mark.parametrize("turn", [0.0, 0.7, 2.5, 4.0])
def test_the_third_square_is_where_the_tags_around_say(hidden: int, turn: float) -> None:
    truth = tag_points(300, 200, turn, SQUARES)
    seen = CornerSquares(
        np.delete(truth, hidden, axis=0).astype(np.float32), np.array([0.6, 0.5], np.float32), MODULE
    )
    read = np.array([tag_points(x, y, x, OUTER) for x, y in ((260, 190), (330, 240), (900, 900))])
    read[2] = (read[2] - read[2].mean(axis=0)) @ np.linalg.inv(STRETCHED).T + read[2].mean(axis=0)
    found = corner_pairs(seen, read)
    off = np.abs(found - truth).max(axis=(1, 2)).min() / MODULE
    assert off < 0.3
    plain = corner_pairs(seen, np.zeros((0, 4, 2)))
    assert not len(plain) or np.abs(plain - truth).max(axis=(1, 2)).min() / MODULE > off


def test_squares_that_are_no_tags_apart_make_no_pair() -> None:
    apart = CornerSquares(
        np.array([(100, 100), (100 + 11 * MODULE, 100)], np.float32),
        np.array([0.9, 0.9], np.float32),
        MODULE,
    )
    assert not len(corner_pairs(apart, np.zeros((0, 4, 2))))
    faint = CornerSquares(
        np.array([(100, 100), (100 + 14 * MODULE, 100)], np.float32),
        np.array([0.4, 0.45], np.float32),
        MODULE,
    )
    assert not len(corner_pairs(faint, np.zeros((0, 4, 2))))
