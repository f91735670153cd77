"""What one relation of a paragraph must state as a whole before it answers.

Two relations of one paragraph, each with a half of what is asked, answer nothing: that Explore draws cards
and that powers add to it does not say how many cards have such a power. So who counts things, asks what is
printed on one piece, or asks for advice is answered only by a relation that has all of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.reference.words import COUNT_OF, HOW_MANY, Concepts, Term, WordData

SHARE, END, OPINION, WHAT, MUST = "share", "end", "opinion", "what", "must"
"""The concepts of the words that count what of several is so ("how many of the"), that tell the end, that ask
for advice, for one of several, and whether something must be."""
NAME, NUMBERS = "name", frozenset({"number", "numeral"})
"""What a piece is called; and what one of several is known by."""


def stated_as_one(terms: tuple[Term, ...], telling: tuple[Term, ...], data: WordData) -> list[Concepts]:
    """Of each of these one must be in the same relation. telling: the terms that say what it is about."""
    here = [term for term in terms if not term.setting and not term.aside]
    asked = [term for term in telling if not term.setting]
    return [
        *_advice(here, data),
        *_called(here, asked, data),
        *_counted(here, asked, data),
        *_printed(here, asked, data),
    ]


def _advice(here: list[Term], data: WordData) -> Iterator[Concepts]:
    """No rule says what is best, nor which one must choose, unless a relation does."""
    named = any(term.concepts & data.pieces for term in here)
    for term in here:
        heavy = term.concepts - data.light - data.asking
        if heavy == {OPINION} or (named and OPINION in heavy):
            yield frozenset({OPINION})
    said = frozenset[str]().union(*(term.concepts for term in here))
    if WHAT in said and said & data.chooses and (MUST in said or _asks_only_which(here, data)):
        yield frozenset({WHAT})


def _asks_only_which(here: list[Term], data: WordData) -> bool:
    """ "Which card to keep": nobody is named who keeps one, nor when."""
    told = [term for term in here if term.concepts != {"the"}]
    return (
        len(told) <= len(("which", "card", "keep"))
        and WHAT in told[0].concepts
        and bool(told[-1].concepts & data.chooses)
    )


def _called(here: list[Term], asked: list[Term], data: WordData) -> Iterator[Concepts]:
    """ "Which start world is number 2" asks for its name: of nothing but a thing and its number."""
    things = [term for term in asked if term.concepts.isdisjoint(NUMBERS)]
    if not things or any(it.concepts & data.scales or not it.concepts & data.bearers for it in things):
        return
    at = here.index(things[0])
    if any(WHAT in term.concepts for term in here[:at]) and any(it.concepts & NUMBERS for it in here[at:]):
        yield frozenset({NAME})


def _counted(here: list[Term], asked: list[Term], data: WordData) -> Iterator[Concepts]:
    """Of "how many worlds are green": the number, the worlds, the colour; of "which world makes a good" the
    latter two; of "how many in the box" all of it.

    How many of them cost three is stated by none: their cost is what "how much" asks for.
    """
    for at, asks in enumerate(here):
        counted = next((term for term in here[at + 1 :] if term.concepts != {"the"}), None)
        if counted is None or not counted.concepts:
            continue
        borne: list[Concepts] = []
        if counted.concepts & data.bearers:
            rest = [term for term in here[at + 1 :] if term is not counted and term in asked]
            borne = [term.concepts & data.borne for term in rest if term.concepts & data.borne]
        if borne and WHAT in asks.concepts:
            yield from (counted.concepts, *borne)
        if HOW_MANY not in asks.concepts:
            continue
        if counted.concepts & (data.light | data.relations | data.deeds) or counted.concepts <= data.scene:
            continue
        things = COUNT_OF in asks.concepts
        if things:
            yield frozenset({HOW_MANY}) | data.amounts
            yield counted.concepts
        if borne:
            yield from (frozenset({HOW_MANY}), counted.concepts)
            yield from (it - data.amounts if things else it for it in borne)
        if things and (SHARE in asks.concepts or any(term.concepts <= data.holds for term in asked)):
            yield frozenset({HOW_MANY})
            free = data.light | data.asking | data.scene | {COUNT_OF}
            yield from (term.concepts for term in asked if not term.concepts <= free)


def _printed(here: list[Term], asked: list[Term], data: WordData) -> Iterator[Concepts]:
    """What is printed on a piece that is named, as its cost: the name and all that is asked of it."""
    named = [term.concepts & data.pieces for term in asked if term.concepts & data.pieces]
    rest = [term for term in asked if not term.concepts & data.pieces]
    beside = data.light | data.asking | data.scene | data.bearers  # "the card" before its name
    about = [term for term in rest if not term.concepts <= beside]
    if named and about and all(term.concepts & data.printed for term in about):
        yield named[0]
        yield from (term.concepts for term in about)
        if any(END in term.concepts for term in here):
            yield frozenset({END})
