"""Sentences about the device at a port: a board, a board without its firmware, or another device."""

from __future__ import annotations

from firmware_bridge import frames
from firmware_bridge.backend import Sentence
from firmware_bridge.link import BoardInfo


def online(port: str, board: BoardInfo) -> str:
    if board.firmware in (frames.FIRMWARE, "") or board.firmware.startswith("WLED"):
        return Sentence("The lights are on, at {port}.", port=port)
    return Sentence(
        "The lights are on, at {port}, with the firmware {firmware}; `companion lights flash` puts {newest} "
        "on the board.",
        port=port,
        firmware=board.firmware,
        newest=frames.FIRMWARE,
    )


def silent(port: str) -> str:
    return Sentence("The board at {port} has stopped answering; waiting for it.", port=port)


def wrong_firmware(port: str, board: BoardInfo) -> str:
    return Sentence(
        "The board at {port} runs lights firmware {firmware}, which this program does not "
        "understand: run `companion lights flash`.",
        port=port,
        firmware=board.firmware,
    )


def echo(port: str) -> str:
    return Sentence(
        "What is at {port} only sends back what is written to it, so no lights board listens there: unplug "
        "the board and plug it in, or name another port with --lights.",
        port=port,
    )


def stranger(port: str, seen: bytes) -> str:
    if b">>>" in seen:
        return Sentence(
            "The board at {port} runs MicroPython without the lights: run `companion lights flash`.",
            port=port,
        )
    return Sentence(
        "What is at {port} does not answer as a lights board: name another port with --lights, "
        "or run `companion lights flash` if it is the board.",
        port=port,
    )
