"""The small parts of which pages are made: chips in words, signs with a number, headed lines."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chip:
    """A few words that hold now. icon: before them, "": none; warns: they are no good news."""

    words: str
    icon: str = ""
    warns: bool = False


@dataclass(frozen=True, slots=True)
class Sign:
    """An icon. words: for screen readers and as its title; count: the number beside it, None: none; of:
    what is counted, where the icon does not say it."""

    icon: str
    words: str
    count: int | None = None
    of: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A heading and what follows it. later: what is not yet so, "": nothing."""

    heading: str
    words: str
    later: str = ""
