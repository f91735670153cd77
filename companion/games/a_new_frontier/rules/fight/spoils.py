"""Gives the winners of a conflict spoils: stolen credits, and facilities destroyed by a roll (p. 7, 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules import conflict, missions
from companion.games.a_new_frontier.rules.fight.dice import Rolls
from companion.games.a_new_frontier.rules.fight.might import of_cards, plays
from companion.games.a_new_frontier.rules.fight.stage import (
    DESTROY,
    DONE,
    FACILITY,
    PAGE,
    STEAL,
    Stage,
    proceed,
)
from companion.games.a_new_frontier.rules.moves import SeatMove, ask
from companion.games.a_new_frontier.rules.planet_state import Fight, fight_of
from companion.games.a_new_frontier.rules.state import State, gain, put
from companion.games.a_new_frontier.wording.names import facility_with_text, facility_words
from companion.games.contract import Option, Question, later
from companion.translation import _, plural

CREDITS_PER_RAISE = 2
"""Credits for +1 on one roll."""
DESTROYED_FACILITY_VP = 2
"""What destroying a facility brings."""


@dataclass(frozen=True)
class Steal(SeatMove):
    """Steal so many credits from the target's mine; forego: 2 stay there for +1 on the roll; both: 4 do, for
    +1 on each of two rolls (p. 7)."""

    do: ClassVar[str] = "steal"
    credits: int
    forego: bool = False
    both: bool = False

    @property
    def rolls_raised(self) -> int:
        return 2 if self.both else int(self.forego)

    def words(self, state: State) -> str:
        who = self.who(state)
        if self.both:
            return plural(
                "{player} steals {number} credit, 4 of them foregone",
                "{player} steals {number} credits, 4 of them foregone",
                self.credits,
                player=who,
            )
        if self.forego:
            return plural(
                "{player} steals {number} credit, 2 of them foregone",
                "{player} steals {number} credits, 2 of them foregone",
                self.credits,
                player=who,
            )
        return plural(
            "{player} steals {number} credit", "{player} steals {number} credits", self.credits, player=who
        )

    def apply(self, state: State) -> State:
        it = fight_of(state)
        number, seat = it.thieves[0]
        target = it.conflicts[number].target
        rolls = rolls_at(state, it, seat, target) if self.credits else 0
        foregone = self.rolls_raised * CREDITS_PER_RAISE
        taken = conflict.credits_stolen(self.credits, mine_left(state, it, target), foregone)
        # Who foregoes all that was stolen has not stolen (p. 10).
        if taken:
            state = missions.with_deed_recorded(state, seat, "steal", it.planet, target, taken)
        state = gain(state, seat, "credits", taken, "stolen")
        it = it.changed(spoils=put(it.spoils, target, it.spoils[target] + taken))
        if rolls:
            return proceed(state, it.changed(stage=DESTROY, rolls=rolls, raised=self.rolls_raised))
        return proceed(state, it.changed(thieves=it.thieves[1:]))


@dataclass(frozen=True)
class LoseFacility(SeatMove):
    do: ClassVar[str] = "lose-facility"
    facility: str

    def words(self, state: State) -> str:
        return _(
            "{player} loses a facility: {what}", player=self.who(state), what=facility_words(self.facility)
        )

    def apply(self, state: State) -> State:
        it = fight_of(state)
        here = (self.facility, it.planet)
        left = list(state.corps[self.seat].facilities)
        left.remove(here)
        state = state.with_corp(self.seat, facilities=tuple(left))
        state = state.changed(destroyed=(*state.destroyed, here))
        state = gain(state, it.thieves[0][1], "vp", DESTROYED_FACILITY_VP, "a facility destroyed")
        return proceed(state, _rolled(it))


MOVES = (Steal, LoseFacility)


def mine_left(state: State, it: Fight, target: int) -> int:
    """What the target's mine still yields this turn."""
    return state.corps[target].mines[it.planet] - it.spoils[target]


def destructible(state: State, it: Fight, target: int) -> tuple[str, ...]:
    """The target's facilities here that were not destroyed this turn."""
    return tuple(dict.fromkeys(state.corps[target].facilities_at(it.planet)))


def rolls_at(state: State, it: Fight, seat: int, target: int) -> int:
    """How often the seat may roll to destroy: once, with a card that allows two facilities twice, and never
    more often than facilities are there."""
    two = plays(state, it, seat, "destroys_two")
    return min(2 if two else 1, len(destructible(state, it, target)))


