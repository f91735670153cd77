"""Tests of tagged sleeves on the table, and of the lights: places of cards, and the meaning of changes."""

from __future__ import annotations

from random import Random

from companion.games.contract import Difference, Light, Spot, seat_zone
from companion.games.race_for_the_galaxy.rules.choosing import ChooseActions
from companion.games.race_for_the_galaxy.rules.placing import Place, PlaceNothing
from companion.games.race_for_the_galaxy.rules.settle import SettleBy
from companion.games.race_for_the_galaxy.tracking.lights import CHOSEN, DONE, LAMPS, LAST_ROUND, NOW
from companion.simulation.simulate import new_game, steps
from tests.games.race_for_the_galaxy.build import GAME, id_of, new, place, play, table
from tests.games.race_for_the_galaxy.test_game_end import ELEVEN_CARDS


def laid(card: str, seat: int) -> Difference:
    return Difference(id_of(card), None, Spot(seat_zone(seat), "A"))


def gone(card: str, seat: int) -> Difference:
    return Difference(id_of(card), Spot(seat_zone(seat), "A"), None)


def explain(state, *differences):
    return GAME.tracking.explain(state, differences)


def test_there_is_a_tag_for_each_of_the_120_cards():
    tiles = GAME.tracking.tiles()
    assert len({tile.id for tile in tiles}) == 120
    assert all(tile.faces == "A" and GAME.tracking.tile(tile.id) == tile for tile in tiles)
    assert not any(tile.unverified for tile in tiles)
    assert GAME.tracking.tile("X1") is None


def test_cards_lie_in_the_tableaus_of_their_players():
    state = table(["Old Earth", "Gem World*"], ["New Sparta"])
    assert GAME.tracking.layout(state) == {
        "S01": Spot("seat:0", "A"),
        id_of("Gem World"): Spot("seat:0", "A"),
        "S04": Spot("seat:1", "A"),
    }
    zones = [zone.name for zone in GAME.tracking.plan(3).zones]
    assert zones == ["middle", "seat:0", "seat:1", "seat:2"]


def test_a_card_laid_into_a_tableau_is_a_placement():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "settle"))
    found = explain(state, laid("Gem World", 1))
    assert [option.decision for option in found.options] == [Place(1, id_of("Gem World"))]
    assert found.covers == {id_of("Gem World")}
    # It is on the table before all have chosen: a known card, and no error.
    chosen = play(state, found.options[0].decision)
    assert explain(chosen, laid("Gem World", 1)).tolerated == {id_of("Gem World")}
    assert explain(play(chosen, PlaceNothing(0))).options == ()


def test_two_cards_are_explained_one_after_the_other():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "settle"))
    both = (laid("Gem World", 0), laid("Rebel Miners", 1))
    state = play(state, explain(state, *both).options[0].decision)
    found = explain(state, *both)
    assert found.options[0].decision == Place(1, id_of("Rebel Miners"))
    assert found.tolerated == {id_of("Gem World")}
    done = play(state, found.options[0].decision)
    assert {id_of("Gem World"), id_of("Rebel Miners")} <= GAME.tracking.layout(done).keys()


def test_another_card_laid_instead_changes_the_choice():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "settle"))
    state = play(state, Place(0, id_of("Gem World")))
    assert explain(state, laid("Comet Zone", 0)).options[0].decision == Place(0, id_of("Comet Zone"))


def test_what_cannot_be_placed_has_no_explanation():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "settle"))
    for card in ("Public Works", "Rebel Base"):
        found = explain(state, laid(card, 0))
        assert (found.options, found.tolerated) == ((), frozenset())
    lying = Difference(id_of("Gem World"), None, Spot("middle", "A"))
    assert explain(state, lying).options == ()


def test_a_card_laid_too_early_waits():
    found = explain(table(["Old Earth"], ["New Sparta"]), laid("Gem World", 0))
    assert found.waiting == "Gem World can be placed when Develop or Settle begins."
    assert found.tolerated == {id_of("Gem World")}


