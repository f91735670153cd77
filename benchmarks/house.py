"""Many stations with devices that watch and decide, on one server process.

`python benchmarks/house.py --stations 40 --devices 5`: each station is a table of New Frontiers for 3; one of
its devices is the tablet, the others are seats, all on live connections. Each station makes a decision every
--every seconds (8: about four times real speed). Measured: the time from sending a decision until every
device of the station has the update; the server's memory and processor time, with 1 station and with all
(--grow: with 1, 5, 10, 20 and all). --attack photos|pdfs|slow-loris|connections|upload|bomb: meanwhile one
guest sends 56 photos (--photos) at once; requests 40 sticker sheets at once; opens 1,000 connections that
each send a byte of a request every second; opens 10,000 connections and sends nothing; repeatedly sends 2 GB
four times at once; or sends small files that decompress to large pictures. The figures before and after the
attack are printed too. --attack strangers: in a house with PINs, where every device of a station has its
token, people without one hold 300 live lines, ask for /tablet from 20 addresses, and from the players' own
address post to a table and invent phone cameras; what players were refused is counted. --kept N: all
stations alone, while N more tables in the middle of their games are in memory, and somebody opens a page of
one of these each half second.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import re
import shutil
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import psutil
from PIL import Image

from companion.access.house import House
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.rigs.figures import percentile, row
from tests.rigs.server_processes import Nursery, ServerProcess
from tests.web.layout import random_game_tables

RIGS = Path(__file__).resolve().parents[1] / "tests" / "rigs"
PLAYERS = Setup(tuple(Player(name, name) for name in ("blue", "red", "green")))


class Device:
    """The live connection of a page. number: the entry it shows; shown: when it first showed each."""

    def __init__(self, port: int, path: str, token: str = "") -> None:
        self._port, self._path, self._right = port, path, bearer(token)
        self.shown: dict[int, float] = {}
        self.number = 0
        self.changed = asyncio.Event()

    async def follow(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        writer.write(f"GET {self._path} HTTP/1.1\r\nHost: localhost\r\n{self._right}\r\n".encode())
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


def bearer(token: str) -> str:
    """The header of a device that has this token; "": none."""
    return f"Authorization: Bearer {token}\r\n" if token else ""


async def http_request(
    port: int,
    method: str,
    path: str,
    body: bytes = b"",
    kind: str = "application/json",
    token: str = "",
    address: str = "127.0.0.1",
) -> tuple[int, bytes]:
    """(status, body) of a request. address: from where, of this machine."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22, local_addr=(address, 0))
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {kind}\r\n"
    head += bearer(token)
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    answer = await reader.read()
    writer.close()
    begin, _, rest = answer.partition(b"\r\n\r\n")
    return int(begin[9:12] or 0), rest


async def request_with_retries(
    port: int, method: str, path: str, body: bytes = b"", token: str = ""
) -> tuple[int, bytes]:
    """`http_request`, retried while the connection is refused or cut, as a browser does."""
    while True:
        try:
            status, answer = await http_request(port, method, path, body, token=token)
            if status:
                return status, answer
        except OSError:
            pass
        await asyncio.sleep(0.1)


def _next_request(state: dict[str, Any], random: Random) -> tuple[str, dict[str, Any]]:
    """(path, body) of the next request at a table: an answer, a draw by the companion, or sometimes a
    correction."""
    for question in state["questions"] if random.random() > 0.05 else ():
        form = question["answer"]
        if question["aside"]:
            continue
        if form["form"] in ("draw", "roll"):
            return "draws", {}
        if form["form"] == "choice" and form["options"]:
            return "decisions", {"decision": random.choice(form["options"])["decision"]}
    return "corrections", {"path": "credits/0", "value": random.randrange(60)}


