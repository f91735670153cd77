"""Settle: each player gains two colonists or settles an explored world (p. 6, 7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, Refusal, later
from companion.games.new_frontiers.rules import replacing, rulebook_pages, spending
from companion.games.new_frontiers.rules.action_steps import (
    current,
    everyone_done,
    in_force,
    next_player,
    step,
)
from companion.games.new_frontiers.rules.actions import settle_world
from companion.games.new_frontiers.rules.actions.settle_world import AGAIN, SettleWorld
from companion.games.new_frontiers.rules.endings import FEW_COLONISTS, FULL_EMPIRE, with_ending
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.stage import Selected, TurnHolder, TurnStage
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import TWO_COLONISTS, gain
from companion.games.new_frontiers.rules.world_limit import GivingUpWorlds
from companion.games.new_frontiers.tiles.amounts import Gain
from companion.translation import _, marked, plural

BONUS = Gain(colonists=1)
INSTEAD_OF_SETTLING = Gain(colonists=2)


@dataclass(frozen=True)
class TakeColonists(EmpireMove):
    """Gain two colonists instead of settling a world."""

    do: ClassVar[str] = "take-colonists"
    declines: ClassVar[bool] = True
    done_as_only_answer: ClassVar[str] = marked("gains no colonists")

    def words(self, state: State) -> str:
        number, who = min(INSTEAD_OF_SETTLING.colonists, state.supply.colonists), self.who(state)
        return plural(
            "{player} gains {number} colonist", "{player} gains {number} colonists", number, player=who
        )

    def apply(self, state: State) -> State:
        return AFTER_CHOICE.at(gain(state, self.seat, INSTEAD_OF_SETTLING, TWO_COLONISTS))


@dataclass(frozen=True)
class EndSettle(EmpireMove):
    """Use neither a second settle nor a replacement any more in this action."""

    do: ClassVar[str] = "end-settle"
    declines: ClassVar[bool] = True

    def words(self, state: State) -> str:
        return _("{player} settles no more", player=self.who(state))

    def apply(self, state: State) -> State:
        return next_player(state, stage=CHOOSING.name)


MOVES = (SettleWorld, TakeColonists, EndSettle)


class Begin(Selected):
    """The bonus; then the players act in order."""

    def proceed(self, state: State) -> State:
        return CHOOSING.at(gain(state, current(state).selector, BONUS, marked("Settle bonus")))


class Settling(TurnStage):
    """A player's turn: the main choice, and what may follow it."""

    first: ClassVar[str] = "settle"
    together: ClassVar[bool] = True
    instead: ClassVar[int] = 0
    """Colonists that the player may yet gain instead of settling."""

    def may_settle(self, settled: int, more: int) -> int:
        """How many worlds may still be settled in the turn, after `settled`. more: by Improved Logistics."""
        raise NotImplementedError

    def left(self, state: State) -> int:
        """How many worlds may be settled now, before anything else is chosen."""
        raise NotImplementedError

    def last_option(self, state: State) -> Option:
        """To settle nothing."""
        raise NotImplementedError

    def options(self, state: State) -> tuple[Option, ...]:
        found: list[Option] = []
        if self.left(state):
            found += settle_world.options(state)
            found += spending.options(state)
        found += [option for option in replacing.options(state) if option not in found]
        return (*found, self.last_option(state))

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        left = bool(self.left(state))
        refused = settle_world.refusals(state, left)
        if left:
            refused += spending.refusals(state)
        return (*refused, *replacing.refusals(state, current(state).player))

    def whose_turn(self, state: State) -> TurnHolder:
        doing = current(state)
        if doing.draw:
            return _("Whose turn: only who settled draws from the bag"), doing.player, (doing.player,)
        return super().whose_turn(state)


class Choosing(Settling):
    """The main choice."""

    name: ClassVar[str] = "settle"
    instead: ClassVar[int] = INSTEAD_OF_SETTLING.colonists

    def may_settle(self, settled: int, more: int) -> int:
        return 1 + more

    def left(self, state: State) -> int:
        return 1

    def question(self, state: State) -> Question:
        player = current(state).player
        empire = state.empires[player].name
        text = later(lambda: _("{player}, settle a world or gain 2 colonists?", player=empire))
        return Question(player, "settle", text, rulebook_pages.SETTLE)

    def last_option(self, state: State) -> Option:
        number = min(INSTEAD_OF_SETTLING.colonists, state.supply.colonists)
        words = plural("Gain {number} colonist", "Gain {number} colonists", number) if number else _("Pass")
        return Option(TakeColonists(current(state).player), words)

    def proceed(self, state: State) -> State:
        return GIVING_UP_WORLDS.enter(state) if everyone_done(current(state)) else state


class AfterChoice(Settling):
    """What may follow: a second world, a replacement."""

    name: ClassVar[str] = AGAIN

    def may_settle(self, settled: int, more: int) -> int:
        return 1 + more - settled if settled else 0

    def left(self, state: State) -> int:
        doing = current(state)
        if not doing.settled:
            return 0
        powers = in_force(state, doing.player, "Settle")
        return self.may_settle(doing.settled, sum(found.power.effect.more_worlds for found in powers))

    def question(self, state: State) -> Question:
        player = current(state).player
        empire = state.empires[player].name
        if self._settles_again(state):
            text = later(lambda: _("{player}, settle a second world?", player=empire))
        else:
            text = later(lambda: _("{player}, replace a colony?", player=empire))
        return Question(player, "settle-again", text, rulebook_pages.SETTLE_NOTES)

    def last_option(self, state: State) -> Option:
        return Option(EndSettle(current(state).player), _("Enough"))

    def proceed(self, state: State) -> State:
        if not everyone_done(current(state)):
            if self._settles_again(state) or replacing.options(state):
                return state
            state = next_player(state, stage=CHOOSING.name)
        return CHOOSING.proceed(state)

    def _settles_again(self, state: State) -> bool:
        """There is a second world to be settled, by spending goods first perhaps."""
        return bool(self.left(state)) and (
            bool(settle_world.options(state)) or spending.can_bring_world_into_reach(state)
        )


class EndOfSettle(GivingUpWorlds):
    """Then what was settled comes into force, and the game's end is looked for."""

    def proceed(self, state: State) -> State:
        state = super().proceed(state)
        return _end(state) if everyone_done(current(state)) else state


def _end(state: State) -> State:
    """Replaced worlds go into the bag, new powers come into force, the game's end is looked for (p. 6, 7)."""
    empires = tuple(
        e.changed(colonies=tuple(c.changed(new=False) if c.new else c for c in e.colonies))
        if any(c.new for c in e.colonies)
        else e
        for e in state.empires
    )
    bag = (*state.bag, *current(state).returning)
    state = step(state.changed(empires=empires, bag=bag), returning=())
    return with_ending(with_ending(state, FULL_EMPIRE), FEW_COLONISTS)


CHOOSING, AFTER_CHOICE, GIVING_UP_WORLDS = Choosing(), AfterChoice(), EndOfSettle()
OWN_TURN = {stage.name: stage for stage in (CHOOSING, AFTER_CHOICE)}
"""The stages of a player's turn, by their names."""
SETTLE = (Begin(), *OWN_TURN.values(), GIVING_UP_WORLDS)
