"""The JSON of a table: its state as a seat may know it, its history and its score sheet.

The classes are the schema too: `openapi.py` reads their annotations.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from companion.games import contract
from companion.games.contract import Fact, Json, Term
from companion.system.steady_time import steady_now
from companion.table.journal import Kind
from companion.table.snapshot import DeviceState, HistoryLine, Now
from companion.table.table import Table
from companion.translation import _
from companion.web.api.questions_json import Question, question
from companion.web.live.views import asks_of, seats


class Player(Struct):
    """seat: from 0."""

    seat: int
    name: str
    colour: str


class ListedTable(Struct):
    """A table in the list. players: names in seat order. trouble: why it cannot be opened or changed; "": it
    can. Those put away are not opened, and come without players, summary, number and over."""

    id: str
    game: str
    title: str
    created: datetime
    archived: bool
    players: tuple[str, ...] = ()
    summary: str = ""
    number: int = 0
    over: bool = False
    trouble: str = ""


class Device(Struct):
    """The cameras or the lights. state: "online", "still", "lost", ... or "none"; sentence: for a person."""

    state: str
    sentence: str


class State(Struct):
    """A table as a seat may know it (seat null: as everybody may).

    number: of the last entry; send it as `seen`. phase: the game's name for where it is; phase_words, ending:
    for people. waiting_for: the seats that the table waits for, null for the table itself. facts: what the
    game tracks, by path. undo, redo: what these would take back or do again. last: what just happened.
    checks: what does not add up after a correction. camera, lights: of this table.
    """

    table: str
    game: str
    title: str
    seat: int | None
    number: int
    over: bool
    round: int
    phase: str
    phase_words: str
    ending: tuple[str, ...]
    players: tuple[Player, ...]
    waiting_for: tuple[int | None, ...]
    questions: tuple[Question, ...]
    facts: dict[str, Json]
    undo: str | None
    redo: str | None
    last: str
    checks: tuple[str, ...]
    clocks_paused: bool
    camera: Device
    lights: Device
    settings: dict[str, Json]
    read_only: str | None
    time: datetime


class HistoryEntry(Struct):
    """An entry of the journal in words that this seat may read. by: who told it. effective: the state now
    rests on it; false: it was taken back. happened: what followed from it for all to see, in sentences."""

    number: int
    kind: Kind
    player: int | None
    words: str
    by: str
    at: datetime
    effective: bool
    happened: tuple[str, ...] = ()


class Moment(Struct):
    """An event of the stream: the table as it is now, and the entries since the event before."""

    state: State
    entries: tuple[HistoryEntry, ...]


class ScoreLine(Struct):
    """A line of a player's score: `vp` from one source, with the terms it adds up from."""

    source: str
    label: str
    vp: int
    terms: tuple[Term, ...]
    lowest: int | None = None


class PlayerScore(Struct):
    """player: the seat, from 0. tie_break: in words; "": none was needed."""

    player: int
    name: str
    total: int
    rank: int
    winner: bool
    tie_break: str
    lines: tuple[ScoreLine, ...]


class ScoreSheet(Struct):
    """final: false while the game goes on: then it is a standing, not a result."""

    final: bool
    players: tuple[PlayerScore, ...]


def players_of(table: Table[contract.State]) -> tuple[Player, ...]:
    return tuple(Player(n, p.name, p.colour) for n, p in enumerate(table.setup.players))


def state(table: Table[contract.State], seat: int | None) -> State:
    return state_at(table, table.now, seat)


def state_at(table: Table[contract.State], moment: Now[contract.State], seat: int | None) -> State:
    game, now, at = table.game, table.spoken(moment), steady_now()
    view, phase = game.view(now.state, seat), game.phase(now.state)
    left = {(c.player, c.kind): round(c.left(at), 1) for c in now.clocks}
    questions = tuple(
        question(ask, left.get((ask.question.player, ask.question.kind)))
        for ask in asks_of(game, now.state, now.clocks, seats(table), seat)
    )
    served = now.around.served == table.id
    return State(
        table.id,
        game.name,
        table.title,
        seat,
        now.number,
        phase.over,
        phase.round,
        phase.key,
        phase.words,
        phase.endings,
        players_of(table),
        tuple(dict.fromkeys(q.player for q in questions if not q.aside)),
        questions,
        dict(game.fact_values(view)),
        now.undo,
        now.redo,
        now.last.words if seat is None else table.words_of(now.number, seat),
        game.check(view),
        now.paused,
        _device(now.around.camera if served else None),
        _device(now.around.lights if served else None),
        now.settings.to_json(),
        None if table.read_only is None else _(table.read_only),
        at,
    )


def facts(table: Table[contract.State], seat: int | None) -> tuple[Fact, ...]:
    return table.game.facts(table.game.view(table.state, seat))


def history(table: Table[contract.State], seat: int | None, after: int) -> tuple[HistoryEntry, ...]:
    """The entries after this one, as this seat may read them."""
    return tuple(map(_entry, table.history(seat, after)))


def moment(table: Table[contract.State], seat: int | None, after: int | None) -> Moment:
    """after: the entry that the listener knows; None: no entries are sent along."""
    now = table.now
    missed = () if after is None else history(table, seat, after)
    # An entry may have come since `now` was taken: it belongs to the next moment.
    return Moment(state_at(table, now, seat), tuple(e for e in missed if e.number <= now.number))


def _entry(line: HistoryLine) -> HistoryEntry:
    entry = line.entry
    return HistoryEntry(
        entry.number,
        entry.kind,
        entry.player,
        line.words,
        entry.by,
        entry.at,
        line.effective,
        line.happened,
    )


def _device(device: DeviceState | None) -> Device:
    return Device("none", "") if device is None else Device(device.state, _(device.sentence))
