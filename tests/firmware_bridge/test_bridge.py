"""Tests of the bridge with the real firmware: pulled cables, noise, other devices, two users of a port."""

import contextlib
import os
import random
import select
import threading
import time
import tty

import pytest

from firmware_bridge import frames
from firmware_bridge.backends.wled import Wled
from firmware_bridge.bridge import Bridge
from firmware_bridge.firmware import scene
from firmware_bridge.frames import Lamp, Scene
from firmware_bridge.host_board import HERE, HostBoard
from firmware_bridge.pacing import Pace
from tests.firmware_bridge.conftest import COUNTS, needs_micropython
from tests.firmware_bridge.test_firmware import own_patterns, wire
from tests.firmware_bridge.test_frames import SAMPLE, damaged
from tests.firmware_bridge.test_link import still

pytestmark = [pytest.mark.board, pytest.mark.waits]

TIMEOUT_SECONDS = 60.0
"""Seconds after which a test fails; on a quiet machine everything is much faster."""


def wait_until(holds, seconds=TIMEOUT_SECONDS):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


def last_led_bytes(board):
    """The last bytes sent to the LEDs; empty until the board has reported them."""
    return board.latched[-1][1] if board.latched else b""


def until_state(bridge, state):
    wait_until(lambda: bridge.status().state == state)
    return bridge.status().sentence


def test_what_is_wanted_is_what_the_leds_show(bridge, board):
    for number in range(20):
        bridge.show(still(number))
        assert bridge.wait(TIMEOUT_SECONDS)
        assert bridge.shown() == still(number)
        wait_until(lambda number=number: last_led_bytes(board) == wire(still(number), 0))
    assert bridge.status().state == "online"
    assert board.complaints == type(board.complaints)()


def test_the_frame_is_the_one_that_really_went_out(bridge):
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)
    frame = bridge.frame()
    assert frame in [wire.line for wire in bridge.log() if wire.sent]
    assert frames.decode_state(frames.decode(frame[:-1])[2]) == SAMPLE


def test_a_pulled_cable_is_noticed_and_after_it_the_lights_are_right_again(bridge, board):
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)
    told = []
    bridge.on_status(told.append)
    board.unplug()
    until_state(bridge, "offline")
    assert bridge.shown() is None
    assert bridge.frame() == b""
    bridge.show(still(1))  # the game continues meanwhile
    board.replug()
    assert bridge.wait(TIMEOUT_SECONDS)
    wait_until(lambda: last_led_bytes(board) == wire(still(1), 0))
    until_state(bridge, "online")
    assert told[0].state == "offline"
    assert "plug it in" in told[0].sentence
    assert told[-1].state == "online"


def test_a_cable_pulled_many_times_leaves_no_open_files(bridge, board):
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for _ in range(5):
        board.unplug()
        until_state(bridge, "offline")
        board.replug()
        assert bridge.wait(TIMEOUT_SECONDS)
    after = len(os.listdir("/proc/self/fd")) if before else 0
    assert after <= before + 1


def test_a_frozen_board_is_noticed_and_taken_up_again(bridge, board):
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)
    freezer = threading.Thread(target=board.freeze, args=(3.5,))
    freezer.start()
    assert "stopped answering" in until_state(bridge, "offline")
    freezer.join()
    bridge.show(still(2))
    assert bridge.wait(TIMEOUT_SECONDS)
    until_state(bridge, "online")


def test_without_a_host_the_board_shows_that_it_is_alone(bridge, board):
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)
    bridge.close()
    board.forget()
    wait_until(lambda: last_led_bytes(board) in own_patterns())


def test_it_waits_for_a_board_that_comes_later(tmp_path):
    needs_micropython()
    board = HostBoard()
    bridge = Bridge(board.port, counts=COUNTS)
    try:
        assert "No board is at" in until_state(bridge, "offline")
        bridge.show(SAMPLE)
        board.start()
        assert bridge.wait(TIMEOUT_SECONDS)
    finally:
        bridge.close()
        board.stop()


def test_two_bridges_want_one_port(bridge, board):
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)
    second = Bridge(board.port, counts=COUNTS)
    try:
        assert "Another program" in until_state(second, "busy")
        assert bridge.status().state == "online"
        second.show(still(4))
        bridge.close()
        assert second.wait(TIMEOUT_SECONDS)
        wait_until(lambda: last_led_bytes(board) == wire(still(4), 0))
    finally:
        second.close()


