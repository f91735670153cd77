"""PIN hashes (scrypt, by Werkzeug) and rate limits for guessing PINs (by `limits`).

Werkzeug comes with Flask; its scrypt needs no further package. `limits` is the counting part of
Flask-Limiter, with moving windows; the rest of that package is not needed.
"""

from __future__ import annotations

from dataclasses import dataclass

from limits import RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from werkzeug.security import check_password_hash, generate_password_hash

from companion.translation import _

MIN_PIN_LENGTH, MAX_PIN_LENGTH = 6, 64
"""Letters or digits of a PIN."""

WEAK_PINS = ("123456", "654321", "112233", "123123", "121212", "abcdef", "qwerty", "password")

DEVICE_LIMITS = (RateLimitItemPerMinute(5, 15), RateLimitItemPerHour(12))
"""Attempts of one device or address: 5 in 15 minutes, 12 an hour."""
UNKNOWN_DEVICES_LIMITS = (RateLimitItemPerHour(40), RateLimitItemPerHour(200, 24))
"""Attempts of all devices together that have never signed in: 40 an hour, 200 a day. At 200 a day, half of a
million PINs of six digits take 6.8 years. A device that has signed in before is not blocked by others."""


class BadPin(ValueError):
    """An invalid PIN; `sentence` says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def hash_pin(pin: str) -> str:
    """The PIN's hash. Raises BadPin for one that is too short, too long or too easy."""
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
    return len(pin) <= MAX_PIN_LENGTH and check_password_hash(kept, pin)


@dataclass(frozen=True, slots=True)
class Guesser:
    """Who tries a PIN. device: of a device that signed in before, "": none; address: where it is."""

    device: str
    address: str

    @property
    def key(self) -> str:
        return f"device {self.device}" if self.device else f"address {self.address}"


class Attempts:
    """Counts attempts, each before the PIN is checked, so that concurrent attempts gain nothing."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def take(self, guesser: Guesser) -> bool:
        """Counts an attempt. Returns whether it is allowed."""
        wanted = [(limit, guesser.key) for limit in DEVICE_LIMITS]
        if not guesser.device:
            wanted += [(limit, "all unknown") for limit in UNKNOWN_DEVICES_LIMITS]
        # Tested first: an attempt that one limit refuses must not count in another.
        if not all(self._limiter.test(limit, key) for limit, key in wanted):
            return False
        # Concurrent attempts may pass the test together; hit() decides.
        return all(self._limiter.hit(limit, key) for limit, key in wanted)

    def succeeded(self, guesser: Guesser) -> None:
        """Resets the device's attempts after a right PIN."""
        for limit in DEVICE_LIMITS:
            self._limiter.clear(limit, guesser.key)
