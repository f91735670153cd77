"""The kinds of rows that say several fields: some of a few things, or two in one text ("attack/explorer")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.a_new_frontier.book import choices as of
from companion.games.a_new_frontier.book.choices import NONE
from companion.games.a_new_frontier.book.rows import EntryRow, entry_row, field_value, sayings_of
from companion.games.contract import Saying
from companion.games.contract.printed_fact import Values
from companion.games.contract.told import Said
from companion.translation import _, marked, times

TARGETED = ("attack", "defeat", "steal", "steal-3")
"""Deeds of missions that may have to be done to somebody."""
ANYONE = "anyone"
SUPPORT_POLICY = "policy-5"
"""Of its agendas one gives VP to its voters, the other holds its own vote (p. 9)."""


def several(key: str, words: str, fields: tuple[str, ...], path: str, **more: Any) -> EntryRow:
    """As many things as there are fields, or fewer."""

    def said(values: Values) -> Said | None:
        found = [field_value(values, field, str) for field in fields]
        those = tuple(dict.fromkeys(one for one in found if one not in (None, NONE)))
        return those or (() if any(field in values for field in fields) else None)

    return entry_row(
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
        first, second = field_value(values, fields[0], str), field_value(values, fields[1], type(missing))
        if first is None and (second is None or not alone):
            return None
        both = first or NONE, missing if second is None else second
        return (texts.get(both, f"{both[0]}/{both[1]}"),)

    return entry_row(
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
        sayings=lambda piece: sayings_of(of.AGENDA_CHOICES[piece.id == SUPPORT_POLICY :]),
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
        return facility if count is None or count == 1 else times(count, facility)

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
