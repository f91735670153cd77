"""The board on this machine goes with whoever started it."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

from tests.firmware_bridge.conftest import needs_micropython

START = """
from firmware_bridge.host_board import HostBoard
board = HostBoard()
board.start()
print(board._process.pid, board._folder, flush=True)
input()
"""


def there(pid):
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_killed_companion_leaves_no_board_behind():
    needs_micropython()
    owner = subprocess.Popen(
        [sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    pid, folder = owner.stdout.readline().split()
    assert there(int(pid))
    owner.send_signal(signal.SIGKILL)
    owner.communicate()
    end = time.monotonic() + 60
    while there(int(pid)) or Path(folder).exists():
        assert time.monotonic() < end, "the board outlived its owner"
        time.sleep(0.05)
