"""The research and development phase: technologies by level, facilities and where they go (p. 11, 12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.a_new_frontier.book import Tech
from companion.games.a_new_frontier.rules.areas import opened, two_rounds
from companion.games.a_new_frontier.rules.decisions import ChooseTechs, PlaceFacility
from companion.games.a_new_frontier.rules.planning import LEVEL
from companion.games.a_new_frontier.rules.state import PLANETS, State, gain, with_plan
from companion.games.contract import Decision, Illegal, Item, Option, Question, Subset
from companion.translation import _

PAGE = 11
LEVELS = 4
MOST_ON_PLANET, MOST_IN_ORBIT = 2, 1
WAITING = -1


@dataclass(frozen=True)
class ResearchStep:
    """queue: (seat, levels without those from colonies) still to choose; placing: (seat, facility)."""

    queue: tuple[tuple[int, int], ...]
    placing: tuple[tuple[int, str], ...] = ()


def begin(state: State) -> State:
    """Bribes and further levels are paid; facilities that waited are placed first."""
    state, order, actions = opened(state.changed(phase="research"), "research")
    bought = [0] * len(state.corps)
    for seat in order:
        plan = state.corps[seat].plan
        if plan is not None and plan.levels:
            bought[seat] = plan.levels
            state = with_plan(state, seat, levels=0)
            state = gain(state, seat, "credits", -LEVEL * plan.levels, "technology levels")
    both = two_rounds(order, actions)
    queue = [(seat, LEVELS) for seat in both[: len(order)]]
    queue += [(seat, bought[seat]) for seat in both[len(order) :] if bought[seat] or state.corps[seat].bonus]
    placing = []
    for seat in state.track:
        corp = state.corps[seat]
        placing += [(seat, kind) for kind, planet in corp.facilities if planet == WAITING]
        kept = tuple(each for each in corp.facilities if each[1] != WAITING)
        state = state.with_corp(seat, facilities=kept)
    return state.changed(step=ResearchStep(tuple(queue), tuple(placing)))


def finished(state: State) -> bool:
    return not state.step.queue and not state.step.placing


def allowed_levels(state: State, seat: int, levels: int) -> int:
    """Levels of this round, with those that colonies gave this turn, in either round (p. 8)."""
    return levels + state.corps[seat].bonus


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


def takeable(state: State, seat: int, chosen: tuple[str, ...]) -> str:
    """Why these technologies cannot be taken together; "": they can, in some order."""
    techs, mine = state.book.techs, owned(state, seat)
    if any(id not in techs for id in chosen) or len(set(chosen)) != len(chosen):
        return _("Choose each technology once.")
    for id in chosen:
        if id in mine:
            return _("{tech} has been researched already.", tech=tech_words(id))
        if copies_left(state, techs[id]) < 1:
            return _("No {tech} is left in the tray.", tech=tech_words(id))
    left = list(chosen)
    while left:
        ready = next((id for id in left if branch_ready(techs[id], mine, techs)), None)
        if ready is None:
            return _("{tech} needs other technologies of its branch first.", tech=tech_words(left[0]))
        mine |= {ready}
        left.remove(ready)
    return ""


def branch_words(branch: str) -> str:
    known = {
        "exploration": _("Exploration"),
        "politics": _("Politics"),
        "tactics": _("Tactics"),
        "engineering": _("Engineering"),
        "operations": _("Operations"),
        "strategy": _("Strategy"),
        "logistics": _("Logistics"),
        "production": _("Production"),
        "research": _("R & D"),
        "marketing": _("Marketing"),
    }
    return known.get(branch, branch)


def tech_words(id: str) -> str:
    branch, _dash, place = id.rpartition("-")
    return f"{branch_words(branch)} {place}"


def form(state: State, seat: int, levels: int) -> Subset:
    most = allowed_levels(state, seat, levels)
    mine = owned(state, seat)
    items = []
    for tech in state.book.techs.values():
        refused = ""
        if tech.id in mine:
            refused = _("{tech} has been researched already.", tech=tech_words(tech.id))
        elif copies_left(state, tech) < 1:
            refused = _("No {tech} is left in the tray.", tech=tech_words(tech.id))
        elif tech.level > most:
            refused = _("{tech} needs more levels than there are.", tech=tech_words(tech.id))
        items.append(Item(tech.id, tech_words(tech.id), tech.level, refused=refused))
    return Subset(tuple(items), 0, None, _("Levels"), None, most)


def questions(state: State) -> tuple[Question, ...]:
    step = state.step
    assert isinstance(step, ResearchStep)
    if step.placing:
        seat, kind = step.placing[0]
        text = _(
            "{player}: where does the {facility} go?",
            player=state.corps[seat].name,
            facility=facility_words(kind),
        )
        return (Question(seat, "place-facility", text, 12),)
    seat, levels = step.queue[0]
    text = _(
        "{player}: choose technologies for {levels} levels.",
        player=state.corps[seat].name,
        levels=allowed_levels(state, seat, levels),
    )
    return (Question(seat, "choose-techs", text, PAGE, form=form(state, seat, levels)),)


def facility_words(kind: str) -> str:
    known = {
        "space-dock": _("Space Dock"),
        "satellite": _("Satellite"),
        "defense-system": _("Defense System"),
        "refinery": _("Refinery"),
        "factory": _("Factory"),
        "shield-generator": _("Shield Generator"),
        "planetary-council": _("Planetary Council"),
        "research-facility": _("Research Facility"),
        "exploration-center": _("Exploration Center"),
        "broadcast-tower": _("Broadcast Tower"),
    }
    return known.get(kind, kind)


def refused_place(state: State, seat: int, kind: str, planet: int) -> str:
    """Why a facility cannot stand there; "": it can (p. 12)."""
    here = state.corps[seat].facilities_at(planet)
    if planet == state.storm:
        return _("The storm blocks this planet.")
    if kind in here:
        return _("There is one of this kind already.")
    orbit = state.book.facilities[kind][1]
    same = sum(state.book.facilities[other][1] == orbit for other in here)
    if same >= (MOST_IN_ORBIT if orbit else MOST_ON_PLANET):
        return _("There is no place for another one.")
    return ""


def options(state: State, seat: int) -> tuple[Option, ...]:
    step = state.step
    if not isinstance(step, ResearchStep) or not step.placing or step.placing[0][0] != seat:
        return ()
    kind = step.placing[0][1]
    found = [
        Option(PlaceFacility(seat, kind, planet), state.book.planets[planet], likely=1)
        for planet in range(PLANETS)
        if not refused_place(state, seat, kind, planet)
    ]
    if state.storm is not None or not found:
        words = _("It waits for the next R & D phase")
        found.append(Option(PlaceFacility(seat, kind, WAITING), words))
    return tuple(found)


def play(state: State, decision: Decision) -> State:
    step = state.step
    assert isinstance(step, ResearchStep)
    if step.placing:
        return _place(state, step, decision)
    if not isinstance(decision, ChooseTechs) or not step.queue or step.queue[0][0] != decision.player:
        raise Illegal(_("That is not what is asked now."), PAGE)
    seat, levels = step.queue[0]
    total = sum(state.book.techs[id].level for id in decision.techs if id in state.book.techs)
    if wrong := takeable(state, seat, decision.techs):
        raise Illegal(wrong, PAGE)
    most = allowed_levels(state, seat, levels)
    if total > most:
        raise Illegal(_("These are {total} levels; there are {most}.", total=total, most=most), PAGE)
    corp = state.corps[seat]
    at_once = tuple(id for id in decision.techs if state.book.techs[id].instant)
    later = tuple(id for id in decision.techs if id not in at_once)
    state = state.with_corp(
        seat,
        techs=(*corp.techs, *at_once),
        coming=(*corp.coming, *later),
        bonus=corp.bonus - max(0, total - levels),
        # Relocation must be finished before technologies are taken (p. 7).
        relocating=False,
    )
    placing = [
        (seat, kind)
        for id in decision.techs
        for kind in state.book.techs[id].facilities
        if facilities_left(state, kind) > 0
    ]
    return state.changed(step=ResearchStep(step.queue[1:], tuple(placing)))


def facilities_left(state: State, kind: str) -> int:
    built = Counter(each for corp in state.corps for each, _planet in corp.facilities)
    gone = Counter(each for each, _planet in state.destroyed)
    return state.book.facilities[kind][0] - built[kind] - gone[kind]


def _place(state: State, step: ResearchStep, decision: Decision) -> State:
    seat, kind = step.placing[0]
    if not isinstance(decision, PlaceFacility) or decision.player != seat or decision.facility != kind:
        raise Illegal(_("A facility must be placed first."), 12)
    if not any(option.decision == decision for option in options(state, seat)):
        wrong = refused_place(state, seat, kind, decision.planet) if 0 <= decision.planet < PLANETS else ""
        raise Illegal(wrong or _("There is no such planet."), 12)
    facilities = (*state.corps[seat].facilities, (kind, decision.planet))
    state = state.with_corp(seat, facilities=facilities)
    return state.changed(step=replace(step, placing=step.placing[1:]))
