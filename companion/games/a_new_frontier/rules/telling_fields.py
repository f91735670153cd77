"""What is asked of each entry, and what its answer makes of the entry.

A `Part` is one row of the form in which people tell what is printed: usually one field of an entry, sometimes
several that are told by one touch ("2 × Refinery").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.entry_fields import (
    DEED_CHOICES,
    METRIC_WORDS,
    METRICS,
    NONE,
    TARGET_CHOICES,
    TIE_CHOICES,
    TITLES,
    Entry,
    Field,
)
from companion.games.a_new_frontier.rules.registering import choice_words
from companion.games.a_new_frontier.wording.names import branch_words, facility_words
from companion.games.contract import Json, Saying
from companion.games.contract.telling import MAX_NAME_LETTERS
from companion.translation import _

MAX_TEXT_LETTERS = 400
MAX_ROW = 13
"""So many numbers are a row of choices; of more, one is typed."""
AGENDAS = ("red", "blue")
STARTING_TECHS = 3

Told = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Part:
    """fields: those of the entry that it tells. told: the values of the fields by what was said. optional: it
    may be left out. stays: left out, it stays untold. sayings, several, usual, longest, numbers, folded: as
    of a `TellingField`."""

    name: str
    words: str
    fields: tuple[str, ...]
    told: Callable[[tuple[str, ...]], Told]
    sayings: tuple[Saying, ...] = ()
    several: bool = False
    usual: str = ""
    optional: bool = False
    longest: int = MAX_NAME_LETTERS
    numbers: tuple[int, int] | None = None
    stays: bool = False
    folded: bool = False


def parts(book: Book, entry: Entry, moment: str) -> tuple[Part, ...]:
    """What is asked of an entry at this moment, of what nobody told."""
    made = tuple(part for name in ASKED[moment] for part in _made(book, entry, name))
    untold = book.untold[entry.id]
    return tuple(part for part in made if untold.intersection(part.fields))


ASKED = {
    "start": ("credits", "prosperity", "fleet", "name"),
    "factions": ("name", "techs", "archaeotechs", "ability", "advanced"),
    "missions": ("text",),
    "row": ("text", "wants"),
    "costs": ("cost",),
    "ships": ("attack", "defense"),
    "table": ("casualties", "steal"),
    "influence": ("influence",),
    "colonies": ("level",),
    "deck": ("name",),
    "cards": ("name", "text", "might", "casualties", "steal", "destroys_two", "steals_first"),
    "shown": (
        "name",
        "text",
        "tactics",
        "beats",
        "might",
        "casualties",
        "steal",
        "destroys_two",
        "steals_first",
    ),
    "facilities": ("text",),
    "archaeotech": ("name", "top", "top_use", "bottom", "bottom_use"),
    "politics": ("planet", "name"),
    "agendas": ("red", "blue", "tied", "voters"),
    "techs": ("needs", "at_once", "builds", "end_vp", "text", "name"),
    "claim": ("prestige", "credits", "vp", "suite"),
    "score": ("titles", "tie", "end_vp", "suite"),
}
"""What is asked at each moment: fields by their names, or by the beginning of them; "techs", "builds",
"tied", "titles" and "wants" tell several fields each. "row" and "shown" are "missions" and "cards" of tables
that ask for texts (`setup.asks_texts`)."""


def _made(book: Book, entry: Entry, name: str) -> tuple[Part, ...]:
    if name in OF_SEVERAL:
        part = OF_SEVERAL[name](book, entry)
        return () if part is None else (part,)
    if name == "voters":
        return (_voters(entry),) if book.policies[int(entry.id[-1]) - 1] == "support" else ()
    found = tuple(
        field
        for field in entry.fields
        if field.name == name or (field.name.startswith(f"{name}_") and name in COUNTED)
    )
    return tuple(_of_field(entry, field) for field in found)


COUNTED = ("fleet", "casualties", "steal", "influence", "level", "tie")
"""Fields that an entry has several of, with a number or a kind behind the name."""


def _of_field(entry: Entry, field: Field) -> Part:
    def told(said: tuple[str, ...]) -> Told:
        if not said:
            return {}
        return {field.name: int(said[0]) if field.kind == "number" else said[0]}

    words = _(field.words)
    if field.kind == "number":
        row = field.highest - field.lowest < MAX_ROW
        numbers = range(field.lowest, field.highest + 1)
        return Part(
            field.name,
            words,
            (field.name,),
            _number(field),
            sayings=tuple(Saying(str(n), str(n)) for n in numbers) if row else (),
            usual="0" if row and not field.needed and field.lowest <= 0 else "",
            optional=not field.needed,
            numbers=None if row else (field.lowest, field.highest),
        )
    if field.kind == "many":
        return _of_several(field)
    if field.kind == "choice" and field.name.endswith("_use"):
        return _use(field)
    if field.kind == "choice":
        sayings = tuple(Saying(value, choice_words(field, value)) for value, _words in field.choices)
        usual = next((s.value for s in sayings if s.value in (NONE, "no")), "")
        return Part(field.name, words, (field.name,), told, sayings, usual=usual)
    longest = MAX_TEXT_LETTERS if field.kind == "words" else MAX_NAME_LETTERS
    return Part(field.name, words, (field.name,), told, optional=True, longest=longest, stays=True)


def _of_several(field: Field) -> Part:
    """Some of the things that are offered: none of them says nothing."""

    def told(said: tuple[str, ...]) -> Told:
        return {field.name: list(said)} if said else {}

    sayings = tuple(Saying(value, choice_words(field, value)) for value, _words in field.choices)
    return Part(
        field.name, _(field.words), (field.name,), told, sayings, several=True, stays=True, folded=True
    )


def _use(field: Field) -> Part:
    """What an option of an archaeotech does; what is not among these is told by hand, and may stay open."""

    def told(said: tuple[str, ...]) -> Told:
        return {field.name: said[0]} if said else {}

    sayings = tuple(
        Saying(value, choice_words(field, value)) for value, _words in field.choices if value != NONE
    )
    return Part(
        field.name, _(field.words), (field.name,), told, sayings, optional=True, stays=True, folded=True
    )


def _number(field: Field) -> Callable[[tuple[str, ...]], Told]:
    def told(said: tuple[str, ...]) -> Told:
        number = int(said[0]) if said and said[0].lstrip("-").isdigit() else 0
        return {field.name: number} if number or field.needed else {}

    return told


def _voters(entry: Entry) -> Part:
    """Which agenda gives a VP to its voters; the other one holds its own vote (p. 9)."""
    field = next(field for field in entry.fields if field.name == "voters")

    def told(said: tuple[str, ...]) -> Told:
        if not said:
            return {}
        return {"voters": said[0], "own_vote": next(each for each in AGENDAS if each != said[0])}

    sayings = tuple(Saying(agenda, choice_words(field, agenda)) for agenda in AGENDAS)
    return Part("voters", _(field.words), ("voters", "own_vote"), told, sayings)


def _tied(book: Book, entry: Entry) -> Part:
    """Whether one of a policy's agendas decides ties in Might, and for whom."""
    fields = {field.name: field for field in entry.fields}

    def told(said: tuple[str, ...]) -> Told:
        agenda, _slash, whom = said[0].partition("/") if said else (NONE, "", "")
        return {"ties": agenda, "tie_for": whom or NONE}

    sayings = (
        Saying(NONE, _("no")),
        *(
            Saying(f"{agenda}/{whom}", f"{choice_words(fields['ties'], agenda)}: {_(words)}")
            for agenda in AGENDAS
            for whom, words in TIE_CHOICES
            if whom != NONE
        ),
    )
    words = fields["ties"].words
    return Part("tied", _(words), ("ties", "tie_for"), told, sayings, usual=NONE)


