"""The menus of a table's page and of a seat's: what leads on from there, for who asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from flask import url_for

from companion.games.contract import State
from companion.lessons.teaching import book_of
from companion.table.table import Table
from companion.translation import _, listed, plural
from companion.web.live.views import SeatLabel
from companion.web.play.coach import has_coach
from companion.web.play.leaving import deals_hands
from companion.web.play.legend import has_legend
from companion.web.play.what_lies import may_be_caught_up_with
from companion.web.request.addressed import room
from companion.web.request.devices import is_tracked
from companion.web.request.visitor import house, visitor
from companion.web.setup.setup_form import registrable_tiles, unknown_tiles


@dataclass(frozen=True, slots=True)
class MenuLink:
    """attributes: by which the page's scripts find it."""

    href: str
    icon: str
    words: str
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableMenu:
    """calls: the staff may be called from there."""

    calls: bool
    links: tuple[MenuLink, ...]


@dataclass(frozen=True, slots=True)
class SeatMenu:
    """history: of the table as the seat may read it. others: the seats to which the device may be passed.
    keeps_hand: this phone may keep its player's hand. leaves: the seat may be given up."""

    history: MenuLink
    calls: bool
    others: tuple[SeatLabel, ...]
    keeps_hand: bool
    links: tuple[MenuLink, ...]
    home: MenuLink
    leaves: bool


def table_menu(table: Table[State]) -> TableMenu:
    links = (
        *_joining(table),
        *_course(table, None),
        *_devices(table),
        *_teaching(table),
        *_leaving(table, None),
        *_putting_away(table),
    )
    return TableMenu(_calls(table), (*links, *_rules(table, None), *_house(table), _home()))


def seat_menu(
    table: Table[State], seat: SeatLabel, everyone: tuple[SeatLabel, ...], passed: bool
) -> SeatMenu:
    """passed: the device is passed round, so that it is not the seat's own."""
    who, number = visitor(), seat.number
    joined = None if who.trusted else number
    join = MenuLink(url_for("join.table", table_id=table.id, seat=joined), "qr", _("Join with another phone"))
    history, *course = _course(table, number)
    return SeatMenu(
        history,
        _calls(table),
        tuple(it for it in everyone if it.number != number and who.sees(table.id, it.number)),
        bool(table.game.own_hand and not passed),
        (
            *course,
            *_help(table, number),
            *_rules(table, number),
            *_timer_and_score(table),
            join,
            *_leaving(table, number),
        ),
        _home(),
        not who.trusted,
    )


def _calls(table: Table[State]) -> bool:
    """Where everybody is trusted there is no staff to call, unless there are stations."""
    who = visitor()
    return bool((not who.trusted or house().stations.all()) and who.at(table.id))


def _joining(table: Table[State]) -> Iterator[MenuLink]:
    who = visitor()
    if not who.at(table.id):
        return
    yield MenuLink(url_for("join.table", table_id=table.id), "qr", _("Join with a phone"))
    if not who.trusted:
        yield MenuLink(url_for("join.choose", table_id=table.id), "person", _("Seats"))


def _course(table: Table[State], seat: int | None) -> Iterator[MenuLink]:
    """What happened, its corrections, what was played without a screen; on the table's page with timer and
    score. seat: whose page it is, None: the table's."""
    yield MenuLink(url_for("history.history", table_id=table.id, seat=seat), "history", _("History"))
    if seat is not None or visitor().at(table.id):
        facts = url_for("corrections.facts", table_id=table.id, seat=seat)
        yield MenuLink(facts, "edit", _("Correct something"), {"data-correct-here": ""})
        if may_be_caught_up_with(table) and not table.game.phase(table.state).over:
            begin = url_for("played_on.begin", table_id=table.id, seat=seat)
            yield MenuLink(begin, "turn", _("We played on"))
    if seat is None:
        yield from _timer_and_score(table)


def _timer_and_score(table: Table[State]) -> Iterator[MenuLink]:
    if getattr(table.game, "timer", None):
        yield MenuLink(url_for("timer.index", game=table.game.name), "timer", _("Timer"))
    yield MenuLink(url_for("score.score", table_id=table.id), "score", _("Score"))


