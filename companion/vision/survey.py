"""A camera's picture as its page shows it: what was read, how large each zone comes out, what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from companion.games.contract import TablePlan
from companion.translation import _, decimal, first_capital
from companion.vision.advice import (
    GOOD_PX_PER_MODULE,
    MIN_PX_PER_MODULE,
    Finding,
    glare_patches,
    size_advice,
    worst_first,
)
from companion.vision.burnt_tags import MIN_BURNT_PART, burnt_patches
from companion.vision.camera import Frame
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.camera_worker import CameraWorker
from companion.vision.preparation import gray
from companion.vision.sightings import Sighting
from companion.vision.table_mapping import Point
from companion.vision.tags import MODULES

DEFAULT_SYMBOL_MM = 16.0
"""A tag's printed side, where none is in view to measure."""
UNREAD_SECONDS = 3.0
"""A tile whose tag was read later than this long ago is not said to be hidden by a lamp's image."""
POINTS_PER_EDGE = 12
"""Points along each side of a zone as it is drawn: a lens bends straight sides."""


@dataclass(frozen=True, slots=True)
class ZoneReport:
    """A zone in the picture. outline: parts of the picture's width and height. module: pixels a module that a
    tag has there; `level` and `sentence` are the verdict on it."""

    name: str
    outline: tuple[Point, ...]
    module: float
    level: str
    sentence: str


def symbol_mm(view: CameraPipeline) -> float | None:
    """The printed side of the tags in view, by the table's millimetres; None: none are tied to it."""
    if not view.mapping.is_located:
        return None
    sides = [side for _, s in view.sightings.values() if s.tag.place is None for side in [_side_mm(view, s)]]
    return float(np.median(sides)) if sides else None


def _side_mm(view: CameraPipeline, s: Sighting) -> float:
    corners = [view.mapping.to_mm(x, y) for x, y in s.corners]
    around = zip(corners, (*corners[1:], corners[0]), strict=True)
    return float(np.mean([np.hypot(a[0] - b[0], a[1] - b[1]) for a, b in around]))


def zone_reports(view: CameraPipeline, called: Mapping[str, str]) -> list[ZoneReport]:
    """Every zone of the table in this camera's picture. called: what people call each."""
    side = symbol_mm(view)
    wide, high = view.mapping.picture_size
    shown = view.mapping.visible_zones()
    reports = []
    for name, polygon in view.mapping.layout.zones.items():
        points = [view.mapping.to_px(*p) for p in _outline_points(polygon)]
        outline = tuple((x / wide, y / high) for x, y in points)
        x = sum(p[0] for p in polygon) / len(polygon)
        y = sum(p[1] for p in polygon) / len(polygon)
        module = _px_per_mm(view, x, y) * (side or DEFAULT_SYMBOL_MM) / MODULES
        place = called.get(name, name)
        if name not in shown:
            sentence = _("{place}: not wholly in view of this camera.", place=place)
            reports.append(ZoneReport(name, outline, module, "poor", sentence))
            continue
        level, sentence = _size_verdict(place, module, side)
        reports.append(ZoneReport(name, outline, module, level, sentence))
    return reports


def _size_verdict(place: str, module: float, side: float | None) -> tuple[str, str]:
    wide = decimal(module)
    if module >= GOOD_PX_PER_MODULE:
        return "good", _("{place}: {width} pixels a module, that is enough.", place=place, width=wide)
    mend = size_advice(module, side or DEFAULT_SYMBOL_MM)
    if module >= MIN_PX_PER_MODULE:
        sentence = _("{place}: {width} pixels a module, enough in good light only.", place=place, width=wide)
        return "poor", f"{sentence} {mend}"
    return "bad", f"{_('{place}: {width} pixels a module, too small.', place=place, width=wide)} {mend}"


def _px_per_mm(view: CameraPipeline, x: float, y: float) -> float:
    """How many pixels a millimetre has there, the same each way where the camera looks straight down."""
    (ax, ay), (bx, by) = view.mapping.to_px(x - 5, y), view.mapping.to_px(x + 5, y)
    (cx, cy), (dx, dy) = view.mapping.to_px(x, y - 5), view.mapping.to_px(x, y + 5)
    return float(np.sqrt(np.hypot(ax - bx, ay - by) * np.hypot(cx - dx, cy - dy))) / 10


def _outline_points(polygon: tuple[Point, ...]) -> list[Point]:
    points = []
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        points += [
            (ax + (bx - ax) * n / POINTS_PER_EDGE, ay + (by - ay) * n / POINTS_PER_EDGE)
            for n in range(POINTS_PER_EDGE)
        ]
    return points


