"""The planet phase after Alpha Security: conflicts, income, building, maintenance, loans (p. 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules import alpha, missions
from companion.games.a_new_frontier.rules.conflict import opponents
from companion.games.a_new_frontier.rules.fight import course
from companion.games.a_new_frontier.rules.fight.stage import stage_of
from companion.games.a_new_frontier.rules.moves import ask
from companion.games.a_new_frontier.rules.planet_state import Fight, LoanStep, PlanetStep, fight_of
from companion.games.a_new_frontier.rules.plans import free_credits
from companion.games.a_new_frontier.rules.setup import by_the_pages
from companion.games.a_new_frontier.rules.ships import ShipsMove, ships_form
from companion.games.a_new_frontier.rules.stage import Phase, Stage
from companion.games.a_new_frontier.rules.state import (
    PLANET_COUNT,
    Corp,
    State,
    gain,
    planet_order,
    put,
    stock_of,
    with_fleet,
    with_plan,
    with_stock,
    without,
)
from companion.games.a_new_frontier.wording.names import planet_words
from companion.games.contract import Option, Question, later
from companion.translation import plural

PAGE = 6
SHIPS_WITHOUT_UPKEEP = 4
MAX_SHIPS = 9
UPKEEP_PER_SHIP = 2
SHIPS_OF_THE_EXAMPLE = 6
LOAN_CREDITS = 4
MAX_MINE_LEVEL, MAX_FLIPPED_MINE_LEVEL = 5, 8


@dataclass(frozen=True)
class RepayWith(ShipsMove):
    """Excess ships removed, 2 credits each, to repay a loan (p. 6)."""

    do: ClassVar[str] = "repay-with"

    def apply(self, state: State) -> State:
        step = state.step
        assert isinstance(step, LoanStep)
        seat, planet = step.open[0]
        left = without(state.corps[seat].fleets[planet], self.ships)
        state = with_fleet(state, seat, planet, left)
        for ship in self.ships:
            state = with_stock(state, ship, 1)
        state = gain(state, seat, "credits", UPKEEP_PER_SHIP * len(self.ships), "ships removed")
        state = _paid(state, seat, planet)
        return _repay(state.changed(step=LoanStep(step.open[1:])))


MOVES = (*course.MOVES, RepayWith)


def begin(state: State) -> State:
    return proceed(state.changed(phase="planets", step=PlanetStep(alpha.resolution_order(state))))


def proceed(state: State) -> State:
    """Through the planets until somebody must answer, or the phase is over (step None)."""
    while isinstance(step := state.step, PlanetStep):
        if step.at == PLANET_COUNT:
            return _repay(state.changed(step=LoanStep(_loans(state))))
        if step.fight is not None and not stage_of(step.fight).over:
            return state
        if step.fight is None and any(attack.planet == step.planet for attack in state.attacks):
            fought = course.begin(state, step.planet)
            return _mobilized(state, fought).changed(step=PlanetStep(step.order, step.at, fought))
        spoils = step.fight.spoils if step.fight else (0,) * len(state.corps)
        state = _harvest(state, step.planet, spoils)
        attacks = tuple(attack for attack in state.attacks if attack.planet != step.planet)
        state = state.changed(attacks=attacks, step=PlanetStep(step.order, step.at + 1))
    return state


def _mobilized(state: State, fought: Fight) -> State:
    """Whom everybody fights and attacks, for missions; defending is fighting, too (p. 10)."""
    for seat in fought.seats:
        for other in sorted(opponents(fought.conflicts, seat)):
            state = missions.with_deed_recorded(state, seat, "fight", fought.planet, other)
    for each in fought.conflicts:
        for attacker in each.attackers:
            state = missions.with_deed_recorded(state, attacker, "attack", fought.planet, each.target)
    return state


class Fighting(Stage):
    """The conflicts at a planet, which have stages of their own."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return tuple(question.player for question in self.questions(state))

    def questions(self, state: State) -> tuple[Question, ...]:
        return course.questions(state, fight_of(state))

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return course.options(state, fight_of(state), seat)


