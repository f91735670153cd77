"""What was told of pieces, as typed values: an answer, each thing said in it, and who told what of a box.

The texts of an answer, a journal, a record or a box file ("W14/price=cost 3") are read here, once, where they
come in, and written here where they go out. Nothing else takes them apart or puts them together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, Self

from companion.games.contract.decisions import Json, M, Move, Written
from companion.games.contract.reasons import Illegal
from companion.games.contract.tellers import teller_words, without_name
from companion.translation import _

FIRST_TOLD = "first told"
"""In a line of who told what: no fact, only the piece, by its name."""
LATER = "later"
"""In an answer's texts: what is not in it stays untold, to be asked when a rule needs it."""
ALL = "all:"
"""What may be said of a fact that takes several: there are no more than those that are said."""
IN_BOX = "box"
"""Where a line of who told what comes from: the box's own pages."""
_AT = re.compile(rf"(.*) \(({IN_BOX}|table \w+)\)")
Said = tuple[str, ...]
"""What was said of a fact: one text, of a fact that takes several any number, in the order said."""


class ToldFact(NamedTuple):
    """One thing that was said of a piece. key: of the fact, as its `PrintedFact` has it ("price")."""

    piece: str
    key: str
    said: str

    @property
    def text(self) -> str:
        """As an answer has it.

        >>> ToldFact("W14", "price", "cost 3").text
        'W14/price=cost 3'
        """
        return f"{self.piece}/{self.key}={self.said}"

    @classmethod
    def read(cls, text: str) -> Self:
        """The reverse. Raises Illegal."""
        fact, equals, said = text.partition("=")
        piece, slash, key = fact.partition("/")
        if not equals or not slash:
            raise Illegal(_("Choose each thing once, and only from those that are offered."))
        return cls(piece, key, said)


class Told(Written):
    """What one answer tells of pieces; the value of a `Telling`. facts: each thing once, in the order said;
    later: what is not said is told later."""

    kept_as: ClassVar[Any] = list[str]

    def __init__(self, facts: Iterable[ToldFact] = (), later: bool = False) -> None:
        self.facts = tuple(facts)
        self.later = later

    @classmethod
    def read(cls, value: object) -> Told:
        """An answer as it is sent or kept: a list of texts, LATER among them or not. Raises Illegal.

        >>> Told.read(["W14/price=cost 3", "later"])
        Told('W14/price=cost 3', 'later')
        """
        if isinstance(value, Told):
            return value
        if not isinstance(value, tuple | list) or not all(isinstance(text, str) for text in value):
            raise Illegal(_("This is answered with a list of things."))
        if len(set(value)) != len(value):
            raise Illegal(_("Choose each thing once, and only from those that are offered."))
        return cls(map(ToldFact.read, (text for text in value if text != LATER)), LATER in value)

    @property
    def texts(self) -> tuple[str, ...]:
        """As an answer, a journal and a record have it."""
        return (*(fact.text for fact in self.facts), *(LATER,) * self.later)

    @property
    def written(self) -> Json:
        return [*self.texts]

    @cached_property
    def by_piece(self) -> Mapping[str, Mapping[str, Said]]:
        """By piece and fact what was said.

        >>> Told.read(["W14/price=cost 3", "W14/powers=Trade: +1"]).by_piece
        {'W14': {'price': ('cost 3',), 'powers': ('Trade: +1',)}}
        """
        found: dict[str, dict[str, Said]] = {}
        for piece, key, said in self.facts:
            of = found.setdefault(piece, {})
            of[key] = (*of.get(key, ()), said)
        return found

    def of(self, piece: str, key: str) -> Said:
        """What was said of this fact; nothing: ()."""
        return self.by_piece.get(piece, {}).get(key, ())

    def and_later(self) -> Told:
        """The same, with what it does not say told later."""
        return Told(self.facts, later=True)

    def without(self, keys: Iterable[str]) -> Told:
        """The same but for what it says of these facts."""
        gone = {*keys}
        return Told((fact for fact in self.facts if fact.key not in gone), self.later)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Told) and (self.facts, self.later) == (other.facts, other.later)

    def __hash__(self) -> int:
        return hash((self.facts, self.later))

    def __repr__(self) -> str:
        return f"Told({', '.join(map(repr, self.texts))})"


@dataclass(frozen=True)
class TellingMove(Move[M]):
    """What is printed on pieces, as a `Telling` asks for it. A game adds its words and its effect."""

    do: ClassVar[str] = "tell"
    facts: Told

    @classmethod
    def of(cls, player: int | None, value: Json) -> Self:
        return cls(player, Told.read(value))


def at_table(id: str) -> str:
    """Where a line of who told what comes from: the table of this id."""
    return f"table {id}"


@dataclass(frozen=True, slots=True)
class ToldBy:
    """Who told which facts of a piece, and on which day: a line of its `told` in a box file. keys: those of
    the facts; none: only the piece itself, by its name. at: where, as `at_table` has it, or IN_BOX; "": the
    line is from when none said so."""

    day: date
    by: str
    keys: tuple[str, ...]
    at: str = ""

    @property
    def line(self) -> str:
        """
        >>> ToldBy(date(2026, 5, 1), "Mia's phone", ("price", "kind"), at_table("kobura")).line
        "2026-05-01 Mia's phone (table kobura): price, kind"
        """
        by = f"{self.by} ({self.at})" if self.at else self.by
        return f"{self.day.isoformat()} {by}: {', '.join(self.keys) or FIRST_TOLD}"

    @classmethod
    def read(cls, line: str) -> Self | None:
        """The reverse; None: somebody wrote the line otherwise."""
        day, _space, rest = line.partition(" ")
        by, colon, keys = rest.rpartition(": ")
        try:
            on = date.fromisoformat(day)
        except ValueError:
            return None
        if not colon or len(day) != len(on.isoformat()):
            return None
        at = _AT.fullmatch(by)
        by, where = at.groups() if at else (by, "")
        return cls(on, by, () if keys == FIRST_TOLD else tuple(keys.split(", ")), where)

    @classmethod
    def all(cls, lines: Iterable[Any]) -> tuple[Self, ...]:
        """Those of these lines that can be read."""
        return tuple(read for line in lines if (read := cls.read(line)) is not None)

    @property
    def nameless(self) -> ToldBy:
        return replace(self, by=without_name(self.by))

    @property
    def words(self) -> str:
        return _("told by {who}, {day}", who=teller_words(self.by), day=self.day.isoformat())


def who_told(lines: Iterable[Any]) -> dict[str, ToldBy]:
    """By fact who told it last; lines that somebody wrote otherwise say nothing.

    >>> who_told(("2026-05-01 Mia: price, kind", "2026-05-03 Ben: kind"))["kind"].by
    'Ben'
    """
    return {key: one for one in ToldBy.all(lines) for key in one.keys or ("name",)}
