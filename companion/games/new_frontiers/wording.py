"""Powers and bonuses in words: as lines of the tile language, and in plain words for a person.

`print_*` gives the one canonical line of a value, which `language.py` reads back to the same value.
`describe_*` gives a sentence that needs no knowledge of the language.
"""

from __future__ import annotations

from companion.games.new_frontiers.powers import (
    AfterDevelop,
    AfterSettle,
    Bonus,
    ConsumeBonus,
    ConsumeForPrice,
    ConsumeGoods,
    ConsumeNothing,
    Count,
    DevelopDiscount,
    Effect,
    ExploreDraw,
    ExploreGain,
    Gain,
    Goods,
    Manual,
    Military,
    PayForMilitary,
    Power,
    ProduceGain,
    ProduceGainHere,
    ProduceGainMost,
    ReplaceColony,
    ReplaceThis,
    SettleDiscount,
    SettleTwice,
    SpendForMilitary,
    TradeBonus,
    WindfallGood,
)

_BY_NATURE = (PayForMilitary, SettleTwice, ReplaceColony, ReplaceThis)
"""Optional effects whose line says "may" as the tiles do; a spent good for Military needs no such word."""


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print_gain(gain: Gain) -> str:
    pieces = []
    if gain.vp:
        pieces.append(f"{gain.vp} VP")
    if gain.credits:
        pieces.append(f"${gain.credits}")
    if gain.colonists:
        pieces.append(_many(gain.colonists, "colonist"))
    return " + ".join(pieces)


def _print_goods(goods: Goods) -> str:
    words = ["all" if goods.number is None else str(goods.number)]
    if goods.kind:
        words.append(goods.kind)
    words.append("good" if goods.number == 1 else "goods")
    if goods.different:
        words.append("of different kinds")
    return " ".join(words)


def print_count(count: Count) -> str:
    """The X of "per X" as the language writes it."""
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


def _print_effect(effect: Effect) -> str:
    """The line after "Settle:" and "may"."""
    match effect:
        case ExploreDraw(worlds):
            return f"draw {_many(worlds, 'world')}"
        case ExploreGain(gain) | ProduceGain(gain, None):
            return f"gain {_print_gain(gain)}"
        case DevelopDiscount(amount, large):
            return f"-{amount} cost of 9-cost" if large else f"-{amount} cost"
        case AfterDevelop(gain):
            return f"after you develop, gain {_print_gain(gain)}"
        case Military(amount, keyword, kind):
            against = f" vs {keyword.upper() if keyword else kind}" if keyword or kind else ""
            return f"{amount:+d} Military{against}"
        case SpendForMilitary(goods, amount):
            return f"spend {_print_goods(goods)} for +{amount} Military"
        case SettleDiscount(amount, kind):
            return f"-{amount} cost of {kind} worlds" if kind else f"-{amount} cost"
        case PayForMilitary(discount):
            return f"pay for a non-Alien military world at -{discount} cost"
        case SettleTwice():
            return "settle 2 worlds"
        case AfterSettle(gain, worlds):
            draw = f"draw {_many(worlds, 'world')}" if worlds else ""
            return "after you settle, " + " + ".join(filter(None, (_print_gain(gain), draw)))
        case ReplaceColony(up_to):
            return f"replace a non-military colony, same kind, cost 0-{up_to} higher"
        case ReplaceThis():
            return "replace this by settling a world"
        case ProduceGain(gain, Count() as per):
            return f"gain {_print_gain(gain)} per {print_count(per)}"
        case ProduceGainHere(gain):
            return f"gain {_print_gain(gain)} when this produces"
        case ProduceGainMost(gain, kind):
            return f"gain {_print_gain(gain)} if you produced the most {kind} goods"
        case WindfallGood(kind, number):
            return (
                f"good on {number} {f'{kind} ' if kind else ''}{'windfall' if number == 1 else 'windfalls'}"
            )
        case TradeBonus(amount, kind, this):
            return f"+{amount}" + (" this" if this else f" {kind}" if kind else "")
        case ConsumeGoods(goods, gain, True):
            return f"up to {_print_goods(goods)} -> {_print_gain(gain)} each"
        case ConsumeGoods(goods, gain, False):
            return f"{_print_goods(goods)} -> {_print_gain(gain)}"
        case ConsumeForPrice(goods):
            return f"{_print_goods(goods)} -> trade price"
        case ConsumeNothing(gain):
            return _print_gain(gain)
        case ConsumeBonus(vp, extra, name):
            line = f"+{vp} VP per good consumed"
            return f"{line}, +{extra} VP if you have {name}" if name else line
    raise AssertionError(effect)


