"""Names of kinds, goods, actions and colours in the current language.

In a state, a decision or a record they go by their keys ("Rare", "trade-consume"), whatever is spoken. Tiles
and keywords are called what is printed on the tiles.
"""

from __future__ import annotations

import re
from typing import Protocol

from companion import translation
from companion.translation import SOURCE, Sentence, _, language, marked, plural

KINDS = {
    "Novelty": marked("Novelty"),
    "Rare": marked("Rare"),
    "Genes": marked("Genes"),
    "Alien": marked("Alien"),
    "any": marked("any"),
}
LONG_KINDS = {**KINDS, "Rare": marked("Rare Elements"), "Alien": marked("Alien Technology")}
"""As the rulebook calls them in full (p. 5)."""
LETTERS = {
    # SAID: The letter of Novelty: it stands on drawn tiles and goods. Each kind needs another letter.
    "Novelty": marked("N"),
    # SAID: The letter of Rare.
    "Rare": marked("R"),
    # SAID: The letter of Genes.
    "Genes": marked("G"),
    # SAID: The letter of Alien.
    "Alien": marked("A"),
    "any": "?",
}
GOODS = {
    "Novelty": marked("Novelty good"),
    "Rare": marked("Rare good"),
    "Genes": marked("Genes good"),
    "Alien": marked("Alien good"),
}
ONE_GOOD = {
    "Novelty": marked("A Novelty good"),
    "Rare": marked("A Rare good"),
    "Genes": marked("A Genes good"),
    "Alien": marked("An Alien good"),
}
"""At the beginning of a sentence."""
ONE_LONG_GOOD = {
    # SAID: In a sentence: "1 more credit for selling a Novelty good".
    "Novelty": marked("a Novelty good"),
    # SAID: In a sentence: "1 more credit for selling a Rare Elements good".
    "Rare": marked("a Rare Elements good"),
    # SAID: In a sentence: "1 more credit for selling a Genes good".
    "Genes": marked("a Genes good"),
    # SAID: In a sentence: "1 more credit for selling an Alien Technology good".
    "Alien": marked("an Alien Technology good"),
}
ACTIONS = {
    "homes": marked("the choice of homes"),
    "isolation": marked("Retreat into Isolation"),
    "develop": marked("Develop"),
    "explore": marked("Explore"),
    "settle": marked("Settle"),
    "produce": marked("Produce"),
    "trade-consume": marked("Trade, Consume"),
    "envoys": marked("Send Diplomatic Envoys"),
    "goals": marked("Chart Galactic Goals"),
}
"""The action tiles' printed names (p. 4 to 11)."""
ACTION_TILES = ("isolation", "develop", "explore", "settle", "produce", "trade-consume", "envoys")
"""The action tiles in the rulebook's teaching order (p. 3); "goals" lies in place of "isolation" (p. 11)."""
POWER_TYPES = {
    "Explore": marked("Explore"),
    "Develop": marked("Develop"),
    "Settle": marked("Settle"),
    "Produce": marked("Produce"),
    "Trade": marked("Trade"),
    "Consume": marked("Consume"),
}
COLOURS = {
    "blue": marked("blue"),
    "green": marked("green"),
    "red": marked("red"),
    "yellow": marked("yellow"),
    "purple": marked("purple"),
}


STAND_INS = (
    (re.compile(r"(Novelty|Rare|Genes|Alien) (military )?(production|windfall) world (\d+)"), "world"),
    (re.compile(r"(Gray) (military )?()world (\d+)"), "gray"),
    (re.compile(r"()()()Home colony (\d+[AB])"), "home"),
    (re.compile(r"()()()Small development (\d+)"), "development"),
    (re.compile(r"()()()World (\d+)"), "unmet"),
    (re.compile(r"()()()Development (\d+)"), "unmet development"),
)
"""Names of shipped tiles that nobody has registered: their sort, with a number; and of tiles of a real table
that nobody has named."""


