"""Trade, Consume: each player may sell one good, then uses their Consume powers in any order (p. 8)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from companion.games.contract import Option, Question, Refusal, Tally, later
from companion.games.contract.piece_names import plain_name
from companion.games.new_frontiers.rules import consuming, rulebook_pages, trading
from companion.games.new_frontiers.rules.action_steps import (
    colony_of,
    current,
    everyone_done,
    in_force,
    name,
    next_player,
    step,
)
from companion.games.new_frontiers.rules.actions import consume
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.stage import DONE, Selected, TurnStage
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import NoStockpile, open_goal
from companion.games.new_frontiers.rules.supply import SOLD, gain, take_goods_from
from companion.games.new_frontiers.tiles.amounts import NO_GOODS, NOTHING, Gain
from companion.games.new_frontiers.wording.names import credits, good_name
from companion.translation import _, marked

BONUS = Gain(vp=1)
_USED = marked("Consume power")


@dataclass(frozen=True)
class TradeGood(EmpireMove):
    """Sell the good on `colony`."""

    do: ClassVar[str] = "trade-good"
    colony: str

    def words(self, state: State) -> str:
        on = colony_of(state.empires[self.seat], self.colony)
        return _(
            "{player} sells the {good} on {colony} for ${price}",
            player=self.who(state),
            good=good_name(on.good if on is not None and on.good else ""),
            colony=name(state, self.colony),
            price=trading.price(state, self.seat, self.colony).total,
        )

    def apply(self, state: State) -> State:
        income = trading.price(state, self.seat, self.colony).total
        state = take_goods_from(state, self.seat, (self.colony,))
        state = gain(state, self.seat, Gain(credits=income), SOLD, self.colony)
        return STOCKPILING.at(state, income=income)


@dataclass(frozen=True)
class NoTrade(EmpireMove):
    """Sell nothing."""

    do: ClassVar[str] = "no-trade"
    declines: ClassVar[bool] = True
    done_as_only_answer: ClassVar[str] = marked("sells nothing")

    def words(self, state: State) -> str:
        return _("{player} sells nothing", player=self.who(state))

    def apply(self, state: State) -> State:
        return STOCKPILING.at(state)


@dataclass(frozen=True)
class StockpileCredits(EmpireMove):
    """Put this many credits of the Trade just made on the stockpile mat (Tax on Trade, p. 12)."""

    do: ClassVar[str] = "stockpile-credits"
    credits: int

    def words(self, state: State) -> str:
        return _("{player} stockpiles {credits}", player=self.who(state), credits=credits(self.credits))

    def apply(self, state: State) -> State:
        empire = state.empires[self.seat]
        pile = empire.stockpile.changed(credits=empire.stockpile.credits + self.credits)
        empire = empire.changed(credits=empire.credits - self.credits, stockpile=pile)
        return step(state.with_empire(self.seat, empire), income=0)


MOVES = (TradeGood, NoTrade, StockpileCredits)


def _sellable(state: State, player: int) -> list[str]:
    colonies = state.empires[player].colonies
    return [c.world for c in colonies if c.good is not None and trading.can_be_sold(state, c.world)]


def _room(state: State, player: int) -> int:
    """How many credits of the Trade just made the player may stockpile (Tax on Trade, p. 12)."""
    goal = open_goal(state, "credits")
    if goal is None:
        return 0
    held = state.empires[player].stockpile.credits
    return max(0, min(current(state).income, goal.ranges[-1][0] - held))


def _what_takes_no_good(state: State, player: int) -> State:
    """Powers that must be used and leave no choice: Galactic Salon's, and Prosperous Economy's extra."""
    has = partial(_has, state, player)
    for found in in_force(state, player, "Consume"):
        effect = found.power.effect
        first = effect.first_gain(has)
        if first != NOTHING:
            state = gain(state, player, first, _USED, found.tile)
        if effect.converts and effect.goods == NO_GOODS and not found.power.may:
            state = gain(state, player, effect.gain_for(()), _USED, found.tile)
            state = step(state, used=(*current(state).used, found.key))
    return state


def _has(state: State, player: int, wanted: str) -> bool:
    empire = state.empires[player]
    tiles = (*(c.world for c in empire.colonies), *empire.developments)
    return any(plain_name(name(state, t)) == plain_name(wanted) for t in tiles)


def _trade_options(state: State, player: int) -> list[Option]:
    prices = [(world, trading.price(state, player, world)) for world in _sellable(state, player)]
    most = max((price.total for _world, price in prices), default=0)  # none, when a correction took the goods
    return [
        Option(
            TradeGood(player, world),
            later(_sell_words, state, world, price),
            (price,),
            world,
            likely=int(price.total == most),
        )
        for world, price in prices
    ]


def _sell_words(state: State, world: str, price: Tally) -> str:
    return _("Sell the good on {colony} for ${price}", colony=name(state, world), price=price.total)


class Begin(Selected):
    """The bonus; then each player trades and consumes, in order."""

    def proceed(self, state: State) -> State:
        state = gain(state, current(state).selector, BONUS, marked("Trade, Consume bonus"))
        return TRADING.proceed(TRADING.at(state))


class OwnTurn(TurnStage):
    """A player's turn: a good sold, credits of it stockpiled, then all Consume powers."""

    first: ClassVar[str] = consume.TURN_BEGINS
    together: ClassVar[bool] = True


