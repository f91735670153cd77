"""Tests of lines that echo or send anything: the bridge reports what they are, and its loop runs at most a
few hundred times a second. The real firmware is killed here."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
import time
import tty
from collections.abc import Callable

import psutil
import pytest

from firmware_bridge import frames
from firmware_bridge.bridge import Bridge
from firmware_bridge.host_board import HostBoard
from firmware_bridge.link import Link
from tests.firmware_bridge.conftest import COUNTS, needs_micropython
from tests.firmware_bridge.test_frames import SAMPLE

pytestmark = [pytest.mark.board, pytest.mark.waits]

MOST_TURNS = 450
"""In any second: "a few hundred"."""


class TurnCounter:
    """Counts a bridge's turns: each asks its link once what to send."""

    def __init__(self) -> None:
        self.at: list[float] = []

    def link(self, now: float) -> Link:
        turns = self

        class CountingLink(Link):
            def send(self, now: float) -> bytes:
                turns.at.append(time.monotonic())
                return super().send(now)

        return CountingLink(now)

    def most_in_a_second(self) -> int:
        most = first = 0
        for last, at in enumerate(self.at):
            while at - self.at[first] > 1.0:
                first += 1
            most = max(most, last - first + 1)
        return most


class MasterEnd:
    """Answers at the master's end of a pseudo-terminal with what `answer` makes from the written bytes."""

    def __init__(self, master: int, answer: Callable[[bytes], bytes], between: float = 0.0) -> None:
        self._master, self._answer, self._between = master, answer, between
        self._end = threading.Event()
        self.reads = 0
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        while not self._end.is_set():
            if not select.select([self._master], [], [], 0.02)[0]:
                continue
            with contextlib.suppress(OSError):  # nobody has opened the other end now
                self.reads += 1
                for piece in self._answer(os.read(self._master, 4096)).splitlines(keepends=True):
                    os.write(self._master, piece)
                    time.sleep(self._between)

    def close(self) -> None:
        self._end.set()
        self._thread.join()
        os.close(self._master)


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def cpu_seconds(bridge: Bridge) -> float:
    """Of the bridge's own thread, because other tests' servers may still run in this process."""
    (one,) = (each for each in psutil.Process().threads() if each.id == bridge._thread.native_id)
    return float(one.user_time + one.system_time)


@pytest.mark.slow
def test_killed_firmware_whose_line_stays_open_and_echoes() -> None:
    """The echo is reported and read at a limited rate; the board is reported gone, restarted and relit."""
    needs_micropython()
    board, turns, said = HostBoard(restart=4.0), TurnCounter(), []
    bridge = Bridge(board.start(), counts=COUNTS, link=turns.link)
    bridge.on_status(lambda status: said.append((status.state, status.sentence)))
    echo = None
    try:
        bridge.show(SAMPLE)
        assert bridge.wait(60)
        killed = board._process
        master = os.dup(board._master)  # another process with it open keeps the line alive
        os.kill(killed.pid, signal.SIGKILL)
        echo = MasterEnd(master, lambda data: data)
        before, began = cpu_seconds(bridge), time.monotonic()
        wait_until(lambda: any(state == "stranger" for state, _words in said))
        assert "only sends back what is written to it" in said[-1][1]
        wait_until(lambda: said[-1][0] == "offline")
        assert "No board is at" in said[-1][1]
        busy = (cpu_seconds(bridge) - before) / (time.monotonic() - began)
        wait_until(lambda: bridge.status().state == "online")
        assert echo.reads > 2
        assert board._process is not killed
        assert not psutil.pid_exists(killed.pid)  # reaped
        assert bridge.wait(60)
        assert bridge.shown() == SAMPLE
        assert turns.most_in_a_second() < MOST_TURNS
        assert busy < 0.5
    finally:
        bridge.close()
        if echo is not None:
            echo.close()
        board.stop()


@pytest.mark.slow
def test_a_line_that_echoes_for_ever_is_tried_now_and_then() -> None:
    """The same line under its own name, which stays: nothing is started there again."""
    needs_micropython()
    board, turns = HostBoard(), TurnCounter()
    board.start()
    master, slave = os.dup(board._master), os.dup(board._slave)
    bridge = Bridge(os.ttyname(slave), counts=COUNTS, link=turns.link)
    echo = None
    try:
        wait_until(lambda: bridge.status().state == "online")
        os.kill(board._process.pid, signal.SIGKILL)
        echo = MasterEnd(master, lambda data: data)
        wait_until(lambda: bridge.status().state == "stranger")
        first = len(turns.at)
        time.sleep(5.0)  # two further attempts
        assert bridge.status().state == "stranger"
        assert 0 < len(turns.at) - first < MOST_TURNS
        assert turns.most_in_a_second() < MOST_TURNS
    finally:
        bridge.close()
        if echo is not None:
            echo.close()
        os.close(slave)
        board.stop()


BOARD = frames.encode_hi(tuple(COUNTS.items()))


def agrees(data: bytes) -> bytes:
    """A device that agrees to everything, and each time reports that it has just started."""
    back = b""
    for line in data.split(b"\n"):
        frame = frames.decode(line)
        if frame is None:
            continue
        if frame[1] != "HELLO":
            back += frames.encode(frame[0], "OK")
        back += frames.encode(0, "HI", BOARD)
    return back


@pytest.mark.parametrize(
    ("answer", "between"),
    [
        pytest.param(agrees, 0.0, id="agrees"),
        pytest.param(agrees, 0.0003, id="agrees bit by bit", marks=pytest.mark.slow),
        pytest.param(lambda data: frames.encode(0, "NAK") * 3, 0.0, id="refuses", marks=pytest.mark.slow),
        pytest.param(lambda data: data * 3, 0.0, id="echoes thrice", marks=pytest.mark.slow),
        pytest.param(lambda data: b"~" * 4000, 0.0, id="garbage"),
    ],
)
def test_nothing_that_a_port_sends_makes_the_bridge_run(
    answer: Callable[[bytes], bytes], between: float
) -> None:
    master, slave = os.openpty()
    tty.setraw(slave)
    turns = TurnCounter()
    line = MasterEnd(master, answer, between)
    bridge = Bridge(os.ttyname(slave), link=turns.link)
    try:
        bridge.show(SAMPLE)
        time.sleep(3.0)
        assert turns.at
        assert turns.most_in_a_second() < MOST_TURNS
    finally:
        bridge.close()
        line.close()
        os.close(slave)
