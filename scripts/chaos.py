"""Kills servers (-9) at random moments under play, and compares all acknowledged entries with the journal.

`make chaos` runs it for ten minutes: 20 tables of 3 players, 60 devices that take decisions, correct, undo
and redo, each with a live page. Between and during kills the disk fills up, another program locks the
database, camera and lights board disappear and return; the wall clock of some servers jumps by up to a week
either way. At the end, and every CHECK kills, no acknowledged entry may be lost or doubled, the numbers have
no gap, every table replays, all devices and pages show the same, and camera and lights work. With --database
postgresql there are two processes on a new local PostgreSQL server, one of which is killed; sometimes the
database itself is stopped and started. The exit status is 1 if anything is lost or does not recover.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TypeVar

from companion.games.contract import Player, Setup
from companion.table.backup import back_up, check_file
from companion.table.journal import Journal
from companion.table.journal_check import check_tables
from companion.table.tables import Tables
from tests.rigs.faults import Clock, Devices, NoSuchFault, SmallDisk, held
from tests.rigs.figures import row
from tests.rigs.ports import free_port
from tests.rigs.postgres_server import PostgresServer, postgres_server
from tests.rigs.server_processes import Nursery, ServerProcess
from tests.rigs.table_clients import LivePage, TableClient, lost_or_doubled

PLAYERS = Setup(tuple(Player(name, name) for name in ("blue", "red", "green")))
CHECK = 25
"""Kills between two checks of the whole journal; each check ends the play."""
WEEK = 7 * 24 * 3600
CLOCK_LIVES = 8
CONVERGED = 60.0
"""Seconds for pages and devices to recover after the last fault."""

Made = TypeVar("Made")
Fault = Callable[[], AbstractContextManager[object]]
"""The fault lasts as long as the context."""


class Chaos:
    def __init__(self, database: str, tables: int, devices: int, pause: float, seed: int) -> None:
        self.database = database
        self.random = Random(seed)
        self.servers: list[ServerProcess] = []
        self.clients: list[TableClient] = []
        self.pages: list[LivePage] = []
        self.devices = False
        """Whether the first server has a camera and lights."""
        self.faults: Counter[str] = Counter()
        self.promised: dict[tuple[str, str], int] = {}
        self.kills = self.broken = self.checks = 0
        self.wrong: list[str] = []
        self._tables, self._devices, self._pause = tables, devices, pause
        self._round = 0

    def addresses(self) -> list[str]:
        return [server.address for server in self.servers]

    def play(self) -> None:
        """Starts tables, and devices that play at them."""
        self._round += 1
        with closing(Tables(Journal(self.database))) as tables:
            ids = [tables.create("new-frontiers", PLAYERS, seed=n).id for n in range(self._tables)]
        self.clients = [
            TableClient(
                ids[n % len(ids)],
                f"device {self._round}.{n}",
                self.addresses,
                1000 * self._round + n,
                self._pause,
            )
            for n in range(self._devices)
        ]
        self.pages = [
            LivePage(client.table, f"page of {client.name}", self.addresses, n)
            for n, client in enumerate(self.clients)
        ]
        for one in (*self.clients, *self.pages):
            one.start()

    def acknowledged(self) -> int:
        return len(self.promised) + sum(len(client.promises.numbers) for client in self.clients)

    def check(self) -> None:
        """Ends the play and compares all acknowledged entries with the journal."""
        for client in self.clients:
            client.stop()
        for client in self.clients:
            client.join(180)
            if client.is_alive() or client.trouble is not None:
                self.wrong.append(f"{client.name} did not go on: {client.trouble!r}")
            self.promised |= client.promises.numbers
            self.broken += client.promises.broken
        shown: dict[str, set[int]] = {}
        for client in self.clients:
            shown.setdefault(client.table, set()).add(client.number())
        self.wrong += [f"table {t}: devices show {sorted(n)}" for t, n in shown.items() if len(n) != 1]
        until = time.monotonic() + CONVERGED
        while (late := [p for p in self.pages if {p.number} != shown[p.table]]) and time.monotonic() < until:
            time.sleep(0.05)
        self.wrong += [f"{p.name} shows {p.number}, the table is at {shown[p.table]}" for p in late]
        while (dead := self.dead_devices()) and time.monotonic() < until:
            time.sleep(0.2)
        self.wrong += [f"{name} did not come back" for name in dead]
        for page in self.pages:
            page.stop()
        with closing(Tables(Journal(self.database))) as tables:
            mine = {table for table, _key in self.promised}
            entries = {table: [(e.number, e.key) for e in tables.journal.entries(table)] for table in mine}
            self.wrong += lost_or_doubled(self.promised, entries)
            self.wrong += [f"table {it.row.id}: {it.trouble}" for it in check_tables(tables) if it.trouble]
        self.checks += 1

    def dead_devices(self) -> list[str]:
        """Devices of the first server that should work now but do not."""
        if not self.devices:
            return []
        with suppress(OSError), urllib.request.urlopen(f"{self.servers[0].address}/metrics") as told:
            found = dict(re.findall(r"companion_(camera|lights)_online (\S+)", told.read().decode()))
            return [name for name in ("camera", "lights") if float(found.get(name, 0)) != 1]
        return ["the first server"]


def run(
    chaos: Chaos,
    nursery: Nursery,
    seconds: float,
    kills: int,
    faults: Mapping[str, Fault],
    clock: tuple[Callable[[], Nursery], Fault] | None,
    postgres: PostgresServer | None,
    devices: Devices | None,
) -> None:
    """Runs for `seconds` or `kills`. clock: for one in CLOCK_LIVES servers. Each of these has its own
    nursery, since the libfaketime lock left by a killed process would stop its siblings."""
    jumping: dict[int, Nursery] = {}
    """The nurseries of these servers, by process number."""
    ports = [free_port() for _ in range(2 if postgres else 1)]
    chaos.devices = devices is not None

    def serve(which: int) -> ServerProcess:
        options = devices.options if devices is not None and which == 0 else ()
        if clock is None or chaos.random.random() > 1 / CLOCK_LIVES:
            return nursery.serve(chaos.database, ports[which], *options)
        apart = clock[0]()
        server = apart.serve(chaos.database, ports[which], *options)
        jumping[server.pid] = apart
        return server

    def bury(server: ServerProcess) -> None:
        apart = jumping.pop(server.pid, None)
        (apart or nursery).wait(server)
        if apart is not None:
            apart.close()

    chaos.servers = [serve(which) for which in range(len(ports))]
    begun, say = time.monotonic(), _said_every(10.0)
    chaos.play()
    while time.monotonic() < begun + seconds and chaos.kills < kills and not chaos.wrong:
        time.sleep(chaos.random.uniform(0.05, 1.0))
        which = chaos.random.randrange(len(ports))
        victim = chaos.servers[which]
        name, fault = chaos.random.choice([*faults.items(), ("", None)])
        if clock is not None and victim.pid in jumping:
            name, fault = "clock jumped", clock[1]
        if fault is not None:
            chaos.faults[name] += 1
            meet_fault(chaos.random, fault, victim)
        with suppress(ProcessLookupError):  # already killed during the fault
            victim.kill()
        bury(victim)
        meanwhile(chaos, postgres)
        chaos.servers[which] = serve(which)
        chaos.kills += 1
        stuck = [client for client in chaos.clients if client.trouble is not None]
        if chaos.kills % CHECK == 0 or stuck:
            chaos.check()
            chaos.play()
        entries, lost = chaos.acknowledged(), len(chaos.wrong)
        say(f"{chaos.kills} kills, {entries} entries acknowledged, {lost} lost or wrong")
    chaos.check()
    for server in chaos.servers:
        server.kill()
        bury(server)


def meet_fault(random: Random, fault: Fault, victim: ServerProcess) -> None:
    """Lets a fault last for a while; half of the time the server is killed within it."""
    with fault():
        time.sleep(random.uniform(0.1, 3.0))
        if random.random() < 0.5:
            victim.kill()
    time.sleep(random.uniform(0.0, 0.5))


def meanwhile(chaos: Chaos, postgres: PostgresServer | None) -> None:
    """While a server is down: sometimes the database is stopped, or a file's backup taken and checked."""
    if postgres is not None and chaos.random.random() < 0.1:
        chaos.faults["database stopped"] += 1
        postgres.stop()
        time.sleep(chaos.random.uniform(0.1, 1.0))
        postgres.start()
    elif postgres is None and chaos.random.random() < 0.2:
        copy = Path(chaos.database).with_name("copy.db")
        back_up(Path(chaos.database), copy)
        check_file(copy)


