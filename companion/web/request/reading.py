"""Reads what a request carries, and refuses what cannot be read in one sentence."""

from __future__ import annotations

from typing import Any

from companion.games.contract import Game, Illegal, State
from companion.translation import with_plain_digits

MAX_ENTRY_NUMBER = 2**31 - 1
"""The largest number of the database's column."""


class Refused(Exception):
    """A request that is refused. status: of HTTP; sentence: what is wrong and what to do."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


class Lacking(Refused):
    """A game lacks what a page of help is about: no fault of who asks, so the page says it under its own
    heading, with what does help (`request/errors.py`); a form that asks for it all the same is refused."""

    def __init__(self, game: Game[State], heading: str, sentence: str) -> None:
        super().__init__(409, sentence)
        self.game = game
        self.heading = heading


def whole_number(text: str, fewest: int, most: int) -> int | None:
    """The number in a text of an address or a form; None: not a number from `fewest` to `most`."""
    text = with_plain_digits(text)
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        return None
    return number if fewest <= (number := int(text)) <= most else None


def illegal_json(wrong: Illegal) -> dict[str, Any]:
    payload = {"sentence": wrong.sentence, "page": wrong.page}
    return {**payload, "remedy": wrong.remedy} if wrong.remedy else payload
