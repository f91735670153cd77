"""Facts just in time at a table with printed pieces: what the game gives to the driver (contract/in_time.py).

A rule that reads what nobody told raises Untold (`Book.strict`), and the table is asked; what lies open is
asked for before (`lying_open.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.book_files import read_entry
from companion.games.a_new_frontier.rules import scoring, told_forms
from companion.games.a_new_frontier.rules import setup as setting_up
from companion.games.a_new_frontier.rules.course import facts, lying_open, turn
from companion.games.a_new_frontier.rules.course.facts import with_book
from companion.games.a_new_frontier.rules.moves import GameMove, ask
from companion.games.a_new_frontier.rules.planet_state import PlanetStep
from companion.games.a_new_frontier.rules.politics_state import PoliticsStep
from companion.games.a_new_frontier.rules.research import ChooseTechs
from companion.games.a_new_frontier.rules.setup import asks_texts, few_forms
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.rules.techs import AT_THE_CHOICE
from companion.games.a_new_frontier.rules.told_forms import (
    MOMENTS,
    SHARED,
    SINGLE,
    asked_rows,
    asks_for,
    pieces,
)
from companion.games.contract import Asks, Correction, Question, Setup, Untold, Value
from companion.games.contract.box import is_taught, taught_tile
from companion.games.contract.in_time import InTime, Step
from companion.games.contract.told import TellingMove, Told, ToldFact


@dataclass(frozen=True)
class Tell(TellingMove[State], GameMove):
    """What is printed, as the form of `told_forms` gives it. Anybody answers."""

    def words(self, state: State) -> str:
        return told_forms.said_words(state.book.shown, self.facts)

    def apply(self, state: State) -> State:
        asks = state.asks or lying_open.beside(state)
        assert asks is not None
        told = told_forms.answered(state.book.shown, asks, self.facts)
        open_still = {id for id, _key in {*asks.facts} - {*told.facts}}
        keys = tuple(lying_open.asked_key(asks.moment, id) for id in pieces(asks) if id not in open_still)
        book = told_forms.told_book(state.book.shown, told, self.facts)
        return with_told(state.changed(asked=(*state.asked, *keys)), book)


@dataclass(frozen=True)
class GoOn(GameMove):
    """On through the phases, as far as nobody is asked. Nobody is asked for this either."""

    do: ClassVar[str] = "go-on"


MOVES = (Tell,)


class _InTime(InTime[State]):
    def do(self, state: State, step: Step) -> State:
        if isinstance(step, GoOn):
            return self._on(turn.settled(state))
        if asks := lying_open.wanted_by(state, step):
            raise Untold(*asks.facts[0])
        if isinstance(step, ChooseTechs):
            if _does_not_fit(state, step):
                return state.noted("refused", seat=step.player, more=(step,))
            state = _with_nothing_more(state, step)
        return turn.done(state, step)

    def _on(self, state: State) -> State:
        if not state.over and turn.finished(state):
            if asks := self.first(state):
                raise Untold(*asks.facts[0])
            state = turn.next_phase(state)
        return state

    def next_step(self, before: State, step: Step, after: State) -> Step | None:
        return GoOn(None) if not after.over and turn.finished(after) else None

    def first(self, state: State) -> Asks | None:
        return lying_open.first(state)

    def open(self, state: State) -> Iterator[Value]:
        questions = turn.questions(state)
        yield from questions
        for player in {question.player for question in questions if not question.optional} - {None}:
            yield from turn.options(state, player)

    def count(self, state: State) -> object:
        return scoring.score(state)

    def of_sum(self, ended: State) -> tuple[tuple[str, str], ...]:
        """Whatever the score reads, and what is printed beside it."""
        ids = tuple(dict.fromkeys(id for id, _key in self.missing(ended)))
        return asks_for(ended.book, "score", ids).facts

    def least(self, state: State, untold: Untold) -> State:
        entry = state.book.pieces[untold.piece]
        left = tuple(key for key in entry.untold if key != untold.fact)
        least = replace(entry, untold=left, stand_ins={})
        pieces = {**state.book.pieces, entry.id: least}
        return state.changed(book=replace(state.book.shown, pieces=pieces).strict)

    def all_told(self, state: State) -> bool:
        return state.book.all_told

    def asks_for(self, state: State, step: Step | None, untold: Untold) -> Asks:
        asks = lying_open.wanted_by(state, step) or self.first(state)
        if asks is not None and (untold.piece, untold.fact) in asks.facts:
            return asks
        entry = state.book.pieces[untold.piece]
        others = {"missions", "cards"} if asks_texts(state) else {"row", "shown"}
        others |= SINGLE if few_forms(state) else SHARED
        names = (name for name in MOMENTS if name not in others)
        of = next(name for name in names if any(row.key == untold.fact for row in asked_rows(entry, name)))
        boards = {"board-influence", "board-colonies"} if of == "exploration" else {untold.piece}
        return asks_for(state.book, of, tuple(sorted(boards, reverse=True)))


IN_TIME = _InTime()


def begin(book: Book, setup: Setup) -> State:
    """The start of a table with printed pieces."""
    return go_on(_begun(book, setup))


def _begun(book: Book, setup: Setup) -> State:
    """It has blanks for what a corporation starts with: that is asked first."""
    return setting_up.new(book.strict.shown, setup).changed(book=book.strict)


def play(state: State, move: GameMove) -> State:
    """The state after a move, at whoever is asked next."""
    state = state.changed(gained=(), log=state.log.next())
    if not state.setup.told:
        return turn.advance(turn.done(state, move))
    return go_on(move.apply(state)) if isinstance(move, Tell) else IN_TIME.play(state, move)


def go_on(state: State) -> State:
    """After facts were told: the step that waited for them, or whoever is asked next."""
    if not state.setup.told:
        return turn.advance(state)
    return IN_TIME.told(state if state.pending is not None else state.changed(pending=GoOn(None)))


def correct(state: State, correction: Correction) -> State:
    """With a fact overruled, or an entry taught. Raises Illegal."""
    if not is_taught(correction):
        return go_on(facts.ROWS.correct(state, correction))
    book = state.book.shown.with_told((read_entry(taught_tile(correction)),))
    return go_on(with_told(state, book) if state.setup.told else with_book(state, book))


def with_told(state: State, book: Book) -> State:
    """With what somebody told; before anything was done, the start is made anew by it."""
    if not lying_open.not_begun(state):
        return _renamed(with_book(state, book.strict), state.book)
    return _begun(book, state.setup).changed(asked=state.asked, pending=state.pending)


def _renamed(state: State, before: Book) -> State:
    """With the names that cards and policies on the table have now: they had stand-ins."""
    now = state.book
    pairs = [
        *zip(before.strategies, now.strategies, strict=True),
        *zip(before.tactics, now.tactics, strict=True),
    ]
    cards: dict[str | None, str] = {old: new for old, new in pairs if old != new}
    policies = {old: new for old, new in zip(before.policies, now.policies, strict=True) if old != new}
    if not cards and not policies:
        return state
    state = state.changed(agendas=tuple((policies.get(p, p), a, at) for p, a, at in state.agendas))
    step = state.step
    if isinstance(step, PlanetStep) and step.fight is not None:
        it = step.fight
        strategies, tactics = (
            tuple(cards.get(card, card) for card in those) for those in (it.strategies, it.tactics)
        )
        return state.changed(step=step.changed(fight=it.changed(strategies=strategies, tactics=tactics)))
    if isinstance(step, PoliticsStep):
        proposals = tuple(each and (policies.get(each[0], each[0]), *each[1:]) for each in step.proposals)
        used = tuple(policies.get(each, each) for each in step.used)
        return state.changed(step=step.changed(proposals=proposals, used=used))
    return state


def opens(state: State) -> bool:
    """Whether what a corporation starts with is still asked: it has nothing yet."""
    return state.asks is not None and state.asks.moment in ("start", "factions")


def questions(state: State) -> tuple[Question, ...]:
    """What must be told now, before anything else; else what the turn asks."""
    asks = state.asks
    if asks is None:
        asks = lying_open.beside(state)
        if asks is None:
            return turn.questions(state)
        words = told_forms.question_words(state, asks)
        liked = ask(Tell, None, words, None, form=told_forms.form(state, asks), optional=True)
        return (*turn.questions(state), liked)
    ended = IN_TIME.do(state.changed(asks=None), state.pending) if asks.moment == "score" else None
    words = told_forms.question_words(state, asks)
    return (ask(Tell, asks.holder, words, None, form=told_forms.form(state, asks, ended)),)


def _with_nothing_more(state: State, move: ChooseTechs) -> State:
    """With what is untold of these technologies told: whoever chose them ticked that they print nothing."""
    if not few_forms(state):
        return state
    book = state.book.shown
    entries = (book.pieces[f"technology-{id}"] for id in move.techs)
    rows = [(each, row) for each in entries for row in asked_rows(each, "techs") if row.key in AT_THE_CHOICE]
    if not rows:
        return state
    nothing = Told(ToldFact(each.id, row.key, row.usual(each)) for each, row in rows)
    asks = Asks("techs", tuple((each.id, row.key) for each, row in rows))
    return with_told(state, told_forms.told_book(book, asks, nothing))


def _does_not_fit(state: State, move: ChooseTechs) -> bool:
    """As printed, these technologies cannot be taken."""
    asked = next(
        (q for q in turn.phase(state).questions(state) if move.do in q.does and q.player == move.player), None
    )
    return asked is not None and asked.form is not None and bool(asked.form.problem(move.value))
