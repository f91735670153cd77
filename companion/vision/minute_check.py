"""The camera check of one minute: ten tiles are laid anywhere, and it says what is read where, how the camera
is tilted, and what to change first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from companion.translation import _, decimal, plural
from companion.vision.advice import LEVELS, Finding
from companion.vision.camera_worker import Eyes
from companion.vision.survey import zones
from companion.vision.zones import Zones

WANTED = 10
"""Tiles that tell enough."""
LOOKS = 4
SURE = 0.9
"""The part of the looks in which a tile must be read to count as read well."""
SLANTED, STEEP = 25.0, 36.0
"""Degrees of tilt from which tiles at the far edge are read less well, and from which many are missed."""
VIEW = 70.0
"""Degrees that a camera sees across, where nobody has said."""


def check(eyes: Eyes, called: Mapping[str, str]) -> list[Finding]:
    """What was found, what to change first at the head. called: zones in words. Empty: no picture came."""
    looks = []
    for _look in range(LOOKS):
        if eyes.look_again() is None:
            return []
        frame = eyes.frame
        now = max((at for at, _s in eyes.view.sightings.values()), default=0.0)
        since = frame.time - 1.0 if frame is not None else now
        read = {
            tag.tile: s for tag, (at, s) in eyes.view.sightings.items() if tag.place is None and at > since
        }
        looks.append({tile: eyes.view.zones.to_mm(s.x, s.y) for tile, s in read.items()})
    found = [_tiles(looks), *_by_zone(eyes, looks, called), slant(tilt(eyes.view.zones))]
    return first([*eyes.findings(), *found])


def _tiles(looks: Sequence[Mapping[str, tuple[float, float]]]) -> Finding:
    counts = Counter(tile for look in looks for tile in look)
    sure = sum(count >= SURE * len(looks) for count in counts.values())
    if len(counts) < WANTED:
        told = _(
            "Only {number} tiles are read: lay {wanted} anywhere, some at the edges, and check again.",
            number=len(counts),
            wanted=WANTED,
        )
        return Finding("poor" if counts else "bad", told)
    told = _("{sure} of {number} tiles were read at every look.", sure=sure, number=len(counts))
    return Finding("good" if sure == len(counts) else "poor", told)


def _by_zone(
    eyes: Eyes, looks: Sequence[Mapping[str, tuple[float, float]]], called: Mapping[str, str]
) -> list[Finding]:
    """For each zone where a tile lies: how many, in how many looks, and how large tags come out there."""
    layout = eyes.view.zones.layout
    sizes = {look.name: look for look in zones(eyes.view, called)}
    findings = []
    for name in layout.zones:
        counts = Counter(
            tile for look in looks for tile, (x, y) in look.items() if layout.zone_at(x, y) == name
        )
        if not counts:
            continue
        part = sum(counts.values()) / (len(counts) * len(looks))
        told = plural(
            "{place}: one tile, read in {percent} % of the looks, at {width} pixels a module.",
            "{place}: {number} tiles, read in {percent} % of the looks, at {width} pixels a module.",
            len(counts),
            place=called.get(name, name),
            percent=f"{100 * part:.0f}",
            width=decimal(sizes[name].module),
        )
        level = "good" if part >= SURE else "poor" if part >= 0.5 else "bad"
        findings.append(Finding(level, told))
    return findings


def tilt(zones: Zones) -> float | None:
    """Degrees between the camera's axis and straight down, for an ordinary lens; None: the table is not tied
    to the picture."""
    if not zones.tied:
        return None
    wide, high = zones.picture
    focal = wide / 2 / np.tan(np.deg2rad(VIEW / 2))
    size = zones.layout.size_mm
    points = [(0.0, 0.0), (size[0], 0.0), (size[0], size[1]), (0.0, size[1])]
    seen = np.array([zones.to_px(*p) for p in points]) - (wide / 2, high / 2)
    rows = []
    for (x, y), (u, v) in zip(points, seen / focal, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y, -u], [0, 0, 0, x, y, 1, -v * x, -v * y, -v]]
    way = np.linalg.svd(np.array(rows) / 100)[2][-1].reshape(3, 3)
    normal = np.cross(way[:, 0], way[:, 1])
    return float(np.degrees(np.arccos(np.clip(abs(normal[2]) / np.linalg.norm(normal), 0, 1))))


def slant(degrees: float | None) -> Finding:
    if degrees is None:
        return Finding(
            "poor",
            _("How the camera is tilted is not known: nothing says where the table is."),
        )
    about = f"{5 * round(degrees / 5)}"
    if degrees < SLANTED:
        return Finding(
            "good", _("The camera looks down at a slant of about {degrees} degrees.", degrees=about)
        )
    if degrees < STEEP:
        told = _(
            "The camera looks at a slant of about {degrees} degrees: far tiles are small. Hang it more above "
            "the middle.",
            degrees=about,
        )
        return Finding("poor", told)
    told = _(
        "The camera looks at a slant of about {degrees} degrees, too flat: hang it above the middle.",
        degrees=about,
    )
    return Finding("bad", told)


def first(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, the worst first, and among equals in their order; the worst is headed as what to change
    first."""
    ordered = sorted(dict.fromkeys(findings), key=lambda finding: LEVELS.index(finding.level))
    if not ordered or ordered[0].level == "good":
        return [Finding("good", _("Nothing needs to be changed.")), *ordered]
    head = Finding(ordered[0].level, _("Change this first: {sentence}", sentence=ordered[0].sentence))
    return [head, *ordered[1:]]
