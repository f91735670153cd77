"""Registering, checking and printing the tiles that an owner of the game has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.games.contract.box_proposals import FieldProposal, SeenFace
from companion.games.contract.decisions import Json
from companion.games.contract.telling import Telling

TILE = "tile"
"""A Correction at the path "tile/<id>" adds a tile to a table in play; its value is the tile as TOML."""


@dataclass(frozen=True, slots=True)
class BoxTile:
    """A tile as a box file holds it. type: its table's name ("world"); fields: JSON values by name, "id" and
    "name" among them. What "assumed" lists, and all of a tile whose "source" is "stand-in", nobody has
    confirmed against a printed tile. "untold": the facts that nobody told yet, by the game's names; "told":
    who told which, and when."""

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
        return self.fields.get("source", "owner") == "owner" and self.known

    @property
    def known(self) -> bool:
        """An owner, a rulebook or a publisher says all of it: nothing is made up or still to be told."""
        stand_in = self.fields.get("source") == "stand-in"
        return not (stand_in or self.assumed or self.fields.get("untold"))


@dataclass(frozen=True, slots=True)
class Retold:
    """A piece after its form was sent. facts: those that are told otherwise than before."""

    tile: BoxTile
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hints:
    """usual: items of the form that `usual_from` prints on a piece of this name, as far as they are not said;
    usual_words: each in words. likely: by field, what is shown before its long list."""

    usual: tuple[str, ...] = ()
    usual_words: tuple[str, ...] = ()
    likely: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Understood:
    """A tile as the game understands what is typed. faces: an SVG each; caption: what it is, in a line;
    lines: (as typed, in words, whether the rules can play it) for each power; wrong: what must be corrected,
    or ""."""

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
    """Groups of fields that are confirmed and changed together (a cost excludes a defense)."""

    def tiles(self) -> tuple[BoxTile, ...]:
        """Every tile, in the order in which a person goes through the box."""

    def tile(self, id: str) -> BoxTile | None: ...

    def to_verify(self) -> tuple[BoxTile, ...]:
        """The tiles that an owner compares with the printed ones, in the order of `tiles`."""

    def telling(self, id: str, told: Iterable[str] = ()) -> Telling:
        """The form of a piece, with what is told of it and nothing else (`FormsByRows`). told: who told what
        of it, besides. Raises Illegal: there can be no such piece."""

    def told(self, id: str, value: Iterable[str]) -> Retold:
        """The piece as the value of its form says it; what is not said of it is untold then, if the value has
        LATER in it. Raises Illegal: what must be corrected."""

    def answer(self, form: Telling) -> tuple[str, ...]:
        """The value of a form in play, as far as what it asks is told of its pieces."""

    usual_from: str
    """The game whose pieces of the same names are a start for these; "": none."""

    def items(self, id: str, fields: Mapping[str, Json]) -> tuple[str, ...]:
        """The items of the form that these fields of a box file say, as far as they can be read."""

    def hints(self, id: str, value: Iterable[str]) -> Hints:
        """What helps whoever has said this much of the piece."""

    def merged(self, id: str, into: str) -> tuple[Retold, tuple[str, ...]]:
        """What two spellings of one piece tell, as the piece `into`; and in words what the other says
        otherwise. Raises Illegal: they are of two sorts."""

    def understood(self, tile: BoxTile) -> Understood: ...

    def read(self, tile: BoxTile) -> BoxTile:
        """The tile with its fields as they are kept. Raises Illegal: what must be corrected."""

    def owned(self, tag: str) -> str:
        """The id of the tile whose fields a tag's tile and face ("H3A", "W07B") stand for."""

    def printed(self, tag: str) -> PrintedFace:
        """The face with that tag ("W07A"). Raises Illegal: there is none."""

    def read_off(self, seen: tuple[SeenWord, ...]) -> dict[str, Json]:
        """A tile's fields as read from the words on a photo; a start, never confirmed facts."""

    def proposals(self, known: BoxTile, seen: SeenFace) -> tuple[FieldProposal, ...]:
        """Proposals for a tile's fields, from its picture and its known fields; empty: the game reads
        none."""

    def guide(self) -> tuple[str, ...]:
        """Where each kind of sticker goes: paragraphs."""

    def words(self) -> Mapping[str, str]:
        """What a person calls each field of a box file."""

    def headings(self) -> Mapping[str, str]:
        """What a person calls the tiles of each type; of one that is not there its name is used."""


class BoxReport(Protocol):
    """What `companion box check` says. ok: nothing is missing and nothing is impossible."""

    @property
    def ok(self) -> bool: ...

    def lines(self) -> tuple[str, ...]: ...
