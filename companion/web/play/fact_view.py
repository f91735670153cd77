"""A fact of a table as its forms show it: chosen from a list, or a number with its limits."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.contract import Fact, Json
from companion.translation import _, first_capital, isolated
from companion.web.live.choosable import Choosable, options
from companion.web.live.views import SeatLabel

MANY = 8
"""Choices of a fact, or facts of a kind (all coins, all cards), of which more are folded."""
STEPS = (-2, -1, 1, 2)
"""A number is changed by these at a touch."""


@dataclass(frozen=True, slots=True)
class FactView:
    """was: its value as its field begins with it. words: its label, as short as it may be there."""

    fact: Fact
    words: str

    @property
    def was(self) -> object:
        return "" if self.fact.value is None else self.fact.value

    @property
    def options(self) -> tuple[Choosable, ...]:
        """The choices; a value that is none of them stands before them, and cannot be chosen."""
        fact = self.fact
        known = options(((choice, fact.words(choice)) for choice in fact.choices), fact.value)
        if not fact.choices or fact.value in fact.choices:
            return known
        shown = "-" if fact.value is None else str(fact.value)
        return (Choosable("", shown, {"selected": "", "disabled": ""}), *known)

    @property
    def field(self) -> dict[str, object]:
        """The attributes of the field of a number."""
        return {"min": self.fact.lowest, "max": self.fact.highest, "value": self.fact.value}

    @property
    def limits(self) -> str:
        if self.fact.highest is None:
            return _("{lowest} or more.", lowest=self.fact.lowest)
        return _("From {lowest} to {highest}.", lowest=self.fact.lowest, highest=self.fact.highest)

    @property
    def is_long(self) -> bool:
        return len(self.fact.choices) > MANY

    @property
    def buttons(self) -> tuple[tuple[str, dict[str, str]], ...]:
        """The choices as buttons: (words, attributes) each."""
        fact, held = self.fact, {"aria-pressed": "true", "disabled": ""}
        return tuple(
            (fact.words(choice), posted(fact, choice) | (held if choice == fact.value else {}))
            for choice in fact.choices
        )

    @property
    def near(self) -> tuple[tuple[int, dict[str, str]], ...]:
        """The numbers near to it that it may become, as buttons: (number, attributes) each."""
        fact = self.fact
        if not isinstance(fact.value, int):
            return ()
        by_step = (fact.value + step for step in STEPS)
        may = (n for n in by_step if n >= fact.lowest and (fact.highest is None or n <= fact.highest))
        return tuple((number, posted(fact, number)) for number in may)


def short_label(fact: Fact, begin: str) -> str:
    """Labels in an owner's list need not repeat the owner's name, with which they begin."""
    if begin and fact.label.startswith(begin):
        return first_capital(fact.label.removeprefix(begin))
    return fact.label


@dataclass(frozen=True, slots=True)
class GivenFact:
    """One of the facts that could get a value. before: the words of its own value, "": it has that one.
    attributes: of its button, for the page's script."""

    label: str
    before: str
    words: str
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class GivenGroup:
    """Facts of the same value, in words."""

    words: str
    facts: tuple[GivenFact, ...]

    @property
    def fold(self) -> dict[str, str]:
        return {} if len(self.facts) > MANY else {"open": ""}


@dataclass(frozen=True, slots=True)
class ValueView:
    """The facts that have a value or could get it. many: they are searched."""

    heading: str
    groups: tuple[GivenGroup, ...]

    @property
    def many(self) -> bool:
        return sum(len(group.facts) for group in self.groups) > MANY


def value_view(wanted: str, begin: str, groups: Sequence[Sequence[Fact]]) -> ValueView:
    """groups: facts of the same value each; begin: how all their labels begin."""
    heading = f"{begin.strip()} …" if begin else first_capital(groups[0][0].words(wanted))
    return ValueView(heading, tuple(_given_groups(wanted, begin, groups)))


def _given_groups(wanted: str, begin: str, groups: Sequence[Sequence[Fact]]) -> Iterator[GivenGroup]:
    for group in groups:
        now = group[0].value
        holds = now == wanted
        facts = tuple(
            GivenFact(
                fact.label[len(begin) :],
                "" if holds else fact.words(now),
                fact.words(wanted),
                {
                    "data-words": fact.label.lower(),
                    **({"data-fact": fact.path} if holds else posted(fact, wanted)),
                },
            )
            for fact in group
        )
        yield GivenGroup(group[0].words(now), facts)


def posted(fact: Fact, value: Json) -> dict[str, str]:
    """The attributes of a button that makes the fact this value."""
    return {"data-post": "corrections", "data-body": json.dumps({"path": fact.path, "value": value})}


@dataclass(frozen=True, slots=True)
class Family:
    """Facts of one kind of one owner. name: the first part of their paths ("coins"). mark: what the ids of
    their fields begin with."""

    name: str
    facts: tuple[FactView, ...]
    mark: str

    @property
    def folded(self) -> bool:
        return len(self.facts) > MANY


@dataclass(frozen=True, slots=True)
class OwnersFacts:
    """seat: whose they are; None: the table's. shown, folded: the families of few and of many facts."""

    seat: SeatLabel | None
    shown: tuple[Family, ...]
    folded: tuple[Family, ...]


def facts_of(found: Sequence[Fact], owner: SeatLabel | None) -> OwnersFacts:
    """One owner's facts; their labels do not repeat the owner's name, with which they begin."""
    number = None if owner is None else owner.number
    begin = "" if owner is None else f"{isolated(owner.name)}{_(':')} "
    families: dict[str, list[FactView]] = {}
    for fact in found:
        if fact.player == number:
            view = FactView(fact, short_label(fact, begin))
            families.setdefault(fact.path.partition("/")[0], []).append(view)
    kinds = [Family(name, tuple(some), f"fact-{number}-{name}-") for name, some in families.items()]
    return OwnersFacts(
        owner,
        tuple(kind for kind in kinds if not kind.folded),
        tuple(kind for kind in kinds if kind.folded),
    )
