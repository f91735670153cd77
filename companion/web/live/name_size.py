"""How small a long name is written, so that it breaks between its words only.

A style sheet knows how wide a place is, but not how wide a name: the page says that of each long one, by its
longest word, and the rule of a place divides the two. Where letters would become too small, a name breaks, or
ends in dots.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LONG = 6.0
"""Width of a word, in heights of its letters, up to which it is as large as all: eleven common letters."""
NARROW, BROAD = 0.54, 0.86
OTHER, OTHER_BROAD = 0.76, 1.0
"""Widths of a letter and of the broadest: Latin ones, and those that come from the device's own fonts."""
BROAD_LETTERS = frozenset("mwMW@")
OTHER_BROAD_LETTERS = frozenset("жмфшщыюЖМФШЩЫЮΜΩΦωφՓՄշխ")


def name_size(name: str) -> dict[str, str]:
    """The attribute of an element that shows this name, or a sentence with it: the width of its longest word,
    in heights of its letters. One of short words has none."""
    width = max((_width(word) for word in name.replace("-", "- ").split()), default=0.0)
    return {"style": f"--name:{width:.1f}"} if width > LONG else {}


@lru_cache(maxsize=4096)
def _width(word: str) -> float:
    """0: a line may break after each of its letters."""
    if any(unicodedata.east_asian_width(letter) in "WF" for letter in word):
        return 0.0
    seen = (letter for letter in word if unicodedata.category(letter) not in ("Mn", "Me", "Cf"))
    return sum(_letter(it) for it in seen)


def _letter(letter: str) -> float:
    if ord(letter) < 0x250:
        return BROAD if letter in BROAD_LETTERS else NARROW
    return OTHER_BROAD if letter in OTHER_BROAD_LETTERS else OTHER
