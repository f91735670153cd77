"""Pieces and tiles put where a person says they are, out of wherever the tracker had them."""

from __future__ import annotations

from companion.games.new_frontiers.rules.action_steps import name
from companion.games.new_frontiers.rules.fact_values import (
    BAG,
    CENTER,
    COLONY,
    EXPLORED,
    FACE_DOWN,
    FACE_UP,
    STOCKPILE,
    seat_of_colour,
)
from companion.games.new_frontiers.rules.state import Colony, State, Supply
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.translation import _


def put_world(state: State, world: str, place: str) -> State:
    """Takes the tile from wherever it is, with what lies on it, and puts it where it should be."""
    state = _nowhere(state, world)
    if place == BAG:
        return state.changed(bag=(*state.bag, world))
    if place == CENTER:
        return state.changed(center=(*state.center, world))
    how, _, colour = place.rpartition(" ")
    if how not in (EXPLORED, COLONY, STOCKPILE):
        return state
    seat = seat_of_colour(state, colour)
    empire = state.empires[seat]
    if how == EXPLORED:
        return with_changed(state, seat, explored=(*empire.explored, world))
    if how == STOCKPILE:
        stockpile = empire.stockpile.changed(worlds=(*empire.stockpile.worlds, world))
        return with_changed(state, seat, stockpile=stockpile)
    return _settled(state, seat, world)


def _settled(state: State, seat: int, world: str) -> State:
    """With its colonists: the player's own first, then the supply's. What good lies there, a person says."""
    empire = state.empires[seat]
    needed = state.catalogue.world(world).colonists
    own = min(needed, empire.colonists)
    taken = min(needed - own, state.supply.colonists)
    state = with_changed(
        state,
        seat,
        colonies=(*empire.colonies, Colony(world, own + taken)),
        colonists=empire.colonists - own,
    )
    return state.changed(supply=colonists_taken(state.supply, taken))


def _nowhere(state: State, world: str) -> State:
    """The state without this world tile; its colonists go to their owner's mat, its good to the supply."""
    doing = state.doing
    if doing is not None and world in doing.returning:
        doing = doing.changed(returning=without(doing.returning, world))
    state = state.changed(bag=without(state.bag, world), center=without(state.center, world), doing=doing)
    for seat, empire in enumerate(state.empires):
        stockpile = empire.stockpile.changed(worlds=without(empire.stockpile.worlds, world))
        state = with_changed(state, seat, explored=without(empire.explored, world), stockpile=stockpile)
        for colony in empire.colonies:
            if colony.world == world:
                rest = tuple(other for other in empire.colonies if other is not colony)
                colonists = empire.colonists + colony.colonists
                state = with_changed(state, seat, colonies=rest, colonists=colonists)
                state = state.changed(supply=good_taken(state.supply, colony.good, -1))
    return state


def put_goal(state: State, goal: str, place: str) -> State:
    """From wherever it is; a goal that nobody has seen comes out of the unseen ones of the stack, or else out
    of those that are just being drawn."""
    stack, doing = state.goal_stack, state.doing
    known = goal in stack or any(goal in (*e.goals, e.hidden_goal) for e in state.empires)
    if doing is not None and goal in doing.goals:
        doing = doing.changed(goals=without(doing.goals, goal))
    elif known or "" in stack:
        stack = without(stack, goal) if known else _without_one(stack, "")
    elif doing is not None and doing.action == "goals":
        doing = doing.changed(draw=max(0, doing.draw - 1))
    for seat, empire in enumerate(state.empires):
        hidden = None if empire.hidden_goal == goal else empire.hidden_goal
        state = with_changed(state, seat, goals=without(empire.goals, goal), hidden_goal=hidden)
    how, _, colour = place.rpartition(" ")
    if how == FACE_UP:
        seat = seat_of_colour(state, colour)
        state = with_changed(state, seat, goals=(*state.empires[seat].goals, goal))
    elif how == FACE_DOWN:
        seat = seat_of_colour(state, colour)
        before = state.empires[seat].hidden_goal
        stack = stack if before is None else (*stack, before)
        state = with_changed(state, seat, hidden_goal=goal)
    else:
        stack = (*stack, goal)
    return state.changed(goal_stack=stack, doing=doing)


def gray_without_goods(state: State) -> State:
    """The goods on colonies that are gray go to the supply: gray colonies never have any (p. 7)."""
    for seat, empire in enumerate(state.empires):
        for colony in empire.colonies:
            if colony.good is not None and state.catalogue.world(colony.world).good is None:
                state = state.changed(supply=good_taken(state.supply, colony.good, -1))
                colonies = tuple(
                    one.changed(good=None) if one is colony else one for one in state.empires[seat].colonies
                )
                state = with_changed(state, seat, colonies=colonies)
    return state


def with_lost_goods(sentence: str, before: State, after: State) -> str:
    """A correction in words, with the goods that went to the supply because their colony is gray."""
    lost = []
    for empire, later in zip(before.empires, after.empires, strict=True):
        fewer = sum(c.good is not None for c in empire.colonies) - sum(
            c.good is not None for c in later.colonies
        )
        kept = {colony.world for colony in later.colonies if colony.good is not None}
        lost += [
            _(
                "{player}'s good on {colony} goes back to the supply.",
                player=empire.name,
                colony=name(before, colony.world),
            )
            for colony in empire.colonies
            if fewer > 0 and colony.good is not None and colony.world not in kept
        ]
    return ". ".join((sentence, " ".join(lost))) if lost else sentence


def with_changed(state: State, seat: int, **changes: object) -> State:
    return state.with_empire(seat, state.empires[seat].changed(**changes))


def colonists_taken(supply: Supply, number: int) -> Supply:
    """The supply without them, as far as it has them; a negative number is put back."""
    return supply.changed(colonists=max(0, supply.colonists - number))


def good_taken(supply: Supply, kind: str | None, number: int) -> Supply:
    if kind is None:
        return supply
    at = KINDS.index(kind)
    goods = list(supply.goods)
    goods[at] = max(0, goods[at] - number)
    return supply.changed(goods=tuple(goods))


def without(ids: tuple[str, ...], id: str) -> tuple[str, ...]:
    return tuple(other for other in ids if other != id)


def _without_one(ids: tuple[str, ...], id: str) -> tuple[str, ...]:
    """Without the first `id`, which is there."""
    at = ids.index(id)
    return (*ids[:at], *ids[at + 1 :])
