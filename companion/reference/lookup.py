"""The paragraphs of a game's rules that belong to what somebody touched or asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

from companion.games.contract import Game, Rule, RuleBook, State
from companion.games.contract.reference import Reference, Silence
from companion.reference.answers import MAX_NEAREST, Answers, Understood
from companion.reference.search import words_of
from companion.reference.words import Term
from companion.translation import language, languages

MAX_PARAGRAPHS = 4
"""Shown for what was touched."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What somebody wants to know more of; whatever is not known is empty.

    page: of the rulebook; kind: of the question asked; tile: its id; icon: its name; about: a sentence that
    was shown, such as a refusal.
    """

    page: int = 0
    kind: str = ""
    tile: str = ""
    icon: str = ""
    about: str = ""

    @property
    def anything(self) -> bool:
        return bool(self.page or self.kind or self.tile or self.icon)


M = TypeVar("M")


class _MadeOnce(Generic[M]):
    """What is made of a game's reference in all languages; made again only when its texts have changed, and
    by one thread while others wait: what is typed asks several times a second, the first takes long."""

    def __init__(self, make: Callable[[dict[str, RuleBook]], M]) -> None:
        self._make = make
        self._made: dict[str, tuple[dict[str, RuleBook], M]] = {}
        self._making = Lock()

    def __call__(self, game: Game[State]) -> M:
        books = {spoken: _reference(game).rulebook(spoken) for spoken in languages()}
        with self._making:
            made = self._made.get(game.name)
            if made is None or made[0] != books:
                made = self._made[game.name] = books, self._make(books)
            return made[1]


answers_of = _MadeOnce(Answers)
"""The answers of a game's reference."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the rules say to a question. understood: how it was read; telling: the words that say what it is
    about; rule: the paragraph that as good as certainly answers it; None: none does. silent: what is asked,
    where the rules leave it open. nearest: those that come nearest, without that one, the best first."""

    understood: Understood
    telling: tuple[Term, ...]
    rule: Rule | None
    nearest: tuple[Rule, ...]
    silent: Silence | None = None

    @property
    def not_understood(self) -> tuple[str, ...]:
        """The words that mean nothing here, as they were typed."""
        return tuple(dict.fromkeys(term.said for term in self.telling if not term.concepts))

    @property
    def lost(self) -> bool:
        """Whether nothing of what it is about was understood."""
        return bool(self.telling) and not any(term.concepts for term in self.telling)


def reply(game: Game[State], question: str, without: Iterable[str] = ()) -> Reply:
    """What the rules say to a question as it was typed. without: words of it that are not to count."""
    answers, book = answers_of(game), _reference(game).rulebook()
    without = tuple(without)
    understood = answers.understood(question, language(), without)
    found = answers.find(understood)
    rest = " ".join(word for word in words_of(question) if word not in without)
    ids = dict.fromkeys(
        (*found.nearest, *(it.rule for it in answers_of(game).search.find(rest, language(), MAX_NEAREST)))
    )
    ids.pop(found.rule, None)
    nearest = [rule for id in ids if (rule := book.rule(id)) is not None]
    return Reply(
        understood,
        answers.telling(understood),
        book.rule(found.rule) if found.rule else None,
        tuple(nearest[:MAX_NEAREST]),
        next((it for it in book.silent if it.id == found.silent), None),
    )


def asked(game: Game[State], question: str) -> tuple[Rule, ...]:
    """The paragraphs that answer a question as it was typed, the best first."""
    reference = _reference(game)
    book = reference.rulebook()
    found = answers_of(game).search.find(question, language())
    return tuple(rule for rule in (book.rule(it.rule) for it in found) if rule is not None)


def touched(game: Game[State], what: Touched) -> tuple[Rule, ...]:
    """The paragraphs that belong to what was touched, the nearest first.

    Among those on the page, or about the question, the tile or the icon, those that match `about` come first.
    """
    reference = _reference(game)
    book = reference.rulebook()
    of_tile = reference.of_tile(what.tile) if what.tile else ()
    of_icon = {sign.rule for sign in book.signs if sign.icon == what.icon} if what.icon else set()
    matches = answers_of(game).search.find(what.about, language(), len(book.rules)) if what.about else ()
    best = max((it.score for it in matches), default=1.0)
    text_scores = {it.rule: it.score / best for it in matches}
    topics = {rule.topic for rule in book.rules if what.kind in rule.questions}
    scored = []
    for place, rule in enumerate(book.rules):
        score = (
            3.0 * (what.kind in rule.questions) + 4.0 * (rule.id in of_icon) + 0.5 * (rule.topic in topics)
        )
        if rule.id in of_tile:
            score += 2.5 - 0.1 * of_tile.index(rule.id)
        score += rule.page == what.page
        if score:
            scored.append((score + 2 * text_scores.get(rule.id, 0.0), -place, rule))
    return tuple(
        rule for _score, _place, rule in sorted(scored, key=lambda it: it[:2], reverse=True)[:MAX_PARAGRAPHS]
    )


def _reference(game: Game[State]) -> Reference:
    assert game.reference is not None
    return game.reference
