"""Trade, Consume: each player may sell one good, then uses their Consume powers in any order (p. 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, Refusal, Tally, later
from companion.games.new_frontiers.rules import consuming, rulebook_pages, trading
from companion.games.new_frontiers.rules.action_steps import (
    DONE,
    colony_of,
    current,
    everyone_done,
    in_force,
    name,
    next_player,
    step,
)
from companion.games.new_frontiers.rules.actions import consume
from companion.games.new_frontiers.rules.asked import Action
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import NoStockpile, open_goal
from companion.games.new_frontiers.rules.supply import SOLD, gain, take_goods_from
from companion.games.new_frontiers.tiles.powers import ConsumeBonus, ConsumeNothing, Gain
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
        return step(state, stage="stockpile", income=income)


@dataclass(frozen=True)
class NoTrade(EmpireMove):
    """Sell nothing."""

    do: ClassVar[str] = "no-trade"
    declines: ClassVar[bool] = True
    done_as_only_answer: ClassVar[str] = marked("sells nothing")

    def words(self, state: State) -> str:
        return _("{player} sells nothing", player=self.who(state))

    def apply(self, state: State) -> State:
        return step(state, stage="stockpile")


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


def begin(state: State) -> State:
    state = gain(state, current(state).selector, BONUS, marked("Trade, Consume bonus"))
    return proceed(step(state, stage="trade"))


def proceed(state: State) -> State:
    """On to the next thing that somebody must answer."""
    while not everyone_done(current(state)):
        doing = current(state)
        player = doing.player
        if doing.stage == "trade":
            if any(_sellable(state, player)):
                return state
            state = step(state, stage="stockpile")
        elif doing.stage == "stockpile":
            if _room(state, player):
                return state
            state = step(_what_takes_no_good(state, player), stage="consume")
        else:
            if any(consuming.steps(state, player, found) for found in consuming.unused(state, player)):
                return state
            state = next_player(state, stage="trade")
    return step(state, stage=DONE)


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
    for found in in_force(state, player, "Consume"):
        effect = found.power.effect
        if isinstance(effect, ConsumeNothing) and not found.power.may:
            state = gain(state, player, effect.gain, _USED, found.tile)
            state = step(state, used=(*current(state).used, found.key))
        elif isinstance(effect, ConsumeBonus) and effect.extra and _has(state, player, effect.name):
            state = gain(state, player, Gain(vp=effect.extra), _USED, found.tile)
    return state


def _has(state: State, player: int, wanted: str | None) -> bool:
    empire = state.empires[player]
    tiles = (*(c.world for c in empire.colonies), *empire.developments)
    return wanted is not None and any(name(state, t).casefold() == wanted.casefold() for t in tiles)


def question(state: State) -> Question:
    doing = current(state)
    empire = state.empires[doing.player].name
    if doing.stage == "consume":
        return consume.question(state)
    if doing.stage == "trade":
        return Question(
            doing.player, "trade", _("{player}, sell a good?", player=empire), rulebook_pages.TRADE
        )
    text = later(lambda: _("{player}, stockpile credits of this trade?", player=empire))
    return Question(doing.player, "stockpile-credits", text, rulebook_pages.GOALS)


def options(state: State) -> tuple[Option, ...]:
    doing = current(state)
    player = doing.player
    if doing.stage == "consume":
        return consume.options(state)
    if doing.stage == "trade":
        return (*_trade_options(state, player), Option(NoTrade(player), _("Sell nothing")))
    some = range(1, _room(state, player) + 1)
    piles = [Option(StockpileCredits(player, n), _("Stockpile {credits}", credits=credits(n))) for n in some]
    return (*piles, Option(NoStockpile(player), _("Stockpile nothing")))


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


def refusals(state: State) -> tuple[Refusal, ...]:
    doing = current(state)
    player = doing.player
    if doing.stage == "consume":
        return consume.refusals(state)
    if doing.stage != "trade":
        return ()
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


TRADE_CONSUME = Action(question, options, refusals, begin, proceed)
