"""One thing that is printed on a kind of piece: what may be said of it, and how that is read and called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from companion.games.contract.decisions import Json, plain
from companion.games.contract.fact_rows import NO, YES
from companion.games.contract.reasons import Illegal
from companion.games.contract.telling import MAX_NAME_LETTERS, Saying, TellingField, name_problem
from companion.games.contract.told import Said
from companion.translation import _

Values = Mapping[str, Any]
"""Typed values by the names of a piece's fields."""


class Piece(Protocol):
    """What rows are printed on. untold: the facts that nobody told, in the order of the rows."""

    @property
    def id(self) -> str: ...
    @property
    def untold(self) -> tuple[str, ...]: ...


P = TypeVar("P", bound=Piece)
T = TypeVar("T")


def _nothing(_piece: Any) -> tuple[Saying, ...]:
    return ()


def no_more(_said: Said) -> tuple[str, ...]:
    """Opens no further fact."""
    return ()


def _never(_said: str) -> bool:
    return False


def in_a_box_file(values: Values) -> dict[str, Json]:
    """Typed values as a box file holds them: of a value with a `text` this, tuples as lists; without those
    that say nothing (None, "" and empty lists; 0 says something).

    >>> in_a_box_file({"cost": 3, "kind": None, "keywords": ("Rebel",)})
    {'cost': 3, 'keywords': ['Rebel']}
    """
    found = {name: _as_json(value) for name, value in values.items()}
    return {name: value for name, value in found.items() if value is not None and value not in ("", [])}


def _as_json(value: Any) -> Json:
    if isinstance(value, tuple | list):
        return [_as_json(one) for one in value]
    text = getattr(value, "text", None)
    return plain(value) if text is None else text


@dataclass(frozen=True, slots=True)
class PrintedFact(Generic[P]):
    """One thing that is printed on a kind of piece.

    key: its name in answers, journals and box files ("price"). fields: those of the piece that it says.
    words: what people call it on this piece. sayings: what may be told of it there, the likeliest first; the
    only place with its limits. read: what was said, as values of `fields`; raises Illegal. said: the reverse,
    from a mapping of fields (typed, or as a box file has them); None: they do not say it. words_of: a text
    that was said, for people.

    accepts: a text that files may say, too, though no form offers it.
    several, typed, numbers, longest, folded, counted: as of a `TellingField`; closes: it may be told last, by
    a touch that sends all. usual: what is chosen beforehand; optional: it may be left out of a form that asks
    for it.
    opens: the facts that there are only after this was said ("?" in place of VP: what it counts). within: the
    fact that tells this one with others like it in one breath ("powers" tells "powers/settle"): what is said
    adds to the field; part: which of these a text belongs to. shown: a strict piece has it, too (a piece
    without a name goes by its number). asked_with: what is printed beside it on the same face, told in the
    same breath. offers: names that may be meant, while one is typed; likely: what stands before a long list.

    in_box, from_box: how a box file has it, where its fields are others than the piece's. box_fields: their
    names.
    """

    key: str
    fields: tuple[str, ...]
    words: Callable[[P], str]
    read: Callable[[Said], Values]
    said: Callable[[Values], Said | None]
    sayings: Callable[[P], tuple[Saying, ...]] = _nothing
    words_of: Callable[[str], str] = str
    several: bool = False
    typed: bool = False
    optional: bool = False
    accepts: Callable[[str], bool] = _never
    usual: Callable[[P], str] = lambda _piece: ""
    closes: bool = False
    folded: bool = False
    counted: bool = False
    longest: int = MAX_NAME_LETTERS
    numbers: tuple[int, int] | None = None
    opens: Callable[[Said], tuple[str, ...]] = no_more
    within: str = ""
    part: Callable[[str], str] = str
    shown: bool = False
    asked_with: tuple[str, ...] = ()
    offers: Callable[[P], tuple[str, ...]] = lambda _piece: ()
    likely: Callable[[P], tuple[str, ...]] = lambda _piece: ()
    in_box: Callable[[Said], dict[str, Json]] | None = None
    from_box: Callable[[Values], Said | None] | None = None
    box_fields: tuple[str, ...] = ()

    @property
    def written(self) -> tuple[str, ...]:
        """Its fields in a box file."""
        return self.box_fields or self.fields

    def field(
        self, piece: P, *, id: str, needed: bool = False, taken: frozenset[str] = frozenset()
    ) -> TellingField:
        """Its field in a form. needed: it cannot be left open, unless it takes several; taken: names that it
        cannot be, as `plain_name` has them."""
        return TellingField(
            id,
            self.key,
            self.words(piece),
            self.sayings(piece),
            needed=needed and not self.several and not self.optional,
            several=self.several,
            typed=self.typed,
            usual=self.usual(piece),
            taken=taken,
            longest=self.longest,
            numbers=self.numbers,
            folded=self.folded,
            counted=self.counted,
            offers=self.offers(piece),
            reads=self._why_unread,
        )

    def _why_unread(self, one: str) -> str:
        try:
            self.read((one,))
        except Illegal as wrong:
            return wrong.sentence
        return ""

    def problem(self, piece: P, said: Said) -> str:
        """Why this cannot be said of it, as a sentence; "": it can."""
        if (not said or len(said) > 1) and not self.several:
            return self.field(piece, id="").wanted()
        texts = [one for one in said if not self.accepts(one)]
        if not texts:
            return ""
        field = self.field(piece, id="")
        return next((wrong for one in texts if (wrong := field.problem(one))), "")

    def boxed(self, said: Said) -> dict[str, Json]:
        """What was said, as a box file has it."""
        return in_a_box_file(self.read(said)) if self.in_box is None else self.in_box(said)

    def unboxed(self, fields: Values) -> Said | None:
        """What the fields of a box file say of it; None: nothing."""
        return self.said(fields) if self.from_box is None else self.from_box(fields)


