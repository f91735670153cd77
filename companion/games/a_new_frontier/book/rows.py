"""The kinds of rows of what is printed that say one field: a text, a number, one or some of a few things.

Every limit and every reading of a printed fact is here and in `rows_of_several.py`; `printed.py` says which
rows each sort of entry has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from companion.games.a_new_frontier.book import choices as of
from companion.games.a_new_frontier.book.choices import NO_CHOICE, NONE
from companion.games.a_new_frontier.book.stand_ins import called
from companion.games.contract import Illegal, Saying
from companion.games.contract.printed_fact import PrintedFact, Values
from companion.games.contract.telling import MAX_NAME_LETTERS
from companion.games.contract.told import Said
from companion.translation import MINUS, _, figure, labelled, marked

MAX_ROW = 13
"""So many numbers are a row of choices; of more, one is typed."""


class Piece(Protocol):
    """What a row needs of an entry. others: the pieces that it may name: their ids, and words."""

    @property
    def id(self) -> str: ...
    @property
    def others(self) -> of.Choices: ...


@dataclass(frozen=True, slots=True)
class EntryRow(PrintedFact[Any]):
    """A fact of an entry. paths: the dotted names of the stand-ins in data/book.toml over which it lies.
    needed: who registers the entry says it. stays: left out of a form, it stays untold; else what is not said
    is not there."""

    paths: tuple[str, ...] = ()
    needed: bool = True
    stays: bool = False


def entry_row(
    key: str, words: str, named: Callable[[str], str] = str, path: str = "", **more: Any
) -> EntryRow:
    """A row; of one field and one text, unless `more` says otherwise. named: what was said, for people."""
    as_usual: dict[str, Any] = {
        "fields": (key,),
        "paths": (path,) if path else (),
        "read": lambda said: {key: said[0] if said else None},
        "said": lambda fields: None if (value := field_value(fields, key, str)) is None else (value,),
        "words_of": lambda one: _with_its_row(_(words), named(one)),
    }
    return EntryRow(key=key, words=lambda _piece: _(words), **(as_usual | more))


def _with_its_row(label: str, said: str) -> str:
    """ "cost 3", but "for one planet: yes" and "Might for 2 casualties: 5"."""
    return f"{label} {said}" if said.isdigit() and len(label.split()) == 1 else labelled(label, said)


def field_value(fields: Values, name: str, kind: type) -> Any:
    """What a field of a box file says; None: nothing. Raises TypeError: it cannot say it."""
    value = fields.get(name)
    if value is None or value in ("", []):
        return None
    if type(value) is not kind:
        raise TypeError(value)
    return value


def sayings_of(choices: Iterable[tuple[str, str]]) -> tuple[Saying, ...]:
    return tuple(Saying(value, _(words)) for value, words in choices)


def text(
    key: str,
    words: str,
    path: str = "",
    *,
    long: bool = True,
    needed: bool = True,
    named: Callable[[str], str] = str,
) -> EntryRow:
    """A text as it is printed. long: of a card, in several lines. named: the text, for people."""
    longest = of.MAX_TEXT_LETTERS if long else MAX_NAME_LETTERS

    def tidy(found: str) -> str:
        return found.strip() if long else " ".join(found.split())

    def said(fields: Values) -> Said | None:
        found = tidy(field_value(fields, key, str) or "")
        return (found,) if found else None

    def accepts(one: str) -> bool:
        return bool(one.strip()) and len(one) <= longest

    return entry_row(
        key,
        words,
        named,
        read=lambda said: {key: tidy(said[0]) if said else None},
        said=said,
        optional=True,
        accepts=accepts,
        longest=longest,
        path=path,
        needed=needed,
        stays=True,
    )


def name(path: str = "") -> EntryRow:
    return text("name", marked("name"), path, long=False, named=called)


def number(
    key: str,
    words: str,
    lowest: int,
    highest: int,
    path: str = "",
    *,
    needed: bool = True,
    counted: bool = False,
) -> EntryRow:
    """A number; where it is not needed and not said, there is none. counted: of things (`TellingField`)."""

    def said(fields: Values) -> Said | None:
        try:
            found = field_value(fields, key, int)
        except TypeError:
            what = {"what": _(words), "lowest": figure(lowest), "highest": figure(highest)}
            raise Illegal(_("{what}: a number from {lowest} to {highest}.", **what)) from None
        return None if found is None else (str(found),)

    short = highest - lowest < MAX_ROW
    sayings = sayings_of((str(n), str(n)) for n in range(lowest, highest + 1)) if short else ()
    usual = "0" if short and not needed and lowest <= 0 else ""
    return entry_row(
        key,
        words,
        lambda one: one.replace("-", MINUS),
        read=lambda said: {key: int(said[0]) if said else None},
        said=said,
        sayings=lambda _piece: sayings,
        usual=lambda _piece: usual,
        optional=not needed,
        numbers=None if short else (lowest, highest),
        counted=counted,
        path=path,
        needed=needed,
    )


def choice(
    key: str,
    words: str,
    choices: of.Choices,
    path: str = "",
    *,
    open: bool = False,
    needed: bool = True,
    wish: bool = False,
) -> EntryRow:
    """One of a few things: "none" or "no" is chosen beforehand. open: it may stay open, and "none" is not
    offered; wish: it is the owner's own, and may be left out."""
    needed = needed and not open
    known = dict(choices)
    offered = tuple(each for each in choices if not open or each != NO_CHOICE)
    usual = next((value for value, _words in offered if value in (NONE, "no")), "")
    return entry_row(
        key,
        words,
        lambda one: _(known[one]),
        sayings=lambda _piece: sayings_of(offered),
        usual=lambda _piece: usual,
        accepts=lambda one: one in known,
        optional=open or wish,
        folded=open,
        stays=open,
        path=path,
        needed=needed,
    )


def yes(key: str, words: str, path: str = "") -> EntryRow:
    return choice(key, words, of.NO_YES_CHOICES, path)


def suite() -> EntryRow:
    """The suite to which the mission for five players belongs."""
    known = dict((NO_CHOICE, *of.SUITE_WORDS.items()))
    return entry_row(
        "suite",
        marked("suite"),
        lambda one: _(known.get(one, one)),
        sayings=lambda piece: sayings_of((NO_CHOICE, *piece.others)),
        usual=lambda _piece: NONE,
        path="missions.suites",
    )


def tactics(key: str, words: str, *, needed: bool = True) -> EntryRow:
    """Some of the tactics cards; none of them says nothing."""

    def said(fields: Values) -> Said | None:
        found = field_value(fields, key, list)
        return None if found is None else tuple(dict.fromkeys(found))

    return entry_row(
        key,
        words,
        read=lambda said: {key: list(said) or None},
        said=said,
        sayings=lambda piece: tuple(Saying(id, called(name)) for id, name in piece.others),
        several=True,
        folded=True,
        stays=True,
        needed=needed,
    )
