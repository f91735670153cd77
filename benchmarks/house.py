"""A house full of tables: stations with devices that watch and decide, on one server process.

`python benchmarks/house.py --stations 40 --devices 5`: each station is a table of New Frontiers for 3; of its
devices one is the tablet and the rest are seats, all on live lines. One decision a station every --every
seconds (8: people at some four times real speed). Measured: from the decision's being sent to the update's
being there on every device of the station; the server's memory and processor time, with 1 station and with
all. --attack photos|pdfs: meanwhile one guest sends 56 photos, or asks for 40 sticker sheets, at once.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import io
import json
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import numpy as np
import psutil
from PIL import Image

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.rigs.server_processes import Nursery, ServerProcess

PLAYERS = Setup(tuple(Player(name, name) for name in ("blue", "red", "green")))
_DECISION = re.compile(r'data-decision="([^"]*)"')


def percentile(ordered: Sequence[float], part: float) -> float:
    """Of values in ascending order."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * part / 100))]


class Device:
    """A live line of a page: which entry it shows, by when."""

    def __init__(self, port: int, path: str) -> None:
        self._port, self._path = port, path
        self.shown: dict[int, float] = {}
        self.number = 0
        self.changed = asyncio.Event()

    async def follow(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        writer.write(f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        name = b""
        try:
            while line := await reader.readline():
                if line.startswith(b"event: "):
                    name = line[7:].strip()
                elif line.startswith(b"data: ") and name == b"view":
                    found = re.match(rb'data: \{"number":(\d+)', line)
                    self.number = int(found.group(1)) if found else self.number
                    self.shown[self.number] = time.perf_counter()
                    self.changed.set()
        finally:
            writer.close()


async def asked(
    port: int, method: str, path: str, body: bytes = b"", kind: str = "application/json"
) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {kind}\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    told = await reader.read()
    writer.close()
    begin, _, rest = told.partition(b"\r\n\r\n")
    return int(begin[9:12] or 0), rest


async def station(port: int, table: str, devices: int, every: float, until: float, seed: int) -> list[float]:
    """Plays at one table; seconds from each decision to the last of its devices that shows it."""
    random, waits = Random(seed), []
    seats = [f"/t/{table}/live?view=seat&seat={n % 3}" for n in range(devices - 1)]
    lines = [Device(port, path) for path in (f"/t/{table}/live", *seats)]
    tasks = [asyncio.ensure_future(line.follow()) for line in lines]
    await asyncio.sleep(random.uniform(0.5, 0.5 + every))
    step = 0
    while time.perf_counter() < until:
        step += 1
        _, page = await asked(port, "GET", f"/t/{table}/")
        number = int(re.search(rb'data-number="(\d+)"', page).group(1))  # type: ignore[union-attr]
        offered = _DECISION.findall(page.decode(errors="replace"))
        if offered:
            path, what = "decisions", {"decision": json.loads(html.unescape(random.choice(offered)))}
        else:
            path, what = "corrections", {"path": "credits/0", "value": random.randrange(60)}
        body = json.dumps({"seen": number, "key": f"{table}-{step:06}", **what}).encode()
        begun = time.perf_counter()
        status, told = await asked(port, "POST", f"/t/{table}/{path}", body)
        if status == 200:
            entry = int(re.search(rb'"number":\s*(\d+)', told).group(1))  # type: ignore[union-attr]
            for line in lines:
                while line.number < entry:
                    line.changed.clear()
                    await asyncio.wait_for(line.changed.wait(), 60)
            shown = [min(at for n, at in line.shown.items() if n >= entry) for line in lines]
            waits.append(max(shown) - begun)
        await asyncio.sleep(max(0.0, random.uniform(0.5, 1.5) * every - (time.perf_counter() - begun)))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return waits


def photo() -> bytes:
    """A form with a photo of noise, as large as a phone's."""
    noise = np.random.default_rng(1).integers(0, 255, (750, 1000, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).resize((4000, 3000)).save(out, "JPEG", quality=85)
    field = b'Content-Disposition: form-data; name="photo"; filename="a.jpg"'
    head = b"--b\r\n" + field + b"\r\nContent-Type: image/jpeg\r\n\r\n"
    return head + out.getvalue() + b"\r\n--b--\r\n"


async def attack(port: int, kind: str) -> str:
    """One guest's flood; what became of it."""
    begun = time.perf_counter()
    if kind == "photos":
        form = b"game=new-frontiers&players=2"
        await asked(port, "POST", "/scan", form, "application/x-www-form-urlencoded")
        _, page = await asked(port, "GET", "/scan")
        found = re.search(rb"/scan/([a-z]+)", page)
        scan, body = (found.group(1).decode() if found else "nosuch"), photo()
        many = [
            asked(port, "POST", f"/scan/{scan}/photos", body, "multipart/form-data; boundary=b")
            for _ in range(56)
        ]
    else:
        many = [asked(port, "GET", "/box/new-frontiers/stickers.pdf?paper=a4") for _ in range(40)]
    answers = await asyncio.gather(*many, return_exceptions=True)
    statuses = sorted({it[0] if isinstance(it, tuple) else type(it).__name__ for it in answers}, key=str)
    return f"{len(many)} {kind} answered {statuses} in {time.perf_counter() - begun:.1f} s"


async def measured(
    server: ServerProcess, tables: Sequence[str], devices: int, every: float, seconds: float, flood: str
) -> None:
    process = psutil.Process(server.pid)
    before, begun = process.cpu_times(), time.perf_counter()
    until = begun + seconds
    plays = [station(server.port, table, devices, every, until, n) for n, table in enumerate(tables)]
    flooding = asyncio.ensure_future(attack(server.port, flood)) if flood else None
    found = await asyncio.gather(*plays)
    after, took = process.cpu_times(), time.perf_counter() - begun
    waits = sorted(wait * 1000 for one in found for wait in one)
    used = (after.user + after.system - before.user - before.system) / took
    print(
        f"{len(tables)} stations, {devices} devices each: {len(waits)} decisions; to all screens median "
        f"{percentile(waits, 50):.0f} ms, p99 {percentile(waits, 99):.0f} ms, longest {waits[-1]:.0f} ms; "
        f"{used * 100:.0f} % of a core, {process.memory_info().rss / 2**20:.0f} MB, "
        f"{process.num_threads()} threads",
        flush=True,
    )
    if flooding is not None:
        print(await flooding, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stations", type=int, default=40)
    parser.add_argument("--devices", type=int, default=5)
    parser.add_argument("--every", type=float, default=8.0)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--attack", choices=("photos", "pdfs"), default="")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="house"))
    try:
        database = str(folder / "tables.db")
        with closing(Tables(Journal(database))) as tables:
            ids = [tables.create("new-frontiers", PLAYERS, seed=n).id for n in range(given.stations)]
        with Nursery(XDG_DATA_HOME=str(folder)) as nursery:
            server = nursery.serve(database)
            for few in (ids[:1], ids) if not given.attack else (ids,):
                flood = given.attack
                asyncio.run(measured(server, few, given.devices, given.every, given.seconds, flood))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
