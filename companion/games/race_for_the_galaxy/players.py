"""Computer players: one that chooses at random, and one that estimates the value of each answer.

They know the open table and the cards in their own hand, which the dealer shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from companion.games.contract import BestOptionPlayer, Client, Option, RandomPlayer
from companion.games.race_for_the_galaxy.cards.powers import (
    PRICES,
    ConsumeAll,
    ConsumeForPrice,
    ConsumeGoods,
    ExploreMore,
)
from companion.games.race_for_the_galaxy.coaching.hand_worth import CARD_VP, SIX_COST_VP, static_worth, worth
from companion.games.race_for_the_galaxy.rules.abilities import abilities
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.consume import DiscardForChips
from companion.games.race_for_the_galaxy.rules.consume_goods import Consume, ConsumeBest
from companion.games.race_for_the_galaxy.rules.costs import prices
from companion.games.race_for_the_galaxy.rules.lucky import NameNumber
from companion.games.race_for_the_galaxy.rules.placing import (
    Place,
    PlaceNothing,
    can_be_placed,
    placement_numbers,
)
from companion.games.race_for_the_galaxy.rules.produce import ProduceOn, empty_windfalls
from companion.games.race_for_the_galaxy.rules.scoring import six_cost_vp
from companion.games.race_for_the_galaxy.rules.settle import SettleBy
from companion.games.race_for_the_galaxy.rules.starts import KeepStart
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.rules.trade import TradeGood

GOOD_VP = 1.2
FOLLOWER_DISCOUNT = 0.35
"""Weight in the discount of an action for each other player who may choose it anyway."""


class SensiblePlayer(BestOptionPlayer[State]):
    """Chooses the option with the most estimated VP."""

    def worth(self, state: State, player: int, hand: tuple[str, ...]) -> Callable[[Option], float]:
        return Valuation(state.shown, player, hand).worth


PLAYERS: Mapping[str, Client[State]] = {"random": RandomPlayer(), "sensible": SensiblePlayer()}


class Valuation:
    """One player's estimate of a state's options. A player with a plan overrides what the plan is about."""

    def __init__(self, state: State, seat: int, hand: tuple[str, ...]) -> None:
        self.state = state
        self.seat = seat
        self.empire = state.empires[seat]
        self.hand = [state.card(card) for card in hand]
        self.found = abilities(state, seat)

    def worth(self, option: Option) -> float:
        """Estimated VP of the option."""
        match option.decision:
            case ChooseActions(_, actions):
                return sum(self._action(action) for action in actions)
            case KeepStart(_, card):
                return static_worth(self.state.card(card))
            case Place(_, card):
                return self.placed(card, min((tally.total for tally in option.why[:1]), default=0))
            case PlaceNothing():
                return 0.4
            case SettleBy():
                if "conquer" in option.decision.way:
                    return 1.0 - 0.5 * option.decision.way.count("+")
                return -CARD_VP * option.why[0].total
            case TradeGood():
                return option.why[0].total
            case ConsumeBest():
                return 100.0 + (option.decision.aim == "vp")
            case Consume(_, _, _, worlds):
                kept = sum(PRICES[self.state.card(world).kind or "novelty"] for world in worlds) / 100
                gains = enumerate(option.why)
                return sum(tally.total * (1 if at == 0 else CARD_VP) for at, tally in gains) - kept
            case DiscardForChips(_, _, _, cards):
                return cards * (1 - CARD_VP) if self.empire.hand - cards >= 2 else -1.0
            case NameNumber():
                return option.why[0].total / 100 if option.why else 0.0
            case ProduceOn(_, _, world):
                return float(PRICES[self.state.card(world).kind or "novelty"])
        return 0.0

    def placed(self, id: str, cost: int) -> float:
        """A card in the tableau, and the end of the game coming nearer, less its price."""
        card = self.state.card(id)
        vp = static_worth(card)
        if card.variable:
            vp += max(0.0, six_cost_vp(self.state, self.seat, card) - SIX_COST_VP)
        if card.military:
            cost = 0
        return vp + 0.8 - CARD_VP * cost

    # --- which action card ---

    def _action(self, action: str) -> float:
        others = len(self.state.empires) - 1
        bonus, gain = self.bonus_and_gain(action)
        return bonus + gain / (1 + FOLLOWER_DISCOUNT * others)

    def bonus_and_gain(self, action: str) -> tuple[float, float]:
        """What an action card brings by its own bonus, and what its phase brings, others' choices aside."""
        match action:
            case "explore-5":
                return 0.5 + (0.6 if not self._best_development and not self._best_world else 0.0), 0.5
            case "explore-1-1":
                return 0.7, 0.5 + 0.2 * len(self.found.of(ExploreMore))
            case "develop":
                return 0.4 if self._best_development else 0.0, self._best_development
            case "settle":
                return 0.45 if self._best_world else 0.0, self._best_world
            case "consume-trade":
                return self._trade(), self._consumed
            case "consume-2x":
                return self._consumed * 0.8, self._consumed
            case "produce":
                windfalls = min(1, len(empty_windfalls(self.state, self.seat)))
                return GOOD_VP * windfalls, self._produce()
        return 0.0, 0.0

    @cached_property
    def _best_development(self) -> float:
        return self._best(world=False)

    @cached_property
    def _best_world(self) -> float:
        return self._best(world=True)

    def _best(self, world: bool) -> float:
        """The best card in hand that could be placed now."""
        probe = self.state.changed(plan=("settle" if world else "develop",), at=0)
        costs = prices(probe, self.seat)
        best = 0.0
        for card in self.hand:
            if card.world != world or worth(self.state, self.seat, card) <= best:
                continue
            if can_be_placed(probe, self.seat, card, costs):
                why, _refused = placement_numbers(probe, self.seat, card, costs)
                best = max(best, self.placed(card.id, why[0].total))
        return best

    def _trade(self) -> float:
        kinds = [self.state.card(world).kind for world in self.empire.goods]
        return max((PRICES[kind] * CARD_VP for kind in kinds if kind), default=0.0)

    @cached_property
    def _consumed(self) -> float:
        """VP of the consume powers with the goods there are."""
        goods = len(self.empire.goods)
        vp = 0.0
        for one in self.found.of(ConsumeGoods):
            times = min(one.power.up_to, goods // one.power.goods)
            vp += times * (one.power.vp + CARD_VP * one.power.cards)
            goods -= times * one.power.goods
        vp += CARD_VP * 3 * min(goods, len(self.found.of(ConsumeForPrice)))
        return vp + max(0, goods - 1) * len(self.found.of(ConsumeAll))

    def _produce(self) -> float:
        empty = [
            held for held in self.empire.tableau if not held.good and self.state.card(held.card).production
        ]
        return GOOD_VP * len(empty)
