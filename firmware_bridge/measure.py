"""Measures a board through its bridge: latency of scenes and of dark pauses, repeated frames."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from firmware_bridge import frames
from firmware_bridge.bridge import Bridge
from firmware_bridge.frames import Lamp, Scene


@dataclass(frozen=True)
class Figures:
    """All times in milliseconds, sorted. resent: the number of repeated frames; lost: of scenes that were not
    confirmed within 2 s; late: of dark pauses that came too late for a camera."""

    latched: tuple[float, ...]
    dark: tuple[float, ...]
    resent: int
    lost: int
    late: int


def at(share: float, times: tuple[float, ...]) -> float:
    """The quantile `share` of sorted times."""
    return times[min(len(times) - 1, int(len(times) * share))] if times else float("nan")


def scenes(counts: dict[str, int], count: int, seed: int = 1) -> list[Scene]:
    """Random scenes for a board with these lights."""
    chance = random.Random(seed)
    return [
        Scene(
            60, tuple((name, tuple(_lamp(chance) for _ in range(lights))) for name, lights in counts.items())
        )
        for _ in range(count)
    ]


def _lamp(chance: random.Random) -> Lamp:
    return Lamp(chance.choice(frames.COLOURS), "steady", chance.randrange(frames.LEVELS))


def measure(bridge: Bridge, counts: dict[str, int], states: int = 200, pauses: int = 10) -> Figures:
    """Show `states` scenes, then request `pauses` dark pauses, one after the other."""
    latched, dark, lost, late = [], [], 0, 0
    before = bridge.resent()
    for scene in scenes(counts, states):
        began = time.perf_counter()
        bridge.show(scene)
        if bridge.wait(2.0):
            latched.append((time.perf_counter() - began) * 1000)
        else:
            lost += 1
    for _ in range(pauses):
        began = time.perf_counter()
        if bridge.pause(0.1):
            dark.append((time.perf_counter() - began) * 1000)
        else:
            late += 1
        time.sleep(0.12)
        bridge.wait(2.0)
    return Figures(tuple(sorted(latched)), tuple(sorted(dark)), bridge.resent() - before, lost, late)