def print_power(power: Power) -> str:
    """The canonical line; a manual power's is its own text, word for word.

    >>> print_power(Power("Trade", TradeBonus(2, "Genes")))
    'Trade: +2 Genes'
    """
    if isinstance(power.effect, Manual):
        return power.text
    says_may = isinstance(power.effect, _BY_NATURE) or (
        power.may and not isinstance(power.effect, SpendForMilitary)
    )
    return f"{power.type}: {'may ' if says_may else ''}{_print_effect(power.effect)}"


def print_bonus(bonus: Bonus) -> str:
    """The canonical line; a manual bonus's is its own text, word for word."""
    if not bonus.pairs:
        return bonus.text
    conditions = "; ".join(f"{vp} per {print_count(count)}" for vp, count in bonus.pairs)
    return f"VP: {conditions}" + ("" if bonus.with_this else ", not this")


# --- plain words ----------------------------------------------------------------------------------------

_KIND_NAMES = {"Rare": "Rare Elements", "Alien": "Alien Technology"}


def _kind_name(kind: str) -> str:
    return _KIND_NAMES.get(kind, kind)


def _say_gain(gain: Gain) -> str:
    pieces = []
    if gain.vp:
        pieces.append(f"{_many(gain.vp, 'VP chip')}")
    if gain.credits:
        pieces.append(_many(gain.credits, "credit"))
    if gain.colonists:
        pieces.append(_many(gain.colonists, "colonist"))
    return " and ".join((", ".join(pieces[:-1]), pieces[-1])) if len(pieces) > 1 else pieces[0]


def _say_goods(goods: Goods) -> str:
    kind = f"{_kind_name(goods.kind)} " if goods.kind else ""
    if goods.number is None:
        return f"all your {kind}goods"
    different = " of different kinds" if goods.different else ""
    return f"{goods.number} {kind}{'good' if goods.number == 1 else 'goods'}{different}"


def describe_count(count: Count) -> str:
    """What one of the things counted is: "Genes military colony", "5 credits you have"."""
    one = count.size == 1
    match count.what:
        case "name":
            return f"{count.name} in your empire"
        case "Military":
            return "total Military" if one else f"{count.size} total Military"
        case "chips":
            return f"{count.size} VP in chips"
        case "good":
            return "good you have at game end" if one else f"{count.size} goods you have at game end"
        case "colonist":
            return "unused colonist on your mat" if one else f"{count.size} unused colonists on your mat"
        case "credits":
            return "credit you have" if one else f"{count.size} credits you have"
        case "good produced":
            return f"{_kind_name(count.kind)} good produced" if count.kind else "good produced"
        case "kind produced":
            return "different kind of good produced"
        case "colony kind" | "power type" | "keyword":
            return f"different {count.what}"
        case _:
            kind = _kind_name(count.kind) if count.kind else None
            keyword = f"{count.keyword}-keyword" if count.keyword == "Alien" else count.keyword
            gray = "gray" if count.gray else None
            military = {None: None, True: "military", False: "non-military"}[count.military]
            large = "9-cost" if count.large else None
            words = [large, keyword, kind, gray, military, count.good, count.what]
            power = f" with a power in {count.power}" if count.power else ""
            return " ".join(filter(None, words)) + power


