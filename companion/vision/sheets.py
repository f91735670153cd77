"""Sticker sheets to print: tags true to the millimetre, with their names, cut marks, a ruler and a guide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from companion.translation import _
from companion.vision.drawing import sticker_side
from companion.vision.labels import LABELS, PAPERS, Labels
from companion.vision.tags import modules, parse_tag

MARGIN = 12.0
WORDS = 3.4
"""Height in mm of the line under a tag."""
GAP = 1.6
"""Millimetres between stickers, for the knife."""
HEAD = 22.0
"""Height in mm of the head with the ruler."""
SMALLEST, LARGEST = 7.0, 60.0
_EDGE = 0.7
"""Millimetres that a tag keeps from the edge of its label: a printer's feed strays about that much."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A tag on a page, from 1. x, y: the symbol's middle from the page's upper left corner, in mm."""

    page: int
    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Sheets:
    """What was written: pages, and where every tag lies."""

    pages: int
    placed: tuple[Placed, ...]


Named = tuple[str, str]


def sheet(
    tags: Iterable[str | Named],
    paper: str,
    symbol_mm: float | None,
    out: str | Path,
    title: str = "Tags",
    labels: str | None = None,
    guide: Sequence[str] = (),
) -> Sheets:
    """Writes the stickers of `tags` (texts, or text and name) as a PDF.

    symbol_mm: the side of the QR symbol without its quiet zone; None: what suits. labels: of LABELS, whose
    own paper counts then; None: plain paper, to be cut. guide: paragraphs of a page before the stickers.
    Raises ValueError with a sentence.
    """
    named = [(t, t) if isinstance(t, str) else t for t in tags]
    for text, _name_of_it in named:
        if parse_tag(text) is None:
            raise ValueError(_("{tag} is no tag, so it cannot be printed.", tag=f"{text!r:.40}"))
    if not named:
        raise ValueError(_("There are no tags to print."))
    on = _labels(labels)
    size = PAPERS.get(on.paper if on else paper.lower())
    if size is None:
        raise ValueError(no_paper(paper))
    symbol_mm = symbol_mm or (on.symbol if on else 16.0)
    if not SMALLEST <= symbol_mm <= LARGEST:
        raise ValueError(
            _(
                "A symbol is {smallest} to {largest} mm wide, not {given}.",
                smallest=f"{SMALLEST:.0f}",
                largest=f"{LARGEST:.0f}",
                given=f"{symbol_mm:g}",
            )
        )
    if on and sticker_side(symbol_mm) > min(on.width, on.height) - 2 * _EDGE + 0.5:
        raise ValueError(
            _(
                "A symbol of {given} mm does not fit on {labels}: {fits} mm does.",
                given=f"{symbol_mm:g}",
                labels=on.name,
                fits=f"{on.symbol:g}",
            )
        )
    pdf = FPDF(unit="mm", format=size)
    pdf.set_auto_page_break(False)
    pdf.set_title(title)
    if guide:
        _guide(pdf, title, guide, size)
    placed = _on_labels(pdf, named, on, symbol_mm) if on else _on_paper(pdf, named, title, symbol_mm, size)
    save(pdf, out)
    return Sheets(int(pdf.pages_count), tuple(placed))


def no_paper(given: str) -> str:
    return _("Paper is one of {known}, not {given}.", known=", ".join(PAPERS), given=f"{given!r:.20}")


def save(pdf: FPDF, out: str | Path) -> None:
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
        for start, end in _runs(dark):
            # One rectangle a run: between rectangles a viewer may show a hairline of white.
            wide = (end - start) * module
            pdf.rect(x + quiet + start * module, y + quiet + row * module, wide, module, style="F")


_PLAIN = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "…": "...", "\u202f": "\u00a0"}
)
"""What a printer's page can do without: quotes and dashes as a typewriter has them."""


def latin(text: str) -> str:
    """The built-in font knows Latin 1 only; letters of other scripts become question marks."""
    return text.translate(_PLAIN).encode("latin-1", "replace").decode("latin-1")


# --- plain paper ----------------------------------------------------------------------------------------


