"""A page of a play's score sheet: its measures, colours, fonts and how text is set."""

from __future__ import annotations

import unicodedata

from fpdf import FPDF
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection, XPos, YPos

from companion.games.contract import PlayerScore
from companion.plays.fallback_fonts import pdf_joins
from companion.plays.lettering import BOLD, REGULAR, UNKNOWN, Writing
from companion.translation import _

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

    def said(self, text: str) -> str:
        """The text as it can be written here; from right to left where nothing else turns it."""
        written = self.writing.lettered(text)
        self.strange += written.count(UNKNOWN) - text.count(UNKNOWN)
        if any(unicodedata.bidirectional(c) in ("R", "AL") for c in written) and not pdf_joins():
            return str(BidiParagraph(written, TextDirection.LTR).get_reordered_string())
        return written

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
    pdf.cell(0, 7, pdf.said(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def fitted(pdf: ScorePdf, text: str, width: float) -> str:
    """The text, cut with "…" where it is wider than `width` mm."""
    text = pdf.said(text)
    if pdf.get_string_width(text) <= width:
        return text
    while text and pdf.get_string_width(text + "…") > width:
        text = text[:-1]
    return text + "…"


def values_of(score: PlayerScore, source: str) -> int:
    return sum(line.vp for line in score.lines if line.source == source)
