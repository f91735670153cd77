"""Cards and their powers in words of our own, for pages and captions."""

from __future__ import annotations

from companion.games.race_for_the_galaxy.cards import powers as forms
from companion.games.race_for_the_galaxy.cards.catalogue import KIND, POWERS, PRICE, VP, Card
from companion.games.race_for_the_galaxy.wording.names import cards, kind_name
from companion.translation import _, plural


def caption(card: Card) -> str:
    """What the card is, in a line: "World, cost 2, Novelty production, 1 VP"."""
    parts = [_kind_of_card(card)]
    if KIND in card.untold and card.world:
        parts.append(_("kind not known yet"))
    elif card.kind is not None:
        kind = kind_name(card.kind)
        parts.append(_("{kind} windfall", kind=kind) if card.windfall else _("{kind} production", kind=kind))
    if VP in card.untold:
        parts.append(_("VP not known yet"))
    else:
        parts.append(_("? VP") if card.variable else plural("{number} VP", "{number} VP", card.vp))
    return ", ".join(parts)


def _kind_of_card(card: Card) -> str:
    if PRICE in card.untold:
        return _("Development, cost not known yet") if card.development else _("World, cost not known yet")
    if card.development:
        return _("Development, cost {cost}", cost=card.cost)
    if card.military and card.rebel:
        return _("Rebel military world, defense {defense}", defense=card.cost)
    if card.military:
        return _("Military world, defense {defense}", defense=card.cost)
    return _("World, cost {cost}", cost=card.cost)


def power_words(card: Card) -> tuple[tuple[str, str], ...]:
    """(phase, words) of each power, in the order of the card."""
    return tuple((phase_of(power), words(power)) for power in card.powers)


def open_phases(card: Card) -> tuple[str, ...]:
    """The phases of which nobody told what powers the card has."""
    return tuple(fact.removeprefix("powers/") for fact in card.untold if fact in POWERS)


def phase_of(power: forms.Form) -> str:
    """ "explore", "develop", "settle", "trade", "consume" or "produce"."""
    if isinstance(power, forms.Written):
        return power.phase
    return next(phase for phase, group in forms.PHASES.items() if isinstance(power, group))


def words(power: forms.Form) -> str:
    """One power in words."""
    match power:
        case forms.Written(_phase, text):
            return text
        case forms.ExploreMore(0, keep):
            return _("keep {number} more", number=keep)
        case forms.ExploreMore(draw, _keep):
            return _("draw {number} more to choose from", number=draw)
        case forms.DevelopDraw(number):
            return _("draw {cards} first", cards=cards(number))
        case forms.DevelopReduce(amount):
            return _("developments cost {number} less", number=amount)
        case forms.DevelopDrawAfter(number):
            return _("draw {cards} after placing a development", cards=cards(number))
        case forms.SettleReduce(amount, None):
            return _("non-military worlds cost {number} less", number=amount)
        case forms.SettleReduce(amount, kind):
            return _("{kind} worlds cost {number} less", kind=kind_name(str(kind)), number=amount)
        case forms.Military(amount, None):
            return _("{amount} Military", amount=f"{amount:+d}")
        case forms.Military(amount, "rebel"):
            return _("{amount} Military against Rebel worlds", amount=f"{amount:+d}")
        case forms.Military(amount, kind):
            kind_text = kind_name(str(kind))
            return _("{amount} Military against {kind} worlds", amount=f"{amount:+d}", kind=kind_text)
        case forms.DiscardForMilitary(amount):
            return _("may be discarded for {amount} Military in this phase", amount=f"{amount:+d}")
        case forms.DiscardForCostZero():
            return _("may be discarded to place a world for nothing, not an Alien one")
        case forms.PayForMilitary(discount):
            return _(
                "may pay for a military world, not an Alien one: its defense less {number}", number=discount
            )
        case forms.SettleDrawAfter(number):
            return _("draw {cards} after placing a world", cards=cards(number))
    return _trade_and_consume(power)


def _trade_and_consume(power: forms.Form) -> str:
    match power:
        case forms.TradeMore(number, None, True):
            return _("{cards} more for selling the good of this world", cards=cards(number))
        case forms.TradeMore(number, None, False):
            return _("{cards} more for selling a good", cards=cards(number))
        case forms.TradeMore(number, kind, _here):
            kind_text = kind_name(str(kind))
            return _("{cards} more for selling a good: {kind}", cards=cards(number), kind=kind_text)
        case forms.ConsumeGoods():
            return _consume(power)
        case forms.ConsumeAll():
            return _("discard all goods for 1 VP less than their number")
        case forms.ConsumeForPrice(True):
            return _("discard a good for its price in cards, with Trade powers")
        case forms.ConsumeForPrice(False):
            return _("discard a good for its price in cards, without Trade powers")
        case forms.ConsumeDraw(number):
            return _("draw {cards}", cards=cards(number))
        case forms.DrawIfLucky():
            return _("name a number and keep the top card if its cost or defense is that")
        case forms.DiscardForVP(up_to, vp):
            return _("may discard up to {cards} from hand for {vp} VP each", cards=cards(up_to), vp=vp)
    return _produce(power)


def _consume(power: forms.ConsumeGoods) -> str:
    gains = []
    if power.vp:
        gains.append(_("{number} VP", number=power.vp))
    if power.cards:
        gains.append(cards(power.cards))
    placeholders = {"gain": " + ".join(gains), "number": power.goods, "times": power.up_to}
    if power.different:
        return _("discard {number} goods of different kinds for {gain}", **placeholders)
    if power.kind is None:
        if power.up_to > 1:
            return _("discard up to {times} goods for {gain} each", **placeholders)
        return plural(
            "discard {number} good for {gain}",
            "discard {number} goods for {gain}",
            power.goods,
            gain=placeholders["gain"],
        )
    kind = kind_name(power.kind)
    if power.up_to > 1:
        return _("discard up to {times} goods for {gain} each: {kind}", kind=kind, **placeholders)
    return plural(
        "discard {number} good for {gain}: {kind}",
        "discard {number} goods for {gain}: {kind}",
        power.goods,
        gain=placeholders["gain"],
        kind=kind,
    )


def _produce(power: forms.Form) -> str:
    match power:
        case forms.Produce():
            return _("a good on this world")
        case forms.ProduceWindfall(None, True):
            return _("may discard 1 card from hand for a good on a windfall world")
        case forms.ProduceWindfall(None, _discard):
            return _("a good on a windfall world")
        case forms.ProduceWindfall(kind, _discard):
            return _("a good on a windfall world: {kind}", kind=kind_name(str(kind)))
        case forms.DrawIfProduced(number):
            return _("draw {cards} when a good is produced here", cards=cards(number))
        case forms.ProduceDraw(number):
            return _("draw {cards}", cards=cards(number))
        case forms.DrawForKind(kind, number):
            return _("draw {cards} for each good produced: {kind}", cards=cards(number), kind=kind_name(kind))
        case forms.DrawForMost(kind, number):
            kind_text = kind_name(kind)
            return _("draw {cards} for producing the most: {kind}", cards=cards(number), kind=kind_text)
        case forms.DrawForDifferent(number):
            return _("draw {cards} for each kind of good produced", cards=cards(number))
        case forms.DrawForWorlds(kind, number):
            return _("draw {cards} for each world: {kind}", cards=cards(number), kind=kind_name(kind))
    raise AssertionError(power)
