"""Send Diplomatic Envoys: 1 VP chip, and the selecting disk goes to the front of the track (p. 9)."""

from __future__ import annotations

from companion.games.new_frontiers.rules.action_steps import current
from companion.games.new_frontiers.rules.stage import DONE, Selected
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.supply import gain
from companion.games.new_frontiers.tiles.amounts import Gain
from companion.games.new_frontiers.wording.names import ACTIONS

BONUS = Gain(vp=1)


class Begin(Selected):
    """The disk moves, and nobody is asked."""

    def proceed(self, state: State) -> State:
        state = gain(state, current(state).selector, BONUS, ACTIONS["envoys"])
        at = next(index for index, disk in enumerate(state.disks) if disk.half)
        disks = (state.disks[at], *state.disks[:at], *state.disks[at + 1 :])
        return DONE.at(state.changed(disks=disks))


ENVOYS = (Begin(),)
