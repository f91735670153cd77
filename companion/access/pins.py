"""PIN hashes (scrypt, by Werkzeug) and limits for guessing PINs.

Werkzeug comes with Flask; its scrypt needs no further package. What is counted is guesses at each PIN:
whoever knows one PIN gains nothing for another. The windows are kept here, because a right PIN gives its
attempt back, which the package `limits` does not know.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from werkzeug.security import check_password_hash, generate_password_hash

from companion.translation import _, with_plain_digits

MIN_PIN_LENGTH, MAX_PIN_LENGTH = 6, 64
"""Letters or digits of a PIN."""

WEAK_PINS = ("123456", "654321", "112233", "123123", "121212", "abcdef", "qwerty", "password")

Limit = tuple[int, float]
"""How many attempts, in how many seconds."""
DEVICE_LIMITS: tuple[Limit, ...] = ((5, 900.0), (12, 3600.0))
"""Attempts at one PIN of one device or address: 5 in 15 minutes, 12 an hour."""
UNKNOWN_DEVICES_LIMITS: tuple[Limit, ...] = ((40, 3600.0), (200, 86_400.0))
"""Attempts at one PIN of all devices together that never signed in with it: 40 an hour, 200 a day. At 200 a
day, half of a million PINs of six digits take 6.8 years. A device that has signed in with it before is not
blocked by others."""
LONGEST_SECONDS = 86_400.0


class BadPin(ValueError):
    """An invalid PIN; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def hash_pin(pin: str) -> str:
    """The PIN's hash. Raises BadPin for one that is too short, too long or too easy."""
    pin = with_plain_digits(pin)
    if not MIN_PIN_LENGTH <= len(pin) <= MAX_PIN_LENGTH or not pin.isprintable() or pin != pin.strip():
        raise BadPin(
            _(
                "A PIN has {shortest} to {longest} digits or letters.",
                shortest=MIN_PIN_LENGTH,
                longest=MAX_PIN_LENGTH,
            )
        )
    if len(set(pin)) < 3 or pin.casefold() in WEAK_PINS:
        raise BadPin(_("That PIN would be guessed first: choose another."))
    return generate_password_hash(pin, method="scrypt")


def pin_matches(pin: str, kept: str) -> bool:
    """By any keyboard's digits; as it is typed, too, since a PIN was once kept so."""
    tried = dict.fromkeys((with_plain_digits(pin), pin))
    return len(pin) <= MAX_PIN_LENGTH and any(check_password_hash(kept, one) for one in tried)


@dataclass(frozen=True, slots=True)
class Guesser:
    """Who tries a PIN. device: of a device that signed in before, "": none; roles: as what it did; address:
    where it is."""

    device: str
    roles: frozenset[str]
    address: str

    def knows(self, role: str) -> bool:
        """Whether it signed in with this role's PIN before: its tries at that one are its own."""
        return bool(self.device) and role in self.roles


class Attempts:
    """Counts attempts at each PIN apart, each before the PIN is checked, so that concurrent attempts gain
    nothing. now: seconds of a clock that only goes forward. device, unknown: how many one device or address
    may make, and all together that never succeeded."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        device: tuple[Limit, ...] = DEVICE_LIMITS,
        unknown: tuple[Limit, ...] = UNKNOWN_DEVICES_LIMITS,
    ) -> None:
        self._now = now
        self._device, self._unknown = device, unknown
        self._lock = threading.Lock()
        self._counted: dict[str, deque[float]] = {}
        """When attempts were made, the oldest first, by what they count for."""

    def take(self, guesser: Guesser, roles: Iterable[str]) -> frozenset[str]:
        """Counts an attempt at the PINs of these roles. Returns those that may be checked now."""
        with self._lock:
            now = self._now()
            self._forget(now)
            # Tested first: an attempt that one limit refuses must not count in another.
            allowed = frozenset(role for role in roles if self._may_try(guesser, role, now))
            for role in allowed:
                for key, _limits in self._windows(guesser, role):
                    self._counted.setdefault(key, deque()).append(now)
            return allowed

    def succeeded(self, guesser: Guesser, role: str, taken: Iterable[str]) -> None:
        """The attempt had the PIN of `role`: it was no guess at the others that it was `taken` for, and this
        device's guesses at this one are forgotten. Those at the others stay."""
        with self._lock:
            for other in taken:
                for key, _limits in self._windows(guesser, other):
                    if self._counted.get(key):
                        self._counted[key].pop()
            self._counted.pop(self._windows(guesser, role)[0][0], None)

    def _may_try(self, guesser: Guesser, role: str, now: float) -> bool:
        return all(
            sum(at > now - seconds for at in self._counted.get(key, ())) < most
            for key, limits in self._windows(guesser, role)
            for most, seconds in limits
        )

    def _forget(self, now: float) -> None:
        """Drops what no window reaches any more."""
        for key, times in tuple(self._counted.items()):
            while times and times[0] <= now - LONGEST_SECONDS:
                times.popleft()
            if not times:
                del self._counted[key]

    def _windows(self, guesser: Guesser, role: str) -> list[tuple[str, tuple[Limit, ...]]]:
        """What an attempt at this role's PIN counts for, the device or address first."""
        if guesser.knows(role):
            return [(f"{role} device {guesser.device}", self._device)]
        return [
            (f"{role} address {guesser.address}", self._device),
            (f"{role} all unknown", self._unknown),
        ]
