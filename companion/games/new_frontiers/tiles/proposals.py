"""Proposals for what a tile says from its picture and from the shipped data, each with its certainty.

What the picture shows is read by `mark_readings` and `text_readings`.
"""

from __future__ import annotations

from companion.games.contract.box_proposals import SURE_THRESHOLD, Choice, FieldProposal, SeenFace
from companion.games.contract.told import ALL, ToldFact
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Development, Tile, printed_on
from companion.games.new_frontiers.tiles.mark_readings import Reading, colonists, cost, kind_and_good, price
from companion.games.new_frontiers.tiles.printed import NAME
from companion.games.new_frontiers.tiles.printed_world import COLONISTS, KIND, PRICE
from companion.games.new_frontiers.tiles.printed_worth import BONUS, EVERY_POWER, KEYWORD, VP
from companion.games.new_frontiers.tiles.reading_trust import trust
from companion.games.new_frontiers.tiles.text_readings import Facts, Readings, keywords, name, powers, worth
from companion.translation import _, in_turn

FILLED_IN_THRESHOLD = 0.9
"""Trust from which a value is filled in in the form: a wrong one that nobody sees is kept for ever, and one
that stays empty costs a touch. Of costs read faintly one of five was wrong (styles `tune`)."""
SHIPPED, ASSUMED = 0.999, 0.5
"""Trust in a shipped value that was confirmed, and in one that was assumed."""


def proposals(catalogue: Catalogue, tile: Tile, seen: SeenFace) -> tuple[FieldProposal, ...]:
    """For each group of facts of the tile, in the order of its form. tile: with what came with the game."""
    of = printed_on(tile)
    found = []
    for keys, (read, sort) in readings(catalogue, tile, seen):
        choices, sure = _with_shipped(tile, keys, read, trust(sort))
        offered = tuple(Choice(_told(tile, facts), _words(tile, facts)) for facts in choices)
        found.append(FieldProposal(keys, of.row(keys[0]).words(tile), offered, sure))
    return tuple(found)


def readings(
    catalogue: Catalogue, tile: Tile, seen: SeenFace
) -> tuple[tuple[tuple[str, ...], Readings], ...]:
    """What the picture alone says of each group of facts."""
    rows = {row.key for row in printed_on(tile).rows}
    groups = (
        _of_one(NAME, name(catalogue, seen)),
        _of_one(PRICE, (cost if isinstance(tile, Development) else price)(seen)),
        ((VP, BONUS), worth(catalogue, seen)),
        _of_one(KIND, kind_and_good(seen)),
        _of_one(COLONISTS, colonists(seen)),
        ((KEYWORD,), keywords(seen)),
        ((EVERY_POWER,), powers(catalogue, seen)),
    )
    return tuple(group for group in groups if rows.issuperset(group[0]))


def _of_one(key: str, reading: Reading) -> tuple[tuple[str, ...], Readings]:
    texts, sort = reading
    return (key,), (tuple({key: (text,)} for text in texts), sort)


def told_from_picture(catalogue: Catalogue, tile: Tile, seen: SeenFace) -> tuple[ToldFact, ...]:
    """What the picture of a tile almost certainly says; powers by their type, too."""
    found: list[ToldFact] = []
    for keys, (choices, sort) in readings(catalogue, tile, seen):
        if choices and trust(sort) >= FILLED_IN_THRESHOLD:
            parts = printed_on(tile).by_part(choices[0]) if EVERY_POWER in keys else {}
            facts = {**choices[0], **parts}
            found += [ToldFact(tile.id, key, one) for key, said in facts.items() for one in said]
    return tuple(found)


def _told(tile: Tile, facts: Facts) -> tuple[ToldFact, ...]:
    """As an answer of the tile's form tells them: of several alike there are no more."""
    found = []
    for key, said in facts.items():
        ended = (ALL,) if printed_on(tile).row(key).several else ()
        found += [ToldFact(tile.id, key, one) for one in (*said, *ended)]
    return tuple(found)


def _words(tile: Tile, facts: Facts) -> str:
    """What is told last: what a "?" counts says that there is one."""
    key, said = next(reversed(facts.items()))
    return in_turn(map(printed_on(tile).row(key).words_of, said)) or _("none")


# --- what came with the game ----------------------------------------------------------------------------


def _with_shipped(
    tile: Tile, keys: tuple[str, ...], choices: tuple[Facts, ...], sure: float
) -> tuple[tuple[Facts, ...], float]:
    """A value that somebody confirmed is held against the picture; an assumed one is likely at best."""
    of = printed_on(tile)
    said = of.said(tile)
    shipped: Facts = {key: said[key] for key in keys if key in said}
    if tile.source == "stand-in" or not shipped:
        return choices, sure
    confirmed = {name for key in keys for name in of.row(key).written}.isdisjoint(tile.assumed)
    if choices[:1] == (shipped,):
        return choices, max(sure, SHIPPED if confirmed else sure)
    others = tuple(facts for facts in choices if facts != shipped)
    if confirmed and sure < SURE_THRESHOLD:
        return (shipped, *others), SHIPPED
    if sure >= SURE_THRESHOLD and not confirmed:
        return (choices[0], shipped, *choices[1:]), sure
    # They contradict each other: a person must check.
    return (*others[:1], shipped, *others[1:]), min(sure, ASSUMED)
