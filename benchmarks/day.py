"""A day of play, sped up, on one server: does it leak memory, files or threads?

`python benchmarks/day.py --stations 2 --hours 24`: each station plays as many whole games of New Frontiers
for 3 as fit into that time at GAME_MINUTES each, one after another, through the API, with three live pages
that follow from game to game. Tables without viewers leave memory after TABLE_REST_SECONDS. The server's
memory, open files and threads are printed every two hours of play. --devices: with a network camera, whose
drawn picture changes every two seconds, and a lights board (the firmware on MicroPython's host build); both
move from game to game.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import cv2
import psutil

from companion import games
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.rendered import RenderedTable
from examples import bot
from tests.rigs.faults import Devices
from tests.rigs.figures import row
from tests.rigs.server_processes import Nursery
from tests.rigs.table_clients import LivePage

GAME_MINUTES = 90
TABLE_REST_SECONDS = 10
"""The program's default is ten minutes."""
PLAYERS = [{"name": name, "colour": name} for name in ("blue", "red", "green")]


class Station(threading.Thread):
    """Plays games through the API. played: games finished so far."""

    def __init__(self, address: str, games: int, number: int, serve: bool = False) -> None:
        super().__init__(daemon=True)
        self.played = self.decisions = 0
        self.error: BaseException | None = None
        self._address, self._games, self._number, self._serve = address, games, number, serve

    def run(self) -> None:
        try:
            for game in range(self._games):
                self._play(100 * self._number + game)
                self.played += 1
        except BaseException as wrong:
            self.error = wrong

    def _play(self, seed: int) -> None:
        api = f"{self._address}/api/v1/tables"
        new = {"game": "new-frontiers", "players": PLAYERS, "seed": seed, "serve": self._serve}
        body = json.dumps(new).encode()
        with urllib.request.urlopen(urllib.request.Request(api, body, bot.HEADERS), timeout=60) as answer:
            table = json.loads(answer.read())["table"]
        pages = [LivePage(table, f"page {n}", lambda: [self._address], n) for n in range(3)]
        for page in pages:
            page.start()
        while True:
            with urllib.request.urlopen(f"{api}/{table}", timeout=60) as answer:
                state = json.loads(answer.read())
            if state["over"]:
                break
            asked = [q for q in state["questions"] if not q["aside"] and q["answer"]["form"] != "elsewhere"]
            seen = state["number"]
            self.decisions += any(bot.answer(f"{api}/{table}", seen, q) for q in asked)
        for page in pages:
            page.stop()
            page.join(30)


def camera_pictures(folder: Path) -> list[bytes]:
    """JPEGs of the drawn table at the start of a game, and with six tiles removed."""
    game = games.load("new-frontiers")
    setup = Setup(tuple(Player(it["name"], it["colour"]) for it in PLAYERS))
    scene = RenderedTable(len(PLAYERS), game.tracking, game.tag_prefix)
    with closing(Tables(Journal(folder / "drawn.db"))) as tables:
        laid = game.tracking.layout(tables.create(game.name, setup, seed=1).state)
    for tile, spot in laid.items():
        scene.put_in(spot.zone, tile, spot.face)
    pictures = [scene.picture().copy()]
    for tile in list(laid)[:6]:
        scene.remove(tile)
    pictures.append(scene.picture())
    return [cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures]


def alternate_pictures(devices: Devices, pictures: list[bytes], over: threading.Event) -> None:
    number = 0
    while not over.wait(2.0):
        number += 1
        devices.camera.jpeg = pictures[number % 2]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stations", type=int, default=2)
    parser.add_argument("--hours", type=float, default=24.0)
    parser.add_argument("--devices", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random.seed(given.seed)
    folder = Path(tempfile.mkdtemp(prefix="day"))
    count = round(given.hours * 60 / GAME_MINUTES)
    over, devices, options = threading.Event(), None, ()
    memory: list[tuple[float, float]] = []
    if given.devices:
        devices = Devices()
        options = devices.options
        threading.Thread(
            target=alternate_pictures, args=(devices, camera_pictures(folder), over), daemon=True
        ).start()
    try:
        with Nursery(XDG_DATA_HOME=str(folder)) as nursery:
            server = nursery.serve(str(folder / "tables.db"), 0, *options, rest=TABLE_REST_SECONDS)
            process = psutil.Process(server.pid)
            stations = [Station(server.address, count, n, given.devices) for n in range(given.stations)]
            for station in stations:
                station.start()
            begun, noted = time.monotonic(), 0
            while any(it.is_alive() for it in stations):
                time.sleep(0.5)
                hours = min(it.played for it in stations) * GAME_MINUTES / 60
                if hours >= noted + 2 and (noted := int(hours // 2 * 2)):
                    _print_usage(process, hours, stations, begun)
                    if not memory or hours >= memory[-1][0] + given.hours / 6:
                        memory.append((hours, process.memory_info().rss / 2**20))
            time.sleep(5)
            _print_usage(process, given.hours, stations, begun)
            wrong = [it.error for it in stations if it.error is not None]
            print(*wrong, sep="\n")
            row(
                f"{given.hours:g} h at {given.stations} stations" + (", devices" if given.devices else ""),
                games=str(count * given.stations),
                decisions=f"{sum(it.decisions for it in stations):,}",
                memory=", ".join(f"{hours:.0f} h {used:.0f}" for hours, used in memory) + " MB",
                files=f"{process.num_fds()}",
                threads=f"{process.num_threads()}",
            )
            return 1 if wrong else 0
    finally:
        over.set()
        if devices is not None:
            devices.close()
        shutil.rmtree(folder, ignore_errors=True)


def _print_usage(process: psutil.Process, hours: float, stations: list[Station], begun: float) -> None:
    with urllib.request.urlopen(f"{stations[0]._address}/metrics", timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    tables = next(line.split()[1] for line in lines if line.startswith("companion_tables_open"))
    print(
        f"{hours:4.1f} h of play, {sum(it.decisions for it in stations)} decisions: "
        f"{process.memory_info().rss / 2**20:.1f} MB, {process.num_fds()} files, "
        f"{process.num_threads()} threads, {float(tables):.0f} tables in memory; "
        f"{time.monotonic() - begun:.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
