"""Trade, Consume: each player may sell one good, then uses their Consume powers in any order (p. 8)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Decision, Illegal, Option, Question, Refusal, Tally, Term
from companion.games.new_frontiers.rules import consuming, rulebook_pages, trading
from companion.games.new_frontiers.rules.action_steps import (
    DONE,
    current,
    everyone_done,
    illegal,
    in_force,
    name,
    next_player,
    step,
    unexpected,
)
from companion.games.new_frontiers.rules.decisions import (
    Consume,
    ConsumeAll,
    NoStockpile,
    NoTrade,
    SkipConsume,
    StockpileCredits,
    TradeGood,
)
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.rules.stockpile import open_goal
from companion.games.new_frontiers.rules.supply import CONSUMED, SOLD, gain, take_goods_from
from companion.games.new_frontiers.tiles.powers import (
    ConsumeBonus,
    ConsumeForPrice,
    ConsumeGoods,
    ConsumeNothing,
    Gain,
)
from companion.games.new_frontiers.wording.names import credits, listed
from companion.games.new_frontiers.wording.power_words import describe_power
from companion.translation import _, marked, plural

BONUS = Gain(vp=1)
_USED = marked("Consume power")


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
    return [
        c.world
        for c in state.empires[player].colonies
        if c.good is not None and trading.refuse(state, player, c.world) is None
    ]


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
    if doing.stage == "trade":
        return Question(
            doing.player, "trade", _("{player}, sell a good?", player=empire), rulebook_pages.TRADE
        )
    if doing.stage == "stockpile":
        text = _("{player}, stockpile credits of this trade?", player=empire)
        return Question(doing.player, "stockpile-credits", text, rulebook_pages.GOALS)
    text = _("{player}, which Consume power next?", player=empire)
    return Question(doing.player, "consume", text, rulebook_pages.CONSUME)


def options(state: State) -> tuple[Option, ...]:
    doing = current(state)
    player = doing.player
    if doing.stage == "trade":
        return (*_trade_options(state, player), Option(NoTrade(player), _("Sell nothing")))
    if doing.stage == "stockpile":
        some = range(1, _room(state, player) + 1)
        piles = [
            Option(StockpileCredits(player, n), _("Stockpile {credits}", credits=credits(n))) for n in some
        ]
        return (*piles, Option(NoStockpile(player), _("Stockpile nothing")))
    return _consume_options(state, player)


def _trade_options(state: State, player: int) -> list[Option]:
    prices = [(world, trading.price(state, player, world)) for world in _sellable(state, player)]
    most = max((price.total for _world, price in prices), default=0)  # none, when a correction took the goods
    return [
        Option(
            TradeGood(player, world),
            _("Sell the good on {colony} for ${price}", colony=name(state, world), price=price.total),
            (price,),
            world,
            likely=int(price.total == most),
        )
        for world, price in prices
    ]


def _consume_options(state: State, player: int) -> tuple[Option, ...]:
    powers = consuming.unused(state, player)
    search = consuming.ConsumeSearch(state, player)
    found: list[Option] = []
    must = False
    for power in powers:
        for one in consuming.steps(state, player, power):
            must = must or not power.power.may
            found.append(_step_option(state, player, one, search.outlook(one)))
    best = consuming.best_order(state, player, search)
    if best.steps:
        steps = tuple((one.tile, one.power, one.colonies) for one in best.steps)
        words = _("Best order: {gain} in all", gain=consuming.gain_words(best.gain))
        found.insert(0, Option(ConsumeAll(player, steps), words, _gain_tallies(state, best.steps), likely=1))
    if not must:
        found.append(Option(SkipConsume(player), _("Use no more Consume powers")))
    return tuple(found)


def _step_option(state: State, player: int, one: consuming.ConsumeStep, outlook: Gain) -> Option:
    tile, gained = name(state, one.tile), consuming.gain_words(one.gain)
    if one.colonies:
        words = plural(
            "{tile}: the good on {colonies} for {gain}",
            "{tile}: the goods on {colonies} for {gain}",
            len(one.colonies),
            tile=tile,
            colonies=listed([name(state, world) for world in one.colonies]),
            gain=gained,
        )
    else:
        words = _("{tile}: nothing for {gain}", tile=tile, gain=gained)
    if outlook != one.gain:
        words = _("{words} (then at best {gain} in all)", words=words, gain=consuming.gain_words(outlook))
    decision = Consume(player, one.tile, one.power, one.colonies)
    return Option(decision, words, tile=one.tile)


def _gain_tallies(state: State, steps: tuple[consuming.ConsumeStep, ...]) -> tuple[Tally, ...]:
    vp = [Term(name(state, one.tile), one.gain.vp, one.tile) for one in steps if one.gain.vp]
    money = [Term(name(state, one.tile), one.gain.credits, one.tile) for one in steps if one.gain.credits]
    found = [Tally(_("VP"), tuple(vp))] if vp else []
    if money:
        found.append(Tally(_("credits"), tuple(money)))
    return tuple(found)


def refusals(state: State) -> tuple[Refusal, ...]:
    doing = current(state)
    player = doing.player
    if doing.stage == "consume":
        return _idle_powers(state, player)
    if doing.stage != "trade":
        return ()
    goods = (c.world for c in state.empires[player].colonies if c.good is not None)
    found = (trading.refuse(state, player, world) for world in goods)
    return tuple(refusal for refusal in found if refusal is not None)


def _idle_powers(state: State, player: int) -> tuple[Refusal, ...]:
    """The player's Consume powers that were used in this action, or find no goods for it."""
    found = []
    for power in in_force(state, player, "Consume"):
        if not isinstance(power.power.effect, ConsumeGoods | ConsumeForPrice | ConsumeNothing):
            continue
        tile = name(state, power.tile)
        if power.key in current(state).used:
            sentence = _("{tile} has been used in this action: each power once.", tile=tile)
            remedy = _("It works again in the next Trade-Consume.")
        elif not consuming.steps(state, player, power):
            sentence = _(
                "There are no goods that {tile} can consume: {power}",
                tile=tile,
                power=describe_power(power.power),
            )
            remedy = _("With such goods on your colonies it can be used.")
        else:
            continue
        words = _("Use {tile}", tile=tile)
        found.append(Refusal(words, sentence, rulebook_pages.CONSUME, power.tile, remedy=remedy))
    return tuple(found)


