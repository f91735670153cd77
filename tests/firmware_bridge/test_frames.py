"""Tests of the wire format: frames are read as they were sent, and damaged ones are never accepted."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import frames
from firmware_bridge.frames import Lamp, Lines, Scene

lamps = st.builds(
    Lamp, st.sampled_from(frames.COLOURS), st.sampled_from(frames.MOTIONS), st.integers(0, frames.LEVELS - 1)
)
scenes = st.builds(
    Scene,
    st.integers(0, 255),
    st.tuples(
        st.tuples(st.just("track"), st.lists(lamps, min_size=6, max_size=6).map(tuple)),
        st.tuples(st.just("tiles"), st.lists(lamps, max_size=7).map(tuple)),
        st.tuples(st.just("seats"), st.lists(lamps, max_size=5).map(tuple)),
    ),
)

SAMPLE = Scene(
    96,
    (
        ("track", (Lamp("red", "steady", 3), *[Lamp("white", "off", 0)] * 5)),
        ("tiles", (Lamp("blue", "double-blink", 2),) * 7),
    ),
)


@given(scenes)
def test_a_scene_survives_the_wire(scene):
    line = frames.encode(7, "S", frames.encode_state(scene))
    assert len(line) <= frames.LONGEST
    assert all(32 <= byte < 127 for byte in line[:-1])
    (frame,) = Lines().feed(line)
    assert frame[:2] == (7, "S")
    assert frames.decode_state(frame[2]) == scene


def test_the_longest_usual_scene_fits():
    every = Lamp("purple", "alarm", 3)
    segments = (("track", 6), ("tiles", 7), ("seats", 5), ("explore", 1))
    scene = Scene(255, tuple((name, (every,) * count) for name, count in segments))
    assert len(frames.encode(255, "S", frames.encode_state(scene))) <= frames.LONGEST


def test_the_frame_is_the_one_in_the_documentation():
    assert frames.encode(1, "PING") == b"~01 PING*48780DC0\n"
    assert frames.encode_state(SAMPLE) == "96 track=r7w0w0w0w0w0 tiles=bEbEbEbEbEbEbE"


@given(st.binary(max_size=300), st.integers(1, 40))
def test_it_does_not_matter_how_a_stream_is_cut(noise, size):
    stream = noise + frames.encode(3, "PING") + noise + frames.encode(4, "OK")
    whole = Lines().feed(stream)
    lines = Lines()
    pieces = [f for at in range(0, len(stream), size) for f in lines.feed(stream[at : at + size])]
    assert pieces == whole


@given(st.binary(max_size=300).map(lambda noise: noise.replace(b"\n", b"")))
def test_a_frame_after_any_rubbish_is_heard(rubbish):
    assert Lines().feed(rubbish + frames.encode(9, "PING"))[-1] == (9, "PING", "")


@given(scenes, st.data())
def test_a_frame_with_a_changed_byte_is_damaged(scene, data):
    line = bytearray(frames.encode(7, "S", frames.encode_state(scene)))
    at = data.draw(st.integers(0, len(line) - 2))
    line[at] = data.draw(st.integers(0, 255).filter(lambda byte: byte not in (line[at], 0x0A, 0x7E)))
    assert all(frame is None for frame in Lines().feed(bytes(line)))


def test_half_a_frame_can_be_dropped():
    lines = Lines()
    assert lines.feed(b"~01 PI") == []
    assert lines.drop()
    assert not lines.drop()
    assert lines.feed(frames.encode(2, "PING")) == [(2, "PING", "")]


def test_a_frame_that_would_not_arrive_is_not_made():
    with pytest.raises(ValueError, match="at most 120 bytes"):
        frames.encode(1, "S", "x" * 120)
    with pytest.raises(ValueError, match="printable"):
        frames.encode(1, "S", "a\x03")
    with pytest.raises(ValueError, match="printable"):
        frames.encode(1, "S", "~")


@pytest.mark.parametrize(
    "args",
    ["", "x", "300 track=r7", "96 track", "96 track=r", "96 track=z7", "96 track=rw", "96 track=r:"],
)
def test_a_state_that_says_nothing_is_refused(args):
    with pytest.raises(ValueError):  # noqa: PT011 - whatever the words, the board only needs to know that it is none
        frames.decode_state(args)


def test_hi_tells_what_the_board_is():
    args = frames.encode_hi((("track", 6), ("tiles", 7)))
    assert frames.decode_hi(args) == (frames.FIRMWARE, frames.PROTOCOL, {"track": 6, "tiles": 7})
    with pytest.raises(ValueError, match="without fw"):
        frames.decode_hi("track=6")


def damaged(line: bytes, rate: float, chance: random.Random) -> bytes:
    """The line with each byte changed, lost or doubled at `rate`."""
    out = bytearray()
    for byte in line:
        if chance.random() >= rate:
            out.append(byte)
            continue
        kind = chance.randrange(3)
        if kind == 0:
            out.append(chance.randrange(256))
        elif kind == 2:
            out += bytes((byte, byte))
    return bytes(out)


def accepted_wrongly(count: int, rate: float, seed: int) -> tuple[int, int]:
    """(accepted frames that were never sent, damaged frames) of `count` frames sent through noise."""
    chance = random.Random(seed)
    lines = Lines()
    wrong = harmed = 0
    for number in range(count):
        # another scene each time, so that a frame joined from two would be noticed
        lamps = tuple(Lamp(chance.choice(frames.COLOURS), "steady", chance.randrange(4)) for _ in range(13))
        line = frames.encode(
            number % 255 + 1,
            "S",
            frames.encode_state(Scene(96, (("track", lamps[:6]), ("tiles", lamps[6:])))),
        )
        sent = frames.decode(line[:-1])
        noisy = damaged(line, rate, chance)
        harmed += noisy != line
        wrong += sum(frame is not None and frame != sent for frame in lines.feed(noisy))
    return wrong, harmed


def test_no_damaged_frame_is_taken_for_good():
    wrong, harmed = accepted_wrongly(5_000, 0.01, seed=1)
    assert harmed > 1_000
    assert wrong == 0


@pytest.mark.hardware_sim
@pytest.mark.parametrize("rate", [0.01, 0.03])
def test_no_damaged_frame_of_200_000_is_taken_for_good(rate):
    wrong, harmed = accepted_wrongly(200_000, rate, seed=2)
    assert harmed > 50_000
    assert wrong == 0
