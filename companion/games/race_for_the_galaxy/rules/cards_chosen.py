"""Which cards are kept and which are discarded, said by a player whose cards the companion deals.

Everywhere else the tracker never knows which (p. 3, 4): hands choose, and the rules count. A setup names who
says it (`State.choosers`). Nothing that is counted depends on it, so a table where nobody says it goes on all
the same: the dealer chooses then.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Decision, Setup
from companion.games.race_for_the_galaxy.rules.race_move import RaceMove
from companion.games.race_for_the_galaxy.rules.state import CHOOSERS, Move, State
from companion.translation import plural

KEPT, GONE = "keep", "pay"
"""What a `Move` is that leaves it to its player which cards it moves."""


def with_chooser(setup: Setup, seat: int) -> Setup:
    seats = sorted({*setup.option(CHOOSERS), str(seat)})
    rest = tuple(option for option in setup.options if option[0] != CHOOSERS)
    return setup.changed(options=(*rest, (CHOOSERS, "".join(seats))))


def opened(state: State) -> State:
    """The state after a step, with what it leaves to its choosers."""
    if not (state.moves or state.choices):
        return state
    seats = state.choosers
    left = tuple(move for move in state.moves if move.what in (KEPT, GONE) and move.seat in seats)
    return state if left == state.choices else state.changed(choices=left)


@dataclass(frozen=True)
class ChosenCards(RaceMove):
    """Of the cards drawn these were kept, or of the hand these were discarded. It lies face down, so that no
    words name the cards."""

    do: ClassVar[str] = "choose-cards"
    cards: tuple[str, ...]
    kept: bool

    def words(self, state: State) -> str:
        if self.kept:
            return plural(
                "{player} keeps {number} card of those drawn",
                "{player} keeps {number} cards of those drawn",
                len(self.cards),
                player=self.who(state),
            )
        return plural(
            "{player} chooses {number} card to discard",
            "{player} chooses {number} cards to discard",
            len(self.cards),
            player=self.who(state),
        )

    def is_of(self, move: Move) -> bool:
        """Whether it may say which cards this move moves."""
        return move == Move(self.seat, KEPT if self.kept else GONE, len(self.cards))

    def apply(self, state: State) -> State:
        left = list(state.choices)
        left.remove(next(move for move in left if self.is_of(move)))
        return state.changed(choices=tuple(left), moves=())

    def listed_as(self, state: State) -> Decision | None:
        """Legal is what the last step left to this player: that many cards of the game, each once."""
        known = all(card in state.catalogue for card in self.cards) and len({*self.cards}) == len(self.cards)
        return None if known and any(map(self.is_of, state.choices)) else self


MOVES = (ChosenCards,)
