"""The research and development phase: technologies by level, facilities and where they go (p. 11, 12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.a_new_frontier.book import Book, Tech
from companion.games.a_new_frontier.rules.areas import opened, two_rounds
from companion.games.a_new_frontier.rules.decisions import ChooseTechs, EarnTechs, PlaceFacility
from companion.games.a_new_frontier.rules.planning_board import LEVEL_COST
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State, gain, with_plan
from companion.games.contract import Decision, Illegal, Item, Option, Question, Subset
from companion.translation import _, marked, plural

PAGE = 11
LEVEL_COUNT = 4
MAX_ON_PLANET, MAX_IN_ORBIT = 2, 1
NOT_PLACED = -1
EARNING_FACILITY = "research-facility"
EARNING_PHASES = ("planets", "exploration", "politics", "marketing", "research")
"""Once Alpha Security has been resolved (p. 12)."""
TENTH_BRANCH = "marketing"
"""The branch that the surviving text does not name."""


@dataclass(frozen=True)
class ResearchStep:
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


def finished(state: State) -> bool:
    return not state.step.queue and not state.step.placing and state.step.free is None


def allowed_levels(state: State, seat: int, levels: int) -> int:
    """Levels of this round, with those that colonies gave this turn, in either round (p. 8)."""
    free = isinstance(state.step, ResearchStep) and state.step.taking_free is not None
    return levels if free else levels + state.corps[seat].bonus


def owned(state: State, seat: int) -> frozenset[str]:
    corp = state.corps[seat]
    return frozenset((*corp.techs, *corp.coming))


def copies_left(state: State, tech: Tech) -> int:
    return tech.copies - sum(tech.id in corp.techs or tech.id in corp.coming for corp in state.corps)


def branch_ready(tech: Tech, mine: frozenset[str], techs: dict[str, Tech] | object) -> bool:
    """The branch has what this technology needs: so many techs, 1A as the first in a new branch; who has a
    level 2 tech from the start takes a level 1 tech before any other (p. 11)."""
    same = [id.rpartition("-")[2] for id in mine if id.rpartition("-")[0] == tech.branch]
    if not same:
        return tech.needs == 0
    begun_high = not any(place.startswith("1") for place in same)
    if begun_high and tech.level > 1:
        return False
    return len(same) >= tech.needs


def refused_techs(state: State, seat: int, chosen: tuple[str, ...]) -> str:
    """Why these technologies cannot be taken together; "": they can, in some order."""
    techs, mine = state.book.techs, owned(state, seat)
    if any(id not in techs for id in chosen) or len(set(chosen)) != len(chosen):
        return _("Choose each technology once.")
    for id in chosen:
        if id in mine:
            return _("{tech} has been researched already.", tech=tech_words(id, state.book))
        if copies_left(state, techs[id]) < 1:
            return _("No {tech} is left in the tray.", tech=tech_words(id, state.book))
    left = list(chosen)
    while left:
        ready = next((id for id in left if branch_ready(techs[id], mine, techs)), None)
        if ready is None:
            return _(
                "{tech} needs other technologies of its branch first.", tech=tech_words(left[0], state.book)
            )
        mine |= {ready}
        left.remove(ready)
    return ""


BRANCH_WORDS = {
    "exploration": marked("Exploration"),
    "politics": marked("Politics"),
    "tactics": marked("Tactics"),
    "engineering": marked("Engineering"),
    "operations": marked("Operations"),
    "strategy": marked("Strategy"),
    "logistics": marked("Logistics"),
    "production": marked("Production"),
    "research": marked("R & D"),
    "marketing": marked("Marketing"),
}


def branch_words(branch: str, book: Book | None = None) -> str:
    if book is not None and branch == TENTH_BRANCH and book.tenth_branch:
        return book.tenth_branch
    return _(BRANCH_WORDS[branch]) if branch in BRANCH_WORDS else branch


def tech_words(id: str, book: Book | None = None) -> str:
    """book: with the owner's name of the branch that the text does not name."""
    branch, _dash, place = id.rpartition("-")
    return f"{branch_words(branch, book)} {place}"


def form(state: State, seat: int, levels: int) -> Subset:
    most = allowed_levels(state, seat, levels)
    free = isinstance(state.step, ResearchStep) and state.step.taking_free is not None
    return techs_form(state, seat, most, 1 if free else most)


