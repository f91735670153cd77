"""Measures the lights: delay from decision to LEDs, and recovery from a pulled cable and a noisy line.

    python benchmarks/lights.py [--states 500] [--cables 10] [--frames 200000] [--emulated]

The board is the real firmware on MicroPython's host build behind a pty; `--emulated` adds an emulated RP2040
(minutes). Times are in milliseconds; `ratio` is the time in units of the reference loop of the same run.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from companion import games
from companion.room.lights import TableLights
from companion.simulation.simulate import new_game
from companion.table.journal import Journal
from companion.table.tables import Tables
from firmware_bridge import host_board
from firmware_bridge.bridge import Bridge
from firmware_bridge.host_board import HostBoard
from firmware_bridge.measure import at, measure, scenes
from tests.rigs.figures import milliseconds, row
from tests.rigs.reference import reference_seconds

Figures = dict[str, dict[str, float]]

LED_COUNTS = {s.name: s.count for s in games.load(games.default_name()).lights.segments if not s.optional}


def summarize(times: list[float]) -> dict[str, float]:
    ordered = tuple(sorted(times))
    return {
        "median": at(0.5, ordered),
        "p99": at(0.99, ordered),
        "most": at(1, ordered),
        "n": len(ordered),
    }


def measure_link(states: int) -> Figures:
    """From posting a state to the bridge until the board confirms latched LEDs; and the same for dark
    pauses."""
    board = HostBoard()
    bridge = Bridge(board.start(), counts=LED_COUNTS)
    try:
        bridge.show(scenes(LED_COUNTS, 1)[0])
        bridge.wait(5)
        figures = measure(bridge, LED_COUNTS, states, pauses=30)
    finally:
        bridge.close()
        board.stop()
    assert (figures.lost, figures.late) == (0, 0)
    return {
        "state posted to LEDs latched and confirmed": summarize(list(figures.latched)),
        "dark pause asked for to dark": summarize(list(figures.dark)),
    }


def measure_decision(count: int, folder: Path) -> Figures:
    """From submitting a decision to a table, journal included, until the LEDs of its picture have latched."""
    from companion import games

    board = HostBoard()
    bridge = Bridge(board.start(), counts=LED_COUNTS)
    lights = TableLights(bridge)
    tables = Tables(Journal(folder / "lights.db"))
    game = games.load(games.default_name())
    over = threading.Event()
    times = []
    try:
        for seed in range(1000):
            rng = random.Random(seed)
            table = tables.create(game.name, new_game(game, 4, (), rng).setup, seed=seed)
            subscription = table.subscribe()

            def follow(subscription: Any = subscription) -> None:
                while not over.is_set():
                    news = subscription.get(timeout=0.2)
                    if subscription.closed:
                        return
                    if news is not None:
                        lights.show(game.lights.light(news.now.state))

            thread = threading.Thread(target=follow)
            thread.start()
            try:
                while not game.phase(table.state).over and len(times) < count:
                    question = table.questions[0]
                    if question.draw is not None:
                        table.sample_chance(table.number, str(table.number))
                        continue
                    option = rng.choice(game.options(table.state, question.player))
                    before = game.lights.light(table.state)
                    began = time.perf_counter()
                    table.submit(option.decision, table.number, str(table.number), "bench")
                    if game.lights.light(table.state) == before:
                        continue  # nothing to wait for: the lights stay as they are
                    wanted = _scene(lights, game.lights.light(table.state))
                    while bridge.shown() != wanted:
                        time.sleep(0.0002)
                    times.append((time.perf_counter() - began) * 1000)
            finally:
                subscription.close()
                thread.join()
            if len(times) >= count:
                break
    finally:
        over.set()
        bridge.close()
        board.stop()
        tables.close()
    return {"decision submitted to LEDs latched and confirmed": summarize(times)}


def _scene(lights: TableLights, picture: Any) -> Any:
    from companion.room.lights import BRIGHTNESS, scene_of

    return scene_of(picture, BRIGHTNESS["day"])


def measure_replug(count: int) -> Figures:
    """From pulling the cable until it is noticed, and from replugging until the LEDs are right again."""
    board = HostBoard()
    bridge = Bridge(board.start(), counts=LED_COUNTS)
    noticed, back = [], []
    offline = threading.Event()
    bridge.on_status(lambda status: offline.set() if status.state == "offline" else None)
    try:
        for scene in scenes(LED_COUNTS, count):
            bridge.show(scene)
            assert bridge.wait(5)
            offline.clear()
            began = time.perf_counter()
            board.unplug()
            assert offline.wait(5)
            noticed.append((time.perf_counter() - began) * 1000)
            time.sleep(0.2)
            began = time.perf_counter()
            board.replug()
            assert bridge.wait(5)
            back.append((time.perf_counter() - began) * 1000)
    finally:
        bridge.close()
        board.stop()
    return {"cable pulled to noticed": summarize(noticed), "cable put back to right lights": summarize(back)}


def measure_noise(frame_count: int, states: int) -> Figures:
    """1 % of bytes changed, lost or doubled: damaged frames that are accepted, and times through a noisy
    pty."""
    from tests.firmware_bridge.test_bridge import noisy_game
    from tests.firmware_bridge.test_frames import accepted_wrongly

    wrong, harmed = accepted_wrongly(frame_count, 0.01, seed=3)
    board = HostBoard()
    board.start()
    try:
        took, _, never_asked = noisy_game(board, states, seed=4)
    finally:
        board.stop()
    return {
        "damaged frames taken for good": {"count": wrong, "damaged": harmed, "n": frame_count},
        "right state shown through noise": summarize([seconds * 1000 for seconds in took]),
        "wrong LED frames through noise": {"count": len(never_asked), "n": states},
    }


def measure_emulated(states: int = 20) -> Figures:
    """From the end of a line on the USB of an emulated RP2040 at 125 MHz to the last edge on its LED pin."""
    from firmware_bridge import frames
    from tests.firmware_bridge.emulated import EmulatedBoard

    board = EmulatedBoard()
    board.start()
    board.until(b"HI")
    board.until(b"\n")
    times = []
    for number, scene in enumerate(scenes(LED_COUNTS, states)):
        times.append(board.ask(number + 1, "S", frames.encode_state(scene))[0])
    board.stop()
    return {"line said to LEDs latched, emulated ms": summarize(times)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=500)
    parser.add_argument("--cables", type=int, default=10)
    parser.add_argument("--frames", type=int, default=200_000)
    parser.add_argument("--emulated", action="store_true")
    args = parser.parse_args()
    if not host_board.available():
        sys.exit("MicroPython's host build is not installed: pip install 'table-companion[board]'")
    unit = reference_seconds() * 1000
    figures: Figures = {}
    with tempfile.TemporaryDirectory() as folder:
        figures |= measure_link(args.states)
        figures |= measure_decision(args.states // 2, Path(folder))
        figures |= measure_replug(args.cables)
        figures |= measure_noise(args.frames, args.states)
        if args.emulated:
            figures |= measure_emulated()
    for name, values in figures.items():
        if "median" in values:
            row(
                f"{name}, {values['n']} times",
                median=milliseconds(values["median"]),
                p99=milliseconds(values["p99"]),
                most=milliseconds(values["most"]),
                ratio="" if "emulated" in name else f"{values['median'] / unit:.2f}",
            )
        else:
            damaged = f" ({values['damaged']:,} damaged)" if "damaged" in values else ""
            row(f"{name}, of {values['n']:,}{damaged}", median=str(values["count"]))


if __name__ == "__main__":
    main()
