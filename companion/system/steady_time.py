"""Times of a clock that nobody sets, for all that measures how long something takes.

The machine's own clock may be set while a table is in play: a Raspberry Pi has none while it is off, and is
told the time by the network minutes after its start, hours ahead. What people read as a time of day is the
machine's; what runs out, waits or is counted down goes by this one.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple


def _boot() -> str:
    """Of this start of the machine; "": the system does not say."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


_COUNTER = getattr(time, "CLOCK_BOOTTIME", None) if _boot() else None
"""Of Linux, where all processes share it: it goes on while the machine sleeps."""
_WHOSE = hashlib.sha256(_boot().encode()).hexdigest()[:12] if _COUNTER is not None else secrets.token_hex(6)
"""With whom this process shares its counter."""


def _counted() -> float:
    return time.monotonic() if _COUNTER is None else time.clock_gettime(_COUNTER)


_BEGAN = 0.0 if _COUNTER is not None else time.time() - _counted()
"""So that the processes of a Linux machine have one scale, whatever its clock said when each began."""


def steady() -> float:
    """Seconds, to a millisecond, that only go on: on Linux since the machine's start, by a counter that all
    its processes share; elsewhere since 1970 by the machine's clock when this process began."""
    return round(_BEGAN + _counted(), 3)


def steady_now() -> datetime:
    return datetime.fromtimestamp(steady(), UTC)


def steady_of(at: datetime) -> datetime:
    """When that was by this clock, of a time that the machine's clock gave since it was last set. What has
    not been yet (it was set back) is now."""
    now, passed = steady(), (datetime.now(UTC) - at).total_seconds()
    return datetime.fromtimestamp(round(now - max(0.0, passed), 3), UTC)


class Moment(NamedTuple):
    """A moment that is kept for other processes and later starts. wall: Unix seconds by the machine's clock;
    counted: by the counter of `whose` processes.

    It is kept as `wall`, which is all that programs before 1.1 read and write, and beside it `counter`."""

    wall: float
    whose: str = ""
    counted: float = 0.0

    @property
    def counter(self) -> list[str | float]:
        return [self.whose, self.counted]

    def until(self, later: Moment) -> float:
        """Seconds between them: by the counter that both share, else by the machines' clocks (below 0 where
        one was set back)."""
        if self.whose and self.whose == later.whose:
            return later.counted - self.counted
        return later.wall - self.wall


def moment() -> Moment:
    """Now."""
    return Moment(time.time(), _WHOSE, steady())


def moment_of(wall: Any, counter: Any = None) -> Moment:
    """One from JSON; 1970 for anything else."""
    match wall, counter:
        case ((int() | float()), [str(whose), (int() | float()) as counted]):
            return Moment(wall, whose, counted)
        case ((int() | float()), _):
            return Moment(wall)
    return Moment(0.0)
