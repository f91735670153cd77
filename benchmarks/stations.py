"""Measures stations with drawn cameras at 1080p in one process: time from laid tiles to the table's new
entry, and processor time of an idle station.

`python benchmarks/stations.py --stations 4 --samples 6`: each station has a game of New Frontiers for 3 with
its own drawn camera. The tiles that the table's bag would give are laid in the middle, at all stations at
once; the time runs from laying the last tile until the entry arrives on a live connection of the table's
page. Then nothing moves for --rest seconds: measured are the processor time of the cameras' threads, without
drawing the pictures, and that of the whole process.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

import psutil

from companion import games
from companion.access.kept_stations import KeptStation
from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.room.station import Station
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.vision.calibration import Calibrations
from companion.vision.rendered import RenderedTable
from companion.vision.rendered_camera import RenderedCamera
from companion.web import create_app
from companion.web.server.server import Server
from tests.rigs.figures import row

PAUSE_SECONDS = 3.0
"""Between samples."""


def record_shown_entries(address: str, table: str, seen: dict[int, float]) -> None:
    """Records when each entry arrives on a live connection of the table's page."""
    with urllib.request.urlopen(f"{address}/t/{table}/live", timeout=600) as line:
        for text in line:
            if text.startswith(b'data: {"number":'):
                number = int(text[16:].split(b",", 1)[0])
                seen.setdefault(number, time.perf_counter())


def measure_draw(station: Station, scene: RenderedTable, seen: dict[int, float]) -> float | None:
    """Lays the tiles that the bag gives, and takes them back; seconds to the screen, None: not within 20
    s."""
    table: Any = station.served
    question = table.questions[0]
    option = next(o for o in table.game.options(table.state, question.player) if "Explore" in o.words)
    table.submit(option.decision, table.number, f"explore-{table.number}", "benchmark")
    drawn = table.sampled()
    before = table.game.tracking.layout(table.state)
    target = table.game.tracking.layout(table.game.play(table.state, drawn[0]))
    laid = [tile for tile in target if before.get(tile) != target[tile]]
    number = table.number
    for tile in laid:
        scene.put_in(target[tile].zone, tile, target[tile].face)
        time.sleep(0.1)
    begun = time.perf_counter()
    while not any(n > number for n in tuple(seen)) and time.perf_counter() < begun + 20:
        time.sleep(0.005)
    at = min((at for n, at in tuple(seen.items()) if n > number), default=None)
    for tile in laid:
        scene.remove(tile)
    table.jump(1, table.number, f"back-{table.number}", "benchmark")
    time.sleep(PAUSE_SECONDS)
    return None if at is None else at - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stations", type=int, default=4)
    parser.add_argument("--samples", type=int, default=6)
    parser.add_argument("--rest", type=float, default=20.0)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="stations"))
    tables = Tables(Journal(folder / "tables.db"))
    room = Room(tables, calibrations=Calibrations(folder / "cameras.json"))
    server = Server(create_app(room), "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    game = games.load("new-frontiers")
    players = tuple(Player(colour, colour) for colour in game.colours[:3])
    settings = Settings(draws="camera", moment=0.0)
    made = [
        tables.create(game.name, Setup(players), seed=n, settings=settings) for n in range(given.stations)
    ]
    room.arrange([KeptStation(str(n + 1), str(n + 1), table=table.id) for n, table in enumerate(made)])
    scenes, lines = [], []
    for station, table in zip(room.stations, made, strict=True):
        scene = RenderedTable(3, game.tracking, game.tag_prefix)
        for tile, spot in game.tracking.layout(table.state).items():
            scene.put_in(spot.zone, tile, spot.face)
        station.use_cameras([lambda scene=scene: RenderedCamera(scene)])
        scenes.append(scene)
        lines.append({})
        address = f"http://127.0.0.1:{server.port}"
        threading.Thread(
            target=record_shown_entries, args=(address, table.id, lines[-1]), daemon=True
        ).start()
    time.sleep(5)
    waits: list[float | None] = []

    def play(n: int) -> None:
        for _ in range(given.samples):
            waits.append(measure_draw(room.stations[n], scenes[n], lines[n]))

    playing = [threading.Thread(target=play, args=(n,)) for n in range(given.stations)]
    for thread in playing:
        thread.start()
    for thread in playing:
        thread.join()
    good = sorted(it for it in waits if it is not None)
    if good:
        row(
            f"{given.stations} stations: tiles at rest to the screen, {len(waits)} draws, median; longest",
            figure=f"{statistics.median(good):.2f}; {good[-1]:.2f} s",
        )
    row("draws that were not on the screen within 20 s", figure=str(len(waits) - len(good)))
    time.sleep(8)
    process = psutil.Process()
    cameras = [it.eyes.cameras[0] for it in room.stations if it.eyes is not None]
    before, whole = [it.processor_use.total for it in cameras], process.cpu_times()
    time.sleep(given.rest)
    used = [it.processor_use.total - was for it, was in zip(cameras, before, strict=True)]
    now = process.cpu_times()
    share = (now.user + now.system - whole.user - whole.system) / given.rest
    row("a station's camera at rest", figure=f"{100 * sum(used) / len(used) / given.rest:.1f} % of a core")
    row("the whole process, drawing the pictures included", figure=f"{100 * share:.0f} % of a core")
    server.stop()
    room.close()


if __name__ == "__main__":
    main()
