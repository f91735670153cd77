"""Correction mode: every fact the tracker keeps, to be overruled by a person."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any
from urllib.parse import unquote

from flask import Blueprint, render_template, request

from companion.games.contract import Correction, Fact, Game, State, game_at
from companion.table.table import Table
from companion.translation import _
from companion.web.box.box_names import sorts_of
from companion.web.live.views import seats
from companion.web.play.answering import done
from companion.web.play.bodies import CorrectionBody, Done, DropBody, TableNumber
from companion.web.play.fact_view import FactView, ValueView, facts_of, value_view
from companion.web.play.shared_facts import confirmed_sender
from companion.web.play.told_here import confirmed_telling
from companion.web.request.addressed import asked_seat, table_of
from companion.web.request.json_body import json_post
from companion.web.request.visitor import require_seat, sender_name

pages = Blueprint("corrections", __name__)


MAX_CHANGES = 6
"""Of a number, that its panel tells."""
MAX_STEPS_BACK = 250


@dataclass(frozen=True, slots=True)
class Change:
    """by: how much more it was then, in the words of the step."""

    by: int
    words: str


@dataclass(frozen=True, slots=True)
class Course:
    """The last changes of a number, the newest first, and what it was before them. begun: at the start."""

    changes: tuple[Change, ...]
    before: Any
    begun: bool = False

    @property
    def before_words(self) -> str:
        return _("at the start") if self.begun else _("before that")


@pages.get("/t/<table_id>/correct/touched")
def touched(table_id: str) -> str:
    """The facts at ?path=.., for the panel of a live page; ?seat=N: those that the seat may know.

    A path may be a pattern (docs/pages.md): "card/1/*", or with a value "card/*=bag".
    """
    table = table_of(table_id)
    viewer = asked_seat(table, request.args.get("seat"))
    known = table.game.facts(table.game.view(table.state, viewer))
    wanted = [item for mark in request.args.getlist("path") for item in _facts_at(known, mark)]
    only = wanted[0] if len(wanted) == 1 and isinstance(wanted[0], FactView) else None
    course = None if only is None or only.fact.choices else _course(table, only.fact, viewer)
    return render_template("correct_facts.html", table=table, viewer=viewer, items=wanted, course=course)


def _course(table: Table[State], fact: Fact, viewer: int | None) -> Course:
    """How a number came to be what it is, as a seat may know it: from its last changes back."""
    path = [entry.number for entry in table.effective()][-MAX_STEPS_BACK:]
    value: Any = fact.value
    changes: list[Change] = []
    after = table.game.view(table.state_at(path[-1]), viewer)
    for later, earlier in zip(reversed(path), reversed(path[:-1]), strict=False):
        before = table.game.view(table.state_at(earlier), viewer)
        then = table.game.fact(before, fact.path) if before is not after else fact
        after = before
        if then is None or type(then.value) is not int or type(value) is not int:
            return Course(tuple(changes), value, begun=True)
        if then.value != value:
            changes.append(Change(value - then.value, table.words_of(later, viewer)))
            value = then.value
            if len(changes) == MAX_CHANGES:
                return Course(tuple(changes), value)
    return Course(tuple(changes), value, begun=path[0] == 1)


def _facts_at(known: tuple[Fact, ...], mark: str) -> Iterator[FactView | ValueView]:
    path, asks, value = mark.partition("=")
    found = [fact for fact in known if fact.path == path]
    if path.endswith("/*"):
        found = [fact for fact in known if fact.path.startswith(path[:-1])]
    if not asks:
        yield from (FactView(fact, fact.label) for fact in found)
        return
    wanted = unquote(value)
    groups: dict[object, list[Fact]] = {wanted: []}
    for fact in found:
        if wanted in fact.choices:
            groups.setdefault(fact.value, []).append(fact)
    has = groups.pop(wanted)
    others = sorted(groups.values(), key=len)
    if has or others:
        begin = _common_begin([fact.label for some in (has, *others) for fact in some])
        yield value_view(wanted, begin, [some for some in (has, *others) if some])


def _common_begin(labels: list[str]) -> str:
    """The words that all labels begin with, each followed by a space, without any label's last word."""
    alike = takewhile(
        lambda words: len(set(words)) == 1, zip(*(label.split()[:-1] for label in labels), strict=False)
    )
    return "".join(f"{words[0]} " for words in alike)


@pages.get("/t/<table_id>/correct")
def facts(table_id: str) -> str:
    """?seat=N: what that seat may know, its own facts first. ?path=..: the facts that are in question."""
    table = table_of(table_id)
    viewer = asked_seat(table, request.args.get("seat"))
    now = table.spoken(table.now)
    view = table.game.view(now.state, viewer)
    found = table.game.facts(view)
    owners = sorted(seats(table), key=lambda seat: seat.number != viewer)
    return render_template(
        "correct.html",
        table=table,
        wanted=[FactView(f, f.label) for f in found if f.path in request.args.getlist("path")],
        groups=[facts_of(found, owner) for owner in (*owners, None)],
        number=now.number,
        undo_words=now.undo,
        viewer=viewer,
        person=None if viewer is None else table.setup.players[viewer].name,
        doubts=table.game.check(view),
        sorts=sorts_of(table.game),
        told=_told(game_at(table.game, view)) if table.setup.told else (),
    )


def _told(game: Game[State]) -> list[tuple[str, str]]:
    """(id, name) of each piece of which people or publishers say something, by name."""
    tiles = () if game.box is None else game.box.book().tiles()
    said = [tile for tile in tiles if tile.fields.get("source") != "stand-in"]
    return sorted(
        ((tile.id, game.display.named(tile.name)) for tile in said), key=lambda it: it[1].casefold()
    )


@json_post(pages, "/t/<table_id>/corrections", CorrectionBody)
def correct(table_id: str, body: CorrectionBody) -> Done:
    """The fact at `path` is `value`; or a device confirms what another one told of a piece."""
    table, by = table_of(table_id), sender_name()
    fact = next((fact for fact in table.game.facts(table.state) if fact.path == body.path), None)
    require_seat(table_id, None if fact is None else fact.player)
    if fact is None and (entry := confirmed_telling(table, body, by)) is not None:
        table.set(asked={})
        return done(table, entry)
    correction = Correction(body.path, body.value)
    if fact is not None and fact.player is None:
        by = confirmed_sender(table, body, fact, by)
    entry = table.correct(correction, body.seen, body.key, by)
    if table.settings.asked:
        table.set(asked={})
    return done(table, entry)


@json_post(pages, "/t/<table_id>/corrections/drop", DropBody)
def drop(table_id: str, body: DropBody) -> TableNumber:
    """The correction that waits for a second device is not made."""
    table = table_of(table_id)
    if table.settings.asked:
        table.set(asked={})
    return TableNumber(table.number)
