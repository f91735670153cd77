"""What every power of a tile is: its action, its line in the tile language, its words, and what it does.

A class says its form once; how a field is written and read there follows from its type. What a power may do
stands here, by the actions: a power does nothing of it but what its own class says. Rules ask all powers of
their action what they do, and never which one it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from inspect import get_annotations
from typing import Any, ClassVar, Protocol, Self

from companion.games.new_frontiers.tiles.amounts import (
    GAIN,
    GOODS,
    KEYWORD,
    KIND,
    NO_GOODS,
    NOTHING,
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


class World(Protocol):
    """What powers look at of a world that is settled."""

    @property
    def kind(self) -> str | None: ...
    @property
    def keywords(self) -> tuple[str, ...]: ...
    @property
    def is_alien(self) -> bool: ...


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

        for name in get_annotations(cls).keys() - cls.__dict__.keys():
            setattr(cls, name, field())  # else what is said here of those without it would be its default
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
        fields = {name: getattr(self, name) for name in get_annotations(type(self))}
        said = {
            name: value.words() if isinstance(value, Gain | Goods) else value
            for name, value in fields.items()
        }
        return _(self.says, **said | ({"kind": long_kind_name(said["kind"])} if "kind" in said else {}))

    # --- every action ---

    gain: Gain = NOTHING
    """Once all have picked in Explore, after buying in Develop, after settling in Settle, as often as `times`
    says in Produce, for its goods in Consume."""
    worlds: int = 0
    """Drawn from the bag, in Explore and Settle."""
    goods: Goods = NO_GOODS
    """That it takes, for Military or in Consume."""
    up_to: bool = False
    """As many of these goods as there are."""

    # --- Develop ---

    def less_for_development(self, large: bool) -> int:
        """Credits that it costs less."""
        return 0

    # --- Settle ---

    military: int = 0
    temporary: int = 0
    """Military for its goods, until the action ends."""
    more_worlds: int = 0
    """That may be settled in the action."""
    discount: int = 0
    """Credits less than its defense that a military world costs for which it pays."""
    rise: int = -1
    """Credits that a world may cost more than the colony of its kind whose place it takes; -1: it replaces
    none."""
    gives_way: bool = False
    """A world that is settled may take the place of the colony that has it."""

    def foe(self) -> str:
        """Which military worlds alone its Military is against; "": all of them (p. 7)."""
        return ""

    def is_against(self, world: World) -> bool:
        """Its Military counts against this military world."""
        return True

    def pays_for(self, world: World) -> bool:
        """Credits may be paid for this military world."""
        return False

    def minds_kinds(self) -> bool:
        """It matters to it which kind a world is, which nobody is asked without need. In Produce, too."""
        return False

    def less_for_world(self, kind: str | None) -> int:
        """Credits that one of this kind costs less, where it is paid for."""
        return 0

    # --- Produce ---

    windfalls: int = 0
    """Goods that it puts on windfall colonies."""

    def fills(self, kind: str) -> bool:
        """They may be of this kind."""
        return True

    def times(self, here: bool, count: Callable[[Count], int]) -> int:
        """How often its gain comes once its owner's goods are placed. here: one was on the tile that has it;
        count: how many there are of what is counted."""
        return 0

    def is_for_most(self, mine: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
        """Its gain comes once all have produced. mine, others: the kinds of the goods that each produced."""
        return False

    # --- Trade and Consume ---

    converts: bool = False
    """It is used once, with its goods, for a gain."""
    per_good: int = 0
    """VP for each good consumed by any power."""

    def more_for(self, kind: str, here: bool) -> int:
        """Credits more for selling such a good. here: it lies on the tile that has this power."""
        return 0

    @property
    def takes_goods(self) -> bool:
        """It consumes some."""
        return self.converts and self.goods != NO_GOODS

    def gain_for(self, kinds: Sequence[str]) -> Gain:
        """For goods of these kinds."""
        return self.gain

    def first_gain(self, has: Callable[[str], bool]) -> Gain:
        """Before any is used. has: its owner has the tile so called."""
        return NOTHING


EFFECTS: dict[str, tuple[type[Effect], ...]] = dict.fromkeys(("", *POWER_TYPES), ())
"""By their actions, in the order in which they are defined."""
