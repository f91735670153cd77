"""What forms offer before anything is typed: lines of the tile language, and known names.

Names come from the shipped tiles and from Race for the Galaxy, whose worlds New Frontiers shares in part
(`starting_values.toml`). That game's values are a start to be compared with the printed tile, never a fact.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from companion.games.contract.box import BoxTile
from companion.games.contract.piece_names import plain_name
from companion.games.new_frontiers.tiles.amounts import KEYWORDS, KINDS, POWER_TYPES

OTHER_GAME = "Race for the Galaxy"
_FILE = Path(__file__).parent / "starting_values.toml"
_SHIPPED = Path(__file__).parent / "data"

_GAINS = ("$1", "$2", "1 VP", "1 colonist", "$1 + 1 VP", "2 VP", "$3")
_CONSUMED = (
    "1 good",
    "2 goods",
    *(f"1 {kind} good" for kind in KINDS),
    "3 goods of different kinds",
    "all goods",
)
_LINES: tuple[str, ...] = (
    *(f"Explore: draw {n}" for n in ("1 world", "2 worlds")),
    *(f"Explore: gain {gain}" for gain in _GAINS),
    *(f"Develop: -{n} cost" for n in (1, 2)),
    *(f"Develop: -{n} cost of 9-cost" for n in (1, 2)),
    *(f"Develop: after you develop, gain {gain}" for gain in _GAINS),
    *(f"Settle: +{n} Military" for n in (1, 2, 3, 4)),
    *(f"Settle: -{n} Military" for n in (1, 2)),
    *(f"Settle: +{n} Military vs {foe}" for n in (1, 2, 3) for foe in ("REBEL", "IMPERIUM", *KINDS)),
    *(f"Settle: spend {goods} for +{n} Military" for n in (2, 3) for goods in _CONSUMED[:6]),
    *(f"Settle: -{n} cost" for n in (1, 2)),
    *(f"Settle: -{n} cost of {kind} worlds" for n in (1, 2, 3) for kind in KINDS),
    "Settle: may pay for a non-Alien military world at -1 cost",
    "Settle: may settle 2 worlds",
    *(f"Settle: after you settle, {gain}" for gain in _GAINS),
    "Settle: after you settle, draw 1 world",
    "Settle: may replace a non-military colony, same kind, cost 0-3 higher",
    "Settle: may replace this by settling a world",
    *(f"Produce: gain {gain}" for gain in _GAINS),
    *(f"Produce: gain {gain} when this produces" for gain in _GAINS[:4]),
    *(f"Produce: good on 1 {kind}windfall" for kind in ("", *(f"{kind} " for kind in KINDS))),
    *(
        f"Produce: gain $1 per {what}"
        for what in (*(f"{kind} good produced" for kind in KINDS), "kind produced")
    ),
    "Produce: gain $1 per good produced",
    "Produce: gain $1 per REBEL military colony",
    *(f"Produce: gain $2 if you produced the most {kind} goods" for kind in KINDS),
    *(f"Trade: +{n}" for n in (1, 2)),
    *(f"Trade: +{n} this" for n in (1, 2, 3)),
    *(f"Trade: +{n} {kind}" for n in (1, 2, 3) for kind in KINDS),
    *(f"Consume: {goods} -> {gain}" for goods in _CONSUMED for gain in _GAINS),
    *(f"Consume: up to {n} goods -> {gain} each" for n in (2, 3) for gain in _GAINS[:5]),
    *(f"Consume: may 1 good -> {gain}" for gain in _GAINS[:3]),
    *(f"Consume: {goods} -> trade price" for goods in ("1 good", *(f"1 {kind} good" for kind in KINDS))),
    *(f"Consume: {gain}" for gain in _GAINS[:3]),
)
_BONUSES: tuple[str, ...] = (
    *(f"VP: {n} per {word.upper()} tile" for n in (1, 2) for word in KEYWORDS),
    *(
        f"VP: {n} per {word.upper()} military colony"
        for n in (1, 2)
        for word in ("Rebel", "Uplift", "Imperium")
    ),
    *(f"VP: {n} per {kind} colony" for n in (1, 2) for kind in KINDS),
    *(f"VP: {n} per {good} colony" for n in (1, 2) for good in ("production", "windfall")),
    *(f"VP: 1 per {military} colony" for military in ("military", "non-military")),
    *(f"VP: 1 per tile with {type} power" for type in POWER_TYPES),
    *(f"VP: {n} per 9-cost development" for n in (1, 2)),
    "VP: 1 per development",
    "VP: 1 per Military",
    "VP: 1 per 3 VP in chips",
    "VP: 1 per good at game end",
    "VP: 1 per colonist on your mat",
    "VP: 2 per colony kind",
    "VP: 2 per power type",
    "VP: 2 per keyword",
)


def _lines_of(tiles: Iterable[Any]) -> Iterator[str]:
    return (power.text for tile in tiles for power in getattr(tile, "powers", ()))


@cache
def _shipped(field: str) -> tuple[str, ...]:
    """What the shipped tiles say in this field, tile by tile."""
    found: list[str] = []
    for name in ("worlds", "developments", "homes"):
        tables = tomllib.loads((_SHIPPED / f"{name}.toml").read_text(encoding="utf-8"))
        for entry in (entry for entries in tables.values() for entry in entries):
            said = entry.get(field, [])
            found += said if isinstance(said, list) else [said]
    return tuple(found)


def lines(tiles: Iterable[Any] | None = None) -> list[str]:
    """Every power offered, those on more of these tiles (None: of the shipped ones) first."""
    used = Counter(_shipped("powers") if tiles is None else _lines_of(tiles))
    return list(dict.fromkeys([line for line, _ in used.most_common()] + list(_LINES)))


def kinds_of(line: str) -> list[str]:
    """The kinds of worlds that such a line suits, all if it speaks of the world's own good; none: any tile.

    >>> kinds_of("Trade: +1 Rare"), kinds_of("Settle: +2 Military vs ALIEN"), kinds_of("Trade: +1")
    (['Rare'], ['Alien'], [])
    >>> kinds_of("Trade: +1 this")
    ['Novelty', 'Rare', 'Genes', 'Alien']
    """
    words = line.lower().split()
    return [kind for kind in KINDS if kind.lower() in words or "this" in words]


def bonuses(tiles: Iterable[Any] | None = None) -> list[str]:
    """Every "?" offered."""
    own = [tile.bonus.text for tile in tiles or () if getattr(tile, "bonus", None) is not None]
    return list(dict.fromkeys((*(_shipped("bonus") if tiles is None else own), *_BONUSES)))


@cache
def starting_values() -> dict[str, BoxTile]:
    """By name: what the other game prints on a tile of that name. Its ids are of no use here."""
    tables = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {fields["name"]: BoxTile(type, fields) for type, entries in tables.items() for fields in entries}


def started_as(name: str) -> BoxTile | None:
    """What the other game prints on a tile of this name, however it is written."""
    return _by_plain_name().get(plain_name(name))


@cache
def _by_plain_name() -> dict[str, BoxTile]:
    return {plain_name(name): tile for name, tile in starting_values().items()}


def names(tiles: Iterable[Any]) -> list[str]:
    """Every known name, in the alphabet's order."""
    own = (tile.name for tile in tiles if tile.source != "stand-in" and hasattr(tile, "powers"))
    return sorted({*starting_values(), *own}, key=str.casefold)
