"""Tests of killing server processes during play: nothing acknowledged is lost or doubled; devices continue.

The short form of `scripts/chaos.py`; with two processes also on a PostgreSQL server of this machine.
"""

from __future__ import annotations

import os
import re
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.access.kept_stations import HOME_STATION_ID, KeptStation, KeptStations, this_machine
from companion.access.store import AccessStore
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.journal_check import check_tables
from companion.table.tables import Tables
from tests.rigs.faults import Clock, Devices, NoSuchFault
from tests.rigs.postgres_server import NoPostgres, postgres_server
from tests.rigs.server_processes import CAN_FORK, Nursery
from tests.rigs.table_clients import TableClient, lost_or_doubled
from tests.web.stream import Stream

pytestmark = [
    pytest.mark.skipif(not CAN_FORK, reason="processes are forked, which this system does not know"),
    pytest.mark.xdist_group("server-processes"),  # one process that forks, one PostgreSQL
]

PLAYERS = Setup(tuple(Player(name, name) for name in ("blue", "red", "green")))


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    with Nursery(XDG_DATA_HOME=str(tmp_path_factory.mktemp("data"))) as started:
        yield started


def begin(database: str, count: int) -> list[str]:
    with closing(Tables(Journal(database))) as tables:
        return [tables.create("new-frontiers", PLAYERS, seed=n).id for n in range(count)]


def stop_clients(clients: list[TableClient]) -> dict[tuple[str, str], int]:
    """Stops the clients and returns what was acknowledged. All at a table must show the same number."""
    for one in clients:
        one.stop()
    for one in clients:
        one.join(60)
        assert not one.is_alive()
        assert one.trouble is None
    shown: dict[str, set[int]] = {}
    for one in clients:
        shown.setdefault(one.table, set()).add(one.number())
    assert all(len(numbers) == 1 for numbers in shown.values()), shown
    return {key: number for one in clients for key, number in one.promises.numbers.items()}


def check_promises(database: str, promised: dict[tuple[str, str], int]) -> None:
    """Checks that nothing acknowledged is lost or doubled, and that every table replays."""
    with closing(Tables(Journal(database))) as tables:
        rows = tables.list()
        entries = {row.id: [(e.number, e.key) for e in tables.journal.entries(row.id)] for row in rows}
        assert lost_or_doubled(promised, entries) == []
        assert [it.trouble for it in check_tables(tables) if it.trouble] == []


