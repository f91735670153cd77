"""Removes the stroke from a font's zero, so that scores are easier to read.

    python scripts/plain_zero.py FONT..

The vendored font (Atkinson Hyperlegible Next) has only a slashed zero. The outline stays; one counter
replaces the two halves, at the same distance from the outline, in every weight. Run it after a font update.
"""

from __future__ import annotations

import sys

from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphCoordinates

PHANTOMS = 4
"""Phantom points: a variable font also moves these four after a glyph's own points, for its metrics."""

Points = list[tuple[float, float]]


def contours(glyph: Glyph) -> list[range]:
    ends = [end + 1 for end in glyph.endPtsOfContours]
    return [range(begin, end) for begin, end in zip([0, *ends], ends, strict=False)]


def breadth(glyph: Glyph, of: range) -> float:
    across = [glyph.coordinates[n][0] for n in of]
    return max(across) - min(across)


def counter(points: Points, outer: range) -> Points:
    """The counter's outline: the outer one scaled to the inner extent, in reverse direction."""
    edge = [points[n] for n in outer]
    inner = [point for n, point in enumerate(points) if n not in outer]
    made: list[list[float]] = []
    for axis in (0, 1):
        low, high = min(p[axis] for p in edge), max(p[axis] for p in edge)
        first, last = min(p[axis] for p in inner), max(p[axis] for p in inner)
        made.append([first + (p[axis] - low) * (last - first) / (high - low) for p in edge])
    return list(reversed(list(zip(*made, strict=True))))


def make_plain(font: TTFont) -> None:
    glyph = font["glyf"]["zero"]
    strokes = contours(glyph)
    if len(strokes) < 3:
        raise SystemExit("This font's zero is plain already.")
    outer = max(strokes, key=lambda of: breadth(glyph, of))
    before: Points = list(glyph.coordinates)
    after = [before[n] for n in outer] + counter(before, outer)
    if "gvar" in font:
        for variation in font["gvar"].variations["zero"]:
            moved = [(p[0] + d[0], p[1] + d[1]) for p, d in zip(before, variation.coordinates, strict=False)]
            there = [moved[n] for n in outer] + counter(moved, outer)
            variation.coordinates = [
                (round(b[0] - a[0]), round(b[1] - a[1])) for a, b in zip(after, there, strict=True)
            ] + variation.coordinates[-PHANTOMS:]
    flags = [glyph.flags[n] for n in outer]
    glyph.coordinates = GlyphCoordinates([(round(x), round(y)) for x, y in after])
    glyph.flags = bytearray(flags + flags[::-1])
    glyph.endPtsOfContours = [len(flags) - 1, 2 * len(flags) - 1]
    glyph.numberOfContours = 2
    glyph.program.fromBytecode(b"")
    glyph.recalcBounds(font["glyf"])


if __name__ == "__main__":
    for path in sys.argv[1:]:
        font = TTFont(path)
        make_plain(font)
        font.save(path)
        print(f"{path}: the zero is plain")
