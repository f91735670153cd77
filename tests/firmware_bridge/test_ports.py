"""Tests of finding the board among other ports, and of the message when one cannot be used."""

import errno
import os
from types import SimpleNamespace

import pytest
import serial

from firmware_bridge import ports

a_port_is_a_file = pytest.mark.skipif(os.name != "posix", reason="Windows' ports are no files of a group")


def listing(*found):
    return lambda: [SimpleNamespace(device=device, vid=vid, pid=pid) for device, vid, pid in found]


BOARD = ("/dev/ttyACM3", 0x2E8A, 0x0005)
PHONE = ("/dev/ttyACM0", 0x18D1, 0x4EE7)
PROBE = ("/dev/ttyACM1", 0x2E8A, 0x000C)


@pytest.fixture(autouse=True)
def no_links(monkeypatch, tmp_path):
    monkeypatch.setattr(ports, "BY_ID_PATTERN", str(tmp_path / "by-id" / "usb-MicroPython_*"))
    return tmp_path


def test_the_board_is_found_by_its_usb_numbers_among_others():
    assert ports.find("auto", listing(PHONE, PROBE, BOARD)) == ("/dev/ttyACM3", "")


def test_a_link_by_id_comes_first_as_it_keeps_its_name(no_links):
    (no_links / "by-id").mkdir()
    link = no_links / "by-id" / "usb-MicroPython_Board_in_FS_mode_e66-if00"
    link.touch()
    assert ports.find("auto", listing(BOARD)) == (str(link), "")


def test_of_two_boards_none_is_taken():
    found, why = ports.find("auto", listing(BOARD, ("/dev/ttyACM4", 0x2E8A, 0x0005)))
    assert found is None
    assert "/dev/ttyACM3, /dev/ttyACM4" in why


def test_where_there_is_none_it_says_so():
    found, why = ports.find("auto", listing(PHONE))
    assert found is None
    assert "plug it in" in why


@a_port_is_a_file
def test_a_named_port_is_taken_as_it_is_and_only_looked_for(tmp_path):
    port = tmp_path / "port"
    assert ports.find(str(port), listing(BOARD))[0] is None
    port.touch()
    assert ports.find(str(port), listing(BOARD)) == (str(port), "")


@pytest.mark.parametrize(
    ("fault", "state", "words"),
    [
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), "busy", "Another program"),
        pytest.param(
            serial.SerialException(errno.EACCES, "Permission denied"),
            "refused",
            "dialout",
            marks=a_port_is_a_file,
        ),
        (serial.SerialException("could not open port 'COM3': PermissionError(13, 'x')"), "busy", "Another"),
        (
            serial.SerialException("could not open port 'COM9': FileNotFoundError(2, 'x')"),
            "offline",
            "plug it",
        ),
        (serial.SerialException(errno.ENOENT, "No such file"), "offline", "plug it in"),
        (OSError(errno.ENOTTY, "not a typewriter"), "refused", "no serial port"),
    ],
)
def test_why_a_port_cannot_be_used(fault, state, words):
    said, sentence = ports.refusal("/dev/x", fault)
    assert said == state
    assert words in sentence
