"""Computer players with a plan made by hand: the sensible player's values, with more for what the plan wants.

They are rungs of the ladder that measures the coach (`benchmarks/ladder.py`), and opponents with a character.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.contract import BestOptionPlayer, Client, Option
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.powers import Military
from companion.games.race_for_the_galaxy.players import PLAYERS, Valuation
from companion.games.race_for_the_galaxy.rules.abilities import military
from companion.games.race_for_the_galaxy.rules.state import FULL_TABLEAU, State


class MilitaryValuation(Valuation):
    """Military first, then the worlds that it conquers; the game is to end before engines of others run."""

    def placed(self, id: str, cost: int) -> float:
        card = self.state.card(id)
        return super().placed(id, cost) + self._military(card) + 0.5

    def bonus_and_gain(self, action: str) -> tuple[float, float]:
        bonus, gain = super().bonus_and_gain(action)
        if action in ("settle", "develop") and gain:
            return bonus + 0.5, gain
        return bonus, gain * 0.5 if action in ("produce", "consume-2x") else gain

    def _military(self, card: Card) -> float:
        powers = [power for power in card.powers if isinstance(power, Military) and power.amount > 0]
        strength = military(self.state.catalogue, self.empire.in_force)
        more = sum(power.amount for power in powers) * (1.2 if strength < 6 else 0.4)
        return more + (0.25 * card.cost if card.military else 0.0)


class ProduceValuation(Valuation):
    """Production worlds and what consumes their goods; then produce and consume for double VP in turn."""

    def placed(self, id: str, cost: int) -> float:
        card = self.state.card(id)
        engine = 1.5 * card.production + 1.2 * card.has_power("consume") + 0.5 * bool(card.windfall)
        left = max(0, FULL_TABLEAU - len(self.empire.tableau)) / FULL_TABLEAU
        return super().placed(id, cost) + engine * left

    def bonus_and_gain(self, action: str) -> tuple[float, float]:
        bonus, gain = super().bonus_and_gain(action)
        engine = sum(self.state.card(held.card).production for held in self.empire.tableau)
        if action == "produce" and engine >= 2:
            return bonus, gain * 1.3
        if action == "consume-2x" and len(self.empire.goods) >= 2:
            return bonus * 1.4, gain * 1.3
        return bonus, gain


class PlanPlayer(BestOptionPlayer[State]):
    """Chooses by a plan's values."""

    def __init__(self, plan: type[Valuation]) -> None:
        self.plan = plan

    def worth(self, state: State, player: int, hand: tuple[str, ...]) -> Callable[[Option], float]:
        return self.plan(state, player, hand).worth


EVERY_PLAYER: Mapping[str, Client[State]] = {
    "random": PLAYERS["random"],
    "military": PlanPlayer(MilitaryValuation),
    "produce": PlanPlayer(ProduceValuation),
    "sensible": PLAYERS["sensible"],
}
"""By name, the best last. military: a rush; produce: goods, and twice the VP for them."""
