"""Tests of the protocol between host and board in simulated time: after any noise the lights are right."""

import random

import pytest

from firmware_bridge import frames
from firmware_bridge.frames import Lamp, Scene
from firmware_bridge.link import ACK_TIMEOUT_SECONDS, HEARTBEAT_SECONDS, SILENT_SECONDS, Link, fitted, misfit
from tests.firmware_bridge.simulated import SimulatedBoard
from tests.firmware_bridge.test_firmware import own_patterns, wire
from tests.firmware_bridge.test_frames import SAMPLE, damaged

pytestmark = pytest.mark.waits


class SimulatedLink:
    """A Link and a SimulatedBoard with a line between them that damages bytes at `rate` both ways."""

    def __init__(self, rate=0.0, seed=0):
        self.chance = random.Random(seed)
        self.rate = rate
        self.board = SimulatedBoard()
        self.link = Link(0.0)
        self.cut = False

    @property
    def now(self):
        return self.board.ms / 1000

    def step(self):
        """Lets a millisecond pass."""
        out = self.link.send(self.now)
        if out and not self.cut:
            self.board.take(damaged(out, self.rate, self.chance))
        back = bytes(self.board.out)
        self.board.out.clear()
        self.board.pass_time(1)
        self.link.receive(b"" if self.cut else damaged(back, self.rate, self.chance), self.now)

    def until_shown(self, wanted, most=5000):
        """The milliseconds until `wanted` is confirmed."""
        self.link.target = wanted
        began = self.board.ms
        while self.link.acked != wanted:
            assert self.board.ms - began < most, "the scene was never confirmed"
            self.step()
        return self.board.ms - began

    def run(self, ms):
        for _ in range(ms):
            self.step()


def still(number):
    """One of many different scenes without motion."""
    chance = random.Random(number)
    lamps = tuple(Lamp(chance.choice(frames.COLOURS), "steady", chance.randrange(4)) for _ in range(13))
    return Scene(96, (("track", lamps[:6]), ("tiles", lamps[6:])))


def test_a_scene_is_confirmed_with_the_next_answer():
    talk = SimulatedLink()
    talk.run(3)
    assert talk.link.board is not None
    assert talk.until_shown(SAMPLE) <= 2
    assert frames.decode(talk.link.frame[:-1])[1] == "S"
    assert talk.link.resent == 0


def test_under_noise_every_scene_is_shown_soon_and_no_wrong_one_ever():
    talk = SimulatedLink(rate=0.01, seed=3)
    took = []
    for number in range(150):
        took.append(talk.until_shown(still(number)))
        assert talk.board.latched[-1] == wire(still(number), talk.board.ms)
    assert talk.link.resent > 100
    assert sorted(took)[int(len(took) * 0.99)] <= 100
    asked = {wire(still(number)) for number in range(150)}
    assert set(talk.board.latched) <= asked | own_patterns()


def test_the_newest_scene_wins_while_an_older_one_is_under_way():
    talk = SimulatedLink()
    talk.run(3)
    talk.cut = True
    talk.link.target = still(1)
    talk.run(10)
    talk.cut = False
    talk.until_shown(still(2), most=int(ACK_TIMEOUT_SECONDS * 1000) + 10)
    talk.run(300)
    assert talk.board.latched[-1] == wire(still(2), 0)


def test_a_board_that_starts_anew_is_put_right_at_once():
    talk = SimulatedLink()
    talk.until_shown(SAMPLE)
    ms = talk.board.ms
    talk.board = SimulatedBoard()
    talk.board.ms = ms
    talk.run(4)
    assert talk.board.latched[-1] == wire(SAMPLE, talk.board.ms)


def test_a_board_that_forgot_without_a_word_is_put_right_by_the_next_heartbeat():
    talk = SimulatedLink()
    talk.until_shown(SAMPLE)
    ms = talk.board.ms
    talk.board = SimulatedBoard()
    talk.board.out.clear()
    talk.board.ms = ms
    talk.run(int(HEARTBEAT_SECONDS * 1000) + 5)
    assert talk.board.latched[-1] == wire(SAMPLE, talk.board.ms)


def test_a_silent_board_is_given_up_and_greeted_until_it_answers():
    talk = SimulatedLink()
    talk.until_shown(SAMPLE)
    talk.cut = True
    talk.run(int((HEARTBEAT_SECONDS + SILENT_SECONDS) * 1000))
    assert talk.link.board is None
    assert talk.link.acked is None
    talk.cut = False
    assert talk.until_shown(SAMPLE) <= 500


def test_nothing_is_sent_to_a_board_of_another_protocol():
    link = Link(0.0)
    link.target = SAMPLE
    link.receive(frames.encode(0, "HI", "fw=9 proto=99 track=6 tiles=7"), 0.0)
    assert link.board.protocol == 99
    assert all(link.send(ms / 1000) == b"" for ms in range(1000))


def test_to_a_stranger_it_says_nothing_but_hello():
    link = Link(0.0)
    link.target = SAMPLE
    chance = random.Random(5)
    sent = []
    for ms in range(3000):
        sent.append(link.send(ms / 1000))
        link.receive(b"$GPGGA,1234*7F\r\n" if ms % 9 == 0 else chance.randbytes(3), ms / 1000)
    said = [frames.decode(line[:-1])[1] for line in sent if line]
    assert set(said) == {"HELLO"}
    assert len(said) <= 13


def test_a_scene_that_the_board_refuses_is_not_said_for_ever():
    link = Link(0.0)
    link.receive(frames.encode(0, "HI", "fw=1.0 proto=1 track=6 tiles=7"), 0.0)
    link.target = SAMPLE
    sequence = frames.decode(link.send(0.0)[:-1])[0]
    link.receive(frames.encode(sequence, "ERR", "state"), 0.001)
    said = [frames.decode(line[:-1])[1] for ms in range(2, 3000) if (line := link.send(ms / 1000))]
    assert "S" not in said


def test_a_scene_is_cut_to_what_the_board_has():
    scene = Scene(
        96, (("track", (Lamp("red", "steady", 3),) * 6), ("seats", (Lamp("red", "steady", 3),) * 5))
    )
    assert fitted(scene, {"track": 4, "seats": 0}).segments == (("track", scene.segments[0][1][:4]),)


@pytest.mark.parametrize(
    ("counts", "wrong"),
    [
        ({"track": 6, "tiles": 7, "seats": 0}, ""),
        ({"track": 5, "tiles": 7}, "5 lights in the segment 'track'"),
        ({"track": 6}, "0 lights in the segment 'tiles'"),
        ({"track": 6, "tiles": 7, "seats": 3}, "3 lights in the segment 'seats'"),
    ],
)
def test_wrong_counts_are_said(counts, wrong):
    shown = Scene(96, (("seats", (Lamp("red", "steady", 3),) * 5),))
    said = misfit(shown, counts, {"track": 6, "tiles": 7})
    assert wrong in said
    assert bool(said) == bool(wrong)
