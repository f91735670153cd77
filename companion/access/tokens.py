"""Signed tokens of tables and seats, as a join code or a program carries them.

A token names what it opens and the epoch in which it was made; a new epoch revokes all older ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from itsdangerous import BadData, URLSafeSerializer

Kind = Literal["join", "tablet", "seat", "camera", "station"]
"""join: may choose a seat of the table; tablet: serves the middle of the table; seat: plays that seat;
camera: a phone that is a camera of the house; station: the tablet of a station, whatever is played there."""

KINDS: tuple[Kind, ...] = ("join", "tablet", "seat", "camera", "station")
MAX_TOKEN_LENGTH = 300
"""Longer ones are refused unread."""
_TABLE = re.compile(r"[a-z0-9-]{0,40}")


@dataclass(frozen=True, slots=True)
class Token:
    """table: its id, of the kind "station" that station's, "" for the kind "camera"; seat: from 0, -1 for the
    other kinds."""

    kind: Kind
    table: str
    seat: int
    epoch: int


class Tokens:
    """Signs with the house's secret."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="companion table token")

    def sign(self, token: Token) -> str:
        text = self._serializer.dumps([token.kind, token.table, token.seat, token.epoch])
        return text if isinstance(text, str) else text.decode()

    def read(self, text: str) -> Token | None:
        """The token; None: not signed by this house. Whether it is still valid is up to `House.is_valid`."""
        if len(text) > MAX_TOKEN_LENGTH:
            return None
        try:
            kind, table, seat, epoch = self._serializer.loads(text)
        except (BadData, ValueError, TypeError):
            return None
        right = kind in KINDS and isinstance(table, str) and _TABLE.fullmatch(table)
        return Token(kind, table, seat, epoch) if right and type(seat) is type(epoch) is int else None
