"""Names of planets, cards and factions that nobody told, and of which the rulebook says none.

Such a piece goes by its sort and number. Its name is a key: it stands in English in books, journals and box
files, and is said in the language of the page. Whoever shows a name of a piece asks here.
"""

from __future__ import annotations

import re

from companion.translation import Sentence, _, marked

_SORTS = {
    "planet": marked("Planet {number}"),
    "tactic": marked("Tactic {number}"),
    "strategy": marked("Strategy {number}"),
    "faction": marked("Faction {number}"),
    "archaeotech": marked("Archaeotech {number}"),
}
_NUMBERED = re.compile(rf"({'|'.join(_SORTS)})[ -]0?([1-9][0-9]?)", re.IGNORECASE)
"""Archaeotechs have no name at all till somebody tells one: they go by their ids."""


def stand_in_name(name: str) -> str:
    """A stand-in's name, to be translated where it is shown; any other name as it is.

    >>> stand_in_name("archaeotech-07"), stand_in_name("Frontal Assault")
    ('Archaeotech 7', 'Frontal Assault')
    """
    found = _NUMBERED.fullmatch(name)
    return name if found is None else Sentence(_SORTS[found[1].lower()], number=int(found[2]))


def is_stand_in(name: str) -> bool:
    return isinstance(stand_in_name(name), Sentence)


def called(name: str) -> str:
    """A piece's name for people: as its owner or the rulebook has it, a stand-in's in the language that
    holds."""
    found = stand_in_name(name)
    return _(found) if isinstance(found, Sentence) else name
