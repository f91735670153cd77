"""The house's access: whether everybody is trusted, the PINs, and which tokens are valid."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.access.kept_stations import KeptStation, KeptStations, NoStation
from companion.access.pins import hash_pin, pin_matches
from companion.access.store import AccessStore
from companion.access.tokens import Kind, Token, Tokens
from companion.access.visitor import Role, Visitor
from companion.games.contract import Json
from companion.table.journal import Journal
from companion.translation import _

PinRole = Literal["staff", "host"]
PIN_ROLES: tuple[PinRole, ...] = ("host", "staff")
_HOUSE = "house"


class NoHostPin(Exception):
    """The request needs a host PIN first; `sentence` says so."""

    def __init__(self) -> None:
        self.sentence = _("Set a PIN for the host first: without one, nobody could let anybody in.")
        super().__init__(self.sentence)


@dataclass(frozen=True, slots=True)
class TableAccess:
    """The epochs of one table's tokens: a token of another epoch is revoked. seats: of those whose epoch is
    not `guests`; held: the seats that a phone has taken; count: the last epoch given."""

    count: int = 0
    tablet: int = 0
    guests: int = 0
    seats: Mapping[int, int] = field(default_factory=dict)
    held: frozenset[int] = frozenset()

    def epoch(self, kind: Kind, seat: int) -> int:
        if kind == "tablet":
            return self.tablet
        return self.seats.get(seat, self.guests) if kind == "seat" else self.guests

    def with_seat(self, seat: int, held: bool) -> TableAccess:
        """A new epoch for the seat's tokens."""
        count = self.count + 1
        now_held = self.held | {seat} if held else self.held - {seat}
        return TableAccess(count, self.tablet, self.guests, {**self.seats, seat: count}, now_held)

    def without_guests(self) -> TableAccess:
        """New epochs for the join code and all seats."""
        return TableAccess(self.count + 1, self.tablet, self.count + 1)

    def to_json(self) -> Json:
        return {
            "count": self.count,
            "tablet": self.tablet,
            "guests": self.guests,
            "seats": {str(seat): epoch for seat, epoch in self.seats.items()},
            "held": sorted(self.held),
        }


def table_access(data: Json) -> TableAccess:
    if not isinstance(data, dict):
        return TableAccess()
    seats = {int(seat): epoch for seat, epoch in data["seats"].items()}
    return TableAccess(data["count"], data["tablet"], data["guests"], seats, frozenset(data["held"]))


