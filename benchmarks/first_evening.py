"""Counts the touches of an owner whose box nobody registered, in two whole games of four in a real browser.

python benchmarks/first_evening.py [--seed N]. The owner plays by taps and typing alone; letters of names are
no touches. The second game is played with what the box was told in the first.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import sync_playwright

from companion.box.shelf import Shelf
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.conftest import _chromium
from tests.rigs.owner_taps import Taps, begin_first_game
from tests.rigs.told_box import Owner, printed_box
from tests.web.conftest import SIZES, Device, Serving, bare_room


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    seed = asked.parse_args().seed
    folder = Path(tempfile.mkdtemp())
    tables = Tables(Journal(folder / "journal.db"))
    room = bare_room(tables)
    serving = Serving(create_app(room, Shelf(folder / "boxes")))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_chromium(), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        print(
            "| game | to the first question | whole | decisions | names | facts | powers | most of a tile |"
        )
        print("|---|---|---|---|---|---|---|---|")
        for title in ("first", "second, same box"):
            print(_row(title, browser, serving, tables, room, seed), flush=True)
        browser.close()
    serving.stop()
    tables.close()


def _row(title: str, browser: Any, serving: Serving, tables: Tables, room: Any, seed: int) -> str:
    tablet = Device(browser, serving.address, SIZES["tablet"])
    begun = begin_first_game(tablet, Random(seed))
    taps = Taps(tablet, tables.open(room.home.active), Owner(printed_box(seed), Random(seed)), Random(seed))
    taps.play()
    tablet.close()
    most: Counter[str] = Counter()
    for counts in taps.pieces.values():
        most |= counts
    of = taps.touches
    return (
        f"| {title} | {begun} | {begun + taps.total} | {of['decision']} | {of['name']} | {of['fact']} "
        f"| {of['power'] + of['page']} | name {most['name']}, facts {most['fact']}, powers {most['power']} |"
    )


if __name__ == "__main__":
    main()