def test_a_card_taken_away_is_the_discard_that_was_asked_for():
    state = table(["Old Earth", "Colony Ship"], ["Epsilon Eridani"], chosen=("settle", "settle"))
    state = place(state, "Gem World", None)
    found = explain(state, gone("Colony Ship", 0))
    assert [option.decision for option in found.options] == [SettleBy(0, id_of("Colony Ship"))]
    assert found.covers == {id_of("Colony Ship")}
    assert explain(state, gone("Old Earth", 0)).options == ()


def test_a_card_by_whose_power_one_pays_is_no_discard():
    state = table(["New Sparta", "Contact Specialist"], ["Old Earth"], chosen=("settle", "settle"))
    state = place(state, "Rebel Fuel Cache", None)
    ways = [option.decision.way for option in GAME.options(state, 0)]
    assert any(id_of("Contact Specialist") in way.split("+") for way in ways), ways
    assert explain(state, gone("Contact Specialist", 0)).options == ()


def test_whole_games_laid_out_card_by_card():
    """Every placement in random games is found from the table alone, by the card that was laid there."""
    for seed in range(4):
        rng = Random(f"table {seed}")
        state = new_game(GAME, 2 + seed % 3, (), rng)
        found = 0
        for step in steps(GAME, state, GAME.players["random"], rng):
            if isinstance(step.decision, Place):
                seat, card = step.decision.player, step.decision.card
                lying = Difference(card, None, Spot(seat_zone(seat), "A"))
                explained = GAME.tracking.explain(step.before, (lying,))
                assert [option.decision for option in explained.options] == [step.decision]
                found += 1
        assert found > 5


# --- lights ---


def lamps(state) -> dict[str, Light]:
    return dict(zip(LAMPS, dict(GAME.lights.light(state).segments)["tiles"], strict=True))


def test_the_lamps_are_those_of_the_segments():
    for state in (new(4), table(["Old Earth"], ["New Sparta"], chosen=("settle", "consume-trade"))):
        picture = dict(GAME.lights.light(state).segments)
        assert {name: len(lights) for name, lights in picture.items()} == {
            segment.name: segment.count for segment in GAME.lights.segments
        }


def test_the_lamps_show_what_is_chosen_goes_on_and_is_over():
    tableaus = (["Old Earth", "Gem World*"], ["New Sparta"], ["Epsilon Eridani"])
    state = table(*tableaus, chosen=("develop", "settle", "consume-trade"))
    shown = lamps(state)
    assert (shown["explore"], shown["develop"], shown["settle"]) == (Light(), NOW, CHOSEN)
    assert (shown["consume"], shown["trade"], shown["produce"]) == (CHOSEN, CHOSEN, Light())
    state = place(state, None, None, None)
    assert (lamps(state)["develop"], lamps(state)["settle"]) == (DONE, NOW)
    sold = table(*tableaus, chosen=("consume-trade", "produce", "produce"))
    assert (lamps(sold)["trade"], lamps(sold)["consume"]) == (NOW, Light())


def test_the_seats_show_whom_the_table_waits_for_and_no_choice():
    state = play(new(3), ChooseActions(1, ("develop",)))
    other = play(new(3), ChooseActions(1, ("produce",)))
    assert GAME.lights.light(state) == GAME.lights.light(other)
    track = dict(GAME.lights.light(state).segments)["track"]
    assert [lamp.level for lamp in track] == [3, 1, 3, 0, 0, 0]
    assert GAME.lights.light(state).calls == (("track", 0), ("track", 2))


def test_the_last_lamp_says_that_it_is_the_last_round():
    state = table(["Old Earth"], ["New Sparta"], chosen=("settle", "settle"))
    assert lamps(state)["end"] == Light()
    assert lamps(state.changed(endings=("x",)))["end"] == LAST_ROUND


def test_at_the_end_the_lamps_are_the_winners():
    state = place(table(ELEVEN_CARDS, ["Old Earth"], chosen=("settle", "settle")), "Pilgrimage World", None)
    picture = dict(GAME.lights.light(state).segments)
    assert {lamp.colour for lamp in picture["tiles"]} == {"blue"}
    assert [lamp.colour for lamp in picture["track"][:2]] == ["blue", "green"]
