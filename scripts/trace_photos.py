"""Renders the path-traced photographs, with their ground truth, that the tag reader is tested on.

    python scripts/trace_photos.py [--photos 60] [--first 0] [--samples 12] [--light build/traced]

Needs the extra `rendering`. A photograph's scene is random, seeded by its number. The light on each pixel is
kept in the folder --light, so that a stopped run continues, and the camera's part (noise, JPEG) can be redone
alone. With LLVM (DRJIT_LIBLLVM_PATH names it) a photograph takes 4 to 10 seconds on two cores, without it up
to 90. LLVM 19 works; 15 and 16 abort on processors with AVX-512.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion import games
from companion.printing.stickers import wanted_tiles
from tests.rigs import tracing
from tests.rigs.traced_scenes import Room, random_room

ROOT = Path(__file__).resolve().parent.parent


def all_texts() -> list[str]:
    """The texts of all tags of New Frontiers."""
    game = games.load("new-frontiers")
    return [
        f"{game.tag_prefix}:{tile.id}{face}" for tile in wanted_tiles(game) for face in tile.faces or ("",)
    ]


def photo_record(drawn: Room, tags: list[dict[str, Any]]) -> dict[str, Any]:
    whole = {tag["tag"] for tag in tags}
    return {
        "photo": f"{drawn.number:02d}.jpg",
        "light": drawn.light,
        "tilt": round(drawn.camera.tilt, 1),
        "roll": round(drawn.camera.roll, 1),
        "bend": round(drawn.camera.bend, 3),
        "cloth": drawn.cloth,
        "symbol_mm": drawn.symbol_mm,
        "hands": len(drawn.hands),
        "noise": round(drawn.sensor.noise, 1),
        "tags": tags,
        "cut_off": sorted(tile.text for tile in drawn.tiles if tile.text not in whole),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=60)
    parser.add_argument("--first", type=int, default=0, help="photographs before this one stay")
    parser.add_argument("--samples", type=int, default=12, help="light paths a pixel")
    parser.add_argument("--light", type=Path, default=ROOT / "build" / "traced")
    parser.add_argument("--out", type=Path, default=ROOT / "tests" / "vision" / "path_traced")
    args = parser.parse_args()
    for folder in (args.out, args.light):
        folder.mkdir(parents=True, exist_ok=True)
    truth = args.out / "truth.json"
    rows = [json.dumps(row) for row in json.loads(truth.read_text())[: args.first]] if args.first else []
    mi, texts = tracing.load_mitsuba(), all_texts()
    for number in range(args.first, args.photos):
        drawn, begun = random_room(number, texts), time.monotonic()
        kept = args.light / f"{number:02d}.npz"
        if not kept.exists():
            light, tags = tracing.trace_light(mi, drawn, args.samples)
            np.savez(kept, light=light, tags=json.dumps(tags))
        with np.load(kept) as both:
            light, tags = both["light"], json.loads(str(both["tags"]))
        data = tracing.develop_jpeg(drawn, light)
        (args.out / f"{number:02d}.jpg").write_bytes(data)
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        for tag in tags:
            tag["burnt"] = tracing.burnt_part(tag, picture)
        rows.append(json.dumps(photo_record(drawn, tags)))
        spent = time.monotonic() - begun
        print(f"{number} {drawn.light} {len(tags)} tags {len(data) >> 10} KB {spent:.0f} s", flush=True)
    truth.write_text("[\n" + ",\n".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
