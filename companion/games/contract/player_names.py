"""What people are called: names of every script and emoji are taken, and cleaned of what cannot be seen.

Half-spaces (Persian), joiners (emoji, Indic scripts) and direction marks belong to names and stay. What turns
the text around a name (direction overrides), controls, and signs without a look fall away silently. Source:
Unicode Technical Report 36, "Unicode Security Considerations".
"""

from __future__ import annotations

import unicodedata

from companion.games.contract.reasons import Illegal
from companion.translation import _

MAX_NAME_LETTERS = 24
"""As a person counts them: an accent, or an emoji of several parts, counts with its letter."""
MAX_NAME_CODES = 4 * MAX_NAME_LETTERS
"""Code points, with all marks and joiners."""

_INSIDE_ONLY = "\u200c\u200d\u200e\u200f\u061c"
"""Half-space, joiner and direction marks: kept between letters."""
_BLANK = "\u115f\u1160\u3164\uffa0\u17b4\u17b5\u034f"
"""Letters and marks of some scripts without a look."""
_BRAILLE_SPACE = "\u2800"
_JOINER = "\u200d"
_FLAG, _FLAG_TAGS = "\U0001f3f4", range(0xE0020, 0xE0080)
"""Flags of regions are a black flag with letters that cannot be seen."""
_SKIN_TONES = range(0x1F3FB, 0x1F400)


def clean_name(text: str) -> str:
    """The name as it is kept: NFC, each run of spaces one plain space, without what cannot be seen.

    >>> clean_name(" Zoe\\u0308\\u3000\\u202e Ann\\u200b ")
    'Zo\xeb Ann'
    """
    kept = ""
    for letter in unicodedata.normalize("NFC", text):
        if letter.isspace() or letter == _BRAILLE_SPACE:
            kept += " "
        elif letter in _INSIDE_ONLY or _can_be_seen(letter) or _is_flag_tag(letter, kept):
            kept += letter
    return " ".join(kept.split()).strip(f" {_INSIDE_ONLY}")


def checked_name(text: str) -> str:
    """The cleaned name; "": none was entered. Raises Illegal."""
    name = clean_name(text)
    if text.strip() and not letter_count(name):
        raise Illegal(_("A name needs a letter or a sign that can be seen."))
    if letter_count(name) > MAX_NAME_LETTERS:
        raise Illegal(
            _(
                "A name has up to {number} letters: shorten {name}….",
                number=MAX_NAME_LETTERS,
                name=f"“{name[:12]}”",
            )
        )
    if len(name) > MAX_NAME_CODES:
        raise Illegal(_("This name has too many marks on its letters: leave some of them out."))
    return name


def name_key(name: str) -> str:
    """The same for the same person, however the name is written: composed or not, in capitals or not, with or
    without direction marks."""
    letters = unicodedata.normalize("NFC", unicodedata.normalize("NFC", clean_name(name)).casefold())
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Cf")


def letter_count(name: str) -> int:
    """How many letters a person counts, as a browser shows them."""
    count, joined = 0, False
    for letter in name:
        category = unicodedata.category(letter)
        part = category in ("Mn", "Me", "Mc", "Cf") or ord(letter) in _SKIN_TONES
        count += not part and not (joined and category == "So")
        joined = letter == _JOINER
    return count


def _can_be_seen(letter: str) -> bool:
    # Letters that this Python's Unicode does not know yet (Cn) are new ones, but for codes that are none.
    category = unicodedata.category(letter)
    if category == "Cn":
        return ord(letter) & 0xFFFE != 0xFFFE and not 0xFDD0 <= ord(letter) <= 0xFDEF
    return category not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and letter not in _BLANK


def _is_flag_tag(letter: str, before: str) -> bool:
    return (
        ord(letter) in _FLAG_TAGS and bool(before) and (before[-1] == _FLAG or ord(before[-1]) in _FLAG_TAGS)
    )