def test_a_board_with_other_counts_is_said(tmp_path):
    needs_micropython()
    (tmp_path / "config.py").write_text(
        'PIN = 0\nORDER = "RGB"\nSEGMENTS = (("track", 5, 1), ("tiles", 7, 2))\n'
        'REVERSED = ("track",)\nBRIGHTEST = 60\nMILLIAMPS = 900\n'
    )
    board = HostBoard(instead=(tmp_path / "config.py",))
    bridge = Bridge(board.start(), counts=COUNTS)
    try:
        bridge.show(SAMPLE)
        assert "5 lights in the segment 'track'" in until_state(bridge, "wrong counts")
        assert bridge.wait(TIMEOUT_SECONDS)  # the part that fits is still shown
        # the first of the track is the last on its line, red comes first, a tile has two LEDs
        wait_until(
            lambda: last_led_bytes(board)[12:15] == bytes(scene.colour(SAMPLE.segments[0][1][0], 0, 60))
        )
        assert len(last_led_bytes(board)) == 3 * 19
    finally:
        bridge.close()
        board.stop()


def stranger_main(tmp_path, text):
    main = tmp_path / "main.py"
    main.write_text(text)
    return main


def test_a_board_with_other_firmware_is_said(tmp_path):
    needs_micropython()
    main = stranger_main(
        tmp_path,
        "import sys, time, frames\n"
        "while True:\n"  # repeatedly: what is sent before the port is open is lost
        "    sys.stdout.buffer.write(frames.encode(0, 'HI', 'fw=0.1 proto=0 track=6 tiles=7'))\n"
        "    time.sleep(0.5)\n",
    )
    board = HostBoard(instead=(main,))
    bridge = Bridge(board.start(), counts=COUNTS)
    try:
        bridge.show(SAMPLE)
        assert "flash" in until_state(bridge, "wrong firmware")
        assert b" S " not in b"".join(wire.line for wire in bridge.log() if wire.sent)
    finally:
        bridge.close()
        board.stop()


def test_a_board_with_older_firmware_of_our_protocol_works_and_is_said(tmp_path):
    needs_micropython()
    older = tmp_path / "frames.py"
    older.write_text(
        (HERE / "frames.py").read_text("utf-8").replace(f'FIRMWARE = "{frames.FIRMWARE}"', 'FIRMWARE = "0.9"')
    )
    board = HostBoard(instead=(older,))
    bridge = Bridge(board.start(), counts=COUNTS)
    try:
        bridge.show(SAMPLE)
        assert bridge.wait(TIMEOUT_SECONDS)
        assert "0.9; `companion lights flash`" in until_state(bridge, "online")
    finally:
        bridge.close()
        board.stop()


def test_to_a_stranger_nothing_is_said_but_hello(tmp_path):
    needs_micropython()
    main = stranger_main(
        tmp_path,
        "import time\nwhile True:\n    print('$GPRMC,081836,A,3751.65,S*62')\n    time.sleep(0.2)\n",
    )
    board = HostBoard(instead=(main,))
    bridge = Bridge(board.start(), counts=COUNTS)
    try:
        bridge.show(SAMPLE)
        assert "does not answer as a lights board" in until_state(bridge, "stranger")
        said = {frames.decode(wire.line[:-1])[1] for wire in bridge.log() if wire.sent}
        assert said == {"HELLO"}
    finally:
        bridge.close()
        board.stop()


class AnsweringLine:
    """A pseudo-terminal; `answer` makes the reply from the written bytes."""

    def __init__(self, answer):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.port = os.ttyname(self.slave)
        self._answer = answer
        self._end = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        while not self._end:
            ready, _, _ = select.select([self.master], [], [], 0.02)
            back = self._answer(os.read(self.master, 4096) if ready else b"")
            if back and select.select([], [self.master], [], 0.02)[1]:
                os.write(self.master, back)

    def close(self):
        self._end = True
        self._thread.join()
        os.close(self.master)
        os.close(self.slave)


@pytest.mark.parametrize("kind", [Bridge, lambda port: Wled(port, COUNTS)])
def test_a_line_that_echoes_is_said_as_that(kind):
    line = AnsweringLine(lambda data: data)
    bridge = kind(line.port)
    try:
        bridge.show(SAMPLE)
        assert "only sends back what is written" in until_state(bridge, "stranger")
    finally:
        bridge.close()
        line.close()


