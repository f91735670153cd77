"""A game for the coach's tests: in each round both seats bet "safe" or "wild", and a drawn card pays.

Safe pays 3. Wild pays the card's value, 1 to 9, 5 on average: the better answer, but not every time. "Lose"
pays nothing and is never right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from companion.games.contract import (
    Decision,
    Draw,
    Option,
    Phase,
    PlayerScore,
    Question,
    ScoreLine,
    ScoreSheet,
    Tally,
    Term,
)

CARDS = tuple(str(n) for n in range(1, 10))
LAST_ROUND = 4


@dataclass(frozen=True)
class Bet(Decision):
    do: ClassVar[str] = "bet"
    how: str


@dataclass(frozen=True)
class Card(Decision):
    do: ClassVar[str] = "card"
    card: str


@dataclass(frozen=True)
class Bets:
    points: tuple[int, int] = (0, 0)
    bets: tuple[str, ...] = ()
    round: int = 1


class Safe:
    def choose(self, game: Any, state: Any, question: Any, options: Any, rng: Random, hand: Any = ()) -> Bet:
        return Bet(question.player, "safe")


class Bold:
    def choose(self, game: Any, state: Any, question: Any, options: Any, rng: Random, hand: Any = ()) -> Bet:
        return Bet(question.player, "wild")


class Coaching:
    plays_on = "safe"
    checks_with: tuple[str, ...] = ("bold",)
    judges_chances = False

    def possible(self, state: Bets, player: int, rng: Random) -> Bets:
        return state

    def chances(self, state: Bets) -> None: ...

    def told_chances(self, chances: tuple[float, ...]) -> tuple[float, ...]:
        return chances

    def doubt(self, state: Bets) -> float:
        return 2.0 * (LAST_ROUND + 1 - state.round)

    def lamps(self, state: Bets, decision: Decision) -> tuple[tuple[str, int], ...]:
        return ()

    def round_begun(self, state: Bets) -> int | None:
        return None if state.bets else state.round

    def prospects(self, state: Bets) -> tuple[float, ...]:
        return tuple(map(float, state.points))


class BetsGame:
    name = "bets"
    players: ClassVar = {"safe": Safe(), "bold": Bold()}
    coaching = Coaching()
    dealer = None
    choices: tuple[str, ...] = ("lose", "safe", "wild")

    def questions(self, state: Bets) -> tuple[Question, ...]:
        if state.round > LAST_ROUND:
            return ()
        if len(state.bets) == 2:
            return (Question(None, "card", "Draw.", draw=Draw("card", 1, CARDS)),)
        return (Question(len(state.bets), "bet", "Bet."),)

    def options(self, state: Bets, player: int | None) -> tuple[Option, ...]:
        return tuple(Option(Bet(player, how), how) for how in self.choices)

    def answer(self, state: Bets, question: Question, value: Any) -> Card:
        return Card(None, value[0])

    def play(self, state: Bets, decision: Decision) -> Bets:
        if isinstance(decision, Bet):
            return replace(state, bets=(*state.bets, decision.how))
        assert isinstance(decision, Card)
        paid = {"lose": 0, "safe": 3, "wild": int(decision.card), "same": 3, "like": 3}
        a, b = (had + paid[bet] for had, bet in zip(state.points, state.bets, strict=True))
        return Bets((a, b), (), state.round + 1)

    def view(self, state: Bets, player: int | None) -> Bets:
        return state

    def phase(self, state: Bets) -> Phase:
        return Phase("bets", "Bets", state.round, state.round > LAST_ROUND)

    def score(self, state: Bets) -> ScoreSheet:
        lines = [(ScoreLine("Bets", Tally("Bets", (Term("paid", n),))),) for n in state.points]
        best = max(state.points)
        return ScoreSheet(
            tuple(
                PlayerScore(seat, f"Seat {seat}", lines[seat], 1 if n == best else 2, n == best)
                for seat, n in enumerate(state.points)
            ),
            state.round > LAST_ROUND,
        )
