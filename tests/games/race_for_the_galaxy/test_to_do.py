"""Tests of what hands are told to do: payments after a reveal, and goods that are consumed."""

from __future__ import annotations

import html
import re
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from companion.games.contract import Decision
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.placing import Place, PlaceNothing
from companion.games.race_for_the_galaxy.rules.state import Move, ToDo
from companion.games.race_for_the_galaxy.rules.steps import StepBack
from companion.games.race_for_the_galaxy.rules.to_do import words
from companion.games.race_for_the_galaxy.wording import deeds
from companion.simulation.simulate import new_game, steps
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.translation import speaking
from companion.web import create_app
from tests.default_run import first_by_default
from tests.games.race_for_the_galaxy.build import GAME, id_of, option, place, play, setup, table
from tests.web.conftest import bare_room


def told(state, seat: int | None = None) -> list[tuple[int, str]]:
    return list(GAME.display.page(GAME.view(state, seat), seat).to_do)


def words_of_last(state, *decisions: Decision) -> str:
    """The history's words of the last of these decisions."""
    return GAME.words(play(state, *decisions[:-1]), decisions[-1])


def test_after_a_reveal_it_says_who_pays_what_p4():
    state = table(["Old Earth"], ["New Sparta"], chosen=("develop", "develop"))
    public, ship = Place(0, id_of("Public Works")), Place(1, id_of("Colony Ship"))
    first = play(state, public)
    assert told(first) == told(first, 0) == []  # nothing of a secret choice
    # Both chose Develop: each costs one card less.
    assert told(play(first, ship)) == [
        (0, "places Public Works"),
        (1, "places Colony Ship and discards 1 card"),
    ]
    assert words_of_last(state, public, ship) == (
        "Green places Colony Ship (Blue: places Public Works; Green: discards 1 card)"
    )


def test_the_line_stays_until_its_player_answers_again():
    state = table(["Old Earth"], ["New Sparta"], chosen=("develop", "develop"))
    state = place(state, "Diversified Economy", "Colony Ship")
    assert told(state)[0] == (0, "places Diversified Economy and discards 3 cards")
    state = play(state, ChooseActions(1, ("settle",)))
    assert told(state) == [(0, "places Diversified Economy and discards 3 cards")]
    assert told(state, 1) == told(state)
    state = play(state, ChooseActions(0, ("settle",)))
    assert told(state) == []


def test_a_world_that_is_paid_for_with_its_good_and_what_is_drawn_p5():
    state = table(["New Sparta"], ["Old Earth"], chosen=("settle", "produce"))
    state = play(state, Place(0, id_of("Star Nomad Lair")), PlaceNothing(1))
    assert told(state)[0] == (0, "places Star Nomad Lair, draws 1 card and lays a good on Star Nomad Lair")


def test_what_is_consumed_by_itself_names_good_world_and_power_p6():
    before = table(["Epsilon Eridani", "Gem World*"], ["Old Earth"], chosen=("consume-2x",))
    last = ChooseActions(1, ("develop",))
    # Green may place a development first.
    state = play(before, last)
    while state.phase == "develop":
        last = PlaceNothing(next(seat for seat in (0, 1) if not state.progress[seat].answered))
        before, state = state, play(state, last)
    said = "uses Novelty from Gem World for Epsilon Eridani, draws 1 card and gains 2 VP"
    assert (0, said) in told(state)
    assert GAME.words(before, last).endswith(f"(Blue: {said})")


def test_the_history_of_all_powers_at_once_names_every_good_p6():
    tableau = ["Old Earth", "Public Works", "Gem World*", "Mining World*", "Epsilon Eridani"]
    state = table(tableau, ["New Sparta"], chosen=("consume-2x", "produce"))
    best = option(state, 0, "Consume for the most VP")
    said = GAME.words(state, best.decision)
    assert "uses Novelty from Gem World for" in said
    assert "uses Rare elements from Mining World for" in said
    one = option(state, 0, "Public Works: consume from Gem World")
    # The good that the answer itself names is not told twice.
    assert "uses Novelty from Gem World for" not in GAME.words(state, one.decision)


def test_a_good_that_is_sold_by_itself_is_named_p6():
    state = table(["New Sparta", "Gem World*"], ["Old Earth"], chosen=("consume-trade",), steps="fewer")
    last = ChooseActions(1, ("produce",))
    assert "Blue: sells Novelty from Gem World, draws 3 cards and" in GAME.words(state, last)


def test_a_step_that_is_taken_back_says_what_hands_undo():
    """ "gains -6 VP" told nobody what to do, and nothing of the goods."""
    tableau = ["Old Earth", "Public Works", "Gem World*", "Mining World*", "Epsilon Eridani"]
    before = table(tableau, ["New Sparta"], chosen=("consume-2x", "produce"))
    state = play(before, option(before, 0, "Public Works: consume from Gem World").decision)
    said = "takes this back: uses Novelty from Gem World for Public Works and gains 2 VP"
    assert GAME.words(state, StepBack(0)).endswith(f"(Blue: {said})")
    state = play(state, StepBack(0))
    assert told(state) == [(0, said)]
    assert told(state, 0)[0][1].startswith("Take this back: use Novelty from Gem World for")


def test_several_worlds_get_goods_and_one_gets_a_good_p7():
    """ "lays a good on Gem World and Spice World" read as one good for both."""
    worlds = ["Gem World", "Spice World"]
    assert [deeds.lay_goods(worlds[:number], own=False) for number in (1, 2)] == [
        "lays a good on Gem World",
        "lays goods on Gem World and Spice World",
    ]
    assert deeds.lay_goods(worlds, own=True) == "lay goods on Gem World and Spice World"


