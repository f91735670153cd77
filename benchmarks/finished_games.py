"""What a finished game costs in memory while its table is held, for a page that still shows it.

`python benchmarks/finished_games.py --games 20`: whole games of New Frontiers for 3 are played through the
API of one server, one after another. Each keeps its live page of the tablet, and its score and history are
opened. No table leaves memory. The first quarter of the games also pays for what all share (templates,
catalogues), so a game's figure is of the others. The server rests for REST_SECONDS before it is read, and
searches the games' moments meanwhile.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import tempfile
import time
import urllib.request
from pathlib import Path

import psutil

from examples import bot
from tests.rigs.figures import row
from tests.rigs.server_processes import Nursery, ServerProcess
from tests.rigs.table_clients import LivePage

PLAYERS = [{"name": name, "colour": colour} for name, colour in (("A", "red"), ("B", "blue"), ("C", "green"))]
REST_SECONDS = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    random.seed(1)
    folder = Path(tempfile.mkdtemp(prefix="finished"))
    pages: list[LivePage] = []
    memory: list[float] = []
    first = max(1, given.games // 4)
    try:
        with Nursery(XDG_DATA_HOME=str(folder)) as nursery:
            server = nursery.serve(str(folder / "tables.db"), rest=24 * 3600)
            process = psutil.Process(server.pid)
            for number in range(given.games):
                pages.append(play(server, number))
                if number + 1 in (first, given.games):
                    time.sleep(REST_SECONDS)
                    memory.append(process.memory_info().rss / 2**20)
            each = (memory[-1] - memory[0]) / max(1, given.games - first)
            row(
                f"{given.games} finished games, each with a page",
                memory=f"{memory[0]:.0f} -> {memory[-1]:.0f} MB",
                a_game=f"{each:.1f} MB",
            )
            for page in pages:
                page.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def play(server: ServerProcess, seed: int) -> LivePage:
    """Plays a game to its end, and opens its score and history. Returns its live page."""
    api = f"{server.address}/api/v1/tables"
    body = json.dumps({"game": "new-frontiers", "players": PLAYERS, "seed": seed}).encode()
    with urllib.request.urlopen(urllib.request.Request(api, body, bot.HEADERS), timeout=60) as answer:
        table = json.loads(answer.read())["table"]
    page = LivePage(table, f"page {seed}", lambda: [server.address], seed)
    page.start()
    while not (state := _read(f"{api}/{table}"))["over"]:
        for question in state["questions"]:
            if not question["aside"] and question["answer"]["form"] != "elsewhere":
                bot.answer(f"{api}/{table}", state["number"], question)
    for part in ("", "score", "history"):
        with urllib.request.urlopen(f"{server.address}/t/{table}/{part}", timeout=60) as answer:
            answer.read()
    return page


def _read(address: str) -> dict[str, object]:
    with urllib.request.urlopen(address, timeout=60) as answer:
        state: dict[str, object] = json.loads(answer.read())
        return state


if __name__ == "__main__":
    main()
