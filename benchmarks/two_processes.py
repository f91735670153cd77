"""Measures two server processes on one database: time from sending an entry to one until the other shows it.

`python benchmarks/two_processes.py --samples 200`: a fresh PostgreSQL server from this machine's packages
(fsync on), one table of New Frontiers, its page open at the other process. --database sqlite: the same on one
file.
"""

from __future__ import annotations

import argparse
import http.client
import json
import shutil
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path

from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.rigs.figures import percentile, row
from tests.rigs.postgres_server import postgres_server
from tests.rigs.server_processes import Nursery
from tests.web.stream import Stream

PLAYERS = Setup(tuple(Player(name, name) for name in ("blue", "red", "green")))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=200)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="postgresql")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="two"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        database = str(folder / "tables.db")
        if given.database == "postgresql":
            database = stack.enter_context(postgres_server()).url
        with closing(Tables(Journal(database))) as tables:
            table = tables.create("new-frontiers", PLAYERS, seed=1).id
        nursery = stack.enter_context(Nursery(XDG_DATA_HOME=str(folder)))
        here, there = nursery.serve(database), nursery.serve(database)
        page = Stream(there.port, f"/t/{table}/live")
        number = page.next()["number"]
        line = http.client.HTTPConnection("127.0.0.1", here.port)
        waits = []
        for n in range(given.samples):
            body = {"seen": number, "key": f"sample-{n:06}", "path": "credits/0", "value": 10 + n % 2}
            begun = time.perf_counter()
            line.request(
                "POST", f"/t/{table}/corrections", json.dumps(body), {"Content-Type": "application/json"}
            )
            number = json.loads(line.getresponse().read())["number"]
            while page.next()["number"] < number:
                pass
            waits.append((time.perf_counter() - begun) * 1000)
            time.sleep(0.02)
        page.close()
    waits.sort()
    row(
        f"{given.database}, {given.samples} entries",
        median=f"{percentile(waits, 50):.0f} ms",
        p95=f"{percentile(waits, 95):.0f} ms",
        p99=f"{percentile(waits, 99):.0f} ms",
    )


if __name__ == "__main__":
    main()