def test_the_tablet_has_it_behind_the_number_of_players(tmp_path: Path):
    """In the row of the round's numbers, so that no answer gives way to it."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    client = create_app(bare_room(tables)).test_client()
    shown = tables.create(GAME.name, setup(), seed=1)

    def page() -> str:
        return html.unescape(client.get(f"/t/{shown.id}/").text)

    def do(decision: Decision) -> None:
        shown.submit(decision, shown.number, f"step-{shown.number:06}", "test")

    for seat in range(2):
        do(ChooseActions(seat, ("develop",)))
    assert "hands-all" not in page()
    do(Place(0, id_of("Public Works")))
    assert "hands-all" not in page()  # nothing of a secret choice
    do(PlaceNothing(1))
    assert 'popovertarget="hands-all" aria-label="For your hands to do: 1"' in page()
    assert "places Public Works" in page().partition('<div popover id="hands-all">')[2].partition("</div>")[0]
    tables.close()


VERBS = {
    "en": (
        ["places", "discards", "draws", "keeps", "lays", "gains", "sells", "uses", "takes"],
        ["place", "discard", "draw", "keep", "lay", "gain", "sell", "use", "take"],
    ),
    "de": (
        ["legt", "zieht", "behält", "bekommt", "verkauft", "nutzt", "macht"],
        ["lege", "ziehe", "behalte", "nimm", "verkaufe", "nutze", "mach"],
    ),
    "es": (
        ["coloca", "descarta", "roba", "se", "pone", "gana", "vende", "usa", "deshace"],
        ["coloca", "descarta", "roba", "quédate", "pon", "toma", "vende", "usa", "deshaz"],
    ),
    "fr": (
        ["pose", "défausse", "pioche", "garde", "gagne", "vend", "utilise", "annule"],
        ["pose", "défausse", "pioche", "garde", "prends", "vends", "utilise", "annule"],
    ),
}
"""The verbs of what is told of a player, and of what a player is asked to do."""


GAMES, EACH = 500, 50
"""With each setting, in the slow tests; and of a case of them."""


@pytest.mark.parametrize("first", first_by_default(range(0, GAMES, EACH), 0))
@pytest.mark.parametrize("setting", ["each", "fewer"])
def test_each_thing_that_hands_do_has_its_own_verb(first: int, setting: str):
    """ "discards 2 cards and a good on Rebel Miners" told hands to discard a good that is laid (p. 7)."""
    each_thing_has_its_verb(range(first, first + EACH), setting)


@pytest.mark.parametrize("setting", ["each", "fewer"])
def test_each_thing_that_hands_do_in_two_games_has_its_own_verb(setting: str):
    each_thing_has_its_verb(range(2), setting)


def each_thing_has_its_verb(seeds: range, setting: str) -> None:
    without, negative, seen = set(), set(), Counter()
    for seed in seeds:
        rng, read = Random(f"hands {seed}"), set()
        start = new_game(GAME, 2 + seed % 3, (("steps", setting),), rng)
        for step in steps(GAME, start, GAME.players["random"], rng):
            told = set(step.after.to_do) - read
            read |= told
            for code, verbs in VERBS.items():
                with speaking(code):
                    for to_do, own in product(told, (False, True)):
                        parts = words(step.after, to_do, own=own)
                        seen.update(part.split()[0] for part in parts)
                        without.update(part for part in parts if part.split()[0] not in verbs[own])
                        negative.update(part for part in parts if re.search(r"\s-\d", part))
    assert not without
    assert not negative
    assert {"lays", "gains", "discard", "lay"} <= set(seen)


WORLDS = ("Lost Species Ark World", "Imperium Armaments World", "Bio-Hazard Mining World", "Empath World")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (1, "Use Genes from Lost Species Ark World for Black Market Trading World"),
        (3, "Use the goods on Lost Species Ark World, Imperium Armaments World and Bio-Hazard Mining World"),
        (4, "Use 4 goods, lay goods on 4 worlds"),
    ],
)
def test_an_area_names_what_there_is_room_for(number: int, said: str):
    """Six goods used stood over the numbers, and out of the window."""
    state = table(["Old Earth", "Black Market Trading World", *WORLDS], ["New Sparta"], chosen=("settle",))
    used = tuple(
        Move(0, "spend", card=id_of(world), by=id_of("Black Market Trading World"))
        for world in WORLDS[:number]
    )
    laid = tuple(Move(0, "good", card=id_of(world)) for world in WORLDS[:number] if number > 3)
    state = state.changed(to_do=(ToDo((*used, *laid), 3), ToDo()))
    page = GAME.display.page(GAME.view(state, None), None)
    assert page.empires[0].to_do == f"{said} and gain 3 VP."
    (_seat, whole) = page.to_do[0]
    assert whole.count("uses") == number, "behind the number in the middle"


def test_the_phase_that_hands_are_in_is_lit_p3():
    """Asked for Develop already, hands still explore: Explore is lit, and not struck through."""
    choices = [ChooseActions(0, ("explore-5",)), ChooseActions(1, ("develop",))]
    state = play(table(["Old Earth"], ["New Sparta"], steps="fewer"), *choices)
    assert state.phase == "develop"
    page = GAME.display.page(GAME.view(state, None), None)
    assert [(one.key, one.now, one.done) for one in page.phases] == [
        ("explore", True, False),
        ("develop", False, False),
    ]
    assert [empire.to_do for empire in page.empires] == [
        "Draw 7 cards and keep 1.",
        "Draw 2 cards and keep 1.",
    ]
    state = play(state, PlaceNothing(0), PlaceNothing(1))
    page = GAME.display.page(GAME.view(state, None), None)
    assert not any(one.now for one in page.phases)
