"""Measures a page on a slow device: the time until the first page is usable, and a live update's time on the
main thread.

    python benchmarks/pages.py [--samples 30] [--rounds 3] [--slowdown 4] [--tree FOLDER ...] [--trace]
                               [--reduced-motion]

A table of New Frontiers for five, some way into the game, over loopback, in Chromium at full speed and with a
throttled processor. Several trees, each a checkout of one version, are measured alternately in one run, so
that other load on the machine affects all of them.

"Usable" is the wall-clock time at which the page is painted and its script has started; the main thread's
processor time is printed beside it. An update is all main-thread work from an entry until the page is idle
again, animations included, in processor time: reading the event and patching the page (script), style,
layout, and painting; repainting a whole page is traced separately. The same updates are played --rounds
times, because other work on the machine lengthens even processor time (caches, a shared core): the minimum of
each is the cost of the update, and the median, mean and p95 are over the updates. The last line is over all
rounds, disturbed ones included.

--trace then prints the main thread's work for updates at full speed, by the trace's event names, and the
number of frames; tracing itself adds to all of it.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.rigs.chromium import chromium_path
from tests.rigs.figures import percentile, row
from tests.rigs.reference import reference_seconds

ROOT = Path(__file__).resolve().parents[1]
METRICS = {"script": "ScriptDuration", "style": "RecalcStyleDuration", "layout": "LayoutDuration"}
TOTAL = "main thread in all, with paint"
PAINT_EVENTS = ("PrePaint", "Paint", "Layerize", "Commit")
"""Trace events after the layout."""
FRAME_END_EVENT = "Commit"
"""The last trace event of each main-thread frame."""
TRACE_CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline")
VIEW_PATHS = {"table": "", "seat": "seat/0"}
"""The measured pages, with their paths below the table's."""
VIEWPORTS = {"table": (1180, 820), "seat": (390, 844)}
UNTIL_PAINTED = """() => new Promise((done) => {
  const look = () => {
    if (performance.getEntriesByName("first-contentful-paint").length) done();
    else requestAnimationFrame(look);
  };
  look();
})"""
"""Waits for the first paint. `wait_for_function` polls by `eval`, which the pages' policy refuses."""
PAINT_REPEATS = 5
"""How often a whole page is repainted."""


class Version:
    """A tree of the companion and its table, served by a separate process."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.name = tree.name
        folder.mkdir()
        self._process = subprocess.Popen(
            [sys.executable, ROOT / "tests" / "rigs" / "served_table.py", folder],
            env=os.environ | {"PYTHONPATH": str(tree)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = self._read_reply()

    def _read_reply(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name}: the table is not served any more.")
        return json.loads(line)

    def send(self, what: str) -> int | None:
        """Sends a command of `served_table`; returns the table's number, None: the game is over."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        number: int | None = self._read_reply()
        return number

    def stop(self) -> None:
        with suppress(BrokenPipeError):
            self._process.communicate(timeout=20)


class MeasuredPage:
    """An open page, and its main thread's work."""

    def __init__(self, browser: Any, version: Version, view: str, slowdown: float, motion: str) -> None:
        size = VIEWPORTS[view]
        self.version, self.slowdown = version, slowdown
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion=motion
        )
        self.page = self.context.new_page()
        self.page.goto(version.address + VIEW_PATHS[view])
        self.page.wait_for_selector("html[data-ready]")
        self._session = self.context.new_cdp_session(self.page)
        self._session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def main_thread_ms(self) -> dict[str, float]:
        return main_thread_ms(self._session)

    def update(self, what: str) -> dict[str, float] | None:
        """Milliseconds of the main thread for one more entry, by kind of work; None: there is no more
        entry. Throttled only meanwhile: Chromium throttles by busy waiting, so an idle throttled page would
        take three quarters of a core from the one that is measured."""
        set_throttling(self._session, self.slowdown)
        try:
            time.sleep(0.3)
            before = self.main_thread_ms()
            number = self.version.send(what)
            if number is None:
                return None
            time.sleep(0.35 + 0.15 * self.slowdown)  # polling the page would add work
            after = self.main_thread_ms()
        finally:
            set_throttling(self._session, 1)
        if self.page.evaluate("Number(document.getElementById('live').dataset.number)") != number:
            raise SystemExit("A page was not up to date in time: measure on a quieter machine.")
        used = {name: after[name] - before[name] for name in after}
        parts = {part: used[name] for part, name in METRICS.items()}
        return parts | {"until layout": sum(parts.values()), TOTAL: used["TaskDuration"]}


