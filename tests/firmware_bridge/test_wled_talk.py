"""Tests of what is said to a WLED in the network, in simulated time: no thread, no network."""

import copy

from firmware_bridge.backends.wled_state import restorable_state
from firmware_bridge.backends.wled_talk import FRAME_INTERVAL_SECONDS, INFO_SECONDS, WledTalk
from firmware_bridge.frames import Lamp, Scene
from tests.firmware_bridge.conftest import COUNTS
from tests.firmware_bridge.test_link import still
from tests.firmware_bridge.test_wled import pixels
from tests.firmware_bridge.wled_segments import HALVES, Segments

INFO = {"ver": "0.15.0", "leds": {"count": 13}}


class Conversation:
    """A WledTalk and a strip after WLED's documentation; `step` lets a hundredth of a second pass."""

    def __init__(self):
        state = {"on": True, "bri": 40, "transition": 7, "mainseg": 0, "lor": 0, "seg": HALVES}
        self.strip = Segments(13, state)
        self.talk = WledTalk("http://strip", INFO, restorable_state(self.strip.state))
        self.talk.require(COUNTS)
        self.hundredths = 0
        self.sent, self.looks = [], []

    def step(self):
        now = self.hundredths / 100
        request = self.talk.send(now)
        if request is not None:
            self.sent.append(now)
            self.strip.take(request)
            if self.talk.was_whole:
                asked = self.talk.info_due(now)
                self.looks += [now] * asked
                info = INFO | {"live": self.strip.live} if asked else None
                self.talk.read_back(copy.deepcopy(self.strip.state), now, info)
        self.hundredths += 1

    def run(self, seconds):
        for _ in range(int(seconds * 100)):
            self.step()


def test_a_still_scene_is_shown_at_once_and_repeated_each_second():
    it = Conversation()
    it.talk.target = still(1)
    it.step()
    assert it.strip.leds == pixels(still(1))
    assert it.talk.acked == still(1)
    it.run(10)
    assert len(it.sent) == 11
    assert it.talk.status()[0] == "online"


def test_motions_take_five_requests_a_second_and_a_new_scene_does_not_wait_for_its_turn():
    it = Conversation()
    it.talk.target = Scene(96, (("track", (Lamp("blue", "breathe", 3),) * 6), ("tiles", ())))
    it.run(10)
    gaps = [b - a for a, b in zip(it.sent, it.sent[1:], strict=False)]
    assert min(gaps) >= FRAME_INTERVAL_SECONDS - 1e-9
    assert len(it.sent) > 30
    it.talk.target = still(2)
    it.step()
    assert it.talk.acked == still(2)


def test_every_ten_seconds_it_is_looked_whether_something_is_in_the_way():
    it = Conversation()
    it.talk.target = still(1)
    it.run(5)
    take, it.strip.live = it.strip.take, True
    it.strip.take = lambda said: take({name: value for name, value in said.items() if name != "lor"})
    it.strip.state["lor"] = 0
    it.run(INFO_SECONDS + 1)
    state, words = it.talk.status()
    assert (state, it.talk.acked) == ("busy", None)
    assert "Another program streams" in words
    it.strip.live = False
    it.run(INFO_SECONDS + 1)
    assert (it.talk.status()[0], it.talk.acked) == ("online", still(1))
    assert len(it.looks) == 3


def test_a_strip_that_is_too_short_shows_what_fits_and_says_so():
    it = Conversation()
    it.talk = WledTalk("http://strip", INFO | {"leds": {"count": 8}}, restorable_state(it.strip.state))
    it.talk.require(COUNTS)
    it.talk.target = still(1)
    it.step()
    assert it.strip.leds[:8] == pixels(still(1))[:8]
    assert it.talk.status()[0] == "wrong counts"
