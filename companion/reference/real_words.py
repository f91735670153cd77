"""Whether a word is one of a language, so that it is not taken for another misspelt: "stickers" for "stack".

The words are those of pyspellchecker, which ships them for each language; they are read when the first word
is looked for.
"""

from __future__ import annotations

import gzip
import json
from functools import cache, lru_cache
from importlib import resources

BORDER = "\n"


@lru_cache(maxsize=4096)  # a search through all of them takes a millisecond
def is_word(word: str, spoken: str) -> bool:
    """word: as it was typed, in small letters, with its accents. Of a language without a list none is."""
    return f"{BORDER}{word}{BORDER}" in _words(spoken)


@cache
def _words(spoken: str) -> str:
    """All of them in one text: a tenth of the memory of a set."""
    listed = resources.files("spellchecker") / "resources" / f"{spoken}.json.gz"
    if not listed.is_file():
        return ""
    words = json.loads(gzip.decompress(listed.read_bytes()))
    return BORDER.join(("", *words, ""))