def _rolled(it: Fight) -> Fight:
    """On to the thief's next roll, or to the next thief."""
    if it.rolls:
        return it.changed(stage=DESTROY)
    return it.changed(stage=STEAL, thieves=it.thieves[1:], raised=0)


def steal_options(state: State, it: Fight, seat: int) -> list[Option]:
    target = it.conflicts[it.thieves[0][0]].target
    left = mine_left(state, it, target)
    # Where nobody told the table, no number is more likely than another.
    usual = min(left, _steal_value(state, it, seat)) if state.book.shown.steal else -1
    found = []
    for credits in range(left, -1, -1):
        words = _("Steal {credits}", credits=credits)
        found.append(Option(Steal(seat, credits), words, likely=int(credits == usual)))
    rolls = rolls_at(state, it, seat, target)
    if rolls:
        for credits in range(left, CREDITS_PER_RAISE - 1, -1):
            words = _("Steal {credits}, and forego 2 of them for +1 on the roll", credits=credits)
            if rolls > 1:
                words = _("Steal {credits}, and forego 2 of them for +1 on the first roll", credits=credits)
            found.append(Option(Steal(seat, credits, True), words, likely=-1))
    if rolls > 1:
        for credits in range(left, 2 * CREDITS_PER_RAISE - 1, -1):
            words = _("Steal {credits}, and forego 4 of them for +1 on both rolls", credits=credits)
            found.append(Option(Steal(seat, credits, both=True), words, likely=-2))
    return found


def _steal_value(state: State, it: Fight, seat: int) -> int:
    """What the table's row gives to steal, with what cards add by the owner's entries."""
    row = state.book.from_row(state.book.shown.steal, it.mights[seat] or 0)
    return max(0, row + of_cards(state, it, seat, "steal"))


class Stealing(Stage):
    """Whoever defeated a target steals, one after the other."""

    name = STEAL
    lost_have_left = True

    def asked(self, state: State, it: Fight) -> tuple[tuple[int | None, Stage], ...]:
        return ((it.thieves[0][1], self),) if it.thieves else ()

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        assert seat is not None
        target = it.conflicts[it.thieves[0][0]].target
        text = later(
            lambda: _(
                "{player}: how much do you steal from {target}?",
                player=state.corps[seat].name,
                target=state.corps[target].name,
            )
        )
        return ask(Steal, seat, text, PAGE)

    def options(self, state: State, it: Fight, seat: int) -> list[Option]:
        return steal_options(state, it, seat)

    def after(self, state: State, it: Fight) -> tuple[State, Fight]:
        return state, it.changed(stage=DONE)


class Destroying(Rolls):
    """The thief rolls to destroy a facility."""

    name = DESTROY
    lost_have_left = True

    def who(self, it: Fight) -> tuple[int, ...]:
        return (it.thieves[0][1],)

    def roll_words(self, it: Fight, names: list[str]) -> str:
        return _(
            "{player} rolls to destroy a facility: {number} or more",
            player=names[0],
            number=self.required(it),
        )

    def required(self, it: Fight) -> int:
        """What the roll must show at least."""
        return conflict.DICE_TO_DESTROY - (1 if it.raised else 0)

    def rolled(self, state: State, it: Fight, dice: tuple[int, ...]) -> State:
        hit = conflict.dice_total(*dice) >= self.required(it)
        it = it.changed(rolls=it.rolls - 1, raised=max(0, it.raised - 1))
        return proceed(state, it.changed(stage=FACILITY) if hit else _rolled(it))


class LosingFacility(Stage):
    """Whose facility is destroyed, says which."""

    name = FACILITY
    lost_have_left = True

    def asked(self, state: State, it: Fight) -> tuple[tuple[int | None, Stage], ...]:
        return ((it.conflicts[it.thieves[0][0]].target, self),)

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        assert seat is not None
        text = later(lambda: _("{player}: which facility is destroyed?", player=state.corps[seat].name))
        return ask(LoseFacility, seat, text, PAGE)

    def options(self, state: State, it: Fight, seat: int) -> list[Option]:
        return [
            Option(LoseFacility(seat, each), later(facility_with_text, each, state.book))
            for each in destructible(state, it, seat)
        ]
