"""The report that cameras give of a table: which tagged tiles lie where, for how long, and what does not fit.

It is here and not in `vision`, because the table does not depend on how something was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.contract import Spot

ABSENT_SECONDS = 0.6
"""A tile is missing in `SeenTable.spots` only once its place has plainly looked empty for so long."""


@dataclass(frozen=True)
class SeenTable:
    """The table as it has been seen steadily; a new one follows every change and every second or so.

    spots: tile id to where it lies and which face is up; a tile under a hand stays in it.
    still_for: seconds since anything moved in the picture, or since `spots` last changed; 0 in motion.
    unknown: readable tags with a known game's prefix that no tile of the game has ("W99A"), for registration.
    conflicts: tiles seen in two places, or with both faces, at once; they are not in `spots`.
    watching: the zones in view. A tile absent from a zone that nobody watches is not missing.
    number: increases with each report, so that a late one can be recognised.
    alike: tiles whose tags are not read, and where one lies that looks like it: never more than a question.
    either: of these, the tiles that look so much alike that only one of each group lies there.
    at: where the middles of pieces lie that hands slide (`TileInfo.slides`), in mm, in any zone or none.
    copies: by the tag that several pieces carry (`TileInfo.copies`), the zones in which one lies; where more
    than one lies, it is not in `spots`.
    laid: how often each tile has been laid down by now; more than before means that a hand has carried it,
    though it may lie in the same zone again.
    """

    spots: Mapping[str, Spot] = field(default_factory=dict)
    still_for: float = 0.0
    unknown: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    watching: frozenset[str] = frozenset()
    number: int = 0
    laid: Mapping[str, int] = field(default_factory=dict)
    alike: Mapping[str, Spot] = field(default_factory=dict)
    either: tuple[frozenset[str], ...] = ()
    at: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    copies: Mapping[str, frozenset[str]] = field(default_factory=dict)
