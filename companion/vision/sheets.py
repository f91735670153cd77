"""Sticker sheets to print: tags true to the millimetre, with their names, cut marks, a ruler and a guide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from companion.translation import _
from companion.vision.drawing import sticker_side
from companion.vision.labels import LABELS, PAPERS, Labels
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
from companion.vision.tags import parse_tag

CAPTION_MM = 3.4
"""Height in mm of the line under a tag."""
GAP_MM = 1.6
"""Millimetres between stickers, for the knife."""
HEAD_MM = 22.0
"""Height in mm of the head with the ruler."""
MIN_SYMBOL_MM, MAX_SYMBOL_MM = 7.0, 60.0
_LABEL_EDGE_MM = 0.7
"""Millimetres between a tag and the edge of its label: a printer's feed is off by about that much."""


NamedTag = tuple[str, str]


def write_sticker_pdf(
    tags: Iterable[str | NamedTag],
    paper: str,
    symbol_mm: float | None,
    out: str | Path,
    title: str = "Tags",
    labels: str | None = None,
    guide: Sequence[str] = (),
    shift: tuple[float, float] = (0.0, 0.0),
    scale: float = 1.0,
) -> PrintedSheets:
    """Writes the stickers of `tags` (texts, or text and name) as a PDF.

    symbol_mm: the side of the QR symbol without its quiet zone; None: what suits. labels: of LABELS, whose
    own paper counts then; None: plain paper, to be cut. guide: paragraphs of a page before the stickers.
    shift, scale: of each page, as SheetPdf has them. Raises ValueError with a sentence.
    """
    named = [(t, t) if isinstance(t, str) else t for t in tags]
    for text, _name_of_it in named:
        if parse_tag(text) is None:
            raise ValueError(_("{tag} is no tag, so it cannot be printed.", tag=f"{text!r:.40}"))
    if not named:
        raise ValueError(_("There are no tags to print."))
    on = _label_sheet(labels)
    size = PAPERS.get(on.paper if on else paper.lower())
    if size is None:
        raise ValueError(unknown_paper(paper))
    symbol_mm = symbol_mm or (on.symbol if on else 16.0)
    if not MIN_SYMBOL_MM <= symbol_mm <= MAX_SYMBOL_MM:
        raise ValueError(
            _(
                "A symbol is {smallest} to {largest} mm wide, not {given}.",
                smallest=f"{MIN_SYMBOL_MM:.0f}",
                largest=f"{MAX_SYMBOL_MM:.0f}",
                given=f"{symbol_mm:g}",
            )
        )
    if on and sticker_side(symbol_mm) > min(on.width, on.height) - 2 * _LABEL_EDGE_MM + 0.5:
        raise ValueError(
            _(
                "A symbol of {given} mm does not fit on {labels}: {fits} mm does.",
                given=f"{symbol_mm:g}",
                labels=on.name,
                fits=f"{on.symbol:g}",
            )
        )
    pdf = SheetPdf(size, shift, scale)
    pdf.set_title(title)
    if guide:
        _print_guide(pdf, title, guide, size)
    placed = (
        _print_on_labels(pdf, named, on, symbol_mm)
        if on
        else _print_on_paper(pdf, named, title, symbol_mm, size)
    )
    save_pdf(pdf, out)
    return PrintedSheets(int(pdf.pages_count), tuple(placed))


# --- plain paper ----------------------------------------------------------------------------------------


