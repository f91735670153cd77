"""The camera check of one minute: ten tiles are laid anywhere, and it says what is read where, how the camera
is tilted, and what to change first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from companion.translation import _, decimal, plural
from companion.vision.advice import LEVELS, Finding, slant_finding
from companion.vision.camera_worker import CameraWorker
from companion.vision.survey import zone_reports
from companion.vision.table_mapping import TableMapping

ENOUGH_TILES = 10
"""Tiles that tell enough."""
READINGS = 4
READ_WELL_PART = 0.9
"""The part of the looks in which a tile must be read to count as read well."""
TILTED_DEGREES, STEEP_DEGREES = 25.0, 36.0
"""Degrees of tilt from which tiles at the far edge are read less well, and from which many are missed."""
USUAL_VIEW_DEGREES = 70.0
"""Degrees that a camera sees across, where nobody has said."""


def check_camera(eyes: CameraWorker, called: Mapping[str, str]) -> list[Finding]:
    """What was found, what to change first at the head. called: zones in words. Empty: no picture came."""
    looks = []
    for _look in range(READINGS):
        if eyes.read_whole_table() is None:
            return []
        frame = eyes.frame
        now = max((at for at, _s in eyes.pipeline.sightings.values()), default=0.0)
        since = frame.time - 1.0 if frame is not None else now
        read = {
            tag.tile: s
            for tag, (at, s) in eyes.pipeline.sightings.items()
            if tag.place is None and at > since
        }
        looks.append({tile: eyes.pipeline.mapping.to_mm(s.x, s.y) for tile, s in read.items()})
    seen = eyes.findings()
    found = [_tiles_finding(looks), *_zone_findings(eyes, looks, called)]
    if not any(finding.cause == "slant" for finding in seen):  # the tags say it better than the mapping
        found.append(tilt_finding(tilt(eyes.pipeline.mapping)))
    return worst_first([*seen, *found])


def _tiles_finding(looks: Sequence[Mapping[str, tuple[float, float]]]) -> Finding:
    counts = Counter(tile for look in looks for tile in look)
    sure = sum(count >= READ_WELL_PART * len(looks) for count in counts.values())
    if len(counts) < ENOUGH_TILES:
        sentence = plural(
            "Only {number} piece is read: lay {wanted} anywhere, some at the edges, and check again.",
            "Only {number} pieces are read: lay {wanted} anywhere, some at the edges, and check again.",
            len(counts),
            wanted=ENOUGH_TILES,
        )
        return Finding("poor" if counts else "bad", sentence)
    sentence = _("{sure} of {number} pieces were read at every look.", sure=sure, number=len(counts))
    return Finding("good" if sure == len(counts) else "poor", sentence)


def _zone_findings(
    eyes: CameraWorker, looks: Sequence[Mapping[str, tuple[float, float]]], called: Mapping[str, str]
) -> list[Finding]:
    """For each zone where a tile lies: how many, in how many looks, and how large tags come out there."""
    layout = eyes.pipeline.mapping.layout
    sizes = {look.name: look for look in zone_reports(eyes.pipeline, called)}
    findings = []
    for name in layout.zones:
        counts = Counter(
            tile for look in looks for tile, (x, y) in look.items() if layout.zone_at(x, y) == name
        )
        if not counts:
            continue
        part = sum(counts.values()) / (len(counts) * len(looks))
        sentence = plural(
            "{place}: one piece, read in {percent}\u00a0% of the looks, at {width} pixels a module.",
            "{place}: {number} pieces, read in {percent}\u00a0% of the looks, at {width} pixels a module.",
            len(counts),
            place=called.get(name, name),
            percent=f"{100 * part:.0f}",
            width=decimal(sizes[name].module),
        )
        level = "good" if part >= READ_WELL_PART else "poor" if part >= 0.5 else "bad"
        findings.append(Finding(level, sentence))
    return findings


def tilt(zones: TableMapping) -> float | None:
    """Degrees between the camera's axis and straight down, for an ordinary lens; None: the table is not tied
    to the picture."""
    if not zones.is_located:
        return None
    wide, high = zones.picture_size
    focal = wide / 2 / np.tan(np.deg2rad(USUAL_VIEW_DEGREES / 2))
    size = zones.layout.size_mm
    points = [(0.0, 0.0), (size[0], 0.0), (size[0], size[1]), (0.0, size[1])]
    seen = np.array([zones.to_px(*p) for p in points]) - (wide / 2, high / 2)
    rows = []
    for (x, y), (u, v) in zip(points, seen / focal, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, -u], [0, 0, 0, x, y, 1, -v * x, -v * y, -v]]
    way = np.linalg.svd(np.array(rows) / 100)[2][-1].reshape(3, 3)
    normal = np.cross(way[:, 0], way[:, 1])
    return float(np.degrees(np.arccos(np.clip(abs(normal[2]) / np.linalg.norm(normal), 0, 1))))


def tilt_finding(degrees: float | None) -> Finding:
    if degrees is None:
        return Finding(
            "poor",
            _("How the camera is tilted is not known: nothing says where the table is."),
        )
    about = f"{5 * round(degrees / 5)}"
    if degrees < TILTED_DEGREES:
        return Finding(
            "good", _("The camera looks down at a slant of about {degrees} degrees.", degrees=about)
        )
    if degrees < STEEP_DEGREES:
        sentence = _(
            "The camera looks at a slant of about {degrees} degrees: far pieces are small. Hang it more "
            "above the middle.",
            degrees=about,
        )
        return Finding("poor", sentence)
    return slant_finding(degrees)


def worst_first(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, the worst first, equal ones in the order given; the first begins with "change first"."""
    ordered = sorted(dict.fromkeys(findings), key=lambda finding: LEVELS.index(finding.level))
    if not ordered or ordered[0].level == "good":
        return [Finding("good", _("Nothing needs to be changed.")), *ordered]
    head = Finding(ordered[0].level, _("Change this first: {sentence}", sentence=ordered[0].sentence))
    return [head, *ordered[1:]]