class Trading(OwnTurn):
    """One good may be sold."""

    name: ClassVar[str] = consume.TURN_BEGINS

    def question(self, state: State) -> Question:
        player = current(state).player
        words = _("{player}, sell a good?", player=state.empires[player].name)
        return Question(player, "trade", words, rulebook_pages.TRADE)

    def options(self, state: State) -> tuple[Option, ...]:
        player = current(state).player
        return (*_trade_options(state, player), Option(NoTrade(player), _("Sell nothing")))

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        player = current(state).player
        return tuple(
            Refusal(
                _("Sell the good on {colony}", colony=name(state, colony.world)),
                _("The good on {colony} cannot be sold.", colony=name(state, colony.world)),
                rulebook_pages.TRADE,
                colony.world,
                decision=TradeGood(player, colony.world),
            )
            for colony in state.empires[player].colonies
            if colony.good is not None and not trading.can_be_sold(state, colony.world)
        )

    def proceed(self, state: State) -> State:
        if everyone_done(current(state)):
            return DONE.at(state)
        if any(_sellable(state, current(state).player)):
            return state
        return STOCKPILING.proceed(STOCKPILING.at(state))


class Stockpiling(OwnTurn):
    """Credits of the Trade just made may be stockpiled (Tax on Trade, p. 12)."""

    name: ClassVar[str] = "stockpile"

    def question(self, state: State) -> Question:
        player = current(state).player
        empire = state.empires[player].name
        text = later(lambda: _("{player}, stockpile credits of this trade?", player=empire))
        return Question(player, "stockpile-credits", text, rulebook_pages.GOALS)

    def options(self, state: State) -> tuple[Option, ...]:
        player = current(state).player
        piles = [
            Option(StockpileCredits(player, n), _("Stockpile {credits}", credits=credits(n)))
            for n in range(1, _room(state, player) + 1)
        ]
        return (*piles, Option(NoStockpile(player), _("Stockpile nothing")))

    def proceed(self, state: State) -> State:
        player = current(state).player
        if _room(state, player):
            return state
        return CONSUMING.proceed(CONSUMING.at(_what_takes_no_good(state, player)))


class Consuming(OwnTurn):
    """The Consume powers, one after the other or in the best order at once."""

    name: ClassVar[str] = "consume"

    def question(self, state: State) -> Question:
        return consume.question(state)

    def options(self, state: State) -> tuple[Option, ...]:
        return consume.options(state)

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        return consume.refusals(state)

    def proceed(self, state: State) -> State:
        player = current(state).player
        if any(consuming.steps(state, player, found) for found in consuming.unused(state, player)):
            return state
        state = next_player(state, stage=self.first)
        return _OWN_TURN[current(state).stage].proceed(state)


TRADING, STOCKPILING, CONSUMING = Trading(), Stockpiling(), Consuming()
_OWN_TURN = {stage.name: stage for stage in (TRADING, STOCKPILING, CONSUMING)}
TRADE_CONSUME = (Begin(), *_OWN_TURN.values())
