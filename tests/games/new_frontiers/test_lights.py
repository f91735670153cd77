"""Tests of the lights: disks on the track, the state of each action tile, whose turn it is, who has won."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from companion.games.contract import Light, LightPicture
from companion.games.contract.light import MOTIONS
from companion.games.new_frontiers.rules.scoring import score
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.state import COLOURS, State
from companion.games.new_frontiers.tracking.lights import (
    CREDITS,
    FREE,
    LAST_ROUND,
    RHYTHMS,
    TRACK_SPACES,
    light,
)
from companion.games.new_frontiers.tracking.lights_legend import MEANINGS, PLAYER, Meaning, meaning, players
from companion.room.lights import BRIGHTNESS, disputed, scene_of, urged
from companion.simulation.simulate import new_game, steps
from firmware_bridge.firmware import scene
from firmware_bridge.firmware.scene import PALETTE
from tests.games.new_frontiers.build import drawn
from tests.games.new_frontiers.tables import NEW_FRONTIERS, start


def segment(state: State, name: str) -> tuple[Light, ...]:
    return dict(light(state).segments)[name]


def track(state: State) -> tuple[Light, ...]:
    return segment(state, "track")


def tiles(state: State) -> dict[str, Light]:
    lamps = segment(state, "tiles")
    return {tile.name: lamp for tile, lamp in zip(state.actions, lamps, strict=True)}


def test_each_player_has_a_colour_and_a_rhythm_of_their_own() -> None:
    lamps = track(start(5))[1:]
    assert len({lamp.colour for lamp in lamps}) == len({lamp.motion for lamp in lamps}) == 5
    assert set(RHYTHMS) == set(COLOURS)
    assert len(set(RHYTHMS.values())) == 5


def test_at_the_start_the_first_space_is_dark_and_whoever_selects_is_bright_p3() -> None:
    state = start(4)
    lamps = track(state)
    assert lamps[0].level == 0
    assert [lamp.colour for lamp in lamps[1:5]] == [state.empires[d.player].colour for d in state.disks]
    assert lamps[1].level > lamps[2].level == lamps[3].level == lamps[4].level > 0
    assert lamps[5].level == 0


def test_a_selecting_disk_shines_at_its_new_space_and_pulses_at_its_old_one_p4() -> None:
    state = start(3)
    first = state.empires[state.disks[0].player].colour
    state = NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, "settle"))
    lamps = track(state)
    assert lamps[0].colour == lamps[1].colour == first
    assert lamps[0].motion == RHYTHMS[first]
    assert lamps[1].motion == "breathe"
    assert lamps[0].level > lamps[1].level > 0
    assert lamps[2].level == lamps[3].level > 0


def test_in_a_two_player_game_all_four_disks_shine_p3() -> None:
    state = start(2)
    assert [lamp.level > 0 for lamp in track(state)] == [False, True, True, True, True, False]
    assert [lamp.level for lamp in track(state)].count(3) == 1


def test_tiles_are_free_being_done_and_used() -> None:
    state = start(3)
    first, second = state.disks[0].player, state.disks[1].player
    assert set(tiles(state).values()) == {FREE}
    state = NEW_FRONTIERS.play(state, SelectAction(first, "isolation"))
    used = tiles(state)["isolation"]
    assert used == Light(state.empires[first].colour, RHYTHMS[state.empires[first].colour], 1)
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
    assert tiles(replace(state, actions=paid))["produce"] == CREDITS


def test_in_the_last_round_the_free_tiles_breathe_p10() -> None:
    state = replace(start(3), endings=("The VP chips are gone.",))
    assert set(tiles(state).values()) == {LAST_ROUND}


def test_seats_show_who_must_act() -> None:
    state = start(3)
    first = state.disks[0].player
    assert [lamp.level for lamp in segment(state, "seats")] == [3 if n == first else 1 for n in range(3)]


def test_the_strip_round_the_middle_calls_for_worlds_and_then_for_a_pick() -> None:
    state = start(3)
    assert segment(state, "explore") == (Light(),)
    state = NEW_FRONTIERS.play(state, SelectAction(state.disks[0].player, "explore"))
    assert segment(state, "explore")[0].colour == "white"
    state = NEW_FRONTIERS.play(state, drawn(state, state.bag[:7]))
    assert segment(state, "explore")[0].colour == state.empires[state.disks[0].player].colour


def test_at_the_end_the_track_has_the_players_by_rank() -> None:
    rng = Random(4)
    state = new_game(NEW_FRONTIERS, 4, (), rng)
    *_, last = steps(NEW_FRONTIERS, state, NEW_FRONTIERS.players["random"], rng)
    assert last.after.over
    ranked = sorted(score(last.after).players, key=lambda player: player.rank)
    assert [lamp.colour for lamp in track(last.after)[:4]] == [
        last.after.empires[player.player].colour for player in ranked
    ]
    assert track(last.after)[0].level == 3
    winners = {last.after.empires[player.player].colour for player in ranked if player.winner}
    assert {lamp.colour for lamp in segment(last.after, "tiles")} == winners


def test_what_the_table_does_with_a_picture_leaves_the_rest_as_it_is() -> None:
    state = NEW_FRONTIERS.play(start(3), SelectAction(start(3).disks[0].player, "settle"))
    picture = light(state)
    assert picture.calls == (("track", 0), ("seats", state.disks[0].player), ("tiles", 3))
    for changed, many in ((urged(picture), 3), (disputed(picture, {"track", "tiles"}), 2)):
        before = [lamp for _, lamps in picture.segments for lamp in lamps]
        after = [lamp for _, lamps in changed.segments for lamp in lamps]
        assert sum(a != b for a, b in zip(before, after, strict=True)) == many
        assert all(meaning(name, lamp) for name, lamps in changed.segments for lamp in lamps if lamp.level)


def test_every_light_of_whole_games_is_in_the_legend_and_all_of_the_legend_comes_up() -> None:
    seen = set()
    for seats in (2, 3, 4, 5):
        rng = Random(seats)
        state = new_game(NEW_FRONTIERS, seats, (("game", "later"),), rng)
        for step in steps(NEW_FRONTIERS, state, NEW_FRONTIERS.players["random"], rng):
            seen |= shown_meanings(step.after)
    assert seen == {known for known in MEANINGS if not known.by_the_table}


def shown_meanings(state: State) -> set[Meaning]:
    """The meanings of a state's light picture; checks that the legend has each of them."""
    picture = light(state)
    counts = [("track", TRACK_SPACES), ("tiles", 7), ("seats", len(state.empires)), ("explore", 1)]
    assert [(name, len(lamps)) for name, lamps in picture.segments] == counts
    assert all(dict(picture.segments)[name][place].level == 3 for name, place in picture.calls)
    on_track = {lamp.colour for lamp in track(state) if lamp.level}
    assert on_track == {empire.colour for empire in state.empires}
    found = set()
    for name, lamps in picture.segments:
        for lamp in lamps:
            assert lamp.motion in MOTIONS
            if lamp.level:
                known = meaning(name, lamp)
                assert known is not None, (name, lamp)
                assert not known.by_the_table
                found.add(known)
    return found


