"""Tables for tests of the rules: named cards in tableaus, action cards chosen, and the phase that follows.

Cards are given by their printed names; a star after the name puts a good on the card.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.games.contract import Decision, Illegal, Option, Player, Setup, Tally
from companion.games.contract.gate import check_legal
from companion.games.race_for_the_galaxy.game import RaceForTheGalaxy
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.placing import Place, PlaceNothing
from companion.games.race_for_the_galaxy.rules.state import Held, State

GAME = RaceForTheGalaxy()
NAMES = ("Blue", "Green", "Red", "Yellow")
STARTS = ("S01", "S02", "S03", "S04")
"""Old Earth, Epsilon Eridani, Alpha Centauri and New Sparta, for the seats in order."""


def setup(players: int = 2, **options: str) -> Setup:
    seats = tuple(Player(name, name.lower()) for name in NAMES[:players])
    made = Setup(seats, tuple((name.replace("_", "-"), value) for name, value in options.items()))
    made = made.stating(GAME.setup_options())
    for draw in GAME.setup_draws(made):
        made = made.with_draw(draw.what, tuple(sorted(draw.pool))[: draw.count])
    return made


def new(players: int = 2, **options: str) -> State:
    return GAME.new(setup(players, **options))


def id_of(name: str) -> str:
    """The id of the card with this name, or of its first copy."""
    return GAME.catalogue.copies(name)[0].id


def laid(tableaus: Sequence[Sequence[str]]) -> list[tuple[Held, ...]]:
    """The tableaus' cards; if a copy of a development is already in play, the other one is used."""
    taken: set[str] = set()
    found = []
    for names in tableaus:
        tableau = []
        for name in names:
            copies = GAME.catalogue.copies(name.rstrip("*"))
            card = next(card.id for card in copies if card.id not in taken)
            taken.add(card)
            tableau.append(Held(card, name.endswith("*")))
        found.append(tuple(tableau))
    return found


def table(
    *tableaus: Sequence[str],
    chosen: Sequence[str | tuple[str, str]] = (),
    hand: int | Sequence[int] = 5,
    chips: int | Sequence[int] = 0,
    **options: str,
) -> State:
    """A game with these tableaus; with `chosen`, in the first phase that the action cards call for.

    Counts of cards and chips add up: the supply has the rest of the box's cards, minus 20 discarded ones. A
    tableau may hold any of the eleven start worlds.
    """
    state = new(len(tableaus), **{"start_worlds": "eleven", **options})
    hands = [hand] * len(tableaus) if isinstance(hand, int) else list(hand)
    owned = [chips] * len(tableaus) if isinstance(chips, int) else list(chips)
    empires = tuple(
        empire.changed(tableau=cards, hand=count, chips=vp)
        for empire, cards, count, vp in zip(state.empires, laid(tableaus), hands, owned, strict=True)
    )
    lying = sum(1 + one.good for empire in empires for one in empire.tableau)
    supply = len(state.catalogue) - lying - sum(hands) - 20
    state = state.changed(empires=empires, supply=supply, discards=20, pool=state.pool - sum(owned))
    assert not GAME.check(state)
    for seat, action in enumerate(chosen):
        actions = (action,) if isinstance(action, str) else action
        state = GAME.play(state, ChooseActions(seat, tuple(actions)))
    return state


def play(state: State, *decisions: Decision) -> State:
    """The state after these decisions, each of which is offered."""
    for decision in decisions:
        check_legal(GAME, state, decision)
        state = GAME.play(state, decision)
        assert not GAME.check(state)
    return state


def place(state: State, *names: str | None) -> State:
    """Every seat in order places this card, or none."""
    for seat, name in enumerate(names):
        decision = PlaceNothing(seat) if name is None else Place(seat, id_of(name))
        state = play(state, decision)
    return state


def refused(state: State, decision: Decision, *parts: str) -> None:
    """Checks that the decision is refused, in a sentence with these parts."""
    before = state
    with pytest.raises(Illegal) as wrong:
        check_legal(GAME, state, decision)
    assert state == before
    for part in parts:
        assert part in wrong.value.sentence


def asked(state: State) -> list[tuple[int, str]]:
    """(seat, kind) of required questions; without those that only allow a change or taking back."""
    return [(q.player, q.kind) for q in GAME.questions(state) if not q.optional and q.player is not None]


def option(state: State, seat: int, part: str) -> Option:
    """This seat's option with `part` in its words."""
    found = [one for one in GAME.options(state, seat) if part in one.words]
    assert len(found) == 1, [one.words for one in GAME.options(state, seat)]
    return found[0]


def words(state: State, seat: int) -> list[str]:
    return [one.words for one in GAME.options(state, seat)]


def terms(tally: Tally) -> list[tuple[str, int]]:
    return [(term.label, term.value) for term in tally.terms]


def goods(state: State, seat: int) -> set[str]:
    """The names of the worlds with a good."""
    return {GAME.catalogue[id].name for id in state.empires[seat].goods}
