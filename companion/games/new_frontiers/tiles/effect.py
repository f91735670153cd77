"""What every power of a tile is: its action, its line in the tile language, and its words.

A class says its form once; how a field is written and read there follows from its type.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self

from companion.games.new_frontiers.tiles.amounts import (
    GAIN,
    GOODS,
    KEYWORD,
    KIND,
    NUMBER,
    POWER_TYPES,
    Gain,
    Goods,
)
from companion.games.new_frontiers.tiles.counted import Count
from companion.games.new_frontiers.wording.names import long_kind_name
from companion.translation import _

Some = int
"""A number that is not 0."""
Signed = int
"""A number with its sign."""


def _signed(text: str) -> int:
    number = int(text.split()[-1])
    return -number if "-" in text else number


_READ: dict[str, tuple[str, Any]] = {
    "int": (NUMBER, int),
    "Some": (rf"(?!0+\b){NUMBER}", int),
    "Signed": (rf"(?:\+ )?- {NUMBER}|\+ {NUMBER}", _signed),
    "Gain": (GAIN, Gain.read),
    "Goods": (GOODS, Goods.read),
    "Count | None": (".+", lambda text: Count.read(text, producing=True)),
    "bool": (".+", bool),
    "str": ("", str.capitalize),
    "str | None": ("", str.capitalize),
}
"""How the value of a field is written, and read, by its type."""
_TEXTS = {"kind": KIND, "keyword": KEYWORD}
"""And how a text is, by the name of its field."""


class Effect:
    """What a power does. type: its action; forms: its line after the action, <field> where the value of a
    field stands; says: the same in plain words. optional: its owner chooses by its nature, whether or not the
    line says "may"."""

    type: ClassVar[str] = ""
    forms: ClassVar[tuple[str, ...]] = ()
    says: ClassVar[str] = ""
    optional: ClassVar[bool] = False
    _patterns: ClassVar[tuple[re.Pattern[str], ...]] = ()

    def __init_subclass__(cls, type: str = "") -> None:
        def written(found: re.Match[str]) -> str:
            name = found[1]
            return f"(?P<{name}>{_TEXTS.get(name) or _READ[cls.__annotations__[name]][0]})"

        cls.type = type
        cls._patterns = tuple(re.compile(re.sub("(?<!P)<(.+?)>", written, form), re.I) for form in cls.forms)
        EFFECTS[type] = (*EFFECTS[type], cls)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The effect of this class that the words say; None: it is another. Raises NotUnderstood."""
        for pattern in cls._patterns:
            if found := pattern.fullmatch(text):
                said = {name: value for name, value in found.groupdict().items() if value is not None}
                return cls(**{name: _READ[cls.__annotations__[name]][1](one) for name, one in said.items()})
        return None

    def words(self) -> str:
        fields = {name: getattr(self, name) for name in self.__annotations__}
        said = {
            name: value.words() if isinstance(value, Gain | Goods) else value
            for name, value in fields.items()
        }
        return _(self.says, **said | ({"kind": long_kind_name(said["kind"])} if "kind" in said else {}))


EFFECTS: dict[str, tuple[type[Effect], ...]] = dict.fromkeys(("", *POWER_TYPES), ())
"""By their actions, in the order in which they are defined."""
