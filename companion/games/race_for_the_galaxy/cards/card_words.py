"""Cards in words of our own, for pages and captions."""

from __future__ import annotations

from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.cards.printed import KIND, PRICE
from companion.games.race_for_the_galaxy.cards.printed_worth import POWERS, VP
from companion.games.race_for_the_galaxy.wording.names import kind_name
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
    return tuple((power.phase, power.words()) for power in card.powers)


def open_phases(card: Card) -> tuple[str, ...]:
    """The phases of which nobody told what powers the card has."""
    return tuple(POWERS[fact] for fact in card.untold if fact in POWERS)