def measure_first_page(
    browser: Any, address: str, size: tuple[int, int], slowdown: float
) -> tuple[float, float, int, int]:
    """(ms until usable, ms of the main thread, requests, bytes sent) with an empty cache."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    throttle_cpu(page, slowdown)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = main_thread_ms(session)["TaskDuration"]
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.evaluate(UNTIL_PAINTED)
    work = main_thread_ms(session)["TaskDuration"] - before
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


def main_thread_ms(session: Any) -> dict[str, float]:
    """Milliseconds of the main thread so far, by kind of work."""
    told = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] * 1000 for one in told}


def measure_painting(browser: Any, address: str, size: tuple[int, int], slowdown: float) -> float:
    """Milliseconds of the main thread to repaint a whole page: all events after the layout. Processor time,
    because by the clock it also waits for the compositor's thread."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    throttle_cpu(page, slowdown)
    page.wait_for_timeout(500)
    browser.start_tracing(page=page, categories=list(TRACE_CATEGORIES))
    # Resizing the window causes a full layout and repaint.
    page.set_viewport_size({"width": size[0] - 2, "height": size[1] - 2})
    page.wait_for_timeout(500 * slowdown)
    mine = main_thread(browser.stop_tracing())
    context.close()
    return sum(float(it["tdur"]) for it in mine if it["name"] in PAINT_EVENTS) / 1000


def main_thread(trace: bytes) -> list[dict[str, Any]]:
    """The events of the page's main thread in a trace."""
    events = json.loads(trace)["traceEvents"]
    threads = {
        (it["pid"], it["tid"])
        for it in events
        if it["name"] == "thread_name" and it["args"]["name"] == "CrRendererMain"
    }
    return [it for it in events if it["ph"] == "X" and "tdur" in it and (it["pid"], it["tid"]) in threads]


def own_times(mine: list[dict[str, Any]]) -> dict[str, float]:
    """Milliseconds of each kind of work, without the work nested within it."""
    times: dict[str, float] = defaultdict(float)
    within: list[dict[str, Any]] = []
    for it in sorted(mine, key=lambda it: (it["tid"], it["ts"], -it["dur"])):
        while within and (within[-1]["tid"] != it["tid"] or within[-1]["ts"] + within[-1]["dur"] <= it["ts"]):
            within.pop()
        times[it["name"]] += it["tdur"] / 1000
        if within:
            times[within[-1]["name"]] -= it["tdur"] / 1000
        within.append(it)
    return times


def throttle_cpu(page: Page, slowdown: float) -> None:
    set_throttling(page.context.new_cdp_session(page), slowdown)


def set_throttling(session: Any, slowdown: float) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})


def times_row(what: str, times: list[float], reference: float) -> None:
    ordered = sorted(times)
    row(
        what,
        median=f"{statistics.median(ordered):.1f} ms",
        mean=f"{statistics.mean(ordered):.1f} ms",
        p95=f"{percentile(ordered, 95):.1f} ms",
        least=f"{ordered[0]:.1f} ms",
        ratio=f"{statistics.median(ordered) / 1000 / reference:.2f}",
    )


