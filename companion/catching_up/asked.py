"""What catching up asks: one page of things that people answer, or which of a few ways it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.catching_up.evidence import Asked, Standing, Told
from companion.catching_up.graph import Way
from companion.games.contract import Decision, Fact, Json


@dataclass(frozen=True)
class WhereQuestion:
    """Where does play stand now? likely: the place of the choice that most likely holds; None: of none it is
    likelier than not."""

    choices: tuple[Standing, ...]
    likely: int | None = None
    key: ClassVar[str] = "where"


@dataclass(frozen=True)
class WhatQuestion:
    """What was decided there on the way? at: a state's number in the graph in which it was asked. None among
    the choices: it has not been decided yet. likely: as in `WhereQuestion`."""

    asked: Asked
    at: int
    choices: tuple[Decision | None, ...]
    likely: int | None = None

    @property
    def key(self) -> str:
        return what_key(self.asked)


@dataclass(frozen=True)
class FactQuestion:
    """How is it now? expected: the values that candidates have."""

    fact: Fact
    expected: tuple[Json, ...]

    @property
    def key(self) -> str:
        return fact_key(self.fact.path)


Row = WhereQuestion | WhatQuestion | FactQuestion


@dataclass(frozen=True)
class Page:
    """What is asked together: at least one row."""

    rows: tuple[Row, ...]

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(row.key for row in self.rows)


@dataclass(frozen=True)
class WayTold:
    """One of a few ways. end: the state's number in the graph; steps: what was decided on it and not on all
    of the others; told: what is told with it."""

    end: int
    steps: tuple[Way, ...]
    told: Told


@dataclass(frozen=True)
class WhichQuestion:
    """Which of these few ways was it? whole: nothing else would be asked after it, so that to name one is to
    say yes to all that was done on it."""

    choices: tuple[WayTold, ...]
    whole: bool = False
    keys: ClassVar[frozenset[str]] = frozenset({"which"})


TellingApart = Page | WhichQuestion


SLIDES_KEY = "slides"
"""What was seen to be slid tells nothing: somebody forgot to."""
COPIES_KEY = "copies"
"""In whose areas tags of several pieces are read tells nothing: they lie there for another reason."""


def what_key(asked: Asked) -> str:
    return "what/" + "/".join(map(str, asked))


def fact_key(path: str) -> str:
    return f"fact/{path}"
