"""The research and development phase: technologies by level, facilities and where they go (p. 11, 12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from companion.games.a_new_frontier.rules.areas import opened, two_rounds
from companion.games.a_new_frontier.rules.facilities import (
    NOT_PLACED,
    facilities_left,
    place_remedy,
    refused_place,
)
from companion.games.a_new_frontier.rules.moves import SeatMove, ask
from companion.games.a_new_frontier.rules.plans import LEVEL_COST
from companion.games.a_new_frontier.rules.setup import by_the_pages, few_forms
from companion.games.a_new_frontier.rules.stage import Phase, Stage
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State, gain, with_plan
from companion.games.a_new_frontier.rules.techs import (
    MORE,
    TechsForm,
    level_1_left,
    techs_form,
    with_more,
)
from companion.games.a_new_frontier.wording.names import placed_words, planet_words, tech_with_text
from companion.games.contract import Json, Option, Question, Refusal, Value, later
from companion.translation import _, listed, plural

PAGE, FACILITIES_PAGE = 11, 12
LEVEL_COUNT = 4


class ResearchStep(Value, frozen=True):
    """queue: (seat, levels without those from colonies) still to choose; placing: (seat, facility);
    free: a seat and how many level 1 technologies it takes instantly, once its facilities stand (p. 12)."""

    queue: tuple[tuple[int, int], ...]
    placing: tuple[tuple[int, str], ...] = ()
    free: tuple[int, int] | None = None

    @property
    def levels(self) -> int:
        """The levels of whoever is asked, without those from colonies."""
        return self.taking_free[1] if self.taking_free else self.queue[0][1]

    @property
    def taking_free(self) -> tuple[int, int] | None:
        return None if self.placing else self.free


@dataclass(frozen=True)
class ChooseTechs(SeatMove):
    """The technologies taken in this round (p. 11)."""

    do: ClassVar[str] = "choose-techs"
    techs: tuple[str, ...]
    more: bool = False
    """One of them prints what nobody told yet."""

    @classmethod
    def of(cls, player: int | None, value: Json) -> Self:
        techs = tuple(id for id in value if id != MORE)
        return cls(player, techs, len(techs) < len(value))

    @property
    def value(self) -> Json:
        return (*self.techs, MORE) if self.more else self.techs

    def words(self, state: State) -> str:
        if not self.techs:
            return _("{player} takes no technology", player=self.who(state))
        return _(
            "{player} researches {techs}",
            player=self.who(state),
            techs=listed(tech_with_text(id, state.book) for id in self.techs),
        )

    def apply(self, state: State) -> State:
        step, seat, techs = state.step, self.seat, state.book.techs
        assert isinstance(step, ResearchStep)
        used = max(0, sum(techs[id].level for id in self.techs) - step.levels)
        bonus = state.corps[seat].bonus - used
        # Relocation must be finished before technologies are taken (p. 7).
        state = _taken(state, seat, self.techs).with_corp(seat, bonus=bonus, relocating=False)
        placing = [
            (seat, kind)
            for id in self.techs
            for kind in techs[id].facilities
            if facilities_left(state, kind) > 0
        ]
        placing += [(seat, id) for id in self.techs if techs[id].on_planet]
        brings = sum(techs[id].free for id in self.techs)
        free = (seat, brings) if brings and level_1_left(state, seat) else None
        queue = step.queue if step.taking_free else step.queue[1:]
        return state.changed(step=ResearchStep(queue, tuple(placing), free))


def _taken(state: State, seat: int, techs: tuple[str, ...]) -> State:
    """With the technologies: those marked take effect at once, the others from the next turn on (p. 11)."""
    corp = state.corps[seat]
    at_once = tuple(id for id in techs if state.book.techs[id].instant)
    later = tuple(id for id in techs if id not in at_once)
    return state.with_corp(seat, techs=(*corp.techs, *at_once), coming=(*corp.coming, *later))


@dataclass(frozen=True)
class PlaceFacility(SeatMove):
    """planet -1: every allowed place is blocked; it waits on the planning board (p. 12)."""

    do: ClassVar[str] = "place-facility"
    facility: str
    planet: int

    def words(self, state: State) -> str:
        what = placed_words(self.facility, state.book)
        if self.planet == NOT_PLACED:
            return _("{player} keeps {what} for later", player=self.who(state), what=what)
        planet = planet_words(state.book, self.planet)
        return _("{player} places {what} at {planet}", player=self.who(state), what=what, planet=planet)

    def apply(self, state: State) -> State:
        corp, there = state.corps[self.seat], (self.facility, self.planet)
        if self.facility in state.book.techs:
            state = state.with_corp(self.seat, laid_techs=(*corp.laid_techs, there))
        else:
            state = state.with_corp(self.seat, facilities=(*corp.facilities, there))
        return state.changed(step=state.step.changed(placing=state.step.placing[1:]))


MOVES = (ChooseTechs, PlaceFacility)


def begin(state: State) -> State:
    """Bribes and further levels are paid; facilities that waited are placed first."""
    state, order, actions = opened(state.changed(phase="research"), "research")
    bought = [0] * len(state.corps)
    for seat in order:
        plan = state.corps[seat].plan
        if plan is not None and plan.levels:
            bought[seat] = plan.levels
            state = with_plan(state, seat, levels=0)
            state = gain(state, seat, "credits", -LEVEL_COST * plan.levels, "technology levels")
            state = state.noted("levels", seat=seat, number=plan.levels)
    both = two_rounds(order, actions)
    queue = [(seat, LEVEL_COUNT) for seat in both[: len(order)]]
    queue += [(seat, bought[seat]) for seat in both[len(order) :] if bought[seat] or state.corps[seat].bonus]
    placing = []
    for seat in state.track:
        corp = state.corps[seat]
        placing += [(seat, kind) for kind, planet in corp.facilities if planet == NOT_PLACED]
        kept = tuple(each for each in corp.facilities if each[1] != NOT_PLACED)
        state = state.with_corp(seat, facilities=kept)
    return state.changed(step=ResearchStep(tuple(queue), tuple(placing)))


def allowed_levels(state: State, seat: int, levels: int) -> int:
    """Levels of this round, with those that colonies gave this turn, in either round (p. 8)."""
    free = isinstance(state.step, ResearchStep) and state.step.taking_free is not None
    return levels if free else levels + state.corps[seat].bonus


def form(state: State, seat: int, levels: int) -> TechsForm:
    most = allowed_levels(state, seat, levels)
    free = isinstance(state.step, ResearchStep) and state.step.taking_free is not None
    return with_more(techs_form(state, seat, most, 1 if free else most))


class TakingTechs(Stage):
    """Technologies for the levels of a round, one player after the other."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return (state.step.queue[0][0],)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        levels = state.step.levels
        text = later(
            lambda: plural(
                "{player}: choose technologies for {number} level.",
                "{player}: choose technologies for {number} levels.",
                allowed_levels(state, seat, levels),
                player=state.corps[seat].name,
            )
        )
        return ask(ChooseTechs, seat, text, PAGE, form=later(form, state, seat, levels))