class Bench:
    """Measures the versions alternately and prints the results."""

    def __init__(self, browser: Any, versions: list[Version], args: argparse.Namespace) -> None:
        self.browser, self.versions, self.args = browser, versions, args
        self.motion = "reduce" if args.reduced_motion else "no-preference"
        self.reference = reference_seconds()

    def print_times(self, what: str, times: dict[Version, list[float]]) -> None:
        for version, found in times.items():
            named = f"{version.name}: " if len(self.versions) > 1 else ""
            times_row(named + what, found, self.reference)

    def measure_first_pages(self, view: str) -> None:
        slowdown, size = self.args.slowdown, VIEWPORTS[view]
        found: dict[Version, list[Any]] = defaultdict(list)
        for _ in range(max(5, self.args.samples // 3)):
            for version in self.versions:
                found[version].append(
                    measure_first_page(self.browser, version.address + VIEW_PATHS[view], size, slowdown)
                )
        clock = {version: [one[0] for one in pages] for version, pages in found.items()}
        self.print_times(f"{view}: first page usable at {slowdown:g}x", clock)
        worked = {version: [one[1] for one in pages] for version, pages in found.items()}
        self.print_times(f"{view}: first page at {slowdown:g}x, main thread", worked)
        for version, pages in found.items():
            named = f"{version.name}: " if len(self.versions) > 1 else ""
            row(
                f"{named}{view}: requests; bytes of the first page, font included",
                median=f"{pages[0][2]}; {pages[0][3] / 1000:.0f} KB",
            )

    def measure_paintings(self, view: str) -> None:
        for slowdown in (1.0, self.args.slowdown):
            found: dict[Version, list[float]] = defaultdict(list)
            for _ in range(PAINT_REPEATS):
                for version in self.versions:
                    address = version.address + VIEW_PATHS[view]
                    found[version].append(measure_painting(self.browser, address, VIEWPORTS[view], slowdown))
            self.print_times(f"{view}: painting all of it at {slowdown:g}x", found)

    def measure_updates(self, view: str, slowdown: float) -> None:
        """Prints the cheapest round of each update, by kind of work; then the totals of all rounds."""
        pages = [
            MeasuredPage(self.browser, version, view, slowdown, self.motion) for version in self.versions
        ]
        least: dict[Version, dict[int, dict[str, float]]] = defaultdict(dict)
        every: dict[Version, list[float]] = defaultdict(list)
        for _ in range(self.args.rounds):
            for n in range(self.args.samples):
                for one in pages:
                    parts = one.update("step")
                    if parts is None:
                        continue
                    every[one.version].append(parts[TOTAL])
                    known = least[one.version]
                    known[n] = min(known.get(n, parts), parts, key=lambda it: it[TOTAL])
            for one in pages:
                one.version.send("back")
            time.sleep(1)
        for one in pages:
            one.context.close()
        for what in (*METRICS, "until layout", TOTAL):
            those = {version: [it[what] for it in found.values()] for version, found in least.items()}
            self.print_times(f"{view}: an update at {slowdown:g}x, {what}", those)
        self.print_times(f"{view}: an update at {slowdown:g}x, each time it was made", every)

    def trace_updates(self, view: str) -> None:
        """Prints the mean time of each kind of work over the updates."""
        for version in self.versions:
            one = MeasuredPage(self.browser, version, view, 1.0, self.motion)
            times: Counter[str] = Counter()
            frames = made = 0
            for _ in range(self.args.samples):
                time.sleep(0.3)
                self.browser.start_tracing(page=one.page, categories=list(TRACE_CATEGORIES))
                over = version.send("step") is None
                time.sleep(0.5)
                mine = main_thread(self.browser.stop_tracing())
                if over:
                    break
                times.update(own_times(mine))
                frames += sum(it["name"] == FRAME_END_EVENT for it in mine)
                made += 1
            version.send("back")
            one.context.close()
            print(f"{version.name}: {view}: {frames / made:.1f} frames an update; of each, milliseconds:")
            for name, spent_on in times.most_common(18):
                print(f"    {spent_on / made:6.2f}  {name}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--samples", type=int, default=30)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--slowdown", type=float, default=4)
    options.add_argument("--tree", type=Path, nargs="+", default=[ROOT])
    options.add_argument("--view", choices=VIEW_PATHS, nargs="+", default=list(VIEW_PATHS))
    options.add_argument("--only", choices=("first", "paint", "updates", "slow-updates", "trace"), nargs="+")
    options.add_argument("--trace", action="store_true")
    options.add_argument("--reduced-motion", action="store_true", help="measure updates without animations")
    args = options.parse_args()
    parts = args.only or ["first", "paint", "updates", "slow-updates", *(["trace"] if args.trace else [])]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play, ExitStack() as running:
        versions = []
        for n, tree in enumerate(args.tree):
            versions.append(Version(tree.resolve(), Path(folder, str(n))))
            running.callback(versions[-1].stop)
        browser = play.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        running.callback(browser.close)
        bench = Bench(browser, versions, args)
        print(
            f"reference loop: {bench.reference * 1000:.1f} ms; processor slowed down {args.slowdown:g} times"
        )
        for view in args.view:
            if "first" in parts:
                bench.measure_first_pages(view)
            if "paint" in parts:
                bench.measure_paintings(view)
        for name, slowdown in (("updates", 1.0), ("slow-updates", args.slowdown)):
            if name in parts:
                for view in args.view:
                    bench.measure_updates(view, slowdown)
        if "trace" in parts:
            for view in args.view:
                bench.trace_updates(view)


if __name__ == "__main__":
    main()
