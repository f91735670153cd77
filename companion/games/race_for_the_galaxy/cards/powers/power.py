"""What every printed power is: where it acts, how the cards' data write it, its words and what it does.

A power is one class: the next one of a kind is defined beside its like in `placing.py`, `consuming.py` or
`producing.py`, and data, box files, forms, pages and rules have it. What powers of a phase may do stands in a
class of that phase (`SettlePower`): a power does nothing of it but what its own class says. Rules ask all
powers of their phase what they do, and never which one it is. In `cards.json` a power is its printed phase
(1 to 5), codes, a value, and how many times it may be used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import get_annotations
from typing import Any, ClassVar, Self

KINDS = ("novelty", "rare", "gene", "alien")
"""The kinds of goods, by rising price (p. 6)."""

PRICES = {"novelty": 2, "rare": 3, "gene": 4, "alien": 5}
"""Cards drawn for selling a good of each kind (p. 6)."""

PHASES: dict[str, tuple[type[Power], ...]] = dict.fromkeys(
    ("explore", "develop", "settle", "trade", "consume", "produce"), ()
)
"""The powers of each phase, in the order in which they are defined. Trade powers are not among the Consume
powers (p. 12); selling by a consume power is one (p. 10)."""

_PRINTED = {1: ("explore",), 2: ("develop",), 3: ("settle",), 4: ("trade", "consume"), 5: ("produce",)}


class UnknownPower(ValueError):
    """A power whose codes make no form of the rulebook."""


@dataclass(frozen=True)
class Power:
    """A power. phase: of PHASES; code: its only code, where that and its value are all that is written; here:
    it is about the good of its own world alone; produces: it puts that good there; sorts: its class, and what
    this is one of (`SettlePower`)."""

    phase: ClassVar[str]
    sorts: ClassVar[tuple[type[Power], ...]] = ()
    code: ClassVar[str] = ""
    produces: ClassVar[bool] = False

    @property
    def here(self) -> bool:
        return False

    def __init_subclass__(cls, phase: str = "", code: str = "") -> None:
        for name in get_annotations(cls).keys() - cls.__dict__.keys():
            setattr(cls, name, field())  # else what a sort says of those without it would be its default
        cls.sorts = tuple(sort for sort in cls.__mro__ if issubclass(sort, Power) and sort is not Power)
        if phase:
            cls.phase, cls.code = phase, code
            PHASES[phase] = (*PHASES[phase], cls)

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        """The power of this class that the codes write; None: they write none."""
        return cls(value) if codes == [cls.code] else None  # type: ignore[call-arg]

    def words(self) -> str:
        raise NotImplementedError


@dataclass(frozen=True)
class Written(Power):
    """A power of an expansion that no rule here knows, as it was written: hands do it."""

    phase: str  # type: ignore[misc]
    text: str

    def words(self) -> str:
        return self.text


def power(entry: Mapping[str, Any]) -> Power:
    """The power that an entry of `cards.json` writes. Raises UnknownPower."""
    codes, value, times = list(entry["code"]), int(entry["value"]), int(entry.get("times", 0))
    for phase in _PRINTED.get(entry["phase"], ()):
        for form in PHASES[phase]:
            if (found := form.read(codes, value, times)) is not None:
                return found
    raise UnknownPower(f"phase {entry['phase']}, codes {', '.join(codes)}")


def kind_after(before: str, codes: list[str]) -> str | None:
    """The kind in a code such as "windfall_gene"; None: it is another code."""
    start, _space, kind = codes[0].rpartition("_") if len(codes) == 1 else ("", "", "")
    return kind if start == before and kind in KINDS else None
