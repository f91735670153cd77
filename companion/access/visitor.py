"""Identifies the sender of a request by its tokens and staff session."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.access.tokens import Kind, Token

Role = Literal["", "staff", "host"]


@dataclass(frozen=True, slots=True)
class Visitor:
    """trusted: everybody is trusted here. tokens: those that are good now. held: (table, seat) pairs among
    the visitor's tables that a phone has taken: their secrets are not for the table's tablet. station: whose
    tablet it is, "" of none; at_station: the table that is played there."""

    trusted: bool = False
    role: Role = ""
    tokens: tuple[Token, ...] = ()
    held: frozenset[tuple[str, int]] = frozenset()
    station: str = ""
    at_station: str = ""

    @property
    def staff(self) -> bool:
        """Everybody where everybody is trusted, but for a station's tablet: strangers have it in hand."""
        return (self.trusted and not self.station) or self.role in ("staff", "host")

    @property
    def host(self) -> bool:
        return (self.trusted and not self.station) or self.role == "host"

    @property
    def guest(self) -> bool:
        """Whether it is at some table."""
        return self.staff or bool(self.station) or any(token.kind != "camera" for token in self.tokens)

    @property
    def camera(self) -> bool:
        return self.staff or self._has("camera", "")

    @property
    def any_tablet(self) -> bool:
        """Whether it is the tablet of some table: there new games begin."""
        return self.staff or bool(self.station) or any(token.kind == "tablet" for token in self.tokens)

    def tablet(self, table: str) -> bool:
        return self.staff or self._has("tablet", table) or bool(table and table == self.at_station)

    @property
    def kiosk(self) -> bool:
        """Whether it is a station's tablet in guests' hands: it keeps to its station."""
        return bool(self.station) and not self.role

    def joins(self, table: str) -> bool:
        """Whether it may choose a seat there."""
        return self.tablet(table) or any(token.table == table for token in self.tokens)

    def at(self, table: str) -> bool:
        """Whether it is the table's tablet or has a seat there."""
        return self.tablet(table) or any(t.table == table and t.kind == "seat" for t in self.tokens)

    def seats(self, table: str) -> tuple[int, ...]:
        return tuple(t.seat for t in self.tokens if t.table == table and t.kind == "seat")

    def has_seat(self, table: str, seat: int) -> bool:
        return self.staff or seat in self.seats(table)

    def plays(self, table: str, seat: int | None) -> bool:
        """Whether it may answer for this seat; None: for the table."""
        return self.at(table) if seat is None else self.tablet(table) or self.has_seat(table, seat)

    def sees(self, table: str, seat: int) -> bool:
        """Whether it may see what this seat alone knows: a tablet that is passed round, until a phone has
        taken the seat."""
        return self.has_seat(table, seat) or (self.tablet(table) and (table, seat) not in self.held)

    def _has(self, kind: Kind, table: str) -> bool:
        return any(token.kind == kind and token.table == table for token in self.tokens)