def field_value(fields: Values, name: str, kind: type[T], otherwise: T | None = None) -> T | None:
    """What a field says; otherwise: where there is none. Raises TypeError: it is nothing of this kind."""
    value = fields.get(name)
    if value is None:
        return otherwise
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise TypeError(value)
    return value


def name_row(words: Callable[[Any], str], **more: Any) -> PrintedFact[Any]:
    """The row of a piece's name, which is a line of text. more: as of a `PrintedFact`."""

    def read(said: Said) -> Values:
        if wrong := name_problem(said[0], frozenset()):
            raise Illegal(wrong)
        return {"name": said[0]}

    def said(fields: Values) -> Said | None:
        name = field_value(fields, "name", str)
        return None if name is None else (" ".join(name.split()),)

    return PrintedFact("name", ("name",), words, read, said, typed=True, shown=True, **more)


def choice_row(
    key: str, words: Callable[[Any], str], choices: Mapping[str, str], **more: Any
) -> PrintedFact[Any]:
    """The row of one of a few texts, in the field of its name. choices: each with its message. more: as of a
    `PrintedFact`."""

    def said(fields: Values) -> Said | None:
        value = field_value(fields, key, str)
        return None if value is None else (value,)

    def sayings(_piece: Any) -> tuple[Saying, ...]:
        return tuple(Saying(value, _(message)) for value, message in choices.items())

    def words_of(one: str) -> str:
        return _(choices.get(one, one))

    return PrintedFact(key, (key,), words, lambda text: {key: text[0]}, said, sayings, words_of, **more)


def yes_row(key: str, words: Callable[[Any], str], usual: bool, **more: Any) -> PrintedFact[Any]:
    """The row of a yes or no, a bool in the field of its name. usual: where no field says it. more: as of a
    `PrintedFact`."""

    def said(fields: Values) -> Said:
        return (YES if field_value(fields, key, bool, usual) else NO,)

    def sayings(_piece: Any) -> tuple[Saying, ...]:
        return tuple(Saying(one, _(one)) for one in (YES, NO))

    return PrintedFact(
        key, (key,), words, lambda text: {key: text == (YES,)}, said, sayings, lambda one: _(one), **more
    )


def part_row(
    whole: PrintedFact[Any],
    key: str,
    words: Callable[[Any], str],
    sayings: Callable[[Any], tuple[Saying, ...]],
    line: Callable[[str], str],
) -> PrintedFact[Any]:
    """The row of a part of what `whole` tells in one breath, asked alone. line: what was said of it, as the
    whole has it."""
    return PrintedFact(
        key,
        whole.fields,
        words,
        lambda said: whole.read(tuple(map(line, said))),
        whole.said,
        sayings,
        lambda one: whole.words_of(line(one)),
        several=True,
        typed=whole.typed,
        within=whole.key,
    )


def number_row(key: str, words: Callable[[Any], str], numbers: range, **more: Any) -> PrintedFact[Any]:
    """The row of a number that is one of a few, in the field of its name. more: as of a `PrintedFact`."""

    def said(fields: Values) -> Said | None:
        number = field_value(fields, key, int)
        return None if number is None else (str(number),)

    sayings = tuple(Saying(str(n), str(n)) for n in numbers)
    return PrintedFact(
        key, (key,), words, lambda text: {key: int(text[0])}, said, lambda _piece: sayings, **more
    )
