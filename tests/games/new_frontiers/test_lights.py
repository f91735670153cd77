"""What the lights say: disks on the track, and the state of each action tile."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.game import MOTIONS, Light
from companion.games.new_frontiers.decisions import SelectAction
from companion.games.new_frontiers.lights import SPACES, light
from companion.games.new_frontiers.state import COLOURS, State
from companion.simulate import new_game, steps
from tests.games.new_frontiers.tables import NEW_FRONTIERS, start


def track(state: State) -> tuple[Light, ...]:
    return dict(light(state).segments)["track"]


def tiles(state: State) -> dict[str, Light]:
    lamps = dict(light(state).segments)["tiles"]
    return {tile.name: lamp for tile, lamp in zip(state.actions, lamps, strict=True)}


def test_each_player_has_a_colour_and_a_rhythm_of_their_own() -> None:
    lamps = track(start(5))[1:]
    assert len({lamp.colour for lamp in lamps}) == len({lamp.motion for lamp in lamps}) == 5
    assert len(COLOURS) == 5


def test_at_the_start_the_first_space_is_dark_and_whoever_selects_is_bright_p3() -> None:
    state = start(4)
    lamps = track(state)
    assert lamps[0].level == 0
    assert [lamp.colour for lamp in lamps[1:5]] == [state.empires[d.player].colour for d in state.disks]
    assert lamps[1].level > lamps[2].level == lamps[3].level == lamps[4].level > 0
    assert lamps[5].level == 0


def test_a_selecting_disk_shines_at_both_spaces_and_the_others_stay_p4() -> None:
    state = start(3)
    first = state.empires[state.disks[0].player].colour
    state = NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, "settle"))
    lamps = track(state)
    assert lamps[0].colour == lamps[1].colour == first
    assert lamps[0].level > lamps[1].level > 0
    assert lamps[2].level == lamps[3].level > 0


def test_in_a_two_player_game_all_four_disks_shine_p3() -> None:
    state = start(2)
    assert [lamp.level > 0 for lamp in track(state)] == [False, True, True, True, True, False]


def test_tiles_are_free_being_done_and_used() -> None:
    state = start(3)
    first, second = state.disks[0].player, state.disks[1].player
    assert set(tiles(state).values()) == {Light("white", "steady", 1)}
    state = NEW_FRONTIERS.play(state, SelectAction(first, "isolation"))
    used = tiles(state)["isolation"]
    assert (used.colour, used.level) == (state.empires[first].colour, 1)
    state = NEW_FRONTIERS.play(state, SelectAction(second, "settle"))
    doing = tiles(state)["settle"]
    assert (doing.colour, doing.level) == (state.empires[second].colour, 3)


def test_the_tile_being_done_shows_whose_turn_it_is_now() -> None:
    state = start(3)
    state = NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, "settle"))
    option = NEW_FRONTIERS.options(state, state.disks[0].player)[-1]
    state = NEW_FRONTIERS.play(state, option.decision)
    assert tiles(state)["settle"].colour == state.empires[state.disks[1].player].colour


def test_credits_on_produce_show_p9() -> None:
    state = start(3)
    paid = tuple(replace(t, credits=2) if t.name == "produce" else t for t in state.actions)
    assert tiles(replace(state, actions=paid))["produce"] != tiles(state)["produce"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_state_of_a_game_has_a_picture_of_the_same_size(players: int) -> None:
    rng = Random(players)
    state = new_game(NEW_FRONTIERS, players, (("game", "later"),), rng)
    for step in steps(NEW_FRONTIERS, state, NEW_FRONTIERS.players()["random"], rng):
        picture = light(step.after)
        assert [(name, len(lamps)) for name, lamps in picture.segments][:2] == [
            ("track", SPACES),
            ("tiles", 7),
        ]
        for _, lamps in picture.segments:
            assert all(lamp.motion in MOTIONS and 0 <= lamp.level <= 3 for lamp in lamps)
        on_track = [lamp for lamp in track(step.after) if lamp.level]
        disks = step.after.disks
        assert {lamp.colour for lamp in on_track} == {step.after.empires[d.player].colour for d in disks}
