"""The exploration phase: wormhole and colonies, sacrifices, archaeotech, trade (p. 8)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.a_new_frontier.rules import archaeotech
from companion.games.a_new_frontier.rules.areas import opened, two_rounds
from companion.games.a_new_frontier.rules.decisions import DiscardArchaeotechs, Explore, UseColony
from companion.games.a_new_frontier.rules.planet import MAX_FLIPPED_MINE_LEVEL, free_credits
from companion.games.a_new_frontier.rules.planning_board import TRADE_COST
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State, gain, put, with_plan
from companion.games.contract import Decision, Illegal, Option, Question
from companion.translation import _

PAGE = 8
EXPLORATION_TOKENS = 3
"""Exploration tokens of a player (p. 2)."""
MAX_BOOST = 2
ALLY_ARCHAEOTECHS = 2
"""Archaeotechs that an ally brings."""
LEVEL_COLONY, CHOICE_COLONY = 5, 7
MINE_LEVELS_GAINED = 2


@dataclass(frozen=True)
class ExplorationStep:
    """queue: seats still to act, the first is asked. choosing: who must choose what a level 7
    colony gives. discarding: who has more than 3 archaeotechs and says which of them go."""

    queue: tuple[int, ...]
    choosing: int | None = None
    discarding: int | None = None


def begin(state: State) -> State:
    """Influence is set, bribes and trades are paid, and the order is found."""
    influence = tuple(state.book.influence(corp.prestige) for corp in state.corps)
    state, order, actions = opened(state.changed(phase="exploration", influence=influence), "exploration")
    for seat in state.seats:
        plan = state.corps[seat].plan
        if plan is not None and plan.trades:
            state = with_plan(state, seat, trades=0)
            state = gain(state, seat, "credits", -TRADE_COST * plan.trades, "trade")
            state = gain(state, seat, "vp", plan.trades, "trade")
    return state.changed(step=ExplorationStep(two_rounds(order, actions)))


def more_influence() -> str:
    """What brings colonies of a higher level into reach."""
    return _("More prestige at the phase's start gives more influence.")


def finished(state: State) -> bool:
    step = state.step
    return not step.queue and step.choosing is None and step.discarding is None


def questions(state: State) -> tuple[Question, ...]:
    step = state.step
    assert isinstance(step, ExplorationStep)
    if step.discarding is not None:
        return (archaeotech.discard_question(state, step.discarding),)
    if step.choosing is not None:
        text = _("{player}: what does the level 7 colony give?", player=state.corps[step.choosing].name)
        return (Question(step.choosing, "use-colony", text, PAGE),)
    seat = step.queue[0]
    text = _("{player}: take a step on the exploration board.", player=state.corps[seat].name)
    return (Question(seat, "explore", text, PAGE),)


def highest_boost(state: State, seat: int) -> int:
    """Influence that can be added: 1 for 1 prestige and 1 credit, twice at most. Prestige does not fall to 0
    by choice here without the strike that follows, which is the player's to judge."""
    corp = state.corps[seat]
    return max(0, min(MAX_BOOST, corp.prestige, free_credits(state, seat)))


def tokens_free(state: State, seat: int) -> int:
    corp = state.corps[seat]
    return EXPLORATION_TOKENS - len(corp.colonies) - corp.wormhole


def options(state: State, seat: int) -> tuple[Option, ...]:
    step = state.step
    if not isinstance(step, ExplorationStep):
        return ()
    if step.discarding is not None:
        return ()
    if step.choosing == seat:
        return (
            Option(UseColony(seat), _("1 technology level in this turn's R & D")),
            *(
                Option(
                    UseColony(seat, planet),
                    _("2 levels of the mine at {planet}", planet=state.book.planets[planet]),
                )
                for planet in range(PLANET_COUNT)
                if state.corps[seat].mines[planet] < MAX_FLIPPED_MINE_LEVEL
            ),
        )
    if step.choosing is not None or not step.queue or step.queue[0] != seat:
        return ()
    corp, found = state.corps[seat], []
    if corp.wormhole:
        reach = state.influence[seat]
        for level in sorted(set(state.colonies)):
            boost = max(0, level - reach)
            if boost <= highest_boost(state, seat):
                words = _("Ally with a level {level} colony", level=level)
                if boost:
                    words = _(
                        "Ally with a level {level} colony, for {boost} prestige and {boost} credits",
                        level=level,
                        boost=boost,
                    )
                found.append(Option(Explore(seat, level, boost), words, likely=level))
    elif tokens_free(state, seat):
        found.append(Option(Explore(seat, 0), _("Go to the wormhole"), likely=1))
    return (*found, Option(Explore(seat, -1), _("Waste the action"), likely=-1))


def play(state: State, decision: Decision) -> State:
    step = state.step
    assert isinstance(step, ExplorationStep)
    seat = decision.player
    if step.discarding is not None:
        if not isinstance(decision, DiscardArchaeotechs) or seat != step.discarding:
            raise Illegal(_("First the archaeotechs above 3 are discarded."), PAGE)
        state = archaeotech.discard(state, decision)
        return state.changed(step=replace(step, discarding=None))
    if isinstance(decision, UseColony) and seat is not None and step.choosing == seat:
        return _use(state, seat, decision.mine)
    if not isinstance(decision, Explore) or step.choosing is not None:
        raise Illegal(_("That is not what is asked now."), PAGE)
    if seat is None or not step.queue or step.queue[0] != seat:
        raise Illegal(_("Others explore first."), PAGE)
    if not any(option.decision == decision for option in options(state, seat)):
        raise Illegal(_("That colony is out of reach."), PAGE, more_influence())
    state = state.changed(step=ExplorationStep(step.queue[1:]))
    if decision.level < 0:
        return state
    if decision.level == 0:
        return state.with_corp(seat, wormhole=True)
    if decision.boost:
        state = gain(state, seat, "prestige", -decision.boost, "sacrificed")
        state = gain(state, seat, "credits", -decision.boost, "sacrificed")
    return _ally(state, seat, decision.level)


def _ally(state: State, seat: int, level: int) -> State:
    corp = state.corps[seat]
    left = list(state.colonies)
    left.remove(level)
    state = state.changed(colonies=tuple(left)).with_corp(
        seat,
        wormhole=False,
        colonies=tuple(sorted((*corp.colonies, level))),
        archaeotech=corp.archaeotech + ALLY_ARCHAEOTECHS,
        bonus=corp.bonus + (level == LEVEL_COLONY),
    )
    if archaeotech.must_choose(state, seat):
        state = state.changed(step=replace(state.step, discarding=seat))
    else:
        state = archaeotech.kept(state, seat)
    if level == CHOICE_COLONY:
        state = state.changed(step=replace(state.step, choosing=seat))
    return state


def _use(state: State, seat: int, mine: int | None) -> State:
    corp = state.corps[seat]
    state = state.changed(step=replace(state.step, choosing=None))
    if mine is None:
        return state.with_corp(seat, bonus=corp.bonus + 1)
    if not 0 <= mine < PLANET_COUNT or corp.mines[mine] >= MAX_FLIPPED_MINE_LEVEL:
        raise Illegal(_("That mine cannot be upgraded further."), PAGE)
    # This passes the usual limit of 5 (p. 8).
    level = min(MAX_FLIPPED_MINE_LEVEL, corp.mines[mine] + MINE_LEVELS_GAINED)
    return state.with_corp(seat, mines=put(corp.mines, mine, level))
