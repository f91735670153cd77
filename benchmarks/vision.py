"""Measures how well and how fast tags are read: drawn tables in typical and hard light, by size, compared
with other readers.

    python benchmarks/vision.py [--scenes N] [--svg docs/vision-report.svg] [--wrong N]

Times are in milliseconds and as a ratio to a fixed loop of plain Python in the same run, because machines
differ. Every scene is drawn from a seed; there are no photographs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from companion.games.contract import MIDDLE, TileInfo, seat_zone
from companion.vision.camera import Image
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.preparation import gray, sharpened_doubled
from companion.vision.reader import Reader
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera
from companion.vision.sightings import Sighting, without_duplicates
from companion.vision.tag_decoder import decode_tags
from companion.vision.tags import parse_tag
from tests.rigs.disturbances import TROUBLES
from tests.rigs.drawn_scenes import HARD, LIGHTS, TYPICAL, Count, Proof, judged, prove
from tests.rigs.figures import row
from tests.rigs.plans import Pieces
from tests.rigs.reference import reference_seconds

TILES = {f"W{n:02d}": TileInfo(f"W{n:02d}", f"World {n}", "AB", ("#8d9299", "#96643a")) for n in range(1, 61)}
KNOWN_TAGS = [f"NF:{tile}{face}" for tile in TILES for face in "AB"]
KNOWN_TAGS += [f"NF:D{n}A" for n in range(1, 57)] + [f"NF:H{n}{f}" for n in range(1, 9) for f in "AB"]
KNOWN_TAGS += [f"NF:Z{n}" for n in range(1, 5)]
SIZES = (1.0, 1.25, 1.5, 2.0, 2.25, 2.5, 3.0, 4.0, 5.0)
ANY_OF_FIVE = "ours, in any of 5 frames"
Read = Callable[[Image], list[Sighting]]


def opencv(image: Image) -> list[Sighting]:
    """OpenCV's detector and decoder, to justify the choice of another one."""
    _, texts, corners, _ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(gray(image))
    found = []
    for text, quad in zip(texts or (), corners if corners is not None else (), strict=False):
        tag = parse_tag(text)
        if tag is not None:
            a, b, c, d = ((float(x), float(y)) for x, y in quad)
            found.append(Sighting(tag, (a[0] + c[0]) / 2, (a[1] + c[1]) / 2, (a, b, c, d)))
    return found


def warmed_up_reader(proof: Proof) -> Reader:
    """A reader that has read enough of this camera's pictures to know the size of its tags."""
    reader = Reader({"NF"}, KNOWN_TAGS)
    looks = 0
    for _ in range(10):
        reader.read(proof.images[0])
        looks += bool(reader.module_sizes)
        if looks == 2:
            break
    return reader


def readers(proof: Proof) -> dict[str, Read]:
    return {
        "ours": warmed_up_reader(proof).read,
        "zxing-cpp, sharpened and doubled": lambda image: decode_tags(
            sharpened_doubled(gray(image)), {"NF"}, 2.0
        ),
        "zxing-cpp, as it is": lambda image: decode_tags(gray(image), {"NF"}),
        "OpenCV": opencv,
    }


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def print_rates(scenes: int) -> dict[tuple[str, str, float], float]:
    """Prints and returns the part of tags without glare read in one frame, by reader, light and size."""
    given = {}
    print("\nTags read in one frame without glare on them, %; the first, 5: in any of 5 frames")
    for light in LIGHTS.values():
        for size in SIZES:
            counts: dict[str, Count] = {}
            five, off = Count(), []
            for n in range(scenes):
                proof = prove(light, size, 500 + n, frames=5)
                for name, read in readers(proof).items():
                    images = proof.images if name == "ours" else proof.images[:1]
                    found = [read(image) for image in images]
                    first = judged(proof, found[0])
                    counts[name] = counts.get(name, Count()) + first
                    if name == "ours":
                        five += judged(proof, without_duplicates([s for each in found for s in each]))
                        off += [px / proof.px_per_mm for px in first.off_px]
            if size == SIZES[0] and light is TYPICAL:
                heads = (
                    "light",
                    "px",
                    "tags",
                    "ours",
                    "ours, 5",
                    *list(counts)[1:],
                    "wrong",
                    "centre off, p95",
                )
                print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
            for name, count in counts.items():
                given[name, light.name, size] = count.read_clear / max(1, count.clear)
            given[ANY_OF_FIVE, light.name, size] = five.read_clear / max(1, five.clear)
            ours, *others = (percent(count.read_clear, count.clear) for count in counts.values())
            cells = (light.name, f"{size:g}", str(counts["ours"].clear), ours)
            cells += (percent(five.read_clear, five.clear), *others, str(counts["ours"].wrong + five.wrong))
            cells += (f"{np.percentile(off, 95):.2f} mm" if off else "-",)
            print(f"| {' | '.join(cells)} |", flush=True)
    return given