class TakingFreeTechs(Stage):
    """Level 1 technologies at once, for which a technology just taken is good (p. 12)."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return (state.step.free[0],)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        count = state.step.levels
        text = plural(
            "{player}: take {number} level 1 technology at once, with the research facilities.",
            "{player}: take {number} level 1 technologies at once, with the research facilities.",
            count,
            player=state.corps[seat].name,
        )
        return ask(ChooseTechs, seat, text, FACILITIES_PAGE, form=later(form, state, seat, count))


class PlacingFacility(Stage):
    """Where a facility, or the token of a technology, goes."""

    def asked(self, state: State) -> tuple[int | None, ...]:
        return (state.step.placing[0][0],)

    def question(self, state: State, seat: int | None) -> Question:
        assert seat is not None
        text = _(
            "{player}: where does the {facility} go?",
            player=state.corps[seat].name,
            facility=placed_words(_placed(state), state.book),
        )
        return ask(PlaceFacility, seat, text, FACILITIES_PAGE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        kind = _placed(state)
        found = [
            Option(PlaceFacility(seat, kind, planet), planet_words(state.book, planet), likely=1)
            for planet in range(PLANET_COUNT)
            if not refused_place(state, seat, kind, planet)
        ]
        if kind not in state.book.techs and (state.storm is not None or not found):
            words = _("It waits for the next R & D phase")
            found.append(Option(PlaceFacility(seat, kind, NOT_PLACED), words))
        return tuple(found)

    def refusals(self, state: State, seat: int) -> tuple[Refusal, ...]:
        """Planets where it cannot stand."""
        kind = _placed(state)
        return tuple(
            Refusal(
                planet_words(state.book, planet),
                why,
                FACILITIES_PAGE,
                remedy=place_remedy(state, planet),
                decision=PlaceFacility(seat, kind, planet),
            )
            for planet in range(PLANET_COUNT)
            if (why := refused_place(state, seat, kind, planet))
        )


def _placed(state: State) -> str:
    """The facility, or the technology whose token is placed now."""
    kind: str = state.step.placing[0][1]
    return kind


TAKING_TECHS, TAKING_FREE_TECHS, PLACING_FACILITY = TakingTechs(), TakingFreeTechs(), PlacingFacility()


class Research(Phase):
    key = "research"

    def stage(self, state: State) -> Stage | None:
        step = state.step
        assert isinstance(step, ResearchStep)
        if step.placing:
            return PLACING_FACILITY
        if step.free is not None:
            return TAKING_FREE_TECHS
        return TAKING_TECHS if step.queue else None

    def lies_open(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What each place of the tree needs, of one branch for all of them."""
        if few_forms(state) and self.stage(state) is not None:
            book = state.book
            untold = [id for id in book.techs if book.is_untold(f"technology-{id}", "needs")]
            first = {book.techs[id].place: f"technology-{id}" for id in reversed(untold)}
            yield "tree", tuple(first[place] for place in sorted(first))

    def settled(self, state: State) -> State:
        """A second round without a level is passed over: the colony's was taken in the first (p. 8, 11)."""
        while self.stage(state) is TAKING_TECHS and by_the_pages(state):
            if allowed_levels(state, *state.step.queue[0]):
                break
            state = state.changed(step=ResearchStep(state.step.queue[1:]))
        return state