async def station(
    port: int, table: str, devices: int, every: float, until: float, seed: int, token: str, refused: list[int]
) -> tuple[float, list[float]]:
    """Plays at one table, once all of its devices show it. Returns the seconds until then, and for each
    decision the seconds until the last device shows it. token: of its devices; refused: gets the statuses of
    answers that say 429 or 503."""
    random, waits = Random(seed), []
    seats = [f"/t/{table}/live?view=seat&seat={n % 3}" for n in range(devices - 1)]
    lines = [Device(port, path, token) for path in (f"/t/{table}/live", *seats)]
    tasks = [asyncio.ensure_future(line.follow()) for line in lines]
    came = time.perf_counter()
    for line in lines:
        while not line.number:
            line.changed.clear()
            await asyncio.wait_for(line.changed.wait(), 60)
    came = time.perf_counter() - came
    await asyncio.sleep(max(0.0, random.uniform(0.5, 0.5 + every) - came))
    while time.perf_counter() < until:
        for path in (f"/t/{table}/", f"/t/{table}/join") if token else ():
            status, _page = await request_with_retries(port, "GET", path, token=token)
            if status != 200:
                refused.append(status)
        status, answer = await request_with_retries(port, "GET", f"/api/v1/tables/{table}", token=token)
        if status != 200:
            refused.append(status)
            await asyncio.sleep(every)
            continue
        state = json.loads(answer)
        number = state["number"]
        path, what = _next_request(state, random)
        body = json.dumps({"seen": number, "key": uuid.uuid4().hex, **what}).encode()
        begun = time.perf_counter()
        status, answer = await request_with_retries(port, "POST", f"/t/{table}/{path}", body, token)
        if status in (429, 503):
            refused.append(status)
        if status == 200:
            entry = int(re.search(rb'"number":\s*(\d+)', answer).group(1))  # type: ignore[union-attr]
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
    return came, waits


