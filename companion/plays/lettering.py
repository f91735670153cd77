"""The font of what is printed and drawn, and the letters that it has."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PIL import ImageFont

REGULAR, BOLD = (
    Path(__file__).parent / "fonts" / f"atkinson-hyperlegible-next-{weight}.ttf" for weight in (400, 650)
)
UNKNOWN = "?"


@cache
def letters() -> frozenset[str]:
    """What can be written: Latin with its European accents, figures, common signs."""
    from fontTools.ttLib import TTFont  # comes with fpdf2; slow to import, and wanted once

    with TTFont(REGULAR) as font:
        return frozenset(map(chr, font.getBestCmap()))


def lettered(text: str) -> str:
    """The text with a "?" for each letter that the font does not have; marks that join others fall away."""
    known = letters()
    return "".join(
        " " if c.isspace() else c if c in known else UNKNOWN
        for c in text
        if c not in "\u200d\ufe0e\ufe0f" and (c.isprintable() or c.isspace())
    )


@cache
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """For drawing, `size` in pixels."""
    return ImageFont.truetype(str(BOLD if bold else REGULAR), size)
