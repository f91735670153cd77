"""The kinds of rows of what is printed: a text, a number, one of a few things, several, two in one.

Every limit and every reading of a printed fact is here; `printed.py` says which rows each sort of entry has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.games.a_new_frontier.book import choices as of
from companion.games.a_new_frontier.book.choices import NO_CHOICE, NONE
from companion.games.contract import Illegal, Saying
from companion.games.contract.printed_fact import PrintedFact, Values
from companion.games.contract.telling import MAX_NAME_LETTERS
from companion.games.contract.told import Said
from companion.translation import _, labelled, marked

MAX_ROW = 13
"""So many numbers are a row of choices; of more, one is typed."""
TARGETED = ("attack", "defeat", "steal", "steal-3")
"""Deeds of missions that may have to be done to somebody."""
ANYONE = "anyone"
SUPPORT_POLICY = "policy-5"
"""Of its agendas one gives VP to its voters, the other holds its own vote (p. 9)."""


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


def _row(key: str, words: str, named: Callable[[str], str] = str, path: str = "", **more: Any) -> EntryRow:
    """A row; of one field and one text, unless `more` says otherwise. named: what was said, for people."""
    as_usual: dict[str, Any] = {
        "fields": (key,),
        "paths": (path,) if path else (),
        "read": lambda said: {key: said[0] if said else None},
        "said": lambda fields: None if (value := _value(fields, key, str)) is None else (value,),
        "words_of": lambda one: _with_its_row(_(words), named(one)),
    }
    return EntryRow(key=key, words=lambda _piece: _(words), **(as_usual | more))


def _with_its_row(label: str, said: str) -> str:
    """ "cost 3", but "for one planet: yes"."""
    return f"{label} {said}" if said.isdigit() else labelled(label, said)


def _value(fields: Values, name: str, kind: type) -> Any:
    """What a field of a box file says; None: nothing. Raises TypeError: it cannot say it."""
    value = fields.get(name)
    if value is None or value in ("", []):
        return None
    if type(value) is not kind:
        raise TypeError(value)
    return value


def _sayings(choices: Iterable[tuple[str, str]]) -> tuple[Saying, ...]:
    return tuple(Saying(value, _(words)) for value, words in choices)


# --- one field


def text(key: str, words: str, path: str = "", *, long: bool = True, needed: bool = True) -> EntryRow:
    """A text as it is printed. long: of a card, in several lines."""
    longest = of.MAX_TEXT_LETTERS if long else MAX_NAME_LETTERS

    def tidy(found: str) -> str:
        return found.strip() if long else " ".join(found.split())

    def said(fields: Values) -> Said | None:
        found = tidy(_value(fields, key, str) or "")
        return (found,) if found else None

    def accepts(one: str) -> bool:
        return bool(one.strip()) and len(one) <= longest

    return _row(
        key,
        words,
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
    return text("name", marked("name"), path, long=False)


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
            found = _value(fields, key, int)
        except TypeError:
            what = {"what": _(words), "lowest": lowest, "highest": highest}
            raise Illegal(_("{what}: a number from {lowest} to {highest}.", **what)) from None
        return None if found is None else (str(found),)

    short = highest - lowest < MAX_ROW
    sayings = _sayings((str(n), str(n)) for n in range(lowest, highest + 1)) if short else ()
    usual = "0" if short and not needed and lowest <= 0 else ""
    return _row(
        key,
        words,
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
    return _row(
        key,
        words,
        lambda one: _(known[one]),
        sayings=lambda _piece: _sayings(offered),
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
    return _row(
        "suite",
        marked("suite"),
        lambda one: _(known.get(one, one)),
        sayings=lambda piece: _sayings((NO_CHOICE, *piece.others)),
        usual=lambda _piece: NONE,
        path="missions.suites",
    )


def tactics(key: str, words: str, *, needed: bool = True) -> EntryRow:
    """Some of the tactics cards; none of them says nothing."""

    def said(fields: Values) -> Said | None:
        found = _value(fields, key, list)
        return None if found is None else tuple(dict.fromkeys(found))

    return _row(
        key,
        words,
        read=lambda said: {key: list(said) or None},
        said=said,
        sayings=lambda piece: _sayings(piece.others),
        several=True,
        folded=True,
        stays=True,
        needed=needed,
    )


# --- several fields


def several(key: str, words: str, fields: tuple[str, ...], path: str, **more: Any) -> EntryRow:
    """As many things as there are fields, or fewer."""

    def said(values: Values) -> Said | None:
        found = [_value(values, field, str) for field in fields]
        those = tuple(dict.fromkeys(one for one in found if one not in (None, NONE)))
        return those or (() if any(field in values for field in fields) else None)

    return _row(
        key,
        words,
        fields=fields,
        read=lambda said: dict.fromkeys(fields) | dict(zip(fields, said, strict=False)),
        said=said,
        several=True,
        path=path,
        needed=False,
        **more,
    )


def _pair(
    key: str,
    words: str,
    fields: tuple[str, str],
    may_be: Mapping[str, tuple[str, Any]],
    named: Callable[[str], str],
    also: Mapping[tuple[str, Any], str],
    missing: Any = NONE,
    *,
    alone: bool = False,
    **more: Any,
) -> EntryRow:
    """Two fields in one text, "attack/explorer". may_be: what may be said, with the two values; also: what
    other values of a file say; missing: the second, where a file says only the first; alone: a file may say
    only the second."""
    texts = {**{values: text for text, values in may_be.items()}, **also}

    def said(values: Values) -> Said | None:
        first, second = _value(values, fields[0], str), _value(values, fields[1], type(missing))
        if first is None and (second is None or not alone):
            return None
        both = first or NONE, missing if second is None else second
        return (texts.get(both, f"{both[0]}/{both[1]}"),)

    return _row(
        key,
        words,
        named,
        fields=fields,
        read=lambda told: dict(zip(fields, may_be[told[0] if told else NONE], strict=True)),
        said=said,
        accepts=lambda one: one in may_be,
        needed=False,
        **more,
    )


def tied() -> EntryRow:
    """Whether one of a policy's agendas decides ties in Might, and for whom."""
    agendas, ties_for = dict(of.AGENDA_CHOICES[1:]), dict(of.TIE_CHOICES[1:])
    may_be = {NONE: (NONE, NONE)} | {f"{one}/{whom}": (one, whom) for one in agendas for whom in ties_for}

    def named(text: str) -> str:
        agenda, whom = may_be[text]
        return _("no") if agenda == NONE else f"{_(agendas[agenda])}{_(':')} {_(ties_for[whom])}"

    return _pair(
        "tied",
        marked("decides ties in Might"),
        ("ties", "tie_for"),
        may_be,
        named,
        {(agenda, NONE): NONE for agenda in agendas},
        sayings=lambda _piece: tuple(Saying(text, named(text)) for text in may_be),
        usual=lambda _piece: NONE,
        path="policies.ties",
    )


