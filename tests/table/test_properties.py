"""Property tests of a table under random actions, compared with a model that keeps whole states."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import Correction, Illegal
from companion.table.journal import Journal
from companion.table.record import entries_of, play_again, record
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.undo_rights import NeedsConfirmation
from tests.default_run import examples
from tests.table.conftest import SETUP, load_toy
from tests.table.toy_game import Bid, StonesGame

ACTION_LISTS = st.lists(
    st.tuples(
        st.sampled_from(("play", "play", "play", "undo", "redo", "jump", "correct")), st.integers(0, 999)
    ),
    max_size=40,
)


class Model:
    """A table as a list of states: each step keeps the whole state before and after it."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.after = [None, state]  # the state after each entry
        self.back: list[tuple[Any, Any]] = []
        self.forth: list[tuple[Any, Any]] = []

    def step(self, state: Any) -> None:
        self.back.append((self.state, state))
        self.forth = []
        self.state = state

    def undo(self) -> None:
        before, _ = self.back[-1]
        self.forth.append(self.back.pop())
        self.state = before

    def redo(self) -> None:
        self.back.append(self.forth.pop())
        self.state = self.back[-1][1]

    def note(self, number: int) -> None:
        self.after += [self.state] * (number + 1 - len(self.after))


def request_with_confirmation(request: Callable[[int | None], Any]) -> None:
    """Makes a request, and repeats it with the entry to confirm if that is asked for."""
    try:
        request(None)
    except NeedsConfirmation as needed:
        request(needed.number)


def act(table: Table[Any], model: Model, kind: str, pick: int) -> None:
    number, key = table.number, f"key {table.number}"
    if kind == "play" and table.questions:
        question = table.questions[pick % len(table.questions)]
        options = table.game.options(table.state, question.player)
        decision = options[pick % len(options)].decision
        played = table.game.play(table.state, decision)
        table.submit(decision, number, key, "tablet")
        # Between the decision and the answer of the bag there is the state that is played here.
        assert table.state_at(number + 1) == played
        model.after.append(played)
        model.step(table.state)
    elif kind == "undo" and table.undo_words is not None:
        request_with_confirmation(lambda entry: table.undo(number, key, "tablet", confirm=entry))
        model.undo()
    elif kind == "redo" and table.redo_words is not None:
        table.redo(number, key, "tablet")
        model.redo()
    elif kind == "jump":
        to = 1 + pick % number
        request_with_confirmation(lambda entry: table.jump(to, number, key, "tablet", confirm=entry))
        if not any(q.draw for q in table.game.questions(model.after[to])):
            model.step(model.after[to])
        else:
            model.after.append(model.after[to])
            model.back.append((model.state, model.after[to]))
            model.forth = []
            model.state = table.state  # the bag has drawn again: part of the same step
    elif kind == "correct":
        another = (table.state.coins[pick % 2] + 1 + pick % 6) % 7
        correction = Correction(f"coins/{pick % 2}", another)
        expected = table.game.correct(table.state, correction)
        table.correct(correction, number, key, "tablet")
        model.step(expected)
    model.note(table.number)


@settings(deadline=None, max_examples=examples(60))
@given(ACTION_LISTS, st.integers(0, 5))
def test_a_table_does_what_the_model_does_and_opens_again_the_same(
    acts: list[tuple[str, int]], seed: int
) -> None:
    journal = Journal("sqlite://")
    table = Tables(journal, load_toy).create("stones", SETUP, seed=seed)
    model = Model(table.state)
    for kind, pick in acts:
        act(table, model, kind, pick)
        assert table.state == model.state
        assert (table.undo_words is None) == (not model.back)
        assert (table.redo_words is None) == (not model.forth)
    for number in range(1, table.number + 1):
        assert table.state_at(number) == model.after[number]

    opened: Table[Any] = Table(StonesGame(), journal, table.id)
    assert opened.entries() == table.entries()
    assert opened.history() == table.history()
    assert (opened.state, opened.questions) == (table.state, table.questions)
    assert (opened.undo_words, opened.redo_words) == (table.undo_words, table.redo_words)

    kept = json.loads(json.dumps(record(table)))
    again = play_again(kept, load_toy)
    assert again.stopped is None
    assert again.state == table.state
    assert again.score == table.game.score(table.state)
    assert tuple(entries_of(kept, load_toy)[1]) == table.entries()
    journal.close()


