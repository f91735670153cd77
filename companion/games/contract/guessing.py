"""What nobody told of a box's pieces, drawn by chance for a search: each gets the facts of another piece of
its sort, one that agrees most with what is told of it. Nothing of it is ever shown, kept or counted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import Any

from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import P

NAME = "name"


def guessed(
    pieces: Iterable[P],
    known: Iterable[P],
    printed_on: Callable[[P], Printed[P]],
    sort: Callable[[P], Hashable],
    rng: Random,
    *,
    lying: frozenset[str] = frozenset(),
    alike: Callable[[Any], Hashable] = lambda piece: piece.id,
) -> list[P]:
    """Those of the pieces of which something is untold, with all of it told but their names.

    known: pieces of which all is told. Each is dealt once while its sort has others, so that counts hold;
    those whose ids are `lying` in the box as they are, only where their sort has no others. sort: pieces of
    one can have each other's facts; of a sort that none has (a person named a stack of their own), any of its
    kind. alike: copies of a piece, which stay alike.
    """
    known = tuple(known)
    pools: dict[Hashable, list[P]] = {}
    spare: dict[Hashable, list[P]] = {}
    for one in known:
        (spare if one.id in lying else pools).setdefault(sort(one), []).append(one)
    for pool in pools.values():
        rng.shuffle(pool)
    dealt: dict[Hashable, P] = {}
    found = []
    # Those of which most is told choose first.
    for piece in sorted((piece for piece in pieces if piece.untold), key=lambda one: len(one.untold)):
        printed, key = printed_on(piece), alike(piece)
        if key not in dealt:
            pool = pools.get(sort(piece)) or spare.get(sort(piece)) or _of_kind(printed, known, printed_on)
            dealt[key] = like = max(pool, key=_agreement(printed, piece))
            if len(pool) > 1:
                pool.remove(like)
        found.append(with_facts_of(printed, piece, dealt[key]))
    return found


def _of_kind(printed: Printed[P], known: Iterable[P], printed_on: Callable[[P], Printed[P]]) -> list[P]:
    return [one for one in known if printed_on(one).kind == printed.kind]


def with_facts_of(printed: Printed[P], piece: P, other: P) -> P:
    """The piece with all told: what nobody told of it, but for its name, is as on the other."""
    untold, mine, theirs = {*piece.untold}, printed.values(piece), printed.values(other)
    changes: dict[str, Any] = {}
    for row in printed.rows:
        parts = printed.parts(row.key)
        if row.within or row.key == NAME or not untold.intersection(parts):
            continue
        if parts == (row.key,):
            changes |= {name: theirs[name] for name in row.fields}
            continue
        (name,) = row.fields  # told in part perhaps: powers of some types
        said = zip(theirs[name], row.said(theirs) or (), strict=True)
        more = (value for value, line in said if row.part(line) in untold)
        changes[name] = tuple(dict.fromkeys((*mine[name], *more)))
    return printed.put(piece, changes | {"untold": ()})


def _agreement(printed: Printed[P], piece: P) -> Callable[[P], int]:
    """How many fields another piece has as they are told of this one."""
    untold, now = piece.untold, printed.values(piece)
    still_open = {name for row in printed.rows if row.key in untold for name in row.fields}
    told = {name for row in printed.rows if row.key != NAME for name in row.fields} - still_open

    def agreement(other: P) -> int:
        values = printed.values(other)
        return sum(values[name] == now[name] for name in told)

    return agreement