class NamedTile(Protocol):
    """A world, home or development of the catalogue."""

    @property
    def name(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def untold(self) -> tuple[str, ...]: ...


def called(tile: NamedTile) -> str:
    """A tile's name in the current language: its printed name, or a stand-in's description."""
    tile_name = marked_name(tile) if language() != SOURCE else tile.name
    return _(tile_name) if isinstance(tile_name, Sentence) else tile_name


def marked_name(tile: NamedTile) -> str:
    """The same, marked for translation later."""
    unnamed = tile.source == "stand-in" or "name" in tile.untold
    # A piece that is met by its number alone keeps the number as its name.
    return stand_in_name(tile.name) if unnamed or tile.name.startswith("World ") else tile.name


def stand_in_name(name: str) -> str:
    """A stand-in's name, marked for translation later; any other name as it is."""
    found = ((pattern.fullmatch(name), form) for pattern, form in STAND_INS)
    return next((_stand_in(form, *match.groups()) for match, form in found if match), name)


def _stand_in(form: str, kind: str, military: str | None, good: str, number: str) -> str:
    if form == "home":
        return Sentence("Home colony {number}", number=number)
    if form == "development":
        return Sentence("Small development {number}", number=number)
    if form == "unmet":
        return Sentence("World {number}", number=number)
    if form == "unmet development":
        return Sentence("Development {number}", number=number)
    if form == "gray":
        if military:
            return Sentence("Gray military world {number}", number=number)
        return Sentence("Gray world {number}", number=number)
    placeholders = {"kind": Sentence(KINDS[kind]), "number": number}
    if military and good == "production":
        return Sentence("{kind} military production world {number}", **placeholders)
    if military:
        return Sentence("{kind} military windfall world {number}", **placeholders)
    if good == "production":
        return Sentence("{kind} production world {number}", **placeholders)
    return Sentence("{kind} windfall world {number}", **placeholders)


def kind_name(key: str) -> str:
    return _(KINDS.get(key, key))


def kind_and_good(kind: str | None, good: str | None) -> str:
    """What a world yields: "Novelty production", "Genes windfall", "gray"."""
    if kind is None:
        return _("gray")
    if good == "production":
        return _("{kind} production", kind=kind_name(kind))
    if good == "windfall":
        return _("{kind} windfall", kind=kind_name(kind))
    return kind_name(kind)


def long_kind_name(key: str) -> str:
    return _(LONG_KINDS.get(key, key))


def kind_letter(key: str) -> str:
    return _(LETTERS.get(key, ""))


def good_name(key: str) -> str:
    return _(GOODS.get(key, key))


def a_good(key: str) -> str:
    return _(ONE_GOOD.get(key, key))


def a_long_good(key: str) -> str:
    """ "an Alien Technology good"."""
    return _(ONE_LONG_GOOD.get(key, key))


def goods_in_words(key: str, number: int) -> str:
    """ "2 Genes goods"."""
    match key:
        case "Novelty":
            return plural("{number} Novelty good", "{number} Novelty goods", number)
        case "Rare":
            return plural("{number} Rare good", "{number} Rare goods", number)
        case "Genes":
            return plural("{number} Genes good", "{number} Genes goods", number)
    return plural("{number} Alien good", "{number} Alien goods", number)


def action_name(key: str) -> str:
    return _(ACTIONS.get(key, key))


def power_name(key: str) -> str:
    return _(POWER_TYPES.get(key, key))


def colour_name(key: str) -> str:
    return _(COLOURS.get(key, key))


def credits(number: int) -> str:
    return plural("{number} credit", "{number} credits", number)


def colonists_in_words(number: int) -> str:
    return plural("{number} colonist", "{number} colonists", number)


def colonists_gained(number: int) -> str:
    """The same, as what somebody gets: "gain 1 colonist", "a good for 2 colonists"."""
    # SAID: What somebody gets: "gain 1 colonist and 2 credits", "1 good for 1 colonist".
    return plural("{gained} colonist", "{gained} colonists", number, gained=number)


def listed(names: list[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    if language() != SOURCE:
        return translation.listed(names)
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
