"""A tile as the fields that its box file holds: the reverse of `loading.py`."""

from __future__ import annotations

from companion.games.contract import Json
from companion.games.contract.box import BoxTile
from companion.games.new_frontiers.tiles.catalogue import FIELDS_BY_FACT, Development, Goal, Tile, World


def as_fields(tile: Tile) -> BoxTile:
    """The fields of its table in a box file; those that would say nothing are left out."""
    if isinstance(tile, World):
        type, fields = ("home" if tile.is_home else "world"), _world(tile)
    elif isinstance(tile, Development):
        type, fields = "development", _development(tile)
    else:
        type, fields = "goal", _goal(tile)
    if tile.source != "owner":
        fields["source"] = tile.source
    open_fields = {field for fact in tile.untold for field in FIELDS_BY_FACT[fact]}
    if assumed := [field for field in tile.assumed if field not in open_fields]:
        fields["assumed"] = assumed
    if tile.untold:
        for field in open_fields - ({"powers"} if _can_something(tile) else set()):
            fields.pop(field, None)
        fields["untold"] = list(tile.untold)
    if tile.told:
        fields["told"] = list(tile.told)
    return BoxTile(type, fields)


def _can_something(tile: Tile) -> bool:
    return not isinstance(tile, Goal) and bool(tile.powers)


def _world(tile: World) -> dict[str, Json]:
    fields: dict[str, Json] = {"id": tile.id, "name": tile.name}
    if tile.is_home:
        fields |= {"mat": tile.mat, "side": tile.side}
    fields |= {"defense": tile.defense} if tile.military else {"cost": tile.cost}
    fields |= _worth(tile) | {"colonists": tile.colonists}
    return (
        fields
        | ({"kind": tile.kind} if tile.kind else {})
        | ({"good": tile.good} if tile.good else {})
        | _can(tile)
    )


def _development(tile: Development) -> dict[str, Json]:
    fields: dict[str, Json] = (
        {"id": tile.id, "name": tile.name, "cost": tile.cost} | _worth(tile) | _can(tile)
    )
    if tile.stack:
        fields["stack"] = tile.stack
    return fields | {"first_game": tile.first_game}


def _goal(tile: Goal) -> dict[str, Json]:
    fields: dict[str, Json] = {
        "id": tile.id,
        "name": tile.name,
        "measure": tile.measure,
        "ranges": [list(pair) for pair in tile.ranges],
    }
    return fields | ({"stockpile": True} if tile.stockpile else {})


def _worth(tile: World | Development) -> dict[str, Json]:
    if tile.bonus is None:
        return {"vp": tile.vp}
    return {"bonus": tile.bonus.text} | ({"vp": tile.vp} if tile.vp else {})


def _can(tile: World | Development) -> dict[str, Json]:
    return ({"keywords": list(tile.keywords)} if tile.keywords else {}) | (
        {"powers": [power.text for power in tile.powers]} if tile.powers else {}
    )
