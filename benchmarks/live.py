"""Many devices at one table: does each get every update, how soon, and what does the server need for it?

    python benchmarks/live.py [--devices 200] [--updates 100] [--server waitress|werkzeug|cheroot]

One server process with a table of New Frontiers for five; the devices are in this process, a fifth of them
on the table's page and the others spread over the seats. An update is a decision, an undo or a redo, posted
as a page posts it; its time runs from the posting until a device has the whole event in hand.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from _reference import reference_seconds

SERVE = """
import sys
from companion import games
from companion.games.game import Player, Setup
from companion.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
name, path = sys.argv[1:]
tables = Tables(Journal(path))
game = games.load("new-frontiers")
table = tables.create(game.name, Setup(tuple(Player(c.capitalize(), c) for c in game.colours[:5])), seed=1)
app = create_app(Room(tables))
if name == "waitress":
    from companion.web.server import Server
    server = Server(app, "127.0.0.1", 0)
    port, run = server.port, server.run
elif name == "werkzeug":
    from werkzeug.serving import make_server
    server = make_server("127.0.0.1", 0, app, threaded=True)
    port, run = server.server_port, server.serve_forever
else:
    from cheroot.wsgi import Server as Cheroot
    server = Cheroot(("127.0.0.1", 0), app, numthreads=288, request_queue_size=300)
    server.prepare()
    port, run = server.bind_addr[1], server.serve
print(port, table.id, flush=True)
run()
"""


class Device:
    """One live connection. got: entry number to when its event was wholly here."""

    def __init__(self) -> None:
        self.got: dict[int, float] = {}
        self.bytes = 0

    def shown(self, number: int) -> float:
        """When this device showed entry `number`, or one after it where several came in one event."""
        return min(at for entry, at in self.got.items() if entry >= number)

    async def listen(self, port: int, path: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        while line := await reader.readline():
            self.bytes += len(line)
            if line.startswith(b'data: {"number":'):
                self.got.setdefault(int(line[16:].split(b",", 1)[0]), time.perf_counter())


async def post(port: int, path: str, body: dict[str, object]) -> dict[str, object]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode()
        + data
    )
    answer = await reader.read()
    writer.close()
    head, _, told = answer.partition(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n", 1)[0]:
        raise SystemExit(answer.decode())
    parsed: dict[str, object] = json.loads(told[told.index(b"{") : told.rindex(b"}") + 1])
    return parsed


async def measure(
    port: int, table: str, count: int, updates: int, every: float
) -> tuple[list[Device], dict[int, float]]:
    devices = [Device() for _ in range(count)]
    tasks = []
    for n, device in enumerate(devices):
        view = "" if n % 5 == 0 else f"?view=seat&seat={n % 5}"
        tasks.append(asyncio.create_task(device.listen(port, f"/t/{table}/live{view}")))
        if n % 20 == 19:
            await asyncio.sleep(0.05)
    while any(1 not in device.got for device in devices):
        await asyncio.sleep(0.05)
    sent: dict[int, float] = {}
    seen = 1
    pick = {"do": "select-action", "action": "develop"}
    for n in range(updates):
        body: dict[str, object] = {"seen": seen, "key": f"benchmark-{n:06}"}
        what = "undo" if n else "decisions"
        if n and n % 2 == 0:
            what = "redo"
        if what == "decisions":
            body["decision"] = pick | {"player": first_player(port, table)}
        begin = time.perf_counter()
        seen = int(str((await post(port, f"/t/{table}/{what}", body))["number"]))
        sent[seen] = begin
        await asyncio.sleep(max(0.0, every - (time.perf_counter() - begin)))
    await asyncio.sleep(2)
    for task in tasks:
        task.cancel()
    return devices, sent


def first_player(port: int, table: str) -> int:
    import urllib.request

    with urllib.request.urlopen(f"http://127.0.0.1:{port}/t/{table}/state") as answer:
        return int(json.load(answer)["questions"][0]["player"])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--devices", type=int, default=200)
    options.add_argument("--updates", type=int, default=100)
    options.add_argument("--every", type=float, default=0.4, help="seconds between updates")
    options.add_argument("--server", choices=("waitress", "werkzeug", "cheroot"), default="waitress")
    asked = options.parse_args()
    reference = reference_seconds()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, asked.server, str(Path(folder, "live.db"))]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        port, table = server.stdout.readline().split()
        process = psutil.Process(server.pid)
        idle = process.memory_info().rss / 1e6
        busy = process.cpu_times()
        try:
            devices, sent = asyncio.run(measure(int(port), table, asked.devices, asked.updates, asked.every))
            used = process.cpu_times()
            memory, threads = process.memory_info().rss / 1e6, process.num_threads()
        finally:
            server.terminate()
            server.wait(10)
    times = sorted((device.shown(number) - at) * 1000 for device in devices for number, at in sent.items())
    own = sum(number in device.got for device in devices for number in sent)
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    median = statistics.median(times)
    print(f"server: {asked.server}; devices: {len(devices)}; updates: {len(sent)}, one every {asked.every} s")
    print(f"delivered: {len(times)} of {len(times)}, {own} of them each by its own event")
    print(f"time to a device: median {median:.0f} ms, p99 {p99:.0f} ms, longest {times[-1]:.0f} ms")
    print(f"as reference loops: median {median / 1000 / reference:.1f}, p99 {p99 / 1000 / reference:.1f}")
    print(f"memory: {idle:.0f} MB before, {memory:.0f} MB with the devices; {threads} threads")
    cpu = used.user + used.system - busy.user - busy.system
    print(f"processor time of the server: {cpu / len(sent) * 1000:.0f} ms an update for all devices")
    print(f"bytes to a device: {statistics.mean(d.bytes for d in devices) / len(sent):.0f} an update")


if __name__ == "__main__":
    main()
