"""Names tiles without a tag by their own look: an experiment, whose answers are proposals and no more.

The kept cut-out of a tile's face gives its features (SIFT) and a small picture of its pattern. The tags that
were read give the table's plane, on which every feature of a photo that resembles one of a face says where
such a face would lie, and how turned. Where enough of them agree and lie apart there lies a tile, whichever.
That place is laid flat and compared with the pattern of every face. A face is proposed only where it fits in
what is its own, and explains some spot that each rival does not, and no rival the other way round.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.camera import Image, Point
from companion.vision.cut_outs import MARGIN_MM, PX_PER_MM
from companion.vision.fronts_on_plane import Floats, transformed
from companion.vision.looks import KD_TREES, described
from companion.vision.plane import Plane
from companion.vision.preparation import gray

MIN_TAGS = 4
"""Tags that must have been read for their plane to hold all over the table."""
FEATURE_PX_PER_MM = 5.0
"""Pixels a millimetre of a cut-out when its features are taken: photos of tables show tiles no finer."""
MAX_FACE_FEATURES, MIN_FACE_FEATURES = 500, 40
MAX_PHOTO_SIDE_PX, MAX_PHOTO_FEATURES = 2600, 9000
"""A photo's longer side, to which it is made smaller, and the features taken of it."""
MAX_SIZE_RATIO = 1.6
"""How much larger or smaller a feature may be on the table than on the face."""
BIN_MM, TURN_BINS = 6.0, 24
"""Votes for a place and a turn are counted in bins of this size."""
NEAR_MM, NEAR_TURN = 9.0, 0.45
"""How far from a full bin's place and turn (radians) a vote belongs to it."""
MIN_VOTES = 6
"""Spots that must agree on a place and a turn."""
MAX_OFF_MM = 1.3
"""How far off an agreeing vote may be on the table."""
MAX_SCALE_OFF = 0.1
"""How much larger or smaller than itself a tile may seem on the table's plane."""
SPOT_MM = 2.0
"""Votes closer than this are one spot."""
MIN_SPREAD = 0.3
"""How far apart, as a part of a tile's size, the agreeing votes must reach both ways."""
MAX_PLACES = 150
PATTERN_PX_PER_MM = 2.0
PATTERN_REACH_MM = 5.0
"""How far around a spot brightness is evened out: light on a table differs, prints do not."""
MIN_RIVALS, MAX_RIVALS, RIVAL_PART = 3, 8, 0.6
"""Faces looked at closely for a place: so many, and further ones this part as likely as the first."""
SHARED_ART, MAX_SHARED = 0.35, 16
"""How alike, of 1, two faces are that share their art, in what not all faces have in common; and the most
that are looked at for a place where one of them is likeliest."""
MAX_BENT_MM = 6.0
"""How far a face's features may lie from where a place and a turn alone have them."""
CLOSER_STEPS = 15
"""Steps by which a face is laid upon a place more closely."""
FAINT = 10.0
"""Contrast (gray values) from which on a spot's pattern is not made stronger: below it is mostly noise."""
BLOCK_MM = 5.0
MIN_BLOCK_ALIKE = 0.5
"""How like the face a square of a place must be to show it."""
CLOSE = 0.15
"""Faces that fit this much worse than the best, of 1, are no rivals."""
MIN_FIT = 0.52
"""How alike a place and a face must be, times the part of the face that is seen."""
MIN_FIT_WITH_RIVALS = 0.7
"""How alike they must be where rivals fit nearly as well: a tile that the box does not know is like
several."""
MIN_GAP = 0.1
"""How much better, of 1, a face must fit than each rival. Tiles that share their art and differ in figures
alone are so not proposed: told by their figures, 2 of 10 were wrong (BENCHMARKS.md)."""
SOFT_PX, MIN_DIFFERENCE, MIN_TELLING_PX = 0.6, 0.4, 6
"""What tells two faces apart: pixels of their patterns, a little softened, that differ by this; so many."""
MAX_LEFT = 0.3
"""How much of that may be left between the place and the face: a third tile is like neither."""
MIN_AHEAD = 0.25
"""How much nearer (of 1) a place must be to a face than to each rival in what tells them apart."""


