"""A page of a play's score sheet: its measures, colours and fonts, and the one place that writes text."""

from __future__ import annotations

import unicodedata
from typing import Any

from fpdf import FPDF
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection, XPos, YPos

from companion.games.contract import PlayerScore
from companion.plays.fallback_fonts import pdf_joins
from companion.plays.lettering import BOLD, REGULAR, UNKNOWN, Writing
from companion.translation import _, without_isolates

MARGIN_MM = 15.0


WIDTH_MM = 210.0 - 2 * MARGIN_MM


INK, QUIET, LINE = 20, 90, 190


class ScorePdf(FPDF):
    """Counts the letters that could not be written."""

    strange = 0
    writing = Writing((), False)

    def write_by(self, writing: Writing) -> None:
        """Sets the fonts: the own one, and the machine's that this PDF needs."""
        self.add_font("sheet", "", REGULAR)
        self.add_font("sheet", "B", BOLD)
        names = []
        for number, file in enumerate(writing.fonts):
            self.add_font(f"more{number}", "", file)
            names.append(f"more{number}")
        self.set_fallback_fonts(names, exact_match=False)
        if writing.fonts and pdf_joins():
            self.set_text_shaping(True, direction="ltr")
        self.writing = writing

    def cell(self, *args: Any, **more: Any) -> Any:
        """As FPDF's, of any text. args: width, height and text."""
        wide, high, text = args
        self._set_font_again()
        return super().cell(wide, high, self._written(text), **more)

    def multi_cell(self, *args: Any, **more: Any) -> Any:
        """As FPDF's, of any text. args: width, height and text; FPDF calls it once more by names."""
        if not args:
            return super().multi_cell(**more)
        wide, high, text = args
        self._set_font_again()
        return super().multi_cell(wide, high, self._written(text), **more)

    def width_of(self, text: str) -> float:
        """How wide a text comes to be, in mm."""
        return float(self.get_string_width(self._written(text)))

    def _set_font_again(self) -> None:
        """fpdf2 2.8.9 believes the last font to be set on the page, when a coloured text that begins in a
        fallback font has left another one there: what follows would be read in that one's glyphs."""
        self.current_font_is_set_on_page = False

    def _written(self, text: str) -> str:
        """The text as it can be written here; from right to left where nothing else turns it."""
        written = self.writing.lettered(text)
        self.strange += written.count(UNKNOWN) - text.count(UNKNOWN)
        if any(unicodedata.bidirectional(c) in ("R", "AL") for c in written) and not pdf_joins():
            written = str(BidiParagraph(written, TextDirection.LTR).get_reordered_string())
        return without_isolates(written)

    def footer(self) -> None:
        self.set_y(-MARGIN_MM)
        self.set_font("sheet", size=8)
        self.set_text_color(QUIET)
        self.cell(0, 4, f"{self.page_no()}", align="R")
        if self.strange:
            self.set_x(MARGIN_MM)
            self.cell(0, 4, _("“?” stands for letters that this PDF's font does not have."))


def add_title(pdf: ScorePdf, text: str) -> None:
    if pdf.will_page_break(24):
        pdf.add_page()
    pdf.ln(3)
    pdf.set_font("sheet", "B", 12)
    pdf.set_text_color(INK)
    pdf.cell(0, 7, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def fitted(pdf: ScorePdf, text: str, width: float) -> str:
    """The text, cut with "…" where it is wider than `width` mm."""
    if pdf.width_of(text) <= width:
        return text
    while text and pdf.width_of(text + "…") > width:
        text = text[:-1]
    return text + "…"


def values_of(score: PlayerScore, source: str) -> int:
    return sum(line.vp for line in score.lines if line.source == source)