class House:
    """public: the server can be reached from the internet: then nobody is trusted without a token or PIN.
    trust: what the start's option says, None: nothing. branch: which of several houses on one journal this
    is. Every method may raise JournalError."""

    def __init__(
        self, journal: Journal, public: bool = False, trust: bool | None = None, branch: str = ""
    ) -> None:
        self.store = AccessStore(journal)
        self.branch = branch
        self.stations = KeptStations(self.store, branch)
        self.public = public
        self._trust = trust
        self._tokens: Tokens | None = None

    # --- everybody

    @property
    def trusts_everybody(self) -> bool:
        """By the command line option, else the host's choice, else whether no host PIN is set. Never where
        the server can be reached from the internet."""
        if self.public:
            return False
        if self._trust is not None:
            return self._trust
        chosen = self._kept().get("trust")
        return chosen if chosen is not None else not self.has_pin("host")

    @property
    def usual_corrections(self) -> str:
        """Who corrects what is nobody's own at a new table: everybody at home, the tablet and the staff where
        guests play."""
        return "everybody" if self.trusts_everybody else "tablet"

    @property
    def offers_names(self) -> bool:
        """Whether a new game's page offers the names of earlier players: among people who know each other,
        who have one table and no stations."""
        return self.trusts_everybody and not self.stations.all()

    @property
    def forget_days(self) -> int | None:
        """After how many days without a step guests' names are forgotten; None: never."""
        days = self._kept().get("forget_days")
        return days if isinstance(days, int) else None

    def forget_names_after(self, days: int | None) -> None:
        self._keep(forget_days=days)

    def trust(self, everybody: bool) -> None:
        """Raises NoHostPin."""
        if not everybody and not self.has_pin("host"):
            raise NoHostPin
        self._keep(trust=everybody)

    # --- PINs

    def has_pin(self, role: PinRole) -> bool:
        return role in self._kept().get("pins", {})

    def set_pin(self, role: PinRole, pin: str) -> None:
        """Ends all sessions of staff. Raises BadPin, NoHostPin."""
        if role != "host" and not self.has_pin("host"):
            raise NoHostPin
        kept = hash_pin(pin)
        self._keep(pins={**self._kept().get("pins", {}), role: kept}, sessions=self.sessions + 1)

    def role_of(self, pin: str, among: Iterable[str] = PIN_ROLES) -> Role:
        """Which of these roles' PIN this is; "": none. Takes 0.1 s for each PIN that is set."""
        pins = self._kept().get("pins", {})
        found: Role = ""
        for role in PIN_ROLES:  # check all, so that the time reveals nothing
            if role in pins and role in among and pin_matches(pin, pins[role]) and not found:
                found = role
        return found

    @property
    def sessions(self) -> int:
        """The epoch of staff sessions."""
        return int(self._kept().get("sessions", 0))

    def end_sessions(self) -> None:
        self._keep(sessions=self.sessions + 1)

    # --- tokens

    @property
    def secret(self) -> str:
        """The key that signs all tokens; made on first use."""
        kept = self._kept().get("secret")
        if kept is None:
            made = secrets.token_hex(32)
            kept = self.store.change(_HOUSE, lambda old: {"secret": made, **(old or {})})["secret"]
        return str(kept)

    @property
    def tokens(self) -> Tokens:
        if self._tokens is None:
            self._tokens = Tokens(self.secret)
        return self._tokens

    def table(self, table: str) -> TableAccess:
        return table_access(self.store.get(f"table/{table}"))

    def token(self, kind: Kind, table: str = "", seat: int = -1) -> str:
        """A signed token, valid until it is revoked. Raises NoStation for an unknown station."""
        if kind == "station":
            return self.tokens.sign(Token(kind, table, seat, self.stations.get(table).tablet))
        return self.tokens.sign(Token(kind, table, seat, self.table(table).epoch(kind, seat)))

    def is_valid(self, token: Token) -> bool:
        if token.kind == "station":
            return self._station_of(token) is not None
        return token.epoch == self.table(token.table).epoch(token.kind, token.seat)

    def take_seat(self, table: str, seat: int) -> str | None:
        """A token of the seat for the phone that takes it; None: another phone has it."""
        taken = False

        def take(data: Json) -> Json:
            nonlocal taken
            access = table_access(data)
            taken = seat not in access.held
            return access.with_seat(seat, True).to_json() if taken else data

        self.store.change(f"table/{table}", take)
        return self.token("seat", table, seat) if taken else None

    def free_seat(self, table: str, seat: int) -> None:
        """Revokes the seat's tokens: another phone may take it."""
        self._change_table(table, lambda access: access.with_seat(seat, False))

    def revoke_guests(self, table: str) -> None:
        """Revokes the join code and all seats' tokens, but not the tablet's."""
        self._change_table(table, TableAccess.without_guests)

    def restore_table(self, table: str, before: TableAccess) -> None:
        """Makes the tokens valid again that were valid at `before`; used to undo a reset."""
        self._change_table(table, lambda now: replace(before, count=max(now.count, before.count)))

    def visitor(self, tokens: Iterable[str], role: Role) -> Visitor:
        """The visitor with these signed tokens and this role; invalid tokens are ignored."""
        read = [self.tokens.read(text) for text in dict.fromkeys(tokens)]
        good = tuple(token for token in read if token is not None and self.is_valid(token))
        stations = (self._station_of(token) for token in good if token.kind == "station")
        station = next((it for it in stations if it is not None), None)
        at, there = (station.id, station.table) if station is not None else ("", "")
        if self.trusts_everybody:
            return Visitor(trusted=True, station=at, at_station=there)
        tables = {it.table for it in good if it.kind == "tablet"} | ({there} if there else set())
        held = {(table, seat) for table in tables for seat in self.table(table).held}
        return Visitor(False, role, good, frozenset(held), at, there)

    # --- within

    def _station_of(self, token: Token) -> KeptStation | None:
        """The station whose tablet has this token; None: the token is revoked, or the station is removed."""
        try:
            kept = self.stations.get(token.table)
        except NoStation:
            return None
        return kept if kept.tablet == token.epoch else None

    def _kept(self) -> dict[str, Any]:
        return self.store.get(_HOUSE) or {}

    def _keep(self, **changes: Json) -> None:
        self.store.change(_HOUSE, lambda old: {**(old or {}), **changes})

    def _change_table(self, table: str, change: Callable[[TableAccess], TableAccess]) -> None:
        self.store.change(f"table/{table}", lambda data: change(table_access(data)).to_json())
