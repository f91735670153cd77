"""The moments of games are searched in idle time: that of the whole house."""

import threading
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion import games
from companion.coach import reviews
from companion.coach.reviews import Reviews, decisions_of
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables

SETUP = Setup((Player("Ada", "blue"), Player("Ben", "green")))


@pytest.fixture
def tables() -> Iterator[Tables]:
    tables = Tables(Journal("sqlite://"), games.load)
    yield tables
    tables.close()


class Searches:
    """Stands for the work processes: counts the searches, and how many are made at the same time."""

    def __init__(self) -> None:
        self.made = self.at_once = self.most_at_once = 0
        self._lock = threading.Lock()

    def run(self, *_work: Any) -> None:
        with self._lock:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        time.sleep(0.01)
        with self._lock:
            self.made, self.at_once = self.made + 1, self.at_once - 1


def played(tables: Tables, seed: int) -> Any:
    table = tables.create("new-frontiers", SETUP, seed=seed)
    choose, rng = table.game.players["sensible"].choose, Random(1)
    for step in range(12):
        now = table.now
        question = now.questions[0]
        options = table.game.options(now.state, question.player)
        decision = choose(table.game, now.state, question, options, rng)
        table.submit(decision, now.number, f"step-{step:06}", "test")
    return table


def wait_until(done: Any) -> None:
    until = time.monotonic() + 20
    while not done():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_moments_are_searched_one_at_a_time_and_only_while_the_house_is_idle(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "IDLE_SECONDS", 0.02)
    monkeypatch.setattr(reviews, "HOUSE_IDLE_SECONDS", 0.3)
    clock = [0.0]
    monkeypatch.setattr(reviews, "monotonic", lambda: clock[0])
    searches, waits = Searches(), [True]
    kept = Reviews(searches.run, busy=lambda: bool(waits))
    first, second = played(tables, 1), played(tables, 2)
    kept.follow(first)
    kept.follow(second)
    clock[0] = 1.0
    time.sleep(0.6)
    assert searches.made == 0, "somebody waits for photos"
    kept.follow(first)
    waits.clear()
    for _ in range(12):
        kept.follow(first)  # its page changes
        time.sleep(0.05)
    assert searches.made == 0, "somebody plays"
    clock[0] = 2.0
    made = [one for table in (first, second) for one in decisions_of(table)]
    wait_until(lambda: searches.made == sum(one.decision.player is not None for one in made))
    assert searches.most_at_once == 1
