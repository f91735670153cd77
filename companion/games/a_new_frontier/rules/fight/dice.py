"""The dice of those who fight, and rolling them again with an archaeotech (p. 7, 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules import archaeotech, conflict
from companion.games.a_new_frontier.rules.fight.stage import MIGHT, PAGE, ROLL, Stage, proceed, stage_of
from companion.games.a_new_frontier.rules.moves import GameMove, SeatMove, ask
from companion.games.a_new_frontier.rules.planet_state import Fight, fight_of
from companion.games.a_new_frontier.rules.state import State, put, with_archaeotech
from companion.games.contract import Question, Roll
from companion.translation import _, listed


@dataclass(frozen=True)
class TellDice(GameMove):
    """Two dice of each participant, in the question's order; or of the one that rolls."""

    do: ClassVar[str] = "tell-dice"
    dice: tuple[int, ...]

    def words(self, state: State) -> str:
        return _("The dice show {dice}", dice=listed(str(die) for die in self.dice))

    def apply(self, state: State) -> State:
        it = fight_of(state)
        return stage_of(it).rolled(state, it, self.dice)


@dataclass(frozen=True)
class ReRoll(SeatMove):
    """Use an archaeotech: roll one's own dice again, or force an opponent to (p. 8)."""

    do: ClassVar[str] = "re-roll"
    whose: int

    def words(self, state: State) -> str:
        if self.whose == self.seat:
            return _("{player} rolls again", player=self.who(state))
        other = state.corps[self.whose].name
        return _("{player} forces {other} to roll again", player=self.who(state), other=other)

    def apply(self, state: State) -> State:
        it, own = fight_of(state), self.whose == self.seat
        if with_it := archaeotech.reroll_source(state, self.seat, "own" if own else "forced"):
            state = archaeotech.discarded(state, self.seat, with_it)
        else:
            state = with_archaeotech(state, self.seat, state.corps[self.seat].archaeotech - 1)
        forced = it.forced if own else (*it.forced, self.whose)
        return proceed(state, it.changed(stage=ROLL, rolling=(self.whose,), forced=forced))


MOVES = (TellDice, ReRoll)


def may_reroll(state: State, it: Fight, seat: int) -> tuple[int, ...]:
    """Whose dice a seat may have rolled again with an archaeotech, while nobody has told the Might (p. 8)."""
    if not state.corps[seat].archaeotech or seat not in it.seats:
        return ()
    mine = seat not in it.forced and archaeotech.reroll_source(state, seat, "own") is not None
    own = (seat,) if mine else ()
    force = archaeotech.reroll_source(state, seat, "forced") is not None
    forced = sorted(conflict.opponents(it.conflicts, seat)) if force else []
    return tuple(whose for whose in (*own, *forced) if it.mights[whose] is None)


class Rolls(Stage):
    """The table rolls two dice for some."""

    def asked(self, state: State, it: Fight) -> tuple[tuple[int | None, Stage], ...]:
        return ((None, self),)

    def who(self, it: Fight) -> tuple[int, ...]:
        """Whose dice they are."""
        raise NotImplementedError

    def roll_words(self, it: Fight, names: list[str]) -> str:
        raise NotImplementedError

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        names = [state.corps[who].name for who in self.who(it)]
        rows = tuple(_("A die of {player}", player=name) for name in names for _n in range(2))
        words = self.roll_words(it, names)
        roll = Roll(self.name, (6, 6) * len(names), words=words, rows=rows)
        return ask(TellDice, None, words + ".", PAGE, roll=roll)


class Rolling(Rolls):
    name = ROLL

    def who(self, it: Fight) -> tuple[int, ...]:
        return it.rolling

    def roll_words(self, it: Fight, names: list[str]) -> str:
        return _("Roll two dice for everybody who fights")

    def rolled(self, state: State, it: Fight, dice: tuple[int, ...]) -> State:
        rolled = it.rolled
        for at, seat in enumerate(it.rolling):
            rolled = put(rolled, seat, (dice[2 * at], dice[2 * at + 1]))
        return proceed(state, it.changed(rolled=rolled, rolling=(), stage=MIGHT))

    def needs_table(self, state: State) -> bool:
        return False
