"""Computer players: one that plays at random, and one with a few simple priorities and no search.

Both are clients like any person: they see a state, a question and its options. The sensible one puts a
number on each option, the victory points that it seems to bring, and takes the highest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.contract import BestOptionPlayer, Client, Option, RandomPlayer
from companion.games.new_frontiers.rules.actions.consume import ConsumeAll, UseConsumePower
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.goals import KeepGoal
from companion.games.new_frontiers.rules.actions.homes import ChooseHome
from companion.games.new_frontiers.rules.actions.produce import (
    PlaceWindfallGood,
    ProduceGood,
    SetKind,
    StockpileGood,
)
from companion.games.new_frontiers.rules.actions.settle import TakeColonists
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.actions.trade_consume import StockpileCredits, TradeGood
from companion.games.new_frontiers.rules.optional_powers import UsePower
from companion.games.new_frontiers.rules.replacing import ReplaceWithWorld
from companion.games.new_frontiers.rules.revealing import RevealGoal
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.settling import MILITARY
from companion.games.new_frontiers.rules.spending import USELESS_LIKELIHOOD, SpendGoods
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.world_limit import ReturnWorld, StockpileWorld
from companion.games.new_frontiers.tiles.catalogue import Development, World
from companion.games.new_frontiers.tiles.power_lines import Power
from companion.translation import _

PRICES = {"Novelty": 1, "Rare": 2, "Genes": 3, "Alien": 4, "any": 0}
"""Credits for a good (rulebook p. 8). The Alien Oort Cloud Factory's cannot be sold."""
CREDIT, COLONIST, GOOD, POWER, LARGE = 0.4, 0.6, 0.9, 1.2, 6.0
"""Estimated VP of one of each; LARGE: the "?" of a 9-cost development."""
USUAL_KIND = "Rare"
"""Of a good that may be of any kind: of about the middle price."""
GOOD_COLONY_VP = {"production": 2.0, "windfall": 1.2, None: 0.0}
FOLLOWER_DISCOUNT = 1.0
"""Weight in the discount of an action for each disk that may still select it."""
POOR_BONUS_VP = 1.5
"""Additional value of credits to a player who can pay for nothing."""
SHORTFALL_VP = 0.8
"""VP that a world loses for each missing credit or Military."""


class SensiblePlayer(BestOptionPlayer[State]):
    """Chooses the option with the most estimated VP."""

    def worth(self, state: State, player: int, hand: tuple[str, ...]) -> Callable[[Option], float]:
        return _Valuation(state, player).worth


PLAYERS: Mapping[str, Client[State]] = {"random": RandomPlayer(), "sensible": SensiblePlayer()}