def voters() -> EntryRow:
    """Which agenda gives a VP to its voters; the other one holds its own vote (p. 9)."""
    known = dict(of.AGENDA_CHOICES)
    both = {NONE: NONE, "red": "blue", "blue": "red"}
    may_be = {f"{one}/{other}": (one, other) for one in both for other in both}
    return _pair(
        "voters",
        marked("1 VP for its voters"),
        ("voters", "own_vote"),
        may_be | {one: (one, other) for one, other in both.items()},
        lambda text: _(known.get(text, text)),
        {},
        alone=True,
        sayings=lambda piece: _sayings(of.AGENDA_CHOICES[piece.id == SUPPORT_POLICY :]),
        usual=lambda piece: "" if piece.id == SUPPORT_POLICY else NONE,
        paths=("policies.voters_agenda", "policies.own_vote_agenda"),
    )


def wants() -> EntryRow:
    """What a mission wants, and to whom it must be done."""
    deeds = dict(of.DEED_CHOICES)
    may_be = {deed: (deed, ANYONE) for deed in deeds if deed not in (*TARGETED, NONE)}
    may_be |= {NONE: (NONE, ANYONE)}
    may_be |= {f"{deed}/{whom}": (deed, whom) for deed in TARGETED for whom, _words in of.TARGET_CHOICES}

    def named(text: str) -> str:
        return wanted_words(*may_be[text]) or _("something else")

    def saying(text: str) -> Saying:
        deed, slash, target = text.partition("/")
        return (
            Saying(text, _(dict(of.TARGET_CHOICES)[target]), _(deeds[deed]))
            if slash
            else Saying(text, named(text))
        )

    return _pair(
        "wants",
        marked("what must be done"),
        ("deed", "target"),
        may_be,
        named,
        {(deed, whom): deed for deed in may_be if deed in deeds for whom, _words in of.TARGET_CHOICES},
        ANYONE,
        words_of=named,
        sayings=lambda _piece: tuple(map(saying, may_be)),
        optional=True,
        folded=True,
        stays=True,
    )


def wanted_words(deed: str, target: str = "") -> str:
    """What a mission wants, and of whom, as its owner told it; "": nothing that the companion can see."""
    if deed in ("", NONE):
        return ""
    words = _(dict(of.DEED_CHOICES)[deed])
    whom = _(dict(of.TARGET_CHOICES)[target]) if target not in ("", ANYONE) else ""
    return _("{name}: {text}", name=words, text=whom) if whom else words


def builds(path: str) -> EntryRow:
    """The facility that a technology builds, and how many of it."""
    may_be = {NONE: (NONE, None)} | {f"{kind}/{n}": (kind, n) for n in (1, 2) for kind in of.FACILITY_WORDS}

    def named(text: str) -> str:
        kind, count = may_be[text]
        if kind == NONE:
            return _("none of these")
        facility = _(of.FACILITY_WORDS[kind])
        return facility if count == 1 else f"{count} × {facility}"

    return _pair(
        "builds",
        marked("facility it builds"),
        ("facility", "facilities"),
        may_be,
        named,
        {(NONE, 1): NONE, (NONE, 2): NONE},
        1,
        sayings=lambda _piece: tuple(Saying(text, named(text)) for text in may_be),
        usual=lambda _piece: NONE,
        path=path,
    )
