"""Draw if lucky: a number is named, the top card turned up, and kept if its cost or defense matches (p. 10).

The odds: of the cards in the box, which p. 10 counts, less what lies open in the tableaus. Hands, goods, the
discards and the supply are all face down, so any of the cards not seen may be the top one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from companion.games.contract import Option, Question, Tally, Term, later
from companion.games.race_for_the_galaxy.rules import cards_moved, pages
from companion.games.race_for_the_galaxy.rules.abilities import InForce
from companion.games.race_for_the_galaxy.rules.consume_powers import ConsumeStage, go_on, mark_used, named
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.rules.steps import Step
from companion.translation import _

CARDS_BY_COST = {
    "development": (0, 12, 12, 4, 8, 2, 12, 0),
    "world": (2, 6, 17, 9, 4, 5, 2, 0),
    "military": (0, 6, 9, 3, 2, 2, 2, 1),
}
"""Cards at each cost or defense from 0 to 7 (p. 10)."""
COSTS = range(1, 8)


@dataclass(frozen=True)
class NameNumber(Step):
    """Name a number for the top card of the supply, by power number `power` of `card` (p. 10)."""

    do: ClassVar[str] = "name-number"
    card: str
    power: int
    number: int

    def words(self, state: State) -> str:
        return _("{player} names {number}", player=self.who(state), number=self.number)

    def effect(self, state: State) -> State:
        state = mark_used(state, self.seat, named(state, self.seat, self.card, self.power))
        progress = TurningUp.reached(state.progress[self.seat], named=self.number)
        return state.with_progress(self.seat, progress)


@dataclass(frozen=True)
class TurnUp(Step):
    """Whether the card turned up has the number named, and is kept (p. 10)."""

    do: ClassVar[str] = "turn-up"
    lucky: bool

    def words(self, state: State) -> str:
        if self.lucky:
            return _("{player} is lucky", player=self.who(state))
        return _("{player} is not lucky", player=self.who(state))

    def effect(self, state: State) -> State:
        state = cards_moved.turn_up(state, self.seat, self.lucky)
        state = state.with_progress(self.seat, state.progress[self.seat].changed(named=0))
        return go_on(state, self.seat)


MOVES = (NameNumber, TurnUp)


def unseen_by_cost(state: State) -> tuple[int, ...]:
    """Cards at each cost or defense that nobody sees."""
    seen = Counter(state.card(held.card).cost for empire in state.empires for held in empire.tableau)
    return tuple(max(0, count - seen[number]) for number, count in enumerate(state.catalogue.by_cost))


def odds(state: State, number: int) -> Fraction:
    """How likely the top card has this cost or defense."""
    unseen = unseen_by_cost(state)
    return Fraction(unseen[number], max(1, sum(unseen)))


def numbers(state: State, seat: int, one: InForce) -> list[Option]:
    """The numbers to name, the likeliest marked."""
    unseen = unseen_by_cost(state)
    best = max(COSTS, key=lambda number: unseen[number])
    found = []
    for number in COSTS:
        words = _(
            "{card}: name {number} ({percent}\N{NO-BREAK SPACE}%)",
            card=state.card(one.card).name,
            number=number,
            percent=round(100 * odds(state, number)),
        )
        all_cards = state.catalogue.by_cost[number]
        why = Tally(
            _("not seen"),
            (Term(_("in the box"), all_cards), Term(_("open in tableaus"), unseen[number] - all_cards)),
        )
        decision = NameNumber(seat, one.card, one.number, number)
        found.append(Option(decision, words, (why,), one.card, likely=int(number == best)))
    return found


class TurningUp(ConsumeStage):
    """The top card is turned up."""

    name: ClassVar[str] = "flip"

    def question(self, state: State, seat: int) -> Question:
        text = later(
            lambda: _(
                "{player}, turn up the top card: is its cost or defense {number}?",
                player=state.empires[seat].name,
                number=state.progress[seat].named,
            )
        )
        return Question(seat, "turn-up", text, pages.LUCKY)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return (
            Option(TurnUp(seat, True), _("Yes: it is kept")),
            Option(TurnUp(seat, False), _("No: it is discarded"), likely=1),
        )
