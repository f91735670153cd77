"""Marks and text found on a tile's picture, and a game's proposals for what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.games.contract.told import ToldFact

SURE_THRESHOLD = 0.97
"""Proposals with at least this `sure` are confirmed together."""
LIKELY_THRESHOLD = 0.6
"""Proposals with at least this `sure` are preselected, and one tap confirms all of a tile; below it a person
chooses."""


@dataclass(frozen=True, slots=True)
class SeenLine:
    """A line of text. x, y: its middle, in millimetres right of and below the tile's; sure: 0 to 1, by
    the engine."""

    text: str
    x: float
    y: float
    sure: float


@dataclass(frozen=True, slots=True)
class SeenNumber:
    """A lone digit or "?" in an outline. outline: "circle", "diamond" or "hexagon"; red: outline or digit;
    sure: how clearly the digit was read; clear: how often the outline was found, 0 to 1; figures: small pale
    figures in a row below it; alike: in which part of the read attempts there were so many, 0 to 1."""

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
    """Everything found on a picture. readable: an OCR engine was available."""

    lines: tuple[SeenLine, ...] = ()
    numbers: tuple[SeenNumber, ...] = ()
    discs: tuple[SeenDisc, ...] = ()
    readable: bool = False


@dataclass(frozen=True, slots=True)
class PhotographedSort:
    """A sort of pieces that a photo of many may show without tags. piece: one that nobody has met yet;
    size_mm: across it; round: it is, or else square."""

    sort: str
    piece: Any
    size_mm: float
    round: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What a piece may say. facts: as an answer of its form tells them."""

    facts: tuple[ToldFact, ...]
    words: str


@dataclass(frozen=True, slots=True)
class FieldProposal:
    """The proposals for facts that are told together. choices: the likeliest first; sure: how far the first
    is trusted, 0 to 1 (SURE_THRESHOLD, LIKELY_THRESHOLD). All choices are shown in any case."""

    keys: tuple[str, ...]
    label: str
    choices: tuple[Choice, ...]
    sure: float