class _Valuation:
    """One player's estimate of a state's options."""

    def __init__(self, state: State, player: int) -> None:
        state = state.shown  # what nobody told counts for nothing
        self.state = state
        self.player = player
        self.empire = state.empires[player]
        self.catalogue = state.catalogue
        self.colonies = [self.catalogue.world(colony.world) for colony in self.empire.colonies]
        self.developments = [self.catalogue.developments[id] for id in self.empire.developments]
        self.powers = [power for world in self.colonies for power in world.powers]
        self.powers += [power for tile in self.developments for power in tile.powers]
        self.goods = [colony.good for colony in self.empire.colonies if colony.good is not None]

    def worth(self, option: Option) -> float:
        """Estimated VP of the option; 0 for kinds of decisions not listed here."""
        decision = option.decision
        match decision:
            case SelectAction():
                return self._action(decision.action)
            case ChooseHome():
                return self._tile(self._world(decision.home))
            case BuyDevelopment():
                return self._development(self.catalogue.developments[decision.development], _cost(option))
            case PickWorld():
                return self._explored(self._world(decision.world))
            case ReturnWorld():
                return -self._explored(self._world(decision.world))
            case StockpileWorld():
                return 2 - self._explored(self._world(decision.world))
            case SettleWorld():
                price = 0 if decision.pay == MILITARY else _cost(option)
                return self._settled(self._world(decision.world), price) - (2 if decision.onto else 0)
            case TakeColonists():
                return COLONIST * self._colonists_lacking()
            case SpendGoods():
                if option.likely == USELESS_LIKELIHOOD:
                    return -100.0
                return 2.0 - len(decision.colonies) * GOOD
            case ReplaceWithWorld():
                return self._tile(self._world(decision.world)) - self._tile(self._world(decision.colony))
            case ProduceGood() | PlaceWindfallGood():
                return PRICES[self._world(decision.colony).kind or "any"]
            case SetKind():
                return PRICES[decision.kind]
            case TradeGood():
                return self._sale(option)
            case ConsumeAll():
                return 100.0
            case UseConsumePower():
                return 1 + _consumed(self._power(decision.tile, decision.power))
            case UsePower() | KeepGoal() | RevealGoal() | StockpileGood() | StockpileCredits():
                return 0.5
            case _:
                return 0.0

    # --- which action ---

    def _action(self, action: str) -> float:
        """The bonus, plus the action's gain discounted by the chance that others select it anyway."""
        bonus, gain = self._bonus_and_gain(action)
        still_to_select = sum(not disk.done for disk in self.state.disks) - 1
        return bonus + gain / (1 + FOLLOWER_DISCOUNT * still_to_select)

    def _bonus_and_gain(self, action: str) -> tuple[float, float]:
        """(VP for the selecting player only, VP for every player who does the action)."""
        match action:
            case "develop":
                return CREDIT, self._best_development()
            case "explore":
                in_reach = sum(self._in_reach(self._world(id)) for id in self.empire.explored)
                wanted = max(0.0, 3 - in_reach - 0.25 * len(self.empire.explored))
                return 0.4 * wanted, wanted
            case "settle":
                lacking = self._colonists_lacking()
                return COLONIST * (lacking > 0), max(self._best_settle(1), COLONIST * lacking)
            case "produce":
                credits = next(tile.credits for tile in self.state.actions if tile.name == action)
                empty = self._empty()
                return credits * CREDIT + min(1, empty.count("windfall")) * GOOD, empty.count(
                    "production"
                ) * GOOD
            case "trade-consume":
                return 1.0, self._trade_and_consume()
            case "isolation":
                return 2 * CREDIT + (POOR_BONUS_VP if self._poor() else 0.0), 0.0
            case "goals":
                return CREDIT + 0.8, 0.0
            case "envoys":
                return 1 + 0.5 * self._places_behind(), 0.0
        return 0.0, 0.0

    def _best_development(self) -> float:
        """Among those in play that can be paid with the selecting player's discount."""
        worths = [
            self._development(tile, tile.cost - 1)
            for id, left in self.state.supply.developments
            if left and id not in self.empire.developments
            if (tile := self.catalogue.developments[id]).cost - 1 <= self.empire.credits
        ]
        return max(worths, default=0.0)

    def _best_settle(self, more: int = 0) -> float:
        """The best explored world that can be settled now; more: colonists still to come."""
        worths = [
            self._settled(world, 0 if world.military else world.cost or 0)
            for world in map(self._world, self.empire.explored)
            if self._in_reach(world) and world.colonists <= self.empire.colonists + more
        ]
        return max(worths, default=0.0)

    def _empty(self) -> list[str | None]:
        """What the colonies without a good could produce."""
        pairs = zip(self.empire.colonies, self.colonies, strict=True)
        return [world.good for colony, world in pairs if colony.good is None]

    def _poor(self) -> bool:
        """Not enough credits, or Military, for any of the worlds in hand."""
        worlds = [self._world(id) for id in self.empire.explored]
        return bool(worlds) and not any(map(self._in_reach, worlds))

    def _places_behind(self) -> int:
        """How many disks lie before the one that selects now."""
        return next(at for at, disk in enumerate(self.state.disks) if not disk.done)

    def _trade_and_consume(self) -> float:
        if not self.goods:
            return 0.0
        consumed = sorted((_consumed(power) for power in self.powers), reverse=True)[: len(self.goods)]
        return sum(consumed) + max(PRICES[good] for good in self.goods) * CREDIT

    # --- what tiles are worth ---

    def _world(self, id: str) -> World:
        return self.catalogue.world(id)

    def _power(self, id: str, number: int) -> Power:
        tile = self.catalogue[id]
        assert isinstance(tile, World | Development)
        return tile.powers[number]

    def _tile(self, tile: World | Development) -> float:
        """Value in an empire: its VP, powers and future goods."""
        vp = tile.vp if tile.bonus is None else LARGE
        good = GOOD_COLONY_VP[tile.good] if isinstance(tile, World) else 0.0
        return vp + POWER * len(tile.powers) + good

    def _settled(self, world: World, price: int) -> float:
        return 1 + self._tile(world) - price * CREDIT - world.colonists * COLONIST

    def _development(self, tile: Development, price: int) -> float:
        return self._tile(tile) - price * CREDIT

    def _explored(self, world: World) -> float:
        """Value of a world not yet settled; lower the farther out of reach."""
        if world.defense is not None:
            short = world.defense - self._military(world)
        else:
            short = (world.cost or 0) - self.empire.credits
        return self._tile(world) - SHORTFALL_VP * max(0, short) - world.colonists * COLONIST

    def _in_reach(self, world: World) -> bool:
        if world.defense is not None:
            return self._military(world) >= world.defense
        return self.empire.credits >= (world.cost or 0)

    def _military(self, world: World) -> int:
        """Against this world, without temporary Military."""
        return sum(power.effect.military for power in self.powers if power.effect.is_against(world))

    def _colonists_lacking(self) -> int:
        """Colonists lacking for any world in reach; two are kept in reserve."""
        reachable = [world for world in map(self._world, self.empire.explored) if self._in_reach(world)]
        return max([1, *(world.colonists for world in reachable)]) - self.empire.colonists

    def _sale(self, option: Option) -> float:
        """A sale is good when no Consume power waits for the good."""
        spare = len(self.goods) > sum(_consumed(power) > 0 for power in self.powers)
        return sum(tally.total for tally in option.why) * CREDIT - (0 if spare else GOOD)


def _cost(option: Option) -> int:
    """Credits that the option takes: its Tally says so."""
    cost = _("cost")
    return next((tally.total for tally in option.why if tally.label == cost), 0)


def _consumed(power: Power) -> float:
    """VP that a Consume power brings with all the goods it wants."""
    effect = power.effect
    if not effect.takes_goods:
        return 0.0
    gain = effect.gain_for((effect.goods.kind or USUAL_KIND,) * (effect.goods.number or 2))
    return gain.vp + gain.credits * CREDIT + gain.colonists * COLONIST
