"""Draw if lucky: a number is named, the top card turned up, and kept if its cost or defense matches (p. 10).

The odds: of the table printed on p. 10, less what lies open in the tableaus. Hands, goods, the discards and
the supply are all face down, so any of the cards not seen may be the top one.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

from companion.games.contract import Decision, Illegal, Option, Question, Tally, Term
from companion.games.race_for_the_galaxy.rules import cards_moved, pages
from companion.games.race_for_the_galaxy.rules import decisions as do
from companion.games.race_for_the_galaxy.rules.abilities import InForce
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _

CARDS_BY_COST = {
    "development": (0, 12, 12, 4, 8, 2, 12, 0),
    "world": (2, 6, 17, 9, 4, 5, 2, 0),
    "military": (0, 6, 9, 3, 2, 2, 2, 1),
}
"""Cards at each cost or defense from 0 to 7 (p. 10)."""
COSTS = range(1, 8)
FLIP_STAGE = "flip"


@cache
def printed_by_cost() -> tuple[int, ...]:
    """All cards at each cost or defense."""
    return tuple(sum(row) for row in zip(*CARDS_BY_COST.values(), strict=True))


def unseen_by_cost(state: State) -> tuple[int, ...]:
    """Cards at each cost or defense that nobody sees."""
    seen = Counter(state.card(held.card).cost for empire in state.empires for held in empire.tableau)
    return tuple(max(0, count - seen[number]) for number, count in enumerate(printed_by_cost()))


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
            "{card}: name {number} ({percent} %)",
            card=state.card(one.card).name,
            number=number,
            percent=round(100 * odds(state, number)),
        )
        seen = printed_by_cost()[number] - unseen[number]
        why = Tally(
            _("cards not seen, of {all}", all=sum(unseen)),
            (Term(_("printed table"), printed_by_cost()[number]), Term(_("open in tableaus"), -seen)),
        )
        decision = do.NameNumber(seat, one.card, one.number, number)
        found.append(Option(decision, words, (why,), one.card, likely=int(number == best)))
    return found


def name(state: State, seat: int, one: InForce, number: int) -> State:
    """The number is named: the top card must be turned up."""
    if number not in COSTS:
        raise Illegal(_("Name a number from 1 to 7."), pages.LUCKY)
    progress = state.progress[seat]
    return state.with_progress(
        seat, progress.changed(stage=FLIP_STAGE, named=number, used=(*progress.used, one.name))
    )


def question(state: State, seat: int) -> Question:
    text = _(
        "{player}, turn up the top card: is its cost or defense {number}?",
        player=state.empires[seat].name,
        number=state.progress[seat].named,
    )
    return Question(seat, "turn-up", text, pages.LUCKY)


def options(state: State, seat: int) -> tuple[Option, ...]:
    return (
        Option(do.TurnUp(seat, True), _("Yes: it is kept")),
        Option(do.TurnUp(seat, False), _("No: it is discarded"), likely=1),
    )


def turn_up(state: State, seat: int, decision: Decision) -> State:
    if not isinstance(decision, do.TurnUp):
        raise Illegal(_("First the top card is turned up."), pages.LUCKY)
    state = cards_moved.turn_up(state, seat, decision.lucky)
    return state.with_progress(seat, state.progress[seat].changed(named=0))