@settings(deadline=None, max_examples=examples(30))
@given(ACTION_LISTS)
def test_undo_to_the_start_and_redo_to_the_end(acts: list[tuple[str, int]]) -> None:
    journal = Journal("sqlite://")
    table = Tables(journal, load_toy).create("stones", SETUP, seed=1)
    start, model = table.state, Model(table.state)
    for kind, pick in acts:
        act(table, model, kind, pick)
    end, steps = table.state, 0
    while table.undo_words is not None:
        table.undo(table.number, f"u{steps}", "tablet", confirm=table.now.undo_of)
        steps += 1
    assert table.state == start
    for step in range(steps):
        table.redo(table.number, f"r{step}", "tablet")
    assert table.state == end
    journal.close()


@settings(deadline=None, max_examples=examples(40))
@given(ACTION_LISTS)
def test_every_request_sent_twice_is_one_entry(acts: list[tuple[str, int]]) -> None:
    journal = Journal("sqlite://")
    table = Tables(journal, load_toy).create("stones", SETUP, seed=1)
    model = Model(table.state)
    for kind, pick in acts:
        act(table, model, kind, pick)
    before = table.number
    for entry in table.entries():
        key = entry.key
        match entry.kind:
            case "decision" | "draw":
                assert table.submit(table.game.decision(entry.data), 0, key, "again") == entry
            case "undo":
                assert table.undo(0, key, "again") == entry
            case "redo":
                assert table.redo(0, key, "again") == entry
            case "jump":
                assert table.jump(entry.data["to"], 0, key, "again") == entry
            case "correction":
                correction = Correction(entry.data["path"], entry.data["value"])
                assert table.correct(correction, 0, key, "again") == entry
        with pytest.raises(Illegal):  # another request with its key
            table.act_on_clock({"do": "pause"}, 0, key, "again")
    assert table.number == before
    journal.close()


# --- concurrent requests


def run_in_threads(count: int, do: Any) -> list[Any]:
    """What `do(n)` returned or raised in each of `count` threads that start at the same moment."""
    gate, results = threading.Barrier(count), [None] * count

    def run(n: int) -> None:
        gate.wait()
        try:
            results[n] = do(n)
        except (Stale, Illegal) as refused:
            results[n] = refused

    threads = [threading.Thread(target=run, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_twenty_devices_with_one_request_make_one_entry(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=1)
    results = run_in_threads(20, lambda n: table.submit(Bid(0, 1), 1, "the tap", f"device {n}"))
    assert all(r is results[0] for r in results)
    assert table.number == 2


def test_twenty_devices_with_the_same_tap_make_one_entry_and_know_it(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=1)
    results = run_in_threads(20, lambda n: table.submit(Bid(0, 1), 1, f"tap {n}", f"device {n}"))
    taken = [r for r in results if not isinstance(r, Stale)]
    assert len(taken) == 1
    assert all(r.same == taken[0] for r in results if isinstance(r, Stale))
    assert table.number == 2


def test_twenty_devices_with_different_wishes_get_one_wish_and_the_news(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=1)

    def change_table(n: int) -> Any:
        if n % 4 == 3:
            return table.correct(Correction("coins/0", n), 1, f"wish {n}", "tablet")
        return table.submit(Bid(n % 2, n % 3), 1, f"wish {n}", "phone")

    results = run_in_threads(20, change_table)
    taken = [r for r in results if not isinstance(r, Stale)]
    assert len(taken) == 1
    assert table.number == 2
    assert all(r.number == 2 for r in results if isinstance(r, Stale))


def test_twenty_devices_that_try_again_all_get_through_in_some_order(
    tables: Tables, journal: Journal
) -> None:
    table = tables.create("stones", SETUP, seed=1)

    def correct_until_accepted(n: int) -> Any:
        seen = 1
        for _ in range(10_000):
            try:
                return table.correct(Correction("coins/1", n), seen, f"wish {n}", "tablet")
            except Stale as stale:
                seen = stale.number
        raise AssertionError("never got through")

    with table.subscribe() as watch:
        results = run_in_threads(20, correct_until_accepted)
        newest = watch.get(10)
    assert sorted(r.number for r in results) == list(range(2, 22))
    assert table.number == 21
    assert newest is not None
    assert list(newest.entries) == list(range(2, 22))
    opened: Table[Any] = Table(StonesGame(), journal, table.id)
    assert opened.entries() == table.entries()
    assert opened.state == table.state


def test_one_live_table_an_id_whoever_opens_it(tables: Tables, journal: Journal) -> None:
    table_id = tables.create("stones", SETUP, seed=1).id
    fresh = Tables(journal, load_toy)
    results = run_in_threads(20, lambda n: fresh.open(table_id))
    assert all(r is results[0] for r in results)
