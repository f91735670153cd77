"""Registering, checking and printing the tiles that an owner of the game has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.games.contract.box_proposals import FieldProposal, SeenFace
from companion.games.contract.decisions import Json

TILE = "tile"
"""A Correction at the path "tile/<id>" teaches a table in play a tile; its value is the tile as TOML."""


@dataclass(frozen=True, slots=True)
class BoxTile:
    """A tile as a box file holds it. type: its table's name ("world"); fields: JSON values by name, "id" and
    "name" among them. What "assumed" lists, and all of a tile whose "source" is "stand-in", nobody has
    confirmed against a printed tile."""

    type: str
    fields: Mapping[str, Json]

    @property
    def id(self) -> str:
        return str(self.fields["id"])

    @property
    def name(self) -> str:
        return str(self.fields.get("name", self.id))

    @property
    def assumed(self) -> tuple[str, ...]:
        return tuple(self.fields.get("assumed", ()))

    @property
    def own(self) -> bool:
        """An owner has confirmed every field of it."""
        return self.fields.get("source", "owner") == "owner" and not self.assumed


@dataclass(frozen=True, slots=True)
class Understood:
    """What a game makes of a tile as it is typed. faces: an SVG each; caption: what it is, in a line; lines:
    (as typed, in words, whether the rules can play it) for each power; wrong: what is to be mended, or ""."""

    faces: tuple[str, ...] = ()
    caption: str = ""
    lines: tuple[tuple[str, str, bool], ...] = ()
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """A tile's face to be printed for a table without the box. drawing: an SVG that stands alone; ground,
    ink: "#rrggbb"; lines: what it can do, in words."""

    name: str
    drawing: str
    ground: str
    ink: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenWord:
    """A line of text on a photographed tile. x, y: from the middle of its tag, right and down, in sides of
    the tag."""

    text: str
    x: float
    y: float


class TileBook(Protocol):
    """What a game knows of registering its tiles. Pure, as the game is."""

    together: tuple[tuple[str, ...], ...]
    """Fields that hang together (a cost excludes a defense): confirmed and changed as one."""

    def tiles(self) -> tuple[BoxTile, ...]:
        """Every tile, in the order in which a person goes through the box."""

    def tile(self, id: str) -> BoxTile | None: ...

    def blank(self, id: str) -> BoxTile:
        """Where the registration of a tile that nobody knows begins. Raises Illegal: no such tile can be."""

    def start(self, known: BoxTile) -> BoxTile:
        """Where the registration of a known tile begins: blank where what is known is made up."""

    def to_verify(self) -> tuple[BoxTile, ...]:
        """The tiles that an owner holds against the printed ones, in the order of `tiles`."""

    def understood(self, tile: BoxTile) -> Understood: ...

    def read(self, tile: BoxTile) -> BoxTile:
        """The tile with its fields as they are kept. Raises Illegal: what is to be mended."""

    def owned(self, tag: str) -> str:
        """The id of the tile whose fields a tag's tile and face ("H3A", "W07B") stand for."""

    def printed(self, tag: str) -> PrintedFace:
        """The face with that tag ("W07A"). Raises Illegal: there is none."""

    def read_off(self, seen: tuple[SeenWord, ...]) -> dict[str, Json]:
        """What the words on a photo say of a tile's fields: a start, never a fact."""

    def proposals(self, known: BoxTile, seen: SeenFace) -> tuple[FieldProposal, ...]:
        """What a picture of a tile and what is known of it propose for its fields; none: no such reading."""

    def guide(self) -> tuple[str, ...]:
        """Where each kind of sticker goes: paragraphs."""

    def form(self) -> Mapping[str, object]:
        """What the game's own form (its template box_tile.html) is made of."""


class BoxReport(Protocol):
    """What `companion box check` says. ok: nothing is missing and nothing is impossible."""

    @property
    def ok(self) -> bool: ...

    def lines(self) -> tuple[str, ...]: ...
