"""What may be chosen on a page: each with the attribute that says whether it is chosen now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Attributes = dict[str, str]


@dataclass(frozen=True, slots=True)
class Choosable:
    """value: what a form sends, or where a link leads. attributes, classes: of its element."""

    value: str
    words: str
    attributes: Attributes
    classes: str = ""


def options(values: Iterable[tuple[object, str]], chosen: object) -> tuple[Choosable, ...]:
    """The <option>s of a list: (value, words) each."""
    return tuple(
        Choosable(str(value), words, {"selected": ""} if value == chosen else {}) for value, words in values
    )


def boxes(values: Iterable[tuple[str, str]], chosen: object) -> tuple[Choosable, ...]:
    """Radio buttons."""
    return tuple(
        Choosable(value, words, {"checked": ""} if value == chosen else {}) for value, words in values
    )


def current(holds: bool) -> Attributes:
    """The attribute of a link that leads to the page itself."""
    return {"aria-current": "page"} if holds else {}


def coloured(colour: str | None) -> Attributes:
    """The attribute that gives an element a player's colour; None: it has none."""
    return {} if colour is None else {"data-colour": colour}
