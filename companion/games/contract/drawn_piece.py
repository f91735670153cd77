"""A piece drawn large from what is told of it, so that people compare it with the one in hand.

A game draws: what is always there (`ground`), and for each fact where it stands and how each of its values
looks. Pages put these together, light what is asked, and draw the choices of a form with the same pictures.
Everything is SVG without a root element, in the units of the piece.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DrawnFact:
    """Where a fact stands on a drawn piece. box: left, top, width and height of what is lit while it is
    asked, and of a choice that is drawn. pictures: by sort of value, how it looks; sort: the sort of a value
    that was told, of most the value itself. blank: what is there while nobody told it. places: how far the
    picture is moved for the first value, the second, and so on; further ones are not drawn.
    chosen_by_picture: a form's choices are drawn, too. written: how a value looks that has no picture, with
    {} where its words stand alone in an element of the class "words"."""

    box: tuple[float, float, float, float]
    pictures: Mapping[str, str]
    blank: str = ""
    sort: Callable[[str], str] = str
    places: tuple[tuple[float, float], ...] = ((0, 0),)
    chosen_by_picture: bool = True
    written: str = ""


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """size: width and height. facts: by the key of each (`PrintedFact.key`). told: what is known of them."""

    size: tuple[float, float]
    ground: str
    facts: Mapping[str, DrawnFact]
    told: Mapping[str, tuple[str, ...]]
