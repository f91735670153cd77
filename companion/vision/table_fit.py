"""The way from pixels to millimetres on the table from few place tags: their middles say where the table is,
and the corners of all tags, which are squares, say how it is tilted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

PLACE_ERROR_MM = 0.6
"""How far off the middle of a place tag may be measured or laid."""
SIDE_ERROR = 0.012
"""How far off a tag's side may be measured, as a part of it."""
MIN_SIZE_RATIO = 1.18
"""Stickers whose sides differ by more than this factor are of two sizes."""
MAX_STEPS = 25
_SIDES = ((0, 1), (1, 2), (2, 3), (3, 0))
_DIAGONALS = ((0, 2), (1, 3))


def fit_homography(middles: Floats, mm: Floats, squares: Floats) -> Floats | None:
    """The transform (3 by 3) that brings the place tags' middles (number by 2, pixels) to `mm` and makes
    squares of one size for each sticker size of `squares` (number by 4 by 2, pixels). None where there are
    fewer than two places, or no such way is found."""
    if len(middles) < 2:
        return None
    scale = float(np.abs(middles - middles.mean(axis=0)).max()) + 1e-9
    to_unit = np.array(
        [
            [1 / scale, 0, -middles[:, 0].mean() / scale],
            [0, 1 / scale, -middles[:, 1].mean() / scale],
            [0, 0, 1.0],
        ]
    )
    points, quads = (
        _transformed(to_unit, middles),
        _transformed(to_unit, squares.reshape(-1, 2)).reshape(-1, 4, 2),
    )
    parameters = _similarity(points, mm).ravel()[:8]
    groups = _size_groups(quads)
    residuals = _residuals(parameters, points, mm, quads, groups)
    damping, cost = 1e-3, _cost(residuals)
    for _ in range(MAX_STEPS):
        jacobian = np.empty((len(residuals), 8))
        for n in range(8):
            step = 1e-6 * max(1.0, abs(parameters[n]))
            moved = parameters.copy()
            moved[n] += step
            jacobian[:, n] = (_residuals(moved, points, mm, quads, groups) - residuals) / step
        weight = 1 / np.maximum(1.0, np.abs(residuals) / 2.5)
        normal = jacobian.T @ (jacobian * weight[:, None])
        gradient = jacobian.T @ (weight * residuals)
        trial = parameters - np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), gradient)
        trial_residuals = _residuals(trial, points, mm, quads, groups)
        if not _cost(trial_residuals) < cost:
            damping *= 8
            if damping > 1e6:
                break
            continue
        done = cost - _cost(trial_residuals) < 1e-7 * cost
        parameters, residuals, cost, damping = trial, trial_residuals, _cost(trial_residuals), damping / 4
        if done:
            break
    homography = np.append(parameters, 1.0).reshape(3, 3) @ to_unit
    return homography if np.isfinite(homography).all() and abs(np.linalg.det(homography)) > 1e-15 else None


def carry_places(before: Mapping[int, Floats], after: Mapping[int, Floats]) -> dict[int, Floats]:
    """Where every place tag of `before` is after a push of the camera, of which only some were seen again.
    Both: number to its four corners (4 by 2, pixels). Those seen again are as they were seen."""
    both = sorted(before.keys() & after.keys())
    if not both:
        return dict(after)
    old, new = (np.concatenate([side[n] for n in both]) for side in (before, after))
    transform: Floats | None = None
    if len(both) >= 3:
        found, _ = cv2.findHomography(old, new)
        transform = None if found is None else np.asarray(found, np.float64)
    elif len(both) == 2:
        flat, _ = cv2.estimateAffinePartial2D(old, new, method=cv2.LMEDS)
        transform = None if flat is None else np.vstack([flat, [0, 0, 1.0]])
    if transform is None:
        shift = (new - old).mean(axis=0)
        transform = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]])
    return {n: _transformed(transform, quad) for n, quad in before.items()} | dict(after)


def _similarity(points: Floats, mm: Floats) -> Floats:
    """The turn, size and shift that bring the points nearest to `mm`."""
    z, w = points[:, 0] + 1j * points[:, 1], mm[:, 0] + 1j * mm[:, 1]
    dz, dw = z - z.mean(), w - w.mean()
    turn = (np.conj(dz) @ dw) / max(float((np.abs(dz) ** 2).sum()), 1e-12)
    shift = w.mean() - turn * z.mean()
    return np.array([[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag], [0, 0, 1.0]])


def _size_groups(quads: Floats) -> list[NDArray[np.intp]]:
    """The squares by sticker size. A tilt makes one size a range, so that only a gap parts two."""
    if not len(quads):
        return []
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean(axis=1)
    order = np.argsort(sides)
    cuts = np.flatnonzero(sides[order][1:] > MIN_SIZE_RATIO * sides[order][:-1]) + 1
    return [np.asarray(group, np.intp) for group in np.split(order, cuts)]


def _residuals(
    parameters: Floats, points: Floats, mm: Floats, quads: Floats, groups: Sequence[NDArray[np.intp]]
) -> Floats:
    homography = np.append(parameters, 1.0).reshape(3, 3)
    parts = [((_transformed(homography, points) - mm) / PLACE_ERROR_MM).ravel()]
    flat = _transformed(homography, quads.reshape(-1, 2)).reshape(-1, 4, 2)
    for group in groups:
        some = flat[group]
        lengths = [np.linalg.norm(some[:, a] - some[:, b], axis=1) for a, b in _SIDES]
        lengths += [np.linalg.norm(some[:, a] - some[:, b], axis=1) / 2**0.5 for a, b in _DIAGONALS]
        logs = np.log(np.maximum(np.stack(lengths), 1e-9))
        parts.append(((logs - np.median(logs)) / SIDE_ERROR).ravel())
    return np.concatenate(parts)


def _cost(residuals: Floats) -> float:
    """Half squared where small, linear where large: a misjudged corner weighs less."""
    off = np.abs(residuals)
    return float(np.where(off < 2.5, off * off / 2, 2.5 * (off - 1.25)).sum())


def _transformed(transform: Floats, points: Floats) -> Floats:
    flat = points @ transform[:, :2].T + transform[:, 2]
    w = flat[:, 2:]
    return np.asarray(flat[:, :2] / np.where(np.abs(w) < 1e-9, 1e-9, w), np.float64)
