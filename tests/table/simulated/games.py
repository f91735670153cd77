"""The two games that are played in the simulation, and what somebody at the table may want to answer.

Stones has a camera and open moves; Harbour has private draws and answers, secret answers that may be changed
until the reveal, dice, and things to do and to remark beside a question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from companion.games.contract import Decision, Move, Question
from tests.games.toy import HarbourGame
from tests.games.toy.moves import MOVES
from tests.games.toy.state import Harbour
from tests.table.toy_game import Bid, Stones, StonesGame


class TimedStones(StonesGame):
    """Bids have a minute each, so that there are clocks."""

    @property
    def timing(self) -> Any:
        return self

    def questions(self, s: Stones) -> tuple[Question, ...]:
        return tuple(replace(q, seconds=60) if q.kind == "bid" else q for q in super().questions(s))

    def run_out(self, s: Stones, question: Question) -> Bid | None:
        return Bid(question.player, 0) if question.kind == "bid" else None

    def time_outs(self, s: Stones, player: int) -> int:
        return 2


@dataclass(frozen=True)
class Remark(Move[Harbour]):
    """Said at any time, of one thing; nothing follows from it."""

    do: ClassVar[str] = "remark"
    changes_state: ClassVar[bool] = False
    thing: str

    @property
    def about(self) -> frozenset[str]:
        return frozenset({self.thing})

    def offered_as(self, state: Any) -> None:
        return None

    def words(self, s: Harbour) -> str:
        return f"{s.names[self.seat]} remarks on {self.thing}"


THINGS = ("the pier", "the market")


class RemarkedHarbour(HarbourGame):
    moves = (*MOVES, Remark)


def some_answer(game: Any, state: Any, seat: int, rng: Random) -> Decision | None:
    """One that this seat may give now; None: it is asked nothing."""
    asked = [q for q in game.questions(state) if q.player == seat]
    if isinstance(game, RemarkedHarbour) and rng.random() < 0.1:
        return Remark(seat, rng.choice(THINGS))
    return _answer(game, state, rng.choice(asked), rng) if asked else None


def open_course(game: Any, state: Any, rng: Random, most: int = 3) -> tuple[Decision, ...]:
    """What may have been played on from here without telling it: open answers of one after another."""
    found: list[Decision] = []
    while len(found) < most:
        asked = [q for q in game.questions(state) if q.player is not None and not (q.secret or q.private)]
        answer = _answer(game, state, rng.choice(asked), rng) if asked else None
        if answer is None:
            break
        found.append(answer)
        state = game.play(state, answer)
    return tuple(found)


def _answer(game: Any, state: Any, question: Question, rng: Random) -> Decision | None:
    if question.form is not None:
        answer: Decision = game.answer(state, question, question.form.sample(rng))
        return answer
    options = [o.decision for o in game.options(state, question.player) if o.decision.do in question.does]
    return rng.choice(options) if options else None
