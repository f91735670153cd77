"""What a picture itself proves about why its tags are read badly: mirrored, negative, too far away, seen from
the side, blurred.

A guess would send people to the wrong screw, so each is tried out: a flipped copy in which tags are read, a
negative or stretched one, tags smaller than any that can be read, tags that fit their mirror image better,
squares that come out flat, edges that rise slowly.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision import tag_looks as looks
from companion.vision.camera import Image, Point
from companion.vision.finder import Floats, find_triples
from companion.vision.flat_search import SEARCH_SHRINK
from companion.vision.preparation import gray
from companion.vision.sightings import Sighting
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tags import MODULES

SIZES_TRIED = (1.2, 1.5, 1.9, 2.4, 3.1, 4.0, 5.5)
"""Pixels a module that are tried in a flipped or stretched copy."""
FAR_SIZES = (0.6, 0.75, 0.95)
"""Pixels a module at which tags are seen, but are too small to be read."""
MIN_LIKE_TAGS, MIN_LIKE_CORRELATION = 4, 1.7
"""So many threes of corner squares, with correlations that add up to this (of 3), are tags that are not
known: a table without a tag has none."""
STRETCH = 1.4
"""A copy is made so much longer and so much narrower: squares seen at 60 degrees are squares again."""
MAX_VOTES = 8
"""Tags read that are compared with their mirror images, at most."""
EDGE_WINDOW_PX = 25
"""Across how many pixels the darkest and the brightest of an edge are looked for."""
MIN_EDGE_CONTRAST = 45.0
"""Gray values between both sides of an edge that tells how sharp a picture is."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """mirrored: left and right are exchanged. negative: light is dark. far: pixels a module of tags that are
    seen too small to be read; None: none are. unknown: the same of squares like a tag's corners which are of
    no tag that is known. slant: degrees between the camera's axis and straight down; None: no tag tells.
    blur: of the sharpest edges (sigma, pixels); None: not looked for, or no edges."""

    mirrored: bool = False
    negative: bool = False
    far: float | None = None
    unknown: float | None = None
    slant: float | None = None
    blur: float | None = None


NO_EVIDENCE = Evidence()


def evidence(image: Image, found: Sequence[Sighting], matcher: TagMatcher) -> Evidence:
    """What can be proved about a picture in which `found` was read. It takes up to a second where that is
    nothing, and some milliseconds otherwise."""
    plain = gray(image)
    if found:
        mirrored = are_mirrored(plain, found)
        return Evidence(mirrored=mirrored, slant=slant_of([s.corners for s in found]))
    if _tags_by_looks(np.ascontiguousarray(plain[:, ::-1]), matcher):
        return Evidence(mirrored=True)
    if _tags_by_looks(255 - plain, matcher):
        return Evidence(negative=True)
    if seen := _tags_by_looks(plain, matcher, FAR_SIZES[::-1]):
        return Evidence(far=float(np.median([module_of(quad) for _text, quad in seen])))
    if (unknown := _size_of_unknown(plain)) is not None:
        return Evidence(unknown=unknown)
    return Evidence(slant=_slant_of_stretched(plain, matcher), blur=blur_of_edges(plain))


def are_mirrored(plain: Image, found: Collection[Sighting]) -> bool:
    """Whether most tags fit their mirror image better. A decoder reads mirrored tags too, but a table seen so
    fits no layout, and the tags that are found by their looks are lost."""
    votes = 0
    some = sorted(found, key=lambda s: -s.module)[:MAX_VOTES]
    size = (looks.SAMPLES_PER_SIDE, looks.SAMPLES_PER_SIDE)
    for s in some:
        way = cv2.getPerspectiveTransform(np.array(s.corners, np.float32), looks.OUTER_CORNERS)
        seen = cv2.warpPerspective(plain, way, size, flags=cv2.INTER_LINEAR)
        tag = looks.template(s.tag.text)
        rows = looks.normalised_rows(np.stack([seen.ravel(), tag.ravel(), tag.T.ravel()]))
        votes += 1 if rows[0] @ rows[2] > rows[0] @ rows[1] else -1
    return votes > 0


def module_of(quad: Floats) -> float:
    """Pixels a module of a tag with these outer corners."""
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean()) / MODULES


def _size_of_unknown(plain: Image) -> float | None:
    """Pixels a module of what has a tag's corner squares; None: too little has."""
    for size in SIZES_TRIED:
        triples = find_triples(plain, size * SEARCH_SHRINK)
        clear = triples.filtered(triples.correlation > MIN_LIKE_CORRELATION)
        if len(clear) >= MIN_LIKE_TAGS:
            return float(np.median(clear.module))
    return None


def _tags_by_looks(
    plain: Image, matcher: TagMatcher, sizes: Sequence[float] = SIZES_TRIED
) -> list[tuple[str, Floats]]:
    """The known tags of the first of these sizes (pixels a module) at which any is found."""
    for size in sizes:
        matched, _others = matcher.whole.match_all(plain, find_triples(plain, size * SEARCH_SHRINK))
        if matched:
            return matched
    return []


def _slant_of_stretched(plain: Image, matcher: TagMatcher) -> float | None:
    """The slant of tags that are found when the picture is stretched downwards, or across; None: of none."""
    for across, down in ((1 / STRETCH, STRETCH), (STRETCH, 1 / STRETCH)):
        stretched = cv2.resize(plain, None, fx=across, fy=down, interpolation=cv2.INTER_LINEAR)
        matched = _tags_by_looks(np.asarray(stretched, np.uint8), matcher)
        if matched:
            return slant_of([[(x / across, y / down) for x, y in quad.tolist()] for _text, quad in matched])
    return None


def slant_of(quads: Sequence[Sequence[Point]]) -> float:
    """Degrees of slant at which squares look like these: a circle seen at a slant is an ellipse whose short
    axis is the cosine of the long one. The median of them."""
    flat = []
    for quad in quads:
        a, b, c, d = np.array(quad, np.float64)
        long, short = np.linalg.svd(np.stack([b - a + c - d, d - a + c - b]), compute_uv=False)
        flat.append(short / max(long, 1e-9))
    return float(np.degrees(np.arccos(np.clip(np.median(flat), 0, 1))))


def blur_of_edges(plain: Image) -> float | None:
    """How far the sharpest edges of a picture are blurred (sigma, pixels); None: it has hardly any."""
    smooth = cv2.GaussianBlur(plain, (0, 0), 1.0).astype(np.float32)
    steep = cv2.magnitude(
        cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1), cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1)
    )
    window = np.ones((EDGE_WINDOW_PX, EDGE_WINDOW_PX), np.uint8)
    step = EDGE_WINDOW_PX // 2
    height = (cv2.dilate(smooth, window) - cv2.erode(smooth, window))[step::step, step::step]
    steepest = cv2.dilate(steep, window)[step::step, step::step] / 2
    edges = height > MIN_EDGE_CONTRAST
    if edges.sum() < 20:
        return None
    # The steepest of an edge blurred by sigma is its height / (sigma * root of 2 pi).
    sigma = float(np.percentile(height[edges] / (2.507 * steepest[edges]), 10))
    return float(np.sqrt(max(0.0, sigma**2 - 1)))
