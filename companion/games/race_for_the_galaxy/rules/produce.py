"""Phase V, Produce: goods on production worlds, then on windfall worlds, then draws (p. 7, 11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Decision, Option, Question, later
from companion.games.race_for_the_galaxy.cards.powers import (
    WINDFALL_BONUS,
    DrawsAtEnd,
    FillsWindfalls,
    ProducePower,
)
from companion.games.race_for_the_galaxy.rules import cards_moved, pages
from companion.games.race_for_the_galaxy.rules.abilities import abilities
from companion.games.race_for_the_galaxy.rules.stage import Stage
from companion.games.race_for_the_galaxy.rules.state import State, timing_order
from companion.games.race_for_the_galaxy.rules.steps import Done, Step
from companion.translation import _

BONUS = "bonus"


def begin(state: State) -> State:
    state = state.changed(progress=tuple(FillingWindfalls.begun() for _empire in state.empires))
    for seat in timing_order(state):
        for found in abilities(state, seat).of(ProducePower):
            state = _put_good(state, seat, found.card) if found.power.produces else state
        state = _go_on(state, seat)
    return state


def close(state: State) -> State:
    """At the end of the phase: draws for the most goods of a kind (p. 11)."""
    produced = [_produced(state, seat) for seat in range(len(state.empires))]
    for seat in timing_order(state):
        others = (*produced[:seat], *produced[seat + 1 :])
        for found in abilities(state, seat).of(ProducePower):
            state = cards_moved.draw(state, seat, found.power.draws_for_most(produced[seat], others))
    return state


def _produced(state: State, seat: int) -> tuple[str, ...]:
    """The kinds of the goods that the player has produced in this phase."""
    return tuple(kind for _card, kind in state.progress[seat].produced)


def _put_good(state: State, seat: int, card: str) -> State:
    """A good on this world, where it has none and a card is left; with the draws that this brings."""
    held = next(held for held in state.empires[seat].tableau if held.card == card)
    kind = state.card(card).kind
    if held.good or kind is None or not state.supply + state.discards:
        return state
    state = cards_moved.put_good(state, seat, card)
    progress = state.progress[seat]
    state = state.with_progress(seat, progress.changed(produced=(*progress.produced, (card, kind))))
    drawn = sum(one.power.draws_here for one in abilities(state, seat).of(ProducePower) if one.card == card)
    return cards_moved.draw(state, seat, drawn)


# --- windfall worlds ------------------------------------------------------------------------------------


def sources(state: State, seat: int) -> dict[str, FillsWindfalls]:
    """What may still put a good on a windfall world: the bonus and powers not used yet."""
    found = {one.name: one.power for one in abilities(state, seat).of(FillsWindfalls)}
    if state.bonus(seat):
        found = {BONUS: WINDFALL_BONUS, **found}
    used = state.progress[seat].used
    hand = state.empires[seat].hand
    return {name: power for name, power in found.items() if name not in used and (hand or not power.discard)}


def empty_windfalls(state: State, seat: int) -> list[str]:
    return [
        held.card for held in state.empires[seat].tableau if not held.good and state.card(held.card).windfall
    ]


def pairs(state: State, seat: int) -> Iterator[tuple[str, str]]:
    """(source, world) pairs that are possible; of sources alike only the first."""
    empty = empty_windfalls(state, seat)
    if not empty or not state.supply + state.discards:
        return
    alike = set()
    for name, power in sources(state, seat).items():
        if power in alike:
            continue
        alike.add(power)
        for world in empty:
            if power.fits(state.card(world).kind):
                yield name, world


def _go_on(state: State, seat: int) -> State:
    """Done when no windfall world can get a good any more; what leaves no choice is done by itself."""
    open_pairs = list(pairs(state, seat))
    may = any(power.discard for power in sources(state, seat).values())
    if open_pairs and not may and len(_outcomes(state, seat)) == 1:
        while open_pairs:
            state = _produce(state, seat, *open_pairs[0])
            open_pairs = list(pairs(state, seat))
    if open_pairs:
        return state.with_progress(seat, FillingWindfalls.reached(state.progress[seat]))
    return _done(state, seat)


def _outcomes(state: State, seat: int) -> set[frozenset[str]]:
    """The sets of worlds that may get a good, whatever the order of the sources."""
    kinds = {world: state.card(world).kind for world in empty_windfalls(state, seat)}
    known: dict[tuple[tuple[FillsWindfalls, ...], frozenset[str]], set[frozenset[str]]] = {}

    def reach(left: tuple[FillsWindfalls, ...], empty: frozenset[str]) -> set[frozenset[str]]:
        if (left, empty) in known:
            return known[left, empty]
        found: set[frozenset[str]] = set()
        for at, power in enumerate(left):
            for world in empty:
                if power.fits(kinds[world]):
                    rest = reach((*left[:at], *left[at + 1 :]), empty - {world})
                    found |= {worlds | {world} for worlds in rest}
        known[left, empty] = found or {frozenset()}
        return known[left, empty]

    powers = tuple(sorted(sources(state, seat).values(), key=repr))
    for_all = all(power.fits(kind) for power in powers for kind in kinds.values())
    if len(kinds) == 1 or (for_all and len(powers) >= len(kinds)):
        return {frozenset(kinds)}
    return reach(powers, frozenset(kinds))


def _produce(state: State, seat: int, source: str, world: str) -> State:
    power = sources(state, seat)[source]
    if power.discard:
        state = cards_moved.pay(state, seat, 1)
    progress = state.progress[seat]
    state = state.with_progress(seat, progress.changed(used=(*progress.used, source)))
    return _put_good(state, seat, world)


def _done(state: State, seat: int) -> State:
    """All of a player's goods are produced: what these bring is drawn."""
    if drawing := abilities(state, seat).of(DrawsAtEnd):
        produced = _produced(state, seat)
        tableau = [state.card(held.card) for held in state.empires[seat].tableau]
        state = cards_moved.draw(state, seat, sum(one.power.drawn(produced, tableau) for one in drawing))
    return state.with_progress(seat, Done.reached(state.progress[seat]))