def play(state: State, decision: Decision) -> State:
    doing = current(state)
    player = doing.player
    if doing.stage == "trade" and isinstance(decision, TradeGood):
        return proceed(_trade(state, player, decision.colony))
    if doing.stage == "trade" and isinstance(decision, NoTrade):
        return proceed(step(state, stage="stockpile"))
    if doing.stage == "stockpile" and isinstance(decision, StockpileCredits):
        return proceed(_stockpile(state, player, decision.credits))
    if doing.stage == "stockpile" and isinstance(decision, NoStockpile):
        return proceed(step(state, income=0))
    if doing.stage == "consume" and isinstance(decision, Consume):
        return proceed(_consume(state, player, decision.tile, decision.power, decision.colonies))
    if doing.stage == "consume" and isinstance(decision, ConsumeAll):
        for tile, power, colonies in decision.steps:
            state = _consume(state, player, tile, power, colonies)
        if _must(state, player):
            raise Illegal(
                _("Not every Consume power that can be used is in this order."), rulebook_pages.CONSUME
            )
        return proceed(next_player(state, stage="trade"))
    if doing.stage == "consume" and isinstance(decision, SkipConsume):
        if _must(state, player):
            raise Illegal(_("A Consume power that can be used must be used."), rulebook_pages.CONSUME)
        return proceed(next_player(state, stage="trade"))
    raise unexpected(state, decision)


def _must(state: State, player: int) -> bool:
    powers = consuming.unused(state, player)
    return any(not found.power.may and consuming.steps(state, player, found) for found in powers)


def _trade(state: State, player: int, colony: str) -> State:
    refusal = trading.refuse(state, player, colony)
    if refusal is not None:
        raise illegal(refusal)
    income = trading.price(state, player, colony).total
    state = take_goods_from(state, player, (colony,))
    state = gain(state, player, Gain(credits=income), SOLD, colony)
    return step(state, stage="stockpile", income=income)


def _stockpile(state: State, player: int, amount: int) -> State:
    room = _room(state, player)
    if not 1 <= amount <= room:
        raise Illegal(
            _("From 1 to {most} credits of this Trade can be stockpiled.", most=room),
            rulebook_pages.GOAL_TILES,
        )
    empire = state.empires[player]
    pile = replace(empire.stockpile, credits=empire.stockpile.credits + amount)
    empire = replace(empire, credits=empire.credits - amount, stockpile=pile)
    return step(state.with_empire(player, empire), income=0)


def _consume(state: State, player: int, tile: str, power: int, colonies: tuple[str, ...]) -> State:
    powers = consuming.unused(state, player)
    found = next((p for p in powers if (p.tile, p.number) == (tile, power)), None)
    if found is None:
        raise Illegal(
            _("{tile} has no Consume power left to use.", tile=name(state, tile)), rulebook_pages.CONSUME
        )
    ways = consuming.steps(state, player, found)
    way = next((one for one in ways if sorted(one.colonies) == sorted(colonies)), None)
    if way is None:
        if ways:
            raise Illegal(
                _("{tile} cannot consume these goods.", tile=name(state, tile)),
                rulebook_pages.CONSUME,
                _("Choose goods that its power takes."),
            )
        raise Illegal(
            _("There are no goods that {tile} can consume.", tile=name(state, tile)),
            rulebook_pages.CONSUME,
            _("With such goods on your colonies it can be used."),
        )
    state = gain(take_goods_from(state, player, colonies), player, way.gain, CONSUMED, tile)
    return step(state, used=(*current(state).used, found.key))
