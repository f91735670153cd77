"""A piece of the box after a table told more of it or took something back, beside what others tell of it.

Fact by fact: what another table told meanwhile, or the owner corrected, stays, and so does what another tells
and this table takes back, or what does not go together with what this table tells. Who told what stands in
the piece's lines (`ToldBy`), with where it was told, as two tables may have a tablet each.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.box.editing import tile_text
from companion.games.contract import BoxTile, Game, Illegal, Json, State, box_of
from companion.games.contract.piece_form import PieceBook
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import no_more
from companion.games.contract.told import Said, ToldBy

_TOLD, _NAME = "told", "name"
_NOTHING = BoxTile("", {})
_Unit = tuple[str, ...]
"""Facts that are told together, by their keys: of most it is one."""
_Value = tuple[tuple[str, Said, bool], ...]
_Values = Mapping[_Unit, _Value]
"""What is told of each unit, by fact, and whether that is all; of what is untold it has none."""


@dataclass(frozen=True, slots=True)
class ToldTile:
    """A tile as a table's entries tell it; None: it is a second spelling of another. by: who told which facts
    of it, when and where, one line each."""

    tile: BoxTile | None
    by: tuple[str, ...] = ()


def beside(
    game: Game[State],
    at: str,
    kept: BoxTile | None,
    begun: BoxTile | None,
    old: ToldTile | None,
    new: ToldTile | None,
) -> BoxTile | None:
    """The tile as the box is to have it; None: not at all. game: as it comes, without a table's own pieces;
    at: where it is told, as in `ToldBy`; kept: as the box has it; begun: as it had it when the table began;
    old, new: what the table told before and tells now.
    """
    if new is not None and new.tile is None:  # it is another piece, written otherwise
        return None
    was_another = old is not None and old.tile is None
    had = (begun or _NOTHING).told
    mine = {line for told in (old, new) if told is not None for line in told.by}
    mine |= {replace(told, at="").line for told in ToldBy.all(mine)}  # as older files say
    lines = had if was_another and kept is None else (kept or _NOTHING).told
    others = [line for line in lines if line not in mine and not _is_told(line, at)]
    foreign = [line for line in others if line not in had]
    before = None if was_another else old.tile if old is not None else begun
    whole = old is None or {*old.by} <= {*(kept or _NOTHING).told}
    now = begun if new is None else new.tile
    by = () if new is None else new.by
    if kept is None or (whole and not foreign and _same(kept, before)):
        return now if new is None or now is None else _with_lines(now, (*others, *by))
    if now is not None and now.type != kept.type:
        return kept if before is not None and before.type == now.type else _with_lines(now, (*others, *by))
    book, piece = _read(game, kept)
    of = book.printed_on(piece)
    was, told = (_values(of, _read(game, tile)[1]) if tile else {} for tile in (before, now))
    shipped = _shipped(game, piece)
    known, own = _values(of, piece), _values(of, shipped)
    by_hand = _by_hand(of, known, kept.told) if old is None or old.by else set()
    stay = _facts_of(of, foreign) | {key for unit in own if own[unit] == known.get(unit) for key in unit}
    stay |= by_hand
    # What was told here on a course that is gone: a backup from before it was restored.
    gone = [line for line in lines if line not in others]
    lost = _facts_of(of, _without(of, gone, () if old is None else old.by))
    found = _merged(known, was, told, stay, lost)
    if now is None and found.items() <= own.items():
        return begun
    if shipped is None and (_NAME,) in known:  # a piece but by its name
        found = {(_NAME,): known[(_NAME,)], **found}
    changed = kept
    if found != known and (now is None or found != told):
        changed, found = _fitting(book, piece, kept, known, found)
    by_hand -= {key for unit in known if found.get(unit) != known[unit] for key in unit}
    agreeing = (_agreeing(of, line, told, found, by_hand) for line in by)
    all_lines = [*others, *_without(of, gone, mine), *(line for line in agreeing if line)]
    if now is not None and found == told:
        return _with_lines(now, all_lines)
    return _with_lines(changed, all_lines)


def _read(game: Game[State], tile: BoxTile) -> tuple[PieceBook[Any], Any]:
    """The piece as far as its row can be read, and the book that has it."""
    book = box_of(box_of(game).with_box(tile_text(tile))).book()
    return book, book.piece(tile.id)


def _shipped(game: Game[State], piece: Any) -> Any:
    """The piece as it comes with the game: what is published of it nobody tells, or takes back."""
    book = box_of(game).book()
    return book.piece(piece.id) if piece.id in book.pieces() else None


def _values(of: Printed[Any], piece: Any) -> _Values:
    if piece is None:
        return {}
    said, untold, now = of.by_part(of.said(piece)), {*piece.untold}, of.values(piece)
    found: dict[_Unit, _Value] = {}
    for row in of.built:
        if built := row.said(now):
            found[(row.key,)] = ((row.key, built, True),)
    openers = [row for row in of.rows if row.opens is not no_more]
    shut = {key for row in openers for it in row.sayings(piece) for key in row.opens((it.value,))}
    shut -= {key for row in openers if said.get(row.key) for key in row.opens(said[row.key])}
    for unit in _units(of):
        whole = [key for key in unit if key not in untold | shut and (key in said or of.row(key).several)]
        some = [key for key in unit if key in untold and of.row(key).within and said.get(key)]
        told = tuple((key, said.get(key, ()), key in whole) for key in unit if key in (*whole, *some))
        if told:
            found[unit] = told
    return found


def _units(of: Printed[Any]) -> list[_Unit]:
    """Each part of what is told in one breath is one, all facts with a field in common (VP and what a "?"
    counts) are another."""
    found: list[_Unit] = []
    for group in of.groups:
        keys = tuple(row.key for row in group if row in of.rows)
        parts = [part for key in keys for part in of.parts(key)]
        found += [(part,) for part in parts] if len(parts) > len(keys) else [keys] if keys else []
    return found


def _merged(
    known: _Values, was: _Values, told: _Values, others: Collection[str], lost: Collection[str]
) -> _Values:
    """What is told of each unit from now on. known: as the box has it; was, told: as the table told it before
    and tells it now; others: facts that somebody else tells, too; lost: that the table told before a
    backup was restored."""
    found = {}
    for unit in dict.fromkeys((*known, *told)):
        kept, here = known.get(unit), told.get(unit)
        if here is not None:
            mine = kept is None or kept == was.get(unit) or _says_all_of(here, kept)
            mine = mine or ({*unit}.isdisjoint(others) and not {*unit}.isdisjoint(lost))
            found[unit] = here if mine or kept is None else kept
        elif kept is not None and (_texts(kept) != _texts(was.get(unit, ())) or {*others} & {*unit}):
            found[unit] = kept
    return found


def _fitting(
    book: PieceBook[Any], piece: Any, kept: BoxTile, known: _Values, found: _Values
) -> tuple[BoxTile, _Values]:
    """The piece with what was found told of it. Where that does not go together (steps of a track that do not
    rise, told by two tables in part), of each fact what was told first stays."""
    of = book.printed_on(piece)
    try:
        return book.boxed(_changed(of, piece, known, found)), found
    except Illegal:
        fitting, tile = dict(known), kept
    for unit in dict.fromkeys((*known, *found)):
        tried = {one: value for one, value in fitting.items() if one != unit}
        if unit in found:
            tried[unit] = found[unit]
        if tried != fitting:
            with suppress(Illegal):
                tile, fitting = book.boxed(_changed(of, piece, known, tried)), tried
    return tile, fitting


def _texts(value: _Value) -> list[tuple[str, Said]]:
    """Whoever else tells that this is all stands in the lines."""
    return [(key, said) for key, said, _whole in value]


def _says_all_of(here: _Value, kept: _Value) -> bool:
    told = {key: (said, whole) for key, said, whole in here}
    return all(
        key in told and {*said} <= {*told[key][0]} and (told[key][1] or not whole)
        for key, said, whole in kept
    )


def _changed(of: Printed[Any], piece: Any, known: _Values, found: _Values) -> Any:
    for unit in dict.fromkeys((*known, *found)):
        told = found.get(unit, ())
        if known.get(unit) == told:
            continue
        row = of.row(unit[0])
        if not row.within:
            piece = of.retold(piece, row.key, (), ended=False)
            piece = of.told(piece, {key: said for key, said, _whole in told})
            continue
        piece = of.untelling(piece, unit)
        for key, said, whole in told:
            piece = of.told(piece, {row.within: said}, later=True)
            piece = of.put(piece, {"untold": of.ordered({*piece.untold} - ({key} if whole else set()))})
    return piece


def _facts_of(of: Printed[Any], lines: Collection[str]) -> set[str]:
    """The facts that these lines tell; of one that somebody wrote otherwise it is any."""
    read = ToldBy.all(lines)
    if len(read) < len(lines):
        return {*of.keys}
    return {part for one in read for key in one.keys or (_NAME,) for part in of.parts(key)}


def _by_hand(of: Printed[Any], known: _Values, lines: Collection[str]) -> set[str]:
    """The facts of which no line says who told them: the owner wrote them into the file, or it is another
    box by now."""
    told = _facts_of(of, lines)
    return {key for unit in known if told.isdisjoint(unit) for key in unit}


def _without(of: Printed[Any], lines: Collection[str], others: Collection[str]) -> list[str]:
    """The lines without the facts that others tell; of those that tell no more, none."""
    told = _facts_of(of, others)
    left = (
        (one, [key for key in one.keys or (_NAME,) if told.isdisjoint(of.parts(key))])
        for one in ToldBy.all(lines)
    )
    return [replace(one, keys=tuple(keys)).line for one, keys in left if keys]


def _agreeing(of: Printed[Any], line: str, told: _Values, found: _Values, by_hand: Collection[str]) -> str:
    """The line without facts that the box has otherwise or by hand; "": it tells no other."""
    read = ToldBy.read(line)
    if read is None:
        return line
    otherwise = (unit for unit, value in told.items() if not _says_all_of(found.get(unit, ()), value))
    other = {key for unit in otherwise for key in unit} | {*by_hand}
    keys = tuple(key for key in read.keys or (_NAME,) if other.isdisjoint(of.parts(key)))
    if len(keys) == len(read.keys or (_NAME,)):
        return line
    return replace(read, keys=keys).line if keys else ""


def _is_told(line: str, at: str) -> bool:
    read = ToldBy.read(line)
    return read is not None and read.at == at


def _same(one: BoxTile | None, other: BoxTile | None) -> bool:
    """Whether the same is told in both, by whomever."""
    return one is not None and other is not None and one.type == other.type and _facts(one) == _facts(other)


def _facts(tile: BoxTile) -> dict[str, Json]:
    return {name: value for name, value in tile.fields.items() if name != _TOLD}


def _with_lines(tile: BoxTile, lines: Collection[str]) -> BoxTile:
    if tuple(lines) == tile.told:
        return tile
    return BoxTile(tile.type, _facts(tile) | ({_TOLD: [*lines]} if lines else {}))
