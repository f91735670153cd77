"""Short codes that open what a join code opens, for a device that cannot scan one: four letters, typed within
ten minutes. A copy of a page on a phone's home screen has cookies of its own, and no camera leads into it.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from companion.access.house import House
from companion.access.pins import Limit
from companion.access.tokens import Kind, Token
from companion.games.contract import Json
from companion.system.steady_time import Moment, moment, moment_of

LETTERS = "ACEHJKLMPRTWXY"
"""None is mistaken for another or for a digit, seen or heard: no B and 8, D, O, Q and 0, F and S, G and 6, I
and 1, N and M, U and V, Z and 2."""
_LOOK_ALIKE = str.maketrans("АСЕНЈКМРТХУԜҺҮΑΕΗΚΜΡΤΧΥŁĦŦ", "ACEHJKMPTXYWHYAEHKMPTXYLHT")
"""Cyrillic and Greek letters that look as these do: whose keyboard has them types those. And those that a
keyboard strikes through, which have no letter and mark of their own."""
LENGTH = 4
GOOD_SECONDS = 600.0
SHOWN_SECONDS = 300.0
"""A code that is shown is good for as long at least; then another one is shown."""
MAX_CODES = 400
ADDRESS_LIMITS: tuple[Limit, ...] = ((8, 600.0), (30, 3600.0))
"""Codes that one address may try: with ten codes at a time, one guess in 480 finds one a code's life long."""
ALL_LIMITS: tuple[Limit, ...] = ((40, 600.0), (400, 86_400.0))
"""Wrong codes of all addresses together."""

_NAME = "codes"


@dataclass(frozen=True, slots=True)
class ShortCode:
    """seconds: for how long it is to be shown."""

    letters: str
    seconds: float


def as_typed(text: str) -> str:
    """The letters that somebody meant, whatever the keyboard made of them: without marks that it put on them.

    >>> as_typed(" ac-eh "), as_typed("\\uff21c\\xe9h"), as_typed("\\u0441\\u0443\\u0442\\u043a")
    ('ACEH', 'ACEH', 'CYTK')
    >>> as_typed("łach")
    'LACH'
    """
    letters = unicodedata.normalize("NFKD", text).upper().translate(_LOOK_ALIKE)
    return "".join(letter for letter in letters if letter.isalnum())


class ShortCodes:
    """Those of a house, in its journal, so that all servers on it know them. Every method may raise
    JournalError."""

    def __init__(self, house: House, now: Callable[[], Moment] = moment) -> None:
        self._house = house
        self._now = now

    def show(self, kind: Kind, table: str, seat: int = -1) -> ShortCode:
        """The code that opens this now: one that was shown before, while it is good for long enough."""
        now = self._now()
        token = Token(kind, table, seat, self._house.table(table).epoch(kind, seat))
        wanted = [token.kind, token.table, token.seat, token.epoch]
        shown = ShortCode("", 0.0)

        def choose(kept: Json) -> Json:
            nonlocal shown
            codes = {letters: it for letters, it in _codes(kept).items() if _good_for(it, now)}
            for letters, it in codes.items():
                if it[:4] == wanted and (good := _good_for(it, now)) > SHOWN_SECONDS:
                    shown = ShortCode(letters, good - SHOWN_SECONDS)
                    return kept
            while len(codes) >= MAX_CODES:
                codes.pop(next(iter(codes)))
            letters = _new_letters()
            while letters in codes:
                letters = _new_letters()
            shown = ShortCode(letters, GOOD_SECONDS - SHOWN_SECONDS)
            until = Moment(now.wall + GOOD_SECONDS, now.whose, now.counted + GOOD_SECONDS)
            return {**codes, letters: [*wanted, until.wall, until.counter]}

        self._house.store.change(_NAME, choose)
        return shown

    def opens(self, typed: str) -> Token | None:
        """What this code opens; None: nothing, or not any more."""
        code = _codes(self._house.store.get(_NAME)).get(as_typed(typed))
        if code is None or not _good_for(code, self._now()):
            return None
        token = Token(*code[:4])
        return token if self._house.is_valid(token) else None


def _good_for(code: list[Json], now: Moment) -> float:
    """For how many seconds a code is still good, as it is kept: what it opens, until when, and that moment's
    counter. 0: not any more, or the clock was set back since."""
    good = now.until(moment_of(*code[4:]))
    return good if 0 < good <= GOOD_SECONDS else 0.0


def _codes(kept: Json) -> dict[str, list[Json]]:
    return dict(kept) if isinstance(kept, dict) else {}


def _new_letters() -> str:
    return "".join(secrets.choice(LETTERS) for _n in range(LENGTH))
