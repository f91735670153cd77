"""Many devices at one table: does each get every update, how soon, and at what cost to the server?

    python benchmarks/live.py [--devices 200] [--updates 100] [--server ours]

One server process has a table of New Frontiers for five; the devices run in a second process, a fifth of them
on the table's page and the others spread over the seats. An update is a decision, an undo or a redo, which a
third process posts as a page does; its time runs from the post until a device has received the whole event.
The devices' processor time is printed too, because on a machine with few cores it slows the server.

--server: "ours" (uvicorn), or the same application on "hypercorn" for comparison (`pip install hypercorn`).
"""

from __future__ import annotations

import argparse
import http.client
import json
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from tests.rigs.figures import row
from tests.rigs.reference import reference_seconds

SERVER_PROGRAM = """
import sys
from companion import games
from companion.games.contract import Player, Setup
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
name, path = sys.argv[1:]
tables = Tables(Journal(path))
game = games.load("new-frontiers")
table = tables.create(game.name, Setup(tuple(Player(c.capitalize(), c) for c in game.colours[:5])), seed=1)
app = create_app(Room(tables))
if name == "ours":
    from companion.web.server.server import Server
    server = Server(app, "127.0.0.1", 0)
    port, run = server.port, server.run
else:
    import asyncio, socket
    from companion.web.server.asgi import Application
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    from hypercorn.asyncio import serve
    from hypercorn.config import Config
    config = Config()
    config.bind = [f"127.0.0.1:{port}"]
    serving = serve(Application(app), config)
    run = lambda: asyncio.run(serving)
print(port, table.id, flush=True)
run()
"""


def listen(port: int, table: str, count: int) -> None:
    """The devices: prints "ready", and at the end of its input what each device received: {entry: time}."""
    ready = selectors.DefaultSelector()
    got: list[dict[int, float]] = [{} for _ in range(count)]
    sizes = [0] * count
    for n in range(count):
        view = "" if n % 5 == 0 else f"?view=seat&seat={n % 5}"
        one = socket.create_connection(("127.0.0.1", port))
        one.sendall(f"GET /t/{table}/live{view} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        one.setblocking(False)
        ready.register(one, selectors.EVENT_READ, [n, b""])
        if n % 20 == 19:
            time.sleep(0.05)
    ready.register(sys.stdin, selectors.EVENT_READ)
    announced = False
    while True:
        for key, _ in ready.select(0.5):
            if key.data is None:
                times = time.process_time()
                print(json.dumps({"got": got, "bytes": sum(sizes), "cpu": times}))
                return
            at = time.monotonic()
            while True:
                try:
                    part = key.fileobj.recv(1 << 18)
                except BlockingIOError:
                    break
                if not part:
                    ready.unregister(key.fileobj)
                    break
                key.data[1] += part
                sizes[key.data[0]] += len(part)
            *whole, key.data[1] = key.data[1].split(b"\n\n")
            for event in whole:
                begin = event.find(b'data: {"number":')
                if begin >= 0:
                    got[key.data[0]].setdefault(int(event[begin + 16 :].split(b",", 1)[0]), at)
        if not announced and all(got):
            announced = True
            print("ready", flush=True)


def post(port: int, path: str, body: dict[str, object]) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != 200:
        raise SystemExit(text.decode())
    return int(json.loads(text)["number"])


def play(port: int, table: str, updates: int, every: float, last_update_seconds: float) -> dict[int, float]:
    """Posts the updates, and waits `last_update_seconds` after the last. Returns when each entry was
    posted."""
    sent: dict[int, float] = {}
    seen = 1
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", f"/t/{table}/state")
    first = json.load(connection.getresponse())["questions"][0]["player"]
    for n in range(updates):
        body: dict[str, object] = {"seen": seen, "key": f"benchmark-{n:06}"}
        what = "decisions" if not n else "undo" if n % 2 else "redo"
        if not n:
            body["decision"] = {"do": "select-action", "action": "develop", "player": first}
        begin = time.monotonic()
        seen = post(port, f"/t/{table}/{what}", body)
        sent[seen] = begin
        time.sleep(max(0.0, every - (time.monotonic() - begin)))
    time.sleep(last_update_seconds)
    return sent


def processor_seconds(process: psutil.Process) -> float:
    """Of the process and its children."""
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(one.user + one.system for one in times)


def memory_mb(process: psutil.Process) -> float:
    return sum(one.memory_info().rss for one in (process, *process.children(recursive=True))) / 1e6


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--devices", type=int, default=200)
    options.add_argument("--updates", type=int, default=100)
    options.add_argument("--every", type=float, default=0.4, help="seconds between updates")
    servers = ("ours", "hypercorn")
    options.add_argument("--server", choices=servers, default="ours")
    options.add_argument("--patience", type=float, default=2.0, help="seconds left for the last update")
    options.add_argument("--server-python", nargs="+", default=[sys.executable], help="what runs the server")
    options.add_argument("--listen", nargs=2, help=argparse.SUPPRESS)
    args = options.parse_args()
    if args.listen:
        listen(int(args.listen[0]), args.listen[1], args.devices)
        return
    reference = reference_seconds()
    with tempfile.TemporaryDirectory() as folder:
        command = [*args.server_python, "-c", SERVER_PROGRAM, args.server, str(Path(folder, "live.db"))]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        port, table = server.stdout.readline().split()
        time.sleep(1)
        process = psutil.Process(server.pid)
        idle = memory_mb(process)
        devices = subprocess.Popen(
            [sys.executable, __file__, "--devices", str(args.devices), "--listen", port, table],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert devices.stdout is not None
        assert devices.stdin is not None
        try:
            devices.stdout.readline()
            busy = processor_seconds(process)
            sent = play(int(port), table, args.updates, args.every, args.patience)
            used, full = processor_seconds(process) - busy, memory_mb(process)
            threads = sum(one.num_threads() for one in (process, *process.children(recursive=True)))
            received = json.loads(devices.communicate("\n")[0])
        finally:
            server.terminate()
            server.wait(10)
    got = [{int(number): at for number, at in one.items()} for one in received["got"]]
    missed = sum(max(one) < max(sent) for one in got)
    times = sorted(
        (min(at for entry, at in one.items() if entry >= number) - posted) * 1000
        for one in got
        for number, posted in sent.items()
        if max(one) >= number
    )
    own = sum(number in one for one in got for number in sent)
    p99 = times[min(len(times) - 1, int(len(times) * 0.99))]
    median = statistics.median(times)
    print(f"server: {args.server}; devices: {len(got)}; updates: {len(sent)}, one every {args.every} s")
    print(f"delivered: {len(times)} of {len(got) * len(sent)}, {own} of them each by its own event")
    print(f"devices that were not up to date at the end: {missed}")
    share = received["cpu"] / len(sent) * 1000
    row("updates delivered", figure=f"{len(times):,} of {len(got) * len(sent):,}")
    row(
        "time to a device, median; p99; longest",
        figure=f"{median:.0f}; {p99:.0f}; {times[-1]:.0f} ms",
        ratio=f"{median / 1000 / reference:.1f}; {p99 / 1000 / reference:.1f}",
    )
    row("processor time of an update: server", figure=f"{used / len(sent) * 1000:.0f} ms")
    row("processor time of an update: all devices", figure=f"{share:.0f} ms")
    row("memory before; with the devices; threads", figure=f"{idle:.0f}; {full:.0f} MB; {threads}")
    row("bytes to a device an update", figure=f"{received['bytes'] / len(got) / len(sent):,.0f}")


if __name__ == "__main__":
    main()
