"""Explore: pick one of seven worlds drawn from the bag; the selecting player a second one at last (p. 6)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import Decision, Draw, Illegal, Option, Question, Refusal
from companion.games.new_frontiers.rules import rulebook_pages, world_limit
from companion.games.new_frontiers.rules.action_steps import (
    bring_forward,
    current,
    everyone_done,
    in_force,
    name,
    next_player,
    step,
    unexpected,
)
from companion.games.new_frontiers.rules.decisions import DrawWorlds, PickWorld
from companion.games.new_frontiers.rules.optional_powers import grant
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.powers import ExploreDraw, ExploreGain
from companion.translation import _, plural

WORLDS_DRAWN = 7


def begin(state: State) -> State:
    return proceed(step(state, stage="draw", draw=worlds_to_draw(state)))


def worlds_to_draw(state: State) -> int:
    """How many worlds the middle still lacks, as far as the bag has them: those a person put there count."""
    return max(0, min(WORLDS_DRAWN - len(state.center), len(state.bag)))


def proceed(state: State) -> State:
    """On to the next thing that somebody must answer."""
    doing = current(state)
    if doing.draw or doing.offers:
        return state
    if doing.stage == "keep":
        return world_limit.proceed(state)
    if doing.stage == "draw":
        doing = current(state := step(state, stage="pick", at=0))
    if doing.stage == "pick":
        if state.center and not everyone_done(doing):
            return state
        doing = current(state := step(state, stage="second", at=0))
        if state.center:
            return state
    if doing.stage == "second":
        doing = current(state := step(state, stage="power", at=-1))
    while doing.stage == "power":
        doing = current(state := next_player(state))
        if everyone_done(doing):
            break
        state = _use_powers(state, doing.player)
        if current(state).draw or current(state).offers:
            return state
    return world_limit.begin(replace(state, bag=(*state.bag, *state.center), center=()))


def draws(state: State, player: int) -> bool:
    """The player has a power that draws from the bag."""
    found = in_force(state, player, "Explore")
    return any(isinstance(power.power.effect, ExploreDraw) for power in found)


def begin_powers(state: State, player: int) -> State:
    """The powers of this player come next, and then those of the players still to come."""
    state = bring_forward(step(state, draw=0), player, "power")
    return proceed(step(state, at=current(state).at - 1))


def _use_powers(state: State, player: int) -> State:
    """What gains is remembered as used: a turn that is put off draws again later, and gains nothing twice."""
    for found in in_force(state, player, "Explore"):
        if isinstance(found.power.effect, ExploreDraw):
            state = grant(state, player, found)
        elif isinstance(found.power.effect, ExploreGain) and found.key not in current(state).used:
            state = grant(state, player, found)
            state = step(state, used=(*current(state).used, found.key))
    return state


def draw_question(state: State) -> Question:
    """What the bag is asked for, in Explore and after settling."""
    doing = current(state)
    if doing.stage == "draw":
        text = plural(
            "Draw {number} world from the bag into the middle.",
            "Draw {number} worlds from the bag into the middle.",
            doing.draw,
        )
    else:
        text = plural(
            "{player} draws {number} world from the bag.",
            "{player} draws {number} worlds from the bag.",
            doing.draw,
            player=state.empires[doing.player].name,
        )
    return Question(
        None, "draw-worlds", text, rulebook_pages.EXPLORE, draw=Draw("worlds", doing.draw, state.bag)
    )


def take_draw(state: State, decision: Decision) -> State:
    """The worlds drawn leave the bag: into the middle, or to the player whose power draws. Raises Illegal."""
    doing = current(state)
    if not isinstance(decision, DrawWorlds):
        raise Illegal(_("First the worlds drawn from the bag must be told."), rulebook_pages.EXPLORE)
    worlds = set(decision.worlds)
    if len(worlds) != len(decision.worlds) or len(worlds) != doing.draw:
        raise Illegal(
            plural(
                "{number} world is drawn now, not {told}.",
                "{number} different worlds are drawn now, not {told}.",
                doing.draw,
                told=len(decision.worlds),
            ),
            rulebook_pages.EXPLORE,
        )
    bag = tuple(id for id in state.bag if id not in worlds)
    if len(bag) != len(state.bag) - len(worlds):
        stranger = next(id for id in decision.worlds if id not in state.bag)
        raise Illegal(_("{world} is not in the bag.", world=name(state, stranger)), rulebook_pages.EXPLORE)
    state = step(replace(state, bag=bag), draw=0)
    if doing.stage == "draw":
        return replace(state, center=(*state.center, *decision.worlds))
    empire = state.empires[doing.player]
    return state.with_empire(doing.player, replace(empire, explored=(*empire.explored, *decision.worlds)))


def question(state: State) -> Question:
    doing = current(state)
    if doing.draw:
        return draw_question(state)
    if doing.stage == "keep":
        return world_limit.question(state)
    player = doing.player
    who = state.empires[player].name
    if doing.stage == "second":
        text = _("{player}, pick a second world.", player=who)
    else:
        text = _("{player}, pick a world.", player=who)
    return Question(player, "pick-world", text, rulebook_pages.EXPLORE)


def options(state: State) -> tuple[Option, ...]:
    doing = current(state)
    if doing.draw:
        return ()
    if doing.stage == "keep":
        return world_limit.options(state)
    return tuple(
        Option(PickWorld(doing.player, id), _("Pick {world}", world=name(state, id)), tile=id)
        for id in state.center
    )


def refusals(state: State) -> tuple[Refusal, ...]:
    return ()


def play(state: State, decision: Decision) -> State:
    doing = current(state)
    if doing.draw:
        return proceed(take_draw(state, decision))
    if doing.stage == "keep":
        return proceed(world_limit.play(state, decision))
    if not isinstance(decision, PickWorld):
        raise unexpected(state, decision)
    if decision.world not in state.center:
        raise Illegal(
            _("{world} does not lie in the middle.", world=name(state, decision.world)),
            rulebook_pages.EXPLORE,
            _("Take one of the worlds in the middle."),
        )
    empire = state.empires[doing.player]
    empire = replace(empire, explored=(*empire.explored, decision.world))
    state = replace(
        state.with_empire(doing.player, empire),
        center=tuple(id for id in state.center if id != decision.world),
    )
    return proceed(next_player(state) if doing.stage == "pick" else state)
