"""The score sheet as a PDF: the sheet, what nearly was, two charts, and every point down to its tile."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from fpdf import FPDF
from fpdf.enums import MethodReturnValue, XPos, YPos

from companion.games.contract import PlayerScore, ScoreSheet
from companion.plays.colours import PAPER, part, player
from companion.plays.lettering import BOLD, REGULAR, UNKNOWN, lettered
from companion.plays.play import Course, sources_of
from companion.translation import _, plural

MARGIN = 15.0
WIDTH = 210.0 - 2 * MARGIN
ROW = 7.0
SOURCES = 48.0
"""Width in mm of the column that names the sources."""
_INK, _QUIET, _LINE = 20, 90, 190
_DASHES = ((0.0, 0.0), (3.0, 1.5), (1.0, 1.5), (5.0, 1.5), (2.0, 1.0))
"""mm on, mm off: each player's line in the second chart; 0: drawn through."""

logging.getLogger("fontTools").setLevel(logging.ERROR)  # tells of every table it writes


class _ScorePdf(FPDF):
    """Counts the letters that could not be written."""

    strange = 0

    def said(self, text: str) -> str:
        written = lettered(text)
        self.strange += written.count(UNKNOWN) - text.count(UNKNOWN)
        return written

    def footer(self) -> None:
        self.set_y(-MARGIN)
        self.set_font("sheet", size=8)
        self.set_text_color(_QUIET)
        self.cell(0, 4, f"{self.page_no()}", align="R")
        if self.strange:
            self.set_x(MARGIN)
            self.cell(0, 4, _("“?” stands for letters that this PDF's font does not have."))


def score_pdf(
    *,
    title: str,
    players: Sequence[tuple[str, str]],
    sheet: ScoreSheet,
    nearly: Sequence[str] = (),
    course: Sequence[Course] = (),
    notes: Sequence[str] = (),
) -> bytes:
    """The PDF, A4. players: name and colour by seat; notes: lines under the title (when, where)."""
    pdf = _ScorePdf(unit="mm", format="a4")
    pdf.set_margin(MARGIN)
    pdf.set_auto_page_break(True, MARGIN + 6)
    pdf.add_font("sheet", "", REGULAR)
    pdf.add_font("sheet", "B", BOLD)
    pdf.set_title(lettered(title))
    pdf.add_page()
    _head(pdf, title, sheet, notes)
    sources = sources_of(sheet)
    _table(pdf, players, sheet, sources)
    for it in sheet.players:
        if it.tie_break and sheet.final:
            _text(pdf, f"{it.name}: {it.tie_break}.")
    if nearly:
        _title(pdf, _("What would have changed the result"))
        for sentence in nearly:
            _text(pdf, sentence)
    _bars(pdf, players, sheet, sources)
    if len(course) > 1:
        _lines(pdf, players, course)
    _reasons(pdf, sheet)
    return bytes(pdf.output())


