"""What is seen on a tile's picture, and what a game proposes of the tile's fields from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.contract.decisions import Json

SURE_THRESHOLD = 0.97
"""A proposal at least this sure is confirmed together with all others."""
LIKELY_THRESHOLD = 0.6
"""One at least this sure is chosen beforehand, and a tap says that all such of a tile are right; below it a
person chooses."""


@dataclass(frozen=True, slots=True)
class SeenLine:
    """A line of text. x, y: its middle, in millimetres right of and below the tile's; sure: 0 to 1, as
    the engine says it."""

    text: str
    x: float
    y: float
    sure: float


@dataclass(frozen=True, slots=True)
class SeenNumber:
    """A lone digit or "?" in an outline. outline: "circle", "diamond" or "hexagon"; red: outline or digit;
    sure: how clearly the digit was read; clear: how often the outline was found, 0 to 1; figures: small pale
    figures in a row below it; alike: in what part of the ways of looking there are so many."""

    text: str
    outline: str
    red: bool
    x: float
    y: float
    sure: float
    clear: float
    figures: int = 0
    alike: float = 0.0


@dataclass(frozen=True, slots=True)
class SeenDisc:
    """A large round mark without a number. colour: "#rrggbb" along its edge, in white light; halo: the inside
    has another colour."""

    colour: str
    halo: bool
    x: float
    y: float
    radius: float
    clear: float


@dataclass(frozen=True, slots=True)
class SeenFace:
    """All of a picture. readable: an engine for text was there."""

    lines: tuple[SeenLine, ...] = ()
    numbers: tuple[SeenNumber, ...] = ()
    discs: tuple[SeenDisc, ...] = ()
    readable: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of the fields that hang together. sets: the fields, those that are absent left out."""

    sets: Mapping[str, Json]
    words: str


@dataclass(frozen=True, slots=True)
class FieldProposal:
    """What is proposed for fields that hang together. choices: likely ones, the likeliest first; sure: how
    far the first is trusted, 0 to 1 (SURE_THRESHOLD, LIKELY_THRESHOLD); all are shown either way."""

    fields: tuple[str, ...]
    label: str
    choices: tuple[Choice, ...]
    sure: float
