"""Tests, with two tables that differ in what a seat may not know, that its output is the same on both."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.coach.judged import SearchResult
from companion.coach.search import needs_hand, search
from companion.games.contract import Setup
from tests.games.every_game import GAME_SETUPS, load
from tests.games.twins import Side, Twins

STEPS = 90
MAX_PAGE_COMPARISONS = 6
"""How often all pages are compared in a game; other output is compared after every step."""


@pytest.fixture(autouse=True)
def _same_ids_and_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both tables get the same ids and times, and no question clock runs out."""
    counts = iter(f"kobura{n // 2}" for n in range(100_000))
    monkeypatch.setattr("companion.table.tables.new_id", lambda: next(counts))
    at = datetime(2026, 1, 31, 19, 30, tzinfo=UTC)
    for module in ("table", "tables", "chance"):
        monkeypatch.setattr(f"companion.table.{module}.utc_now", lambda: at)
    monkeypatch.setattr("companion.table.table_core.steady_of", lambda told: told)
    monkeypatch.setattr("companion.web.play.play.steady_now", lambda: at)
    monkeypatch.setattr("companion.web.live.live.steady", at.timestamp)
    idle = SimpleNamespace(start=lambda: None, close=lambda: None)
    monkeypatch.setattr("companion.table.open_tables.RunOutScheduler", lambda table: idle)


VIEWERS = {"table": None, "first": 0, "second": 1}
DEFAULT = ("table-new-frontiers-2", "first-race-for-the-galaxy-4", "first-a-new-frontier-3")
"""Each game once by default. The view of the second seat is compared in the tests' own game, which keeps the
most secrets, in all its cases."""
CASES = [
    pytest.param(*param.values, viewer, id=name, marks=() if named in DEFAULT else pytest.mark.slow)
    for who, viewer in VIEWERS.items()
    for param in GAME_SETUPS
    for name in [f"{who}-{param.id}"]
    for named in [DEFAULT[0] if param.values[0] == "harbour" else name]
]


@pytest.mark.parametrize(("name", "setup", "viewer"), CASES)
def test_a_seat_learns_nothing_of_what_is_hidden_from_it(name: str, setup: Setup, viewer: int | None) -> None:
    twins = Twins(name, setup, viewer, f"{name}/{viewer}")
    pages = 0
    try:
        for step in range(STEPS):
            outcome = twins.step()
            if outcome == "over":
                break
            if not twins.differ:
                continue
            twins.compare(lambda side: side.other_output(viewer))
            if pages < MAX_PAGE_COMPARISONS:
                pages += 1
                twins.compare(lambda side: dict(side.pages(viewer)))
                if step % 2:
                    twins.undo_last_step()
                    twins.compare(lambda side: side.other_output(viewer))
                    twins.compare(lambda side: dict(side.pages(viewer)))
        if name == "harbour":
            assert twins.different_steps > 3, "the two tables hardly differed"
    finally:
        twins.close()


def test_the_comparison_finds_a_leak() -> None:
    """A page that showed one hidden card would be found: the whole states differ, while the views do not."""
    setup = next(param.values[1] for param in GAME_SETUPS if param.values[0] == "harbour")
    twins = Twins("harbour", setup, 1, "leak")
    try:
        while not twins.differ:
            twins.step()
        with pytest.raises(AssertionError):
            twins.compare(lambda side: side.table.state)
        with pytest.raises(AssertionError):
            twins.compare(lambda side: [entry.words for entry in side.table.entries()])
        twins.compare(lambda side: side.other_output(1))
    finally:
        twins.close()


def test_private_draws_and_answers_stay_covered_for_ever() -> None:
    setup = next(param.values[1] for param in GAME_SETUPS if param.values[0] == "harbour")
    twins = Twins("harbour", setup, None, "words")
    side: Side = twins.sides[0]
    try:
        while twins.step() != "over":
            pass
        words = [line.words for line in side.table.history()]
        own = [line.words for line in side.table.history(0)]
        assert "Blue drew 3" in words
        assert "Blue has answered in secret" in words
        assert any(line.startswith("Blue draws C") for line in own)
        assert any(line.startswith("Blue keeps C") for line in own)
        assert not any(line.startswith(("Blue draws C", "Blue keeps C")) for line in words)
        assert any(line.startswith("Blue bids") for line in words), "a revealed answer is told to all"
    finally:
        twins.close()


SIMULATIONS = 40
"""Of a search: by their number instead of the clock, so that it is the same at both tables."""
ADVISED = 3
"""How often the advice of both tables is compared."""
COACHED = [
    # By default the game whose phones tell the coach a hand.
    pytest.param(*param.values, id=param.id, marks=() if needs_hand(game) else pytest.mark.slow)
    for param in GAME_SETUPS[1::2]
    if (game := load(str(param.values[0]))).coaching is not None
]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def counting(*given: Any, **named: Any) -> SearchResult:
        readings = count()
        question_and_before, after = given[:5], given[6:]
        return search(
            *question_and_before,
            SIMULATIONS + 1.0,
            *after,
            clock=lambda: float(next(readings)),
            **named,
        )

    for module in ("grading", "suggestions"):
        monkeypatch.setattr(f"companion.coach.{module}.search", counting)


def compare_advice(twins: Twins, number: int) -> None:
    twins.compare(lambda side: side.advice(0, Random(f"hand {number}")))


def compare_around_hands(twins: Twins, number: int) -> None:
    """Also where the phone of another seat told the coach another hand at each table."""
    hands = needs_hand(twins.sides[0].table.game)
    for at, side in enumerate(twins.sides if hands else ()):
        side.table.set(helped={"0": "guided"})
        side.advice(1, Random(f"the other hand {at}/{number}"))
    compare_advice(twins, number)
    if hands:
        twins.compare(lambda side: side.other_output(0))
        twins.compare(lambda side: dict(side.pages(0)))


def play_advised(twins: Twins, compare: Callable[[Twins, int], None]) -> int:
    """How often the first seat asked the coach while the tables differed."""
    asked = 0
    while asked < ADVISED and twins.step() != "over":
        table = twins.sides[0].table
        if twins.differ and any(q.player == 0 and not q.optional for q in table.questions):
            asked += 1
            compare(twins, asked)
    return asked


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize(("name", "setup"), COACHED)
def test_no_word_of_the_coach_hangs_on_what_is_hidden_from_its_seat(name: str, setup: Setup) -> None:
    """Neither on another seat's secret choice nor on the hand that another's phone told the coach."""
    twins = Twins(name, setup, 0, f"coach/{name}")
    try:
        assert play_advised(twins, compare_around_hands) == ADVISED, "the tables hardly differed"
    finally:
        twins.close()


@pytest.mark.usefixtures("counted")
def test_a_coach_that_knew_a_secret_choice_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game, setup = next((g, p.values[1]) for p in COACHED if needs_hand(g := load(str(p.values[0]))))
    monkeypatch.setattr(type(game), "view", lambda self, state, player: state)
    monkeypatch.setattr(type(game.coaching), "possible", lambda self, state, player, rng: state)
    twins = Twins(game.name, setup, 0, "a coach that peeks")  # type: ignore[arg-type]
    try:
        with pytest.raises(AssertionError):
            play_advised(twins, compare_advice)
    finally:
        twins.close()
