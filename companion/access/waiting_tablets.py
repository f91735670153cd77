"""Tablets that wait to be assigned a station: each shows a number, which the staff assigns.

Stored in the journal's database: the staff's page may come from another server process than the tablet's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.access.store import AccessStore
from companion.games.contract import Json
from companion.system.steady_time import Moment, moment, moment_of

NUMBERS = range(10, 100)
RESERVED_NUMBERS = range(80, 100)
"""For tablets that the house knows."""
EXPIRY_SECONDS = 90.0
"""A tablet that has not been heard of for this long no longer waits."""
REFRESH_SECONDS = 30.0
"""How often it is written down again that a tablet waits."""
MAX_PER_ADDRESS = 6
"""Waiting tablets of one address, so that nobody can take all numbers."""
_KEY = "waiting-tablets"


@dataclass(frozen=True, slots=True)
class WaitingTablet:
    """number: shown by the tablet; station: the assigned one, "": none yet."""

    number: int
    station: str
    address: str
    heard: Moment


class WaitingTablets:
    """Every method may raise JournalError."""

    def __init__(self, store: AccessStore, clock: Callable[[], Moment] = moment) -> None:
        self._store = store
        self._clock = clock

    def register(self, secret: str, address: str, known: bool = False) -> WaitingTablet | None:
        """The tablet with this secret; a new one is given a number. known: the house has signed it in or
        given it a station before; some numbers are for these alone. None: too many wait."""
        waits = self._read(self._store.get(_KEY)).get(secret)
        if waits is not None and waits.heard.until(self._clock()) < REFRESH_SECONDS:
            return waits

        def heard(data: Json) -> Json:
            fresh = self._read(data)
            mine = fresh.get(secret)
            if mine is None:
                taken = {it.number for it in fresh.values()}
                free = next((number for number in self._order(secret, known) if number not in taken), None)
                crowd = sum(it.address == address for it in fresh.values())
                if free is None or (crowd >= MAX_PER_ADDRESS and not known):
                    return data
                mine = WaitingTablet(free, "", address, self._clock())
            fresh[secret] = WaitingTablet(mine.number, mine.station, address, self._clock())
            return _to_json(fresh)

        return self._read(self._store.change(_KEY, heard)).get(secret)

    def waiting(self) -> tuple[int, ...]:
        """The numbers of those that wait, the smallest first."""
        kept = self._read(self._store.get(_KEY)).values()
        return tuple(sorted(it.number for it in kept if not it.station))

    def assign(self, number: int, station: str) -> bool:
        """Assigns the tablet with this number to a station; False: no tablet shows the number now."""
        found = False

        def given(data: Json) -> Json:
            nonlocal found
            fresh = self._read(data)
            for secret, it in fresh.items():
                if it.number == number:
                    found = True
                    fresh[secret] = WaitingTablet(number, station, it.address, self._clock())
            return _to_json(fresh)

        self._store.change(_KEY, given)
        return found

    def forget(self, secret: str) -> None:
        """Removes the tablet: it has its station."""

        def without(data: Json) -> Json:
            return {key: it for key, it in (data or {}).items() if key != secret} or None

        self._store.change(_KEY, without)

    def _read(self, data: Json) -> dict[str, WaitingTablet]:
        now = self._clock()
        known = {
            secret: WaitingTablet(number, station, address, moment_of(*heard))
            for secret, (number, station, address, *heard) in (data or {}).items()
        }
        return {secret: it for secret, it in known.items() if abs(it.heard.until(now)) < EXPIRY_SECONDS}

    @staticmethod
    def _order(secret: str, known: bool) -> list[int]:
        """The numbers that it may get, starting at a different one for each tablet, so that the next number
        is not predictable."""
        numbers = [*NUMBERS] if known else [*range(NUMBERS.start, RESERVED_NUMBERS.start)]
        first = sum(secret.encode()) % len(numbers)
        return [*numbers[first:], *numbers[:first]]


def _to_json(tablets: Mapping[str, WaitingTablet]) -> Json:
    return {
        secret: [it.number, it.station, it.address, it.heard.wall, it.heard.counter]
        for secret, it in tablets.items()
    }
