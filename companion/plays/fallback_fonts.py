"""Fonts of this machine for letters that the program's own font lacks: names in other scripts.

Only fonts that are known to be plain text fonts with many letters are looked for, by their file names, and
Noto's of the script that is wanted: reading every font of a machine takes many seconds. With the extra
`letters` the PDF joins Arabic and Indic letters; pictures do by Pillow's own library.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PIL import features

FONT_FILES = (
    "NotoSans-Regular.ttf", "DejaVuSans.ttf", "NotoSansCJK-Regular.ttc", "NotoSansHebrew-Regular.ttf",
    "NotoSansArabic-Regular.ttf", "NotoSansThai-Regular.ttf", "NotoSansDevanagari-Regular.ttf",
    "NotoSansGeorgian-Regular.ttf", "NotoSansArmenian-Regular.ttf", "FreeSans.ttf",
    "DroidSansFallbackFull.ttf", "wqy-zenhei.ttc", "Arial Unicode.ttf", "ArialHB.ttc",
    "Hiragino Sans GB.ttc", "AppleSDGothicNeo.ttc", "Thonburi.ttc", "arial.ttf", "segoeui.ttf", "YuGothM.ttc",
    "msgothic.ttc", "msyh.ttc", "malgun.ttf",
    "leelawui.ttf", "Nirmala.ttc", "Nirmala.ttf",
)  # fmt: skip
"""In the order in which they are tried: of Linux distributions, macOS and Windows."""
_OF_A_SCRIPT = re.compile(r"notosans([a-z]+)-regular\.[ot]tf", re.IGNORECASE)
"""Noto has a font for each script ("NotoSansTamil-Regular.ttf")."""

_JOINED_SCRIPTS = (range(0x0900, 0x0E00), range(0x0F00, 0x10A0), range(0x1780, 0x1800))
"""Letters of India, Tibet, Burma and Cambodia, whose shapes depend on their neighbours."""


def folders() -> tuple[Path, ...]:
    """Where fonts lie on this system."""
    home = Path.home()
    if sys.platform == "win32":
        windows = Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")
        return (windows, home / "AppData/Local/Microsoft/Windows/Fonts")
    if sys.platform == "darwin":
        return (home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"))
    return (
        home / ".local/share/fonts",
        home / ".fonts",
        Path("/usr/local/share/fonts"),
        Path("/usr/share/fonts"),
    )


@cache
def found_fonts() -> tuple[Path, ...]:
    """The known fonts of this machine, in the order in which they are tried; those of other scripts last."""
    wanted = {name.casefold(): place for place, name in enumerate(FONT_FILES)}
    found: dict[int, Path] = {}
    others: dict[str, Path] = {}
    for folder in folders():
        for where, _folders, names in os.walk(folder):
            for name in names:
                place = wanted.get(name.casefold())
                if place is not None:
                    found.setdefault(place, Path(where, name))
                elif _OF_A_SCRIPT.fullmatch(name):
                    others.setdefault(name.casefold(), Path(where, name))
    return (*(found[place] for place in sorted(found)), *(others[name] for name in sorted(others)))


@cache
def letters_of(font: Path) -> frozenset[str]:
    """Which letters a font has; none where it cannot be read."""
    from fontTools.ttLib import TTFont, TTLibError  # comes with fpdf2; slow to import

    try:
        with TTFont(font, fontNumber=0, lazy=True) as opened:
            return frozenset(map(chr, opened.getBestCmap() or ()))
    except (OSError, TTLibError, AssertionError, ValueError):
        return frozenset()


def fonts_for(letters: Iterable[str]) -> tuple[Path, ...]:
    """As few fonts as have these letters, or as many of them as can be had."""
    missing, chosen = {letter for letter in letters if not letter.isspace()}, []
    for font in found_fonts():
        if not missing:
            break
        of = _OF_A_SCRIPT.fullmatch(font.name)
        if of is not None and of[1].casefold() not in map(_script, missing):
            continue
        if missing & letters_of(font):
            chosen.append(font)
            missing -= letters_of(font)
    return tuple(chosen)


def _script(letter: str) -> str:
    """As Noto's fonts name it: the first word of the letter's name, of most scripts."""
    return unicodedata.name(letter, "").partition(" ")[0].casefold()


def is_joined(letter: str) -> bool:
    """Whether the letter's shape depends on its neighbours, so that it takes a library to write it."""
    if unicodedata.bidirectional(letter) == "AL":
        return True
    return any(ord(letter) in script for script in _JOINED_SCRIPTS)


@cache
def pdf_joins() -> bool:
    """Whether the PDF can join letters here."""
    return find_spec("uharfbuzz") is not None


@cache
def picture_joins() -> bool:
    """Whether pictures can, and write from right to left."""
    return bool(features.check("raqm"))