def survey(eyes: CameraWorker, called: Mapping[str, str], tile: Callable[[str], str]) -> dict[str, Any]:
    """All of it as JSON; places are parts of the picture's width and height. called: zones in words; tile:
    a tile's name by its id."""
    frame, view = eyes.frame, eyes.pipeline
    wide, high = view.mapping.picture_size
    found = tuple(view.sightings.items())
    looks = zone_reports(view, called) if frame is not None else []
    findings = eyes.findings()
    if any(look.level == "bad" for look in looks) and view.mapping.is_located:
        small = [Finding(look.level, look.sentence) for look in looks if look.level == "bad"]
        causes = [finding for finding in findings if finding.cause and finding.level == "bad"]
        findings = [*causes, *small, *(finding for finding in findings if finding not in causes)]
    if frame is not None:
        burnt = [
            Finding("poor", _("{tile} lies under a reflection: tilt the lamp, or tell it.", tile=tile(one)))
            for one in tiles_under_reflections(view, frame)
        ]
        findings = worst_first([*findings, *burnt]) if burnt else findings
    status = eyes.status()
    patches = glare_patches(frame.image, view.mapping.px_per_mm) if frame is not None else []
    return {
        "state": status.state,
        "sentence": _(status.sentence),
        "width": wide,
        "height": high,
        "tags": [
            {
                "text": tag.text,
                "name": _("Place {number}", number=tag.place) if tag.place is not None else tile(tag.tile),
                "corners": [[x / wide, y / high] for x, y in s.corners],
                "module": round(s.module, 2),
                "level": "good"
                if s.module >= GOOD_PX_PER_MODULE
                else "poor"
                if s.module >= MIN_PX_PER_MODULE
                else "bad",
            }
            for tag, (_at, s) in found
        ],
        "zones": [
            {
                "name": look.name,
                "words": called.get(look.name, look.name),
                "outline": [list(p) for p in look.outline],
                "module": round(look.module, 2),
                "level": look.level,
                "sentence": look.sentence,
            }
            for look in looks
        ],
        "points": _points(view),
        "corners": _corners(view),
        "glare": [[x / wide, y / high] for x, y in patches],
        "tied": view.mapping.is_located,
        "places": sorted(view.mapping.visible_places),
        "findings": [{"level": f.level, "sentence": f.sentence} for f in findings],
    }


def tiles_under_reflections(view: CameraPipeline, frame: Frame) -> list[str]:
    """The tiles at rest that have not been read for UNREAD_SECONDS and are white in part, as a lamp's image
    makes them: they count as lying there, but were one taken away, the camera would not see it."""
    plain = gray(frame.image)
    reach, module = view.motion.tile_px * 0.5, view.reader.module_px or 1.0
    under = []
    for tile, steady in sorted(view.tracker.steady.items()):
        if frame.time - view.read_at.get(tile, frame.time) < UNREAD_SECONDS or view.is_covered(tile):
            continue
        x, y = view.mapping.to_px(steady.x_mm, steady.y_mm)
        part = plain[max(0, int(y - reach)) : int(y + reach), max(0, int(x - reach)) : int(x + reach)]
        if part.size and burnt_patches(part, module).mean() >= MIN_BURNT_PART:
            under.append(tile)
    return under


def _corners(view: CameraPipeline) -> list[list[float]]:
    """The table's corners in the picture, clockwise from the upper left one."""
    wide, high = view.mapping.picture_size
    across, down = view.mapping.layout.size_mm
    ends = ((0.0, 0.0), (across, 0.0), (across, down), (0.0, down))
    return [[x / wide, y / high] for x, y in (view.mapping.to_px(*end) for end in ends)]


def _points(view: CameraPipeline) -> list[dict[str, Any]]:
    """The corners of the zones, each once: a corner that zones share is dragged for all of them."""
    wide, high = view.mapping.picture_size
    shared: dict[tuple[int, int], dict[str, Any]] = {}
    for name, polygon in view.mapping.layout.zones.items():
        for x, y in polygon:
            px, py = view.mapping.to_px(x, y)
            point = shared.setdefault(
                (round(x), round(y)), {"mm": [x, y], "at": [px / wide, py / high], "zones": []}
            )
            if name not in point["zones"]:
                point["zones"].append(name)
    return list(shared.values())


def zone_names(plan: TablePlan, names: Mapping[int, str]) -> dict[str, str]:
    """What people call each zone of a plan. names: the players' names by seat."""
    words = {
        zone.name: _("{player}'s area", player=names[zone.seat])
        if zone.seat is not None and zone.seat in names
        else zone.words
        for zone in plan.zones
    }
    # They head labels and lines; where a language begins them with an article, it is a capital there.
    return {zone: first_capital(text) for zone, text in words.items()}
