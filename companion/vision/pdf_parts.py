"""Draws on PDF pages what stickers and tiles to cut out share: tags, a ruler, cut marks, text that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fpdf import FPDF, ViewerPreferences

from companion.translation import _
from companion.vision.drawing import sticker_side
from companion.vision.labels import PAPERS
from companion.vision.tags import modules

MARGIN_MM = 12.0


class SheetPdf(FPDF):
    """A document that is printed as large as it is, on paper of `size` (mm). shift: mm to the right and down
    by which its pages are moved, scale: by how much they are larger, from the upper left corner: against a
    printer that does so the other way round."""

    def __init__(
        self, size: tuple[float, float], shift: tuple[float, float] = (0.0, 0.0), scale: float = 1.0
    ) -> None:
        super().__init__(unit="mm", format=size)
        self.set_auto_page_break(False)
        self.viewer_preferences = ViewerPreferences(print_scaling="None")
        self._shift, self._scale = shift, scale

    def add_page(self, *args: Any, **more: Any) -> None:
        super().add_page(*args, **more)
        (right, down), scale = self._shift, self._scale
        if right or down or scale != 1:
            # A PDF's y goes up from the lower edge.
            up = self.h * (1 - scale) - down
            self._out(f"{scale:.5f} 0 0 {scale:.5f} {right * self.k:.3f} {up * self.k:.3f} cm")

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where on the paper a place of the page comes to lie, in mm."""
        return x * self._scale + self._shift[0], y * self._scale + self._shift[1]


@dataclass(frozen=True, slots=True)
class PrintedTag:
    """A tag on a page, from 1. x, y: the symbol's middle from the page's upper left corner, in mm."""

    page: int
    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class PrintedSheets:
    """What was written: pages, and where every tag lies."""

    pages: int
    placed: tuple[PrintedTag, ...]


def unknown_paper(given: str) -> str:
    return _("Paper is one of {known}, not {given}.", known=", ".join(PAPERS), given=f"{given!r:.20}")


def save_pdf(pdf: FPDF, out: str | Path) -> None:
    """Raises ValueError with a sentence."""
    try:
        Path(out).write_bytes(bytes(pdf.output()))
    except OSError as error:
        raise ValueError(
            _("{file} cannot be written: {why}.", file=out, why=error.strerror or _("writing failed"))
        ) from None


def draw_tag(pdf: FPDF, text: str, x: float, y: float, symbol_mm: float) -> None:
    """A tag with its quiet zone, its sticker's upper left corner at x, y (mm)."""
    side, dark_of = sticker_side(symbol_mm), modules(text)
    module = symbol_mm / dark_of.shape[0]
    quiet = (side - symbol_mm) / 2
    pdf.set_fill_color(255)
    pdf.rect(x, y, side, side, style="F")
    pdf.set_fill_color(0)
    for row, dark in enumerate(dark_of.tolist()):
        for start, end in _dark_runs(dark):
            # One rectangle a run: between rectangles a viewer may show a hairline of white.
            wide = (end - start) * module
            pdf.rect(x + quiet + start * module, y + quiet + row * module, wide, module, style="F")


_TYPEWRITER_CHARACTERS = str.maketrans(
    {
        "“": '"',
        "”": '"',
        "„": '"',
        "’": "'",
        "‘": "'",
        "–": "-",
        "—": "-",
        "−": "-",
        "…": "...",
        "\u202f": "\u00a0",
    }
)
"""What a printer's page can do without: quotes and dashes as a typewriter has them."""


def to_latin1(text: str) -> str:
    """The built-in font knows Latin 1 only; letters of other scripts become question marks."""
    return text.translate(_TYPEWRITER_CHARACTERS).encode("latin-1", "replace").decode("latin-1")


def ruler(pdf: FPDF, x: float, y: float) -> None:
    """100 mm, to hold a real ruler against."""
    pdf.set_draw_color(0)
    pdf.set_line_width(0.2)
    pdf.line(x, y, x + 100, y)
    for mm in range(101):
        long = 3.0 if mm % 10 == 0 else 2.0 if mm % 5 == 0 else 1.2
        pdf.line(x + mm, y, x + mm, y - long)
    pdf.set_font("Helvetica", "", 8)
    pdf.set_xy(x + 102, y - 4)
    pdf.cell(0, 4, to_latin1(_("This line is 100 mm long. If it is not, the printer has scaled the page.")))


def cut_marks(pdf: FPDF, x: float, y: float, wide: float, high: float) -> None:
    """Short gray strokes at the corners: what lies inside is one piece."""
    pdf.set_draw_color(150)
    pdf.set_line_width(0.1)
    for cx, dx in ((x, 1), (x + wide, -1)):
        for cy, dy in ((y, 1), (y + high, -1)):
            pdf.line(cx, cy, cx + dx, cy)
            pdf.line(cx, cy, cx, cy + dy)
    pdf.set_draw_color(0)


def fit_text(pdf: FPDF, text: str, wide: float, whole_words: bool = False) -> str:
    """As much of a line's start as fits into `wide` mm in the font that is set."""
    while text and pdf.get_string_width(text) > wide:
        cut = text.rsplit(" ", 1)[0] if whole_words and " " in text else text[:-1]
        text = cut.rstrip()
    return text


def _dark_runs(dark: Sequence[bool]) -> list[tuple[int, int]]:
    """The stretches of dark modules in a row, as start and end."""
    edges = [i for i in range(len(dark) + 1) if (i < len(dark) and dark[i]) != (i > 0 and dark[i - 1])]
    return list(zip(edges[::2], edges[1::2], strict=True))
