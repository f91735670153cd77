"""Facts just in time: with printed pieces on the table, what nobody told of them is asked when a rule
needs it.

`wanted` says what the rules need before they go on from a state, `wanted_by` what a move needs before it is
done; a rule that reads what nobody told before it was asked raises Untold (`Book.influence`). Whatever is
asked is about what lies open: costs before anybody plans, cards once they are shown, so that a question tells
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from msgspec.structs import asdict

from companion.games.a_new_frontier.book.book import FIVE_PLAYERS, Book, asking
from companion.games.a_new_frontier.rules import archaeotech, politics, telling_forms
from companion.games.a_new_frontier.rules import setup as setting_up
from companion.games.a_new_frontier.rules.exploration import ExplorationStep
from companion.games.a_new_frontier.rules.facts import with_book
from companion.games.a_new_frontier.rules.marketing import ClaimMission
from companion.games.a_new_frontier.rules.moves import GameMove, ask
from companion.games.a_new_frontier.rules.planet_state import Fight, PlanetStep
from companion.games.a_new_frontier.rules.politics_state import PoliticsStep
from companion.games.a_new_frontier.rules.research import ChooseTechs, ResearchStep
from companion.games.a_new_frontier.rules.setup import (
    asks_texts,
    shows_strategies_with_tactics,
    tells_might_with_losses,
)
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, Asks, State, ToldState, asks_of
from companion.games.a_new_frontier.rules.telling_fields import parts
from companion.games.a_new_frontier.wording.names import TENTH_BRANCH
from companion.games.contract import Question, Untold

BEFORE_TABLE = ("strategy", "strength", "tactics", "roll", "might")
"""Stages of a fight in which nobody needs the Conflict Resolution Table yet."""


@dataclass(frozen=True)
class Tell(GameMove):
    """What is printed: "ship-kraken/cost=5", as the form of `telling_forms` gives it. Anybody answers."""

    do: ClassVar[str] = "tell"
    facts: tuple[str, ...]

    def words(self, state: State) -> str:
        return telling_forms.said_words(state.book, self.facts)

    def apply(self, state: State) -> State:
        assert isinstance(state, ToldState)
        asks = state.asks
        assert asks is not None
        keys = tuple(_key(asks.moment, id) for id in asks.entries)
        book = telling_forms.told_book(state.book, asks, self.facts)
        return with_told(state.changed(asked=(*state.asked, *keys), asks=None), book)


MOVES = (Tell,)


def begin(state: State) -> State:
    """The start of a table with printed pieces."""
    told = ToldState(**asdict(state))
    return told.changed(asks=wanted(told))


def with_told(state: ToldState, book: Book) -> ToldState:
    """With what somebody told; before anything was done, the start is made anew by it."""
    if not _not_begun(state):
        return _renamed(with_book(state, asking(book)), state.book)
    fresh = setting_up.new(asking(book), state.setup)
    return ToldState(**asdict(fresh)).changed(asked=state.asked)


def _renamed(state: ToldState, before: Book) -> ToldState:
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


def _not_begun(state: State) -> bool:
    return state.phase == "missions" and not state.offered


def opens(state: State) -> bool:
    """Whether what a corporation starts with is still asked: it has nothing yet."""
    asks = asks_of(state)
    return asks is not None and asks.moment in ("start", "factions")


def questions(state: State) -> tuple[Question, ...]:
    """What must be told now, before anything else."""
    asks = asks_of(state)
    if asks is None:
        return ()
    words = telling_forms.question_words(state.book, asks)
    return (ask(Tell, None, words, None, form=telling_forms.form(state, asks)),)


def stopped(state: State, untold: Untold) -> State:
    """Before the rule that read what nobody told."""
    assert isinstance(state, ToldState)
    if untold.piece == "board-scoring":
        return state.changed(asks=Asks("score", _at_the_end(state)))
    return state.changed(asks=Asks("influence", (untold.piece,)))


def wanted(state: State) -> Asks | None:
    """What must be told before the game goes on from here; None: nothing, or no printed pieces are played."""
    if not isinstance(state, ToldState):
        return None
    for moment, entries in _candidates(state):
        found = tuple(id for id in dict.fromkeys(entries) if _is_wanted(state, moment, id))
        if found:
            return Asks(moment, found)
    return None


def wanted_by(state: State, move: GameMove) -> Asks | None:
    """What must be told before this move is done."""
    if not isinstance(state, ToldState):
        return None
    if isinstance(move, ClaimMission):
        moment = "claim"
        entries: tuple[str, ...] = (f"mission-{move.mission}",)
    elif isinstance(move, ChooseTechs):
        moment, entries = "techs", tuple(f"technology-{id}" for id in move.techs)
        if any(state.book.techs[id].branch == TENTH_BRANCH for id in move.techs):
            entries = (*entries, "board-branch")
    elif isinstance(move, archaeotech.ShowArchaeotech):
        moment, entries = "archaeotech", (move.archaeotech,)
    else:
        return None
    found = tuple(id for id in entries if _is_wanted(state, moment, id))
    return Asks(moment, found) if found else None


def check_score(state: State) -> None:
    """Raises Untold: the end is not told yet."""
    if isinstance(state, ToldState) and _at_the_end(state):
        raise Untold("board-scoring", "titles")


def _at_the_end(state: ToldState) -> tuple[str, ...]:
    techs = dict.fromkeys(id for corp in state.corps for id in (*corp.techs, *corp.coming))
    entries = ["board-scoring", *(f"technology-{id}" for id in techs)]
    if any(FIVE_PLAYERS in corp.completed for corp in state.corps):
        entries.append(f"mission-{FIVE_PLAYERS}")
    return tuple(id for id in entries if _is_wanted(state, "score", id))


def _key(moment: str, id: str) -> str:
    return f"{moment} {id}"


def _is_wanted(state: ToldState, moment: str, id: str) -> bool:
    book = state.book
    if not book.is_untold(id) or _key(moment, id) in state.asked:
        return False
    entry = next(each for each in book.entries if each.id == id)
    return bool(parts(book, entry, moment))


def _candidates(state: ToldState) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(moment, entries) that the phase may need."""
    book, step = state.book, state.step
    if _not_begun(state):
        yield "start", ("board-start", *(f"planet-{n}" for n in range(1, PLANET_COUNT + 1)))
        yield "factions", tuple(corp.faction for corp in state.corps)
    if state.offered:
        moment = "row" if asks_texts(state) else "missions"
        yield moment, tuple(f"mission-{each}" for each in state.offered)
    if asks_texts(state):
        yield "facilities", tuple(f"facility-{kind}" for kind in _built(state))
    if state.phase == "planning":
        yield "costs", tuple(f"ship-{id}" for id, ship in book.ships.items() if not ship.factions_only)
    elif isinstance(step, PlanetStep) and step.fight is not None:
        yield from _of_fight(state, step.fight)
    elif isinstance(step, ExplorationStep) and step.queue:
        yield "colonies", ("board-colonies",)
    elif isinstance(step, PoliticsStep) and not politics.finished(state):
        yield "politics", tuple(f"policy-{n}" for n in range(1, len(book.policies) + 1))
        proposed = [each[0] for each in step.proposals if each is not None]
        yield "agendas", tuple(f"policy-{book.policies.index(each) + 1}" for each in proposed)


