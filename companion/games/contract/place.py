"""Places of a game's tagged pieces on a table, and the possible meanings of a change there."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract.questions import Option
from companion.games.contract.values import Value

MIDDLE = "middle"
PIECE_MM = 60
"""A piece's default width."""


def seat_zone(player: int) -> str:
    """The zone's name of a player's own area; the middle's is MIDDLE."""
    return f"seat:{player}"


class Spot(Value, frozen=True):
    """Where a tagged piece lies, and which face is up. zone: a zone of the game's TablePlan.

    slot: a place within the zone ("row 2"), where the game tells places apart; "": anywhere in it.
    """

    zone: str
    face: str
    slot: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """An area of the table. seat: whose own area it is; None: shared. height_mm: how high a shared zone is
    when the companion lays out a table that nobody has measured."""

    name: str
    words: str
    seat: int | None = None
    height_mm: float = 76.0


@dataclass(frozen=True, slots=True)
class Shape:
    """The outline of a kind of piece, in mm. outline: "round" (width is its diameter) or "rectangle"."""

    name: str
    outline: str
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class GoodKind:
    """A kind of small piece that lies on tiles (a wooden cube). colour: "#rrggbb"."""

    name: str
    words: str
    colour: str
    size_mm: float = 10.0


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The table of this game: zones (shared ones first), shapes of pieces and kinds of goods.

    size_mm: width and depth of a table that nobody has measured. draws_in_sight: what is drawn in play is
    laid where all see it, and not taken in hand.
    """

    zones: tuple[Zone, ...] = ()
    shapes: tuple[Shape, ...] = ()
    goods: tuple[GoodKind, ...] = ()
    size_mm: tuple[float, float] = (900.0, 600.0)
    draws_in_sight: bool = True


@dataclass(frozen=True, slots=True)
class Difference:
    """A tile that does not lie where the tracker has it. None: in the bag, the box, or out of view."""

    tile: str
    expected: Spot | None
    seen: Spot | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """What differences on the table could mean now.

    options: legal decisions, each of which alone explains the tiles in `covers`; one: it may be taken by
    itself; several: a person chooses. waiting: what is still to come before there is anything to decide
    ("3 of 7 worlds lie in the middle"). tolerated: tiles that lie where they need not, and harm nothing
    yet (on their way back to the bag).
    """

    options: tuple[Option, ...] = ()
    covers: frozenset[str] = frozenset()
    waiting: str = ""
    tolerated: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TileInfo:
    """What anyone may know of a tile without knowing the game: for sentences, sheets and drawn tiles.

    faces: the letters of its faces ("AB"). colour: "#rrggbb" of each face, in the same order. caption: a
    short line under the name. unverified: the fields that nobody has confirmed against a printed tile.
    sides: what people call each face, in the same order ("colony side"); empty: by its letter. slides: hands
    slide it out of its place to say what is done (`Tracking.slid`). copies: several pieces may
    carry its tag, which are alike by the rules.
    """

    id: str
    name: str
    faces: str
    colour: tuple[str, ...]
    caption: str = ""
    round: bool = True
    size_mm: int = PIECE_MM
    unverified: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    slides: bool = False
    copies: bool = False
