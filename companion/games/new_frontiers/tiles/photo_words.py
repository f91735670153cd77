"""A tile's fields from the words on a photo of it: a start for the form, to be confirmed field by field.

Lines that name an action are powers, brought to the nearest line of the language that is offered; a lone
digit left of the tag's middle is the cost, right of it the VP; the rest is the name, if it is a known one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from companion.games.contract import Json
from companion.games.contract.box import SeenWord
from companion.games.new_frontiers.tiles import suggestions
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.tiles.language import parse_power
from companion.games.new_frontiers.tiles.powers import POWER_TYPES, Manual

_ACTION = re.compile(rf"\s*({'|'.join(POWER_TYPES)})\b", re.IGNORECASE)
_DIGITS = str.maketrans("OolI", "0011")
_ONE = re.compile(r"(?<=[-+$])[lI]\b")
"""A 1 after a sign, read as a letter."""
_LIKE_A_LINE, _LIKE_A_NAME, _LIKELY = 0.9, 0.75, 0.7
"""How alike a reading must be to what it is taken for, 1 being the same."""


def read_fields(catalogue: Catalogue, seen: Sequence[SeenWord]) -> dict[str, Json]:
    """`{"name", "cost", "vp", "powers"}` as far as they can be read. Numbers above the tag only: the digits
    of its own name lie beside it."""
    found: dict[str, Json] = {}
    powers: list[str] = []
    lines = [entry["line"] for entry in suggestions.lines(catalogue.values())]
    names = [str(entry["name"]) for entry in suggestions.names(catalogue.values())]
    for word in seen:
        text = " ".join(word.text.split())
        digit = text.translate(_DIGITS)
        if _ACTION.match(text):
            powers.append(_line(text, lines))
        elif len(digit) == 1 and digit in "0123456789":
            if word.y < 0:
                found.setdefault("cost" if word.x < 0 else "vp", int(digit))
        elif "name" not in found and len(text) > 4 and (name := _nearest(text, names, _LIKE_A_NAME)):
            found["name"] = name
    return found | ({"powers": powers} if powers else {})


def _line(text: str, lines: Iterable[str]) -> str:
    """The text where the language knows it, else the offered line that is nearly the same, else the text."""
    text = _ONE.sub("1", text)
    if not isinstance(parse_power(text).effect, Manual):
        return text
    return _nearest(text, lines, _LIKE_A_LINE) or text


def _nearest(text: str, pool: Iterable[str], enough: float) -> str | None:
    plain = _plain(text)
    best, alike = None, enough
    for one in pool:
        ratio = SequenceMatcher(None, plain, _plain(one)).ratio()
        if ratio >= alike:
            best, alike = one, ratio + 1e-9
    return best


def likeliest_lines(text: str, pool: Iterable[str], most: int) -> list[str]:
    """The lines that are most like a reading, the likest first; none that are not like it."""
    plain = _plain(_ONE.sub("1", text).replace("Elements", "").replace("Technology", "").replace("→", "->"))
    alike = [(SequenceMatcher(None, plain, _plain(one)).ratio(), one) for one in pool]
    near = sorted((it for it in alike if it[0] >= _LIKELY), key=lambda it: -it[0])
    return [one for _ratio, one in near[:most]]


def _plain(text: str) -> str:
    """Without case and spaces, which a reading often lacks."""
    return re.sub(r"[^a-z0-9+$>-]", "", text.lower())
