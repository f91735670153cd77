"""Reads what a request carries, and refuses what cannot be read in one sentence."""

from __future__ import annotations

from typing import Any

from flask import request

from companion.games.contract import Illegal
from companion.translation import _

MAX_ENTRY_NUMBER = 2**31 - 1
"""The largest number of the database's column."""


class Refused(Exception):
    """A request that is refused. status: of HTTP; sentence: what is wrong and what to do."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


def body() -> dict[str, Any]:
    """The request's JSON object. Raises Refused."""
    data = request.get_json(silent=True)
    if not isinstance(data, dict):
        raise Refused(400, _("The request's body must be a JSON object."))
    return data


def seen_and_key(data: dict[str, Any]) -> tuple[int, str]:
    """The number that the device has seen, and the request's own key. Raises Refused."""
    seen = data.get("seen")
    if type(seen) is not int or not 0 <= seen <= MAX_ENTRY_NUMBER:
        raise Refused(400, _('The request needs "seen": the number of the entry that the device last saw.'))
    return seen, request_key(data)


def request_key(data: dict[str, Any]) -> str:
    """The key by which a request that is sent twice is recognised. Raises Refused."""
    key = data.get("key")
    if not isinstance(key, str) or not 8 <= len(key) <= 64 or not key.isascii() or not key.isprintable():
        raise Refused(
            400, _('The request needs a "key" of its own, 8 to 64 letters, the same when sent again.')
        )
    return key


def whole_number(text: str, fewest: int, most: int) -> int | None:
    """The number in a text of an address or a form; None: not a number from `fewest` to `most`."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        return None
    return number if fewest <= (number := int(text)) <= most else None


def required_field(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise Refused(400, _('The request needs "{name}".', name=name))
    return data[name]


def illegal_json(wrong: Illegal) -> dict[str, Any]:
    payload = {"sentence": wrong.sentence, "page": wrong.page}
    return {**payload, "remedy": wrong.remedy} if wrong.remedy else payload
