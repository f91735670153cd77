"""The JSON of open questions: who is asked what, and what the answer may be.

The classes are the schema too: `openapi.py` reads their annotations.
"""

from __future__ import annotations

from msgspec import Struct

from companion.games import contract
from companion.games.contract import Item, Json, Term, Token, decision_to_json
from companion.web.live.views import Ask


class Tally(Struct):
    """A number with its reasons. lowest: the floor that a rule sets."""

    label: str
    total: int
    terms: tuple[Term, ...]
    lowest: int | None


class Option(Struct):
    """One legal answer. Send `decision` as it is. likely: the higher, the likelier the next tap."""

    decision: dict[str, Json]
    words: str
    why: tuple[Tally, ...]
    tile: str | None
    likely: int


class Refusal(Struct):
    """An answer that one may look for but that is not legal now, and why. page: of the rulebook; remedy:
    what would make it legal, ""."""

    words: str
    sentence: str
    page: int | None
    tile: str | None
    why: tuple[Tally, ...]
    remedy: str


class Choice(Struct, tag_field="form", tag="choice"):
    """Answered by one of the options: POST decisions."""

    options: tuple[Option, ...]


class Subset(Struct, tag_field="form", tag="subset"):
    """Answered by a list of item ids, each once: POST answers.

    least, most: of how many items; sum_least, sum_most: bounds of their values' sum, named sum_words.
    """

    items: tuple[Item, ...]
    least: int
    most: int
    sum_words: str
    sum_least: int | None
    sum_most: int | None


class Amount(Struct, tag_field="form", tag="amount"):
    """Answered by a whole number from lowest to highest: POST answers. usual: where a page begins."""

    lowest: int
    highest: int
    usual: int | None
    unit: str


class Place(Struct):
    """A place of an allocation. highest: how many tokens it takes; null: any; accepts: ids; empty: all."""

    id: str
    words: str
    highest: int | None
    accepts: tuple[str, ...]


class Allocation(Struct, tag_field="form", tag="allocation"):
    """Answered by a list of [token, place, count], each pair once: POST answers.

    least, most: how many tokens are placed in all.
    """

    tokens: tuple[Token, ...]
    places: tuple[Place, ...]
    least: int
    most: int


class Draw(Struct, tag_field="form", tag="draw"):
    """Chance: `count` names of the pool. POST draws with `names`, or without: the companion draws."""

    what: str
    words: str
    count: int
    pool: tuple[str, ...]
    ordered: bool
    rows: tuple[str, ...]


class Roll(Struct, tag_field="form", tag="roll"):
    """Chance: a number for each die. dice: their sides. POST draws with `numbers`, or without."""

    what: str
    words: str
    dice: tuple[int, ...]
    rows: tuple[str, ...]


class Elsewhere(Struct, tag_field="form", tag="elsewhere"):
    """This reader may not answer it: another seat does."""


Answer = Choice | Subset | Amount | Allocation | Draw | Roll | Elsewhere


class Question(Struct):
    """An open question. player: the seat, from 0; null: the table is asked, for a draw or a roll.

    kind: the game's name for it; page: of the rulebook. aside: nobody waits for the answer. seconds_left:
    null without a clock.
    """

    player: int | None
    kind: str
    text: str
    page: int | None
    secret: bool
    aside: bool
    answered: bool
    seconds: int | None
    seconds_left: float | None
    answer: Answer
    refusals: tuple[Refusal, ...]


def question(ask: Ask, seconds_left: float | None) -> Question:
    asked = ask.question
    return Question(
        asked.player,
        asked.kind,
        asked.text,
        asked.page,
        asked.secret or asked.private,
        ask.aside,
        asked.answered,
        asked.seconds,
        seconds_left,
        _answer(ask) if ask.open else Elsewhere(),
        tuple(Refusal(r.words, r.sentence, r.page, r.tile, _tallies(r.why), r.remedy) for r in ask.refusals),
    )


def _answer(ask: Ask) -> Answer:
    asked = ask.question
    if asked.draw is not None:
        draw = asked.draw
        count = min(draw.count, len(draw.pool))
        return Draw(draw.what, draw.words, count, draw.pool, draw.ordered, draw.rows)
    if asked.roll is not None:
        return Roll(asked.roll.what, asked.roll.words, asked.roll.dice, asked.roll.rows)
    form = asked.form
    if isinstance(form, contract.Subset):
        most = len(form.items) if form.most is None else form.most
        return Subset(form.items, form.least, most, form.sum_words, form.sum_least, form.sum_most)
    if isinstance(form, contract.Amount):
        return Amount(form.lowest, form.highest, form.usual, form.unit)
    if isinstance(form, contract.Allocation):
        most = sum(token.count for token in form.tokens) if form.most is None else form.most
        places = tuple(Place(p.id, p.words, p.highest, p.accepts) for p in form.places)
        return Allocation(form.tokens, places, form.least, most)
    return Choice(
        tuple(
            Option(decision_to_json(o.decision), o.words, _tallies(o.why), o.tile, o.likely)
            for o in ask.options
        )
    )


def _tallies(why: tuple[contract.Tally, ...]) -> tuple[Tally, ...]:
    return tuple(Tally(t.label, t.total, t.terms, t.lowest) for t in why)
