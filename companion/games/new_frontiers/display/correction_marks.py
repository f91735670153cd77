"""The facts that a touch in correction mode corrects, for each tile, place and number on the pages.

A mark names facts by their paths, `world/W12`, or all that begin alike, `good/1/*`; with a value,
`world/*=bag`, it asks which of them has it, or is to get it (docs/pages.md). Some may not be facts now.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from companion.games.contract.fact_rows import YES
from companion.games.new_frontiers.display.tile_view import PlacedTile
from companion.games.new_frontiers.rules.fact_values import (
    BAG,
    CENTER,
    COLONY,
    EXPLORED,
    FACE_DOWN,
    FACE_UP,
    STOCKPILE,
)
from companion.games.new_frontiers.rules.state import State

if TYPE_CHECKING:
    from companion.games.new_frontiers.display.empire_view import SeatView

COURSE = "round turn last-round"
"""How far the game is."""


def piece(piece: PlacedTile, seat: int | None = None) -> str:
    """A tile where it lies, with `seat` or in the middle."""
    id, form = piece.tile.id, piece.tile.form
    paths = {
        "development": [f"development/{seat}/{id}"],
        "goal": [f"goal/{id}"],
        "home": [f"home/{seat}"],
        "world": [f"world/{id}"],
    }[form]
    if seat is not None and piece.face == "settled":
        paths = [f"good/{seat}/{id}", f"settled-colonists/{seat}/{id}", *paths]
    if seat is not None:
        paths.append(f"by-hand/{seat}/{id}")
    return " ".join(paths)


def bag() -> str:
    return _which("world", BAG)


def middle() -> str:
    return _which("world", CENTER)


def colonies(seat: SeatView) -> str:
    """The number of colonies, and a free place for one."""
    return _which("world", f"{COLONY} {seat.colour}")


def explored(seat: SeatView) -> str:
    return _which("world", f"{EXPLORED} {seat.colour}")


def worlds(seat: SeatView) -> str:
    """A free place for a colony or an explored world."""
    return f"{explored(seat)} {colonies(seat)}"


def goods(seat: SeatView) -> str:
    return f"good/{seat.number}/*"


def developments(seat: SeatView) -> str:
    return _which(f"development/{seat.number}", YES)


def stack(state: State, development: str) -> str:
    """The number of tiles left, and which side is up."""
    return f"supply/development/{development} side/{state.catalogue.developments[development].stack}"


def military(seat: SeatView) -> str:
    """It is counted from tiles."""
    return f"{developments(seat)} {colonies(seat)}"


def goals(seat: SeatView) -> str:
    return f"{_which('goal', f'{FACE_UP} {seat.colour}')} {hidden_goal(seat)}"


def hidden_goal(seat: SeatView) -> str:
    return _which("goal", f"{FACE_DOWN} {seat.colour}")


def stockpile(seat: SeatView) -> str:
    worlds = _which("world", f"{STOCKPILE} {seat.colour}")
    return f"stockpile-credits/{seat.number} stockpile-goods/{seat.number}/* {worlds}"


def _which(family: str, value: str) -> str:
    """Spaces separate the paths of a mark, so a value must not contain one."""
    return f"{family}/*={quote(value)}"
