"""Tests of a WLED strip in the network: set by the JSON API, found by name, and restored for its owner."""

import copy
import json
import threading
import tomllib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.room.lights import is_serial_port
from firmware_bridge import driver
from firmware_bridge.backends import wled_finder, wled_wifi
from firmware_bridge.backends.wled_kept import KeptStates
from firmware_bridge.backends.wled_wifi import WledWifi
from firmware_bridge.frames import Lamp, Scene
from tests.firmware_bridge.conftest import COUNTS
from tests.firmware_bridge.test_bridge import TIMEOUT_SECONDS, until_state, wait_until
from tests.firmware_bridge.test_frames import SAMPLE
from tests.firmware_bridge.test_link import still
from tests.firmware_bridge.test_wled import pixels
from tests.firmware_bridge.wled_segments import AS_PEOPLE_HAVE_IT, EFFECT, PLAIN, STREAMED, Segments
from tests.reports import REPORTS

pytestmark = pytest.mark.waits

OWNERS_STATE = {
    "on": False,
    "bri": 77,
    "transition": 7,
    "mainseg": 0,
    "lor": 0,
    "seg": [PLAIN | {"id": 0, "start": 0, "stop": 13, "fx": 9}],
}
DOCUMENTS = tomllib.loads((Path(__file__).parent / "wled_documents.toml").read_text("utf-8"))["version"]


class Strip:
    """WLED's JSON API as far as it is documented: /json/info, /json/state."""

    def __init__(self, count=13, state=OWNERS_STATE, info=None):
        self.segments = Segments(count, state)
        self.info = info or {"ver": "0.15.0", "leds": {"count": count}, "brand": "WLED"}
        self.busy = self.unavailable = False
        self.raw = b""  # what it answers instead
        strip = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                documents = {
                    "/json/info": strip.info | {"live": strip.segments.live},
                    "/json/state": strip.segments.state,
                }
                self.answer(documents.get(self.path))

            def do_POST(self):
                said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if strip.busy or strip.unavailable:
                    self.answer({"error": 3})
                    return
                strip.segments.take(said)
                self.answer({"success": True})

            def answer(self, data):
                body = strip.raw or json.dumps(data).encode()
                self.send_response(503 if strip.unavailable else 200 if data is not None else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args): ...

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    @property
    def leds(self):
        return self.segments.leds

    @property
    def state(self):
        return self.segments.state

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def strip():
    strip = Strip()
    yield strip
    strip.close()


@pytest.fixture
def lights(strip):
    lights = WledWifi(strip.address)
    lights.require(COUNTS)
    yield lights
    lights.close()


def test_what_is_to_be_shown_is_shown(strip, lights):
    for number in range(3):
        lights.show(still(number))
        assert lights.wait(TIMEOUT_SECONDS)
        assert strip.leds == pixels(still(number))
    assert strip.state["bri"] == 255
    assert "WLED 0.15.0" in until_state(lights, "online")


def test_the_owners_brightness_transition_and_effect_come_back(strip, lights):
    lights.show(SAMPLE)
    assert lights.wait(TIMEOUT_SECONDS)
    assert strip.state != OWNERS_STATE
    lights.close()
    assert strip.state == OWNERS_STATE


@pytest.mark.parametrize("name", AS_PEOPLE_HAVE_IT)
def test_a_strip_as_people_have_set_it_up_shows_the_picture_and_gets_its_own_back(name):
    strip = Strip(state=OWNERS_STATE | AS_PEOPLE_HAVE_IT[name])
    before, own = copy.deepcopy(strip.state), strip.leds
    lights = WledWifi(strip.address)
    lights.require(COUNTS)
    try:
        for number in range(3):
            lights.show(still(number))
            assert lights.wait(TIMEOUT_SECONDS)
            assert strip.leds == pixels(still(number))
    finally:
        lights.close()
        strip.close()
    assert {key: value for key, value in strip.state.items() if key != "ps"} == {
        key: value for key, value in before.items() if key != "ps"
    }
    assert strip.leds == own


def test_the_reported_strip_of_two_segments_lights_its_seven_tiles():
    state = json.loads((REPORTS / "wled-state-two-segments.json").read_text("utf-8"))
    strip = Strip(state=state)
    lights = WledWifi(strip.address)
    lights.require(COUNTS)
    lights.show(still(1))
    try:
        assert lights.wait(TIMEOUT_SECONDS)
        assert strip.leds[6:] == pixels(still(1))[6:]
        assert any(strip.leds[6:])
    finally:
        lights.close()
        strip.close()