def print_disturbed(scenes: int) -> None:
    """Prints the same at 2 pixels per module with disturbed pictures."""
    print("\nDisturbed, 2 px, 1080p: in one frame (in any of 3), without glare or LEDs on them")
    for words, trouble in TROUBLES.items():
        cells = []
        for light in LIGHTS.values():
            all_clear = one = three = wrong = 0
            for n in range(scenes):
                proof = prove(light, 2.0, 700 + n, frames=3, trouble=trouble)
                reader = warmed_up_reader(proof)
                found = [reader.read(image) for image in proof.images]
                clear = {t.text for t in proof.tags if not t.glare}
                texts = [{s.tag.text for s in each} for each in found]
                all_clear += len(clear)
                one += len(clear & texts[0])
                three += len(clear & set().union(*texts))
                wrong += sum(judged(proof, each).wrong for each in found)
            cells.append(
                f"{light.name} {percent(one, all_clear)} ({percent(three, all_clear)}), wrong {wrong}"
            )
        print(f"  {words}: {'; '.join(cells)}", flush=True)


def print_times() -> None:
    """Rows of the times of a whole picture, of a frame with a change, and of one without: the median, in
    brackets as a multiple of the reference loop, the worst, and the processor's median."""
    unit = reference_seconds() * 1000
    for words, size, module in (("1080p", (1920, 1080), 2.0), ("4K", (3840, 2160), 2.5)):
        proof = prove(TYPICAL, module, 77, size=size)
        reader = warmed_up_reader(proof)
        image = proof.images[0]
        result = judged(proof, reader.read(image))
        off = np.percentile(result.off_px, 95) / proof.px_per_mm
        whole = measure_repeatedly(lambda image=image, reader=reader: reader.read(image), 17)
        plain = gray(image)
        decode = measure_repeatedly(lambda plain=plain: decode_tags(sharpened_doubled(plain), {"NF"}, 2.0), 5)
        row(
            f"{words} whole picture, {len(proof.tags)} tags",
            ours=format_times(whole, unit),
            zxing_cpp=format_times(decode, unit),
        )
        row(f"{words} centres off by, p95", ours=f"{off:.2f} mm")
    for words, size in (("1080p", (1920, 1080)), ("4K", (3840, 2160))):
        changed, idle, part = measure_playing(size)
        row(f"{words} frame with a change, 50 tiles", ours=format_times(changed, unit))
        row(f"{words} idle", ours=format_times(idle, unit))
        row(f"{words} idle, of one core at 15 a second", ours=f"{100 * part:.1f} %")


Elapsed = tuple[float, float]
"""Milliseconds of wall-clock time and of processor time."""


def measure_repeatedly(work: Callable[[], object], times: int) -> list[Elapsed]:
    return [measure_once(work) for _ in range(times)]


def measure_once(work: Callable[[], object]) -> Elapsed:
    started, busy = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - started) * 1000, (time.process_time() - busy) * 1000


def format_times(taken: list[Elapsed], unit: float) -> str:
    clock, processor = zip(*taken, strict=True)
    middle, worst = float(np.median(clock)), max(clock)
    return f"{middle:.1f} ms ({middle / unit:.2f}), worst {worst:.0f}, processor {np.median(processor):.1f}"


