"""Whole games, acted out by simulated hands under a drawn camera: does the journal record what the hands did?

    python benchmarks/acted_games.py [--games 2] [--tilt 30] [--players N] [--light typical|hard|both]
                                     [--seed 1] [--jobs 1] [--resume FILE]
                                     [--width 3840 --symbol 16] [--bare]

An arm carries out every decision that moves a tile on a drawn table; the camera, reader, tracker and referee
must recognize the decision. Sometimes two players move at once, a tile is carried slowly through another
player's area, a player changes her mind, or lifts a tile to look at it. The clock is simulated at 15 pictures
a second; each delay includes the processor time of the picture that decided. --resume keeps a line of JSON
per game in a file, and games in that file are not played again. --bare: the tiles have no stickers; each
game has a made-up box of its own style of print, all faces of which are learnt.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from benchmarks.box_learning import BOOK, printed_fields
from companion.table.judge import CAMERA
from companion.vision.tile_looks import TileLookReader
from tests.rigs.acting import MOUNTED_SYMBOL_MM, ActedGame
from tests.rigs.bare_tiles import BareBox, learnt, world_faces
from tests.rigs.figures import row
from tests.rigs.mounted import PICTURE_SIZE_PX
from tests.rigs.printed_tiles import style

GameSpec = tuple[int, int, str, int, float | None, int, float, bool]


def play(spec: GameSpec) -> dict[str, Any]:
    """Plays one game. spec: seed, players, light, maximum of decisions, maximum tilt in degrees (None: a
    straight camera), of a tilted camera the picture's width in pixels and the codes' side in mm, and whether
    the tiles have no stickers."""
    seed, players, light, max_decisions, tilt, wide, symbol_mm, bare = spec
    cv2.setNumThreads(1)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        acting = ActedGame(
            Path(folder),
            players,
            seed,
            light,
            tilt,
            mounted_size=(wide, wide * 9 // 16),
            mounted_symbol_mm=symbol_mm,
            bare=bare_box(seed) if bare else None,
        )
        acting.lay_out_table()
        acting.play(max_decisions)
        acting.referee.close()
        journal = [entry.data for entry in acting.table.effective()[1:]]
        result = acting.result
        return {
            "seed": seed,
            "players": players,
            "light": light,
            "mount": None if acting.mount is None else asdict(acting.mount),
            "outcomes": dict(result.outcomes),
            "kinds": dict(result.kinds),
            "spurious": result.spurious,
            "silent": result.silent,
            "disagreements": result.disagreements,
            "delays": result.delays,
            "journal is what was meant": journal == acting.intended,
            "over": acting.game.phase(acting.table.state).over,
            "by camera": sum(entry.by == CAMERA for entry in acting.table.entries()),
            "entries": acting.table.number,
            "pictures": acting.frames,
            "ms a picture": round(1000 * acting.processing_seconds / max(1, acting.frames), 1),
            "seconds": round(time.perf_counter() - started),
            "notes": result.notes,
        }


def bare_box(seed: int) -> BareBox:
    """A box of a style of its own, both faces of whose worlds are learnt."""
    look, rng = style(f"acted {seed}"), Random(seed)
    worlds = [tile for tile in BOOK.to_verify() if tile.type == "world"]
    fields = {tile.id: printed_fields(tile, Random(f"{look.name} {tile.id}")) for tile in worlds}
    faces = world_faces(look, fields)
    return BareBox(faces, TileLookReader(learnt(faces, sorted(faces), rng)))


def _play_all(specs: list[GameSpec], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs < 2:
        yield from map(play, specs)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, specs)


def report(done: list[dict[str, Any]], camera: str) -> None:
    """A row for each light. camera: how it hung, in words."""
    for light in dict.fromkeys(game["light"] for game in done):
        games_in_light = [game for game in done if game["light"] == light]
        outcomes: Counter[str] = Counter()
        for game in games_in_light:
            outcomes.update(game["outcomes"])
        whole = sum(outcomes.values())
        delays = [delay for game in games_in_light for values in game["delays"].values() for delay in values]
        median, late = np.percentile(delays, [50, 95]) if delays else (0, 0)
        by_itself = outcomes["right by itself"]
        same = sum(game["journal is what was meant"] for game in games_in_light)
        row(
            f"{camera}, {light} light",
            games__journal_as_meant=f"{len(games_in_light)}; {same}",
            pictures=f"{sum(game['pictures'] for game in games_in_light):,}",
            decisions=f"{whole:,}",
            right_by_themselves=f"{by_itself:,} ({100 * by_itself / max(1, whole):.2f} %)",
            asked_what_no_camera_sees=str(outcomes["asked what no camera sees"]),
            asked_needlessly=str(outcomes["asked"]),
            missed=str(outcomes["missed"]),
            wrong__spurious=f"{outcomes['wrong']}; {sum(game['spurious'] for game in games_in_light)}",
            silent_over_3_s=str(sum(game["silent"] for game in games_in_light)),
            rest_to_entry__median__p95=f"{median:.2f}; {late:.2f} s",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--players", type=int, default=0, help="0: 2 to 5 in turn")
    parser.add_argument("--light", choices=["typical", "hard", "both"], default="both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tilt", type=float, help="a camera hung askew, tilted by so many degrees at most")
    parser.add_argument(
        "--width", type=int, default=PICTURE_SIZE_PX[0], help="of a tilted camera's picture, pixels"
    )
    parser.add_argument("--symbol", type=float, default=MOUNTED_SYMBOL_MM, help="mm of the codes under it")
    parser.add_argument("--bare", action="store_true", help="tiles without stickers, told by their look")
    parser.add_argument("--most", type=int, default=2000, help="decisions a game at most")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--resume", type=Path, help="a file of games played, a line of JSON each")
    parser.add_argument("--report", action="store_true", help="only report what the file holds")
    args = parser.parse_args()
    done: list[dict[str, Any]] = []
    if args.resume and args.resume.exists():
        done = [json.loads(line) for line in args.resume.read_text().splitlines()]
    played = {(game["seed"], game["players"], game["light"]) for game in done}
    specs = []
    for n in range(0 if args.report else args.games):
        light = args.light if args.light != "both" else ("typical", "hard")[n // 4 % 2]
        specs.append((args.seed + n, args.players or 2 + n % 4, light))
    how = (args.most, args.tilt, args.width, args.symbol, args.bare)
    for game in _play_all([(*spec, *how) for spec in specs if spec not in played], args.jobs):
        done.append(game)
        print(json.dumps(game), flush=True)
        if args.resume:
            with args.resume.open("a") as file:
                file.write(json.dumps(game) + "\n")
    hung = f"tilt to {args.tilt:g} degrees" if args.tilt else "straight"
    codes = "no stickers" if args.bare else f"{args.symbol:g} mm codes" if args.tilt else ""
    report(done, ", ".join(part for part in (f"{args.width} px wide", hung, codes) if part))


if __name__ == "__main__":
    main()
