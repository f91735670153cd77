"""The rules of each action tile by its name, and of the choice of homes before the first round."""

from __future__ import annotations

from companion.games.new_frontiers.rules.actions.develop import DEVELOP
from companion.games.new_frontiers.rules.actions.envoys import ENVOYS
from companion.games.new_frontiers.rules.actions.explore import EXPLORE
from companion.games.new_frontiers.rules.actions.goals import GOALS
from companion.games.new_frontiers.rules.actions.homes import HOMES
from companion.games.new_frontiers.rules.actions.isolation import ISOLATION
from companion.games.new_frontiers.rules.actions.produce import PRODUCE
from companion.games.new_frontiers.rules.actions.settle import SETTLE
from companion.games.new_frontiers.rules.actions.trade_consume import TRADE_CONSUME
from companion.games.new_frontiers.rules.asked import Action

ACTION_BY_NAME: dict[str, Action] = {
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
