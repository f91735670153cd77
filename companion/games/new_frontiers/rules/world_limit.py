"""At most nine worlds and colonies at the end of Explore and Settle: the excess goes back (p. 6, 7).

With the Exploration goal face up, one of the worlds so given up in an action may be stockpiled (p. 11, 12).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, later
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import (
    current,
    everyone_done,
    name,
    next_player,
    step,
    track_order,
)
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.stage import DONE, Stage, TurnHolder
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import open_goal
from companion.games.new_frontiers.wording.names import action_name
from companion.translation import _, plural

MAX_WORLDS = 9


@dataclass(frozen=True)
class ReturnWorld(EmpireMove):
    """Put one explored world of more than nine worlds and colonies back into the bag (p. 6)."""

    do: ClassVar[str] = "return-world"
    world: str

    def words(self, state: State) -> str:
        return _("{player} returns {world} to the bag", player=self.who(state), world=name(state, self.world))

    def apply(self, state: State) -> State:
        state = _without_explored(state, self.seat, self.world)
        return state.changed(bag=(*state.bag, self.world))


@dataclass(frozen=True)
class StockpileWorld(EmpireMove):
    """Put one of those excess worlds on the stockpile mat instead (Exploration, p. 12)."""

    do: ClassVar[str] = "stockpile-world"
    world: str

    def words(self, state: State) -> str:
        return _("{player} stockpiles {world}", player=self.who(state), world=name(state, self.world))

    def apply(self, state: State) -> State:
        state = _without_explored(state, self.seat, self.world)
        empire = state.empires[self.seat]
        pile = empire.stockpile.changed(worlds=(*empire.stockpile.worlds, self.world))
        return step(state.with_empire(self.seat, empire.changed(stockpile=pile)), stockpiled=True)


MOVES = (ReturnWorld, StockpileWorld)


def _without_explored(state: State, player: int, world: str) -> State:
    empire = state.empires[player]
    explored = tuple(id for id in empire.explored if id != world)
    return state.with_empire(player, empire.changed(explored=explored))


def excess(state: State, player: int) -> int:
    """How many explored worlds the player must still give up."""
    empire = state.empires[player]
    return max(0, min(len(empire.explored), len(empire.explored) + len(empire.colonies) - MAX_WORLDS))


def _may_stockpile(state: State, player: int) -> bool:
    goal = open_goal(state, "worlds")
    return (
        goal is not None
        and not current(state).stockpiled
        and len(state.empires[player].stockpile.worlds) < goal.ranges[-1][0]
    )


def _return_words(state: State, id: str) -> str:
    return _("Return {world} to the bag", world=name(state, id))


def _stockpile_words(state: State, id: str) -> str:
    return _("Put {world} on your stockpile mat", world=name(state, id))


class GivingUpWorlds(Stage):
    """The end of Explore and Settle: who has more than nine worlds and colonies returns some, in order."""

    name: ClassVar[str] = "keep"

    def enter(self, state: State) -> State:
        order = track_order(state.disks)
        return self.proceed(
            self.at(state, order=order, at=0, used=(), settled=0, temporary=(), stockpiled=False)
        )

    def proceed(self, state: State) -> State:
        """On to the next player with too many."""
        while not everyone_done(current(state)):
            if excess(state, current(state).player):
                return state
            state = next_player(state)
        return DONE.at(state)

    def question(self, state: State) -> Question:
        player = current(state).player
        over = excess(state, player)
        text = later(
            lambda: plural(
                "{player}, you have more than nine worlds and colonies. Return {number} explored world.",
                "{player}, you have more than nine worlds and colonies. Return {number} explored worlds.",
                over,
                player=state.empires[player].name,
            )
        )
        return Question(player, "return-world", text, rulebook_pages.EXPLORE)

    def options(self, state: State) -> tuple[Option, ...]:
        player = current(state).player
        explored = state.empires[player].explored
        found = [
            Option(later(ReturnWorld, player, id), later(_return_words, state, id), tile=id)
            for id in explored
        ]
        if _may_stockpile(state, player):
            found += [
                Option(
                    StockpileWorld(player, id),
                    later(_stockpile_words, state, id),
                    tile=id,
                )
                for id in explored
            ]
        return tuple(found)

    def is_answerable(self, state: State) -> bool:
        return excess(state, current(state).player) > 0

    def whose_turn(self, state: State) -> TurnHolder:
        doing = current(state)
        over = tuple(one for one in doing.order if excess(state, one))
        label = _("{action}: who gives up worlds now", action=action_name(doing.action))
        return label, doing.player, over
