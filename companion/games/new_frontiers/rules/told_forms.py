"""The forms in which people tell what is printed on tiles, and what they told, in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.games.contract import Asks, Telling, TellingField, told_words
from companion.games.contract.printed_fact import PrintedFact
from companion.games.contract.score import ranges_words
from companion.games.contract.told import Told
from companion.games.new_frontiers.rules import scoring
from companion.games.new_frontiers.rules.action_steps import name
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.catalogue import Development, Goal, Tile, World, printed_on
from companion.games.new_frontiers.tiles.known import nameless, names_taken
from companion.games.new_frontiers.tiles.printed import NAME, RANGES
from companion.games.new_frontiers.tiles.printed_world import COLONISTS, PRICE
from companion.games.new_frontiers.tiles.printed_worth import EVERY_POWER, POWERS, VP
from companion.games.new_frontiers.wording.names import called, power_name
from companion.translation import _


def fact_words(tile: Tile, fact: str) -> str:
    """What people call a fact of a tile."""
    return printed_on(tile).row(fact).words(tile)


def question_words(state: State, asks: Asks) -> str:
    tiles = tuple(dict.fromkeys(tile for tile, _fact in asks.facts))
    who = None if asks.holder is None else state.empires[asks.holder].name
    if asks.moment == "score":
        return _("Before the sum: what we do not know yet")
    if asks.moment == "phase":
        type = POWERS[asks.facts[0][1]]
        action = power_name(type)
        known = any(p.type == type for id in tiles for p in getattr(state.catalogue[id], EVERY_POWER, ()))
        if len(tiles) == 1 and known:
            return _("Has {tile} a further {action} power?", tile=name(state, tiles[0]), action=action)
        if len(tiles) == 1:
            return _("Has {tile} any {action} power?", tile=name(state, tiles[0]), action=action)
        return _("Which of these have any {action} power?", action=action)
    tile = name(state, tiles[0])
    if asks.moment == "settle":
        return _("{player}, what does {tile} cost?", player=who or _("Everybody"), tile=tile)
    if who is None:
        return _("What is printed on {tile}?", tile=tile)
    return _("{player}, what is printed on {tile}?", player=who, tile=tile)


def missing_words(ended: State, asks: Asks) -> str:
    """What each player can have, at the end of the game. asks: what is still asked of it."""

    def more(seat: int) -> int | None:
        empire = ended.empires[seat]
        tiles = [ended.catalogue[id] for id in (*(c.world for c in empire.colonies), *empire.developments)]
        own = {tile.id for tile in tiles}
        if any(fact != VP and (id in own or fact == RANGES) for id, fact in asks.facts):
            return None
        return sum(most_vp(tile) for tile in tiles if VP in tile.untold)

    return ranges_words(scoring.score(ended), more)


def most_vp(tile: Tile) -> int:
    """The most VP that the rulebook prints on such a tile (p. 10), but for a "?"."""
    return 9 if not isinstance(tile, World) or PRICE in tile.untold or tile.military else 6


def asked_rows(tile: Tile, asks: Asks) -> tuple[PrintedFact[Any], ...]:
    """The rows in which the asked facts of a tile are told: all of its powers by one, where all are asked."""
    facts = {fact for piece, fact in asks.facts if piece == tile.id}
    powers = facts & {*POWERS}
    if powers and (asks.moment == "placed" or (len(powers) > 1 and powers >= {*POWERS} & {*tile.untold})):
        facts = facts - powers | {EVERY_POWER}
    order = {fact: n for n, (_piece, fact) in enumerate(asks.facts)}
    rows = [row for row in printed_on(tile).rows if row.key in facts]
    return tuple(sorted(rows, key=lambda row: order.get(row.key, len(order))))


def form(state: State, asks: Asks, note: str = "") -> Telling:
    catalogue, needed = state.catalogue, {*asks.needed}
    fields: list[TellingField] = []
    closing: TellingField | None = None
    for id in dict.fromkeys(tile for tile, _fact in asks.facts):
        tile = catalogue[id]
        for row in asked_rows(tile, asks):
            fields.append(row.field(tile, id=id, needed=(id, row.key) in needed))
            closing = fields[-1] if row.closes else closing
        if asks.moment in ("settle", "placed") and not isinstance(tile, Goal) and nameless(tile):
            fields.append(_name_field(state, tile))
    pieces = tuple((id, name(state, id)) for id in dict.fromkeys(field.piece for field in fields))
    # One touch fewer where one fact of one tile can be told last.
    if len(fields) == 1 and fields[0].sayings and not fields[0].several and not fields[0].typed:
        closing = fields[0]
    if closing is not None and len(pieces) == 1:
        fields = [*(f for f in fields if f is not closing), replace(closing, closes=True, usual="")]
    settle, phase = asks.moment == "settle", asks.moment == "phase"
    whole_tile = len(pieces) == 1 and asks.moment in ("settle", "placed")
    return Telling(
        fields=tuple(fields),
        pieces=pieces,
        later=asks.moment in ("settle", "placed"),
        waived=settle,
        submit=_("That is all") if not settle else "",
        submit_later="" if asks.moment != "placed" else _("The rest later"),
        photo=whole_tile and pieces[0][0] not in catalogue.homes,
        others=any(id in catalogue.worlds or id in catalogue.developments for id, _called in pieces),
        holder=asks.holder if whole_tile else None,
        note=_("Choose nothing where there is none.") if phase else note or _of_other_game(fields),
    )


def _name_field(state: State, tile: World | Development) -> TellingField:
    """The name of a tile that was met without one; it may be left out."""
    name_key = state.setup.name_key
    taken = names_taken(state.catalogue.values(), name_key) - {name_key(tile.name), name_key(called(tile))}
    field = printed_on(tile).row(NAME).field(tile, id=tile.id, taken=taken)
    return replace(field, name_key=name_key)


def _of_other_game(fields: Iterable[TellingField]) -> str:
    """What is chosen beforehand is no fact of this copy."""
    proposed = any(field.usual and field.key != COLONISTS for field in fields)
    if not proposed:
        return ""
    return _("{game} prints what is chosen here: compare it with the tile.", game=suggestions.OTHER_GAME)


def said_words(state: State, told: Told) -> str:
    """ "Told: Blaster Gem: defense 3; 1 colonist; Settle: +1 Military"."""
    by_tile: dict[str, list[str]] = {}
    for id, facts in told.by_piece.items():
        tile = state.catalogue.get(id)
        if tile is not None:
            words = by_tile.setdefault(called(tile) if not isinstance(tile, Goal) else tile.name, [])
            words += printed_on(tile).words(facts)
    return told_words(told, by_tile)