def photo_form() -> bytes:
    """A multipart form with a photo of noise, 4000 x 3000 pixels and 2.5 MB: one of the dearest to read."""
    noise = np.random.default_rng(1).integers(0, 255, (750, 1000, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).resize((4000, 3000)).save(out, "JPEG", quality=47)
    field = b'Content-Disposition: form-data; name="photo"; filename="a.jpg"'
    head = b"--b\r\n" + field + b"\r\nContent-Type: image/jpeg\r\n\r\n"
    return head + out.getvalue() + b"\r\n--b--\r\n"


async def _strangers(port: int, table: str, seconds: float) -> str:
    """What people without a token do all at once. Returns a sentence about what they were answered."""
    devices = [Device(port, f"/t/{table}/live") for _ in range(300)]
    lines = [asyncio.ensure_future(device.follow()) for device in devices]
    until, answers = time.perf_counter() + seconds, dict[str, dict[int, int]]()

    async def ask(what: str, method: str, path: str, address: str = "127.0.0.1") -> None:
        try:
            status, _body = await http_request(port, method, path, b"{}", address=address)
        except OSError:
            status = 0
        counted = answers.setdefault(what, {})
        counted[status] = counted.get(status, 0) + 1

    while time.perf_counter() < until:
        posts = [ask("posts", "POST", f"/t/{table}/decisions") for _ in range(40)]
        cameras = [ask("cameras", "POST", f"/camera/phone/{uuid.uuid4().hex}/frame") for _ in range(10)]
        tablets = [ask("tablets", "GET", "/tablet", f"127.0.1.{n + 1}") for n in range(20)]
        await asyncio.gather(*posts, *cameras, *tablets)
        await asyncio.sleep(0.5)
    held = sum(bool(device.number) for device in devices)
    for line in lines:
        line.cancel()
    await asyncio.gather(*lines, return_exceptions=True)
    told = "; ".join(
        f"{what} {', '.join(f'{n} of {status}' for status, n in sorted(counted.items()))}"
        for what, counted in answers.items()
    )
    return f"strangers hold {held} of 300 lines, and are answered: {told}"


async def attack(port: int, kind: str, seconds: float, photos: int, table: str) -> str:
    """Floods the server as one guest. photos: how many at once. Returns a sentence about the result."""
    begun = time.perf_counter()
    if kind == "strangers":
        return await _strangers(port, table, seconds)
    if kind in ("slow-loris", "connections"):
        return await _flood_connections(port, kind)
    if kind in ("upload", "bomb"):
        answer = await _run_flood_process("uploads.py", port, kind, seconds)
        return (
            f"{kind}s were answered {answer['answers']}, {answer['megabytes']} MB were sent; they took "
            f"{answer['processor']:.1f} s of a processor themselves"
        )
    if kind == "photos":
        form = b"game=new-frontiers&players=2"
        await http_request(port, "POST", "/scan", form, "application/x-www-form-urlencoded")
        _, page = await http_request(port, "GET", "/scan")
        found = re.search(rb"/scan/([a-z]+)", page)
        scan, body = (found.group(1).decode() if found else "nosuch"), photo_form()
        requests = [
            http_request(port, "POST", f"/scan/{scan}/photos", body, "multipart/form-data; boundary=b")
            for _ in range(photos)
        ]
    else:
        requests = [http_request(port, "GET", "/box/new-frontiers/stickers.pdf?paper=a4") for _ in range(40)]
    answers = await asyncio.gather(*requests, return_exceptions=True)
    statuses = sorted({it[0] if isinstance(it, tuple) else type(it).__name__ for it in answers}, key=str)
    size = f" of {len(body) / 1e6:.1f} MB" if kind == "photos" else ""
    return f"{len(requests)} {kind}{size} answered {statuses} in {time.perf_counter() - begun:.1f} s"


async def _run_flood_process(program: str, port: int, kind: str, seconds: float) -> dict[str, Any]:
    """The JSON that a flood prints. It runs in a separate process, so as not to slow this one down."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(RIGS / program),
        str(port),
        kind,
        str(seconds),
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=_ordinary_priority,
    )
    out, _ = await process.communicate()
    answer: dict[str, Any] = json.loads(out)
    return answer


def _ordinary_priority() -> None:
    """Resets a flood's scheduling, if the benchmark runs with real-time priority."""
    if hasattr(os, "SCHED_OTHER") and os.sched_getscheduler(0) != os.SCHED_OTHER:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


async def _flood_connections(port: int, kind: str) -> str:
    answer = await _run_flood_process("crowd.py", port, kind, 15.0)
    return (
        f"the crowd opened {answer['opened']} connections in {answer['took']:.1f} s, "
        f"{answer['refused']} were refused, "
        f"{answer['let go']} of the last {answer['held']} let go by the server; "
        f"it took {answer['processor']:.1f} s of a processor itself"
    )


async def _sample_lags(found: list[float], process: psutil.Process, memory: list[int]) -> None:
    """Appends to `found` the lateness of this event loop in ms, the benchmark's own part of the waits, and to
    `memory` the server's memory in bytes."""
    while True:
        memory.append(process.memory_info().rss)
        begun = time.perf_counter()
        await asyncio.sleep(0.02)
        found.append((time.perf_counter() - begun - 0.02) * 1000)


async def _open_pages(port: int, tables: Sequence[str], every: float = 0.0) -> None:
    """Opens the table's and a seat's page of each table once."""
    for n, table in enumerate(tables):
        for path in ("", f"seat/{n % 3}"):
            status, _page = await request_with_retries(port, "GET", f"/t/{table}/{path}")
            assert status == 200, (table, status)
            await asyncio.sleep(every)


async def measure_stations(
    server: ServerProcess,
    tables: Sequence[str],
    devices: int,
    every: float,
    seconds: float,
    flood: str,
    photos: int = 0,
    tokens: dict[str, str] | None = None,
    kept: Sequence[str] = (),
) -> tuple[str, dict[str, str], str]:
    """(what was played, its figures by column, a sentence about the flood)."""
    await _open_pages(server.port, kept)
    process = psutil.Process(server.pid)
    before, begun = process.cpu_times(), time.perf_counter()
    until = begun + seconds
    refused: list[int] = []
    right = tokens or {}
    plays = [
        station(server.port, table, devices, every, until, n, right.get(table, ""), refused)
        for n, table in enumerate(tables)
    ]
    own = psutil.Process()
    lags: list[float] = []
    mine = own.cpu_times()
    memory: list[int] = []
    lagging = asyncio.ensure_future(_sample_lags(lags, process, memory))
    looking = asyncio.ensure_future(_open_pages(server.port, kept, 0.5))
    flooding = (
        asyncio.ensure_future(attack(server.port, flood, seconds, photos, tables[0])) if flood else None
    )
    found = await asyncio.gather(*plays)
    after, took = process.cpu_times(), time.perf_counter() - begun
    flood_words = await flooding if flooding is not None else ""
    lagging.cancel()
    looking.cancel()
    spent = own.cpu_times()
    late = percentile(sorted(lags), 99)
    waits = sorted(wait * 1000 for _came, one in found for wait in one)
    used = (after.user + after.system - before.user - before.system) / took
    print(
        f"the benchmark itself took {(spent.user + spent.system - mine.user - mine.system) / took * 100:.0f} "
        f"% of a core, p99 of its lateness {late:.0f} ms; load {os.getloadavg()[0]:.0f}",
        flush=True,
    )
    figures = {
        "median": f"{percentile(waits, 50):.0f} ms",
        "p99": f"{percentile(waits, 99):.0f} ms",
        "longest": f"{waits[-1]:.0f} ms",
        "processor": f"{used * 100:.0f} % of a core",
        "memory": f"{process.memory_info().rss / 2**20:.0f} MB (most {max(memory) / 2**20:.0f})",
        "threads": str(process.num_threads()),
        "refused": str(len(refused)),
        "all_pages_there": f"{max(came for came, _ in found):.1f} s",
    }
    beside = f", {len(kept)} tables kept besides" if kept else ""
    what = f"{len(tables)} stations, {devices} devices each, {len(waits)} decisions{beside}"
    return what, figures, flood_words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stations", type=int, default=40)
    parser.add_argument("--devices", type=int, default=5)
    parser.add_argument("--every", type=float, default=8.0)
    parser.add_argument("--seconds", type=float, default=40.0)
    parser.add_argument("--grow", action="store_true")
    floods = ("photos", "pdfs", "slow-loris", "connections", "upload", "bomb", "strangers")
    parser.add_argument("--attack", choices=floods, default="")
    parser.add_argument("--photos", type=int, default=56)
    parser.add_argument("--kept", type=int, default=0)
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="house"))
    try:
        database = str(folder / "tables.db")
        with closing(Tables(Journal(database))) as tables:
            ids = [tables.create("new-frontiers", PLAYERS, seed=n).id for n in range(given.stations)]
            more = random_game_tables(tables, "new-frontiers", (3,), range(given.kept), (60,)).values()
            kept = [table.id for table in more]
            tokens: dict[str, str] = {}
            if given.attack == "strangers":
                house = House(tables.journal)
                house.set_pin("host", "739214")
                tokens = {table: house.token("tablet", table) for table in ids}
        with Nursery(XDG_DATA_HOME=str(folder)) as nursery:
            server = nursery.serve(database)
            sizes = () if kept else (1, 5, 10, 20) if given.grow else (1,)
            runs = [(ids[:n], "") for n in sizes if n < len(ids)] + [(ids, "")]
            if given.attack:
                runs = [(ids, ""), (ids, given.attack), (ids, "")]
            measured = [
                asyncio.run(
                    measure_stations(
                        server,
                        used,
                        given.devices,
                        given.every,
                        given.seconds,
                        flood,
                        given.photos,
                        tokens,
                        kept,
                    )
                )
                for used, flood in runs
            ]
            if not given.attack:
                for what, figures, _ in measured:
                    row(what, **figures)
                return
            spread = [f"{figures['median']}; {figures['p99']}" for _, figures, _ in measured]
            most = measured[1][1]["memory"]
            refused = {"refused_to_players": measured[1][1]["refused"]} if tokens else {}
            row(measured[1][2], before=spread[0], during=spread[1], after=spread[2], memory=most, **refused)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
