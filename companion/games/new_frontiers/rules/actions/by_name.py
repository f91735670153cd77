"""The stages of each action by its name, of the choice of homes too, and the stage at which an action is."""

from __future__ import annotations

from companion.games.new_frontiers.rules.action_steps import current
from companion.games.new_frontiers.rules.actions.develop import DEVELOP
from companion.games.new_frontiers.rules.actions.envoys import ENVOYS
from companion.games.new_frontiers.rules.actions.explore import EXPLORE
from companion.games.new_frontiers.rules.actions.goals import GOALS
from companion.games.new_frontiers.rules.actions.homes import HOMES
from companion.games.new_frontiers.rules.actions.isolation import ISOLATION
from companion.games.new_frontiers.rules.actions.produce import PRODUCE
from companion.games.new_frontiers.rules.actions.settle import SETTLE
from companion.games.new_frontiers.rules.actions.trade_consume import TRADE_CONSUME
from companion.games.new_frontiers.rules.revealing import REVEALING
from companion.games.new_frontiers.rules.stage import DONE, Stage
from companion.games.new_frontiers.rules.state import Doing, State

STAGES_BY_ACTION: dict[str, tuple[Stage, ...]] = {
    "homes": HOMES,
    "isolation": ISOLATION,
    "develop": DEVELOP,
    "explore": EXPLORE,
    "settle": SETTLE,
    "produce": PRODUCE,
    "trade-consume": TRADE_CONSUME,
    "envoys": ENVOYS,
    "goals": GOALS,
}
_BY_NAME = {
    action: {stage.name: stage for stage in (*stages, REVEALING, DONE)}
    for action, stages in STAGES_BY_ACTION.items()
}


def stage_of(doing: Doing) -> Stage:
    """The stage at which the action is."""
    return _BY_NAME[doing.action][doing.stage]


def proceed(state: State) -> State:
    """The action goes on to the next thing that somebody must answer, or to its end."""
    doing = current(state)
    return state if doing.draw or doing.offers else stage_of(doing).proceed(state)
