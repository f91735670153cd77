"""The score sheet as a PDF: the sheet, what nearly was, two charts, and every point down to its tile."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from fpdf.enums import MethodReturnValue, XPos, YPos

from companion.games.contract import ScoreSheet
from companion.plays.colours import PAPER, player
from companion.plays.lettering import Writing, pdf_writing
from companion.plays.names import renamed, with_written_names
from companion.plays.pdf_charts import draw_bars, draw_lines
from companion.plays.pdf_page import INK, LINE, MARGIN_MM, WIDTH_MM, ScorePdf, add_title, fitted, values_of
from companion.plays.play import RoundTotals, sources_of
from companion.translation import _, in_row, isolated, plural

ROW_MM = 7.0
SOURCES_WIDTH_MM = 48.0
"""The column that names the sources."""

_log = logging.getLogger(__name__)
logging.getLogger("fontTools").setLevel(logging.ERROR)  # tells of every table it writes


def score_pdf(
    *,
    title: str,
    players: Sequence[tuple[str, str]],
    sheet: ScoreSheet,
    nearly: Sequence[str] = (),
    course: Sequence[RoundTotals] = (),
    notes: Sequence[str] = (),
) -> bytes:
    """The PDF, A4. players: name and colour by seat; notes: lines under the title (when, where)."""
    writing = pdf_writing([title, *notes, *(name for name, _colour in players)])
    try:
        return _written(writing, title, players, sheet, nearly, course, notes)
    except Exception:  # whatever a font of the machine may lack: without it
        if writing.own:
            raise
        _log.warning("a font of this machine cannot be used", exc_info=True)
        return _written(Writing((), False), title, players, sheet, nearly, course, notes)


def _written(
    writing: Writing,
    title: str,
    players: Sequence[tuple[str, str]],
    sheet: ScoreSheet,
    nearly: Sequence[str],
    course: Sequence[RoundTotals],
    notes: Sequence[str],
) -> bytes:
    pdf = ScorePdf(unit="mm", format="a4")
    pdf.set_margin(MARGIN_MM)
    pdf.set_auto_page_break(True, MARGIN_MM + 6)
    pdf.write_by(writing)
    before = [p.name for p in sheet.players]
    players = list(zip(writing.names(players), (colour for _name, colour in players), strict=True))
    after = [players[p.player][0] for p in sheet.players]
    sheet = with_written_names(sheet, before, after)
    nearly = [renamed(sentence, before, after) for sentence in nearly]
    pdf.set_title(title)
    pdf.add_page()
    _head(pdf, title, sheet, notes)
    sources = sources_of(sheet)
    _table(pdf, players, sheet, sources)
    for it in sheet.players:
        if it.tie_break and sheet.final:
            _text(pdf, f"{isolated(it.name)}{_(':')} {it.tie_break}.")
    if nearly:
        add_title(pdf, _("What would have changed the result"))
        for sentence in nearly:
            _text(pdf, sentence)
    draw_bars(pdf, players, sheet, sources)
    if len(course) > 1:
        draw_lines(pdf, players, course)
    _reasons(pdf, sheet)
    return bytes(pdf.output())


def _head(pdf: ScorePdf, title: str, sheet: ScoreSheet, notes: Sequence[str]) -> None:
    pdf.set_text_color(INK)
    pdf.set_font("sheet", "B", 18)
    pdf.multi_cell(0, 8, title, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    winners = [p for p in sheet.players if p.winner]
    if sheet.final and winners:
        names = in_row(p.name for p in winners)
        vp = winners[0].total
        sentence = plural(
            "{names} wins with {vp} VP.",
            "{names} win together with {vp} VP.",
            len(winners),
            names=names,
            vp=vp,
        )
    else:
        sentence = _("The game goes on; this is what would count now.")
    pdf.set_font("sheet", "B", 12)
    pdf.multi_cell(0, 6, sentence, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    for note in notes:
        _text(pdf, note)
    pdf.ln(2)


def _text(pdf: ScorePdf, text: str) -> None:
    pdf.set_font("sheet", size=10)
    pdf.set_text_color(INK)
    pdf.multi_cell(0, 5, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT)


# --- the sheet ------------------------------------------------------------------------------------------


def _table(
    pdf: ScorePdf, players: Sequence[tuple[str, str]], sheet: ScoreSheet, sources: Sequence[str]
) -> None:
    wide = min(32.0, (WIDTH_MM - SOURCES_WIDTH_MM) / len(sheet.players))

    def row(head: str, cells: Sequence[str], bold: bool = False) -> None:
        pdf.set_font("sheet", "B" if bold else "", 10)
        pdf.cell(SOURCES_WIDTH_MM, ROW_MM, fitted(pdf, head, SOURCES_WIDTH_MM - 3), border="B")
        for cell in cells:
            pdf.cell(wide, ROW_MM, cell, border="B", align="R")
        pdf.ln(ROW_MM)

    pdf.set_draw_color(LINE)
    pdf.set_font("sheet", "B", 10)
    pdf.cell(SOURCES_WIDTH_MM, ROW_MM, _("VP"), border="B")
    for name, colour in players:
        pdf.set_text_color(*player(colour, PAPER, (INK,) * 3))
        pdf.cell(wide, ROW_MM, fitted(pdf, name, wide - 3), border="B", align="R")
    pdf.set_text_color(INK)
    pdf.ln(ROW_MM)
    for source in sources:
        row(_(source), [str(values_of(p, source)) for p in sheet.players])
    row(_("Total"), [str(p.total) for p in sheet.players], bold=True)
    ranks = [
        _("{rank} (winner)", rank=p.rank) if p.winner and sheet.final else str(p.rank) for p in sheet.players
    ]
    row(_("Rank"), ranks)
    pdf.ln(2)


# --- the charts -----------------------------------------------------------------------------------------


# --- every point ----------------------------------------------------------------------------------------


def _reasons(pdf: ScorePdf, sheet: ScoreSheet) -> None:
    """In two columns, each as long as its page."""
    add_title(pdf, _("Every point"))
    columns = _Columns(pdf)
    for score in sheet.players:
        columns.room(20)
        columns.write(_("{player}: {vp} VP", player=score.name, vp=score.total), 11, bold=True)
        for line in score.lines:
            columns.room(10)
            columns.write(f"{_(line.source)}{_(':')} {line.vp}", 9, bold=True)
            for term in line.why.terms:
                columns.write(term.label, 9, number=str(term.value))
        columns.skip(2)


class _Columns:
    """Two columns under what the page shows already, then whole pages of two."""

    WIDE, GAP, NUMBER = (WIDTH_MM - 8) / 2, 8.0, 8.0

    def __init__(self, pdf: ScorePdf) -> None:
        self._pdf = pdf
        self._top = pdf.get_y()
        self._column = 0
        self._bottom = pdf.h - MARGIN_MM - 8

    def room(self, height: float) -> None:
        """Goes to the next column when so much does not fit into this one."""
        pdf = self._pdf
        if pdf.get_y() + height <= self._bottom:
            return
        self._column += 1
        if self._column == 2:
            pdf.add_page()
            self._column, self._top = 0, pdf.get_y()
        pdf.set_y(self._top)

    def write(self, text: str, size: float, bold: bool = False, number: str = "") -> None:
        pdf = self._pdf
        pdf.set_font("sheet", "B" if bold else "", size)
        high, wide = size * 0.5, self.WIDE - (self.NUMBER if number else 0)
        lines: Any = pdf.multi_cell(wide, high, text, dry_run=True, output=MethodReturnValue.LINES)
        self.room(high * len(lines))
        left, y = MARGIN_MM + self._column * (self.WIDE + self.GAP), pdf.get_y()
        if number:
            pdf.set_xy(left, y)
            pdf.cell(self.NUMBER - 1, high, number, align="R")
        pdf.set_xy(left + self.WIDE - wide, y)
        pdf.multi_cell(wide, high, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align="L")

    def skip(self, height: float) -> None:
        self._pdf.set_y(self._pdf.get_y() + height)
