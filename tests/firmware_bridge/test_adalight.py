"""Tests of strips that speak Adalight: in simulated time, and by the bridge's thread on a pseudo-terminal."""

import random
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from companion.room.lights import open_lights
from firmware_bridge.backends.adalight import (
    FRAME_INTERVAL_SECONDS,
    REPEAT_SECONDS,
    SILENT_SECONDS,
    Adalight,
    AdalightLink,
    picture,
)
from firmware_bridge.backends.wled_wifi import WledWifi
from firmware_bridge.frames import Lamp, Scene
from tests.firmware_bridge.adalight_stand_in import DARK_SECONDS, AdalightStrip, EsphomeStrip
from tests.firmware_bridge.conftest import COUNTS
from tests.firmware_bridge.test_bridge import AnsweringLine, until_state, wait_until
from tests.firmware_bridge.test_link import still
from tests.firmware_bridge.test_wled import pixels

pytestmark = pytest.mark.waits

STRIPS = (AdalightStrip, EsphomeStrip)
BREATHING = Scene(96, (("track", (Lamp("blue", "breathe", 3),) * 6), ("tiles", ())))


class Line:
    """A link and a strip with a line between them that loses bytes at `rate`."""

    def __init__(self, strip, rate=0.0):
        self.strip, self.rate, self.chance = strip, rate, random.Random(4)
        self.link = AdalightLink(0.0, COUNTS)
        self.hundredths = 0
        self.sent = []

    def run(self, seconds):
        for _ in range(round(seconds * 100)):
            now = self.hundredths / 100
            out = self.link.send(now)
            if out:
                self.sent.append(now)
            out = bytes(byte for byte in out if self.chance.random() >= self.rate)
            self.link.receive(self.strip.take(out, now), now)
            self.hundredths += 1

    def until_shown(self, scene):
        self.link.target = scene
        while self.link.acked != scene:
            assert self.hundredths < 1000, "never shown"
            self.run(0.01)


def test_a_picture_is_as_adalight_has_it():
    assert picture([0x010203, 0xFF0000]) == b"Ada\x00\x01\x54\x01\x02\x03\xff\x00\x00"
    assert picture([0] * 300)[3:6] == bytes((1, 43, 1 ^ 43 ^ 0x55))


@pytest.mark.parametrize("kind", STRIPS)
def test_a_scene_is_shown_and_stays_for_as_long_as_nothing_changes(kind):
    line = Line(kind())
    for number in range(3):
        line.until_shown(still(number))
        assert line.strip.leds == pixels(still(number))
    line.run(2 * DARK_SECONDS)
    assert line.link.board is not None
    assert line.link.acked == still(2)
    assert line.strip.leds == pixels(still(2))


@pytest.mark.parametrize("kind", STRIPS)
def test_motions_are_drawn_by_the_host_at_ten_pictures_a_second(kind):
    line = Line(kind())
    line.until_shown(BREATHING)
    line.run(2 * SILENT_SECONDS)  # a sketch is silent meanwhile, and still there
    assert line.link.board is not None
    gaps = [b - a for a, b in zip(line.sent, line.sent[1:], strict=False)]
    assert min(gaps) >= FRAME_INTERVAL_SECONDS - 1e-9
    assert len(line.sent) > 60


def test_to_what_does_not_say_ada_nothing_is_sent():
    line = Line(EsphomeStrip(effect=False))
    line.link.target = still(1)
    line.run(5)
    assert line.sent == []


@pytest.mark.parametrize("kind", STRIPS)
def test_a_strip_that_falls_silent_is_gone_and_relit_when_it_speaks_again(kind):
    line = Line(kind())
    line.until_shown(still(1))
    take, line.strip.take = line.strip.take, lambda data, now: b""
    line.run(SILENT_SECONDS + 2 * REPEAT_SECONDS)
    assert (line.link.board, line.link.acked) == (None, None)
    sent = len(line.sent)
    line.run(3)
    assert len(line.sent) == sent
    line.strip.take = take
    line.run(1.5)
    assert line.strip.leds == pixels(still(1))


@pytest.mark.parametrize("kind", STRIPS)
def test_lost_bytes_cost_a_few_pictures_and_are_put_right(kind):
    """Adalight has no check of its colours, so a wrong one may be seen until the next whole picture."""
    line = Line(kind(), rate=0.02)
    line.until_shown(still(1))
    line.run(5)
    line.rate = 0.0
    line.run(3 * REPEAT_SECONDS)
    assert line.strip.leds == pixels(still(1))


def test_at_the_end_it_is_dark():
    line = Line(EsphomeStrip())
    assert line.link.closing_bytes() == b""
    line.until_shown(still(1))
    line.strip.take(line.link.closing_bytes(), 60.0)
    assert line.strip.leds == [0] * 13


def test_what_a_larger_game_lit_is_dark_in_a_smaller_one_and_at_the_end():
    line = Line(EsphomeStrip())
    line.until_shown(still(1))
    assert any(line.strip.leds[6:])
    line.link.require({"track": 6})
    line.run(3)
    assert any(line.strip.leds[:6])
    assert not any(line.strip.leds[6:])
    line.link.require(COUNTS)  # nothing was sent of these yet
    half = picture([0xFFFFFF] * 13)[:20]  # a byte of the last picture was lost
    line.strip.take(half + line.link.closing_bytes(), 60.0)
    assert line.strip.leds == [0] * 13


def test_the_bridge_lights_a_strip_at_a_port_and_says_what_it_cannot_know(monkeypatch):
    monkeypatch.setattr(Adalight, "greeting_seconds", 0.5)
    strip = EsphomeStrip(effect=False)
    began = time.monotonic()
    line = AnsweringLine(lambda data: strip.take(data, time.monotonic() - began))
    lights = open_lights(f"adalight:{line.port}")
    backend = lights._backend
    backend.require(COUNTS)
    try:
        backend.show(still(1))
        assert "its effect Adalight" in until_state(lights, "stranger")
        strip.effect = True
        assert backend.wait(60)
        assert "does not say what it shows" in until_state(lights, "online")
        wait_until(lambda: strip.leds == pixels(still(1)))
        assert backend.pause(0.2)
        wait_until(lambda: strip.leds == [0] * 13)
        wait_until(lambda: strip.leds == pixels(still(1)))
        lights.close()
        wait_until(lambda: strip.leds == [0] * 13)
    finally:
        lights.close()
        line.close()


def test_an_esphome_in_the_network_is_said_to_be_no_wled():
    """Its web server has a page for each light, of one colour, and nothing of WLED's addresses."""

    class WebServer(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_error(404)

        def log_message(self, *args): ...

    server = HTTPServer(("127.0.0.1", 0), WebServer)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    lights = WledWifi(f"http://127.0.0.1:{server.server_port}")
    try:
        assert "does not answer as WLED" in until_state(lights, "stranger")
    finally:
        lights.close()
        server.shutdown()
        server.server_close()