def _head(pdf: _ScorePdf, title: str, sheet: ScoreSheet, notes: Sequence[str]) -> None:
    pdf.set_text_color(_INK)
    pdf.set_font("sheet", "B", 18)
    pdf.multi_cell(0, 8, pdf.said(title), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    winners = [p for p in sheet.players if p.winner]
    if sheet.final and winners:
        names = ", ".join(p.name for p in winners)
        vp = winners[0].total
        said = plural(
            "{names} wins with {vp} VP.",
            "{names} win together with {vp} VP.",
            len(winners),
            names=names,
            vp=vp,
        )
    else:
        said = _("The game goes on; this is what would count now.")
    pdf.set_font("sheet", "B", 12)
    pdf.multi_cell(0, 6, pdf.said(said), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    for note in notes:
        _text(pdf, note)
    pdf.ln(2)


def _title(pdf: _ScorePdf, text: str) -> None:
    if pdf.will_page_break(24):
        pdf.add_page()
    pdf.ln(3)
    pdf.set_font("sheet", "B", 12)
    pdf.set_text_color(_INK)
    pdf.cell(0, 7, pdf.said(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _text(pdf: _ScorePdf, text: str) -> None:
    pdf.set_font("sheet", size=10)
    pdf.set_text_color(_INK)
    pdf.multi_cell(0, 5, pdf.said(text), new_x=XPos.LMARGIN, new_y=YPos.NEXT)


def _fitted(pdf: _ScorePdf, text: str, width: float) -> str:
    """The text, cut with "…" where it is wider than `width` mm."""
    text = pdf.said(text)
    if pdf.get_string_width(text) <= width:
        return text
    while text and pdf.get_string_width(text + "…") > width:
        text = text[:-1]
    return text + "…"


# --- the sheet ------------------------------------------------------------------------------------------


def _table(
    pdf: _ScorePdf, players: Sequence[tuple[str, str]], sheet: ScoreSheet, sources: Sequence[str]
) -> None:
    wide = min(32.0, (WIDTH - SOURCES) / len(sheet.players))

    def row(head: str, cells: Sequence[str], bold: bool = False) -> None:
        pdf.set_font("sheet", "B" if bold else "", 10)
        pdf.cell(SOURCES, ROW, _fitted(pdf, head, SOURCES - 3), border="B")
        for cell in cells:
            pdf.cell(wide, ROW, cell, border="B", align="R")
        pdf.ln(ROW)

    pdf.set_draw_color(_LINE)
    pdf.set_font("sheet", "B", 10)
    pdf.cell(SOURCES, ROW, pdf.said(_("VP")), border="B")
    for name, colour in players:
        pdf.set_text_color(*player(colour, PAPER, (_INK,) * 3))
        pdf.cell(wide, ROW, _fitted(pdf, name, wide - 3), border="B", align="R")
    pdf.set_text_color(_INK)
    pdf.ln(ROW)
    for source in sources:
        row(_(source), [str(_of(p, source)) for p in sheet.players])
    row(_("Total"), [str(p.total) for p in sheet.players], bold=True)
    ranks = [
        _("{rank} (winner)", rank=p.rank) if p.winner and sheet.final else str(p.rank) for p in sheet.players
    ]
    row(_("Rank"), [pdf.said(rank) for rank in ranks])
    pdf.ln(2)


def _of(score: PlayerScore, source: str) -> int:
    return sum(line.vp for line in score.lines if line.source == source)


# --- the charts -----------------------------------------------------------------------------------------


def _bars(
    pdf: _ScorePdf, players: Sequence[tuple[str, str]], sheet: ScoreSheet, sources: Sequence[str]
) -> None:
    """A bar a player, its parts numbered and in the order of the sheet, so that gray paper tells them too."""
    best = max(p.total for p in sheet.players)
    if best <= 0:
        return
    if pdf.will_page_break(20 + 8 * len(players) + 6 * (1 + len(sources) // 3)):
        pdf.add_page()
    _title(pdf, _("Where the points came from"))
    pdf.set_font("sheet", size=9)
    for index, source in enumerate(sources):
        label = f"{index + 1} {pdf.said(_(source))}"
        if pdf.get_x() + pdf.get_string_width(label) + 8 > MARGIN + WIDTH:
            pdf.ln(6)
        pdf.set_fill_color(*part(index))
        pdf.rect(pdf.get_x() + 1, pdf.get_y() + 1.5, 3, 3, style="DF")
        pdf.set_x(pdf.get_x() + 5)
        pdf.cell(pdf.get_string_width(label) + 4, 6, label)
    pdf.ln(8)
    room = WIDTH - 34 - 14
    for score in sorted(sheet.players, key=lambda p: p.rank):
        y = pdf.get_y()
        pdf.set_font("sheet", "B", 10)
        pdf.cell(34, 7, _fitted(pdf, players[score.player][0], 32))
        x = MARGIN + 34
        pdf.set_font("sheet", size=8)
        for index, source in enumerate(sources):
            vp = _of(score, source)
            if vp <= 0:
                continue
            long = room * vp / best
            pdf.set_fill_color(*part(index))
            pdf.set_xy(x, y + 0.5)
            label = f"{index + 1}: {vp}"
            pdf.cell(
                long,
                6,
                label if pdf.get_string_width(label) < long - 1 else "",
                fill=True,
                border=1,
                align="C",
            )
            x += long
        pdf.set_font("sheet", "B", 10)
        pdf.set_xy(x + 1, y)
        pdf.cell(14, 7, str(score.total), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        pdf.set_y(y + 8)


def _lines(pdf: _ScorePdf, players: Sequence[tuple[str, str]], course: Sequence[Course]) -> None:
    """A line a player, each with a pattern of its own and its name at the end."""
    tall, across = 55.0, WIDTH - 40
    if pdf.will_page_break(tall + 24):
        pdf.add_page()
    _title(pdf, _("Round by round"))
    most = max(1, max(max(c.totals) for c in course))
    left, bottom = MARGIN + 8, pdf.get_y() + 2 + tall

    def at(index: int, total: int) -> tuple[float, float]:
        return left + across * index / (len(course) - 1), bottom - tall * max(0, total) / most

    pdf.set_font("sheet", size=8)
    for total in sorted({0, most // 2, most}):
        y = at(0, total)[1]
        pdf.set_draw_color(_LINE)
        pdf.line(left, y, left + across, y)
        pdf.set_xy(MARGIN, y - 2)
        pdf.cell(7, 4, str(total), align="R")
    for index, moment in enumerate(course):
        pdf.set_xy(at(index, 0)[0] - 4, bottom + 1)
        pdf.cell(8, 4, str(moment.round), align="C")
    ends: list[float] = []
    order = sorted(range(len(players)), key=lambda seat: -course[-1].totals[seat])
    for seat in order:
        name, colour = players[seat]
        pdf.set_draw_color(*player(colour, PAPER, (_INK,) * 3))
        pdf.set_line_width(0.6)
        on, off = _DASHES[seat % len(_DASHES)]
        pdf.set_dash_pattern(dash=on, gap=off)
        pdf.polyline([at(n, c.totals[seat]) for n, c in enumerate(course)])
        pdf.set_dash_pattern()
        y = max([at(0, course[-1].totals[seat])[1], *(end + 4.5 for end in ends[-1:])])
        ends.append(y)
        pdf.set_text_color(*player(colour, PAPER, (_INK,) * 3))
        pdf.set_font("sheet", "B", 9)
        pdf.set_xy(left + across + 2, y - 2)
        pdf.cell(30, 4, _fitted(pdf, name, 28))
    pdf.set_line_width(0.2)
    pdf.set_draw_color(_LINE)
    pdf.set_text_color(_INK)
    pdf.set_xy(MARGIN, max(bottom, max(ends)) + 7)


# --- every point ----------------------------------------------------------------------------------------


def _reasons(pdf: _ScorePdf, sheet: ScoreSheet) -> None:
    """In two columns, each as long as its page."""
    _title(pdf, _("Every point"))
    columns = _Columns(pdf)
    for score in sheet.players:
        columns.room(20)
        columns.write(_("{player}: {vp} VP", player=score.name, vp=score.total), 11, bold=True)
        for line in score.lines:
            columns.room(10)
            columns.write(f"{_(line.source)}: {line.vp}", 9, bold=True)
            for term in line.why.terms:
                columns.write(term.label, 9, number=str(term.value))
        columns.skip(2)


class _Columns:
    """Two columns under what the page shows already, then whole pages of two."""

    WIDE, GAP, NUMBER = (WIDTH - 8) / 2, 8.0, 8.0

    def __init__(self, pdf: _ScorePdf) -> None:
        self._pdf = pdf
        self._top = pdf.get_y()
        self._column = 0
        self._bottom = pdf.h - MARGIN - 8

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
        text = pdf.said(text)
        lines: Any = pdf.multi_cell(wide, high, text, dry_run=True, output=MethodReturnValue.LINES)
        self.room(high * len(lines))
        left, y = MARGIN + self._column * (self.WIDE + self.GAP), pdf.get_y()
        if number:
            pdf.set_xy(left, y)
            pdf.cell(self.NUMBER - 1, high, number, align="R")
        pdf.set_xy(left + self.WIDE - wide, y)
        pdf.multi_cell(wide, high, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align="L")

    def skip(self, height: float) -> None:
        self._pdf.set_y(self._pdf.get_y() + height)
