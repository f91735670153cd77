"""When two names of pieces are one name, however a phone, a person or a file writes its signs.

Phones write ’ where keyboards have ', and – for -; a letter with an accent is one code or two. Whoever
compares names of pieces compares what `plain_name` makes of them (in pages `plainName`, lists.js); shown is
what was written.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_QUOTES, _MINUS = '"`´ʹʺʼˈ′″＂＇‚„', "−"


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """The same for all ways to write one name.

    >>> plain_name(" Pilgrim’s  World") == plain_name("pilgrim's world")
    True
    """
    seen = "".join(_plain(letter) for letter in name)
    letters = unicodedata.normalize("NFKC", seen).casefold()
    return " ".join(unicodedata.normalize("NFC", letters).split())


def _plain(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind in ("Pi", "Pf") or letter in _QUOTES:
        return "'"
    if kind == "Pd" or letter == _MINUS:
        return "-"
    return "" if kind == "Cf" else letter
