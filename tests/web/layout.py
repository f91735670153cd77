"""Helpers for tests of layouts by `layout_faults.js`: page sizes, and tables in states of random games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from companion import games
from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from tests.complete_languages import COMPLETE

FIND_FAULTS_JS = Path(__file__).with_name("layout_faults.js").read_text("utf-8")

LANDSCAPE_SIZES = ((1024, 600), (1024, 768), (1180, 820), (1280, 800), (1366, 768), (1440, 900), (1920, 1080))
SIZES = (*LANDSCAPE_SIZES, *((height, width) for width, height in LANDSCAPE_SIZES))
"""Tablets, laptops and screens on a wall, both ways round."""
PHONE_SIZES = ((390, 844), (844, 390), (360, 640))
LONG_NAMES = ("Maximiliane", "Bartholomäus", "Chloé", "Dev", "Konstantinopel")
LANGUAGES = ("en", *COMPLETE)

UNSTICK_CSS = """
.tabs, .seat-strip, .declines, .form-end, .bar { position: static !important; }
.seat-strip, .bar, .bar > * { height: auto !important; }
.bar-where { display: block !important; overflow: visible !important; }
.allocation-steps { flex-wrap: wrap; }
"""
"""Undoes sticky positions and cut-off parts, so that the whole page is checked as it is laid out."""

BROKEN_WORDS_JS = """async ([names, least]) => {
  await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  const found = [], range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const hidden = (it) => it && (getComputedStyle(it).clipPath === "inset(50%)" || hidden(it.parentElement));
  for (let node; (node = walker.nextNode());) {
    if (!names.some((name) => node.data.includes(name))) continue;
    if (!node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    if (hidden(node.parentElement)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}’']+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter((it) => it.width > 0.5);
      const shifted = boxes.some((it) => Math.abs(it.top - boxes[0].top) > boxes[0].height / 2);
      const larger = parseFloat(getComputedStyle(node.parentElement).fontSize) > least;
      if (shifted && larger) found.push(`${word} of “${node.data.trim().slice(0, 60)}”`);
    }
  }
  return found;
}"""
"""Words that stand on two lines, of texts with one of these names, in letters of more than `least` px."""


def random_game_tables(
    tables: Tables,
    name: str,
    counts: Iterable[int],
    seeds: Iterable[int],
    steps: Iterable[int],
    forms: bool = False,
) -> dict[str, Table[Any]]:
    """By description: one table for each number of players, seed and number of decisions of a random game.
    The players have long names. forms: answer forms, too; otherwise a game stops at the first one."""
    seeds, steps = tuple(seeds), tuple(steps)
    return {
        what: table
        for count in counts
        for seed in seeds
        for number in steps
        for what, table in random_game(tables, name, count, seed, (number,), forms)
    }


def random_game(
    tables: Tables, name: str, count: int, seed: int, steps: Iterable[int], forms: bool = False
) -> Iterator[tuple[str, Table[Any]]]:
    """The table of one random game, with a description, after each of these numbers of decisions."""
    game = games.load(name)
    players = tuple(Player(LONG_NAMES[n], game.colours[n]) for n in range(count))
    options = (("game", "later"), ("goals", "yes")) if name == "new-frontiers" else ()
    table = tables.create(name, Setup(players, options), seed=seed, settings=Settings(draws="virtual"))
    chance, made = random.Random(seed), 0
    for number in steps:
        while made < number and _decide(table, chance, made, forms):
            made += 1
        yield f"{name}, {count} players, seed {seed}, {number} decisions", table


def _decide(table: Table[Any], chance: random.Random, step: int, forms: bool) -> bool:
    asked = [question for question in table.questions if question.player is not None]
    if not asked or table.game.phase(table.state).over:
        return False
    options = table.game.options(table.state, chance.choice(asked).player)
    if options:
        decision = chance.choice(options).decision
    elif not forms:
        return False
    else:  # a form, or what the cards of a hand say
        decision = ComputerSeats(table, chance, "random").decision(table.now)
    if decision is None:
        return False
    table.submit(decision, table.number, f"step-{step:06}", "test")
    return True


def finished_table(tables: Tables, name: str) -> Table[Any]:
    """A game of three with long names, played to its end as sensible people would."""
    game = games.load(name)
    players = tuple(Player(LONG_NAMES[n], game.colours[n]) for n in range(3))
    table = tables.create(name, Setup(players), seed=4, settings=Settings(draws="virtual"))
    computers = ComputerSeats(table, random.Random(4))
    while (decision := computers.decision(table.now)) is not None:
        table.submit(decision, table.number, f"step-{table.number:06}", "test")
    return table


def resizer_without_paint(device: Any) -> Callable[[int, int], None]:
    """A function that sets the width and height of a device's page. From now on a pixel of it is painted, and
    all of it is laid out as ever: to paint it is a third of what a page costs at each size. For pages that
    are looked at by scripts; nothing is clicked there, and no picture taken."""
    browser = device.context.new_cdp_session(device.page)

    def resize(width: int, height: int) -> None:
        how = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        browser.send("Emulation.setDeviceMetricsOverride", how | {"dontSetVisibleSize": True})

    resize(*device.page.viewport_size.values())
    browser.send("Emulation.setVisibleSize", {"width": 1, "height": 1})
    return resize


def new_tables(folder: Path) -> Tables:
    return Tables(Journal(folder / "journal.db"))
