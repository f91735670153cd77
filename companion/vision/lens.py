"""Measures a lens's distortion and corrects it, of points, not of pictures.

A tag is small, and a bent one reads as well as a straight one; what bending spoils is where on the table it
lies. So only the tags' corners are straightened, which costs nothing, where straightening whole pictures
takes longer than looking at them. The bend is found out by itself: every tag is printed as a square, all of
one size, so whatever makes squares of them all, over the whole picture, is the lens (and the tilt).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.translation import marked

Points = NDArray[np.float64]

MIN_TAGS = 20
"""Tags, counted at each place where they lay, below which a lens is not measured."""
MIN_REACH = 0.6
"""The tags must reach so far out, as a part of the way from the picture's middle to its corner."""
MAX_RESIDUAL_RATIO = 0.9
"""A lens is used only if the tags come out this much squarer with it than without."""
MIN_DISTORTION = 0.003
"""A lens is used only if it moves some point by this part of its distance from the middle (1.7 mm at the
corner of a picture that is a metre across). A smaller bend is often only noise."""

MIN_SLOPE = 0.2
"""How fast, at least, points move outwards with what is seen: where they turn back, two of them lie at one
place and nothing can be told from it. No camera's lens comes near."""


@dataclass(frozen=True, slots=True)
class Lens:
    """How far from the picture's middle a point ought to be: r (1 + k1 r^2 + k2 r^4), where r is its distance
    as a part of half the diagonal. So it holds for pictures of any size of the same shape."""

    k1: float
    k2: float = 0.0

    @property
    def corner_distortion(self) -> float:
        """How far the picture's corners are bent, as a part of their distance from the middle."""
        return self.k1 + self.k2

    @property
    def largest_distortion(self) -> float:
        """The same, of whatever point is bent most."""
        r2 = np.linspace(0, 1, 50) ** 2
        return float(np.abs(self.k1 * r2 + self.k2 * r2 * r2).max())

    @property
    def folds(self) -> bool:
        """It would lay a part of the picture over another (MIN_SLOPE)."""
        r2 = np.linspace(0, 1, 50) ** 2
        return bool((1 + 3 * self.k1 * r2 + 5 * self.k2 * r2 * r2).min() < MIN_SLOPE)

    def undistort(self, points: ArrayLike, wide: int, high: int) -> Points:
        """Points (n by 2, pixels) as a lens that bends nothing would show them."""
        middle, unit = _middle_and_unit(wide, high)
        d = (np.asarray(points, dtype=np.float64).reshape(-1, 2) - middle) / unit
        r2 = (d * d).sum(axis=1, keepdims=True)
        return np.asarray(d * (1 + self.k1 * r2 + self.k2 * r2 * r2) * unit + middle, dtype=np.float64)

    def undistort_point(self, x: float, y: float, wide: int, high: int) -> tuple[float, float]:
        """`undistort` for one point: a tag at a time, many times as fast."""
        mx, my, unit = (wide - 1) / 2, (high - 1) / 2, math.hypot(wide, high) / 2
        dx, dy = (x - mx) / unit, (y - my) / unit
        r2 = dx * dx + dy * dy
        scale = (1 + self.k1 * r2 + self.k2 * r2 * r2) * unit
        return dx * scale + mx, dy * scale + my

    def distort(self, points: ArrayLike, wide: int, high: int) -> Points:
        """The reverse of `undistort`, of a lens that does not fold."""
        middle, unit = _middle_and_unit(wide, high)
        target = (np.asarray(points, dtype=np.float64).reshape(-1, 2) - middle) / unit
        far = np.sqrt((target * target).sum(axis=1, keepdims=True))
        r = far.copy()
        for _ in range(8):  # Newton: the curve is smooth and nearly a line
            r2 = r * r
            slope = 1 + 3 * self.k1 * r2 + 5 * self.k2 * r2 * r2
            r -= (r * (1 + self.k1 * r2 + self.k2 * r2 * r2) - far) / np.maximum(slope, MIN_SLOPE)
        scale = np.divide(r, far, out=np.ones_like(far), where=far > 1e-9)
        return np.asarray(target * scale * unit + middle, dtype=np.float64)

    def to_json(self) -> dict[str, float]:
        return {"k1": self.k1, "k2": self.k2}

    @staticmethod
    def from_json(data: object) -> Lens:
        """The reverse of `to_json`. Raises ValueError for what no lens can be."""
        if not isinstance(data, Mapping):
            raise ValueError("A lens has two numbers, k1 and k2.")
        k1, k2 = float(data["k1"]), float(data["k2"])
        if not (abs(k1) < 1 and abs(k2) < 1):
            raise ValueError("A lens bends by less than its picture.")
        lens = Lens(k1, k2)
        if lens.folds:
            raise ValueError("A lens lays no part of its picture over another.")
        return lens


