"""Questions about the position at a table: may I, what does it cost, what if, why did I get so few.

They are answered by the rules alone: a decision is legal if and only if it is offered, a refusal says why
not, and numbers come with their reasons. What the rules do not settle for certain is not answered. Everything
is read from the state as the one who asks may know it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.games.contract import Decision, Game, Option, Question, Refusal, State, Tally, TileNow
from companion.reference.answers import Answers, Understood
from companion.reference.search import words_of
from companion.reference.words import Concepts, Term, distance
from companion.translation import _, language

MAX_LINES = 8
MIN_NAME_LETTERS, LONG_NAME_LETTERS = 3, 5
MAX_NAMESAKES = 2
"""A word of a name stands for it where no more tiles than these share it; then each of them is told."""
ASKING: dict[str, Concepts] = {
    "can": frozenset(("now", "this", "can", "must", "would")),
    "cost": frozenset(
        ("cost", "would", "howmany", "this", "with", "worth", "pay", "now", "money", "discount")
    ),
    "if": frozenset(("whatif", "first", "before", "would", "now", "start")),
    "why": frozenset(("why", "only", "get")),
}
"""By the kind of question: the concepts that say that it is one, and not about what."""
GAINS: Concepts = frozenset(("worth", "get", "point"))
"""What a number is called that somebody gets."""


@dataclass(frozen=True, slots=True)
class Answerable:
    """An open question that the one who asks may answer, with its answers."""

    question: Question
    options: tuple[Option, ...]
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A table as one seat may know it. view: the state so; whole: it hides nothing from this seat. player:
    who asks; asks: what that seat is asked; others: what else is asked. before: (view, decision) of this
    seat's own last decisions, the last first. tile: the one that the page shows, or ""."""

    game: Game[State]
    view: State
    whole: bool
    player: int
    asks: tuple[Answerable, ...]
    others: tuple[Question, ...] = ()
    before: tuple[tuple[State, Decision], ...] = ()
    tile: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An answer of the game. legal: whether it is; None: it is told for its numbers only. sentence, page,
    remedy: why it is not. why: its numbers; was: the numbers before what was supposed."""

    words: str
    legal: bool | None
    decision: Decision | None = None
    tile: str | None = None
    sentence: str = ""
    page: int | None = None
    remedy: str = ""
    why: tuple[Tally, ...] = ()
    was: tuple[Tally, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """What the position answers. heading: a sentence; now: what a tile does or takes."""

    heading: str
    lines: tuple[Line, ...] = ()
    now: TileNow = field(default_factory=TileNow)


@dataclass(frozen=True, slots=True)
class _About:
    """What a question is about: the tiles it names, and its other telling words."""

    tiles: tuple[str, ...]
    terms: tuple[Term, ...]
    concepts: Concepts


def told(position: Position, answers: Answers, understood: Understood, question: str) -> tuple[Told, ...]:
    """What the position says to a question; none: it is not about it, or nothing is certain."""
    if not understood.kind:
        return ()
    about = _about(position.game, answers, understood)
    if any(not term.concepts for term in about.terms):
        return ()
    if understood.kind == "cost" and "with" in about.concepts and about.tiles:
        found = [_cost_with(position, tile) for tile in about.tiles]
    elif understood.kind == "why":
        found = [_why(position, answers, understood, question)]
    elif understood.kind == "if":
        found = [_what_if(position, answers, about)]
    else:
        found = [_can(position, answers, about, understood.kind)]
    return tuple(it for it in found if it is not None)


# --- what is asked about --------------------------------------------------------------------------------


def _about(game: Game[State], answers: Answers, understood: Understood) -> _About:
    said = {word for term in understood.terms for word in (*term.said.split(), *term.read_as.split())}
    # A tile that is called like an action ("Settle") is not meant by the action's name.
    names = {
        tile.id: words_of(tile.name)
        for tile in game.tracking.tiles()
        if len(words_of(tile.name)) > 1 or not answers.concepts_of(tile.name, language())
    }
    tiles, used = _named(names, said)
    asking = ASKING[understood.kind]
    terms = tuple(
        term
        for term in answers.telling(understood)
        if not term.concepts & asking and not used.issuperset(term.said.split())
    )
    return _About(tiles, terms, understood.concepts)


def _named(names: Mapping[str, list[str]], said: set[str]) -> tuple[tuple[str, ...], set[str]]:
    """The tiles whose whole names are said, else those with a word that few have; and these words."""
    count: dict[str, int] = {}
    for words in {tuple(words) for words in names.values()}:
        for word in words:
            count[word] = count.get(word, 0) + 1
    whole: list[tuple[int, str, set[str]]] = []
    parts: list[tuple[str, set[str]]] = []
    for id, name in names.items():
        long = [word for word in name if len(word) >= MIN_NAME_LETTERS]
        met = {word: other for word in long if (other := _met(word, said))}
        if long and len(met) == len(long):
            whole.append((len(long), id, set(met.values())))
        elif rare := {o for w, o in met.items() if count[w] <= MAX_NAMESAKES and len(w) >= LONG_NAME_LETTERS}:
            parts.append((id, rare))
    if whole:
        most = max(length for length, _id, _used in whole)
        best = [(id, used) for length, id, used in whole if length == most]
    else:
        best = parts
    return tuple(id for id, _used in best), set().union(*(used for _id, used in best))


def _met(word: str, said: set[str]) -> str:
    if word in said:
        return word
    if len(word) < LONG_NAME_LETTERS:
        return ""
    near = (one for one in sorted(said) if len(one) > MIN_NAME_LETTERS and distance(word, one, 1) <= 1)
    return next(near, "")


def _lines(position: Position) -> list[tuple[Question, Line]]:
    found = []
    for ask in position.asks:
        for option in ask.options:
            line = Line(option.words, True, option.decision, option.tile, why=option.why)
            found.append((ask.question, line))
        for it in ask.refusals:
            line = Line(it.words, False, it.decision, it.tile, it.sentence, it.page, it.remedy, it.why)
            found.append((ask.question, line))
    return found


def _fitting(position: Position, answers: Answers, about: _About) -> list[Line]:
    """The answers that are about what is asked: about the tile, and about everything else that is named."""
    alone, asked = [], []
    for question, line in _lines(position):
        if about.tiles and line.tile not in about.tiles:
            continue
        text = _without_name(position.game, line)
        if _covers(answers, text, about.terms):
            alone.append(line)
        elif _covers(answers, f"{text}. {question.text}", about.terms):
            asked.append(line)
    found = alone or asked
    return sorted(found, key=lambda line: not line.legal)


def _covers(answers: Answers, text: str, terms: Iterable[Term]) -> bool:
    concepts, words = answers.concepts_of(text, language()), set(words_of(text))
    return all(term.concepts & concepts or words.issuperset(term.said.split()) for term in terms)


def _without_name(game: Game[State], line: Line) -> str:
    """What an answer does, without the name of its tile: a name may say anything."""
    info = game.tracking.tile(line.tile) if line.tile else None
    return line.words if info is None else line.words.replace(info.name, "")


# --- the kinds of questions -----------------------------------------------------------------------------


def _can(position: Position, answers: Answers, about: _About, kind: str) -> Told | None:
    if any(ask.question.form is not None or ask.question.chance is not None for ask in position.asks):
        return None  # its answers are no list
    if position.tile and not about.tiles:
        about = replace(about, tiles=(position.tile,))
    fitting = _fitting(position, answers, about)
    now = _tile_now(position, about.tiles)
    if kind == "cost":
        priced = tuple(line for line in fitting if line.why)
        if priced:
            return Told(_("As it stands:"), priced[:MAX_LINES], now)
        return Told(_("Nothing of this has a price now."), now=now) if fitting or now.says else None
    if fitting:
        legal = sum(bool(line.legal) for line in fitting)
        heading = _("This can be done now:")
        if legal < len(fitting):
            heading = _("Of this, some can be done now:") if legal else _("This cannot be done now:")
        return Told(heading, tuple(fitting[:MAX_LINES]), now)
    asked = [ask.question.text for ask in position.asks]
    if not asked:
        waits = next((question.text for question in position.others), "")
        name = _("Not now: nothing is asked of this seat.")
        return Told(f"{name} {waits}".strip(), now=now)
    legal_lines = tuple(line for _question, line in _lines(position) if line.legal)[:MAX_LINES]
    return Told(_("Not now. What is asked: {question}", question=" ".join(asked)), legal_lines, now)


def _tile_now(position: Position, tiles: Iterable[str]) -> TileNow:
    reference = position.game.reference
    told = [reference.tile_now(position.view, position.player, tile) for tile in tiles] if reference else []
    return next((it for it in told if it.says or it.numbers), TileNow())


def _cost_with(position: Position, tile: str) -> Told | None:
    """How the numbers of what can be answered now would be, if this player had the tile."""
    reference, info = position.game.reference, position.game.tracking.tile(tile)
    if reference is None or info is None:
        return None
    supposed = reference.having(position.view, position.player, tile)
    if supposed is None:
        words = _("{tile} is counted already, or cannot be had.", tile=info.name)
        return Told(words, now=_tile_now(position, (tile,)))
    then = Position(
        position.game,
        supposed,
        position.whole,
        position.player,
        tuple(
            Answerable(
                question,
                position.game.options(supposed, position.player),
                position.game.refusals(supposed, position.player),
            )
            for question in position.game.questions(supposed)
            if question.player == position.player
        ),
    )
    was = {line.decision: line for _question, line in _lines(position) if line.decision is not None}
    changed = []
    for _question, line in _lines(then):
        if line.tile == tile:
            continue
        before = was.get(line.decision) if line.decision is not None else None
        if before is None:
            if line.legal:
                changed.append(line)
        elif (before.legal, _totals(before)) != (line.legal, _totals(line)):
            changed.append(replace(line, was=before.why))
    if not changed:
        return Told(
            _("With {tile} nothing that can be done now costs or brings anything else.", tile=info.name)
        )
    return Told(_("With {tile}:", tile=info.name), tuple(changed[:MAX_LINES]))


def _totals(line: Line) -> tuple[int, ...]:
    return tuple(tally.total for tally in line.why)


def _what_if(position: Position, answers: Answers, about: _About) -> Told | None:
    if not position.whole or any(ask.question.secret or ask.question.private for ask in position.asks):
        return Told(_("What follows depends on what is hidden from this seat."))
    fitting = [line for line in _fitting(position, answers, about) if line.legal]
    if not about.terms and not about.tiles:
        return None
    if len(fitting) != 1:
        return _can(position, answers, about, "can") if not fitting else None
    game, chosen = position.game, fitting[0]
    assert chosen.decision is not None  # an option has one
    after = game.view(game.play(position.view, chosen.decision), position.player)
    asked = [question for question in game.questions(after) if not question.optional]
    options = game.options(after, position.player) if any(q.player == position.player for q in asked) else ()
    heading = _("After “{answer}”: {next}", answer=chosen.words, next=" ".join(q.text for q in asked[:2]))
    lines = tuple(Line(it.words, None, it.decision, it.tile, why=it.why) for it in options)
    return Told(heading, lines[:MAX_LINES])


def _why(position: Position, answers: Answers, understood: Understood, question: str) -> Told | None:
    """The numbers of this seat's last decision that brought the number asked about, with their reasons."""
    numbers = {int(word) for word in words_of(question) if word.isdigit()}
    if "two" in understood.concepts:
        numbers.add(2)
    for view, decision in position.before:
        for option in position.game.options(view, position.player):
            if option.decision == decision and option.why:
                tallies = [
                    tally
                    for tally in option.why
                    if (not numbers or tally.total in numbers)
                    and answers.concepts_of(tally.label, language()) & GAINS
                ]
                if tallies:
                    line = Line(option.words, None, decision, option.tile, why=tuple(tallies))
                    return Told(_("From an own answer before:"), (line,))
    return None