def test_no_two_meanings_differ_by_colour_alone() -> None:
    """In each place motion and level tell all meanings apart without colours."""
    for where in {known.where for known in MEANINGS}:
        told = []
        for known in (known for known in MEANINGS if known.where == where):
            motions = RHYTHMS.values() if known.light.motion == PLAYER else (known.light.motion,)
            told += [(motion, known.light.level) for motion in motions]
        assert len(told) == len(set(told)), where


def test_players_differ_by_rhythm_even_where_colours_cannot_be_seen() -> None:
    assert len({words for _, words in players()}) == 5


# --- colour blindness -----------------------------------------------------------------------------------

COLOUR_VISION = {
    "usual": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""Linear RGB as it looks to them, by Machado, Oliveira and Fernandes (2009), severity 1."""
TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
"""To Oklab, in which distance is visible difference: black to white is 1, just noticeable about 0.02."""


def distance(one: str, other: str, eyes: str) -> float:
    labs = [
        TO_LAB @ np.cbrt(TO_CONES @ np.clip(COLOUR_VISION[eyes] @ (np.array(PALETTE[name]) / 255), 0, 1))
        for name in (one, other)
    ]
    return float(np.linalg.norm(labs[0] - labs[1]))


@pytest.mark.parametrize("eyes", COLOUR_VISION)
def test_the_five_players_colours_differ_to_every_kind_of_eye(eyes: str) -> None:
    for one, other in combinations(COLOURS, 2):
        assert distance(one, other, eyes) >= 0.18, (one, other)


def test_the_simulation_finds_colours_that_are_alike() -> None:
    """Shows that the test above can fail: plain blue and purple look the same to a deutan eye."""
    plain = {"blue": (0, 60, 255), "purple": (140, 0, 255)}
    labs = [
        TO_LAB @ np.cbrt(TO_CONES @ np.clip(COLOUR_VISION["deutan"] @ (np.array(rgb) / 255), 0, 1))
        for rgb in plain.values()
    ]
    assert np.linalg.norm(labs[0] - labs[1]) < 0.02


LAMP_CANDELA, DIFFUSER_M2 = 1.2, 78e-6
"""A WS2812 at full white, and a diffuser of 10 mm: from 2 m it is 0.29 degrees wide, a spot in which all eyes
see as without the cones for blue."""
ROOMS = {"dark": ("evening", 1.0), "bright": ("day", 130.0)}
"""The lamps' brightness, and what the room's light adds to each diffuser, cd/m2: 500 lx on white."""
LOOK_MS = range(0, 5000, 50)


def states_of(where: str) -> dict[str, Light]:
    """Every state that a lamp there may be in, of each player, in words."""
    states = {"dark": Light()}
    for known in (known for known in MEANINGS if known.where == where):
        for colour in COLOURS if known.light.colour == PLAYER else (known.light.colour,):
            motion = RHYTHMS[colour] if known.light.motion == PLAYER else known.light.motion
            if known.light.level:
                states[f"{colour}: {known.words}, {known.light.level}"] = Light(
                    colour, motion, known.light.level
                )
    return states


def seen(lamp: Light, eyes: str, room: str) -> np.ndarray:
    """How a lamp looks over five seconds, in Oklab; white is the brightest lamp of the room."""
    name, veil = ROOMS[room]
    brightness = BRIGHTNESS[name]
    (drawn,) = scene_of(LightPicture((("x", (lamp,)),)), brightness).segments[0][1]
    shares = np.array([scene.colour(drawn, ms, brightness) for ms in LOOK_MS]) / 255
    full = LAMP_CANDELA / DIFFUSER_M2
    light = (shares * full + veil) / (brightness / 255 * full + veil)
    looks = np.clip(light @ COLOUR_VISION[eyes].T, 0, 1)
    return np.asarray(np.cbrt(looks @ TO_CONES.T) @ TO_LAB.T)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("eyes", COLOUR_VISION)
@pytest.mark.parametrize("where", ["track", "tiles"])
def test_all_states_of_a_lamp_differ_at_two_metres_to_every_kind_of_eye(
    where: str, eyes: str, room: str
) -> None:
    looks = {words: seen(lamp, eyes, room) for words, lamp in states_of(where).items()}
    for one, other in combinations(looks, 2):
        apart = np.linalg.norm(looks[one] - looks[other], axis=1)
        # Three times what is just noticeable, for a tenth of the time.
        assert np.percentile(apart, 90) >= 0.06, (one, other)


def test_the_simulated_eye_loses_what_has_no_motion_and_no_level() -> None:
    """Shows that the test above can fail: the palette's green and pink, as steady as each other."""
    steady = [seen(Light(name, "steady", 1), "deutan", "bright") for name in ("green", "pink")]
    assert np.linalg.norm(steady[0] - steady[1], axis=1).max() < 0.06


def test_an_empty_picture_calls_nobody() -> None:
    assert urged(LightPicture((("track", (Light(),)),))).segments == (("track", (Light(),)),)


def test_hardware_md_says_what_every_light_means() -> None:
    text = (Path(__file__).parents[3] / "hardware.md").read_text("utf-8")
    for known in MEANINGS:
        assert f"| {known.words} |" in text
    for colour, words in players():
        assert f"| {colour} | {words} |" in text
