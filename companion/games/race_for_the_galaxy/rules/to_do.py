"""What hands have to do at the table: cards to place, discard and draw, goods to move, VP to take.

It stays with a player from the step that brought it until that player answers again: who answers has done it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from enum import Enum

from companion.games import contract
from companion.games.race_for_the_galaxy.rules.state import Move, State, ToDo
from companion.games.race_for_the_galaxy.rules.steps import StepBack
from companion.games.race_for_the_galaxy.wording import deeds
from companion.games.race_for_the_galaxy.wording.names import kind_name

NOTHING = ToDo()


class Goods(Enum):
    """How a player is asked for several goods: each that is used with its world and its power, all used with
    their worlds, or only how many are used and laid."""

    EACH = "each"
    WORLDS = "worlds"
    NUMBER = "number"


def after(before: State, state: State, step: contract.Move[State]) -> tuple[ToDo, ...]:
    """Each player's, after a step that led from `before` to `state`."""
    found = []
    moved = {move.seat for move in state.moves}
    if isinstance(step, StepBack):
        moved.add(step.seat)
    for seat, empire in enumerate(state.empires):
        left = before.to_do[seat] if before.to_do and seat != step.player else NOTHING
        if seat in moved or empire.chips != before.empires[seat].chips:
            new = brought(before, state, step, seat)
            if new.moves or new.vp:
                phases = (*left.phases, *_phases_between(before, state))
                left = ToDo((*left.moves, *new.moves), left.vp + new.vp, phases, new.back)
        found.append(left)
    return tuple(found)


def brought(before: State, state: State, step: contract.Move[State], seat: int) -> ToDo:
    """What the step alone gives this player's hands to do, without its phases."""
    if isinstance(step, StepBack) and step.seat == seat:
        taken = before.progress[seat].steps[-1]
        return ToDo(taken.moves, before.empires[seat].chips - taken.empire.chips, back=True)
    moves = tuple([move for move in state.moves if move.seat == seat])
    return ToDo(moves, state.empires[seat].chips - before.empires[seat].chips)


def _phases_between(before: State, state: State) -> tuple[str, ...]:
    """The phases done by a step: that in which it was made, and those that were over at once."""
    plan, at = (state.plan, 0) if before.at < 0 else (before.plan, before.at)
    end = state.at if state.at >= 0 and state.round == before.round else len(plan)
    return plan[at : max(end, at + 1)]


def words(
    state: State,
    to_do: ToDo,
    named: Collection[str] = (),
    own: bool = False,
    goods: Goods = Goods.EACH,
) -> list[str]:
    """In words that go on from the player's name: "places Public Works", "discards 2 cards".

    named: the cards that have been named already, whose placing or goods are left out. own: as they are asked
    of the player: "place Public Works".
    """
    moves = to_do.moves
    parts = [
        deeds.place(state.card(move.card).name, own)
        for move in moves
        if move.what == "place" and move.card not in named
    ]
    counts: Counter[str] = Counter()
    for move in moves:
        counts[move.what] += move.count
    if counts["pay"]:
        parts.append(deeds.pay(counts["pay"], own))
    parts += [deeds.drop(state.card(move.card).name, own) for move in moves if move.what == "drop"]
    spent = [move for move in moves if move.what == "spend" and move.card not in named]
    used = [state.card(move.card).name for move in spent if move.by]
    together, counted = goods is not Goods.EACH and len(used) > 1, goods is Goods.NUMBER
    parts += [_good_taken(state, move, own) for move in spent if not (move.by and together)]
    if together:
        parts.append(deeds.use_so_many_goods(len(used)) if counted else deeds.use_goods(used))
    if counts["look"] and any(move.what == "keep" for move in moves):
        parts += [deeds.draw(counts["look"], own), deeds.keep(counts["keep"], own)]
    if counts["draw"]:
        parts.append(deeds.draw(counts["draw"], own))
    if laid := [state.card(move.card).name for move in moves if move.what == "good"]:
        parts.append(deeds.lay_so_many_goods(len(laid)) if counted else deeds.lay_goods(laid, own))
    if to_do.vp:
        parts.append(deeds.gain_vp(to_do.vp, own))
    return [deeds.take_back(parts, own)] if to_do.back and parts else parts


def _good_taken(state: State, move: Move, own: bool) -> str:
    """A good with its world and the power that takes it."""
    world = state.card(move.card)
    kind = kind_name(world.kind) if world.kind else ""
    if not move.by:
        return deeds.sell(kind, world.name, own)
    if move.by == move.card:
        return deeds.use_by_own_power(kind, world.name, own)
    return deeds.use(kind, world.name, state.card(move.by).name, own)
