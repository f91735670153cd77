"""Registering, checking and printing the tiles that an owner of the game has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.contract.box_rows import only_row
from companion.games.contract.decisions import Json
from companion.games.contract.facts import Correction
from companion.games.contract.reasons import Illegal
from companion.games.contract.told import ToldFact
from companion.translation import _

TILE = "tile"
"""A Correction at the path "tile/<id>" adds a tile to a table in play; its value is the tile as TOML."""
MAX_TAUGHT_CHARACTERS = 8_000


def is_taught(correction: Correction) -> bool:
    """It adds a tile, or tells one otherwise."""
    return correction.path.startswith(f"{TILE}/")


def taught_tile(correction: Correction) -> BoxTile:
    """The piece that the correction teaches, as its text says it. Raises Illegal."""
    id, text = correction.path.partition("/")[2], correction.value
    if not isinstance(text, str):
        raise Illegal(_("A piece is taught as the text of a box file."))
    if len(text) > MAX_TAUGHT_CHARACTERS:
        raise Illegal(_("The text of a piece has at most {number} characters.", number=MAX_TAUGHT_CHARACTERS))
    row = only_row(text)
    if row.fields.get("id") != id:
        raise Illegal(_("The text must define {id} alone.", id=f"{id!r:.40}"))
    return BoxTile(row.kind, row.fields)


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
        return self._texts("assumed")

    @property
    def untold(self) -> tuple[str, ...]:
        return self._texts("untold")

    @property
    def told(self) -> tuple[str, ...]:
        """Lines; see `ToldBy`."""
        return self._texts("told")

    def _texts(self, field: str) -> tuple[str, ...]:
        """What is listed there: nothing, where a person wrote something else."""
        found = self.fields.get(field, ())
        return (
            tuple(text for text in found if isinstance(text, str)) if isinstance(found, list | tuple) else ()
        )

    @property
    def own(self) -> bool:
        """An owner has confirmed every field of it."""
        return self.fields.get("source", "owner") == "owner" and self.known

    @property
    def known(self) -> bool:
        """An owner, a rulebook or a publisher says all of it: nothing is made up or still to be told."""
        stand_in = self.fields.get("source") == "stand-in"
        return not (stand_in or self.assumed or self.untold)


@dataclass(frozen=True, slots=True)
class Retold:
    """A piece after its form was sent. tile: in its owner's box; facts: those that are told otherwise than
    before."""

    piece: Any
    tile: BoxTile
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hints:
    """usual: what `usual_from` prints on a piece of this name, as far as it is not said; usual_words: each in
    words. likely: by fact, what is shown before its long list."""

    usual: tuple[ToldFact, ...] = ()
    usual_words: tuple[str, ...] = ()
    likely: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Understood:
    """A piece as the game understands it. faces: an SVG each; caption: what it is, in a line; lines: (in
    words, whether the rules can play it) for each power; wrong: what must be corrected, or ""."""

    faces: tuple[str, ...] = ()
    caption: str = ""
    lines: tuple[tuple[str, bool], ...] = ()
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Confirmable:
    """What is confirmed of a piece by one touch. fields: of its table in a box file; words: what they say;
    sure: it is confirmed."""

    fields: tuple[str, ...]
    words: str
    sure: bool


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """A tile's face to be printed for a table without the box. drawing: an SVG that stands alone; ground,
    ink: "#rrggbb"; lines: what it can do, in words."""

    name: str
    drawing: str
    ground: str
    ink: str
    lines: tuple[str, ...] = ()
