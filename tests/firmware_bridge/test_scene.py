"""From a scene to LED colours: brightness, order, rhythms, and what an eye and a supply can take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import frames
from firmware_bridge.firmware import config, scene
from firmware_bridge.frames import Lamp, Scene
from tests.firmware_bridge.test_frames import scenes

SEGMENTS = (("track", 6, 1), ("tiles", 7, 1), ("seats", 0, 1), ("explore", 0, 1))


def test_every_name_on_the_wire_has_its_light():
    assert set(scene.PALETTE) == set(frames.COLOURS)
    assert set(scene.WAVES) == set(frames.MOTIONS)
    assert len(scene.LEVELS) == frames.LEVELS
    assert len(set(frames.LETTERS)) == len(frames.COLOURS) == len(frames.LETTERS)


@given(scenes, st.integers(0, 2**29), st.integers(0, 255))
def test_no_led_is_brighter_than_the_cap(shown, ms, cap):
    leds = scene.render(shown, ms, SEGMENTS, cap)
    assert len(leds) == 13
    assert max(max(led) for led in leds) <= min(shown.brightness, cap)


@given(scenes, st.integers(0, 2**29), st.integers(0, 2000))
def test_the_strip_never_draws_more_than_it_may(shown, ms, milliamps):
    leds = scene.within(scene.render(shown, ms, SEGMENTS), milliamps)
    draw = sum(sum(led) for led in leds) * 20 / 255 + len(leds)
    assert draw <= max(milliamps, len(leds))


def test_a_scene_within_its_supply_is_not_touched():
    leds = [(96, 96, 96)] * 13
    assert scene.within(leds, 900) == leds


@pytest.mark.parametrize("motion", frames.MOTIONS)
def test_a_wave_begins_where_it_ends_and_stays_in_range(motion):
    period, corners = scene.WAVES[motion]
    assert corners[0][0] == 0
    assert corners[-1][0] == period
    assert corners[0][1] == corners[-1][1]
    assert [t for t, _ in corners] == sorted({t for t, _ in corners})
    assert all(0 <= scene.wave(motion, ms) <= 255 for ms in range(0, period, 7))
    assert scene.wave(motion, period * 3 + 11) == scene.wave(motion, 11)


@pytest.mark.parametrize("motion", frames.MOTIONS)
def test_no_light_flashes_more_than_three_times_a_second(motion):
    """A flash as in WCAG 2.3.1: a pair of opposing changes of 10 % or more of full light."""
    heights = [scene.wave(motion, ms) for ms in range(0, 6000, 5)]
    turns, low, high, rising = [], heights[0], heights[0], None
    for at, height in enumerate(heights):
        low, high = min(low, height), max(high, height)
        if rising is not True and height - low >= 26:
            turns.append(at * 5)
            rising, low, high = True, height, height
        elif rising is not False and high - height >= 26:
            turns.append(at * 5)
            rising, low, high = False, height, height
    for at in turns:
        assert sum(at <= turn < at + 1000 for turn in turns) <= 6, motion


def test_motions_differ_within_two_seconds_of_looking():
    """Any two rhythms can be told apart without colour: at some moment their light differs by a third."""
    moving = [motion for motion in frames.MOTIONS if motion != "off"]
    for one in moving:
        for other in moving:
            if one < other:
                gap = max(abs(scene.wave(one, ms) - scene.wave(other, ms)) for ms in range(0, 2600, 10))
                assert gap >= 85, (one, other)


def test_levels_are_steps_that_an_eye_sees():
    for dimmer, brighter in zip(scene.LEVELS, scene.LEVELS[1:], strict=False):
        assert brighter >= dimmer * 2
        assert brighter - dimmer >= 40


def test_a_lit_lamp_never_rounds_down_to_dark():
    for name in frames.COLOURS:
        assert any(scene.colour(Lamp(name, "steady", 1), 0, 2)), name


def test_segments_run_as_they_are_wired():
    shown = Scene(255, (("track", tuple(Lamp("white", "steady", level) for level in (3, 2, 1, 0, 0, 0))),))
    forwards = scene.render(shown, 0, (("tiles", 2, 1), ("track", 6, 2)))
    assert forwards[:2] == [(0, 0, 0)] * 2
    assert forwards[2] == forwards[3] == scene.PALETTE["white"]
    backwards = scene.render(shown, 0, (("tiles", 2, 1), ("track", 6, 2)), 255, ("track",))
    assert backwards[2:] == forwards[2:][::-1]


def test_only_moving_scenes_move():
    still = Scene(96, (("track", (Lamp("red", "steady", 3), Lamp("red", "flutter", 0))),))
    assert not scene.moves(still)
    moving = Scene(96, (("track", (Lamp("red", "flutter", 1),)),))
    assert scene.moves(moving)
    assert not scene.moves(moving._replace(brightness=0))


def test_the_power_up_pattern_shows_each_led_once_in_each_hue():
    seen = []
    ms = 60
    while (leds := scene.selftest(ms, SEGMENTS)) is not None:
        (lit,) = [(at, led) for at, led in enumerate(leds) if any(led)]
        seen.append(lit)
        ms += 120
    assert [at for at, _ in seen] == list(range(13)) * 3
    assert len({led for _, led in seen}) == 3
    assert all(max(led) <= config.BRIGHTEST for _, led in seen)


def test_the_power_up_pattern_follows_a_segment_wired_backwards():
    leds = scene.selftest(0, SEGMENTS, ("track",))
    assert [at for at, led in enumerate(leds) if any(led)] == [5]


def test_alone_the_board_glows_at_the_head_of_each_segment():
    leds = scene.idle(2400, SEGMENTS)
    assert [at for at, led in enumerate(leds) if any(led)] == [0, 6]
    assert max(max(led) for led in leds) <= 20
