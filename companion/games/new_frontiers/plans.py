"""Computer players with a plan made by hand: the sensible player's values, with more for what the plan wants.

They are rungs of the ladder that measures the coach (`benchmarks/ladder.py`), and opponents with a character.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.games.contract import Client, Option
from companion.games.new_frontiers.players import PLAYERS, SensiblePlayer
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.tiles.effect import Effect


@dataclass(frozen=True)
class Plan:
    """Estimated VP that something is worth besides. actions: selecting them, by name; world: any world; good:
    one that has goods; development: any; consume: a tile that gains when goods are produced or consumed;
    develop, settle: one by which these cost less."""

    actions: Mapping[str, float] = field(default_factory=dict)
    world: float = 0.0
    good: float = 0.0
    development: float = 0.0
    consume: float = 0.0
    develop: float = 0.0
    settle: float = 0.0

    def tile(self, catalogue: Catalogue, id: str) -> float:
        """What a world or development is worth to the plan."""
        tile = catalogue[id]
        powers = tuple(power.effect for power in getattr(tile, "powers", ()))
        worth = self.development if id in catalogue.developments else self.world
        worth += self.good * (getattr(tile, "good", None) is not None)
        worth += self.consume * any(map(_gains_by_goods, powers))
        worth += self.develop * any(
            effect.less_for_development(large) for effect in powers for large in (False, True)
        )
        return worth + self.settle * any(
            effect.less_for_world(kind) for effect in powers for kind in (None, *KINDS)
        )


def _gains_by_goods(effect: Effect) -> bool:
    produces = any(effect.times(here, lambda _counted: 1) for here in (False, True))
    return produces or effect.takes_goods or effect.per_good > 0


class PlanPlayer(SensiblePlayer):
    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def worth(self, state: State, player: int, hand: tuple[str, ...]) -> Callable[[Option], float]:
        sensible, catalogue = super().worth(state, player, hand), state.shown.catalogue

        def planned(option: Option) -> float:
            return sensible(option) + self._more(catalogue, option)

        return planned

    def _more(self, catalogue: Catalogue, option: Option) -> float:
        match option.decision:
            case SelectAction(action=action):
                return self.plan.actions.get(action, 0.0)
            case PickWorld(world=world) | SettleWorld(world=world):
                return self.plan.tile(catalogue, world)
            case BuyDevelopment(development=development):
                return self.plan.tile(catalogue, development)
        return 0.0


EVERY_PLAYER: Mapping[str, Client[State]] = {
    **PLAYERS,
    "settlement": PlanPlayer(Plan({"explore": 0.8, "settle": 1.5}, world=1.5, settle=1.0)),
    "production": PlanPlayer(
        Plan({"produce": 1.2, "trade-consume": 1.5, "settle": 0.5}, good=1.5, consume=2.0)
    ),
    "development": PlanPlayer(Plan({"develop": 1.5, "isolation": 0.5}, development=2.0, develop=1.5)),
}
"""By name. settlement: many worlds soon; production: goods and what consumes them."""