def _say_effect(effect: Effect) -> str:
    match effect:
        case ExploreDraw(worlds):
            return (
                f"draw {_many(worlds, 'more world')} from the bag and keep {'it' if worlds == 1 else 'them'}"
            )
        case ExploreGain(gain) | ProduceGain(gain, None) | ConsumeNothing(gain):
            return f"gain {_say_gain(gain)}"
        case DevelopDiscount(amount, large):
            return f"{'9-cost developments' if large else 'developments'} cost {amount} less"
        case AfterDevelop(gain):
            return f"gain {_say_gain(gain)} after buying a development"
        case Military(amount, keyword, kind):
            enemy = f"{keyword}-keyword" if keyword else _kind_name(kind) if kind else ""
            return f"{amount:+d} Military" + (f" against {enemy} military worlds only" if enemy else "")
        case SpendForMilitary(goods, amount):
            return f"give {_say_goods(goods)} for +{amount} Military until the action ends"
        case SettleDiscount(amount, kind):
            return f"{f'{_kind_name(kind)} ' if kind else ''}worlds you pay for cost {amount} less"
        case PayForMilitary(discount):
            return f"pay for a non-Alien military world: credits equal to its defense less {discount}"
        case SettleTwice():
            return "settle two worlds"
        case AfterSettle(gain, worlds):
            draw = f"draw {_many(worlds, 'world')} from the bag" if worlds else ""
            gains = f"gain {_say_gain(gain)}" if gain != Gain() else ""
            return f"{' and '.join(filter(None, (gains, draw)))} after settling a world"
        case ReplaceColony(up_to):
            return (
                "replace a non-military colony by a non-military world of its kind that costs "
                f"the same or up to {up_to} more"
            )
        case ReplaceThis():
            return "replace this colony by the world you settle"
        case ProduceGain(gain, Count() as per):
            return f"gain {_say_gain(gain)} for each {describe_count(per)}"
        case ProduceGainHere(gain):
            return f"gain {_say_gain(gain)} when a good is produced on this colony"
        case ProduceGainMost(gain, kind):
            return f"gain {_say_gain(gain)} for producing more {_kind_name(kind)} goods than anyone else"
        case WindfallGood(kind, number):
            colonies = "windfall colony" if number == 1 else "windfall colonies"
            return (
                f"produce a good on {number} {f'{_kind_name(kind)} ' if kind else ''}{colonies} without one"
            )
        case TradeBonus(amount, kind, this):
            sold = "the good from this colony" if this else f"a {_kind_name(kind)} good" if kind else "a good"
            return f"{_many(amount, 'more credit')} for selling {sold}"
        case ConsumeGoods(goods, gain, True):
            return f"give up to {_say_goods(goods)} for {_say_gain(gain)} each"
        case ConsumeGoods(goods, gain, False):
            return f"give {_say_goods(goods)} for {_say_gain(gain)}"
        case ConsumeForPrice(goods):
            return f"give {_say_goods(goods)} for the printed trade price"
        case ConsumeBonus(vp, extra, name):
            also = f", and {_many(extra, 'VP chip')} if you have {name}" if name else ""
            return f"gain {_many(vp, 'more VP chip')} for each good consumed{also}"
        case Manual():
            return ""
    raise AssertionError(effect)


def describe_power(power: Power) -> str:
    """The power as a sentence: "Settle, if you like: give 1 good for +2 Military until the action ends."""
    if isinstance(power.effect, Manual):
        return f"By hand: {power.text.strip()}"
    return f"{power.type}{', if you like' if power.may else ''}: {_say_effect(power.effect)}."


def describe_bonus(bonus: Bonus) -> str:
    """The "?" as a sentence: "2 VP for each Genes colony, 1 VP for each other military colony"."""
    if not bonus.pairs:
        return f"By hand: {bonus.text.strip()}"
    conditions = "; ".join(f"{vp} VP for each {describe_count(count)}" for vp, count in bonus.pairs)
    once = " (each tile counts for one of these only)" if len(bonus.pairs) > 1 else ""
    return conditions + once + ("" if bonus.with_this else "; this tile itself does not count") + "."
