"""The wire format between the host and the lights board: one file, the same word for word on both.

A frame is a line of printable ASCII, at most LONGEST bytes with its end:

    ~SS VERB args*CCCCCCCC\\n

SS is a sequence number in hex, CCCCCCCC the CRC-32 in hex of everything before the star. `~` always begins
a frame and `\\n` ends it, so a damaged line costs that line and no more. docs/lights.md has the whole format.

This file runs on MicroPython too: nothing but what both languages have.
"""

import binascii
from collections import namedtuple

PROTOCOL = 1
"""Raised when an older board could no longer follow."""
FIRMWARE = "1.1"
"""What the board says it runs; raised with any change to what is copied to the board."""
LONGEST = 120

COLOURS = (
    "white",
    "amber",
    "alarm",
    "red",
    "orange",
    "yellow",
    "green",
    "cyan",
    "blue",
    "purple",
    "pink",
)
LETTERS = "waxroygcbpk"
"""A letter on the wire for each of COLOURS."""
MOTIONS = (
    "off",
    "steady",
    "slow-pulse",
    "double-blink",
    "flutter",
    "breathe",
    "long-short",
    "alarm",
    "triple-blink",
)
LEVELS = 4
CODES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""A character on the wire for each motion and level: four levels of the first motion, of the second, ..."""

Lamp = namedtuple("Lamp", ("colour", "motion", "level"))
"""One light: a name of COLOURS, a name of MOTIONS, a level from 0 (dark) to 3."""
Scene = namedtuple("Scene", ("brightness", "segments"))
"""All lights at once. brightness: 0 (dark) to 255; segments: ((name, (Lamp, ...)), ...)."""


def encode(sequence, verb, args=""):
    """The frame as bytes. Raises ValueError when it would be too long or not printable ASCII."""
    body = f"~{sequence:02X} {verb}"
    if args:
        body += " " + args
    data = body.encode()
    for byte in data[1:]:
        if byte < 32 or byte > 125:
            raise ValueError("a frame holds printable ASCII only, and no second ~")
    data += b"*%08X\n" % (binascii.crc32(data) & 0xFFFFFFFF)
    if len(data) > LONGEST:
        raise ValueError(f"a frame has at most {LONGEST} bytes, this one {len(data)}")
    return data


def decode(line):
    """(sequence, verb, args) of a line from its `~` to its last hex digit; None when it is damaged."""
    size = len(line)
    if size < 14 or size >= LONGEST or line[0] != 0x7E or line[size - 9] != 0x2A:
        return None
    body = line[: size - 9]
    try:
        if b"%08X" % (binascii.crc32(body) & 0xFFFFFFFF) != line[size - 8 :]:
            return None
        sequence = int(body[1:3], 16)
        words = body[4:].decode().split(" ", 1)
    except ValueError:
        return None
    return sequence, words[0], words[1] if len(words) > 1 else ""


class Lines:
    """Cuts a stream of bytes into frames. `feed` lists them: decoded, or None for a damaged line."""

    def __init__(self):
        self.line = b""

    def feed(self, data):
        found = []
        rest = self.line + bytes(data)
        while True:
            end = rest.find(b"\n")
            if end < 0:
                break
            if end:
                found.append(decode(rest[max(0, rest.rfind(b"~", 0, end)) : end]))
            rest = rest[end + 1 :]
        begin = rest.rfind(b"~")
        self.line = rest[begin:] if begin > 0 else rest[:LONGEST]
        return found

    def drop(self):
        """Forget a half line. True when there was one."""
        half = bool(self.line)
        self.line = b""
        return half


def encode_state(scene):
    """The args of an S frame: `96 track=r7w0w0... tiles=...`. Raises ValueError for an unknown name."""
    words = [str(scene[0])]
    for name, lamps in scene[1]:
        text = name + "="
        for colour, motion, level in lamps:
            if not 0 <= level < LEVELS:
                raise ValueError("level")
            text += LETTERS[COLOURS.index(colour)] + CODES[MOTIONS.index(motion) * LEVELS + level]
        words.append(text)
    return " ".join(words)


def split_state(args):
    """(brightness, [(segment, its lamps as text), ...]) of an S frame's args. Raises ValueError."""
    words = args.split(" ")
    brightness = int(words[0])
    if not 0 <= brightness <= 255:
        raise ValueError("brightness")
    segments = []
    for word in words[1:]:
        name, text = word.split("=")
        if len(text) % 2:
            raise ValueError("length")
        segments.append((name, text))
    return brightness, segments


def decode_state(args):
    """The Scene that the args of an S frame say. Raises ValueError when they say none."""
    brightness, segments = split_state(args)
    return Scene(brightness, tuple([(name, _lamps(text)) for name, text in segments]))


def _lamps(text):
    lamps = []
    for i in range(0, len(text), 2):
        colour = LETTERS.find(text[i])
        code = CODES.find(text[i + 1])
        if colour < 0 or code < 0:
            raise ValueError("lamp")
        lamps.append(Lamp(COLOURS[colour], MOTIONS[code // LEVELS], code % LEVELS))
    return tuple(lamps)


def encode_hi(counts):
    """The args of an HI frame; counts: ((segment, lights), ...)."""
    words = ["fw=" + FIRMWARE, f"proto={PROTOCOL}"]
    for name, count in counts:
        words.append(f"{name}={count}")
    return " ".join(words)


def decode_hi(args):
    """(firmware, protocol, {segment: lights}) of an HI frame. Raises ValueError when it lacks them."""
    words = {}
    for word in args.split(" "):
        key, value = word.split("=")
        words[key] = value
    if "fw" not in words or "proto" not in words:
        raise ValueError("an HI without fw and proto")
    firmware = words.pop("fw")
    protocol = int(words.pop("proto"))
    return firmware, protocol, {name: int(count) for name, count in words.items()}
