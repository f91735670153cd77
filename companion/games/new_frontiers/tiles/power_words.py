"""Powers and bonuses in plain words, for a person who does not know the tile language."""

from __future__ import annotations

from companion.games.new_frontiers.tiles.powers import (
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
from companion.games.new_frontiers.wording.names import (
    a_long_good,
    colonists_gained,
    credits,
    listed,
    long_kind_name,
    power_name,
)
from companion.translation import _, in_turn, marked, plural


def _gain_words(gain: Gain) -> str:
    pieces = []
    if gain.vp:
        pieces.append(_chips(gain.vp))
    if gain.credits:
        pieces.append(credits(gain.credits))
    if gain.colonists:
        pieces.append(colonists_gained(gain.colonists))
    return listed(pieces)


def _chips(number: int) -> str:
    return plural("{number} VP chip", "{number} VP chips", number)


def _goods_words(goods: Goods) -> str:
    kind = long_kind_name(goods.kind) if goods.kind else ""
    if goods.number is None:
        return _("all your {kind} goods", kind=kind) if kind else _("all your goods")
    if goods.different:
        return plural("{number} good of different kinds", "{number} goods of different kinds", goods.number)
    if kind:
        return plural("{number} {kind} good", "{number} {kind} goods", goods.number, kind=kind)
    return plural("{number} good", "{number} goods", goods.number)


def describe_count(count: Count) -> str:
    """What one of the things counted is: "Genes military colony", "5 credits you have"."""
    size = count.size
    match count.what:
        case "name":
            return _("{tile} in your empire", tile=count.name)
        case "Military":
            return _("total Military") if size == 1 else _("{number} total Military", number=size)
        case "chips":
            return _("{number} VP in chips", number=size)
        case "good":
            if size == 1:
                return _("good you have at game end")
            return _("{number} goods you have at game end", number=size)
        case "colonist":
            if size == 1:
                return _("unused colonist on your mat")
            return _("{number} unused colonists on your mat", number=size)
        case "credits":
            return _("credit you have") if size == 1 else _("{number} credits you have", number=size)
        case "good produced":
            if count.kind:
                return _("{kind} good produced", kind=long_kind_name(count.kind))
            return _("good produced")
        case "kind produced":
            return _("different kind of good produced")
        case "colony kind":
            return _("different colony kind")
        case "power type":
            return _("different power type")
        case "keyword":
            return _("different keyword")
    return _describe_tiles(count)


_NOUNS = {
    ("colony", None): marked("colony"),
    ("colony", "production"): marked("production colony"),
    ("colony", "windfall"): marked("windfall colony"),
    ("development", None): marked("development"),
    ("tile", None): marked("tile"),
    ("tile", "production"): marked("production tile"),
    ("tile", "windfall"): marked("windfall tile"),
}


def _describe_tiles(count: Count) -> str:
    """From the noun outwards: each word before it may go elsewhere in another language."""
    noun = _NOUNS.get((count.what, count.good))
    words = f"{count.good} {count.what}" if noun is None else _(noun)
    if count.military is not None:
        of_type = _("military {things}", things=words), _("non-military {things}", things=words)
        words = of_type[not count.military]
    if count.gray:
        words = _("gray {things}", things=words)
    if count.kind:
        words = _("{kind} {things}", kind=long_kind_name(count.kind), things=words)
    if count.keyword == "Alien":
        words = _("{keyword}-keyword {things}", keyword=count.keyword, things=words)
    elif count.keyword:
        words = _("{keyword} {things}", keyword=count.keyword, things=words)
    if count.large:
        words = _("9-cost {things}", things=words)
    if count.power:
        words = _("{things} with a power in {action}", things=words, action=power_name(count.power))
    return words


_SettleEffect = (
    Military
    | SpendForMilitary
    | SettleDiscount
    | PayForMilitary
    | SettleTwice
    | AfterSettle
    | ReplaceColony
    | ReplaceThis
)


def _effect_words(effect: Effect) -> str:
    if isinstance(effect, _SettleEffect):
        return _settle_words(effect)
    match effect:
        case ExploreDraw(worlds):
            return plural(
                "draw {number} more world from the bag and keep it",
                "draw {number} more worlds from the bag and keep them",
                worlds,
            )
        case ExploreGain(gain) | ProduceGain(gain, None) | ConsumeNothing(gain):
            return _("gain {gain}", gain=_gain_words(gain))
        case DevelopDiscount(amount, large):
            if large:
                return _("9-cost developments cost {amount} less", amount=amount)
            return _("developments cost {amount} less", amount=amount)
        case AfterDevelop(gain):
            return _("gain {gain} after buying a development", gain=_gain_words(gain))
        case ProduceGain(gain, Count() as per):
            return _("gain {gain} for each {counted}", gain=_gain_words(gain), counted=describe_count(per))
        case ProduceGainHere(gain):
            return _("gain {gain} when a good is produced on this colony", gain=_gain_words(gain))
        case ProduceGainMost(gain, kind):
            return _(
                "gain {gain} for producing more {kind} goods than anyone else",
                gain=_gain_words(gain),
                kind=long_kind_name(kind),
            )
        case WindfallGood(kind, number):
            return _windfall_words(kind, number)
        case TradeBonus(amount, kind, this):
            return _trade_words(amount, kind, this)
        case ConsumeGoods(goods, gain, True):
            return _("give up to {goods} for {gain} each", goods=_goods_words(goods), gain=_gain_words(gain))
        case ConsumeGoods(goods, gain, False):
            return _("give {goods} for {gain}", goods=_goods_words(goods), gain=_gain_words(gain))
        case ConsumeForPrice(goods):
            return _("give {goods} for the printed trade price", goods=_goods_words(goods))
        case ConsumeBonus(vp, extra, name):
            words = plural(
                "gain {number} more VP chip for each good consumed",
                "gain {number} more VP chips for each good consumed",
                vp,
            )
            if name:
                return _(
                    "{words}, and {chips} if you have {tile}", words=words, chips=_chips(extra), tile=name
                )
            return words
        case Manual():
            return ""
    raise AssertionError(effect)


def _settle_words(effect: _SettleEffect) -> str:
    match effect:
        case Military(amount, keyword, kind):
            return _military_words(f"{amount:+d}", keyword, kind)
        case SpendForMilitary(goods, amount):
            return _(
                "give {goods} for +{military} Military until the action ends",
                goods=_goods_words(goods),
                military=amount,
            )
        case SettleDiscount(amount, kind):
            if kind:
                return _(
                    "{kind} worlds you pay for cost {amount} less", kind=long_kind_name(kind), amount=amount
                )
            return _("worlds you pay for cost {amount} less", amount=amount)
        case PayForMilitary(discount):
            return _(
                "pay for a non-Alien military world: credits equal to its defense less {discount}",
                discount=discount,
            )
        case SettleTwice():
            return _("settle two worlds")
        case AfterSettle(gain, worlds):
            return _after_settle_words(gain, worlds)
        case ReplaceColony(up_to):
            return _(
                "replace a non-military colony by a non-military world of its kind that costs the same or up "
                "to {most} more",
                most=up_to,
            )
        case ReplaceThis():
            return _("replace this colony by the world you settle")


def _military_words(amount: str, keyword: str | None, kind: str | None) -> str:
    if keyword:
        return _(
            "{amount} Military against {keyword}-keyword military worlds only", amount=amount, keyword=keyword
        )
    if kind:
        return _(
            "{amount} Military against {kind} military worlds only", amount=amount, kind=long_kind_name(kind)
        )
    return _("{amount} Military", amount=amount)


def _after_settle_words(gain: Gain, worlds: int) -> str:
    if not worlds:
        return _("gain {gain} after settling a world", gain=_gain_words(gain))
    if gain == Gain():
        return plural(
            "draw {number} world from the bag after settling a world",
            "draw {number} worlds from the bag after settling a world",
            worlds,
        )
    return plural(
        "gain {gain} and draw {number} world from the bag after settling a world",
        "gain {gain} and draw {number} worlds from the bag after settling a world",
        worlds,
        gain=_gain_words(gain),
    )


def _windfall_words(kind: str | None, number: int) -> str:
    if kind is None:
        return plural(
            "produce a good on {number} windfall colony without one",
            "produce a good on {number} windfall colonies without one",
            number,
        )
    return plural(
        "produce a good on {number} {kind} windfall colony without one",
        "produce a good on {number} {kind} windfall colonies without one",
        number,
        kind=long_kind_name(kind),
    )


def _trade_words(amount: int, kind: str | None, this: bool) -> str:
    if this:
        return plural(
            "{number} more credit for selling the good from this colony",
            "{number} more credits for selling the good from this colony",
            amount,
        )
    if kind:
        return plural(
            "{number} more credit for selling {good}",
            "{number} more credits for selling {good}",
            amount,
            good=a_long_good(kind),
        )
    return plural(
        "{number} more credit for selling a good", "{number} more credits for selling a good", amount
    )


def describe_power(power: Power) -> str:
    """The power as a sentence: "Settle, if you like: give 1 good for +2 Military until the action ends."""
    if isinstance(power.effect, Manual):
        return _("By hand: {line}", line=power.text.strip())
    action, effect = power_name(power.type), _effect_words(power.effect)
    if power.may:
        return _("{action}, if you like: {effect}.", action=action, effect=effect)
    return _("{action}: {effect}.", action=action, effect=effect)


def describe_bonus(bonus: Bonus) -> str:
    """The "?" as a sentence: "2 VP for each Genes colony, 1 VP for each other military colony"."""
    if not bonus.pairs:
        return _("By hand: {line}", line=bonus.text.strip())
    words = in_turn(
        _("{vp} VP for each {counted}", vp=vp, counted=describe_count(count)) for vp, count in bonus.pairs
    )
    if len(bonus.pairs) > 1:
        words = _("{conditions} (each tile counts for one of these only)", conditions=words)
    if not bonus.with_this:
        words = _("{conditions}; this tile itself does not count", conditions=words)
    return f"{words}."