def test_what_the_owner_has_behind_the_tables_lights_stays():
    """A strip along the whole room: the table uses its first thirteen LEDs."""
    behind = {"id": 1, "start": 20, "stop": 60, "fx": 3}
    strip = Strip(60, OWNERS_STATE | {"seg": [{"id": 0, "start": 0, "stop": 20}, behind]})
    lights = WledWifi(strip.address)
    lights.require(COUNTS)
    lights.show(still(1))
    try:
        assert lights.wait(TIMEOUT_SECONDS)
        assert strip.leds[:13] == pixels(still(1))
        assert strip.leds[20:] == [EFFECT] * 40
    finally:
        lights.close()
        strip.close()


def test_a_program_that_streams_is_overridden_and_goes_on_at_the_end(strip, lights):
    strip.segments.live = True
    lights.show(still(1))
    assert lights.wait(TIMEOUT_SECONDS)
    assert strip.leds == pixels(still(1))
    lights.close()
    assert set(strip.leds) == {STREAMED}


@pytest.mark.parametrize(
    ("stubborn", "says"),
    [
        ({"lor": 0}, "Another program streams"),
        ({"rev": True}, "segments of its own"),
        ({"on": False}, "switched off"),
    ],
)
def test_what_is_in_the_way_is_said_and_not_called_shown(stubborn, says):
    """An old or altered WLED that ignores a part of what it is sent."""
    strip = Strip()
    strip.segments.live = "lor" in stubborn
    take = strip.segments.take

    def ignoring(said):
        take(said)
        for name, value in stubborn.items():
            (strip.state if name in strip.state else strip.state["seg"][0])[name] = value

    strip.segments.take = ignoring
    lights = WledWifi(strip.address)
    lights.require(COUNTS)
    lights.show(still(1))
    try:
        assert says in until_state(lights, "busy")
        assert lights.shown() is None
    finally:
        lights.close()
        strip.close()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda it: it["info"]["ver"])
def test_each_version_of_wled_is_lit_and_gets_its_own_back(document):
    strip = Strip(document["info"]["leds"]["count"], document["state"], document["info"])
    before = copy.deepcopy(strip.state)
    lights = WledWifi(strip.address)
    lights.require(COUNTS)
    lights.show(still(2))
    try:
        assert lights.wait(TIMEOUT_SECONDS)
        assert strip.leds[:13] == pixels(still(2))
        assert document["info"]["ver"] in until_state(lights, "online")
    finally:
        lights.close()
        strip.close()
    assert strip.state == before


OVERLAPPING = [
    {"id": 0, "start": 0, "stop": 13, "grp": 2, "fx": 1},
    {"id": 1, "start": 3, "stop": 9, "fx": 2},
    {"id": 2, "start": 8, "stop": 13, "on": False},
]


def test_a_preset_of_overlapping_segments_that_is_loaded_in_play_is_put_away(strip, lights):
    lights.show(still(1))
    assert lights.wait(TIMEOUT_SECONDS)
    strip.segments.take({"seg": [it | {"frz": False} for it in OVERLAPPING], "bri": 30})
    assert strip.leds != pixels(still(1))
    wait_until(lambda: strip.leds == pixels(still(1)) and lights.shown() == still(1))
    assert [it["id"] for it in strip.state["seg"]] == [0]
    lights.close()
    assert strip.state == OWNERS_STATE


def test_a_picture_under_segments_that_come_again_and_again_is_not_called_shown(strip, lights):
    """As a playlist of presets does."""
    lights.show(still(1))
    assert lights.wait(TIMEOUT_SECONDS)
    take = strip.segments.take

    def reloading(said):
        take(said)
        take({"seg": OVERLAPPING[1:]})

    strip.segments.take = reloading
    assert "segments of its own" in until_state(lights, "busy")
    assert lights.shown() is None
    strip.segments.take = take
    wait_until(lambda: lights.shown() == still(1))


def test_an_owner_without_a_segment_0_has_none_afterwards():
    strip = Strip(
        state=OWNERS_STATE | {"seg": [{"id": 1, "start": 0, "stop": 6}, {"id": 3, "start": 6, "stop": 13}]}
    )
    before, own = copy.deepcopy(strip.state), strip.leds
    lights = WledWifi(strip.address)
    lights.require(COUNTS)
    lights.show(still(1))
    try:
        assert lights.wait(TIMEOUT_SECONDS)
        assert strip.leds == pixels(still(1))
    finally:
        lights.close()
        strip.close()
    assert strip.state == before
    assert strip.leds == own


