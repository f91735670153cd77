"""Tests of the firmware on an emulated RP2040: pulses and timing on the pin, and installing the firmware."""

import functools
import os
import re
import subprocess
import sys
import threading

import pytest
import serial

from firmware_bridge import flash as flashing
from firmware_bridge import frames
from firmware_bridge.frames import Lamp, Scene
from tests.firmware_bridge.emulated import EmulatedBoard, Missing, drive_of, image, pulses, writes
from tests.firmware_bridge.test_firmware import wire
from tests.firmware_bridge.test_link import still

pytestmark = pytest.mark.hardware_sim


def skip(missing):
    if os.environ.get("CI") == "true":
        pytest.fail(str(missing))
    pytest.skip(str(missing))


@pytest.fixture(scope="module")
def board():
    try:
        board = EmulatedBoard()
    except Missing as missing:
        skip(missing)
    board.start()
    board.until(b"HI")
    board.until(b"\n")
    yield board
    board.stop()


def show(board, scene, sequence):
    return board.ask(sequence, "S", frames.encode_state(scene))


def test_the_waveform_on_the_pin_is_the_scene(board):
    for number in range(5):
        _, answer = show(board, still(number), number + 1)
        assert answer == (number + 1, "OK", "")
        assert writes(board.edges)[-1] == wire(still(number))


def test_pulses_are_as_the_data_sheet_wants_them(board):
    """WS2812B: 0 is high for 400 ns, 1 for 800 ns, each 150 either way; a low of 50 us or more latches.

    The low within a byte is 850 and 450 ns, 150 either way. Between two bytes MicroPython's driver adds about
    250 ns. An LED distinguishes bits by the high alone and only waits for a latch meanwhile, so that low may
    last 5 us.
    """
    show(board, still(6), 9)
    board.pause(20)  # the board may just be repeating it: to the end of that write
    assert {len(data) for data in writes(board.edges)} == {13 * 3}
    found = pulses(board.edges)[: 13 * 24]
    for n, (high, low) in enumerate(found[:-1]):
        one = high > 600
        assert abs(high - (800 if one else 400)) <= 150
        if n % 8 == 7:
            assert low < 5_000
        else:
            assert abs(low - (450 if one else 850)) <= 150


def test_a_line_is_light_within_10_ms(board, record_property):
    took = []
    show(board, still(19), 200)
    for number in range(8):
        took.append(show(board, still(20 + number), number + 1)[0])
    lamps = tuple(
        Lamp("purple", motion, 3) for motion in (*frames.MOTIONS, "alarm", "flutter", "breathe", "off")
    )
    took.append(show(board, Scene(96, (("track", lamps[:6]), ("tiles", lamps[6:]))), 100)[0])
    record_property("line_to_latched_ms", took)
    print("line to latched, emulated ms:", [round(ms, 2) for ms in took])
    assert max(took) <= 10


def test_a_damaged_line_changes_no_led(board):
    show(board, still(1), 5)
    line = bytearray(frames.encode(6, "S", frames.encode_state(still(2))))
    line[12] ^= 1
    board.say(bytes(line))
    board.until(b"NAK")
    board.until(b"\n")
    assert set(writes(board.edges)) <= {wire(still(1))}


def test_it_moves_by_itself(board):
    lamps = (Lamp("blue", "slow-pulse", 3),) * 6
    show(board, Scene(96, (("track", lamps),)), 7)
    board.pause(250)
    assert len({data[2] for data in writes(board.edges)}) >= 4


def until_prompt(port):
    """Waits until MicroPython has started, which takes some time in the emulation."""
    with serial.Serial(port, 115200, timeout=1) as line:
        seen = b""
        for _ in range(240):
            line.write(b"\r\n")
            seen += line.read(200)
            if b">>>" in seen:
                return
    raise AssertionError(f"no prompt, but {seen!r}")


def test_mpremote_puts_the_firmware_on_an_empty_board(tmp_path):
    note = tmp_path / "readme.txt"
    note.write_text("an empty drive")
    try:
        drive = drive_of((note,), tmp_path)
    except Missing as missing:
        skip(missing)
    words = ("micropython", "--board", "pico_w", "--image", str(image()), "--littlefs", str(drive), "--pty")
    emulator = subprocess.Popen(
        [sys.executable, "-m", "rp2040py", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        port = next(
            found[0]
            for line in emulator.stdout
            if (found := re.findall(r"mpremote connect (/dev/[\w/]+)", line))
        )
        threading.Thread(target=emulator.stdout.read, daemon=True).start()
        until_prompt(port)
        steps = []
        slowly = functools.partial(flashing.mpremote, seconds=400)
        version = flashing.flash(port, say=steps.append, run=slowly, patience=300)
        assert version == frames.FIRMWARE
        assert "with its config.py" in steps[0]
    finally:
        emulator.terminate()
        emulator.wait()
