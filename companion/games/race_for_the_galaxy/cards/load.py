"""Reads `cards.json` and `stand_ins.toml`, and an owner's own cards over them, into a Catalogue.

Ids: S01 to S11 start worlds, W01 on the other worlds, D01 on developments; a development with two copies
has a last digit more (D011, D012). They follow the order of the file, so tags stay right as long as it does.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from companion.games.contract import Illegal, Setup
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue, Condition
from companion.games.race_for_the_galaxy.cards.power_codes import UnknownPower, power
from companion.games.race_for_the_galaxy.cards.powers import KINDS
from companion.translation import _

RULEBOOK_CONDITIONS = {
    "Free Trade Association": ((2, "novelty_production"), (2, "novelty_windfall")),
    "Galactic Imperium": ((2, "rebel_military"), (2, "military")),
    "Merchant Guild": (
        *((1, f"{kind}_production") for kind in KINDS),
        (1, "good"),
    ),
}
"""Where page 12 of the rulebook gives other VP than `cards.json`; the named cards stay as they are."""


@cache
def catalogue() -> Catalogue:
    """The cards that come with the game, with the VP conditions of `cards.json`."""
    folder = files(__package__)
    entries = json.loads(folder.joinpath("cards.json").read_text(encoding="utf-8"))
    numbered = {"start": 0, "world": 0, "development": 0}
    cards: list[Card] = []
    for entry in entries:
        start = "start" in entry.get("flags", ())
        sort = "start" if start else entry["type"]
        numbered[sort] += 1
        key = f"{sort[0].upper()}{numbered[sort]:02}"
        cards += _copies(entry, key, numbered[sort] - 1 if start else None)
    stand_ins = tomllib.loads(folder.joinpath("stand_ins.toml").read_text(encoding="utf-8"))
    for entry in stand_ins["card"]:
        whole = {"type": "world", "vp": 1, "copies": 1, "powers": [], **entry}
        cards += _copies(whole, entry["id"], entry["number"], verified=False)
    return Catalogue(tuple(cards))


@lru_cache(maxsize=8)
def with_rulebook_conditions(base: Catalogue) -> Catalogue:
    """The same cards with the VP of page 12 where they differ."""
    cards = []
    for card in base:
        other = RULEBOOK_CONDITIONS.get(card.name)
        if other is not None:
            named = tuple(condition for condition in card.conditions if condition.name)
            conditions = (*(Condition(vp, per) for vp, per in other), *named)
            card = replace(card, conditions=conditions)
        cards.append(card)
    return Catalogue(tuple(cards))


def with_own(base: Catalogue, entries: Iterable[Mapping[str, Any]]) -> Catalogue:
    """The cards with an owner's over them, each by its id. Raises Illegal for a card that cannot be read."""
    own: dict[str, Card] = {}
    for entry in entries:
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
    return Catalogue(tuple(own.get(card.id, card) for card in base))


def _copies(
    entry: Mapping[str, Any], key: str, number: int | None = None, verified: bool = True
) -> list[Card]:
    copies = entry["copies"]
    ids = [key] if copies == 1 else [f"{key}{copy}" for copy in range(1, copies + 1)]
    return [_card(entry, id, key, number, verified) for id in ids]


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
        "windfall" in flags,
        "military" in flags,
        "rebel" in flags,
        "alien" in flags,
        tuple(power(one) for one in entry.get("powers", ())),
        tuple(Condition(one["vp"], one["per"], one.get("name", "")) for one in entry.get("bonuses", ())),
        number,
        int(entry["copies"]),
        verified,
    )


def for_setup(base: Catalogue, setup: Setup) -> Catalogue:
    """The cards a game is played with: with the VP of page 12 where the table chose them."""
    return with_rulebook_conditions(base) if setup.option("six-cost") == "rulebook" else base