def techs_form(state: State, seat: int, most: int, highest: int) -> Subset:
    """most: levels in all; highest: the level of a single one."""
    mine = owned(state, seat)
    items = []
    for tech in state.book.techs.values():
        refused = ""
        if tech.id in mine:
            refused = _("{tech} has been researched already.", tech=tech_words(tech.id, state.book))
        elif copies_left(state, tech) < 1:
            refused = _("No {tech} is left in the tray.", tech=tech_words(tech.id, state.book))
        elif tech.level > highest:
            refused = _("{tech} needs more levels than there are.", tech=tech_words(tech.id, state.book))
        items.append(Item(tech.id, tech_words(tech.id, state.book), tech.level, refused=refused))
    return Subset(tuple(items), 0, None, _("Levels"), None, most)


def questions(state: State) -> tuple[Question, ...]:
    step = state.step
    assert isinstance(step, ResearchStep)
    if step.taking_free:
        seat, count = step.taking_free
        text = _(
            "{player}: take {count} level 1 technologies at once, with the research facilities.",
            player=state.corps[seat].name,
            count=count,
        )
        return (Question(seat, "choose-techs", text, 12, form=form(state, seat, count)),)
    if step.placing:
        seat, kind = step.placing[0]
        text = _(
            "{player}: where does the {facility} go?",
            player=state.corps[seat].name,
            facility=placed_words(state, kind),
        )
        return (Question(seat, "place-facility", text, 12),)
    seat, levels = step.queue[0]
    text = _(
        "{player}: choose technologies for {levels} levels.",
        player=state.corps[seat].name,
        levels=allowed_levels(state, seat, levels),
    )
    return (Question(seat, "choose-techs", text, PAGE, form=form(state, seat, levels)),)


FACILITY_WORDS = {
    "space-dock": marked("Space Dock"),
    "satellite": marked("Satellite"),
    "defense-system": marked("Defense System"),
    "refinery": marked("Refinery"),
    "factory": marked("Factory"),
    "shield-generator": marked("Shield Generator"),
    "planetary-council": marked("Planetary Council"),
    "research-facility": marked("Research Facility"),
    "exploration-center": marked("Exploration Center"),
    "broadcast-tower": marked("Broadcast Tower"),
}


def facility_words(kind: str) -> str:
    return _(FACILITY_WORDS[kind]) if kind in FACILITY_WORDS else kind


def placed_words(state: State, kind: str) -> str:
    """A facility, or a technology whose token goes onto a planet."""
    return tech_words(kind, state.book) if kind in state.book.techs else facility_words(kind)


def refused_place(state: State, seat: int, kind: str, planet: int) -> str:
    """Why a facility cannot stand there; "": it can (p. 12)."""
    built = state.corps[seat].facilities_at(planet)
    if planet == state.storm:
        return _("The storm blocks this planet.")
    if kind in state.book.techs:
        return ""
    if kind in built:
        return _("There is one of this kind already.")
    orbit = state.book.facilities[kind][1]
    same = sum(state.book.facilities[other][1] == orbit for other in built)
    if same >= (MAX_IN_ORBIT if orbit else MAX_ON_PLANET):
        return _("There is no place for another one.")
    return ""


def place_remedy(state: State, planet: int) -> str:
    """What can be done with a facility that cannot stand there."""
    if planet == state.storm:
        return _("Keep it for the next R & D phase.")
    return _("Choose another planet.")


def options(state: State, seat: int) -> tuple[Option, ...]:
    step = state.step
    if not isinstance(step, ResearchStep) or not step.placing or step.placing[0][0] != seat:
        return ()
    kind = step.placing[0][1]
    found = [
        Option(PlaceFacility(seat, kind, planet), state.book.planets[planet], likely=1)
        for planet in range(PLANET_COUNT)
        if not refused_place(state, seat, kind, planet)
    ]
    if kind not in state.book.techs and (state.storm is not None or not found):
        words = _("It waits for the next R & D phase")
        found.append(Option(PlaceFacility(seat, kind, NOT_PLACED), words))
    return tuple(found)


