"""The drawings of a play's score sheet: the players' totals as bars and the course of the game as lines."""

from __future__ import annotations

from collections.abc import Sequence

from fpdf.enums import XPos, YPos

from companion.games.contract import ScoreSheet
from companion.plays.colours import PAPER, part, player
from companion.plays.pdf_page import INK, LINE, MARGIN_MM, WIDTH_MM, ScorePdf, add_title, fitted, values_of
from companion.plays.play import RoundTotals
from companion.translation import _, labelled

_DASHES = ((0.0, 0.0), (3.0, 1.5), (1.0, 1.5), (5.0, 1.5), (2.0, 1.0))
"""mm on, mm off: each player's line in the second chart; 0: drawn through."""


def draw_bars(
    pdf: ScorePdf, players: Sequence[tuple[str, str]], sheet: ScoreSheet, sources: Sequence[str]
) -> None:
    """A bar for each player; its parts are numbered in the order of the sheet, also for gray prints."""
    best = max(p.total for p in sheet.players)
    if best <= 0:
        return
    if pdf.will_page_break(20 + 8 * len(players) + 6 * (1 + len(sources) // 3)):
        pdf.add_page()
    add_title(pdf, _("Where the points came from"))
    pdf.set_font("sheet", size=9)
    for index, source in enumerate(sources):
        label = f"{index + 1} {_(source)}"
        if pdf.get_x() + pdf.width_of(label) + 8 > MARGIN_MM + WIDTH_MM:
            pdf.ln(6)
        pdf.set_fill_color(*part(index))
        pdf.rect(pdf.get_x() + 1, pdf.get_y() + 1.5, 3, 3, style="DF")
        pdf.set_x(pdf.get_x() + 5)
        pdf.cell(pdf.width_of(label) + 4, 6, label)
    pdf.ln(8)
    room = WIDTH_MM - 34 - 14
    for score in sorted(sheet.players, key=lambda p: p.rank):
        y = pdf.get_y()
        pdf.set_font("sheet", "B", 10)
        pdf.cell(34, 7, fitted(pdf, players[score.player][0], 32))
        x = MARGIN_MM + 34
        pdf.set_font("sheet", size=8)
        for index, source in enumerate(sources):
            vp = values_of(score, source)
            if vp <= 0:
                continue
            long = room * vp / best
            pdf.set_fill_color(*part(index))
            pdf.set_xy(x, y + 0.5)
            label = labelled(str(index + 1), str(vp))
            pdf.cell(
                long,
                6,
                label if pdf.width_of(label) < long - 1 else "",
                fill=True,
                border=1,
                align="C",
            )
            x += long
        pdf.set_font("sheet", "B", 10)
        pdf.set_xy(x + 1, y)
        pdf.cell(14, 7, str(score.total), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        pdf.set_y(y + 8)


def draw_lines(pdf: ScorePdf, players: Sequence[tuple[str, str]], course: Sequence[RoundTotals]) -> None:
    """A line a player, each with a pattern of its own and its name at the end."""
    tall, across = 55.0, WIDTH_MM - 40
    if pdf.will_page_break(tall + 24):
        pdf.add_page()
    add_title(pdf, _("Round by round"))
    most = max(1, max(max(c.totals) for c in course))
    left, bottom = MARGIN_MM + 8, pdf.get_y() + 2 + tall

    def at(index: int, total: int) -> tuple[float, float]:
        return left + across * index / (len(course) - 1), bottom - tall * max(0, total) / most

    pdf.set_font("sheet", size=8)
    for total in sorted({0, most // 2, most}):
        y = at(0, total)[1]
        pdf.set_draw_color(LINE)
        pdf.line(left, y, left + across, y)
        pdf.set_xy(MARGIN_MM, y - 2)
        pdf.cell(7, 4, str(total), align="R")
    for index, moment in enumerate(course):
        pdf.set_xy(at(index, 0)[0] - 4, bottom + 1)
        pdf.cell(8, 4, str(moment.round), align="C")
    ends: list[float] = []
    order = sorted(range(len(players)), key=lambda seat: -course[-1].totals[seat])
    for seat in order:
        name, colour = players[seat]
        pdf.set_draw_color(*player(colour, PAPER, (INK,) * 3))
        pdf.set_line_width(0.6)
        on, off = _DASHES[seat % len(_DASHES)]
        pdf.set_dash_pattern(dash=on, gap=off)
        pdf.polyline([at(n, c.totals[seat]) for n, c in enumerate(course)])
        pdf.set_dash_pattern()
        y = max([at(0, course[-1].totals[seat])[1], *(end + 4.5 for end in ends[-1:])])
        ends.append(y)
        pdf.set_text_color(*player(colour, PAPER, (INK,) * 3))
        pdf.set_font("sheet", "B", 9)
        pdf.set_xy(left + across + 2, y - 2)
        pdf.cell(30, 4, fitted(pdf, name, 28))
    pdf.set_line_width(0.2)
    pdf.set_draw_color(LINE)
    pdf.set_text_color(INK)
    pdf.set_xy(MARGIN_MM, max(bottom, max(ends)) + 7)