# --- questions and answers ------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProduceOn(Step):
    """A good on this windfall world, by the bonus (source "bonus") or by "card#power" (p. 7, 11)."""

    do: ClassVar[str] = "produce-on"
    source: str
    world: str

    def words(self, state: State) -> str:
        return _("{player} produces on {card}", player=self.who(state), card=state.card(self.world).name)

    def effect(self, state: State) -> State:
        return _go_on(_produce(state, self.seat, self.source, self.world), self.seat)

    def listed_as(self, state: State) -> Decision:
        """Of sources alike only the first is listed."""
        if not FillingWindfalls.is_at(state, self.seat):
            return self
        open_sources = sources(state, self.seat)
        power = open_sources.get(self.source)
        alike = (name for name, other in open_sources.items() if other == power)
        return ProduceOn(self.seat, next(alike, self.source), self.world)


@dataclass(frozen=True)
class EndProduce(Step):
    """Use none of the optional powers that are left in Produce."""

    do: ClassVar[str] = "end-produce"
    declines: ClassVar[bool] = True

    def words(self, state: State) -> str:
        return _("{player} produces no more", player=self.who(state))

    def effect(self, state: State) -> State:
        return _done(state, self.seat)


MOVES = (ProduceOn, EndProduce)


class FillingWindfalls(Stage):
    """Windfall worlds get goods."""

    name: ClassVar[str] = "windfall"

    def question(self, state: State, seat: int) -> Question:
        text = later(
            lambda: _("{player}, which windfall world gets a good?", player=state.empires[seat].name)
        )
        return Question(seat, "produce-on", text, pages.PRODUCE)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        found = []
        for source, world in pairs(state, seat):
            if source == BONUS:
                words = _("A good on {world}, by the bonus", world=state.card(world).name)
            else:
                by = state.card(source.split("#")[0]).name
                words = _("A good on {world}, by {card}", world=state.card(world).name, card=by)
                if sources(state, seat)[source].discard:
                    words = _(
                        "A good on {world} for 1 card, by {card}", world=state.card(world).name, card=by
                    )
            found.append(Option(ProduceOn(seat, source, world), words, tile=world))
        # Others may have taken the last card meanwhile: then this is the only answer.
        if all(sources(state, seat)[source].discard for source, _world in pairs(state, seat)):
            found.append(Option(EndProduce(seat), _("No further good")))
        return tuple(found)

    def still_possible(self, state: State, seat: int) -> State:
        """After facts were overruled: on from a question that has no answer any more."""
        return _go_on(state, seat)
