"""Measures the real server with two real browsers: decision to screen, tile to screen, start-up, memory.

    python benchmarks/loop.py [--samples 40] [--whole-game]

One browser posts a decision, or a tile is laid down in the rendered picture; the time ends when the page of
the second browser shows the new entry. Both browsers and the server run on this machine. Memory is that of
the server process alone, at the start and (with --whole-game, some minutes) after a game that the demo's
hands play through the camera.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
from playwright.sync_api import Page, sync_playwright

from tests.rigs.chromium import chromium_path
from tests.rigs.figures import row, times_row
from tests.rigs.reference import reference_seconds

WATCH_SCRIPT = """() => {
  const page = document.querySelector("[data-live]");
  window.shownAt = {};
  new MutationObserver(() => {
    window.shownAt[page.dataset.number] ??= Date.now();
  }).observe(page, { attributes: true, attributeFilter: ["data-number"] });
}"""
POST_SCRIPT = """async ([path, body]) => {
  const at = Date.now();
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  return [at, answer.status, await answer.json()];
}"""


class Demo:
    """`companion demo` on a free port. start: seconds from its launch to the table's first page."""

    def __init__(self, folder: Path, *more: str) -> None:
        begin = time.perf_counter()
        command = [sys.executable, "-c", "from companion.cli import main; main()", "demo"]
        self.process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", "0", "--database", str(folder / "loop.db"), *more],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout is not None
        line = next(line for line in self.process.stdout if line.startswith("The table is at "))
        self.address = line.split()[-1].rsplit("/", 1)[0]
        self.table = self.get("/").split("/t/", 1)[1].split("/", 1)[0]
        self.get(f"/t/{self.table}/")
        self.start = time.perf_counter() - begin

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.address + path, timeout=30) as answer:
            return answer.read().decode()

    def memory_mb(self) -> float:
        """Resident megabytes of the server, without the board's process."""
        return psutil.Process(self.process.pid).memory_info().rss / 1e6

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(30)


class TwoBrowsers:
    """Two browsers on one table: `first` acts, `second` only looks."""

    def __init__(self, demo: Demo, first: Page, second: Page) -> None:
        self.demo, self.first, self.second = demo, first, second
        for page in (first, second):
            page.goto(f"{demo.address}/t/{demo.table}/")
            page.wait_for_selector("html[data-ready]")
        second.evaluate(WATCH_SCRIPT)
        self._keys = 0

    def number(self) -> int:
        return int(self.second.get_attribute("[data-live]", "data-number") or 0)

    def post(self, path: str, **body: Any) -> float:
        """Posts as a page does; returns the time, in ms since the epoch."""
        self._keys += 1
        if path.startswith("/t/"):
            body |= {"seen": self.number(), "key": f"benchmark-{self._keys:08}"}
        at, status, told = self.first.evaluate(POST_SCRIPT, [path, body])
        assert status == 200, told
        return float(at)

    def wait_until_shown(self, number: int) -> float:
        """When the second browser showed entry `number`, in ms since the epoch."""
        # Polled, because the page's content security policy forbids Playwright's waiting; the page took the
        # time.
        end = time.monotonic() + 30
        while (at := self.second.evaluate("n => window.shownAt[n] ?? null", number)) is None:
            if time.monotonic() > end:
                raise SystemExit(f"entry {number} was never shown")
            time.sleep(0.01)
        return float(at)

    def decide(self, words: str) -> float:
        """Posts the decision of the page's button with these words; returns ms until the other browser shows
        it."""
        number = self.number()
        button = self.first.locator(f"[data-decision]:has-text('{words}')").first
        decision = json.loads(button.get_attribute("data-decision") or "")
        at = self.post(f"/t/{self.demo.table}/decisions", decision=decision)
        return self.wait_until_shown(number + 1) - at

    def undo(self) -> float:
        number = self.number()
        at = self.post(f"/t/{self.demo.table}/undo")
        return self.wait_until_shown(number + 1) - at


def measure_tile_moves(browsers: TwoBrowsers, samples: int) -> list[float]:
    """Repeatedly picks a world from the middle and puts it back; ms of each pick until it is shown."""
    browsers.decide("Explore")
    wait_until(lambda: "pick a world" in browsers.demo.get(f"/t/{browsers.demo.table}/"))
    told = json.loads(browsers.demo.get("/demo/tiles"))
    middle = told["size_mm"][1] / 2
    tile = next(t for t in told["tiles"] if abs(t["y"] - middle) < 30)
    # Of two players the first sits below, the second above; both have most room on the right.
    first = "Blue, pick a world" in browsers.demo.get(f"/t/{browsers.demo.table}/")
    seat = (told["size_mm"][0] * 0.85, told["size_mm"][1] - 45 if first else 45)
    times = []
    for _ in range(samples):
        number = browsers.number()
        at = browsers.post("/demo/move", tile=tile["id"], x=seat[0], y=seat[1])
        times.append(browsers.wait_until_shown(number + 1) - at)
        browsers.post("/demo/move", tile=tile["id"], x=tile["x"], y=tile["y"])
        # Putting the tile back at once undoes the pick.
        browsers.wait_until_shown(number + 2)
        time.sleep(0.5)
    return times


def wait_until(condition: Callable[[], bool], seconds: float = 1200) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit("it took too long")
        time.sleep(0.1)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--samples", type=int, default=40)
    options.add_argument("--whole-game", action="store_true")
    args = options.parse_args()
    reference = reference_seconds()
    print(f"reference loop: {reference * 1000:.1f} ms")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        starts = []
        for n in range(5):
            where = Path(folder, f"start{n}")
            where.mkdir()
            demo = Demo(where, "--seed", "1", "--players", "2", "--wait")
            starts.append(demo.start * 1000)
            demo.close()
        times_row("start to first page", starts, reference)
        demo = Demo(Path(folder), "--seed", "1", "--players", "2", "--wait")
        try:
            browser = play.chromium.launch(
                executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
            )
            browsers = TwoBrowsers(demo, browser.new_page(), browser.new_page())
            decided = []
            for _ in range(args.samples):
                decided += [browsers.decide("Settle"), browsers.undo()]
            times_row("decision posted to the other browser showing it", decided, reference)
            times_row(
                "tile put down to the other browser showing it",
                measure_tile_moves(browsers, args.samples),
                reference,
            )
            browser.close()
            row("memory of the server", median=f"{demo.memory_mb():.0f} MB")
            if args.whole_game:
                two_pace = json.dumps({"auto": True, "speed": 16}).encode()
                pace = urllib.request.Request(
                    demo.address + "/demo/pace", two_pace, {"Content-Type": "application/json"}
                )
                urllib.request.urlopen(pace, timeout=30).close()
                wait_until(lambda: "wins" in demo.get(f"/t/{demo.table}/score"))
                row("memory after a whole game", median=f"{demo.memory_mb():.0f} MB")
        finally:
            demo.close()


if __name__ == "__main__":
    main()