@dataclass(frozen=True, slots=True)
class TileFace:
    """A face as its cut-out shows it (`cut_outs.py`). tag: tile and face ("W07A"); part: what it counts as:
    faces of one part are no rivals; hidden: outlines of stickers, in pixels of the picture."""

    tag: str
    part: str
    picture: Image
    size_mm: float
    round: bool
    hidden: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class SeenLook:
    """A tile proposed. outline: of the tile, in the photo's pixels; votes: spots that agreed on its place;
    alike: how well it fits, of 1."""

    tag: str
    outline: tuple[Point, ...]
    votes: int
    alike: float


@dataclass(frozen=True, eq=False, slots=True)
class _Features:
    """Where features are, in the picture and in millimetres, how turned (radians) and large they are, and
    what they look like."""

    pixels: Floats
    places: Floats
    turns: Floats
    sizes: Floats
    descriptors: Floats


@dataclass(frozen=True, eq=False, slots=True)
class LearntFace:
    """A face's features, from its middle, and its pattern with what of it counts."""

    face: TileFace
    features: _Features
    pattern: Floats
    counts: Floats


def learn_face(face: TileFace) -> LearntFace:
    """Raises ValueError when the picture shows too little to be told from others."""
    plain = gray(face.picture)
    shown = _shown(face, plain.shape[0])
    fine = round((face.size_mm + 2 * MARGIN_MM) * FEATURE_PX_PER_MM)
    small = cv2.resize(plain, (fine, fine), interpolation=cv2.INTER_AREA)
    mask = cv2.resize(shown, (fine, fine), interpolation=cv2.INTER_NEAREST)
    middle = face.size_mm / 2 + MARGIN_MM
    to_mm = np.array(
        [
            [1 / FEATURE_PX_PER_MM, 0, 0.5 / FEATURE_PX_PER_MM - middle],
            [0, 1 / FEATURE_PX_PER_MM, 0.5 / FEATURE_PX_PER_MM - middle],
            [0, 0, 1],
        ]
    )
    features = _features(small, MAX_FACE_FEATURES, mask, to_mm)
    if len(features.places) < MIN_FACE_FEATURES:
        raise ValueError(face.tag)
    coarse = round((face.size_mm + 2 * MARGIN_MM) * PATTERN_PX_PER_MM)
    counts = (cv2.resize(shown, (coarse, coarse), interpolation=cv2.INTER_AREA) > 250).astype(np.float32)
    pattern = _pattern(cv2.resize(plain, (coarse, coarse), interpolation=cv2.INTER_AREA), counts)
    rim = round(MARGIN_MM * PATTERN_PX_PER_MM)
    inner = (slice(rim, -rim), slice(rim, -rim))
    return LearntFace(
        face, features, np.ascontiguousarray(pattern[inner]), np.ascontiguousarray(counts[inner])
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Place:
    """Where a tile lies, whichever. way: from a face's millimetres to the photo; found: the features there,
    by their numbers."""

    size_mm: float
    way: Floats
    votes: int
    found: Floats


@dataclass(frozen=True, eq=False, slots=True)
class _Fit:
    """A face laid upon a place. way: from its millimetres to the photo; part: the place's pattern; alike:
    they, of 1, in what not all faces have in common."""

    face: LearntFace
    way: Floats
    part: Floats
    alike: float


class TileLookReader:
    """Names bare tiles in photos; made once for the faces learnt. For any number of threads."""

    def __init__(self, faces: Iterable[LearntFace]) -> None:
        self._lock = threading.Lock()
        self._faces = tuple(faces)
        self._patterns = {
            size: _Patterns([face for face in self._faces if face.face.size_mm == size])
            for size in {face.face.size_mm for face in self._faces}
        }
        each = [face.features for face in self._faces]
        self._sizes_mm = np.repeat(
            [face.face.size_mm for face in self._faces], [len(one.places) for one in each]
        )
        if each:
            self._places = np.vstack([one.places for one in each])
            self._turns = np.concatenate([one.turns for one in each])
            self._sizes = np.concatenate([one.sizes for one in each])
            self._matcher = cv2.FlannBasedMatcher({"algorithm": KD_TREES, "trees": 4}, {"checks": 32})
            self._matcher.add([np.vstack([one.descriptors for one in each])])
            self._matcher.train()

    def read(
        self, photo: Image, tags: Sequence[Sequence[Point]], plane: Plane | None
    ) -> tuple[SeenLook, ...]:
        """The tiles that can be proposed, those with most votes first. tags: the corners of the tags that
        were read: no tile is proposed where one lies; plane: of the table, from these."""
        if not self._faces or plane is None or len(tags) < MIN_TAGS:
            return ()
        plain = gray(photo)
        scale = min(1.0, MAX_PHOTO_SIDE_PX / max(plain.shape[:2]))
        if scale < 1:
            plain = np.asarray(
                cv2.resize(plain, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        stickers = [np.array(tag, np.float64) * scale for tag in tags]
        to_mm = plane.to_mm @ np.diag([1 / scale, 1 / scale, 1.0])
        features = _features(plain, MAX_PHOTO_FEATURES, _away_from(stickers, plain.shape), to_mm)
        if not len(features.places):
            return ()
        with self._lock:
            matches = self._matcher.match(features.descriptors)
        seen = []
        for place in self._places_of(features, np.array([match.trainIdx for match in matches]), to_mm):
            square = transformed(place.way, _square(place.size_mm))
            if any(_holds(square, sticker.mean(axis=0)) for sticker in stickers):
                continue
            fit = self._patterns[place.size_mm].named(place, features, plain)
            if fit is not None:
                outline = transformed(fit.way, _outline(fit.face.face)) / scale
                corners = tuple((float(x), float(y)) for x, y in outline)
                seen.append(SeenLook(fit.face.face.tag, corners, place.votes, fit.alike))
        return tuple(sorted(seen, key=lambda one: -one.votes))

    def _places_of(self, features: _Features, ours: Floats, to_mm: Floats) -> list[_Place]:
        """Where the votes of the features agree. ours: for each, the face's feature that it resembles."""
        ratio = features.sizes / self._sizes[ours]
        kept = (ratio < MAX_SIZE_RATIO) & (ratio > 1 / MAX_SIZE_RATIO)
        theirs, ours = features.places[kept], ours[kept]
        turn = (features.turns[kept] - self._turns[ours]) % (2 * np.pi)
        own, sizes = self._places[ours], self._sizes_mm[ours]
        cos, sin = np.cos(turn), np.sin(turn)
        middles = theirs - np.stack(
            [cos * own[:, 0] - sin * own[:, 1], sin * own[:, 0] + cos * own[:, 1]], axis=1
        )
        found: list[_Place] = []
        to_photo = np.linalg.inv(to_mm)
        for middle, about in _full_bins(middles, turn):
            off = np.abs((turn - about + np.pi) % (2 * np.pi) - np.pi)
            near = (np.hypot(*(middles - middle).T) < NEAR_MM) & (off < NEAR_TURN)
            if near.sum() < MIN_VOTES:
                continue
            rigid, inside = cv2.estimateAffinePartial2D(
                own[near], theirs[near], method=cv2.RANSAC, ransacReprojThreshold=MAX_OFF_MM, maxIters=1000
            )
            if rigid is None or abs(float(np.hypot(rigid[0, 0], rigid[1, 0])) - 1) > MAX_SCALE_OFF:
                continue
            agreed = inside.ravel().astype(bool)
            size = float(np.median(sizes[near][agreed]))
            spots = np.unique(np.round(theirs[near][agreed] / SPOT_MM), axis=0) * SPOT_MM
            apart = len(spots) >= MIN_VOTES and (np.ptp(own[near][agreed], axis=0) >= MIN_SPREAD * size).all()
            if apart and size in self._patterns:
                way = np.vstack([rigid, [0, 0, 1]])
                at = transformed(np.linalg.inv(way), features.places)
                there = np.flatnonzero(np.abs(at).max(axis=1) < size / 2)
                found.append(_Place(size, to_photo @ way, len(spots), there))
        kept_places: list[_Place] = []
        for place in sorted(found, key=lambda one: -one.votes):
            at = transformed(to_mm @ place.way, np.zeros((1, 2)))[0]
            others = [transformed(to_mm @ other.way, np.zeros((1, 2)))[0] for other in kept_places]
            if all(np.hypot(*(at - other)) > place.size_mm * 0.6 for other in others):
                kept_places.append(place)
        return kept_places


class _Patterns:
    """The patterns of all faces of one size, and what they have in common."""

    def __init__(self, faces: Sequence[LearntFace]) -> None:
        self._faces = tuple(faces)
        counts = np.stack([face.counts for face in faces])
        patterns = np.stack([face.pattern for face in faces])
        self._common = np.asarray(patterns.sum(axis=0) / np.maximum(1, counts.sum(axis=0)), np.float32)
        if len(faces) < 3:  # two have in common half of what each is
            self._common *= 0
        self._round = counts.max(axis=0)
        self._own = [face.pattern - self._common * face.counts for face in faces]
        self._coarse = np.stack([_coarse(own) for own in self._own])
        self._coarse_counts = np.stack([_coarse(face.counts) for face in faces])
        self._lengths = np.linalg.norm(self._coarse, axis=1)
        rows = self._coarse / np.maximum(1e-6, self._lengths[:, None])
        self._shared = rows @ rows.T

    def named(self, place: _Place, features: _Features, photo: Image) -> _Fit | None:
        """The face that lies there; None where none fits, or not better than each rival in what tells them
        apart."""
        fits = [
            self._laid(n, _way_onto(self._faces[n].features, place, features), photo)
            for n in self._likely(_laid_flat(place.way, place.size_mm, photo))
        ]
        first = max(fit.alike for fit in fits)
        fits = [self._closer(fit, photo) for fit in fits if fit.alike > first - CLOSE]
        best = max(fits, key=lambda fit: min(_ahead(fit, it) for it in fits) if len(fits) > 1 else fit.alike)
        rivals = [fit for fit in fits if fit.face.face.part != best.face.face.part]
        if best.alike * _shown_part(best) < MIN_FIT or (rivals and best.alike < MIN_FIT_WITH_RIVALS):
            return None
        told_apart = all(
            rival.alike < best.alike - MIN_GAP and _ahead(best, rival) > MIN_AHEAD for rival in rivals
        )
        return best if told_apart else None

    def _likely(self, there: Image) -> list[int]:
        """The faces that may lie at a place, by a coarse look at its pattern, and those that share their
        art."""
        seen = _coarse(_pattern(there, self._round) - self._common)
        length = np.sqrt(self._coarse_counts @ (seen * seen))
        alike = self._coarse @ seen / np.maximum(1e-6, self._lengths * length)
        order = np.argsort(-alike)[:MAX_RIVALS]
        few = set(order[:MIN_RIVALS]) | {n for n in order if alike[n] > alike[order[0]] * RIVAL_PART}
        shared = self._shared[order[0]]
        few |= {n for n in np.argsort(-shared)[:MAX_SHARED] if shared[n] > SHARED_ART}
        return sorted(map(int, few))

    def _laid(self, n: int, way: Floats, photo: Image) -> _Fit:
        face = self._faces[n]
        there = _laid_flat(way, face.face.size_mm, photo)
        return self._fit(face, way, there)

    def _fit(self, face: LearntFace, way: Floats, there: Image) -> _Fit:
        common = self._common * face.counts
        part, own = _pattern(there, face.counts), face.pattern - common
        seen = part - common
        alike = float((seen * own).sum() / max(1e-6, np.linalg.norm(seen) * np.linalg.norm(own)))
        return _Fit(face, way, part, alike)

    def _closer(self, fit: _Fit, photo: Image) -> _Fit:
        """The same face laid upon the place as closely as its pattern tells."""
        try:
            _, bent = cv2.findTransformECC(  # type: ignore[call-overload]
                fit.face.pattern,
                fit.part,
                np.eye(3, dtype=np.float32),
                cv2.MOTION_HOMOGRAPHY,
                (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, CLOSER_STEPS, 1e-4),
                None,
                3,
            )
        except cv2.error:  # they have nothing in common that could be followed
            return fit
        to_px = _to_px(fit.part.shape[0])
        way = fit.way @ np.linalg.inv(to_px) @ bent.astype(np.float64) @ to_px
        closer = self._fit(fit.face, way, _laid_flat(way, fit.face.face.size_mm, photo))
        return closer if closer.alike > fit.alike else fit


def _way_onto(face: _Features, place: _Place, features: _Features) -> Floats:
    """The way from a face's millimetres to the photo by which most of its features lie on a place's: closer
    than votes for a place and a turn tell, as a cut-out is seldom quite square."""
    there = features.descriptors[place.found]
    near = np.asarray(there @ face.descriptors.T).argmax(axis=1)
    ours, theirs = face.places[near], features.pixels[place.found]
    rough = transformed(np.linalg.inv(place.way), theirs)
    kept = np.hypot(*(rough - ours).T) < MAX_BENT_MM
    if kept.sum() < MIN_VOTES:
        return place.way
    bent, inside = cv2.findHomography(
        ours[kept], rough[kept], cv2.USAC_MAGSAC, MAX_OFF_MM * 0.6, maxIters=500
    )
    if bent is None or int(inside.sum()) < MIN_VOTES:
        return place.way
    corners = _square(place.size_mm)
    if np.hypot(*(transformed(bent, corners) - corners).T).max() > MAX_BENT_MM * 1.5:
        return place.way
    return np.asarray(place.way @ bent)


def _full_bins(middles: Floats, turns: Floats) -> list[tuple[Floats, float]]:
    """The places and turns for which most votes are, the fullest first."""
    if not len(middles):
        return []
    low = middles.min(axis=0) - BIN_MM
    cells = np.floor((middles - low) / BIN_MM).astype(int)
    angles = np.floor(turns / (2 * np.pi) * TURN_BINS).astype(int) % TURN_BINS
    shape = (*(cells.max(axis=0) + 3), TURN_BINS)
    counts: Floats = np.zeros(shape, np.int32)
    np.add.at(counts, (cells[:, 0], cells[:, 1], angles), 1)
    # A full bin's votes lie on both sides of a border as often as not.
    counts = counts[:-1] + counts[1:]
    counts = counts[:, :-1] + counts[:, 1:]
    counts = counts + np.roll(counts, -1, axis=2)
    full: list[tuple[Floats, float]] = []
    for _ in range(MAX_PLACES):
        at = np.unravel_index(int(counts.argmax()), counts.shape)
        if counts[at] < MIN_VOTES:
            break
        full.append((low + (np.array(at[:2]) + 1) * BIN_MM, float((at[2] + 1) / TURN_BINS * 2 * np.pi)))
        counts[max(0, at[0] - 1) : at[0] + 2, max(0, at[1] - 1) : at[1] + 2, :] = 0
    return full


def _features(plain: Floats, most: int, where: Floats, to_mm: Floats) -> _Features:
    """The features of a picture, on the plane to which `to_mm` leads."""
    points, descriptors = described(plain, most, where)
    at = np.array([point.pt for point in points], np.float64).reshape(-1, 2)
    turns = np.deg2rad([point.angle for point in points])
    sizes = np.array([point.size for point in points])
    if not len(at):
        return _Features(at, at, turns, sizes, descriptors)
    tips = transformed(to_mm, at + np.stack([np.cos(turns), np.sin(turns)], axis=1) * sizes[:, None])
    places = transformed(to_mm, at)
    across = tips - places
    return _Features(at, places, np.arctan2(across[:, 1], across[:, 0]), np.hypot(*across.T), descriptors)


def _outline(face: TileFace) -> Floats:
    """A face's outline in millimetres from its middle, clockwise."""
    if not face.round:
        return _square(face.size_mm)
    turns = np.arange(16) * np.pi / 8
    return np.asarray(face.size_mm / 2 * np.stack([np.cos(turns), np.sin(turns)], axis=1))


def _square(size_mm: float) -> Floats:
    half = size_mm / 2
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


def _shown(face: TileFace, side: int) -> Image:
    """Where a cut-out shows the face, and no sticker and no rim."""
    shown: Image = np.zeros((side, side), np.uint8)
    inner = (_outline(face) * (1 - 2 / face.size_mm) + face.size_mm / 2 + MARGIN_MM) * PX_PER_MM
    cv2.fillPoly(shown, [inner.round().astype(np.int32)], 255)
    for outline in face.hidden:
        cv2.fillPoly(shown, [np.array(outline).round().astype(np.int32)], 0)
    return shown


def _away_from(stickers: Sequence[Floats], shape: tuple[int, ...]) -> Image:
    """Where no tag was read: a sticker's features are of no face."""
    mask: Image = np.full(shape[:2], 255, np.uint8)
    for corners in stickers:
        middle = corners.mean(axis=0)
        cv2.fillPoly(mask, [(middle + (corners - middle) * 1.3).round().astype(np.int32)], 0)
    return mask


def _pattern(picture: Floats, counts: Floats) -> Floats:
    """What is printed where it counts, with light and contrast evened out around each spot."""
    plain, reach = picture.astype(np.float32), 2 * round(PATTERN_REACH_MM * PATTERN_PX_PER_MM) + 1

    def around(values: Floats) -> Floats:
        return np.asarray(cv2.blur(values * counts, (reach, reach)) / there)

    there = np.maximum(cv2.blur(counts, (reach, reach)), 1e-3)
    high = (plain - around(plain)) * counts
    return np.asarray(high / (np.sqrt(np.maximum(0, around(high * high))) + FAINT), np.float32)


def _coarse(pattern: Floats) -> Floats:
    """A pattern at half its size, as a row: a cut-out's rim is off by some of its pixels."""
    return np.asarray(cv2.GaussianBlur(pattern, (0, 0), PATTERN_PX_PER_MM * 0.75)[::2, ::2].ravel())


def _laid_flat(way: Floats, size_mm: float, photo: Image) -> Image:
    """A place as seen from straight above. way: from a face's millimetres to the photo."""
    fine, side = 2 * PATTERN_PX_PER_MM, round(size_mm * PATTERN_PX_PER_MM)
    middle = size_mm / 2 * fine - 0.5
    to_flat = np.array([[fine, 0, middle], [0, fine, middle], [0, 0, 1]])
    flat = cv2.warpPerspective(
        photo,
        to_flat @ np.linalg.inv(way),
        (2 * side, 2 * side),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cv2.resize(flat, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _sums(values: Floats) -> Floats:
    """The sums over squares of BLOCK_MM, a quarter of it apart."""
    block = round(BLOCK_MM * PATTERN_PX_PER_MM)
    found = cv2.boxFilter(values, cv2.CV_32F, (block, block), normalize=False)
    return np.asarray(found[block // 2 :: max(1, block // 4), block // 2 :: max(1, block // 4)])


def _shown_part(fit: _Fit) -> float:
    """The part of a face that is seen at its place, by squares."""
    own, filled = fit.face.pattern, _sums(fit.face.counts) > (BLOCK_MM * PATTERN_PX_PER_MM) ** 2 / 2
    alike = _sums(fit.part * own) / np.sqrt(np.maximum(1e-6, _sums(fit.part**2) * _sums(own**2)))
    return float((alike[filled] > MIN_BLOCK_ALIKE).mean()) if filled.any() else 0.0


def _ahead(fit: _Fit, rival: _Fit) -> float:
    """How much nearer a place is to one face than to another in what tells the two apart: 1 is all its own, 0
    is neither's or not to be told, below 0 it is the other's."""
    if rival is fit:
        return 1.0
    pattern = fit.face.pattern
    side = pattern.shape[0]
    to_px = _to_px(side)
    onto = to_px @ np.linalg.inv(fit.way) @ rival.way @ np.linalg.inv(to_px)
    other = cv2.warpPerspective(rival.face.pattern, onto, (side, side), flags=cv2.INTER_CUBIC)
    counts = cv2.warpPerspective(rival.face.counts, onto, (side, side))
    both = ((fit.face.counts > 0.9) & (counts > 0.9)).astype(np.uint8)
    ours, theirs, seen = (cv2.GaussianBlur(it, (0, 0), SOFT_PX) for it in (pattern, other, fit.part))
    apart = ours - theirs
    telling = (cv2.erode(both, np.ones((3, 3), np.uint8)) > 0) & (np.abs(apart) > MIN_DIFFERENCE)
    if telling.sum() < MIN_TELLING_PX:
        return 0.0
    whole = (apart[telling] ** 2).sum()
    left = ((seen - ours)[telling] ** 2).sum()
    if left > MAX_LEFT * whole:
        return 0.0
    return float(((2 * seen - ours - theirs) * apart)[telling].sum() / whole)


def _to_px(side: int) -> Floats:
    """From a face's millimetres to the pixels of its pattern."""
    return np.array([[PATTERN_PX_PER_MM, 0, side / 2], [0, PATTERN_PX_PER_MM, side / 2], [0, 0, 1]])


def _holds(outline: Floats, point: Floats) -> bool:
    return cv2.pointPolygonTest(outline.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0
