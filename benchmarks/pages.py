"""Measures the cost of a page on a slow device: the first page until it can be used, and a live update on the
main thread.

    python benchmarks/pages.py [--samples 30] [--rounds 3] [--slowdown 4]

A table of New Frontiers for five, some way into the game, over loopback, in Chromium as it is and with its
processor slowed down. "Usable" is when the page is painted and its script has started, by the clock; beside
it stands what the main thread worked for it. An update is all that the page's main thread does from an
entry until it is quiet again, its slides over, in its own processor time: reading the event and patching
the page (script), style, layout, and painting; painting a whole page anew is traced apart. The same updates
are played --rounds times, since other work on the machine makes even that time longer (caches, a shared
core): the least of each is what the update costs, and the median and p95 are over the updates. All of them,
the disturbed ones too, are the last line.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

from _browser import chromium
from _reference import reference_seconds
from playwright.sync_api import Page, sync_playwright

from companion import games
from companion.games.contract import Player, Setup
from companion.room import Room
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.server import Server

PARTS = {"script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration"}
WHOLE = "main thread in all, with paint"
PAINT = ("PrePaint", "Paint", "Layerize", "Commit")
"""A trace's names for what comes after the layout."""
SIZES = {"table": (1180, 820), "seat": (390, 844)}


def step(table: Table[Any], rng: Random) -> None:
    now = table.now
    question = now.questions[0]
    options = table.game.options(now.state, question.player)
    decision = table.game.players["sensible"].choose(table.game, now.state, question, options, rng)
    table.submit(decision, now.number, f"benchmark-{now.number:06}", "benchmark")


def first_page(
    browser: Any, address: str, size: tuple[int, int], slowdown: float
) -> tuple[float, float, int, int]:
    """(ms until usable, ms of the main thread, requests, bytes sent) of a device that is new here."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    slow(page, slowdown)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = spent(session)["TaskDuration"]
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
    work = spent(session)["TaskDuration"] - before
    ms = page.evaluate(
        "Math.max(...['ready', 'first-contentful-paint']"
        ".map(name => performance.getEntriesByName(name)[0].startTime))"
    )
    sizes = page.evaluate(
        "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
        ".map(entry => entry.transferSize)"
    )
    context.close()
    return float(ms), work, len(sizes), sum(sizes)


def spent(session: Any) -> dict[str, float]:
    """Milliseconds of the main thread so far, by what they went into."""
    told = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] * 1000 for one in told}


def updates(
    browser: Any, address: str, size: tuple[int, int], slowdown: float, table: Table[Any], asked: Any
) -> tuple[list[dict[str, float]], list[float]]:
    """Milliseconds of the main thread's time for each update, by what they went into: of each update its
    cheapest round; and the whole of each update in each round."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    slow(page, slowdown)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    begin, least, every = table.number, {}, []
    for played in range(asked.rounds):
        rng = Random(2)
        for n in range(asked.samples):
            if table.game.phase(table.state).over:
                break
            time.sleep(0.3)
            before = spent(session)
            step(table, rng)
            time.sleep(0.25 + 0.15 * slowdown)  # asking the page would be work of its own
            after = spent(session)
            shown = page.evaluate("Number(document.getElementById('live').dataset.number)")
            if shown != table.number:
                raise SystemExit("A page was not up to date in time: measure on a quieter machine.")
            used = {name: after[name] - before[name] for name in after}
            parts = {what: used[name] for what, name in PARTS.items()}
            parts["until layout"] = sum(parts.values())
            parts[WHOLE] = used["TaskDuration"]
            every.append(parts[WHOLE])
            least[n] = min(least.get(n, parts), parts, key=lambda one: one[WHOLE])
        table.jump(begin, table.number, f"again-{played}-{table.number:06}", "benchmark")
        time.sleep(1)
    context.close()
    return list(least.values()), every


def painting(browser: Any, address: str, size: tuple[int, int], slowdown: float) -> float:
    """Milliseconds that the main thread itself works to paint a whole page anew: all that comes after its
    layout. By the clock it waits for the compositor, too, which has a thread of its own."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    slow(page, slowdown)
    page.wait_for_timeout(500)
    browser.start_tracing(
        page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"]
    )
    # A window of another size lays all out and paints all anew.
    page.set_viewport_size({"width": size[0] - 2, "height": size[1] - 2})
    page.wait_for_timeout(500 * slowdown)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    threads = {
        (it["pid"], it["tid"])
        for it in events
        if it["name"] == "thread_name" and it["args"]["name"] == "CrRendererMain"
    }
    mine = [it for it in events if it["ph"] == "X" and (it["pid"], it["tid"]) in threads]
    return sum(float(it["tdur"]) for it in mine if it["name"] in PAINT) / 1000


def slow(page: Page, slowdown: float) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})


def say(what: str, times: list[float], reference: float) -> None:
    ordered = sorted(times)
    median, p95 = statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    print(
        f"{what}: median {median:.1f} ms, p95 {p95:.1f} ms, least {ordered[0]:.1f} ms, {len(times)} times "
        f"(median is {median / 1000 / reference:.2f} reference loops)"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--samples", type=int, default=30)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--slowdown", type=float, default=4)
    asked = options.parse_args()
    reference = reference_seconds()
    print(f"reference loop: {reference * 1000:.1f} ms; processor slowed down {asked.slowdown:g} times")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        tables = Tables(Journal(Path(folder, "pages.db")))
        game = games.load("new-frontiers")
        seats = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:5])
        table = tables.create(game.name, Setup(seats), seed=5)
        rng = Random(1)
        for _ in range(120):
            step(table, rng)
        room = Room(tables)
        server = Server(create_app(room), "127.0.0.1", 0)
        threading.Thread(target=server.run, daemon=True).start()
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        base = f"http://127.0.0.1:{server.port}/t/{table.id}/"
        for view, path in (("table", base), ("seat", base + "seat/0")):
            found = [
                first_page(browser, path, SIZES[view], asked.slowdown)
                for _ in range(max(5, asked.samples // 3))
            ]
            say(f"{view}: first page usable at {asked.slowdown:g}x", [one[0] for one in found], reference)
            say(
                f"{view}: first page at {asked.slowdown:g}x, main thread",
                [one[1] for one in found],
                reference,
            )
            print(f"{view}: {found[0][2]} requests, {found[0][3] / 1000:.0f} KB sent, font included")
            for slowdown in (1.0, asked.slowdown):
                painted = [painting(browser, path, SIZES[view], slowdown) for _ in range(5)]
                say(f"{view}: painting all of it at {slowdown:g}x", painted, reference)
        for slowdown in (1.0, asked.slowdown):
            for view, path in (("table", base), ("seat", base + "seat/0")):
                least, every = updates(browser, path, SIZES[view], slowdown, table, asked)
                for what in least[0]:
                    say(f"{view}: an update at {slowdown:g}x, {what}", [it[what] for it in least], reference)
                say(f"{view}: an update at {slowdown:g}x, each time it was made", every, reference)
        server.stop()
        browser.close()
        tables.close()


if __name__ == "__main__":
    main()
