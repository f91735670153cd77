"""Kills servers (-9) at random moments under play, and holds every acknowledged entry against the journal.

`make chaos` runs it for ten minutes: 20 tables of 3 players, 60 devices that take decisions, correct, undo
and redo. At the end, and every CHECK kills, no promise may be lost or doubled, the numbers have no gap, every
table replays and all devices show the same. With --database postgresql, two processes on a fresh PostgreSQL
server of this machine, one of which is killed, and now and then the database itself is stopped and started.
Exit status 1 where anything is lost.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.games.contract import Player, Setup
from companion.table.backup import back_up, check_file
from companion.table.journal import Journal
from companion.table.journal_check import check_tables
from companion.table.tables import Tables
from tests.rigs.postgres_server import PostgresServer, postgres_server
from tests.rigs.server_processes import Nursery, ServerProcess, free_port
from tests.rigs.table_clients import TableClient, lost_or_doubled

PLAYERS = Setup(tuple(Player(name, name) for name in ("blue", "red", "green")))
CHECK = 25
"""Kills between two checks of the whole journal; a check stops the play."""


class Chaos:
    def __init__(self, database: str, tables: int, devices: int, pause: float, seed: int) -> None:
        self.database = database
        self.random = Random(seed)
        self.servers: list[ServerProcess] = []
        self.clients: list[TableClient] = []
        self.promised: dict[tuple[str, str], int] = {}
        self.kills = self.broken = self.checks = 0
        self.wrong: list[str] = []
        self._tables, self._devices, self._pause = tables, devices, pause
        self._round = 0

    def addresses(self) -> list[str]:
        return [server.address for server in self.servers]

    def play(self) -> None:
        """Begins tables, and devices that play at them."""
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
        for client in self.clients:
            client.start()

    def acknowledged(self) -> int:
        return len(self.promised) + sum(len(client.promises.numbers) for client in self.clients)

    def check(self) -> None:
        """Ends the play and holds all that was promised against the journal."""
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
        with closing(Tables(Journal(self.database))) as tables:
            mine = {table for table, _key in self.promised}
            entries = {table: [(e.number, e.key) for e in tables.journal.entries(table)] for table in mine}
            self.wrong += lost_or_doubled(self.promised, entries)
            self.wrong += [f"table {it.row.id}: {it.trouble}" for it in check_tables(tables) if it.trouble]
        self.checks += 1


def run(chaos: Chaos, nursery: Nursery, seconds: float, kills: int, postgres: PostgresServer | None) -> None:
    """Until either is reached."""
    ports = [free_port() for _ in range(2 if postgres else 1)]
    chaos.servers = [nursery.serve(chaos.database, port) for port in ports]
    begun, say = time.monotonic(), _said_every(10.0)
    chaos.play()
    while time.monotonic() < begun + seconds and chaos.kills < kills and not chaos.wrong:
        time.sleep(chaos.random.uniform(0.05, 1.0))
        which = chaos.random.randrange(len(ports))
        victim = chaos.servers[which]
        victim.kill()
        nursery.wait(victim)
        if postgres is not None and chaos.random.random() < 0.1:
            postgres.stop()
            time.sleep(chaos.random.uniform(0.1, 1.0))
            postgres.start()
        elif postgres is None and chaos.random.random() < 0.2:
            copy = Path(chaos.database).with_name("copy.db")
            back_up(Path(chaos.database), copy)
            check_file(copy)
        chaos.servers[which] = nursery.serve(chaos.database, ports[which])
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
        nursery.wait(server)


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
        postgres = stack.enter_context(postgres_server()) if asked.database == "postgresql" else None
        database = postgres.url if postgres is not None else str(folder / "tables.db")
        nursery = stack.enter_context(Nursery(XDG_DATA_HOME=str(folder)))
        chaos = Chaos(database, asked.tables, asked.devices, asked.pause, asked.seed)
        run(chaos, nursery, asked.seconds, asked.kills, postgres)
    print(
        f"{asked.database}: {chaos.kills} kills, {len(chaos.promised)} entries acknowledged, "
        f"{chaos.broken} requests sent again, {chaos.checks} checks, "
        f"{len(chaos.wrong)} lost, doubled or wrong"
    )
    for words in chaos.wrong[:20]:
        print(words)
    return 1 if chaos.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
