"""What those who fight answer, but for the spoils: cards, strength, dice, Might and casualties (p. 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules import archaeotech, fight, spoils
from companion.games.a_new_frontier.rules.moves import GameMove, SeatMove
from companion.games.a_new_frontier.rules.planet_state import fight_of
from companion.games.a_new_frontier.rules.ships import ShipsMove
from companion.games.a_new_frontier.rules.state import State, put, with_archaeotech
from companion.games.a_new_frontier.wording.names import card_with_text
from companion.translation import _, listed


@dataclass(frozen=True)
class PlayCard(SeatMove):
    """A conflict card is chosen."""

    card: str

    def words(self, state: State) -> str:
        return _("{player} plays {card}", player=self.who(state), card=card_with_text(self.card, state.book))


@dataclass(frozen=True)
class ChooseStrategy(PlayCard):
    do: ClassVar[str] = "choose-strategy"

    def apply(self, state: State) -> State:
        it = fight_of(state)
        return fight.proceed(state, it.changed(strategies=put(it.strategies, self.seat, self.card)))


@dataclass(frozen=True)
class TellStrength(SeatMove):
    """The strength that the player's token shows on the Conflict Resolution Table."""

    do: ClassVar[str] = "tell-strength"
    strength: int

    def words(self, state: State) -> str:
        return _("{player} shows a strength of {number}", player=self.who(state), number=self.strength)

    def apply(self, state: State) -> State:
        it = fight_of(state)
        return fight.proceed(state, it.changed(strengths=put(it.strengths, self.seat, self.strength)))


@dataclass(frozen=True)
class ChooseTactics(PlayCard):
    do: ClassVar[str] = "choose-tactics"

    def apply(self, state: State) -> State:
        it = fight_of(state)
        return fight.proceed(state, it.changed(tactics=put(it.tactics, self.seat, self.card)))


@dataclass(frozen=True)
class TellDice(GameMove):
    """Two dice of each participant, in the question's order; or of the one that rolls."""

    do: ClassVar[str] = "tell-dice"
    dice: tuple[int, ...]

    def words(self, state: State) -> str:
        return _("The dice show {dice}", dice=listed(str(die) for die in self.dice))

    def apply(self, state: State) -> State:
        it = fight_of(state)
        if it.stage == "destroy":
            return spoils.destroy(state, it, self.dice)
        rolled = it.rolled
        for at, seat in enumerate(it.rolling):
            rolled = put(rolled, seat, (self.dice[2 * at], self.dice[2 * at + 1]))
        return fight.proceed(state, it.changed(rolled=rolled, rolling=(), stage="might"))


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
        return fight.proceed(state, it.changed(stage="roll", rolling=(self.whose,), forced=forced))


@dataclass(frozen=True)
class TellMight(SeatMove):
    """The Might where the player's token ends up, after dice and cards."""

    do: ClassVar[str] = "tell-might"
    might: int

    def words(self, state: State) -> str:
        return _("{player} ends up at {number} Might", player=self.who(state), number=self.might)

    def apply(self, state: State) -> State:
        it = fight_of(state)
        return fight.proceed(state, it.changed(mights=put(it.mights, self.seat, self.might)))


@dataclass(frozen=True)
class LoseShips(ShipsMove):
    """The ships removed as casualties; all of them: the last one stays and withdraws (p. 7)."""

    do: ClassVar[str] = "lose-ships"

    def apply(self, state: State) -> State:
        it = fight_of(state)
        if it.mights[self.seat] is None:
            # The losses were told for the Might that the question named.
            it = it.changed(mights=put(it.mights, self.seat, fight.offered_might(state, it, self.seat)))
        return fight.proceed(state, it.changed(lost=put(it.lost, self.seat, self.ships)))


@dataclass(frozen=True)
class KeepShip(SeatMove):
    """The ship that stays of a fleet that lost all (p. 7)."""

    do: ClassVar[str] = "keep-ship"
    ship: str

    def words(self, state: State) -> str:
        ship = state.book.ships[self.ship].name
        return _("{player} withdraws with the last ship: {ship}", player=self.who(state), ship=ship)

    def apply(self, state: State) -> State:
        return fight.proceed(state, fight.withdrawn(state, fight_of(state), self.seat, self.ship))


MOVES = (ChooseStrategy, TellStrength, ChooseTactics, TellDice, ReRoll, TellMight, LoseShips, KeepShip)
