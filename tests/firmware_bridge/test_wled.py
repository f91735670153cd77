"""Tests of the WLED backend with a stand-in that answers, and stays silent, as WLED does."""

import copy
import json
import os
import random
import time

import pytest

from firmware_bridge import frames
from firmware_bridge.backends.wled import Wled, WledLink
from firmware_bridge.backends.wled_kept import KeptStates
from firmware_bridge.backends.wled_state import take_over_message
from firmware_bridge.firmware.scene import Picture, Strip
from firmware_bridge.frames import Lamp, Scene
from tests.firmware_bridge.conftest import COUNTS
from tests.firmware_bridge.test_bridge import TIMEOUT_SECONDS, until_state, wait_until
from tests.firmware_bridge.test_frames import SAMPLE
from tests.firmware_bridge.test_link import still
from tests.firmware_bridge.wled_segments import AS_PEOPLE_HAVE_IT, EFFECT
from tests.firmware_bridge.wled_stand_in import WledStandIn

pytestmark = pytest.mark.waits


@pytest.fixture
def wled():
    wled = WledStandIn()
    yield wled
    wled.close()


@pytest.fixture
def lights(wled):
    lights = Wled(wled.port, COUNTS)
    yield lights
    lights.close()


def pixels(scene):
    strip = Strip([(name, count, 1) for name, count in COUNTS.items()])
    data = Picture(frames.encode_state(scene), strip).render(0)
    return [data[i] << 16 | data[i + 1] << 8 | data[i + 2] for i in range(0, len(data), 3)]


def test_what_is_wanted_is_shown_and_read_back(wled, lights):
    for number in range(5):
        lights.show(still(number))
        assert lights.wait(TIMEOUT_SECONDS)
        assert wled.leds == pixels(still(number))
    assert lights.status().state == "online"
    assert lights.board().firmware == "WLED 2405180"
    assert wled.state["bri"] == 255


def test_an_effect_that_took_the_strip_is_put_away_within_a_second_or_so(wled, lights):
    lights.show(still(1))
    assert lights.wait(TIMEOUT_SECONDS)
    wled.fall_back()
    assert wled.leds == [EFFECT] * 13
    wait_until(lambda: wled.leds == pixels(still(1)))


def test_it_holds_its_scene_where_streamed_pixels_would_have_fallen_back(wled, lights):
    lights.show(still(2))
    assert lights.wait(TIMEOUT_SECONDS)
    end = time.monotonic() + 2.5
    while time.monotonic() < end:
        assert wled.leds == pixels(still(2))
        time.sleep(0.05)


def test_colours_that_come_back_a_little_off_are_right(wled, lights):
    wled.lossy = True
    lights.show(still(3))
    assert lights.wait(TIMEOUT_SECONDS)


def test_motions_are_drawn_by_the_host(wled, lights):
    lamps = (Lamp("blue", "slow-pulse", 3),) * 6
    lights.show(Scene(96, (("track", lamps),)))
    assert lights.wait(TIMEOUT_SECONDS)
    seen = set()
    wait_until(lambda: seen.add(wled.leds[0]) or len(seen) >= 6)


def test_the_owners_brightness_and_transition_come_back(wled, lights):
    before = copy.deepcopy(wled.state)
    lights.show(SAMPLE)
    assert lights.wait(TIMEOUT_SECONDS)
    assert (wled.state["bri"], wled.state["transition"], wled.state["seg"][0]["frz"]) == (255, 0, True)
    lights.close()
    wait_until(lambda: wled.state == before)


@pytest.mark.parametrize("name", [name for name, state in AS_PEOPLE_HAVE_IT.items() if "ps" not in state])
def test_a_strip_as_people_have_set_it_up_shows_the_picture_and_gets_its_own_back(name):
    wled = WledStandIn(segments=AS_PEOPLE_HAVE_IT[name]["seg"])
    before = copy.deepcopy(wled.state)
    lights = Wled(wled.port, COUNTS)
    try:
        lights.show(still(2))
        assert lights.wait(TIMEOUT_SECONDS)
        assert wled.leds == pixels(still(2))
    finally:
        lights.close()
    wait_until(lambda: wled.state == before)
    wled.close()


def test_a_preset_of_overlapping_segments_that_is_loaded_in_play_is_put_away(wled, lights):
    before = copy.deepcopy(wled.state)
    lights.show(still(1))
    assert lights.wait(TIMEOUT_SECONDS)
    wled.segments.take(
        {"seg": [{"id": 1, "start": 3, "stop": 9}, {"id": 2, "start": 8, "stop": 13, "on": False}]}
    )
    assert wled.leds != pixels(still(1))
    wait_until(lambda: wled.leds == pixels(still(1)) and lights.shown() == still(1))
    lights.close()
    wait_until(lambda: wled.state == before)


def test_a_strip_gets_its_own_back_from_the_companion_after_one_that_crashed(wled, tmp_path):
    before, kept = copy.deepcopy(wled.state), KeptStates(tmp_path / "strips.json")
    crashed = WledLink(0.0, COUNTS, {}, kept, wled.port)
    for line in (b"WLED 2405180\n", json.dumps({"state": wled.state}).encode() + b"\n"):
        crashed.receive(line, 0.0)
    wled.segments.take(take_over_message(wled.state, 13) | {"udpn": {}})
    wled.segments.take({"seg": {"i": ["010203"] * 13}})
    lights = Wled(wled.port, COUNTS, kept)
    lights.show(still(2))
    assert lights.wait(TIMEOUT_SECONDS)
    lights.close()
    wait_until(lambda: wled.state == before)
    assert kept.of(wled.port) == {}


def test_a_strip_that_does_not_tell_its_state_is_lit_even_so(wled):
    wled.secretive = True
    lights = Wled(wled.port, COUNTS)
    lights.show(SAMPLE)
    try:
        assert lights.wait(TIMEOUT_SECONDS)
    finally:
        lights.close()


def test_a_silent_strip_is_offline_and_taken_up_again(wled, lights):
    lights.show(SAMPLE)
    assert lights.wait(TIMEOUT_SECONDS)
    wled.deaf = True
    until_state(lights, "offline")
    wled.deaf = False
    lights.show(still(4))
    assert lights.wait(TIMEOUT_SECONDS)
    assert wled.leds == pixels(still(4))


def test_too_few_leds_are_said():
    wled = WledStandIn(count=9)
    lights = Wled(wled.port, COUNTS)
    try:
        lights.show(SAMPLE)
        assert "3 lights in the segment 'tiles'" in until_state(lights, "wrong counts")
    finally:
        lights.close()
        wled.close()


def test_a_camera_gets_its_dark_pause_here_too(wled, lights):
    lights.show(still(5))
    assert lights.wait(TIMEOUT_SECONDS)
    lights.pause(0.3)
    wait_until(lambda: wled.leds == [0] * 13)
    wait_until(lambda: wled.leds == pixels(still(5)))


def test_the_stand_in_swallows_half_an_object_and_falls_back_from_streamed_pixels(wled):
    """Shows that the stand-in behaves as WLED does where it matters."""
    os.write(wled.slave, b'{"seg":{"i":["FF00')
    wait_until(lambda: wled.dropped == 1)
    os.write(wled.slave, b"Ada" + bytes((0, 12, 0 ^ 12 ^ 0x55)) + bytes(random.Random(1).randbytes(39)))
    wait_until(lambda: wled.leds != [EFFECT] * 13)
    wait_until(lambda: wled.leds == [EFFECT] * 13)
