"""The conditions of 6-cost developments in words, for score lines (p. 12)."""

from __future__ import annotations

from companion.games.race_for_the_galaxy.cards.catalogue import Card, Condition
from companion.translation import _, marked

CONDITION_WORDS = {
    "alien_production": marked("Alien technology production world"),
    "alien_windfall": marked("Alien technology windfall world"),
    "gene_production": marked("Genes production world"),
    "gene_windfall": marked("Genes windfall world"),
    "rare_production": marked("Rare elements production world"),
    "rare_windfall": marked("Rare elements windfall world"),
    "novelty_production": marked("Novelty production world"),
    "novelty_windfall": marked("Novelty windfall world"),
    "alien_flag": marked("ALIEN card"),
    "six_devel": marked("6-cost development"),
    "devel": marked("other development"),
    "world": marked("other world"),
    "military": marked("other military world"),
    "rebel_military": marked("Rebel military world"),
    "devel_explore": marked("development with an Explore power"),
    "world_explore": marked("world with an Explore power"),
    "devel_consume": marked("development with a Consume power"),
    "world_consume": marked("world with a Consume power"),
    "devel_trade": marked("development with a Trade power"),
    "world_trade": marked("world with a Trade power"),
    "name": marked("named on the card"),
}


def assigned(card: Card, condition: Condition) -> str:
    """A card and the condition it scores for: "Spice World: Novelty production world"."""
    return _("{card}: {condition}", card=card.name, condition=_(CONDITION_WORDS[condition.per]))


def counted_words(condition: Condition, number: int) -> str:
    """A condition that counts no cards, with its number."""
    if condition.per == "three_vp":
        return _("{vp} VP for every three of {number} VP in chips", vp=condition.vp, number=number)
    if condition.per == "total_military":
        return _("total Military of {number}", number=number)
    return _("{vp} VP for each of {number} goods", vp=condition.vp, number=number)


def one_counted(condition: Condition) -> str:
    """One of the things that a condition counts."""
    if condition.per == "name":
        return condition.name
    if condition.per == "three_vp":
        return _("three VP in chips")
    if condition.per == "total_military":
        return _("total Military")
    known = CONDITION_WORDS.get(condition.per)
    return _("good on a world") if known is None else _(known)
