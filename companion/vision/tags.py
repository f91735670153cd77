"""The text of a tag: the grammar of "NF:W07A", and the QR modules that print it.

A tag is QR version 1, level H: 21 by 21 modules, at most 10 of digits, capitals and colon. Level H reads
a little better than lower levels at every size, and the text always fits.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import qrcode
from numpy.typing import NDArray
from qrcode.constants import ERROR_CORRECT_H

from companion.games.contract import TileInfo

MODULES = 21
"""Modules along a side of every tag."""
MAX_CHARACTERS = 10
"""Characters that version 1, level H holds."""
PLACE_KIND = "Z"
"""The kind letter of tags that mark places on the table and belong to no tile."""

_GRAMMAR = re.compile(r"([A-Z]{2}):([A-Z][0-9]{1,4})([A-Z]?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tag:
    """What a tag says. prefix: the game's two letters; tile: "W07"; face: "A", "B" or "" for none."""

    prefix: str
    tile: str
    face: str = ""

    @property
    def text(self) -> str:
        return f"{self.prefix}:{self.tile}{self.face}"

    @property
    def place(self) -> int | None:
        """The number of a place on the table ("NF:Z3" is place 3); None for a tile's tag."""
        return int(self.tile[1:]) if self.tile[0] == PLACE_KIND else None


def parse_tag(text: str, prefixes: Collection[str] | None = None) -> Tag | None:
    """The tag that `text` says, or None: not our grammar, or a prefix that is not among `prefixes`.

    >>> parse_tag("NF:W07A")
    Tag(prefix='NF', tile='W07', face='A')
    >>> parse_tag("https://example.org") is None
    True
    """
    if len(text) > MAX_CHARACTERS:
        return None
    match = _GRAMMAR.fullmatch(text)
    if match is None or (prefixes is not None and match[1] not in prefixes):
        return None
    return Tag(match[1], match[2], match[3])


def place_tag(prefix: str, number: int) -> Tag:
    """The tag of place `number` on the table, from 1."""
    return Tag(prefix, f"{PLACE_KIND}{number}")


def all_tags(prefix: str, tiles: Iterable[TileInfo], places: Iterable[int] = range(1, 9)) -> list[str]:
    """The text of every tag that a game may have: each face of each tile, and the places on the table."""
    faces = [Tag(prefix, tile.id, face).text for tile in tiles for face in tile.faces or ("",)]
    return faces + [place_tag(prefix, n).text for n in places]


@lru_cache(maxsize=512)
def modules(text: str) -> NDArray[np.bool_]:
    """The tag's 21 by 21 modules, True for dark, without a quiet zone. Raises ValueError for no tag."""
    if parse_tag(text) is None:
        raise ValueError(f"{text!r:.60} is no tag: two letters, a colon, a letter, a number, perhaps a face.")
    code = qrcode.QRCode(version=1, error_correction=ERROR_CORRECT_H, border=0)
    code.add_data(text)
    code.make(fit=False)
    matrix = np.array(code.get_matrix(), dtype=np.bool_)
    matrix.setflags(write=False)
    return matrix
