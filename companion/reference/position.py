"""Questions about the position at a table: may I, what does it cost, what if, why did I get so few.

They are answered by the rules alone: a decision is legal if and only if it is offered, a refusal says why
not, and numbers come with their reasons. What the rules do not settle for certain is not answered. Everything
is read from the state as the one who asks may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
    "can": frozenset(("now", "this", "can", "must", "would", "choose")),
    "cost": frozenset(
        ("cost", "would", "howmany", "this", "with", "worth", "pay", "now", "money", "discount", "what")
    ),
    "if": frozenset(("whatif", "first", "before", "would", "now", "start")),
    "why": frozenset(("why", "only", "get")),
    "whynot": frozenset(("now", "this", "can", "must", "would", "choose", "why", "not")),
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


def told(
    position: Position, answers: Answers, understood: Understood, question: str, ruled: bool = False
) -> tuple[Told, ...]:
    """What the position says to a question; none: it is not about it, or nothing is certain. ruled: a
    paragraph of the rules answers it for certain, too: then only what names a tile or says "now" is about the
    position."""
    kind = answers.kind_at_a_table(understood)
    if not kind:
        return ()
    if kind in WITHOUT_A_THING:
        return WITHOUT_A_THING[kind](position)
    about = _about(position.game, answers, understood, kind)
    if any(not term.concepts for term in about.terms):
        return ()
    if not understood.kind and ruled and not about.tiles:
        return ()
    if kind == "cost" and "with" in about.concepts and about.tiles:
        found = [_cost_with(position, tile) for tile in about.tiles]
    elif kind == "why":
        found = [_why(position, answers, understood, question)]
    elif kind == "if":
        found = [_what_if(position, answers, about)]
    else:
        found = [_can(position, answers, about, kind, asked_now=bool(understood.kind))]
    return tuple(it for it in found if it is not None)


# --- what is asked about --------------------------------------------------------------------------------


def _about(game: Game[State], answers: Answers, understood: Understood, kind: str) -> _About:
    said = {
        word: not term.concepts
        for term in understood.terms
        for word in (*term.said.split(), *term.read_as.split())
    }
    # A tile that is called like an action ("Settle") is not meant by the action's name.
    names = {
        tile.id: words_of(tile.name)
        for tile in game.tracking.tiles()
        if len(words_of(tile.name)) > 1 or not answers.concepts_of(tile.name, language())
    }
    tiles, used = _named(names, said, " ".join(term.said for term in understood.terms if not term.aside))
    asking = ASKING[kind]
    terms = tuple(
        term
        for term in (*answers.telling(understood), *_numbers(understood))
        if not term.concepts & asking and not used.issuperset(term.said.split())
    )
    return _About(tiles, terms, understood.concepts)


def _numbers(understood: Understood) -> tuple[Term, ...]:
    """The terms that say how many: "two goods" is not answered by one good."""
    return tuple(term for term in understood.terms if "number" in term.concepts and "me" not in term.concepts)


def _named(
    names: Mapping[str, list[str]], said: Mapping[str, bool], asked: str
) -> tuple[tuple[str, ...], set[str]]:
    """The tiles whose whole names are said, in one piece and with their figures where one is said so; else
    those with a word that few have; and these words. said: the words of the question; True: one that means
    nothing here, which may be a name misspelt. asked: the question."""
    count: dict[str, int] = {}
    for words in {tuple(words) for words in names.values()}:
        for word in words:
            count[word] = count.get(word, 0) + 1
    whole: list[tuple[tuple[bool, int], str, set[str]]] = []
    parts: list[tuple[str, set[str]]] = []
    for id, name in names.items():
        long = [word for word in name if len(word) >= MIN_NAME_LETTERS]
        met = {word: other for word in long if (other := _met(word, said))}
        if long and len(met) == len(long):
            figures = {word for word in name if word.isdigit() and word in said}
            in_one_piece = f" {' '.join(name)} " in f" {asked} "
            weight = (in_one_piece, len(long) + len(figures))
            whole.append((weight, id, {*met.values(), *(word for word in name if word in said)}))
        elif rare := {o for w, o in met.items() if count[w] <= MAX_NAMESAKES and len(w) >= LONG_NAME_LETTERS}:
            parts.append((id, rare))
    if whole:
        most = max(weight for weight, _id, _used in whole)
        best = [(id, used) for weight, id, used in whole if weight == most]
    else:
        best = parts
    return tuple(id for id, _used in best), set().union(*(used for _id, used in best))


def _met(word: str, said: Mapping[str, bool]) -> str:
    """The word of the question that is this word of a name, or is it misspelt; "": none is."""
    if word in said:
        return word
    if len(word) < LONG_NAME_LETTERS:
        return ""
    near = (
        one
        for one, strange in sorted(said.items())
        if strange and len(one) > MIN_NAME_LETTERS and distance(word, one, 1) <= 1
    )
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


def _can(position: Position, answers: Answers, about: _About, kind: str, asked_now: bool) -> Told | None:
    """asked_now: the question says that it is about this moment."""
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
    if kind == "whynot":
        refused = tuple(line for line in fitting if not line.legal)
        return Told(_("This cannot be done now:"), refused[:MAX_LINES], now) if refused else None
    if fitting and (asked_now or about.terms or about.tiles):
        legal = sum(bool(line.legal) for line in fitting)
        heading = _("This can be done now:")
        if legal < len(fitting):
            heading = _("Of this, some can be done now:") if legal else _("This cannot be done now:")
        return Told(heading, tuple(fitting[:MAX_LINES]), now)
    if not asked_now:
        return Told(now.says[0], now=replace(now, says=now.says[1:])) if now.says else None
    # Not found among the answers is no "no": it may be called otherwise here.
    if not position.asks:
        waits = next((question.text for question in position.others), "")
        nothing = _("Nothing is asked of this seat now.")
        return Told(f"{nothing} {waits}".strip(), now=now)
    asked = " ".join(ask.question.text for ask in position.asks)
    legal_lines = tuple(line for _question, line in _lines(position) if line.legal)[:MAX_LINES]
    return Told(_("What is asked now: {question}", question=asked), legal_lines, now)


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
        return _can(position, answers, about, "can", True) if not fitting else None
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


def _next(position: Position) -> tuple[Told, ...]:
    """Who is asked what now."""
    asked = [ask.question for ask in position.asks if not ask.question.optional]
    texts = dict.fromkeys(question.text for question in (*asked, *position.others) if not question.optional)
    return (Told(" ".join(texts)),) if texts else ()


def _near(position: Position) -> tuple[Told, ...]:
    """Whether and why the game ends, as far as the rules know it already."""
    phase = position.game.phase(position.view)
    if phase.over:
        return (Told(_("The game is over.")),)
    words = " ".join(phase.endings) or _("Round {round}: nothing ends the game yet.", round=phase.round)
    return (Told(words),)


def _got(position: Position) -> tuple[Told, ...]:
    """This seat's last own step, with what it brought."""
    if not position.before:
        return ()
    view, decision = position.before[0]
    why = next((it.why for it in position.game.options(view, position.player) if it.decision == decision), ())
    line = Line(position.game.words(view, decision), None, decision, why=why)
    return (Told(_("The last own step:"), (line,)),)


WITHOUT_A_THING: dict[str, Callable[[Position], tuple[Told, ...]]] = {
    "next": _next,
    "near": _near,
    "got": _got,
}
"""The kinds of questions that are about the position as a whole."""
