"""Tiles to print and cut out, three across, both faces, tags and all: to try a table without the box.

Faces are printed on one page and their backs on the next, mirrored, for a printer that turns the paper over
its long edge. The drawing is the game's own, the same as on the pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

from fpdf import FPDF

from companion.games.contract import TileInfo
from companion.games.contract.box import PrintedFace
from companion.translation import _
from companion.vision.drawing import rgb_of, sticker_side
from companion.vision.labels import PAPERS
from companion.vision.pdf_parts import (
    MARGIN_MM,
    PrintedSheets,
    PrintedTag,
    SheetPdf,
    cut_marks,
    draw_tag,
    fit_text,
    ruler,
    save_pdf,
    to_latin1,
    unknown_paper,
)

GAP_MM = 3.0
"""Between two tiles on a page, in mm."""
SYMBOL_MM = 16.0
_HEAD_MM = 12.0
_DRAWING_MM = 21.0
_MAX_LINES = 3


def write_proxy_pdf(
    tiles: Sequence[TileInfo], printed: Callable[[str], PrintedFace], prefix: str, paper: str, out: str | Path
) -> PrintedSheets:
    """Writes the PDF. printed: a tag's face ("W07A"). Raises ValueError with a sentence."""
    size = PAPERS.get(paper.lower())
    if size is None:
        raise ValueError(unknown_paper(paper))
    if not tiles:
        raise ValueError(_("There are no pieces to print."))
    pdf = SheetPdf(size)
    pdf.set_title(_("Pieces to cut out"))
    wide = float(Counter(tile.size_mm for tile in tiles).most_common(1)[0][0])
    pitch = wide + GAP_MM
    across, down = max(1, int((size[0] - 8) // pitch)), max(1, int((size[1] - _HEAD_MM - 12) // pitch))
    left, top = (size[0] - across * pitch) / 2, _HEAD_MM + 4
    placed: list[PrintedTag] = []
    two_sided = [tile for tile in tiles if len(tile.faces) == 2]
    one_sided = [tile for tile in tiles if len(tile.faces) != 2]
    for group, backs in ((two_sided, True), (one_sided, False)):
        for start in range(0, len(group), across * down):
            some = group[start : start + across * down]
            for side in range(2 if backs else 1):
                pdf.add_page()
                ruler(pdf, MARGIN_MM, 8.0)
                for n, tile in enumerate(some):
                    column = n % across if side == 0 else across - 1 - n % across
                    x = left + column * pitch + GAP_MM / 2
                    y = top + n // across * pitch
                    tag = tile.id + (tile.faces[side] if tile.faces else "")
                    placed.append(_print_face(pdf, printed(tag), f"{prefix}:{tag}", tile.round, x, y, wide))
    save_pdf(pdf, out)
    return PrintedSheets(int(pdf.pages_count), tuple(placed))


def _print_face(
    pdf: FPDF, face: PrintedFace, text: str, round: bool, x: float, y: float, size_mm: float
) -> PrintedTag:
    pdf.set_fill_color(*rgb_of(face.ground))
    if round:
        pdf.ellipse(x, y, size_mm, size_mm, style="F")
    else:
        pdf.rect(x, y, size_mm, size_mm, style="F")
    cut_marks(pdf, x, y, size_mm, size_mm)
    if face.drawing:
        pdf.image(BytesIO(face.drawing.encode()), x + (size_mm - _DRAWING_MM) / 2, y + 2, w=_DRAWING_MM)
    middle, wide = x + size_mm / 2, size_mm - 8
    pdf.set_text_color(*rgb_of(face.ink))
    pdf.set_font("Helvetica", "B", 8)
    at = y + 2 + _DRAWING_MM + 0.5
    pdf.set_xy(x + 2, at)
    pdf.cell(size_mm - 4, 3.4, fit_text(pdf, to_latin1(face.name), wide), align="C")
    at += 3.5
    pdf.set_font("Helvetica", "", 6.5)
    for line in _wrapped(pdf, to_latin1("  ".join(face.lines)), wide)[:_MAX_LINES]:
        pdf.set_xy(x + 2, at)
        pdf.cell(size_mm - 4, 2.6, line, align="C")
        at += 2.6
    pdf.set_text_color(0)
    side = sticker_side(SYMBOL_MM)
    left, low = middle - side / 2, y + size_mm - side - 2.0
    draw_tag(pdf, text, left, low, SYMBOL_MM)
    pdf.set_font("Helvetica", "", 5)
    pdf.set_text_color(*rgb_of(face.ink))
    pdf.set_xy(left - 9, low + side / 2)
    pdf.cell(8.5, 2, text.partition(":")[2], align="R")
    pdf.set_text_color(0)
    return PrintedTag(pdf.pages_count, text, left + side / 2, low + side / 2)


def _wrapped(pdf: FPDF, text: str, wide: float) -> list[str]:
    """The text in lines that fit, broken at spaces."""
    lines, rest = [], text.strip()
    while rest:
        line = fit_text(pdf, rest, wide, whole_words=True) or rest[:1]
        lines.append(line)
        rest = rest[len(line) :].strip()
    return lines
