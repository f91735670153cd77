"""Two spellings of one card made one in the middle of a phase: what was used stays used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.box.editing import tile_text
from companion.games.contract import Correction, Setup
from companion.games.contract.one_piece import SAME, renamed
from companion.games.contract.setup import JOINED_NAMES
from companion.games.race_for_the_galaxy.box.box_file import as_tile
from companion.games.race_for_the_galaxy.cards.known import newly_named
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.meeting import with_card
from companion.games.race_for_the_galaxy.rules.produce import ProduceOn
from companion.games.race_for_the_galaxy.rules.state import Held, State
from tests.games.race_for_the_galaxy.build import GAME, id_of, play, table

TODAY, BEFORE = dict([JOINED_NAMES]), {}


def misspelled(
    name: str, actions: tuple[str, str], tableau: list[str], options: dict[str, str]
) -> tuple[State, str]:
    """Blue has these cards and the card with this name, which somebody met as another; and its id."""
    state, known = table(tableau, ["Epsilon Eridani"], **options), GAME.catalogue[id_of(name)]
    met = newly_named(state.catalogue, "world", "Misspelt")
    told = replace(met, untold=(), powers=known.powers, cost=known.cost, kind=known.kind, verified=True)
    state = with_card(state, told)
    empire = state.empires[0]
    state = state.with_empire(
        0, empire.changed(tableau=(*empire.tableau, Held(met.id)), hand=empire.hand - 1)
    )
    for seat, action in enumerate(actions):
        state = GAME.play(state, ChooseActions(seat, (action,)))
    return state, met.id


def made_one(state: State, id: str, name: str) -> State:
    return GAME.correct(state, Correction(f"{SAME}/{id}", tile_text(as_tile(GAME.catalogue[id_of(name)]))))


def uses(state: State, *cards: str) -> list[str]:
    """The cards of these whose powers Blue is offered."""
    return [card for card in cards for one in GAME.options(state, 0) if card in repr(one.decision)]


@pytest.mark.parametrize(("begun", "again"), [(TODAY, False), (BEFORE, True)], ids=["today", "before"])
def test_a_consume_power_is_used_once_under_both_spellings(begun, again):
    lying = ["Old Earth", "Gem World*", "Spice World*", "New Vinland*", "Plague World*"]
    state, id = misspelled("Tourist World", ("consume-2x", "consume-2x"), lying, begun)
    state = play(state, next(one.decision for one in GAME.options(state, 0) if id in repr(one.decision)))
    assert not uses(state, id)
    state = made_one(state, id, "Tourist World")
    assert bool(uses(state, id_of("Tourist World"))) == again


@pytest.mark.parametrize(("begun", "again"), [(TODAY, False), (BEFORE, True)], ids=["today", "before"])
def test_a_power_fills_one_windfall_world_under_both_spellings(begun, again):
    windfalls = [card.name for card in GAME.catalogue if card.windfall and card.number is None][:4]
    lying = ["Terraforming Colonists", *windfalls]  # that one may fill another
    state, id = misspelled("Galactic Engineers", ("consume-2x", "produce"), lying, begun)
    source = next(
        one.decision.source for one in GAME.options(state, 0) if getattr(one.decision, "source", "")[:3] == id
    )
    state = play(state, ProduceOn(0, source, id_of(windfalls[0])))
    assert not uses(state, id)
    state = made_one(state, id, "Galactic Engineers")
    assert bool(uses(state, id_of("Galactic Engineers"))) == again


def test_an_id_is_renamed_within_names_that_it_is_joined_in_and_within_no_other():
    names = ("X01", "X01#0", "conquer+X01", "X01+X02", "X011", "X011#0", "the X01 of Ann")
    after = ("W30", "W30#0", "conquer+W30", "W30+X02", "X011", "X011#0", "the X01 of Ann")
    assert renamed(names, "X01", "W30", Setup((), (JOINED_NAMES,))) == after
    assert renamed(names, "X01", "W30", Setup(())) == ("W30", *names[1:])
