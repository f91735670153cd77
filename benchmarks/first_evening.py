"""Counts the touches of an owner whose box nobody registered, in two whole games of four in a real browser.

python benchmarks/first_evening.py [--seed N] [--camera | --photo].

The owner plays by taps and typing alone; letters of names are no touches. The second game is played with what
the box was told in the first.

The decisions of a first game are played again with the printed box registered before: its sheet must be the
same.

With --camera the tiles have stickers and lie under a rendered camera: what it can see is done with tiles. Its
games begin at the first question. With --photo the owner photographs the worlds in the middle where most of
them are new: a photo is three touches, besides those of its page.
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
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.conftest import _chromium
from tests.rigs.figures import row
from tests.rigs.owner_taps import CameraTaps, PhotoTaps, TaggedOwner, Taps, begin_first_game
from tests.rigs.printed_tiles import style
from tests.rigs.told_box import Owner, played_again, printed_box, registered, setup
from tests.web.conftest import SIZES, Device, Serving, bare_room


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--camera", action="store_true")
    asked.add_argument("--photo", action="store_true")
    asked.add_argument("--first", action="store_true", help="not the second game with the same box")
    given = asked.parse_args()
    seed, camera = given.seed, given.camera
    folder = Path(tempfile.mkdtemp())
    tables = _Drawn(Journal(folder / "journal.db"), seed)
    room: Any = Room(tables, rendered=True) if camera else bare_room(tables)
    serving = Serving(create_app(room, Shelf(folder / "boxes")))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_chromium(), args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        for title in ("first",) if given.first else ("first", "second, same box"):
            if camera:
                _with_camera(title, browser, serving, tables, room, seed)
            else:
                _by_touch(title, browser, serving, tables, seed, given.photo)
        browser.close()
    serving.stop()
    room.close() if camera else tables.close()


class _Drawn(Tables):
    """Tables on which what the companion draws comes by a seed, too: the same games each time."""

    def __init__(self, journal: Journal, seed: int) -> None:
        super().__init__(journal)
        self._drawn_by = seed

    def create(self, *args: Any, **more: Any) -> Any:
        return super().create(*args, **{**more, "seed": self._drawn_by})


def _by_touch(title: str, browser: Any, serving: Serving, tables: Tables, seed: int, by_photo: bool) -> None:
    tablet = Device(browser, serving.address, SIZES["tablet"])
    begun = begin_first_game(tablet)
    table = tables.open(tablet.page.url.partition("/t/")[2].partition("/")[0])
    printed = printed_box(seed)
    owner = Owner(printed, Random(seed))
    if not by_photo:
        taps = Taps(tablet, table, owner, Random(seed))
    else:
        taps = photographing = PhotoTaps(tablet, table, owner, Random(seed), style(f"evening {seed}"))
    taps.play()
    tablet.close()
    more = {"to_the_first_question": str(begun)}
    if title == "first":
        more["sheet"] = _sheet(table, printed)
    if not by_photo:
        _keep(title, taps, **more)
        return
    read = {"photos": str(photographing.photos), "of_photos": str(taps.touches["photo"])}
    wrong = {"wrong_values": str(photographing.corrected)}
    _keep(f"{title}, by photo", taps, **more, **read, **wrong)


def _sheet(table: Any, printed: Any) -> str:
    """Whether its final sheet is that of a box that was registered before."""
    told, game = table.state.catalogue.shown, table.game
    decisions = [game.decision(one.data) for one in table.effective() if one.kind in ("decision", "draw")]
    again, end = played_again(registered(told, printed), table.setup, decisions, told)
    totals = [[one.total for one in at.players] for at in (game.score(table.state), again.score(end))]
    return "equal" if totals[0] == totals[1] else f"{totals[0]}, registered {totals[1]}"


def _with_camera(title: str, browser: Any, serving: Serving, tables: Tables, room: Any, seed: int) -> None:
    box = services_of(serving.app).shelf.text("new-frontiers")
    table = tables.create("new-frontiers", setup(4, seed, box), settings=Settings(draws="camera", moment=0.2))
    room.home.activate(table.id)
    tablet = Device(browser, serving.address, SIZES["tablet"])
    tablet.open(f"/t/{table.id}/")
    owner = TaggedOwner(printed_box(seed), Random(seed))
    taps = CameraTaps(tablet, table, owner, Random(seed), room.home.demo.scene)
    taps.play()
    tablet.close()
    _keep(f"{title}, with a camera", taps, steps_by_the_camera=str(taps.seen))


def _keep(title: str, taps: Taps, **more: str) -> None:
    most: Counter[str] = Counter()
    for counts in taps.pieces.values():
        most |= counts
    of, begun = taps.touches, int(more.get("to_the_first_question", 0))
    row(
        title,
        **more,
        whole=str(begun + taps.total),
        decisions=str(of["decision"]),
        lessons=str(of["lesson"]),
        names=str(of["name"]),
        facts=str(of["fact"]),
        powers=str(of["power"] + of["page"]),
        most_of_a_tile=f"name {most['name']}, facts {most['fact']}, powers {most['power']}",
    )


if __name__ == "__main__":
    main()
