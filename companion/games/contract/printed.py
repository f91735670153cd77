"""What is printed on the pieces of a box: one row a fact, and everything else a view of the rows.

A game lists for each kind of piece (`Printed`) the facts on it (`PrintedFact`). What may be said of a fact,
how that is read, what it is called and how a box file has it stand there and nowhere else: the form at the
table, that of the box, what a photo proposes, the check of a file and the pieces of tests are made of it.

A fact is told as texts (`Said`), as an answer, a journal and a record hold them: ("cost 3",). They are read
to the values of a piece's fields in one place, `Printed.told`. A piece has an `id` and, in `untold`, the keys
of the facts that nobody told; its fields of these are blank. Rules get it as `Printed.strict` has it, without
those fields: reading one raises `Untold`, so that no rule, sum or sentence counts what nobody told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, Generic

from companion.games.contract.box_rows import Misread
from companion.games.contract.decisions import Json
from companion.games.contract.printed_fact import P, PrintedFact, Values, no_more
from companion.games.contract.reasons import Illegal
from companion.games.contract.told import Said
from companion.games.contract.untold import without
from companion.translation import _


def _fields_of(piece: Any) -> Values:
    return {name: getattr(piece, name) for name in type(piece).__dataclass_fields__}


def _with_fields(piece: Any, changes: Mapping[str, Any]) -> Any:
    return replace(piece, **changes)


def _default_of(piece: Any, name: str) -> Any:
    default = type(piece).__dataclass_fields__[name].default
    return None if default is MISSING else default


@dataclass(frozen=True)
class Printed(Generic[P]):
    """A kind of piece. kind: its table in a box file ("world"). rows: what is printed on it, in the order in
    which a form asks for it. built: what it shows of how the box is made up (which tiles share a stack):
    told in its whole form, and in no other. placed: where it belongs in the box: nobody is asked for it.

    values: a piece's fields, typed; put: the piece with fields changed; blank: what a field has whose fact is
    untold. All are as of a frozen dataclass, unless a game says otherwise.
    """

    kind: str
    rows: tuple[PrintedFact[P], ...]
    built: tuple[PrintedFact[P], ...] = ()
    placed: tuple[PrintedFact[P], ...] = ()
    values: Callable[[P], Values] = _fields_of
    put: Callable[[P, Mapping[str, Any]], P] = _with_fields
    blank: Callable[[P, str], Any] = _default_of

    def row(self, key: str) -> PrintedFact[P]:
        """Raises Illegal: there is no such fact."""
        for row in self._every:
            if row.key == key:
                return row
        raise Illegal(_("There is no fact called {name}.", name=repr(key)[:40]))

    @cached_property
    def _every(self) -> tuple[PrintedFact[P], ...]:
        return (*self.rows, *self.built, *self.placed)

    @cached_property
    def groups(self) -> tuple[tuple[PrintedFact[P], ...], ...]:
        """The rows by the fields of a box file that they share (VP and what a "?" counts)."""
        found: list[tuple[PrintedFact[P], ...]] = []
        for row in self._every:
            fields = {*row.written}
            same = [group for group in found if any(fields.intersection(other.written) for other in group)]
            if not row.within:
                found = [group for group in found if group not in same]
                found.append((*(other for group in same for other in group), row))
        return tuple(found)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The facts that may be untold. Those that are told in one breath are so each for itself."""
        return tuple(row.key for row in self.rows if self.parts(row.key) == (row.key,))

    @cached_property
    def _parts(self) -> dict[str, tuple[str, ...]]:
        whole = dict.fromkeys(row.within for row in self.rows if row.within)
        return {key: tuple(row.key for row in self.rows if row.within == key) for key in whole}

    def parts(self, key: str) -> tuple[str, ...]:
        """The facts that are told by this one: of most it is itself."""
        return self._parts.get(key, (key,))

    def ordered(self, keys: Iterable[str]) -> tuple[str, ...]:
        wanted = set(keys)
        return tuple(key for key in self.keys if key in wanted)

    # --- telling

    def told(self, piece: P, facts: Mapping[str, Said], *, later: bool = False) -> P:
        """The piece with what was said of it. later: what was said of several alike leaves open whether there
        is more of them ("Settle: +1 Military", and the rest later). Raises Illegal."""
        now, left = self.values(piece), set(piece.untold)
        changes: dict[str, Any] = {}
        for key, said in facts.items():
            row, parts = self.row(key), self.parts(key)
            values = dict(row.read(said))
            if row.within or parts != (key,):  # what is told of some of them adds to what is known of others
                had = {name: changes.get(name, now[name]) or () for name in values}
                values = {name: tuple(dict.fromkeys((*had[name], *values[name]))) for name in values}
            changes |= values
            left -= self._opened(row, piece)
            left |= {more for more in row.opens(said) if more not in facts}
            if not later or parts == (key,):
                left -= {key, *parts}
        return self.put(piece, changes | {"untold": self.ordered(left)})

    def _opened(self, row: PrintedFact[P], piece: P) -> set[str]:
        """The facts that there are only after some of what may be said of this one."""
        if row.opens is no_more:
            return set()
        return {more for saying in row.sayings(piece) for more in row.opens((saying.value,))}

    def by_part(self, facts: Mapping[str, Said]) -> dict[str, Said]:
        """The same, but what is said of several facts in one breath under the fact that each text is of."""
        found: dict[str, Said] = {}
        for key, said in facts.items():
            row, parts = self.row(key), self.parts(key)
            if parts == (key,):
                found[key] = (*found.get(key, ()), *said)
                continue
            for one in said:
                if (part := row.part(one)) in parts:
                    found[part] = (*found.get(part, ()), one)
        return found

    def said(self, piece: P) -> dict[str, Said]:
        """All that is told of it, as it is said."""
        now, left = self.values(piece), set(piece.untold)
        found = {}
        for row in self.rows:
            parts = self.parts(row.key)
            if row.within or (parts == (row.key,) and row.key in left):
                continue
            said = row.said(now)
            if said is not None and (said or not left.issuperset(parts)):
                found[row.key] = said
        return found

    def whole(self, piece: P) -> dict[str, Said]:
        """The same, without facts of which anything is untold."""
        left = {*piece.untold}
        return {key: said for key, said in self.said(piece).items() if left.isdisjoint(self.parts(key))}

    def words(self, facts: Mapping[str, Said]) -> list[str]:
        """What was said of a piece, for people: a text each."""
        rows = {row.key: row for row in self.rows}
        return [rows[key].words_of(one) for key, said in facts.items() if key in rows for one in said]

    def untelling(self, piece: P, keys: Iterable[str]) -> P:
        """The piece with these facts untold, too, and blank."""
        gone, now = set(keys), self.values(piece)
        changes: dict[str, Any] = {}
        for row in self.rows:
            parts = self.parts(row.key)
            if row.within or not gone.intersection(parts):
                continue
            several = parts != (row.key,)
            kept = tuple(one for one in row.said(now) or () if row.part(one) not in gone) if several else ()
            changes |= row.read(kept) if kept else {name: self.blank(piece, name) for name in row.fields}
        return self.put(piece, changes | {"untold": self.ordered((*piece.untold, *gone))})

    def retold(self, piece: P, key: str, said: Said, *, ended: bool = True) -> P:
        """The piece of which this is what is said, whatever was said before; nothing: it is untold, unless it
        takes several. ended: there are no more of several than these. Raises Illegal."""
        row, parts, known = self.row(key), self.parts(key), self.said(piece)
        opened, was_open = {*(row.opens(said) if said else ())}, {*parts} & {*piece.untold}
        closed = {*(row.opens(known[key]) if known.get(key) else ())} - opened
        piece = self.untelling(piece, {*parts, *closed})
        piece = self.put(piece, {"untold": self.ordered({*piece.untold} - closed)})
        if not said and (not row.several or (not ended and parts == (key,))):
            return piece
        kept = {name: known[name] for name in self.ordered(opened) if name in known}
        piece = self.told(piece, {key: said, **kept}, later=not ended)
        if ended or parts == (key,):
            return piece
        return self.put(piece, {"untold": self.ordered({*piece.untold} - {*parts} | (was_open or {*parts}))})

    def strict(self, piece: P) -> P:
        """The piece without the fields of what is untold. What several facts say together stays, as some of
        them may be told: there a rule asks for the fact first (`Tellable.need`)."""
        untold = piece.untold
        if not untold:
            return piece
        rows = [row for row in self.rows if row.key in untold and not row.shown]
        hidden = {name: row.key for row in rows if not row.within for name in row.fields}
        hidden |= {row.key: row.key for row in rows if row.within}
        return without(piece, hidden)

    # --- a box file

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The fields of all its rows in a box file."""
        return tuple(dict.fromkeys(name for row in self._every for name in row.written))

    def has(self, name: str) -> bool:
        """It is a fact, or a field of one."""
        return name in self.written or any(row.key == name for row in self._every)

    def facts_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """The facts that these are, or whose fields these are, as far as they may be untold."""
        found: set[str] = set()
        for name in names:
            rows = [row for row in self.rows if row.key == name]
            rows = rows or [row for row in self.rows if name in row.written and not row.within]
            found.update(part for row in rows for part in self.parts(row.key))
        return self.ordered(found)

    def in_box(self, piece: P) -> dict[str, Json]:
        """What is told of it as a box file has it, and `untold`."""
        fields: dict[str, Json] = {}
        for key, said in self.said(piece).items():
            fields |= self.row(key).boxed(said)
        for row in (*self.built, *self.placed):
            if found := row.said(self.values(piece)):
                fields |= row.boxed(found)
        untold = piece.untold
        return fields | ({"untold": list(untold)} if untold else {})

    def from_box(self, piece: P, fields: Values, untold: Iterable[str] = ()) -> tuple[P, tuple[Misread, ...]]:
        """The piece with what a box file's fields say, row by row, and what of them cannot be read: its facts
        are untold then. untold: the facts of which the file says so."""
        misread: list[Misread] = []
        left = set(untold)
        for row in self._every:
            parts = self.parts(row.key) if row in self.rows else ()
            field = next((name for name in row.written if name in fields), "")
            if row.within or (not field and left.issuperset(parts)):
                continue
            try:
                said = row.unboxed(fields)
                if not all(isinstance(one, str) for one in said or ()):
                    raise TypeError  # a file written by hand has anything
            except Illegal as wrong:
                said, why = (), wrong.sentence
            except (TypeError, ValueError, AttributeError, LookupError):
                said, why = (), self._cannot_be(row, piece, fields.get(field))
            else:
                if said is None:
                    continue
                good = tuple(one for one in said if not row.problem(piece, (one,))) if row.several else said
                bad = next((one for one in said if one not in good), None) if row.several else None
                why = row.problem(piece, said)
                if why and row.sayings(piece):
                    why = self._cannot_be(row, piece, fields.get(field) if bad is None else bad)
                said = good if row.several or not why else ()
                if said or not why:
                    piece = self.told(piece, {row.key: said})
            if why:
                misread.append(Misread(field, why))
                left |= set(parts)
        return self.put(piece, {"untold": self.ordered((*piece.untold, *left))}), tuple(misread)

    def _cannot_be(self, row: PrintedFact[P], piece: P, value: Json) -> str:
        said = value if isinstance(value, str) else repr(value)
        return _("{what} cannot be “{said}”.", what=row.words(piece), said=f"{said:.60}")

    # --- pieces by chance

    def drawn(self, piece: P, rng: Random, keys: Iterable[str] | None = None) -> P:
        """The piece with these facts (None: all that are untold) drawn from what may be said of each, for
        tests and for guesses."""
        wanted = list(piece.untold if keys is None else keys)
        while wanted:
            row = self.row(wanted.pop(0))
            said = _by_chance(row, [saying.value for saying in row.sayings(piece)], rng)
            before = set(piece.untold)
            piece = self.told(piece, {row.key: said})
            wanted += [more for more in piece.untold if more not in before and more not in wanted]
        return piece


def _by_chance(row: PrintedFact[Any], offered: list[str], rng: Random) -> Said:
    if row.several:
        return tuple(rng.sample(offered, min(len(offered), rng.choice((0, 0, 1, 2)))))
    if offered:
        return (rng.choice(offered),)
    if row.numbers is not None:
        return (str(rng.randint(*row.numbers)),)
    first, second = rng.choice(("Lost", "Free", "Silent", "Hidden")), rng.choice(("Moon", "Reef"))
    return (f"{first} {second} {rng.randrange(10**6)}",)
