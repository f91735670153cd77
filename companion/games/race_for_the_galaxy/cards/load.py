"""Reads the cards of both editions, and an owner's own cards over them, into a Catalogue.

`cards.json` is the second edition; `first_edition.json` has the five cards that are other ones in the first.
Ids: S01 to S11 start worlds, W01 on the other worlds, D01 on developments; a development with two copies
has a last digit more (D011, D012). They follow the order of the file, so tags stay right as long as it does:
S01 to S05 are the start worlds 0 to 4, S06 to S11 the start worlds -6 to -1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from companion.games.contract import Illegal, Setup
from companion.games.race_for_the_galaxy.cards import before_editions
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.conditions import Condition
from companion.games.race_for_the_galaxy.cards.power_lines import OTHERS_OF_THE_FIRST, SECOND_EDITION, entries
from companion.games.race_for_the_galaxy.cards.powers import KINDS, UnknownPower, power
from companion.games.race_for_the_galaxy.cards.printed import PRODUCTION, WINDFALL
from companion.translation import _

EDITIONS = ("second", "first")
"""The editions of the game's box, the usual one first."""
BASIC_NUMBERS = range(5)
"""The numbers of the start worlds that p. 2 deals, and that the first edition has; p. 11 counts six more."""


@cache
def catalogue() -> Catalogue:
    """The second edition's cards, with all eleven start worlds."""
    return Catalogue(card for entry, key in _entries() for card in _copies(entry, key))


@cache
def first_edition() -> Catalogue:
    """The first edition's cards: five faces are other ones, and it has five start worlds."""
    other = {entry["name"]: entry for entry in entries(OTHERS_OF_THE_FIRST)}
    return Catalogue(
        card
        for entry, key in _entries()
        for card in _copies(other.get(entry["name"], entry), key)
        if not further_start(card)
    )


@cache
def _with_basic_starts() -> Catalogue:
    """The second edition's cards without the six further start worlds."""
    return Catalogue(card for card in catalogue() if not further_start(card))


def for_setup(setup: Setup, own: Iterable[Card] = ()) -> Catalogue:
    """The cards in the box that a game is played with, an owner's own over them."""
    edition = setup.option("edition")
    if not edition:
        return before_editions.for_setup(first_edition(), setup, own)
    base = catalogue() if setup.option("start-worlds") == "eleven" else _with_basic_starts()
    if edition == "first":
        base = first_edition()
    own = tuple(own)
    return base.with_cards(own) if own else base


def further_start(card: Card) -> bool:
    """One of the six start worlds that p. 11 counts beyond the five of p. 2."""
    return card.number is not None and card.number not in BASIC_NUMBERS


def _entries() -> Iterator[tuple[dict[str, Any], str]]:
    """Each entry of the file with its key."""
    numbered = {"start": 0, "world": 0, "development": 0}
    for entry in entries(SECOND_EDITION):
        sort = "start" if "start" in entry.get("flags", ()) else entry["type"]
        numbered[sort] += 1
        yield entry, f"{sort[0].upper()}{numbered[sort]:02}"


def with_own(base: Catalogue, given: Iterable[Mapping[str, Any]]) -> Catalogue:
    """The cards with an owner's over them, each by its id. Raises Illegal for a card that cannot be read."""
    own: dict[str, Card] = {}
    for entry in given:
        id = entry.get("id")
        if not isinstance(id, str) or id not in base:
            raise Illegal(_("There is no card {id} to register.", id=f"{id!r:.40}"))
        before = base[id]
        try:
            whole = {"type": "world" if before.world else "development", "copies": 1, **entry}
            card = _card(whole, id, before.key, entry.get("number", before.number), verified=True)
        except UnknownPower as wrong:
            raise Illegal(
                _("{card}: there is no power like this: {power}.", card=before.name, power=str(wrong))
            ) from None
        except (KeyError, TypeError, ValueError):
            raise Illegal(
                _(
                    "{card}: a card needs name, cost_or_defense and vp, and flags, good_kind and powers "
                    "where it has any.",
                    card=before.name,
                )
            ) from None
        own[id] = card
    return base.with_cards(own.values())


def _copies(entry: Mapping[str, Any], key: str) -> list[Card]:
    copies = entry["copies"]
    ids = [key] if copies == 1 else [f"{key}{copy}" for copy in range(1, copies + 1)]
    return [_card(entry, id, key, entry.get("number"), verified=True) for id in ids]


def _card(entry: Mapping[str, Any], id: str, key: str, number: int | None, verified: bool) -> Card:
    flags = entry.get("flags", ())
    kind = entry.get("good_kind")
    if kind is not None and kind not in KINDS:
        raise ValueError(kind)
    return Card(
        id,
        key,
        str(entry["name"]),
        entry["type"] == "world",
        int(entry["cost_or_defense"]),
        int(entry["vp"]),
        kind,
        None if kind is None else WINDFALL if WINDFALL in flags else PRODUCTION,
        "military" in flags,
        "rebel" in flags,
        "alien" in flags,
        tuple(power(one) for one in entry.get("powers", ())),
        tuple(Condition(one["vp"], one["per"], one.get("name", "")) for one in entry.get("bonuses", ())),
        number,
        int(entry["copies"]),
        verified,
    )
