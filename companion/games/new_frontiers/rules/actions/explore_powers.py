"""The Explore powers, in order once all have picked: they draw from the bag, or gain (p. 6)."""

from __future__ import annotations

from typing import ClassVar

from companion.games.new_frontiers.rules.action_steps import (
    bring_forward,
    current,
    everyone_done,
    in_force,
    next_player,
    step,
)
from companion.games.new_frontiers.rules.optional_powers import drawing, grant
from companion.games.new_frontiers.rules.stage import Stage, TurnHolder
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.world_limit import GivingUpWorlds
from companion.games.new_frontiers.tiles.amounts import NOTHING
from companion.translation import _

GIVING_UP_WORLDS = GivingUpWorlds()


def draws(state: State, player: int) -> bool:
    """The player has a power that draws from the bag."""
    return any(found.power.effect.worlds for found in in_force(state, player, "Explore"))


class UsingPowers(Stage):
    """Each player's powers, in order; whoever draws, or may, is asked."""

    name: ClassVar[str] = "power"
    first: ClassVar[str] = "power"

    def enter(self, state: State) -> State:
        return self.proceed(self.at(state, at=-1))

    def proceed(self, state: State) -> State:
        """On to the next player of whose powers something is asked; then the middle is cleared."""
        while not (current(state).draw or current(state).offers):
            doing = current(state := next_player(state))
            if everyone_done(doing):
                return GIVING_UP_WORLDS.enter(state.changed(bag=(*state.bag, *state.center), center=()))
            state = _use_powers(state, doing.player)
        return state

    def is_answerable(self, state: State) -> bool:
        return bool(current(state).draw)

    def whose_turn(self, state: State) -> TurnHolder:
        doing = current(state)
        able = tuple(one for one in doing.order[doing.at :] if draws(state, one))
        return _("Explore: whose power draws from the bag"), doing.player, able

    def give_turn(self, state: State, player: int) -> State:
        """The powers of this player come next, and then those of the players still to come."""
        state = bring_forward(step(state, draw=0), player, self.name)
        return self.proceed(step(state, at=current(state).at - 1))

    def end_turn(self, state: State) -> State:
        return self.proceed(state)


def _use_powers(state: State, player: int) -> State:
    """What gains is remembered as used: a turn that is put off draws again later, and gains nothing twice."""
    for found in in_force(state, player, "Explore"):
        effect = found.power.effect
        if found.key not in current(state).used:
            state = grant(state, player, found)
            if effect.gain != NOTHING:
                state = step(state, used=(*current(state).used, found.key))
        elif not found.power.may:
            state = drawing(state, effect.worlds)
    return state


USING_POWERS = UsingPowers()
