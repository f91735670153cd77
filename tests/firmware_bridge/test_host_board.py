"""The board on this machine goes with whoever started it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

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
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # One that has ended and that nobody has asked about yet is gone too.
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2:3]


def test_a_killed_companion_leaves_no_board_behind():
    needs_micropython()
    owner = subprocess.Popen(
        [sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    pid, folder = owner.stdout.readline().split()
    assert there(int(pid))
    owner.send_signal(signal.SIGKILL)
    owner.communicate()
    end = time.monotonic() + 20
    while there(int(pid)) or Path(folder).exists():
        assert time.monotonic() < end, "the board outlived its owner"
        time.sleep(0.05)
