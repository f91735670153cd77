"""The start worlds: which of them a game deals, how one comes into a tableau (p. 2), and for experienced
players the choice between two, secret until all have chosen (p. 8).

Which two are dealt is not told to the tracker: they lie face down before their players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, Setup, later
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.load import BASIC_NUMBERS
from companion.games.race_for_the_galaxy.rules import cards_moved, choosing, pages
from companion.games.race_for_the_galaxy.rules.race_move import RaceMove
from companion.games.race_for_the_galaxy.rules.stage import Stage
from companion.games.race_for_the_galaxy.rules.state import Held, State
from companion.translation import _


def start_pool(catalogue: Catalogue, setup: Setup) -> tuple[Card, ...]:
    """The start worlds that may be dealt, by number: 0 to 4 (p. 2), or all eleven (p. 11). A first game has
    those from 1 on (p. 2)."""
    pool = catalogue.starts
    if setup.option("start-worlds", "five") == "five":
        pool = tuple(card for card in pool if card.number in BASIC_NUMBERS)
    if setup.option("game") == "first":
        pool = tuple(card for card in pool if 1 <= (card.number or 0) <= len(setup.players))
    return pool


def with_start(state: State, seat: int, card: str) -> State:
    """The start world in the tableau, with its good where it is a windfall world."""
    empire = state.empires[seat].changed(start=card, tableau=(Held(card),))
    state = state.with_empire(seat, empire)
    return cards_moved.put_good(state, seat, card) if state.card(card).windfall else state


@dataclass(frozen=True)
class KeepStart(RaceMove):
    """Begin with this one of two start worlds dealt (p. 8)."""

    do: ClassVar[str] = "keep-start"
    card: str

    def words(self, state: State) -> str:
        return _("{player} keeps {card}", player=self.who(state), card=state.card(self.card).name)

    def apply(self, state: State) -> State:
        return state.with_progress(self.seat, StartChoice.begun(answered=True, placed=self.card))


MOVES = (KeepStart,)


def begin(state: State) -> State:
    return state.changed(at=-2, progress=tuple(StartChoice.begun() for _empire in state.empires))


class StartChoice(Stage):
    """A start world is chosen."""

    name: ClassVar[str] = "start"
    secret: ClassVar[bool] = True

    def question(self, state: State, seat: int) -> Question:
        text = later(lambda: _("{player}, which start world do you keep?", player=state.empires[seat].name))
        answered = state.progress[seat].answered
        return Question(
            seat, "keep-start", text, pages.TWO_PLAYERS, secret=True, optional=answered, answered=answered
        )

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return tuple(
            Option(KeepStart(seat, card.id), _("Start with {world}", world=card.name), tile=card.id)
            for card in start_pool(state.catalogue, state.setup)
        )

    def revealed(self, state: State) -> State:
        """The start worlds come into the tableaus; players who named the same one choose again."""
        chosen = [progress.placed for progress in state.progress]
        clash = tuple(card for card in dict.fromkeys(chosen) if chosen.count(card) > 1)
        if clash:
            progress = tuple(StartChoice.begun() if one.placed in clash else one for one in state.progress)
            return state.changed(clash=clash, progress=progress)
        for seat, card in enumerate(chosen):
            state = with_start(state, seat, card)
        # The start worlds not kept are discarded.
        return choosing.begin(state.changed(clash=(), discards=state.discards + len(chosen)))
