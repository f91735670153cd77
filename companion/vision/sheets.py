"""Sticker sheets to print: tags true to the millimetre, with their names, cut marks and a ruler."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from companion.vision.drawing import sticker_side
from companion.vision.tags import modules, parse_tag

PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in mm."""
MARGIN = 12.0
WORDS = 3.4
"""Height in mm of the line under a tag."""
GAP = 1.6
"""Millimetres between stickers, for the knife."""
HEAD = 22.0
"""Height in mm of the head with the ruler."""
SMALLEST, LARGEST = 8.0, 60.0


def sheet(
    tags: Iterable[str | tuple[str, str]], paper: str, symbol_mm: float, out: str | Path, title: str = "Tags"
) -> int:
    """Writes the stickers of `tags` (texts, or text and name) as a PDF; gives the number of pages.

    symbol_mm: the side of the QR symbol without its quiet zone. Raises ValueError with a sentence.
    """
    size = PAPERS.get(paper.lower())
    if size is None:
        raise ValueError(f"Paper is one of {', '.join(PAPERS)}, not {paper!r:.20}.")
    if not SMALLEST <= symbol_mm <= LARGEST:
        raise ValueError(f"A symbol is {SMALLEST:.0f} to {LARGEST:.0f} mm wide, not {symbol_mm:g}.")
    named = [(t, t) if isinstance(t, str) else t for t in tags]
    for text, _ in named:
        if parse_tag(text) is None:
            raise ValueError(f"{text!r:.40} is no tag, so it cannot be printed.")
    if not named:
        raise ValueError("There are no tags to print.")
    pdf = FPDF(unit="mm", format=size)
    pdf.set_auto_page_break(False)
    pdf.set_title(title)
    across, down = _grid(size, symbol_mm)
    for start in range(0, len(named), across * down):
        pdf.add_page()
        _head(pdf, title, symbol_mm, start // (across * down) + 1, size)
        for i, (text, words) in enumerate(named[start : start + across * down]):
            x = MARGIN + (i % across) * (sticker_side(symbol_mm) + GAP)
            y = MARGIN + HEAD + (i // across) * (sticker_side(symbol_mm) + WORDS + GAP)
            _sticker(pdf, text, words, x, y, symbol_mm)
    try:
        Path(out).write_bytes(bytes(pdf.output()))
    except OSError as error:
        raise ValueError(f"{out} cannot be written: {error.strerror or 'writing failed'}.") from None
    return int(pdf.pages_count)


def _grid(size: tuple[float, float], symbol_mm: float) -> tuple[int, int]:
    """Stickers across and down a page."""
    side = sticker_side(symbol_mm)
    across = int((size[0] - 2 * MARGIN + GAP) // (side + GAP))
    down = int((size[1] - 2 * MARGIN - HEAD + GAP) // (side + WORDS + GAP))
    return across, down


def _head(pdf: FPDF, title: str, symbol_mm: float, page: int, size: tuple[float, float]) -> None:
    pdf.set_font("Helvetica", "B", 11)
    pdf.set_xy(MARGIN, MARGIN)
    pdf.cell(0, 5, _latin(f"{title}, sheet {page}"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.set_font("Helvetica", "", 8)
    pdf.set_xy(MARGIN, MARGIN + 5)
    pdf.cell(0, 4, f"Print at 100 %, on matt label paper. Symbols are {symbol_mm:g} mm wide.")
    y = MARGIN + 15
    pdf.set_line_width(0.2)
    pdf.line(MARGIN, y, MARGIN + 100, y)
    for mm in range(101):
        long = 3.0 if mm % 10 == 0 else 2.0 if mm % 5 == 0 else 1.2
        pdf.line(MARGIN + mm, y, MARGIN + mm, y - long)
    pdf.set_xy(MARGIN + 102, y - 4)
    pdf.cell(0, 4, "This line is 100 mm long. If it is not, the printer has scaled the page.")


def _sticker(pdf: FPDF, text: str, words: str, x: float, y: float, symbol_mm: float) -> None:
    side = sticker_side(symbol_mm)
    module = symbol_mm / modules(text).shape[0]
    quiet = (side - symbol_mm) / 2
    pdf.set_fill_color(0)
    for row, dark in enumerate(modules(text).tolist()):
        for start, end in _runs(dark):
            # One rectangle a run: between rectangles a viewer may show a hairline of white.
            pdf.rect(
                x + quiet + start * module,
                y + quiet + row * module,
                (end - start) * module,
                module,
                style="F",
            )
    _cut_marks(pdf, x, y, side, side + WORDS)
    pdf.set_font("Helvetica", "", 6)
    label = _latin(text if words == text else f"{text} {words}")
    while label and pdf.get_string_width(label) > side:
        label = label[:-1]
    pdf.set_xy(x, y + side)
    pdf.cell(side, WORDS - 0.6, label, align="C")


def _runs(dark: Sequence[bool]) -> list[tuple[int, int]]:
    """The stretches of dark modules in a row, as start and end."""
    edges = [i for i in range(len(dark) + 1) if (i < len(dark) and dark[i]) != (i > 0 and dark[i - 1])]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _cut_marks(pdf: FPDF, x: float, y: float, wide: float, high: float) -> None:
    """Short gray strokes at the corners: what lies inside is one sticker with its name."""
    pdf.set_draw_color(150)
    pdf.set_line_width(0.1)
    for cx, dx in ((x, 1), (x + wide, -1)):
        for cy, dy in ((y, 1), (y + high, -1)):
            pdf.line(cx, cy, cx + dx, cy)
            pdf.line(cx, cy, cx, cy + dy)
    pdf.set_draw_color(0)


def _latin(text: str) -> str:
    """The built-in font knows Latin 1 only; other letters become question marks."""
    return text.encode("latin-1", "replace").decode("latin-1")