def test_a_flood_from_the_port_is_read_at_a_pace(monkeypatch):
    turns = []

    class CountingPace(Pace):
        def turn(self):
            turns.append(1)
            super().turn()

    monkeypatch.setattr("firmware_bridge.bridge.Pace", CountingPace)
    flood = b"~00 NAK*" + b"00000000\n" + frames.encode(0, "NAK")
    line = AnsweringLine(lambda data: flood)
    bridge = Bridge(line.port)
    try:
        wait_until(lambda: len(turns) > 20)
        assert len(turns) >= sum(not wire.sent for wire in bridge.log()) - 1
    finally:
        bridge.close()
        line.close()


def test_what_is_no_serial_port_is_said(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("not a port")
    bridge = Bridge(str(file))
    try:
        assert "is no serial port" in until_state(bridge, "refused")
    finally:
        bridge.close()
    assert file.read_text() == "not a port"


def test_a_camera_gets_its_dark_pause(bridge, board):
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)
    assert bridge.pause(0.15)
    assert bridge.shown().brightness == 0
    wait_until(lambda: not any(map(any, board.leds())))
    wait_until(lambda: bridge.shown() == SAMPLE)
    wait_until(lambda: any(map(any, board.leds())))


def test_a_scene_that_cannot_be_said_is_refused_where_it_was_asked_for(bridge):
    with pytest.raises(ValueError):  # noqa: PT011 - index's own words
        bridge.show(Scene(96, (("track", (Lamp("ultraviolet", "steady", 3),)),)))
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)


def test_a_listener_may_ask_the_bridge(bridge, board):
    """A listener is called without a lock, so that one that calls the bridge causes no deadlock."""
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)
    heard = []
    bridge.on_status(lambda status: heard.append((status.state, bridge.status().state, bridge.shown())))
    board.unplug()
    wait_until(lambda: heard)
    assert heard[0] == ("offline", "offline", None)


def test_a_listener_that_fails_or_closes_does_not_put_the_lights_out(bridge, board):
    def fail(status):
        raise RuntimeError("not the bridge's trouble")

    bridge.on_status(fail)
    bridge.show(SAMPLE)
    assert bridge.wait(TIMEOUT_SECONDS)
    until_state(bridge, "online")
    bridge.on_status(lambda status: bridge.close())
    board.unplug()
    wait_until(lambda: not bridge._thread.is_alive())


class NoisyLine:
    """A second pty in front of the board's: bytes are changed, lost and doubled in both directions."""

    def __init__(self, port, rate, seed):
        self.board = os.open(port, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.board)
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.port = os.ttyname(self.slave)
        self.rate, self.chance = rate, random.Random(seed)
        self.harmed = 0
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self):
        while not self.stop.is_set():
            ready, _, _ = select.select([self.board, self.master], [], [], 0.05)
            for source in ready:
                with contextlib.suppress(OSError):
                    data = os.read(source, 4096)
                    noisy = damaged(data, self.rate, self.chance)
                    self.harmed += noisy != data
                    os.write(self.master if source == self.board else self.board, noisy)

    def close(self):
        self.stop.set()
        self.thread.join()
        for fd in (self.board, self.master, self.slave):
            os.close(fd)


def noisy_game(board, scenes, seed):
    """(seconds to each confirmed scene, damaged chunks, shown frames that nobody asked for)."""
    line = NoisyLine(board.port, 0.01, seed)
    bridge = Bridge(line.port, counts=COUNTS)
    took = []
    try:
        wait_until(lambda: bridge.status().state == "online")
        for number in range(scenes):
            began = time.monotonic()
            bridge.show(still(number))
            assert bridge.wait(TIMEOUT_SECONDS)
            took.append(time.monotonic() - began)
        time.sleep(0.05)
    finally:
        bridge.close()
        line.close()
    asked = {wire(still(number)) for number in range(scenes)}
    wrong = {data for _, data in board.latched} - asked - own_patterns()
    return took, line.harmed, wrong


def test_through_noise_no_wrong_light_is_ever_shown(board):
    took, harmed, wrong = noisy_game(board, 200, seed=7)
    assert len(took) == 200
    assert harmed > 50
    assert not wrong


@pytest.mark.hardware_sim
def test_ten_thousand_states_in_a_heap_of_96_k():
    needs_micropython()
    board = HostBoard(heap=96 * 1024)
    bridge = Bridge(board.start(), counts=COUNTS)
    try:
        for number in range(10_000):
            bridge.show(still(number % 500))
            assert bridge.wait(TIMEOUT_SECONDS)
        assert not [line for line in board.complaints if "Error" in line]
        wait_until(lambda: last_led_bytes(board) == wire(still(9_999 % 500), 0))
    finally:
        bridge.close()
        board.stop()