def _built(state: ToldState) -> Iterator[str]:
    """The kinds of facilities that stand, wait on a planning board, or are placed now."""
    for corp in state.corps:
        yield from (kind for kind, _planet in corp.facilities)
    if isinstance(state.step, ResearchStep):
        yield from (kind for _seat, kind in state.step.placing if kind in state.book.facilities)


def _of_fight(state: ToldState, fight: Fight) -> Iterator[tuple[str, tuple[str, ...]]]:
    book = state.book
    texts = asks_texts(state)
    if texts:
        yield "deck", tuple(book.card_entry(card) for card in (*book.strategies, *book.tactics))
    shown: list[str | None] = []
    together = shows_strategies_with_tactics(state)
    if fight.stage != "strategy" and not (together and fight.stage in ("strength", "tactics")):
        shown += fight.strategies
    if fight.stage not in ("strategy", "strength", "tactics"):
        shown += fight.tactics
    yield "shown" if texts else "cards", tuple(book.card_entry(card) for card in shown if card)
    if fight.stage != "strategy":
        # Of the kinds that have left the Storage Areas, as everybody sees: fleets are still covered.
        left = dict(state.stock)
        kinds = [id for id, ship in book.ships.items() if left[id] < ship.count]
        yield "ships", tuple(f"ship-{id}" for id in kinds)
    if fight.stage not in BEFORE_TABLE or (fight.stage == "might" and tells_might_with_losses(state)):
        yield "table", ("board-table",)