def _on_paper(
    pdf: FPDF, named: Sequence[Named], title: str, symbol_mm: float, size: tuple[float, float]
) -> list[Placed]:
    placed, side = [], sticker_side(symbol_mm)
    across, down = _grid(size, symbol_mm)
    for start in range(0, len(named), across * down):
        pdf.add_page()
        _head(pdf, title, symbol_mm, start // (across * down) + 1)
        for i, (text, words) in enumerate(named[start : start + across * down]):
            x = MARGIN + (i % across) * (side + GAP)
            y = MARGIN + HEAD + (i // across) * (side + WORDS + GAP)
            draw_tag(pdf, text, x, y, symbol_mm)
            cut_marks(pdf, x, y, side, side + WORDS)
            _name(pdf, _said(text, words), x, y + side, side)
            placed.append(Placed(pdf.pages_count, text, x + side / 2, y + side / 2))
    return placed


def _grid(size: tuple[float, float], symbol_mm: float) -> tuple[int, int]:
    """Stickers across and down a page."""
    side = sticker_side(symbol_mm)
    across = int((size[0] - 2 * MARGIN + GAP) // (side + GAP))
    down = int((size[1] - 2 * MARGIN - HEAD + GAP) // (side + WORDS + GAP))
    return across, down


def _head(pdf: FPDF, title: str, symbol_mm: float, page: int) -> None:
    pdf.set_font("Helvetica", "B", 11)
    pdf.set_xy(MARGIN, MARGIN)
    pdf.cell(
        0,
        5,
        latin(_("{title}, sheet {number}", title=title, number=page)),
        new_x=XPos.LMARGIN,
        new_y=YPos.NEXT,
    )
    pdf.set_font("Helvetica", "", 8)
    pdf.set_xy(MARGIN, MARGIN + 5)
    pdf.cell(
        0,
        4,
        latin(_("Print at 100 %, on matt label paper. Symbols are {width} mm wide.", width=f"{symbol_mm:g}")),
    )
    ruler(pdf, MARGIN, MARGIN + 15)


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
    pdf.cell(0, 4, latin(_("This line is 100 mm long. If it is not, the printer has scaled the page.")))


def cut_marks(pdf: FPDF, x: float, y: float, wide: float, high: float) -> None:
    """Short gray strokes at the corners: what lies inside is one piece."""
    pdf.set_draw_color(150)
    pdf.set_line_width(0.1)
    for cx, dx in ((x, 1), (x + wide, -1)):
        for cy, dy in ((y, 1), (y + high, -1)):
            pdf.line(cx, cy, cx + dx, cy)
            pdf.line(cx, cy, cx, cy + dy)
    pdf.set_draw_color(0)


# --- label sheets ---------------------------------------------------------------------------------------


def _labels(name: str | None) -> Labels | None:
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


def _on_labels(pdf: FPDF, named: Sequence[Named], on: Labels, symbol_mm: float) -> list[Placed]:
    placed, side = [], sticker_side(symbol_mm)
    for start in range(0, len(named), on.across * on.down):
        pdf.add_page()
        ruler(pdf, on.left, min(on.top - 2.0, 9.0))
        for (text, words), (left, top) in zip(
            named[start : start + on.across * on.down], on.places(), strict=False
        ):
            beside = on.width - side > 9  # a long label has its name beside the tag, a square one below
            x = left + (on.height - side) / 2 if beside else left + (on.width - side) / 2
            y = top + (on.height - side - (0 if beside else WORDS)) / 2
            draw_tag(pdf, text, x, y, symbol_mm)
            if beside:
                _names(pdf, text, words, x + side + 0.4, y, on.width - side - (x - left) - 1.0, side)
            else:
                _name(pdf, _said(text, words), left + 1, y + side, on.width - 2)
            placed.append(Placed(pdf.pages_count, text, x + side / 2, y + side / 2))
    return placed


def _said(text: str, words: str) -> str:
    return text if words == text else f"{text} {words.removeprefix(text.partition(':')[2]).strip()}"


def _name(pdf: FPDF, words: str, x: float, y: float, wide: float) -> None:
    pdf.set_font("Helvetica", "", 6)
    pdf.set_xy(x, y)
    pdf.cell(wide, WORDS - 0.6, fitting(pdf, latin(words), wide - 0.4), align="C")


def _names(pdf: FPDF, text: str, words: str, x: float, y: float, wide: float, high: float) -> None:
    """The id, and under it the name in up to two lines."""
    pdf.set_font("Helvetica", "B", 7)
    pdf.set_xy(x, y + high / 2 - 3.6)
    pdf.cell(wide, 2.6, text.partition(":")[2])
    pdf.set_font("Helvetica", "", 5)
    rest = latin(_said(text, words).removeprefix(text).strip())
    for n in range(2):
        line = fitting(pdf, rest, wide - 0.6, whole_words=True)
        pdf.set_xy(x, y + high / 2 - 0.8 + 2.0 * n)
        pdf.cell(wide, 2.0, line)
        rest = rest[len(line) :].strip()


def fitting(pdf: FPDF, text: str, wide: float, whole_words: bool = False) -> str:
    """As much of a line's start as fits into `wide` mm in the font that is set."""
    while text and pdf.get_string_width(text) > wide:
        cut = text.rsplit(" ", 1)[0] if whole_words and " " in text else text[:-1]
        text = cut.rstrip()
    return text


# --- the guide ------------------------------------------------------------------------------------------


def _guide(pdf: FPDF, title: str, paragraphs: Sequence[str], size: tuple[float, float]) -> None:
    pdf.add_page()
    pdf.set_margins(MARGIN, MARGIN)
    pdf.set_font("Helvetica", "B", 14)
    pdf.set_xy(MARGIN, MARGIN)
    pdf.cell(0, 8, latin(_("{title}: where each sticker goes", title=title)))
    ruler(pdf, MARGIN, MARGIN + 17)
    pdf.set_xy(MARGIN, MARGIN + 24)
    pdf.set_font("Helvetica", "", 10.5)
    for paragraph in paragraphs:
        pdf.multi_cell(size[0] - 2 * MARGIN, 5, latin(paragraph), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        pdf.ln(2)


def _runs(dark: Sequence[bool]) -> list[tuple[int, int]]:
    """The stretches of dark modules in a row, as start and end."""
    edges = [i for i in range(len(dark) + 1) if (i < len(dark) and dark[i]) != (i > 0 and dark[i - 1])]
    return list(zip(edges[::2], edges[1::2], strict=True))