def play(state: State, decision: Decision) -> State:
    step = state.step
    assert isinstance(step, ResearchStep)
    if step.placing:
        return _place(state, step, decision)
    free_now = step.taking_free
    turn = free_now or (step.queue[0] if step.queue else None)
    if not isinstance(decision, ChooseTechs) or turn is None or turn[0] != decision.player:
        raise Illegal(_("That is not what is asked now."), PAGE)
    seat, levels = turn
    total = sum(state.book.techs[id].level for id in decision.techs if id in state.book.techs)
    if wrong := refused_techs(state, seat, decision.techs):
        raise Illegal(wrong, PAGE)
    most = allowed_levels(state, seat, levels)
    if total > most:
        raise Illegal(
            _("These are {total} levels; there are {most}.", total=total, most=most),
            PAGE,
            plural(
                "Leave {number} level out.",
                "Leave {number} levels out.",
                total - most,
            ),
        )
    if free_now and any(state.book.techs[id].level > 1 for id in decision.techs):
        raise Illegal(_("These are technologies of level 1."), 12, _("Leave out those of a higher level."))
    corp = state.corps[seat]
    used = max(0, total - levels)
    # Relocation must be finished before technologies are taken (p. 7).
    state = _taken(state, seat, decision.techs).with_corp(seat, bonus=corp.bonus - used, relocating=False)
    placing = [
        (seat, kind)
        for id in decision.techs
        for kind in state.book.techs[id].facilities
        if facilities_left(state, kind) > 0
    ]
    placing += [(seat, id) for id in decision.techs if state.book.techs[id].on_planet]
    brings = sum(state.book.techs[id].free for id in decision.techs)
    free = (seat, brings) if brings and level_1_left(state, seat) else None
    queue = step.queue if free_now else step.queue[1:]
    return state.changed(step=ResearchStep(queue, tuple(placing), free))


def _taken(state: State, seat: int, techs: tuple[str, ...]) -> State:
    """With the technologies: those marked take effect at once, the others from the next turn on (p. 11)."""
    corp = state.corps[seat]
    at_once = tuple(id for id in techs if state.book.techs[id].instant)
    later = tuple(id for id in techs if id not in at_once)
    return state.with_corp(seat, techs=(*corp.techs, *at_once), coming=(*corp.coming, *later))


def level_1_left(state: State, seat: int) -> bool:
    """Whether there is a level 1 technology that the seat may take."""
    return any(
        tech.level == 1 and not refused_techs(state, seat, (id,)) for id, tech in state.book.techs.items()
    )


# --- what research facilities earn (p. 12) --------------------------------------------------------------


def may_earn(state: State, seat: int) -> int:
    """How many technologies a seat's research facilities may still earn this turn: one each, since it
    is told at the table which of them qualify."""
    if state.phase not in EARNING_PHASES:
        return 0
    there = sum(
        kind == EARNING_FACILITY and planet != NOT_PLACED for kind, planet in state.corps[seat].facilities
    )
    return max(0, there - state.corps[seat].earned)


def earn_question(state: State, seat: int) -> tuple[Question, ...]:
    most = may_earn(state, seat)
    if not most or not level_1_left(state, seat):
        return ()
    text = _("{player}: a technology earned by a research facility?", player=state.corps[seat].name)
    form = techs_form(state, seat, most, 1)
    return (Question(seat, "earn-techs", text, 12, form=form, optional=True),)


def earn(state: State, decision: EarnTechs) -> State:
    """Technologies earned once Alpha Security was resolved take effect next turn (p. 12). Raises Illegal."""
    seat = decision.player
    assert seat is not None
    most = may_earn(state, seat)
    if len(decision.techs) > most:
        raise Illegal(_("Your research facilities may earn {count} more this turn.", count=most), 12)
    if wrong := refused_techs(state, seat, decision.techs):
        raise Illegal(wrong, PAGE)
    if any(state.book.techs[id].level > 1 for id in decision.techs):
        raise Illegal(_("These are technologies of level 1."), 12, _("Leave out those of a higher level."))
    corp = state.corps[seat]
    return state.with_corp(
        seat, coming=(*corp.coming, *decision.techs), earned=corp.earned + len(decision.techs)
    )


def facilities_left(state: State, kind: str) -> int:
    built = Counter(each for corp in state.corps for each, _planet in corp.facilities)
    gone = Counter(each for each, _planet in state.destroyed)
    return state.book.facilities[kind][0] - built[kind] - gone[kind]


def _place(state: State, step: ResearchStep, decision: Decision) -> State:
    seat, kind = step.placing[0]
    if not isinstance(decision, PlaceFacility) or decision.player != seat or decision.facility != kind:
        raise Illegal(_("A facility must be placed first."), 12)
    if not any(option.decision == decision for option in options(state, seat)):
        wrong = (
            refused_place(state, seat, kind, decision.planet) if 0 <= decision.planet < PLANET_COUNT else ""
        )
        raise Illegal(
            wrong or _("There is no such planet."), 12, place_remedy(state, decision.planet) if wrong else ""
        )
    corp, there = state.corps[seat], (kind, decision.planet)
    if kind in state.book.techs:
        state = state.with_corp(seat, laid_techs=(*corp.laid_techs, there))
    else:
        state = state.with_corp(seat, facilities=(*corp.facilities, there))
    return state.changed(step=replace(step, placing=step.placing[1:]))