def _techs(book: Book, entry: Entry) -> Part:
    """The technologies that a faction begins with."""
    names = tuple(f"tech_{n}" for n in range(1, STARTING_TECHS + 1))

    def told(said: tuple[str, ...]) -> Told:
        return dict(zip(names, said, strict=False))

    sayings = tuple(
        Saying(id, tech.place, branch_words(tech.branch, book)) for id, tech in book.techs.items()
    )
    return Part("techs", _("starting technologies"), names, told, sayings, several=True)


def _wants(book: Book, entry: Entry) -> Part:
    """What a mission wants, and to whom it must be done, by one touch."""
    fields = {field.name: field for field in entry.fields}

    def told(said: tuple[str, ...]) -> Told:
        deed, _slash, target = said[0].partition("/") if said else (NONE, "", "")
        return {"deed": deed, "target": target or ANYONE}

    deeds = {deed: choice_words(fields["deed"], deed) for deed, _words in DEED_CHOICES}
    sayings = (
        *(Saying(deed, words) for deed, words in deeds.items() if deed not in TARGETED and deed != NONE),
        Saying(NONE, _("something else")),
        *(
            Saying(f"{deed}/{target}", choice_words(fields["target"], target), deeds[deed])
            for deed in TARGETED
            for target, _words in TARGET_CHOICES
        ),
    )
    words = fields["deed"].words
    return Part(
        "wants",
        _(words),
        ("deed", "target"),
        told,
        sayings,
        optional=True,
        stays=True,
        folded=True,
    )


TARGETED = ("attack", "defeat", "steal", "steal-3")
"""Deeds of missions that may have to be done to somebody."""
ANYONE = "anyone"


def _builds(book: Book, entry: Entry) -> Part:
    """The facility that a technology builds, and how many of it."""

    def told(said: tuple[str, ...]) -> Told:
        kind, _slash, count = said[0].partition("/") if said else (NONE, "", "")
        return {"facility": kind} | ({"facilities": int(count)} if count else {})

    kinds = tuple(book.facilities)
    sayings = (
        Saying(NONE, _("none of these")),
        *(Saying(f"{kind}/1", facility_words(kind)) for kind in kinds),
        *(Saying(f"{kind}/2", f"2 × {facility_words(kind)}") for kind in kinds),
    )
    field = next(field for field in entry.fields if field.name == "facility")
    return Part("builds", _(field.words), ("facility", "facilities"), told, sayings, usual=NONE)


def _titles(book: Book, entry: Entry) -> Part:
    names = tuple(f"title_{n}" for n in range(1, TITLES + 1))

    def told(said: tuple[str, ...]) -> Told:
        return dict(zip(names, said, strict=False))

    sayings = tuple(
        Saying(what, _(words).capitalize()) for what, words in zip(METRICS, METRIC_WORDS, strict=True)
    )
    return Part("titles", _("titles for the most"), names, told, sayings, several=True)


def _of_type(type: str, made: Callable[[Book, Entry], Part]) -> Callable[[Book, Entry], Part | None]:
    return lambda book, entry: made(book, entry) if entry.type == type else None


OF_SEVERAL: dict[str, Callable[[Book, Entry], Part | None]] = {
    "tied": _of_type("policy", _tied),
    "techs": _of_type("faction", _techs),
    "builds": _of_type("technology", _builds),
    "wants": _of_type("mission", _wants),
    "titles": lambda book, entry: _titles(book, entry) if entry.id == "board-scoring" else None,
}
