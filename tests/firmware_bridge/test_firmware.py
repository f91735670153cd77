"""Tests of the firmware's own loop: it answers every frame, and no damaged line changes an LED."""

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import frames
from firmware_bridge.firmware import config, scene
from firmware_bridge.flash import FILES
from tests.firmware_bridge.simulated import SimulatedBoard
from tests.firmware_bridge.test_frames import SAMPLE, scenes

pytestmark = pytest.mark.waits


@pytest.fixture
def board():
    board = SimulatedBoard()
    board.answers()
    return board


def state(shown, sequence=5):
    return frames.encode(sequence, "S", frames.encode_state(shown))


STRIP = scene.Strip(config.SEGMENTS, config.BRIGHTEST, config.MILLIAMPS, config.REVERSED, config.ORDER)


def wire(shown, ms=0):
    """The bytes on the data line for a scene at a moment."""
    return bytes(scene.Picture(frames.encode_state(shown), STRIP).render(ms))


def own_patterns():
    """The bytes on the data line that the board may show without a scene: at power-up, and without a host."""
    patterns = {bytes(STRIP.idle(ms)) for ms in range(5000)}
    return patterns | {bytes(STRIP.selftest(ms)) for ms in range(0, 39 * 120, 120)}


def test_at_power_up_it_says_what_it_is():
    ((sequence, verb, args),) = SimulatedBoard().answers()
    assert (sequence, verb) == (0, "HI")
    assert frames.decode_hi(args) == (
        frames.FIRMWARE,
        frames.PROTOCOL,
        {"track": 6, "tiles": 7, "seats": 0, "explore": 0},
    )


@given(scenes)
def test_it_says_ok_only_after_the_leds_have_taken_the_scene(shown):
    board = SimulatedBoard()
    board.answers()
    board.take(state(shown)[:-1])
    assert not board.latched
    board.take(b"\n")
    assert board.latched[-1] == wire(shown, board.ms)
    assert board.answers() == [(5, "OK", "")]


def test_a_damaged_line_changes_no_led_and_is_asked_for_again(board):
    board.take(state(SAMPLE))
    board.answers()
    before = list(board.latched)
    line = bytearray(state(SAMPLE._replace(brightness=10)))
    line[8] ^= 1
    board.take(bytes(line))
    assert board.answers() == [(0, "NAK", "")]
    assert board.latched == before


def test_half_a_line_is_asked_for_again_after_a_while(board):
    board.take(state(SAMPLE)[:20])
    board.pass_time(19)
    assert board.answers() == []
    board.pass_time(1)
    assert board.answers() == [(0, "NAK", "")]
    board.take(state(SAMPLE))
    assert board.answers() == [(5, "OK", "")]


def test_what_it_does_not_understand_it_says(board):
    board.take(frames.encode(4, "S", "96 track=q9"))
    board.take(frames.encode(5, "DANCE"))
    assert board.answers() == [(4, "ERR", "state"), (5, "ERR", "verb")]
    assert board.latched[-1] == STRIP.idle(board.ms)


def test_it_moves_by_itself(board):
    lamps = (frames.Lamp("blue", "slow-pulse", 3),) * 6
    board.take(state(frames.Scene(96, (("track", lamps),))))
    board.pass_time(2000)
    heights = {data[2] for data in board.latched}
    assert len(heights) > 20
    assert board.latched[-1] == wire(frames.Scene(96, (("track", lamps),)), board.ms)


def test_a_still_scene_is_written_again_each_second_or_so(board):
    board.take(state(SAMPLE._replace(segments=SAMPLE.segments[:1])))
    board.latched.clear()
    board.pass_time(2900)
    assert 2 <= len(board.latched) <= 3


def test_after_three_seconds_of_silence_it_shows_that_it_is_alone(board):
    board.take(state(SAMPLE))
    board.pass_time(3000)
    assert board.latched[-1] == wire(SAMPLE, board.ms)
    board.pass_time(40)
    assert board.latched[-1] == STRIP.idle(board.ms)
    board.take(state(SAMPLE))
    assert board.latched[-1] == wire(SAMPLE, board.ms)


def test_a_heartbeat_keeps_the_scene(board):
    board.take(state(SAMPLE))
    for _ in range(6):
        board.pass_time(1000)
        board.take(frames.encode(9, "PING"))
    assert board.latched[-1] == wire(SAMPLE, board.ms)


def test_it_walks_its_leds_at_power_up_until_somebody_speaks(board):
    board.pass_time(700)
    assert board.latched[-1] == STRIP.selftest(board.ms)
    board.take(frames.encode(1, "HELLO"))
    board.pass_time(50)
    assert board.latched[-1] == STRIP.idle(board.ms)


def test_repl_ends_it(board):
    with pytest.raises(SystemExit):
        board.take(frames.encode(1, "REPL"))
    assert board.answers() == [(1, "OK", "")]


@given(st.binary(max_size=400))
def test_rubbish_changes_no_led(rubbish):
    board = SimulatedBoard()
    board.take(rubbish)
    assert set(board.latched) <= {bytes(STRIP.selftest(0))}


CHECKSUMS = {"1.0": "00ed7014", "1.1": "34138693"}
"""The CRC-32 of the files that are copied to the board, by firmware version."""


def test_another_firmware_has_another_version():
    """Otherwise neither `companion lights flash` nor the page could tell an old board from a new one."""
    crc = 0
    for file in FILES:
        crc = binascii.crc32(file.read_bytes(), crc)
    assert CHECKSUMS[frames.FIRMWARE] == f"{crc:08x}", "raise FIRMWARE in frames.py, and add a line to KNOWN"
