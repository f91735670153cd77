"""The table's page at every size of tablets and screens, for 2 to 5 players, in states drawn from random
games: nothing is cut, covered, out of the window or too small to touch."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import Device, Serving, bare_room

pytestmark = pytest.mark.browser

SIZES = {
    "small": (1024, 600),
    "old": (1024, 768),
    "tablet": (1180, 820),
    "upright": (820, 1180),
    "laptop": (1440, 900),
    "wall": (1920, 1080),
}
NAMES = ("Maximiliane", "Bartholomäus", "Chloé", "Dev", "Konstantinopel")
STEPS = (0, 9, 40, 95, 150)
"""How many decisions of a random game lie behind each state that is looked at."""

FAULTS = Path(__file__).with_name("layout_faults.js").read_text("utf-8")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """Tables of 2 to 5 with long names, each after so many decisions of a random game as STEPS says."""
    tables = Tables(Journal(tmp_path_factory.mktemp("layout") / "journal.db"))
    game = games.load("new-frontiers")
    made: dict[tuple[int, int], Any] = {}
    for count in (2, 3, 4, 5):
        players = tuple(Player(NAMES[n], game.colours[n]) for n in range(count))
        chance = random.Random(count)
        setup = Setup(players, (("game", "later"), ("goals", "yes")))
        table = tables.create("new-frontiers", setup, seed=count, settings=Settings().but(draws="virtual"))
        # A table a state: the page shows what is, not what was.
        for steps in STEPS:
            table = tables.create(
                "new-frontiers", setup, seed=count, settings=Settings().but(draws="virtual")
            )
            chance = random.Random(count)
            for n in range(steps):
                asked = [q for q in table.questions if q.player is not None]
                if not asked or game.phase(table.state).over:
                    break
                question = chance.choice(asked)
                options = table.game.options(table.state, question.player)
                table.submit(chance.choice(options).decision, table.number, f"{count}-{steps}-{n}", "test")
            made[count, steps] = table
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(serving=serving, tables=made)
    serving.stop()


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_nothing_is_cut_covered_or_out_of_the_window(
    browser: Any, played: SimpleNamespace, count: int, language: str
) -> None:
    one = Device(browser, played.serving.address, SIZES["tablet"], locale=language)
    faults = []
    for steps in STEPS if language == "en" else STEPS[1::2]:
        page = one.open(f"/t/{played.tables[count, steps].id}/")
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(30)
            faults += [f"{count} players, {steps} steps, {size}: {what}" for what in page.evaluate(FAULTS)]
    one.context.close()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("edges", ["wnes", "wwee", "sssnn", "wsewn", ""])
def test_nothing_is_cut_wherever_people_sit(browser: Any, played: SimpleNamespace, edges: str) -> None:
    """Empty: all the same way up, with five."""
    one = Device(browser, played.serving.address, SIZES["tablet"], locale="de")
    table = played.tables[len(edges) or 5, STEPS[3]]
    table.set(pages={"edges": edges} if edges else {"one_way": True})
    page = one.open(f"/t/{table.id}/")
    faults = []
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(30)
        faults += [f"{edges}, {size}: {what}" for what in page.evaluate(FAULTS)]
    one.context.close()
    table.set(pages={})
    assert not faults, "\n".join(faults)
