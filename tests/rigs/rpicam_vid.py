"""Stands for `rpicam-vid` of Raspberry Pi OS, as its source has it (rpicam-apps 1.5, core/options.cpp and
apps/rpicam_vid.cpp): it lists modules, writes MJPEG to its standard output and metadata to a file.

Its folder holds what it is: `modules` (what --list-cameras prints), `picture.png`, `calls` (each command
line, written by it), `fault` ("busy", or "old": a program of 2022), and `hang` when no more picture comes.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import time
from pathlib import Path

from PIL import Image

METADATA = """ExposureTime=9989
AnalogueGain=2.5
DigitalGain=1
ColourGains=[ 1.9, 1.6 ]
LensPosition=1.25
Lux=210.5

"""


def main() -> int:
    here = Path(os.environ["RPICAM_STAND_IN"])
    with (here / "calls").open("a") as calls:
        calls.write(" ".join(sys.argv[1:]) + "\n")
    fault = (here / "fault").read_text() if (here / "fault").exists() else ""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--list-cameras", action="store_true")
    parser.add_argument("-n", action="store_true")
    for flag in ("--hflip", "--vflip", "--flush"):
        parser.add_argument(flag, action="store_true")
    whole, real = (
        ("-t", "-v", "--camera", "--width", "--height", "--shutter", "-q"),
        ("--framerate", "--gain"),
    )
    for number in whole:
        parser.add_argument(number, type=int)
    for number in real:
        parser.add_argument(number, type=float)
    for word in ("--codec", "-o", "--awbgains"):
        parser.add_argument(word)
    if fault != "old":
        for word in ("--autofocus-mode", "--lens-position", "--metadata", "--metadata-format"):
            parser.add_argument(word)
    asked, unknown = parser.parse_known_args()
    if unknown:
        print(f"ERROR: *** unrecognised option '{unknown[0]}' ***", file=sys.stderr)
        return 255
    modules = (here / "modules").read_text()
    if asked.list_cameras:
        print(modules)
        return 0
    if f"\n{asked.camera} : " not in modules:
        print("ERROR: *** no cameras available ***", file=sys.stderr)
        return 255
    if fault == "busy":
        print("ERROR: *** failed to acquire camera /base/soc/i2c0mux/i2c@1/imx708@1a ***", file=sys.stderr)
        return 255
    if asked.codec != "mjpeg":
        return 255
    return stream(here, asked)


def stream(here: Path, asked: argparse.Namespace) -> int:
    picture = Image.open(here / "picture.png").resize((asked.width, asked.height))
    if asked.hflip:
        picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if asked.vflip:
        picture = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    encoded = io.BytesIO()
    picture.save(encoded, "JPEG", quality=asked.q)
    jpeg = encoded.getvalue()
    out = sys.stdout.buffer if asked.o == "-" else Path(asked.o).open("wb")  # noqa: SIM115
    end = time.monotonic() + asked.t / 1000 if asked.t else float("inf")
    while time.monotonic() < end:
        # In pieces, as a pipe gives them.
        for at in range(0, len(jpeg), 7001):
            out.write(jpeg[at : at + 7001])
            out.flush()
        if getattr(asked, "metadata", None):
            with open(asked.metadata, "a") as metadata:
                metadata.write(METADATA)
        if (here / "hang").exists():
            time.sleep(60)
        time.sleep(1 / asked.framerate)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        os._exit(255)
