"""The referee's part of a snapshot: a proposal, a disagreement, and what is still to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.games.contract import Difference, Option


@dataclass(frozen=True)
class Proposal:
    """A decision that would explain the table. More than one option: a person must choose.

    number: the entry it was made on. commits_at: when it takes its one option by itself, on the referee's
    clock; None: it waits for a person. tiles: what it explains. by_look: their tags are not read: a person
    must say that it is so.
    """

    id: str
    number: int
    options: tuple[Option, ...]
    tiles: frozenset[str]
    since: float
    commits_at: float | None
    by_look: bool


@dataclass(frozen=True)
class Mend:
    """A way out of a disagreement. do: move tiles, undo the last step, or correct the facts in `paths`."""

    do: Literal["move", "undo", "correct"]
    words: str
    paths: tuple[str, ...] = ()


@dataclass(frozen=True)
class Disagreement:
    """Table and tracker differ and no decision explains it. tiles: their names; mends: two ways out, one
    that changes the table and one that changes the tracker."""

    differences: tuple[Difference, ...]
    tiles: tuple[str, ...]
    sentences: tuple[str, ...]
    mends: tuple[Mend, ...]
    since: float


@dataclass(frozen=True)
class RefereeView:
    """All empty: the table and the tracker agree, as far as `watching` sees.

    waiting: what is still to come before there is anything to decide. to_do: tiles that the tracker has
    moved and people have not yet. unknown: tags of this game that no tile has. conflicts: tiles seen twice.
    trouble: why a decision could not be written down, until it could. came_back: the camera saw nothing for
    long, and no one decision explains how the table lies now; people are likely to have played on. early:
    whose moves were seen before their turn, and for whom they wait, a sentence each.
    """

    watching: frozenset[str] = frozenset()
    proposal: Proposal | None = None
    waiting: str = ""
    to_do: tuple[str, ...] = ()
    disagreement: Disagreement | None = None
    unknown: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    trouble: str = ""
    came_back: bool = False
    early: tuple[str, ...] = ()
