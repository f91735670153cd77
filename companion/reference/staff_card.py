"""The card for those who explain a game: five minutes of teaching, and what is asked most, on one page."""

from __future__ import annotations

import logging
from functools import lru_cache

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from companion.games.contract import RuleBook
from companion.plays.lettering import BOLD, REGULAR, lettered
from companion.translation import _, language

MARGIN_MM = 14.0
FONT_SIZES_PT = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
"""The largest that leaves the card on one page is used."""
_INK, _QUIET = 20, 90

logging.getLogger("fontTools").setLevel(logging.ERROR)  # tells of every table it writes


def staff_card(title: str, book: RuleBook) -> bytes:
    """The card as a PDF of one A4 page, in the language that holds. title: the game's."""
    return _card(title, book, language())


@lru_cache(maxsize=16)
def _card(title: str, book: RuleBook, spoken: str) -> bytes:
    """Setting the lines takes a third of a second, and each person who opens the page gets the same card."""
    for size in FONT_SIZES_PT:
        pdf = _laid(title, book, size)
        if pdf.pages_count == 1:
            break
    return bytes(pdf.output())


def _laid(title: str, book: RuleBook, size: float) -> FPDF:
    pdf = FPDF(unit="mm", format="a4")
    pdf.set_margin(MARGIN_MM)
    pdf.set_auto_page_break(True, MARGIN_MM)
    pdf.add_font("card", "", REGULAR)
    pdf.add_font("card", "B", BOLD)
    pdf.set_title(lettered(title))
    pdf.add_page()
    pdf.set_text_color(_INK)
    _line(pdf, title, 1.7 * size, bold=True)
    _heading(pdf, _("Explained in five minutes"), size)
    for number, step in enumerate(book.teach, 1):
        _line(pdf, f"{number}. {step}", size)
        pdf.ln(0.12 * size)
    _heading(pdf, _("Asked most"), size)
    for rule in book.most_asked:
        _line(pdf, f"{rule.title} ({_('rulebook p. {page}', page=rule.page)})", size, bold=True)
        _line(pdf, rule.text, size)
        pdf.ln(0.12 * size)
    pdf.set_text_color(_QUIET)
    _line(pdf, _("In our own words; where the rulebook says otherwise, it is right."), 0.85 * size)
    return pdf


def _heading(pdf: FPDF, text: str, size: float) -> None:
    pdf.ln(0.25 * size)
    _line(pdf, text, 1.2 * size, bold=True)
    pdf.ln(0.08 * size)


def _line(pdf: FPDF, text: str, size: float, bold: bool = False) -> None:
    pdf.set_font("card", "B" if bold else "", size)
    pdf.multi_cell(0, 0.48 * size, lettered(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
