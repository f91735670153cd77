"""Pieces as a box file has them: read and written by the rows of what is printed, for every game.

A table [[world]] holds the piece's id, the fields of its rows, and marks that say something of these. What of
it cannot be read is said, with its field, and the rest stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.games.contract.box import BoxTile
from companion.games.contract.box_rows import Misread
from companion.games.contract.decisions import Json
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import P
from companion.translation import _, language

SOURCES = ("rulebook", "published", "owner", "shipped", "stand-in")
"""Who says what a piece prints; "stand-in": nobody, it is made up."""


@dataclass(frozen=True, slots=True)
class Marks:
    """source: one of SOURCES; "": the table does not say. assumed: fields that nobody confirmed; None: it
    does not say. untold: facts that nobody told; told: who told what (`ToldBy`)."""

    source: str = ""
    assumed: tuple[str, ...] | None = None
    untold: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


MARKS = tuple(Marks.__dataclass_fields__)


def boxed(of: Printed[P], piece: P, id: str, marks: Marks) -> BoxTile:
    """The piece's table; what would say nothing is left out. What is untold the piece says, not the marks."""
    untold = set(piece.untold)
    facts = {name: of.facts_of((name,)) for name in marks.assumed or ()}
    assumed = [name for name, those in facts.items() if not those or not untold.issuperset(those)]
    fields = of.in_box(piece)
    listed: dict[str, Json] = {"assumed": assumed, "untold": fields.pop("untold", []), "told": [*marks.told]}
    marked = {"source": marks.source, **listed}
    return BoxTile(of.kind, {"id": id, **fields, **{name: value for name, value in marked.items() if value}})


def read_piece(of: Printed[P], begun: P, fields: Mapping[str, Json]) -> tuple[P, Marks, list[Misread]]:
    """The piece with what its table says, what the marks say, and what of the table cannot be read. begun:
    what is so of the piece where the table says nothing."""
    try:
        piece, marks, wrong = _read(begun, _Given(of, fields), language())  # type: ignore[arg-type]
    except TypeError:  # a piece that is no key
        piece, marks, wrong = _read.__wrapped__(begun, _Given(of, fields), "")
    return piece, marks, [*wrong]


class _Given:
    """What a table says of a kind of piece, as a key."""

    def __init__(self, of: Printed[Any], fields: Mapping[str, Json]) -> None:
        self.of, self.fields, self._text = of, fields, repr(fields)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Given) and self.of is other.of and self._text == other._text

    def __hash__(self) -> int:
        return hash((id(self.of), self._text))


@lru_cache(maxsize=2048)
def _read(begun: P, given: _Given, _language: str) -> tuple[P, Marks, tuple[Misread, ...]]:
    """Of a box in which one piece was told, all others are as they were."""
    of, fields = given.of, given.fields
    marks, wrong = _marks(of, fields)
    piece, misread = of.from_box(begun, fields, marks.untold)
    unknown = [name for name in fields if name not in ("id", *MARKS) and name not in of.written]
    return piece, marks, (*wrong, *misread, *_unknown(of, unknown))


def missing(
    of: Printed[P], piece: P, marks: Marks, wrong: Iterable[Misread], needed: Iterable[str]
) -> Iterator[Misread]:
    """Which of the needed facts the table should say, unless it says that they are untold. wrong: what of it
    cannot be read."""
    misread, left = {one.field for one in wrong}, {*piece.untold} - {*marks.untold}
    for row in map(of.row, needed):
        if row.key in left and misread.isdisjoint(row.written):
            fields, fact = _quoted(*row.written), _quoted(row.key)
            yield Misread(
                "",
                _(
                    "{what} is missing: give {fields}, or list {fact} in untold.",
                    what=row.words(piece),
                    fields=fields,
                    fact=fact,
                ),
            )


def _marks(of: Printed[Any], fields: Mapping[str, Json]) -> tuple[Marks, list[Misread]]:
    wrong: list[Misread] = []
    source = fields.get("source", "")
    if source not in ("", *SOURCES):
        wrong.append(Misread("source", _("this is one of {choices}.", choices=", ".join(SOURCES))))
        source = ""
    assumed, untold, told = (_texts(fields, name, wrong) for name in ("assumed", "untold", "told"))
    for field, names in (("assumed", assumed), ("untold", untold)):
        wrong += _unknown(of, [name for name in names if not of.has(name)], field)
    known = tuple(name for name in assumed if of.has(name)) if "assumed" in fields else None
    return Marks(str(source), known, of.facts_of(untold), told), wrong


def _texts(fields: Mapping[str, Json], name: str, wrong: list[Misread]) -> tuple[str, ...]:
    given = fields.get(name, ())
    texts = tuple(one for one in given if isinstance(one, str)) if isinstance(given, list | tuple) else None
    if texts is None or len(texts) < len(given):
        wrong.append(Misread(name, _("this is a list of texts.")))
    return texts or ()


def _unknown(of: Printed[Any], names: Sequence[str], field: str = "") -> Iterator[Misread]:
    """field: where the names stand; "": they are fields themselves."""
    if names:
        sentence = _("[[{kind}]] has no {fields}.", kind=of.kind, fields=_quoted(*names[:3]))
        yield Misread(field or names[0], sentence)


def _quoted(*names: str) -> str:
    return ", ".join(f"{name!r:.40}" for name in names)