def test_a_server_killed_under_play_loses_nothing(nursery: Nursery, tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    tables = begin(database, 4)
    server = nursery.serve(database)
    clients = [TableClient(tables[n % 4], f"device {n}", lambda: [server.address], n) for n in range(12)]
    for one in clients:
        one.start()
    for _ in range(2):
        before = sum(len(one.promises.numbers) for one in clients)
        until = time.monotonic() + 120
        while sum(len(one.promises.numbers) for one in clients) < before + 20:
            assert time.monotonic() < until, [one.trouble for one in clients]
            time.sleep(0.02)
        server.kill()
        nursery.wait(server)
        server = nursery.serve(database, server.port)
    promised = stop_clients(clients)
    assert len(promised) >= 40
    server.kill()
    nursery.wait(server)
    check_promises(database, promised)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    try:
        with postgres_server() as started:
            yield started.url
    except NoPostgres as why:
        pytest.skip(str(why))


@pytest.mark.slow
def test_two_processes_serve_the_same_tables_and_one_is_killed(nursery: Nursery, postgres: str) -> None:
    tables = begin(postgres, 3)
    servers = [nursery.serve(postgres), nursery.serve(postgres)]
    addresses = [it.address for it in servers]
    clients = [TableClient(tables[n % 3], f"device {n}", lambda: addresses, n) for n in range(9)]
    # A page of the second process shows what is entered at the first.
    page = Stream(servers[1].port, f"/t/{tables[0]}/live")
    assert page.next()["number"] >= 1
    alone = TableClient(tables[0], "alone", lambda: addresses[:1], 0)
    while not alone.promises.numbers:
        alone._step(f"alone-{alone.promises.refused:06}")
    number = max(alone.promises.numbers.values())
    while page.next()["number"] < number:
        pass
    page.close()
    for one in clients:
        one.start()
    for share in (60, 120):
        until = time.monotonic() + 120
        while sum(len(one.promises.numbers) for one in clients) < share:
            assert time.monotonic() < until, [one.trouble for one in clients]
            time.sleep(0.02)
        if share == 60:
            servers[0].kill()
            nursery.wait(servers[0])
    promised = stop_clients(clients) | alone.promises.numbers
    servers[1].kill()
    nursery.wait(servers[1])
    check_promises(postgres, promised)


def readiness(address: str) -> int:
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return refused.code


@pytest.mark.slow
def test_one_process_is_drained_and_started_anew_while_the_other_plays_on(
    nursery: Nursery, postgres: str
) -> None:
    tables = begin(postgres, 2)
    servers = [nursery.serve(postgres, 0, "--drain", "2"), nursery.serve(postgres)]
    addresses = [it.address for it in servers]
    clients = [TableClient(tables[n % 2], f"device {n}", lambda: addresses, n) for n in range(4)]
    for one in clients:
        one.start()
    until = time.monotonic() + 120
    while sum(len(one.promises.numbers) for one in clients) < 20:
        assert time.monotonic() < until, [one.trouble for one in clients]
        time.sleep(0.02)
    servers[0].kill(signal.SIGTERM)
    while (status := readiness(addresses[0])) == 200:
        assert time.monotonic() < until  # until the signal has arrived
    assert status == 503
    assert nursery.wait(servers[0]) == 0
    servers[0] = nursery.serve(postgres, servers[0].port)
    before = sum(len(one.promises.numbers) for one in clients)
    while sum(len(one.promises.numbers) for one in clients) < before + 20:
        assert time.monotonic() < until, [one.trouble for one in clients]
        time.sleep(0.02)
    promised = stop_clients(clients)
    for server in servers:
        server.kill()
        nursery.wait(server)
    with closing(Tables(Journal(postgres))) as kept:
        entries = {table: [(e.number, e.key) for e in kept.journal.entries(table)] for table in tables}
    assert lost_or_doubled(promised, entries) == []


@pytest.mark.slow
def test_a_disk_that_fills_up_takes_back_nothing(nursery: Nursery, tmp_path: Path) -> None:
    """The journal's file may not grow any more: acknowledged entries are kept, and the rest is refused."""
    database = str(tmp_path / "tables.db")
    tables = begin(database, 2)
    size = max(os.stat(it).st_size for it in tmp_path.iterdir()) + 200_000
    server = nursery.serve(database, file_size=size)
    clients = [TableClient(tables[n % 2], f"device {n}", lambda: [server.address], n) for n in range(4)]
    for one in clients:
        one.start()
    before, until = -1, time.monotonic() + 120
    while (now := sum(len(one.promises.numbers) for one in clients)) != before or now == 0:
        assert time.monotonic() < until
        before = now
        time.sleep(1.0)
    server.kill()
    nursery.wait(server)
    server = nursery.serve(database, server.port)
    promised = stop_clients(clients)
    server.kill()
    nursery.wait(server)
    check_promises(database, promised)


@pytest.mark.slow
def test_a_journal_that_another_program_holds_refuses_and_goes_on(nursery: Nursery, tmp_path: Path) -> None:
    import sqlite3

    database = str(tmp_path / "tables.db")
    [table] = begin(database, 1)
    server = nursery.serve(database)
    client = TableClient(table, "device", lambda: [server.address], 1)
    while not client.promises.numbers:
        client._step(f"before-{client.promises.refused:06}")
    holder = sqlite3.connect(database)
    holder.execute("BEGIN IMMEDIATE")
    asked = threading.Thread(target=client._step, args=("while-it-is-held",))
    asked.start()
    reader = TableClient(table, "reader", lambda: [server.address], 2)
    assert reader.number() >= 2  # a reader waits for nothing
    asked.join(60)
    holder.rollback()
    holder.close()
    held = dict(client.promises.numbers)
    while client.promises.numbers == held:
        client._step(f"after-{client.promises.refused:06}")
    server.kill()
    nursery.wait(server)
    check_promises(database, client.promises.numbers)


def wait_for_promises(clients: list[TableClient], more: int) -> None:
    """Waits until this number of further entries was acknowledged."""
    before = sum(len(one.promises.numbers) for one in clients)
    until = time.monotonic() + 120
    while sum(len(one.promises.numbers) for one in clients) < before + more:
        assert time.monotonic() < until, [one.trouble for one in clients]
        time.sleep(0.02)


def online(address: str) -> set[str]:
    with urllib.request.urlopen(f"{address}/metrics", timeout=60) as told:
        lines = told.read().decode().splitlines()
    return {line.split("_")[1] for line in lines if line.endswith("_online 1.0")}


@pytest.mark.slow
def test_play_goes_on_while_camera_and_board_vanish_and_come_back(nursery: Nursery, tmp_path: Path) -> None:
    try:
        devices = Devices()
    except NoSuchFault as why:
        pytest.skip(str(why))
    database = str(tmp_path / "tables.db")
    tables = begin(database, 2)
    server = nursery.serve(database, 0, *devices.options)
    clients = [TableClient(tables[n % 2], f"device {n}", lambda: [server.address], n) for n in range(4)]
    try:
        until = time.monotonic() + 120
        while online(server.address) != {"camera", "lights"}:
            assert time.monotonic() < until
            time.sleep(0.1)
        for one in clients:
            one.start()
        devices.camera.kill()
        devices.board.unplug()
        while online(server.address):
            assert time.monotonic() < until
            time.sleep(0.1)
        wait_for_promises(clients, 10)
        devices.camera.begin()
        devices.board.start()
        while online(server.address) != {"camera", "lights"}:
            assert time.monotonic() < until
            time.sleep(0.1)
        promised = stop_clients(clients)
    finally:
        server.kill()
        nursery.wait(server)
        devices.close()
    check_promises(database, promised)


@pytest.mark.slow
def test_a_clock_that_jumps_loses_nothing_and_stops_nobody(tmp_path: Path) -> None:
    try:
        clock = Clock(tmp_path)
    except NoSuchFault as why:
        pytest.skip(str(why))
    database = str(tmp_path / "tables.db")
    tables = begin(database, 2)
    with Nursery(XDG_DATA_HOME=str(tmp_path), **clock.environment) as elsewhen:
        server = elsewhen.serve(database)
        clients = [TableClient(tables[n % 2], f"device {n}", lambda: [server.address], n) for n in range(4)]
        for one in clients:
            one.start()
        for seconds in (7 * 24 * 3600, -24 * 3600):
            wait_for_promises(clients, 10)
            clock.jump(seconds)
        wait_for_promises(clients, 10)
        promised = stop_clients(clients)
        server.kill()
        elsewhen.wait(server)
    check_promises(database, promised)
    with closing(Tables(Journal(database))) as kept:
        at = [entry.at for table in tables for entry in kept.journal.entries(table)]
    assert (max(at) - min(at)).days >= 7  # it did jump


@pytest.mark.slow
def test_a_database_server_that_is_started_anew_loses_nothing(nursery: Nursery) -> None:
    try:
        with postgres_server() as database:
            tables = begin(database.url, 2)
            server = nursery.serve(database.url)
            clients = [TableClient(tables[n % 2], f"pg {n}", lambda: [server.address], n) for n in range(4)]
            for one in clients:
                one.start()
            for _ in range(2):
                wait_for_promises(clients, 10)
                database.stop()
                time.sleep(0.3)
                database.start()
            wait_for_promises(clients, 10)
            promised = stop_clients(clients)
            server.kill()
            nursery.wait(server)
            check_promises(database.url, promised)
    except NoPostgres as why:
        pytest.skip(str(why))


@pytest.mark.slow
def test_a_page_of_one_process_shows_the_devices_that_the_other_holds(
    nursery: Nursery, postgres: str
) -> None:
    try:
        devices = Devices()
    except NoSuchFault as why:
        pytest.skip(str(why))
    table = begin(postgres, 1)[0]
    with closing(Journal(postgres)) as journal:
        stations = KeptStations(AccessStore(journal))
        stations.add(KeptStation(HOME_STATION_ID, "1", table=table, machine=this_machine()))
    holds = nursery.serve(postgres, 0, *devices.options)
    other = nursery.serve(postgres, 0, "--no-devices")

    def shown(address: str) -> list[str]:
        with urllib.request.urlopen(f"{address}/t/{table}/", timeout=60) as answer:
            return re.findall(r'lamp" data-state="(\w+)"', answer.read().decode())

    def eventually(lamps: list[str]) -> None:
        until = time.monotonic() + 120
        while not shown(holds.address) == shown(other.address) == lamps:
            assert time.monotonic() < until, (shown(holds.address), shown(other.address))
            time.sleep(0.1)

    try:
        eventually(["good", "good"])
        devices.board.unplug()
        eventually(["good", "bad"])
        holds.kill(signal.SIGTERM)
        nursery.wait(holds)
        until = time.monotonic() + 60
        while shown(other.address) != ["off", "off"]:
            assert time.monotonic() < until
            time.sleep(0.1)
    finally:
        other.kill()
        devices.close()
        with closing(Journal(postgres)) as journal:
            KeptStations(AccessStore(journal)).remove("2")