def _middle_and_unit(wide: int, high: int) -> tuple[Points, float]:
    # A pixel's middle is at a whole number.
    return np.array([(wide - 1) / 2, (high - 1) / 2]), float(np.hypot(wide, high) / 2)


@dataclass(frozen=True, slots=True)
class LensMeasurement:
    """A lens from tags. residual_without, residual_with: how much the tags' sides differ without it and
    with it (a part of their length, root of the mean square). lens None: `problem` says what is missing."""

    lens: Lens | None
    residual_without: float = 0.0
    residual_with: float = 0.0
    problem: str = ""


def measure_lens(corners: Sequence[ArrayLike], wide: int, high: int) -> LensMeasurement:
    """The lens that shows all these tags as squares of one size. corners: four points a tag, in pixels; the
    same tag counts anew wherever it lies."""
    squares = np.asarray(corners, dtype=np.float64).reshape(-1, 4, 2)
    if len(squares) < MIN_TAGS:
        return LensMeasurement(
            None,
            problem=marked(
                "{number} tags were seen, and {fewest} are needed: lay more pieces out.",
                number=len(squares),
                fewest=MIN_TAGS,
            ),
        )
    middle, unit = _middle_and_unit(wide, high)
    squares = (squares - middle) / unit
    out = float(np.quantile(np.hypot(*squares.mean(axis=1).T), 0.9))
    if out < MIN_REACH:
        return LensMeasurement(
            None, problem=marked("All tags lie in the picture's middle: lay some near its corners.")
        )
    _, before = _solve(squares, with_distortion=False)
    found, after = _solve(squares, with_distortion=True)
    lens = Lens(float(found[5]), float(found[6]))
    if lens.folds or after > MAX_RESIDUAL_RATIO * before or lens.largest_distortion < MIN_DISTORTION:
        return LensMeasurement(Lens(0.0), before, before)
    return LensMeasurement(lens, before, after)


def _solve(squares: Points, with_distortion: bool) -> tuple[Points, float]:
    """Finds by Levenberg-Marquardt the tilt (and the bend) that makes the sides most alike. Gives the
    parameters (side, shear, stretch, two of the tilt, k1, k2) and the remaining error (robust root mean
    square)."""
    # Squares of one size have sides of one length and diagonals of that times the root of 2.
    start = np.linalg.norm(squares - np.roll(squares, 1, axis=1), axis=2)
    parameters = np.array([float(np.median(start)), 0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    free = np.arange(7 if with_distortion else 5)
    damping = 1e-3
    residuals = _residuals(parameters, squares)
    weight = _weights(residuals)
    cost = float((weight * residuals * residuals).sum())
    for _ in range(60):
        steps = np.zeros((len(residuals), len(free)))
        for column, n in enumerate(free):
            moved = parameters.copy()
            moved[n] += 1e-6
            steps[:, column] = (_residuals(moved, squares) - residuals) / 1e-6
        normal = steps.T @ (steps * weight[:, None])
        normal += np.diag(1e-9 + damping * np.diag(normal))
        trial = parameters.copy()
        trial[free] -= np.linalg.solve(normal, steps.T @ (weight * residuals))
        trial_residuals = _residuals(trial, squares)
        trial_cost = float((weight * trial_residuals * trial_residuals).sum())
        if not trial_cost < cost:
            damping *= 8
            if damping > 1e6:
                break
            continue
        done = cost - trial_cost < 1e-9 * cost
        parameters, residuals, damping = trial, trial_residuals, damping / 4
        weight = _weights(residuals)
        cost = float((weight * residuals * residuals).sum())
        if done:
            break
    return parameters, float(np.sqrt((weight * residuals * residuals).sum() / weight.sum()))


def _residuals(parameters: Points, squares: Points) -> Points:
    side, shear, stretch, g, h, k1, k2 = parameters
    r2 = (squares * squares).sum(axis=2, keepdims=True)
    p = squares * (1 + k1 * r2 + k2 * r2 * r2)
    depth = 1 + g * p[:, :, 0] + h * p[:, :, 1]
    x, y = (p[:, :, 0] + shear * p[:, :, 1]) / depth, stretch * p[:, :, 1] / depth
    found = []
    for a, b, long in ((0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 0, 1), (0, 2, 2), (1, 3, 2)):
        length = np.hypot(x[:, a] - x[:, b], y[:, a] - y[:, b])
        found.append(length / (side * np.sqrt(long)) - 1)
    return np.concatenate(found)


def _weights(residuals: Points) -> Points:
    """Less for what is far off: a misread corner, a sticker of another size."""
    scale = max(1e-5, 1.48 * float(np.median(np.abs(residuals))))
    return np.asarray(1 / np.maximum(1.0, np.abs(residuals) / (2.5 * scale)) ** 2, dtype=np.float64)
