"""The charts of a game's statistics, each with the table of its numbers, drawn on the server.

Bars are lists of the pages' own gauges, lines an SVG with the pages' own colours: both follow light and dark
and need no script. pygal was tried: 28 KB for two lines, with a style and another host's script in it, which
the Content-Security-Policy refuses. Libraries of the browser (uPlot, Chart.js) draw on a canvas, which no
screen reader reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.plays.play import PlaySummary
from companion.plays.records import holds, totals_with
from companion.plays.trends import MAX_LINES, Totals, endings, lengths, rates, totals
from companion.translation import _, decimal, plural
from companion.web.live.views import MARKS, SeatLabel
from companion.web.play.score_chart import (
    BOTTOM_MARGIN,
    DASHES,
    HEIGHT,
    LEFT_MARGIN,
    MAX_NAME_LETTERS,
    RIGHT_MARGIN,
    TOP_MARGIN,
    WIDTH,
    Curve,
    Lines,
    grid_steps,
    spread_apart,
)

MAX_CHARTED_PLAYS = 30
"""Plays that the line chart shows."""


@dataclass(frozen=True, slots=True)
class Bar:
    """label, value: words; part: of the whole width; mark: where a thin line stands in it, None: none."""

    label: str
    value: str
    part: float
    mark: float | None = None


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart and the table behind it. note: what a mark or a gap means; lines: an SVG, in place of bars."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[Bar, ...] = ()
    lines: Lines | None = None
    note: str = ""


def plots(plays: Sequence[PlaySummary]) -> tuple[Plot, ...]:
    """The charts that these plays are enough for. plays: of one game, the newest first."""
    made = [
        totals_over_time_plot(plays[:MAX_CHARTED_PLAYS]),
        win_rates_plot(plays, _("Won by seat"), lambda play, seat: _("Seat {number}", number=seat + 1)),
        win_rates_plot(
            plays, _("Won by colour"), lambda play, seat: _(play.players[seat].colour.capitalize())
        ),
        win_rates_plot(plays, _("Won by who began"), _began),
        lengths_plot(plays),
        endings_plot(plays),
    ]
    return tuple(plot for plot in made if plot is not None)


def plots_of_owned(plays: Sequence[PlaySummary], name: str) -> tuple[Plot, ...]:
    """The charts of one thing that players owned at the end. plays: of one game, the newest first."""
    latest = plays[:MAX_CHARTED_PLAYS]
    made = [
        win_rates_plot(
            plays,
            _("Won with it and without it"),
            lambda play, seat: _("With it") if holds(play, seat, name) else _("Without it"),
        ),
        holders_plot(totals_with(plays, name)),
        _totals_plot(_("Points of those who had it"), totals_with(latest, name)[:MAX_LINES], len(latest)),
    ]
    return tuple(plot for plot in made if plot is not None)


def holders_plot(found: Sequence[Totals]) -> Plot:
    """Players who had it at the end, and how often."""
    most = len(found[0].totals)
    averages = [decimal(sum(one.totals.values()) / len(one.totals)) for one in found]
    rows = tuple(
        (one.name, str(len(one.totals)), average) for one, average in zip(found, averages, strict=True)
    )
    bars = tuple(
        Bar(one.name, plural("{number} play", "{number} plays", len(one.totals)), len(one.totals) / most)
        for one in found
    )
    return Plot(_("Who had it"), (_("Player"), _("Plays"), _("Average VP")), rows, bars)


def win_rates_plot(
    plays: Sequence[PlaySummary], title: str, kind: Callable[[PlaySummary, int], str | None]
) -> Plot | None:
    found = rates(plays, kind)
    if len(found) < 2:
        return None
    rows = tuple(
        (r.label, str(r.plays), str(r.wins), _percent(r.part), _percent(r.expected_part)) for r in found
    )
    bars = tuple(
        Bar(
            r.label,
            _("{wins} of {plays} ({part})", wins=r.wins, plays=r.plays, part=_percent(r.part)),
            r.part,
            r.expected_part,
        )
        for r in found
    )
    heads = ("", _("Plays"), _("Wins"), _("Won"), _("Expected wins"))
    return Plot(title, heads, rows, bars, note=_("The thin line: expected wins."))


def lengths_plot(plays: Sequence[PlaySummary]) -> Plot | None:
    found = [one for one in lengths(plays) if one.minutes is not None]
    if not found:
        return None
    longest = max(one.minutes or 0 for one in found)
    players = [plural("{number} player", "{number} players", one.players) for one in found]
    rows = tuple(
        (label, str(one.plays), decimal(one.minutes or 0), "–" if one.rounds is None else decimal(one.rounds))
        for label, one in zip(players, found, strict=True)
    )
    bars = tuple(
        Bar(label, _("{number} minutes", number=decimal(one.minutes or 0)), (one.minutes or 0) / longest)
        for label, one in zip(players, found, strict=True)
    )
    return Plot(_("Length"), (_("Players"), _("Plays"), _("Minutes"), _("Rounds")), rows, bars)


def endings_plot(plays: Sequence[PlaySummary]) -> Plot | None:
    found = endings(plays)
    if not found:
        return None
    most = found[0][1]
    rows = tuple((_(words), str(number)) for words, number in found)
    bars = tuple(
        Bar(_(words), plural("{number} play", "{number} plays", number), number / most)
        for words, number in found
    )
    return Plot(_("How plays ended"), (_("Reason"), _("Plays")), rows, bars)


def totals_over_time_plot(plays: Sequence[PlaySummary]) -> Plot | None:
    found = [one for one in totals(plays) if len(one.totals) > 1]
    return _totals_plot(_("Points over time"), found, len(plays))


def _totals_plot(title: str, found: Sequence[Totals], plays: int) -> Plot | None:
    """Lines of totals. plays: number of plays along the x axis."""
    if not found:
        return None
    heads = (_("Play no."), *(one.name for one in found))
    rows = tuple(
        (str(number), *(str(one.totals.get(number, "–")) for one in found))
        for number in range(1, plays + 1)
        if any(number in one.totals for one in found)
    )
    note = _("The last {number} plays, the oldest on the left.", number=plays)
    return Plot(title, heads, rows, lines=_lines(found, plays), note=note)


def _lines(found: Sequence[Totals], plays: int) -> Lines:
    every = [total for one in found for total in one.totals.values()]
    least, top, steps = grid_steps(min(every), max(every))
    across = (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / max(1, plays - 1)
    up = (HEIGHT - TOP_MARGIN - BOTTOM_MARGIN) / (top - least)

    def at(number: int, total: int) -> tuple[float, float]:
        x, y = LEFT_MARGIN + across * (number - 1), HEIGHT - BOTTOM_MARGIN - up * (total - least)
        return round(x, 1), round(y, 1)

    ends = spread_apart([at(*list(one.totals.items())[-1])[1] for one in found])
    curves = []
    for n, (one, (colour, mark)) in enumerate(zip(found, MARKS.items(), strict=False)):
        marks = tuple(at(number, total) for number, total in one.totals.items())
        label = one.name if len(one.name) <= MAX_NAME_LETTERS else one.name[: MAX_NAME_LETTERS - 1] + "…"
        curves.append(
            Curve(
                SeatLabel(n, one.name, colour, mark),
                " ".join(f"{x},{y}" for x, y in marks),
                marks,
                DASHES[n],
                (WIDTH - RIGHT_MARGIN + 14, ends[n]),
                label,
            )
        )
    every_nth = -(-plays // 12)
    numbers = tuple((at(n, 0)[0], n) for n in range(1, plays + 1, every_nth))
    return Lines(tuple(curves), numbers, tuple((at(1, total)[1], total) for total in steps))


def _began(play: PlaySummary, seat: int) -> str | None:
    starts = play.players[seat].starts
    if starts is None:
        return None
    return _("Began") if starts else _("Did not begin")


def _percent(part: float) -> str:
    return f"{round(100 * part)}\u00a0%"
