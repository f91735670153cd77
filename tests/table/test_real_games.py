"""Tests of every installed game on a table: random play by taps and by moved tiles, reopened and replayed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion import games
from companion.games.contract import (
    MIDDLE,
    NO_TRACKING,
    Game,
    Illegal,
    Player,
    Setup,
    decision_to_json,
    seat_zone,
)
from companion.games.contract.random_player import RandomPlayer
from companion.table.journal import Entry, Journal
from companion.table.judge import CAMERA
from companion.table.observation import SeenTable
from companion.table.record import entries_of, play_again, record
from companion.table.referee import Referee
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.timeline import correction_from_json
from tests.default_run import first_by_default, many
from tests.table.test_record import ODD_VALUES, mutated, refusal_of

TRACKED_CASES = [
    (name, players)
    for name in games.names()
    if games.load(name).tracking is not NO_TRACKING
    for players in games.load(name).seats
]
CASES = [(name, players) for name in games.names() for players in games.load(name).seats]


def begin(tables: Tables, name: str, players: int, **settings: Any) -> Table[Any]:
    game: Game[Any] = games.load(name)
    seats = tuple(Player(f"Seat {n + 1}", game.colours[n]) for n in range(players))
    return tables.create(name, Setup(seats), seed=players, settings=Settings().with_changes(**settings))


def random_decision(table: Table[Any], chance: random.Random) -> Any:
    """A random answer to a question that play depends on."""
    question = chance.choice([q for q in table.questions if not q.optional])
    if question.chance is not None:
        return table.game.answer(table.state, question, question.chance.sample(chance))
    options = table.game.options(table.state, question.player)
    return RandomPlayer().choose(table.game, table.state, question, options, chance)


def is_waiting(table: Table[Any]) -> bool:
    return any(not question.optional for question in table.questions)


@pytest.mark.parametrize(("name", "players"), first_by_default(CASES[::2] + CASES[1::2], len(CASES) // 2))
def test_a_game_with_undo_opens_again_and_replays_the_same(journal: Journal, name: str, players: int) -> None:
    table, chance = begin(Tables(journal), name, players), random.Random(players)
    start = table.state
    while is_waiting(table):
        number = table.number
        if chance.random() < 0.1 and table.undo_words is not None:
            before = table.state
            undone = table.undo(number, f"k{number}", "tablet", confirm=table.now.undo_of)
            if chance.random() < 0.5:
                table.redo(undone.number, f"k{number}r", "tablet")
                assert table.state == before
        else:
            table.submit(random_decision(table, chance), number, f"k{number}", "tablet")
    assert table.game.phase(table.state).over
    opened: Table[Any] = Table(table.game, journal, table.id)
    assert opened.read_only is None
    assert opened.state == table.state
    assert opened.history() == table.history()
    kept = json.loads(json.dumps(record(table)))
    again = play_again(kept)
    assert again.stopped is None
    assert again.state == table.state
    assert tuple(entries_of(kept)[1]) == table.entries()
    check_mutated_records(kept, chance, 40)
    while table.undo_words is not None:
        table.undo(table.number, f"back {table.number}", "tablet", confirm=table.now.undo_of)
    assert table.state == start


def check_mutated_records(kept: Any, chance: random.Random, count: int) -> None:
    """A record with one changed value is still legal or is refused in a sentence; nothing else is raised."""
    for n in range(count):
        part = chance.choice(("setup", "steps", "entries"))
        data = {**kept, part: mutated(kept[part], chance) if n % 10 else chance.choice(ODD_VALUES)}
        sentence = refusal_of(entries_of if part == "entries" else play_again, data, games.load)
        assert sentence is None or (sentence.strip() and "\n" not in sentence)


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_hundreds_of_mutated_records(journal: Journal, name: str) -> None:
    chance = random.Random(1)
    table = begin(Tables(journal), name, games.load(name).seats[0])
    while is_waiting(table):
        number = table.number
        table.submit(random_decision(table, chance), number, f"k{number}", "tablet")
    lines = journal.entries(table.id)
    check_mutated_records(json.loads(json.dumps(record(table))), chance, many(2_000))
    assert journal.entries(table.id) == lines


def mutated_request(table: Table[Any], chance: random.Random) -> Any:
    """A valid decision or correction that is changed in one place, as any client could send it."""
    facts = table.game.facts(table.state)
    if facts and chance.random() < 0.4:
        fact = chance.choice(facts)
        value = chance.choice((*ODD_VALUES, *fact.choices, fact.lowest, fact.highest))
        path = fact.path if chance.random() < 0.8 else fact.path[: chance.randrange(len(fact.path))] + "/9"
        return {"path": path, "value": value}
    data = decision_to_json(random_decision(table, chance))
    return data if chance.random() < 0.1 else mutated(data, chance)


def send(table: Table[Any], request: Any, key: str) -> Entry:
    if isinstance(request, dict) and "path" in request:
        return table.correct(correction_from_json(request), table.number, key, "tablet")
    return table.submit(table.game.decision(request), table.number, key, "tablet")


def check_mutated_requests(journal: Journal, name: str, count: int) -> None:
    """Each request adds one entry, or raises Illegal and leaves the table as it was."""
    chance, tables, taken, refused = random.Random(2), Tables(journal), 0, 0
    table = begin(tables, name, games.load(name).seats[1], draws="hand", dice="hand")
    for n in range(count):
        if not is_waiting(table):
            table = begin(tables, name, games.load(name).seats[1], draws="hand", dice="hand")
        before = table.now
        try:
            entry = send(table, mutated_request(table, chance), f"bad {n}")
        except Illegal as wrong:
            refused += 1
            sentence = wrong.sentence
            unchanged = table.now is before and len(table.entries()) == before.number
            assert unchanged
            assert sentence.strip()
            assert "\n" not in sentence
        else:
            taken += 1
            assert entry.number == table.number
            if entry.kind == "correction":
                table.undo(table.number, f"back {n}", "tablet", confirm=table.now.undo_of)
                assert table.state == before.state
        if n % 5 == 0 and is_waiting(table):
            table.submit(random_decision(table, chance), table.number, f"on {n}", "tablet")
    assert refused > count / 3
    assert taken > count / 50
    opened: Table[Any] = Table(games.load(name), journal, table.id)
    assert opened.read_only is None
    assert opened.state == table.state


@pytest.mark.parametrize("name", games.names())
def test_mutated_requests_are_refused_and_change_nothing(journal: Journal, name: str) -> None:
    check_mutated_requests(journal, name, 120)


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_hundreds_of_mutated_requests(journal: Journal, name: str) -> None:
    check_mutated_requests(journal, name, many(2_000))


class SeenTiles:
    """A table with a camera, whose tiles lie where the test puts them, and a clock."""

    def __init__(self, table: Table[Any], players: int) -> None:
        self.table = table
        self.time = 0.0
        self.referee = Referee(table, lambda: self.time)
        self.watching = frozenset({MIDDLE, *(seat_zone(n) for n in range(players))})
        self.number = 0
        self.lay(table.state)

    def lay(self, state: Any) -> None:
        """Moves every tile to its place in `state`; then nothing moves for a while."""
        self.number += 1
        spots = self.table.game.tracking.layout(state)
        for still in (0.5, 10.0):
            self.time += 10
            self.referee.on_seen(SeenTable(spots, still, watching=self.watching, number=self.number))


@pytest.mark.parametrize(("name", "players"), TRACKED_CASES)
def test_taps_leave_moves_to_do_and_are_never_argued_with(journal: Journal, name: str, players: int) -> None:
    table, chance = begin(Tables(journal), name, players, draws="hand"), random.Random(players)
    seen, moved = SeenTiles(table, players), 0
    while is_waiting(table):
        before, number = table.state, table.number
        table.submit(random_decision(table, chance), number, f"k{number}", "tablet")
        seen.lay(before)
        view = seen.referee.view
        assert (view.proposal, view.disagreement) == (None, None)
        if table.game.tracking.layout(before) == table.game.tracking.layout(table.state):
            assert view.to_do == ()
        moved += bool(view.to_do)
        seen.lay(table.state)
        view = seen.referee.view
        assert (view.proposal, view.disagreement, view.to_do) == (None, None, ())
        assert seen.referee.verify() == ()
    assert moved > 3
    assert CAMERA not in {e.by for e in table.entries()}


@pytest.mark.parametrize(("name", "players"), TRACKED_CASES)
def test_hands_are_understood_or_asked_about_and_never_misread(
    journal: Journal, name: str, players: int
) -> None:
    """What the camera accepts by itself always leads to the table that it saw."""
    table, chance = begin(Tables(journal), name, players, draws="camera"), random.Random(players)
    seen, understood, asked = SeenTiles(table, players), 0, 0
    while is_waiting(table):
        number, decision = table.number, random_decision(table, chance)
        meant = table.game.play(table.state, decision)
        if table.game.tracking.layout(meant) != table.game.tracking.layout(table.state):
            seen.lay(meant)
            if table.number > number:
                assert table.game.tracking.layout(table.state) == table.game.tracking.layout(meant)
                assert seen.referee.verify() == ()
                understood += 1
                continue
            asked += 1
        table.submit(decision, number, f"k{number}", "tablet")
        seen.lay(table.state)
        assert seen.referee.verify() == ()
    assert understood > 3
    assert asked < understood