def test_a_strip_that_cannot_take_its_own_back_at_once_gets_it_a_little_later(strip, lights):
    lights.show(still(1))
    assert lights.wait(TIMEOUT_SECONDS)
    strip.unavailable = True
    until_state(lights, "stranger")
    later = threading.Timer(0.5, lambda: setattr(strip, "unavailable", False))
    later.start()
    lights.close()
    later.join()
    assert strip.state == OWNERS_STATE


def test_a_strip_that_answers_503_to_the_end_gets_its_own_back_from_the_next_companion(
    strip, tmp_path, monkeypatch
):
    monkeypatch.setattr(wled_wifi, "GIVE_BACK_SECONDS", 0.0)
    kept = KeptStates(tmp_path / "strips.json")
    first = WledWifi(strip.address, kept=kept)
    first.require(COUNTS)
    first.show(still(1))
    assert first.wait(TIMEOUT_SECONDS)
    strip.unavailable = True
    first.close()
    strip.unavailable = False
    assert strip.state["bri"] == 255
    second = WledWifi(strip.address, kept=kept)  # as after a crash, it finds what the first one left
    until_state(second, "online")
    second.close()
    assert strip.state == OWNERS_STATE
    assert kept.of(strip.address) == {}


def test_what_the_owner_has_set_after_a_crash_is_not_undone(strip, tmp_path):
    kept = KeptStates(tmp_path / "strips.json")
    kept.keep(strip.address, OWNERS_STATE | {"bri": 1})
    lights = WledWifi(strip.address, kept=kept)
    lights.require(COUNTS)
    lights.show(still(1))
    assert lights.wait(TIMEOUT_SECONDS)
    lights.close()
    assert strip.state == OWNERS_STATE


@pytest.mark.parametrize("content", ["", "[]", "{", '{"http://strip": 7}'])
def test_a_file_of_kept_states_that_cannot_be_read_keeps_nothing(tmp_path, content):
    (tmp_path / "strips.json").write_text(content)
    kept = KeptStates(tmp_path / "strips.json")
    assert kept.of("http://strip") == {}
    kept.keep("http://strip", OWNERS_STATE)
    assert kept.of("http://strip") == OWNERS_STATE


def test_a_strip_that_was_never_lit_is_left_alone(strip):
    lights = WledWifi(strip.address)
    until_state(lights, "online")
    lights.close()
    assert strip.state == OWNERS_STATE


def test_an_effect_that_somebody_chose_meanwhile_is_put_away(strip, lights):
    lights.show(still(1))
    assert lights.wait(TIMEOUT_SECONDS)
    strip.state["bri"], strip.state["seg"][0]["frz"] = 3, False
    assert strip.leds != pixels(still(1))
    wait_until(lambda: strip.leds == pixels(still(1)) and strip.state["bri"] == 255)


def test_motions_are_drawn_by_the_host(strip, lights):
    lights.show(Scene(96, (("track", (Lamp("blue", "slow-pulse", 3),) * 6),)))
    assert lights.wait(TIMEOUT_SECONDS)
    seen = set()
    wait_until(lambda: (seen.add(tuple(strip.leds)), len(seen) > 3)[1])


def test_too_few_leds_are_said():
    strip = Strip(count=10)
    lights = WledWifi(strip.address)
    lights.require(COUNTS)
    lights.show(SAMPLE)
    try:
        assert "needs 7" in until_state(lights, "wrong counts")
    finally:
        lights.close()
        strip.close()


def test_a_strip_that_goes_away_is_said_and_taken_up_again(strip, lights):
    lights.show(SAMPLE)
    assert lights.wait(TIMEOUT_SECONDS)
    strip.busy = True
    assert "answers with its error 3" in until_state(lights, "stranger")
    assert lights.frame() == b""
    strip.busy = False
    assert lights.wait(TIMEOUT_SECONDS)
    until_state(lights, "online")


