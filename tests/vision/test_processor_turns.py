"""The processors' budget: who used least goes first, and a busy station starves nobody."""

from __future__ import annotations

import threading
import time

from companion.vision.processor_turns import ProcessorTurns, ProcessorUse


def work(seconds: float) -> None:
    """So much of a processor's time, however busy the machine is."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def waiting(turns: ProcessorTurns, count: int) -> None:
    end = time.monotonic() + 30
    while len(turns._waiting) < count:
        assert time.monotonic() < end
        time.sleep(0.001)


def test_of_those_that_wait_the_one_that_used_least_goes_first() -> None:
    turns, order = ProcessorTurns(1), []
    now = time.monotonic()
    uses = {"hand over it": 1.0, "at rest": 0.01, "two players": 0.4}

    def look(name: str, use: ProcessorUse) -> None:
        with turns.turn(use):
            order.append(name)

    threads = []
    with turns.turn(ProcessorUse()):
        for name, used in uses.items():
            use = ProcessorUse()
            use.add(used, now)
            threads.append(threading.Thread(target=look, args=(name, use)))
            threads[-1].start()
        waiting(turns, 3)
    for thread in threads:
        thread.join(30)
    assert order == ["at rest", "two players", "hand over it"]


def test_busy_stations_let_a_quiet_one_go_first() -> None:
    """However many of them queue before it; in the order of their coming three would."""
    turns, over = ProcessorTurns(1), threading.Event()
    quiet, begun, passed = ProcessorUse(), [0], [0]

    def busy() -> None:
        use = ProcessorUse()
        while not over.is_set():
            with turns.turn(use):
                begun[0] += 1
                passed[0] += any(it is quiet for it in turns._waiting)
                work(0.01)

    threads = [threading.Thread(target=busy) for _ in range(4)]
    for thread in threads:
        thread.start()
    while begun[0] < 20:
        time.sleep(0.005)
    for _ in range(10):
        with turns.turn(quiet):
            # No work: Windows counts processor time in steps of 15.6 ms, of which the least is one.
            time.sleep(0.001)
    over.set()
    for thread in threads:
        thread.join(30)
    # None, but that it may come to wait in the moment between another's turn and its being counted.
    assert passed[0] <= 5