def measure_playing(size: tuple[int, int]) -> tuple[list[Elapsed], list[Elapsed], float]:
    """The times of frames after a tile moved, and of frames at rest; the part of a core used at rest at 15
    pictures a second, including the passes over whole pictures. At rest: nothing has moved for 10 s, since a
    place that shows no tag is read again for a while (motion.UNEXPLAINED_SECONDS)."""
    table = RenderedTable(4, Pieces(TILES), "NF", size=size)
    camera = RenderedCamera(table, noise=2.0)
    view = CameraPipeline(table.layout, "NF", TILES.values())
    for n in range(1, 51):
        table.put_in(MIDDLE if n <= 8 else seat_zone(n % 4), f"W{n:02d}", "A", angle=7.0 * n)
    now, changed, rest = 0.0, [], []
    for frame in range(15 * 12):
        now += 1 / 15
        if frame % 30 == 29:
            table.move(f"W{frame // 30 + 10:02d}", 200 + frame, 150)
        image = camera.snap()
        taken = measure_once(lambda image=image, now=now: view.process(image, now))
        if frame > 30 and frame % 30 in (29, 0, 1, 2, 3):
            changed.append(taken)
    for _ in range(15 * 16):
        now += 1 / 15
        image = camera.snap()
        rest.append(measure_once(lambda image=image, now=now: view.process(image, now)))
    idle = rest[15 * 10 :]
    return changed, idle, sum(processor for _, processor in idle) / 1000 / 6


def count_wrong_reads(views: int) -> None:
    """Prints the wrong reads over at least this many tile views, a fifth of them of unknown tags."""
    seen = count = 0
    seed = 0
    while seen < views:
        for light in (TYPICAL, HARD):
            for size in (1.25, 1.5, 2.0):
                seed += 1
                proof = prove(light, size, 90_000 + seed, frames=3)
                known_tags = [text for text in KNOWN_TAGS if int(text.strip("NF:WDHZAB") or 0) % 5]
                reader = Reader({"NF"}, known_tags)
                for image in proof.images * 2:
                    result = judged(proof, reader.read(image))
                    seen, count = seen + result.all, count + result.wrong
    row(f"wrong tiles in {seen:,} views", ours=str(count))


COLOURS = {"ours": "#1f7a4d", ANY_OF_FIVE: "#1f7a4d", "OpenCV": "#b5532a", "zxing-cpp, as it is": "#8a8f98"}


def draw(rates: dict[tuple[str, str, float], float], out: Path) -> None:
    """Writes an SVG with curves of the part read against pixels per module, a panel for each light."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 420"'
        ' font-family="sans-serif" font-size="14">',
        '<rect width="960" height="420" fill="#fff"/>',
    ]
    names = list(dict.fromkeys(name for name, _, _ in rates))
    for panel, light in enumerate(LIGHTS):
        left = 60 + panel * 460
        parts.append(f'<text x="{left}" y="28" font-weight="bold">{light} light: % of tags read</text>')
        for step in range(0, 101, 20):
            y = 350 - 3 * step
            parts.append(f'<path d="M{left} {y}h400" stroke="#ddd"/>')
            parts.append(f'<text x="{left - 8}" y="{y + 5}" text-anchor="end">{step}</text>')
        for size in SIZES:
            x = left + (size - 0.9) * 95
            parts.append(f'<text x="{x:.0f}" y="370" text-anchor="middle" font-size="10">{size:g}</text>')
        for name in names:
            points = " ".join(
                f"{left + (size - 0.9) * 95:.0f},{350 - 300 * rates[name, light, size]:.0f}" for size in SIZES
            )
            parts.append(f'<polyline points="{points}" fill="none" {stroke_style(name)} stroke-width="2.5"/>')
    parts.append('<text x="480" y="388" text-anchor="middle">pixels a module</text>')
    x = 30
    for name in names:
        parts.append(f'<path d="M{x} 405h26" {stroke_style(name)} stroke-width="2.5"/>')
        parts.append(f'<text x="{x + 32}" y="410" font-size="13">{name}</text>')
        x += 7 * len(name) + 60
    out.write_text("\n".join([*parts, "</svg>", ""]))


def stroke_style(name: str) -> str:
    dashed = ' stroke-dasharray="5 4"' if name == ANY_OF_FIVE else ""
    return f'stroke="{COLOURS.get(name, "#3566a8")}"{dashed}'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=2)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--wrong", type=int, default=0)
    args = parser.parse_args()
    print_times()
    curves = print_rates(args.scenes)
    print_disturbed(args.scenes)
    if args.svg:
        draw(curves, args.svg)
    if args.wrong:
        count_wrong_reads(args.wrong)


if __name__ == "__main__":
    main()