@pytest.mark.parametrize(
    ("raw", "unavailable", "quoted"),
    [
        (b'{"error": 9}', False, "answers with its error 9: wait"),
        (
            b"<h1>Please wait</h1>",
            True,
            "does not answer as WLED, but “503 Service Unavailable”: check the address",
        ),
        (b'{"error": 0}', False, "does not answer as WLED"),
        (b"<h1>My printer</h1>", False, "does not answer as WLED"),
    ],
)
def test_what_a_strip_answers_instead_is_quoted(strip, lights, raw, unavailable, quoted):
    lights.show(SAMPLE)
    assert lights.wait(TIMEOUT_SECONDS)
    strip.raw, strip.unavailable = raw, unavailable
    lights.show(still(3))
    assert quoted in until_state(lights, "stranger")
    strip.raw, strip.unavailable = b"", False
    assert lights.wait(TIMEOUT_SECONDS)
    until_state(lights, "online")


@pytest.mark.parametrize("deep", [b"[" * 90_000, b'{"leds":' * 10_000 + b"1" + b"}" * 10_000])
def test_an_answer_that_nests_without_end_is_no_wleds_and_the_strip_is_taken_up_again(strip, lights, deep):
    lights.show(SAMPLE)
    assert lights.wait(TIMEOUT_SECONDS)
    strip.raw = deep
    lights.show(still(3))
    assert "does not answer as WLED" in until_state(lights, "stranger")
    strip.raw = b""
    assert lights.wait(TIMEOUT_SECONDS)
    until_state(lights, "online")


@pytest.mark.parametrize("fault", [RecursionError, MemoryError, UnicodeError, OSError])
def test_whatever_is_thrown_the_lights_say_it_and_go_on(strip, monkeypatch, fault):
    monkeypatch.setattr(driver, "RETRY_SECONDS", 0.2)
    monkeypatch.setattr(wled_wifi, "RETRY_SECONDS", 0.2)
    thrown = [fault("thrown")]

    def find():
        if thrown:
            raise thrown.pop()
        return (strip.address,)

    lights = WledWifi("auto", find=find)
    lights.require(COUNTS)
    lights.show(SAMPLE)
    try:
        assert fault.__name__ in until_state(lights, "offline")
        assert lights.wait(TIMEOUT_SECONDS)
    finally:
        lights.close()


@pytest.mark.parametrize(
    ("place", "state"),
    [("http://127.0.0.1:9", "offline"), ("http://[", "offline"), ("127.0.0.1:nine", "offline")],
)
def test_what_is_no_strip_is_one_sentence(place, state):
    lights = WledWifi(place)
    try:
        assert place in until_state(lights, state)
    finally:
        lights.close()


def test_the_only_strip_in_the_network_is_found(strip):
    lights = WledWifi("auto", find=lambda: (strip.address,))
    lights.require(COUNTS)
    lights.show(SAMPLE)
    try:
        assert lights.wait(TIMEOUT_SECONDS)
    finally:
        lights.close()


@pytest.mark.parametrize(
    ("found", "says"), [((), "No WLED strip"), (("http://a", "http://b"), "http://a, http://b")]
)
def test_none_or_several_in_the_network_are_said(found, says):
    lights = WledWifi("auto", find=lambda: found)
    try:
        assert says in until_state(lights, "offline")
    finally:
        lights.close()


def test_announcements_become_addresses(monkeypatch):
    infos = {
        "a": SimpleNamespace(port=80, parsed_addresses=lambda: ["10.0.0.7", "fe80::1"]),
        "b": SimpleNamespace(port=8080, parsed_addresses=lambda: ["10.0.0.8"]),
        "c": None,
    }

    class Network:
        def get_service_info(self, kind, name, timeout):
            return infos[name]

        def close(self): ...

    class Browser:
        def __init__(self, network, kind, listener):
            assert kind == "_wled._tcp.local."
            for name in infos:
                listener.add_service(network, kind, name)

        def cancel(self): ...

    monkeypatch.setattr(wled_finder, "Zeroconf", Network)
    monkeypatch.setattr(wled_finder, "ServiceBrowser", Browser)
    monkeypatch.setattr(wled_finder, "LISTEN_ON_SECONDS", 0)
    assert wled_finder.find_wled(0) == ("http://10.0.0.7", "http://10.0.0.8:8080")


@pytest.mark.parametrize("place", ["/dev/ttyUSB0", "COM3", "com12"])
def test_serial_ports_are_told_from_addresses(place):
    assert is_serial_port(place)


@pytest.mark.parametrize("place", ["10.0.0.7", "wled-table.local", "wled", "10.0.0.7:8080"])
def test_addresses_are_told_from_serial_ports(place):
    assert not is_serial_port(place)