def _print_on_paper(
    pdf: SheetPdf, named: Sequence[NamedTag], title: str, symbol_mm: float, size: tuple[float, float]
) -> list[PrintedTag]:
    placed, side = [], sticker_side(symbol_mm)
    across, down = _grid(size, symbol_mm)
    for start in range(0, len(named), across * down):
        pdf.add_page()
        _print_head(pdf, title, symbol_mm, start // (across * down) + 1)
        for i, (text, words) in enumerate(named[start : start + across * down]):
            x = MARGIN_MM + (i % across) * (side + GAP_MM)
            y = MARGIN_MM + HEAD_MM + (i // across) * (side + CAPTION_MM + GAP_MM)
            draw_tag(pdf, text, x, y, symbol_mm)
            cut_marks(pdf, x, y, side, side + CAPTION_MM)
            _print_caption(pdf, _caption(text, words), x, y + side, side)
            placed.append(PrintedTag(pdf.pages_count, text, *pdf.at(x + side / 2, y + side / 2)))
    return placed


def _grid(size: tuple[float, float], symbol_mm: float) -> tuple[int, int]:
    """Stickers across and down a page."""
    side = sticker_side(symbol_mm)
    across = int((size[0] - 2 * MARGIN_MM + GAP_MM) // (side + GAP_MM))
    down = int((size[1] - 2 * MARGIN_MM - HEAD_MM + GAP_MM) // (side + CAPTION_MM + GAP_MM))
    return across, down


def _print_head(pdf: FPDF, title: str, symbol_mm: float, page: int) -> None:
    pdf.set_font("Helvetica", "B", 11)
    pdf.set_xy(MARGIN_MM, MARGIN_MM)
    pdf.cell(
        0,
        5,
        to_latin1(_("{title}, sheet {number}", title=title, number=page)),
        new_x=XPos.LMARGIN,
        new_y=YPos.NEXT,
    )
    pdf.set_font("Helvetica", "", 8)
    pdf.set_xy(MARGIN_MM, MARGIN_MM + 5)
    pdf.cell(
        0,
        4,
        to_latin1(
            _(
                "Print at 100\u00a0%, on matt label paper. Symbols are {width} mm wide.",
                width=f"{symbol_mm:g}",
            )
        ),
    )
    ruler(pdf, MARGIN_MM, MARGIN_MM + 15)


# --- label sheets ---------------------------------------------------------------------------------------


def _label_sheet(name: str | None) -> Labels | None:
    if name is None:
        return None
    found = LABELS.get(name.lower())
    if found is None:
        raise ValueError(
            _(
                "Label sheets known here are {known}, not {given}.",
                known=", ".join(LABELS),
                given=f"{name!r:.20}",
            )
        )
    return found


def _print_on_labels(
    pdf: SheetPdf, named: Sequence[NamedTag], labels: Labels, symbol_mm: float
) -> list[PrintedTag]:
    placed, side = [], sticker_side(symbol_mm)
    for start in range(0, len(named), labels.across * labels.down):
        pdf.add_page()
        ruler(pdf, labels.left, min(labels.top - 2.0, 9.0))
        for (text, words), (left, top) in zip(
            named[start : start + labels.across * labels.down], labels.places(), strict=False
        ):
            beside = labels.width - side > 9  # a long label has its name beside the tag, a square one below
            x = left + (labels.height - side) / 2 if beside else left + (labels.width - side) / 2
            y = top + (labels.height - side - (0 if beside else CAPTION_MM)) / 2
            draw_tag(pdf, text, x, y, symbol_mm)
            if beside:
                _print_name_beside(
                    pdf, text, words, x + side + 0.4, y, labels.width - side - (x - left) - 1.0, side
                )
            else:
                _print_caption(pdf, _caption(text, words), left + 1, y + side, labels.width - 2)
            placed.append(PrintedTag(pdf.pages_count, text, *pdf.at(x + side / 2, y + side / 2)))
    return placed


def _caption(text: str, words: str) -> str:
    return text if words == text else f"{text} {words.removeprefix(text.partition(':')[2]).strip()}"


def _print_caption(pdf: FPDF, words: str, x: float, y: float, wide: float) -> None:
    pdf.set_font("Helvetica", "", 6)
    pdf.set_xy(x, y)
    pdf.cell(wide, CAPTION_MM - 0.6, fit_text(pdf, to_latin1(words), wide - 0.4), align="C")


def _print_name_beside(
    pdf: FPDF, text: str, words: str, x: float, y: float, wide: float, high: float
) -> None:
    """The id, and under it the name in up to two lines."""
    pdf.set_font("Helvetica", "B", 7)
    pdf.set_xy(x, y + high / 2 - 3.6)
    pdf.cell(wide, 2.6, text.partition(":")[2])
    pdf.set_font("Helvetica", "", 5)
    rest = to_latin1(_caption(text, words).removeprefix(text).strip())
    for n in range(2):
        line = fit_text(pdf, rest, wide - 0.6, whole_words=True)
        pdf.set_xy(x, y + high / 2 - 0.8 + 2.0 * n)
        pdf.cell(wide, 2.0, line)
        rest = rest[len(line) :].strip()


# --- the guide ------------------------------------------------------------------------------------------


def _print_guide(pdf: FPDF, title: str, paragraphs: Sequence[str], size: tuple[float, float]) -> None:
    pdf.add_page()
    pdf.set_margins(MARGIN_MM, MARGIN_MM)
    pdf.set_font("Helvetica", "B", 14)
    pdf.set_xy(MARGIN_MM, MARGIN_MM)
    pdf.cell(0, 8, to_latin1(_("{title}: where each sticker goes", title=title)))
    ruler(pdf, MARGIN_MM, MARGIN_MM + 17)
    pdf.set_xy(MARGIN_MM, MARGIN_MM + 24)
    pdf.set_font("Helvetica", "", 10.5)
    for paragraph in paragraphs:
        pdf.multi_cell(size[0] - 2 * MARGIN_MM, 5, to_latin1(paragraph), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        pdf.ln(2)
