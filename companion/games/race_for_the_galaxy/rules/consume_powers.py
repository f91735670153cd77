"""A player's consume powers: which are left and can be used, and what the use of one brings (p. 6, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from companion.games.race_for_the_galaxy.cards.powers import PHASES, ConsumePower
from companion.games.race_for_the_galaxy.rules import cards_moved
from companion.games.race_for_the_galaxy.rules.abilities import InForce, abilities
from companion.games.race_for_the_galaxy.rules.goods_groups import Good, choices, goods
from companion.games.race_for_the_galaxy.rules.stage import Stage
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.rules.steps import Done

CONSUMING = "consume"
"""The name of the stage in which consume powers are used."""


def vp_factor(state: State, seat: int) -> int:
    """2 for those who chose Consume: 2x VP."""
    return 2 if "consume-2x" in state.empires[seat].chosen else 1


_MAX_CACHED = 4_000


class ConsumeStage(Stage):
    """A stage of the Consume phase."""

    def in_order(self, state: State) -> bool:
        """The chips might run out in this phase."""
        most = 0
        for seat, progress in enumerate(state.progress):
            if progress.done:
                continue
            lying, factor = len(state.empires[seat].goods), vp_factor(state, seat)
            most += sum(one.power.most_vp(lying, factor) for one in abilities(state, seat).of(ConsumePower))
        return 0 < state.pool <= most


# --- what is left to do ---------------------------------------------------------------------------------


def unused(state: State, seat: int) -> list[InForce]:
    """The consume powers of this player not used yet in this phase, in the order of the tableau."""
    used = state.progress[seat].used
    return [one for one in _in_force(state, seat) if one.name not in used]


def _in_force(state: State, seat: int) -> tuple[InForce, ...]:
    """All of them, worked out once for the same cards in force."""
    cards = state.empires[seat].in_force
    cache = cast("dict[object, tuple[InForce, ...]]", state.catalogue.caches.setdefault("consume", {}))
    found = cache.get(cards)
    if found is None:
        if len(cache) > _MAX_CACHED:
            cache.clear()
        powers = abilities(state, seat)
        found = cache[cards] = tuple(one for form in PHASES["consume"] for one in powers.of(form))
    return found


def usable(state: State, seat: int) -> list[InForce]:
    """Those that can be used now."""
    lying, hand, supply = goods(state, seat), state.empires[seat].hand, state.supply + state.discards
    return [one for one in unused(state, seat) if one.power.usable(lying, hand, supply)]


def named(state: State, seat: int, card: str, number: int) -> InForce:
    """Power number `number` of `card`, which is not used yet."""
    return next(one for one in unused(state, seat) if (one.card, one.number) == (card, number))


# --- using them -----------------------------------------------------------------------------------------


def begin(state: State, seat: int) -> State:
    """Draws without a cost come first: they take no goods and cannot be skipped."""
    state = cards_moved.draw(state, seat, abilities(state, seat).sum(ConsumePower, "draws_first"))
    return go_on(state, seat)


def go_on(state: State, seat: int) -> State:
    """Done when nothing can be used any more; a power that leaves no choice is used by itself."""
    while True:
        left = usable(state, seat)
        if not left:
            return _at_stage(state, seat, Done.name)
        found = list(choices(left[0].power, goods(state, seat))) if len(left) == 1 else []
        if len(found) != 1:
            return _at_stage(state, seat, CONSUMING)
        state = use(state, seat, left[0], found[0])


def _at_stage(state: State, seat: int, stage: str) -> State:
    return state.with_progress(seat, state.progress[seat].changed(stage=stage))


def use(state: State, seat: int, one: InForce, chosen: Sequence[Good]) -> State:
    """The power with these goods: they are discarded, and VP and cards come."""
    vp, cards = one.power.gain(chosen)
    for good in chosen:
        state = cards_moved.take_good(state, seat, good.world, by=one.card)
    state = cards_moved.give_chips(state, seat, vp * vp_factor(state, seat))
    state = cards_moved.draw(state, seat, cards)
    return mark_used(state, seat, one)


def mark_used(state: State, seat: int, one: InForce) -> State:
    progress = state.progress[seat]
    return state.with_progress(seat, progress.changed(used=(*progress.used, one.name)))