@contextmanager
def between(begin: Callable[[], object], end: Callable[[], object]) -> Iterator[None]:
    begin()
    try:
        yield
    finally:
        end()


def faults_of(database: str, disk: SmallDisk | None, devices: Devices | None) -> dict[str, Fault]:
    """The faults that are possible here, by name."""
    faults: dict[str, Fault] = {"database held": lambda: held(database)}
    if disk is not None:
        faults["disk full"] = lambda: between(disk.fill, disk.free)
    if devices is not None:
        faults["camera gone"] = lambda: between(devices.camera.kill, devices.camera.begin)
        faults["board gone"] = lambda: between(devices.board.unplug, devices.board.start)
    return faults


def jumps(clock: Clock, random: Random) -> Fault:
    """The clock jumps by up to a week, and back to within an hour."""
    return lambda: between(
        lambda: clock.jump(random.randrange(-WEEK, WEEK)), lambda: clock.jump(random.randrange(-3600, 3600))
    )


def _said_every(seconds: float) -> Callable[[str], None]:
    last = [time.monotonic()]

    def say(words: str) -> None:
        if time.monotonic() > last[0] + seconds:
            last[0] = time.monotonic()
            print(words, flush=True)

    return say


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--devices", type=int, default=60)
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between two steps of a device")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="chaos"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        (folder / "journal").mkdir()

        def had(make: Callable[[], Made]) -> Made | None:
            try:
                made = make()
            except NoSuchFault as why:
                print(f"left out: {why}", flush=True)
                return None
            if hasattr(made, "close"):
                stack.callback(made.close)
            return made

        postgres = stack.enter_context(postgres_server()) if asked.database == "postgresql" else None
        disk = had(lambda: SmallDisk(folder / "journal")) if postgres is None else None
        clock, devices = had(lambda: Clock(folder)), had(Devices)
        database = postgres.url if postgres is not None else str(folder / "journal" / "tables.db")
        chaos = Chaos(database, asked.tables, asked.devices, asked.pause, asked.seed)
        nursery = stack.enter_context(Nursery(XDG_DATA_HOME=str(folder)))
        clocked = None
        if clock is not None:
            there = {"XDG_DATA_HOME": str(folder), **clock.environment}
            clocked = (lambda: Nursery(**there), jumps(clock, chaos.random))
        faults = faults_of(database, disk, devices)
        run(chaos, nursery, asked.seconds, asked.kills, faults, clocked, postgres, devices)
    row(
        f"{asked.database}, {asked.tables} tables, {asked.devices} devices",
        kills=str(chaos.kills),
        acknowledged=f"{len(chaos.promised):,}",
        sent_again=str(chaos.broken),
        checks=str(chaos.checks),
        lost__doubled__wrong=str(len(chaos.wrong)),
        meanwhile=", ".join(f"{name} {count} times" for name, count in sorted(chaos.faults.items())),
    )
    for words in chaos.wrong[:20]:
        print(words)
    return 1 if chaos.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
