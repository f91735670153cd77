"""Tests from a scene to LED colours: brightness, order, rhythms, and limits for eyes and power supply."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import frames
from firmware_bridge.firmware import config, scene
from firmware_bridge.frames import Lamp, Scene
from tests.firmware_bridge.test_frames import scenes

SEGMENTS = (("track", 6, 1), ("tiles", 7, 1), ("seats", 0, 1), ("explore", 0, 1))


def render(shown, ms, strip):
    """(red, green, blue) of each LED, as the board computes them."""
    return triples(scene.Picture(frames.encode_state(shown), strip).render(ms), strip)


def triples(data, strip):
    red, green, blue = strip.order
    return [(data[i + red], data[i + green], data[i + blue]) for i in range(0, len(data), 3)]


def test_every_name_on_the_wire_has_its_light():
    assert set(scene.PALETTE) == set(frames.COLOURS)
    assert set(scene.WAVES) == set(frames.MOTIONS)
    assert len(scene.LEVELS) == frames.LEVELS
    assert len(set(frames.LETTERS)) == len(frames.COLOURS) == len(frames.LETTERS)


@given(scenes, st.integers(0, 2**29), st.sampled_from(["RGB", "GRB", "BRG"]))
def test_the_board_draws_each_lamp_as_a_page_does(shown, ms, order):
    leds = render(shown, ms, scene.Strip(SEGMENTS, order=order))
    lamps = [lamp for name, lamps in shown.segments for lamp in lamps if name == "track"]
    assert leds[:6] == [scene.colour(lamp, ms, shown.brightness) for lamp in lamps]


@given(scenes, st.integers(0, 2**29), st.integers(0, 255))
def test_no_led_is_brighter_than_the_cap(shown, ms, cap):
    leds = render(shown, ms, scene.Strip(SEGMENTS, cap))
    assert len(leds) == 13
    assert max(max(led) for led in leds) <= min(shown.brightness, cap)


@given(scenes, st.integers(0, 2**29), st.integers(0, 2000))
def test_the_strip_never_draws_more_than_it_may(shown, ms, milliamps):
    leds = render(shown, ms, scene.Strip(SEGMENTS, milliamps=milliamps))
    assert current_draw(leds) <= max(milliamps, len(leds))


def current_draw(leds):
    """Milliamps: 20 per channel at full light, and 1 for each LED itself."""
    return sum(map(sum, leds)) * 20 / 255 + len(leds)


def test_what_hardware_md_says_of_the_current_is_so():
    strip = scene.Strip(config.SEGMENTS, config.BRIGHTEST, config.MILLIAMPS)
    for name in frames.COLOURS:
        lamps = (Lamp(name, "steady", 3),) * 7
        leds = render(Scene(255, (("track", lamps[:6]), ("tiles", lamps))), 0, strip)
        assert current_draw(leds) < 300, name


def test_a_scene_within_its_supply_is_not_touched():
    strip = scene.Strip(SEGMENTS, milliamps=900)
    assert strip.within(bytearray([96] * 39)) == bytearray([96] * 39)
    assert strip.within(bytearray(39)) == bytearray(39)


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
    """Any two rhythms can be distinguished without colour: at some moment their light differs by a third."""
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


WHITES = Scene(255, (("track", tuple(Lamp("white", "steady", level) for level in (3, 2, 1, 0, 0, 0))),))


def test_segments_run_as_they_are_wired():
    wired = (("tiles", 2, 1), ("track", 6, 2))
    forwards = render(WHITES, 0, scene.Strip(wired))
    assert forwards[:2] == [(0, 0, 0)] * 2
    assert forwards[2] == forwards[3] == scene.PALETTE["white"]
    assert forwards[4] == forwards[5] == scene.colour(Lamp("white", "steady", 2), 0, 255)
    backwards = render(WHITES, 0, scene.Strip(wired, backwards=("track",)))
    assert backwards[2:] == forwards[2:][::-1]


def test_a_frame_for_other_lights_is_shown_as_far_as_it_goes():
    assert render(WHITES, 0, scene.Strip((("track", 2, 1),))) == [
        scene.PALETTE["white"],
        scene.colour(Lamp("white", "steady", 2), 0, 255),
    ]
    assert render(WHITES, 0, scene.Strip((("seats", 2, 1),))) == [(0, 0, 0)] * 2


@given(st.text("wroygbp0159AVW:@ ", max_size=8))
def test_board_and_host_call_the_same_lamps_nonsense(text):
    def refuses(read):
        try:
            read()
        except ValueError:
            return True
        return False

    args = "96 track=" + text
    board = refuses(lambda: scene.Picture(args, scene.Strip(SEGMENTS)))
    assert board == refuses(lambda: frames.decode_state(args))


def test_only_moving_scenes_move():
    def moves(brightness, *lamps):
        args = frames.encode_state(Scene(brightness, (("track", lamps),)))
        return scene.Picture(args, scene.Strip(SEGMENTS)).moves()

    assert not moves(96, Lamp("red", "steady", 3), Lamp("red", "off", 3))
    assert moves(96, Lamp("red", "steady", 3), Lamp("red", "flutter", 1))
    assert not moves(0, Lamp("red", "flutter", 1))


def test_the_power_up_pattern_shows_each_led_once_in_each_hue():
    strip = scene.Strip(SEGMENTS, order="GRB")
    seen = []
    ms = 60
    while (data := strip.selftest(ms)) is not None:
        (lit,) = [(at, led) for at, led in enumerate(triples(data, strip)) if any(led)]
        seen.append(lit)
        ms += 120
    assert [at for at, _ in seen] == list(range(13)) * 3
    assert [led for _, led in seen] == [(48, 0, 0)] * 13 + [(0, 48, 0)] * 13 + [(0, 0, 48)] * 13


def test_the_power_up_pattern_follows_a_segment_wired_backwards():
    strip = scene.Strip((("track", 6, 2),), backwards=("track",))
    assert [at for at, led in enumerate(triples(strip.selftest(0), strip)) if any(led)] == [10, 11]


def test_alone_the_board_glows_at_the_head_of_each_segment():
    strip = scene.Strip(SEGMENTS, backwards=("tiles",))
    leds = triples(strip.idle(2400), strip)
    assert [at for at, led in enumerate(leds) if any(led)] == [0, 12]
    assert max(max(led) for led in leds) <= 20
