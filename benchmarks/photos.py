"""Runs the tag reader on real photographs of QR codes: counts false tags and located codes.

    python benchmarks/photos.py [FOLDER] [--largest 1600]

Without FOLDER it only says what it needs. FOLDER holds any public set of photographs (for example the test
samples of zxing and zxing-cpp); nothing is downloaded, and none of them belong in this repository. None of
the codes is a tag of the companion, so every tag that is read is false. A code that zxing-cpp reads counts
as located if the finder has three corner squares within it; in larger codes they are farther apart than a
tag's.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import zxingcpp

from companion.vision.camera import PHOTO_ENDINGS, CameraLost, Image, load_image
from companion.vision.finder import find_corner_squares, find_triples
from companion.vision.preparation import gray
from companion.vision.reader import SIZES_TRIED, Reader

KNOWN_TAGS = [f"NF:W{n:02d}{face}" for n in range(1, 61) for face in "AB"] + [
    f"NF:D{n}A" for n in range(1, 57)
]
LIVE_PASSES = 3
"""Reads of each photograph as a live picture; each tries other sizes."""


def shrink(image: Image, largest: int) -> Image:
    side = max(image.shape[:2])
    if side <= largest:
        return image
    scale = largest / side
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def is_located(plain: Image, code: zxingcpp.Barcode) -> bool:
    """Whether at least three corner squares are found within the code."""
    where = code.position
    corners = [(p.x, p.y) for p in (where.top_left, where.top_right, where.bottom_right, where.bottom_left)]
    quad = np.array(corners, np.float32)
    for size in (*SIZES_TRIED, *(SIZES_TRIED[-1] * 1.3**n for n in range(1, 7))):
        points = find_corner_squares(plain, size).points
        if sum(cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for x, y in points) >= 3:
            return True
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--largest", type=int, default=1600, help="pixels of the longer side at most")
    args = parser.parse_args()
    if args.folder is None:
        print("Not run: it needs a folder of photographs of QR codes.")
        return
    files = sorted(f for f in args.folder.rglob("*") if f.suffix.lower() in PHOTO_ENDINGS)
    photos = unreadable = codes = found = false = most = 0
    for file in files:
        try:
            image = shrink(load_image(file), args.largest)
        except CameraLost:
            unreadable += 1
            continue
        photos += 1
        plain = gray(image)
        reader, hard = Reader({"NF"}, KNOWN_TAGS), Reader({"NF"}, KNOWN_TAGS)
        tags = [tag for _ in range(LIVE_PASSES) for tag in reader.read(image)] + hard.read_thoroughly(image)
        false += len(tags)
        for tag in tags:
            print(f"  a false tag {tag.tag.text} in {file}")
        most = max(most, *(len(find_triples(plain, size)) for size in SIZES_TRIED[:3]))
        formats = zxingcpp.barcode_formats_from_str("QRCodeModel2")
        for code in zxingcpp.read_barcodes(plain, formats=formats, try_invert=False):
            codes += 1
            found += is_located(plain, code)
    print(f"{photos} photographs ({unreadable} could not be opened): {false} false tags, no traceback")
    print(f"{codes} codes that zxing-cpp reads: {found} located by our finder")
    print(f"most candidates in one photograph: {most}")


if __name__ == "__main__":
    main()