def _devices(table: Table[State]) -> Iterator[MenuLink]:
    """What the camera over this table sees, its check and its settings; of the demo its own panel."""
    who, station = visitor(), room().serving(table.id)
    if station is None or not is_tracked(table.game) or not who.at(table.id):
        return
    if station.demo and who.staff:
        yield MenuLink(url_for("demo.panel"), "camera", _("Demo table"))
    elif station.eyes:
        yield MenuLink(url_for("play.watch", table_id=table.id), "camera", _("What the camera sees"))
    if station.eyes:
        yield MenuLink(url_for("verify.verify", table_id=table.id), "check", _("Verify the table"))
        if who.staff:
            yield MenuLink(url_for("calibrate.index"), "camera", _("Set up the camera"))


def _teaching(table: Table[State]) -> Iterator[MenuLink]:
    if book_of(table.game.name):
        yield MenuLink(url_for("lessons.set_up", table_id=table.id), "table", _("Set the table"))
        yield MenuLink(url_for("lessons.lessons", table_id=table.id), "book", _("Lessons"))


def _leaving(table: Table[State], seat: int | None) -> Iterator[MenuLink]:
    """Who plays a seat on whose player leaves; and where the coach does, its player's way back."""
    if table.game.phase(table.state).over or not (seat is not None or visitor().at(table.id)):
        return
    if deals_hands(table):
        return
    if seat is not None:
        yield MenuLink(
            url_for("leaving.of_seat", table_id=table.id, seat=seat), "person", _("I have to leave")
        )
        return
    coached = [one.name for at, one in enumerate(table.setup.players) if str(at) in table.settings.computers]
    words = _("The coach plays on for {player}", player=listed(coached)) if coached else _("A player leaves")
    yield MenuLink(url_for("leaving.show", table_id=table.id), "person", words)


def _putting_away(table: Table[State]) -> Iterator[MenuLink]:
    if not (visitor().at(table.id) and table.game.contents()):
        return
    over = table.game.phase(table.state).over
    words = _("Put away") if over else _("Break off until another day")
    yield MenuLink(url_for("put_away.put_away", table_id=table.id), "archive", words)
    yield MenuLink(url_for("laying_out.lay_out", table_id=table.id), "table", _("Lay it out again"))


def _help(table: Table[State], seat: int) -> Iterator[MenuLink]:
    if has_coach(table.game) and table.settings.coach == "on":
        levels = url_for("help_levels.of_seat", table_id=table.id, seat=seat)
        yield MenuLink(levels, "light", _("How much help"))
    if book_of(table.game.name):
        yield MenuLink(url_for("lessons.lessons_of", table_id=table.id, seat=seat), "book", _("Lessons"))


def _rules(table: Table[State], seat: int | None) -> Iterator[MenuLink]:
    game: Any = table.game
    if is_tracked(game) and game.reference:
        what = url_for("what.what", name=game.name, table=table.id, seat=seat)
        yield MenuLink(what, "question", _("What is this?"))
    if game.reference:
        of_seat = {} if seat is None else {"seat": seat}
        page = "rulebook.ask" if seat is None else "rulebook.ask_of_seat"
        ask = url_for(page, table_id=table.id, **of_seat)  # type: ignore[arg-type]
        yield MenuLink(ask, "question", _("Ask the rules"), {"data-rules": ""})
    if has_legend(game):
        yield MenuLink(url_for("legend.legend", table_id=table.id), "book", _("What the signs mean"))


def _house(table: Table[State]) -> Iterator[MenuLink]:
    who = visitor()
    if who.staff and (words := _pieces_known(table)):
        yield MenuLink(url_for("box.index", game=table.game.name), "archive", words)
    if who.tablet(table.id):
        yield MenuLink(url_for("seating.show", table_id=table.id), "person", _("Where we sit"))
    if who.staff:
        yield MenuLink(url_for("play.options", table_id=table.id), "settings", _("This table's settings"))


def _pieces_known(table: Table[State]) -> str:
    """How many of the box's pieces are known; "": all are, or the demo's are made up."""
    game: Any = table.game
    made_up = 0 if room().home.demo else unknown_tiles(game)
    if not made_up:
        return ""
    if table.setup.told:
        of = registrable_tiles(game)
        return _("{known} of {of} pieces known", known=of - made_up, of=of)
    return plural("{number} piece not registered", "{number} pieces not registered", made_up)


def _home() -> MenuLink:
    words = _("All tables") if visitor().staff else _("Home")
    return MenuLink(url_for("tables.index"), "table", words)
