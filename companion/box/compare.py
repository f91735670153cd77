"""Compares boxes field by field, and merges them.

A confirmed field replaces an unconfirmed one. Two confirmed fields with different values are a conflict, in
which a person must choose.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.box.editing import tiles_in, with_tile
from companion.games.contract import Json
from companion.games.contract.box import BoxTile

_MARKS = ("source", "assumed")
MINE, THEIRS = "mine", "theirs"
Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field of tile `id`. None: the tile has no such field; `field` "" where only one box has the tile."""

    id: str
    name: str
    field: str
    mine: Json
    theirs: Json

    @classmethod
    def of(cls, one: BoxTile, other: BoxTile, field: str) -> FieldDifference:
        return cls(one.id, one.name, field, one.fields.get(field), other.fields.get(field))

    def line(self) -> str:
        """ "W11 Spice World: cost: 2 / 3"."""
        if not self.field:
            only = "the first" if self.mine else "the second"
            return f"{self.id} {self.name}: only in {only}"
        return f"{self.id} {self.name}: {self.field}: {value_text(self.mine)} / {value_text(self.theirs)}"


@dataclass(frozen=True, slots=True)
class Merged:
    """text: the merged box. learned: ids of tiles that are new or better known. conflicts: left as mine, or
    as told."""

    text: str
    learned: tuple[str, ...]
    conflicts: tuple[FieldDifference, ...]


def value_text(value: Json) -> str:
    """A field's value for a person.

    >>> value_text(["Rebel", "Uplift"]), value_text(None)
    ('Rebel, Uplift', '-')
    """
    if value is None or value == []:
        return "-"
    if isinstance(value, list):
        return ", ".join(value_text(one) for one in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def differences(mine: Mapping[str, BoxTile], theirs: Mapping[str, BoxTile]) -> tuple[FieldDifference, ...]:
    """The differences of two boxes, in the order of the first; marks of confirmation are ignored."""
    found = []
    for id, one in mine.items():
        if (other := theirs.get(id)) is None:
            found.append(FieldDifference(id, one.name, "", True, None))
        else:
            found += [FieldDifference.of(one, other, field) for field in _differing(one, other)]
    only = (other for id, other in theirs.items() if id not in mine)
    return (*found, *(FieldDifference(other.id, other.name, "", None, True) for other in only))


def merge(mine: str, theirs: str, together: Groups = (), take: str = MINE) -> Merged:
    """The box `mine` with the new tiles and better confirmed fields of `theirs`. together: groups of fields
    that are merged as one, by the game's book; take: which side wins a conflict. Raises BoxTrouble."""
    ours, others = tiles_in(mine), tiles_in(theirs)
    text, learned, conflicts = mine, [], []
    for id, other in others.items():
        one = ours.get(id)
        if one is None:
            text = with_tile(text, other)
            learned.append(id)
            continue
        merged, quarrels = _merged(one, other, together, take)
        conflicts += quarrels
        if merged.fields != one.fields or merged.type != one.type:
            text = with_tile(text, merged)
            learned.append(id)
    return Merged(text, tuple(learned), tuple(conflicts))


def _merged(
    one: BoxTile, other: BoxTile, together: Groups, take: str
) -> tuple[BoxTile, list[FieldDifference]]:
    if one.type != other.type:
        quarrel = FieldDifference(one.id, one.name, "type", one.type, other.type)
        return (one if take == MINE else other), [quarrel]
    fields, assumed, quarrels = dict(one.fields), set(one.assumed), []
    for group in _grouped(_fields(one, other), together):
        sure, theirs_sure = not set(group) & _doubted(one), not set(group) & _doubted(other)
        differing = [field for field in _differing(one, other) if field in group]
        if not differing:
            if theirs_sure:
                assumed -= set(group)
            continue
        if sure and theirs_sure:
            quarrels.append(FieldDifference.of(one, other, min(differing, key=group.index)))
        if (theirs_sure and not sure) or (sure == theirs_sure and sure and take == THEIRS):
            for field in group:
                fields.pop(field, None)
                if field in other.fields:
                    fields[field] = other.fields[field]
            assumed -= set(group)
    fields.pop("assumed", None)
    if assumed:
        fields["assumed"] = [field for field in one.assumed if field in assumed]
    elif fields.get("source") == "stand-in":
        fields.pop("source")
    return BoxTile(one.type, fields), quarrels


def _doubted(tile: BoxTile) -> set[str]:
    """The unconfirmed fields; all, for a stand-in tile that lists none."""
    if tile.fields.get("source") == "stand-in" and not tile.assumed:
        return set(tile.fields)
    return set(tile.assumed)


def _grouped(fields: tuple[str, ...], together: Groups) -> list[tuple[str, ...]]:
    groups = [group for group in together if set(group) & set(fields)]
    return groups + [(field,) for field in fields if not any(field in group for group in groups)]


def _fields(one: BoxTile, other: BoxTile) -> tuple[str, ...]:
    return tuple(f for f in dict.fromkeys((*one.fields, *other.fields)) if f not in _MARKS)


def _differing(one: BoxTile, other: BoxTile) -> list[str]:
    return [field for field in _fields(one, other) if one.fields.get(field) != other.fields.get(field)]
