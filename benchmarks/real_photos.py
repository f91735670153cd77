"""Reads the public sets of photographs of QR codes in a folder, beside zxing-cpp in the same run.

    python benchmarks/real_photos.py FOLDER [--largest 1600] [--most 12]

Without FOLDER it only says what it needs, with status 1. Nothing is downloaded, and no photograph belongs in
this repository. What has been measured: BoofCV's set (`boofcv-v3/detection` of
github.com/paulmillr/qr-code-vectors) and zxing-cpp's samples (`test/samples` of
github.com/zxing-cpp/zxing-cpp). A row a folder of photographs.

None of the codes is a tag of the companion, so every name that is read is wrong. Where a text file beside a
photograph has the corners of its codes (BoofCV's sets), a code counts as located if the finder has three
corner squares within it; zxing-cpp has located it if the middle of a code that it read is within it.
Elsewhere the codes that zxing-cpp reads are the codes, so that it has all of them by definition ("-").
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from benchmarks.photos import KNOWN_TAGS, LIVE_PASSES, shrink
from companion.vision.camera import PHOTO_ENDINGS, CameraLost, Image, load_image
from companion.vision.finder import find_corner_squares
from companion.vision.preparation import gray
from companion.vision.reader import SIZES_TRIED, Reader
from tests.rigs.figures import milliseconds, row

ALL_SIZES = (*SIZES_TRIED, *(SIZES_TRIED[-1] * 1.3**n for n in range(1, 7)))
Quad = NDArray[np.float32]


def labelled_codes(file: Path, scale: float) -> list[Quad] | None:
    """The codes' corners in a photograph made smaller by `scale`; None where nobody wrote them down."""
    labels = file.with_suffix(".txt")
    if not labels.exists():
        return None
    numbers = [
        float(n)
        for line in labels.read_text(encoding="utf-8", errors="replace").splitlines()
        if not line.startswith(("#", "SETS"))
        for n in line.split()
        if _is_number(n)
    ]
    if len(numbers) < 8:
        return None
    points = np.array(numbers[: len(numbers) // 8 * 8], np.float32).reshape(-1, 4, 2)
    return [quad * np.float32(scale) for quad in points]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def corners_of(code: zxingcpp.Barcode) -> Quad:
    at = code.position
    return np.array(
        [(p.x, p.y) for p in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)], np.float32
    )


def measure(name: str, files: Sequence[Path], largest: int) -> None:
    """The row of one folder."""
    codes = ours = theirs = unreadable = wrong = 0
    labelled = False
    our_ms: list[float] = []
    their_ms: list[float] = []
    formats = zxingcpp.barcode_formats_from_str("QRCodeModel2")
    for file in files:
        try:
            original = load_image(file)
        except CameraLost:
            unreadable += 1
            continue
        image: Image = shrink(original, largest)
        plain = gray(image)
        reader = Reader({"NF"}, KNOWN_TAGS)
        began = time.perf_counter()
        tags = [tag for _ in range(LIVE_PASSES) for tag in reader.read(image)]
        our_ms.append((time.perf_counter() - began) * 1000 / LIVE_PASSES)
        tags += Reader({"NF"}, KNOWN_TAGS).read_thoroughly(image)
        wrong += len(tags)
        for tag in tags:
            print(f"  a wrong name {tag.tag.text} in {file}")
        began = time.perf_counter()
        read = [corners_of(code) for code in zxingcpp.read_barcodes(plain, formats=formats)]
        their_ms.append((time.perf_counter() - began) * 1000)
        quads = labelled_codes(file, image.shape[1] / original.shape[1])
        labelled |= quads is not None
        squares = (
            [np.asarray(find_corner_squares(plain, size).points) for size in ALL_SIZES]
            if quads or read
            else []
        )
        for quad in read if quads is None else quads:
            codes += 1
            ours += any(sum(_is_within(quad, point) for point in points) >= 3 for points in squares)
            theirs += any(_is_within(quad, code.mean(axis=0)) for code in read)
    photos = len(files) - unreadable
    if not photos:
        return
    row(
        f"{name}, {photos} photographs",
        codes=str(codes),
        located=f"{ours} ({100 * ours / max(1, codes):.0f} %)",
        zxing_cpp=f"{theirs} ({100 * theirs / max(1, codes):.0f} %)" if labelled else "-",
        wrong_names=str(wrong),
        median_of_a_pass=milliseconds(statistics.median(our_ms)),
        median_of_zxing_cpp=milliseconds(statistics.median(their_ms)),
    )


def _is_within(quad: Quad, point: Sequence[float] | Quad) -> bool:
    return cv2.pointPolygonTest(quad, (float(point[0]), float(point[1])), False) >= 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--largest", type=int, default=1600, help="pixels of the longer side at most")
    parser.add_argument("--most", type=int, help="photographs of each folder at most, evenly taken")
    args = parser.parse_args()
    if not args.folder:
        print("Not run: it needs a folder of photographs of QR codes.")
        return 1
    top = Path(args.folder)
    folders: dict[Path, list[Path]] = {}
    for file in sorted(top.rglob("*")):
        if file.suffix.lower() in PHOTO_ENDINGS:
            folders.setdefault(file.parent, []).append(file)
    for folder, files in folders.items():
        step = -(-len(files) // args.most) if args.most else 1
        measure(str(folder.relative_to(top)), files[::step], args.largest)
    return 0


if __name__ == "__main__":
    sys.exit(main())
