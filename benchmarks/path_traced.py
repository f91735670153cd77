"""Measures how well tags are read on path-traced photographs, which are independent of the companion's
drawing.

    python benchmarks/path_traced.py [--svg docs/vision-traced.svg]

The photographs and their ground truth are in tests/vision/path_traced (by scripts/trace_photos.py). Each
photograph is read once after enough reads to learn the camera's pose. For comparison: zxing-cpp on the
picture, sharpened and doubled.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import zxingcpp

from companion.vision.preparation import gray, sharpened_doubled
from companion.vision.reader import Reader
from tests.rigs.figures import row
from tests.rigs.traced_photos import TracedPhoto, TracedTag, known_tags, settled_reading, traced_photos

TILTS = (0, 7, 14, 21, 28, 36)
LIGHTS = ("window", "lamp", "dark")
COLOURS = {"window": "#3566a8", "lamp": "#b5532a", "dark": "#444"}
Tally = Counter[tuple[str, str]]


def read_with_zxing(photo: TracedPhoto) -> set[str]:
    found = zxingcpp.read_barcodes(
        sharpened_doubled(gray(photo.picture())),
        formats=zxingcpp.BarcodeFormat.QRCodeModel2,
        try_invert=False,
        try_downscale=False,
    )
    return {code.text for code in found}


def recall_by(
    what: Callable[[TracedPhoto, TracedTag], str], read: dict[str, set[str]]
) -> dict[str, tuple[int, int]]:
    """(tags read, tags) of the tags that are not hidden, grouped by `what`."""
    every, seen = Counter[str](), Counter[str]()
    for photo in traced_photos():
        for tag in photo.tags:
            if tag.state != "hidden":
                every[what(photo, tag)] += 1
                seen[what(photo, tag)] += tag.tag in read[photo.photo]
    return {name: (seen[name], every[name]) for name in every}


def band_name(value: float, edges: tuple[float, ...]) -> str:
    low = max(edge for edge in edges if edge <= value)
    high = next((edge for edge in edges if edge > value), None)
    return f"{low:g} and more" if high is None else f"{low:g} to {high:g}"


def print_rows(title: str, ours: dict[str, tuple[int, int]], other: dict[str, tuple[int, int]]) -> None:
    for name in sorted(ours):
        read, of = ours[name]
        row(
            f"{title}: {name.strip()}" if title else "all that are not hidden",
            tags=f"{of:,}",
            read=f"{100 * read / of:.1f} %",
            zxing_cpp=f"{100 * other[name][0] / of:.1f} %",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--svg", type=Path)
    args = parser.parse_args()
    ours, other, wrong, off = {}, {}, [], []
    for photo in traced_photos():
        reading = settled_reading(Reader({"NF"}, known_tags()), photo)
        ours[photo.photo], wrong = set(reading.read), [*wrong, *reading.wrong]
        off += list(reading.read.values())
        other[photo.photo] = read_with_zxing(photo)
    for title, what in (
        ("", lambda photo, tag: "all"),
        ("covered", lambda photo, tag: tag.state),
        ("tilt, degrees", lambda photo, tag: f"{band_name(photo.tilt, TILTS[:-1]):>12}"),
        ("pixels a module", lambda photo, tag: band_name(tag.module, (0, 1.5, 2.0, 2.5, 3.0))),
        ("light", lambda photo, tag: photo.light),
        ("sticker", lambda photo, tag: tag.finish),
        ("cloth", lambda photo, tag: photo.cloth),
    ):
        print_rows(title, recall_by(what, ours), recall_by(what, other))
    print(*wrong)
    row("wrong names", read=str(len(wrong)))
    median, late = np.percentile(off, [50, 95])
    row("middles off, median; p95", read=f"{median:.2f}; {late:.2f} px")
    if args.svg:
        draw(
            recall_by(lambda photo, tag: f"{photo.light} {band_name(photo.tilt, TILTS[:-1])}", ours), args.svg
        )


def draw(rates: dict[str, tuple[int, int]], out: Path) -> None:
    """Recall against tilt, a curve for each light."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 420"'
        ' font-family="sans-serif" font-size="14">',
        '<rect width="520" height="420" fill="#fff"/>',
        '<text x="60" y="28" font-weight="bold">path-traced photographs: % of tags read</text>',
    ]
    for step in range(0, 101, 20):
        y = 350 - 3 * step
        parts.append(f'<path d="M60 {y}h420" stroke="#ddd"/>')
        parts.append(f'<text x="52" y="{y + 5}" text-anchor="end">{step}</text>')
    for tilt in TILTS[:-1]:
        parts.append(f'<text x="{60 + (tilt + 3.5) * 11.5:.0f}" y="370" text-anchor="middle">{tilt}+</text>')
    for n, light in enumerate(LIGHTS):
        points = []
        for tilt in TILTS[:-1]:
            read, of = rates.get(f"{light} {band_name(tilt, TILTS[:-1])}", (0, 0))
            if of:
                points.append(f"{60 + (tilt + 3.5) * 11.5:.0f},{350 - 300 * read / of:.0f}")
        dash = f' stroke-dasharray="{3 + 5 * n} {2 * n}"' if n else ""
        colour = COLOURS[light]
        parts.append(
            f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2.5"{dash}/>'
        )
        parts.append(f'<text x="{120 + n * 120}" y="410" fill="{colour}">{light}</text>')
    parts.append('<text x="270" y="388" text-anchor="middle">tilt of the camera, degrees</text>')
    out.write_text("\n".join([*parts, "</svg>", ""]))


if __name__ == "__main__":
    main()
