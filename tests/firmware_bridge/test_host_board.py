"""Tests that the board's process on this machine ends with the process that started it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

from firmware_bridge.bridge import Bridge
from firmware_bridge.host_board import HostBoard
from tests.firmware_bridge.conftest import needs_micropython

START_SCRIPT = """
from firmware_bridge.host_board import HostBoard
board = HostBoard()
board.start()
print(board._process.pid, board._folder, flush=True)
input()
"""


def wait_until(holds):
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


def there(pid):
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_firmware_that_ends_is_said_to_be_gone_and_started_again():
    needs_micropython()
    board = HostBoard(restart=0.2)
    bridge = Bridge(board.start())
    states = []
    bridge.on_status(lambda status: states.append(status.state))
    try:
        wait_until(lambda: bridge.status().state == "online")
        first = board._process.pid
        os.kill(first, signal.SIGTERM)
        wait_until(lambda: states[-2:] == ["offline", "online"])
        assert not psutil.pid_exists(first)  # not even as a zombie
        assert there(board._process.pid)
    finally:
        bridge.close()
        board.stop()


def test_firmware_that_was_stopped_stays_so():
    needs_micropython()
    board = HostBoard(restart=0.01)
    board.start()
    assert os.getpgid(board._process.pid) != os.getpgid(0)  # Ctrl-C stops the program, not the board first
    board.unplug()
    board.stop()
    time.sleep(0.1)  # far longer than a restart would wait
    assert board._process is None
    assert not Path(board.port).exists()


def test_a_killed_companion_leaves_no_board_behind():
    needs_micropython()
    owner = subprocess.Popen(
        [sys.executable, "-c", START_SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    pid, folder = owner.stdout.readline().split()
    assert there(int(pid))
    owner.send_signal(signal.SIGKILL)
    owner.communicate()
    end = time.monotonic() + 60
    while there(int(pid)) or Path(folder).exists():
        assert time.monotonic() < end, "the board outlived its owner"
        time.sleep(0.05)