class Repaying(Stage):
    """Loans that credits do not repay, one player after the other."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return (state.step.open[0][0],)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        planet = state.step.open[0][1]
        due = ships_due(state, seat, planet)
        text = later(
            lambda: plural(
                "{player}: remove {number} ship at {planet} to repay the loan.",
                "{player}: remove {number} ships at {planet} to repay the loan.",
                due,
                player=state.corps[seat].name,
                planet=planet_words(state.book, planet),
            )
        )
        return ask(RepayWith, seat, text, PAGE, form=later(ships_form, state, seat, planet, due, due))


FIGHTING, REPAYING = Fighting(), Repaying()


class Planets(Phase):
    key = "planets"

    def stage(self, state: State) -> Stage | None:
        if state.step is None:
            return None
        return REPAYING if isinstance(state.step, LoanStep) else FIGHTING

    def settled(self, state: State) -> State:
        return proceed(state)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        now = self.stage(state)
        return () if now is None else now.options(state, seat)

    def lies_open(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        if self.stage(state) is FIGHTING:
            yield from course.lies_open(state, fight_of(state))


# --- steps 6 to 8 ---------------------------------------------------------------------------------------


def _harvest(state: State, planet: int, spoils: tuple[int, ...]) -> State:
    if planet != state.storm:
        incomes = tuple(corp.mines[planet] - spoils[seat] for seat, corp in enumerate(state.corps))
        for seat, income in enumerate(incomes):
            state = gain(state, seat, "credits", income, "mine")
        state = state.noted("income", planet=planet, more=incomes)
        for seat in planet_order(state, planet):
            state = _build(state, seat, planet)
    for seat in state.seats:
        state = _maintain(state, seat, planet)
    return state


def highest_mine(corp: Corp) -> int:
    """5; with Production 1B the flipped token goes to 8 (p. 6)."""
    return MAX_FLIPPED_MINE_LEVEL if "production-1B" in corp.techs else MAX_MINE_LEVEL


def _build(state: State, seat: int, planet: int) -> State:
    corp = state.corps[seat]
    wanted = None if corp.plan is None else corp.plan.build_at(planet)
    if wanted is None:
        return state
    levels = 2 if "production-2A" in corp.techs else 1
    mine = corp.mines[planet]
    upgraded = max(mine, min(highest_mine(corp), mine + levels))
    state = state.with_corp(seat, mines=put(corp.mines, planet, upgraded))
    fleet = corp.fleets[planet]
    for ship in wanted:
        # Excess ships go back, and so do those that nobody can pay or that have run out; they cost nothing.
        cost = state.book.ships[ship].cost
        paid = not by_the_pages(state) or state.corps[seat].credits >= cost
        if len(fleet) < MAX_SHIPS and stock_of(state, ship) > 0 and paid:
            fleet = (*fleet, ship)
            state = with_stock(state, ship, -1)
            state = gain(state, seat, "credits", -cost, "ships built")
    state = with_fleet(state, seat, planet, fleet)
    kept = fleet[len(corp.fleets[planet]) :]
    state = state.noted("built", seat=seat, planet=planet, number=upgraded, more=kept)
    if returned := without(wanted, kept):
        state = state.noted("returned", seat=seat, planet=planet, more=returned)
    if built := len(kept):
        state = missions.with_deed_recorded(state, seat, "build", planet, amount=built)
    plan = state.corps[seat].plan
    assert plan is not None
    return with_plan(state, seat, builds=tuple(each for each in plan.builds if each[0] != planet))


def upkeep(corp: Corp, planet: int) -> int:
    """2 credits for each ship above 4. What technologies spare is told at the table."""
    return UPKEEP_PER_SHIP * max(0, len(corp.fleets[planet]) - SHIPS_WITHOUT_UPKEEP)


def maintenance(state: State, seat: int, planet: int) -> int:
    """What a fleet costs at its planet: 1 for 6 ships with Logistics 1A and 2A (p. 11). What they spare
    otherwise is told at the table."""
    corp = state.corps[seat]
    both = {"logistics-1A", "logistics-2A"} <= set(corp.techs)
    if by_the_pages(state) and both and len(corp.fleets[planet]) == SHIPS_OF_THE_EXAMPLE:
        return 1
    return upkeep(corp, planet)


def _maintain(state: State, seat: int, planet: int) -> State:
    cost = maintenance(state, seat, planet)
    while cost > free_credits(state, seat):
        state = gain(state, seat, "credits", LOAN_CREDITS, "loan")
        state = state.with_corp(seat, loans=(*state.corps[seat].loans, planet))
        state = state.noted("loan", seat=seat, planet=planet, number=LOAN_CREDITS)
    if cost:
        state = state.noted("maintenance", seat=seat, planet=planet, number=cost)
    return gain(state, seat, "credits", -cost, "maintenance")


def _loans(state: State) -> tuple[tuple[int, int], ...]:
    return tuple((seat, planet) for seat in state.track for planet in state.corps[seat].loans)


def _repay(state: State) -> State:
    """Loans are repaid with credits where there are enough; the phase is over when none is left."""
    step = state.step
    assert isinstance(step, LoanStep)
    while step.open:
        seat, planet = step.open[0]
        if free_credits(state, seat) < LOAN_CREDITS and ships_due(state, seat, planet):
            return state.changed(step=step)
        state = _paid(state, seat, planet)
        step = LoanStep(step.open[1:])
    return state.changed(step=None)


def _paid(state: State, seat: int, planet: int) -> State:
    """Without the loan, which is repaid as far as the credits go."""
    paid = min(LOAN_CREDITS, max(0, free_credits(state, seat)))
    state = gain(state, seat, "credits", -paid, "loan repaid")
    state = state.noted("repaid", seat=seat, planet=planet, number=paid)
    loans = list(state.corps[seat].loans)
    loans.remove(planet)
    return state.with_corp(seat, loans=tuple(loans))


def ships_due(state: State, seat: int, planet: int) -> int:
    """Excess ships that must go so that the loan is covered, 2 credits each (p. 6); none where the player has
    gained enough credits since."""
    missing = LOAN_CREDITS - min(LOAN_CREDITS, max(0, free_credits(state, seat)))
    excess = max(0, len(state.corps[seat].fleets[planet]) - SHIPS_WITHOUT_UPKEEP)
    return min(-(-missing // UPKEEP_PER_SHIP), excess)
