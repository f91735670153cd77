"""The ways to give goods: from which colonies, or of which kinds where goods of a kind are alike."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, product

from companion.games.new_frontiers.rules.state import Colony
from companion.games.new_frontiers.tiles.amounts import KINDS, Goods

GoodsByKind = tuple[int, ...]
"""How many goods of each kind, in the order of KINDS."""


def kinds_on(colonies: Iterable[Colony]) -> GoodsByKind:
    """The goods that lie on these colonies."""
    held = [colony.good for colony in colonies]
    return tuple(held.count(kind) for kind in KINDS)


def without_goods(have: GoodsByKind, given: GoodsByKind) -> GoodsByKind:
    return tuple(had - gone for had, gone in zip(have, given, strict=True))


def choices(colonies: Iterable[Colony], wanted: Goods, up_to: bool = False) -> list[tuple[Colony, ...]]:
    """Every choice of colonies whose goods are what is wanted; up_to: as many of them as there are."""
    fitting = [c for c in colonies if c.good is not None and wanted.kind in (None, c.good)]
    available = len({c.good for c in fitting}) if wanted.different else len(fitting)
    number = _number(wanted, available, up_to)
    if number is None:
        return []
    found = combinations(fitting, number)
    return [some for some in found if not wanted.different or len({c.good for c in some}) == number]


def by_kind(have: GoodsByKind, wanted: Goods, up_to: bool = False) -> list[GoodsByKind]:
    """The same by kinds: how many of each are given."""
    fitting = [n if wanted.kind in (None, kind) else 0 for n, kind in zip(have, KINDS, strict=True)]
    if wanted.different:
        fitting = [min(n, 1) for n in fitting]
    number = _number(wanted, sum(fitting), up_to)
    if number is None:
        return []
    found = product(*(range(min(n, number) + 1) for n in fitting))
    return [given for given in found if sum(given) == number]


def _number(wanted: Goods, available: int, up_to: bool) -> int | None:
    """How many goods are given, 0 only where none are wanted; None: there are too few."""
    if wanted.number is None or (up_to and available < wanted.number):
        return available or None
    return wanted.number if wanted.number <= available else None
