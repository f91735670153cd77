"""Prints powers and bonuses as lines of the tile language: one canonical line for each value."""

from __future__ import annotations

from companion.games.new_frontiers.tiles import amounts as a
from companion.games.new_frontiers.tiles import powers as p
from companion.games.new_frontiers.tiles import powers_of_goods as g
from companion.games.new_frontiers.tiles.counted import Bonus, Count
from companion.games.new_frontiers.tiles.power_lines import Power

_ALWAYS_OPTIONAL = (p.PayForMilitary, p.SettleTwice, p.ReplaceColony, p.ReplaceThis)
"""Optional effects whose line has "may" as on the tiles; a spent good for Military needs no such word."""


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print_gain(gain: a.Gain) -> str:
    pieces = []
    if gain.vp:
        pieces.append(f"{gain.vp} VP")
    if gain.credits:
        pieces.append(f"${gain.credits}")
    if gain.colonists:
        pieces.append(_many(gain.colonists, "colonist"))
    return " + ".join(pieces)


def _print_goods(goods: a.Goods) -> str:
    words = ["all" if goods.number is None else str(goods.number)]
    if goods.kind:
        words.append(goods.kind)
    words.append("good" if goods.number == 1 else "goods")
    if goods.different:
        words.append("of different kinds")
    return " ".join(words)


def print_count(count: Count) -> str:
    """The X of "per X" in the tile language."""
    sized = "" if count.size == 1 else f"{count.size} "
    match count.what:
        case "name":
            return f'"{count.name}"'
        case "Military":
            return f"{sized}Military"
        case "chips":
            return f"{count.size} VP in chips"
        case "good":
            return f"{sized}{'good' if count.size == 1 else 'goods'} at game end"
        case "colonist":
            return f"{sized}{'colonist' if count.size == 1 else 'colonists'} on your mat"
        case "credits":
            return f"${count.size}"
        case "good produced":
            return f"{count.kind} good produced" if count.kind else "good produced"
        case "colony" | "development" | "tile":
            return " ".join((*_narrowings(count), count.what)) + (
                f" with {count.power} power" if count.power else ""
            )
        case _:
            return count.what


def _narrowings(count: Count) -> list[str]:
    words = []
    if count.large:
        words.append("9-cost")
    if count.keyword:
        words.append(count.keyword.upper())
    if count.kind:
        words.append(count.kind)
    if count.gray:
        words.append("gray")
    if count.military is not None:
        words.append("military" if count.military else "non-military")
    if count.good:
        words.append(count.good)
    return words


def _print_effect(effect: p.Effect) -> str:
    """The part of a line after "Settle:" and "may"."""
    match effect:
        case p.ExploreDraw(worlds):
            return f"draw {_many(worlds, 'world')}"
        case p.ExploreGain(gain) | g.ProduceGain(gain, None):
            return f"gain {_print_gain(gain)}"
        case p.DevelopDiscount(amount, large):
            return f"-{amount} cost of 9-cost" if large else f"-{amount} cost"
        case p.AfterDevelop(gain):
            return f"after you develop, gain {_print_gain(gain)}"
        case p.Military(amount, keyword, kind):
            against = f" vs {keyword.upper() if keyword else kind}" if keyword or kind else ""
            return f"{amount:+d} Military{against}"
        case p.SpendForMilitary(goods, amount):
            return f"spend {_print_goods(goods)} for +{amount} Military"
        case p.SettleDiscount(amount, kind):
            return f"-{amount} cost of {kind} worlds" if kind else f"-{amount} cost"
        case p.PayForMilitary(discount):
            return f"pay for a non-Alien military world at -{discount} cost"
        case p.SettleTwice():
            return "settle 2 worlds"
        case p.AfterSettle(gain, worlds):
            draw = f"draw {_many(worlds, 'world')}" if worlds else ""
            return "after you settle, " + " + ".join(filter(None, (_print_gain(gain), draw)))
        case p.ReplaceColony(up_to):
            return f"replace a non-military colony, same kind, cost 0-{up_to} higher"
        case p.ReplaceThis():
            return "replace this by settling a world"
        case g.ProduceGain(gain, Count() as per):
            return f"gain {_print_gain(gain)} per {print_count(per)}"
        case g.ProduceGainHere(gain):
            return f"gain {_print_gain(gain)} when this produces"
        case g.ProduceGainMost(gain, kind):
            return f"gain {_print_gain(gain)} if you produced the most {kind} goods"
        case g.WindfallGood(kind, number):
            return (
                f"good on {number} {f'{kind} ' if kind else ''}{'windfall' if number == 1 else 'windfalls'}"
            )
        case g.TradeBonus(amount, kind, this):
            return f"+{amount}" + (" this" if this else f" {kind}" if kind else "")
        case g.ConsumeGoods(goods, gain, True):
            return f"up to {_print_goods(goods)} -> {_print_gain(gain)} each"
        case g.ConsumeGoods(goods, gain, False):
            return f"{_print_goods(goods)} -> {_print_gain(gain)}"
        case g.ConsumeForPrice(goods):
            return f"{_print_goods(goods)} -> trade price"
        case g.ConsumeNothing(gain):
            return _print_gain(gain)
        case g.ConsumeBonus(vp, extra, name):
            line = f"+{vp} VP per good consumed"
            return f"{line}, +{extra} VP if you have {name}" if name else line
    raise AssertionError(effect)


def print_power(power: Power) -> str:
    """The canonical line; for a manual power its own text, word for word.

    >>> print_power(Power("Trade", TradeBonus(2, "Genes")))
    'Trade: +2 Genes'
    """
    if isinstance(power.effect, p.Manual):
        return power.text
    says_may = isinstance(power.effect, _ALWAYS_OPTIONAL) or (
        power.may and not isinstance(power.effect, p.SpendForMilitary)
    )
    return f"{power.type}: {'may ' if says_may else ''}{_print_effect(power.effect)}"


def print_bonus(bonus: Bonus) -> str:
    """The canonical line; for a manual bonus its own text, word for word."""
    if not bonus.pairs:
        return bonus.text
    conditions = "; ".join(f"{vp} per {print_count(count)}" for vp, count in bonus.pairs)
    return f"VP: {conditions}" + ("" if bonus.with_this else ", not this")
