"""Long work in processes of its own: where it is done, what it takes along, and when the process ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from companion.translation import language, speaking
from companion.work_processes import NICENESS, WorkProcesses


def eventually(true: Callable[[], object], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.fixture
def apart() -> Iterator[WorkProcesses]:
    made = WorkProcesses()
    made.open()
    yield made
    made.close()


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_work_is_done_here_until_it_is_opened_and_after_it_is_closed() -> None:
    apart = WorkProcesses()
    assert apart.run(os.getpid) == os.getpid()
    apart.open()
    assert apart.run(os.getpid) != os.getpid()
    apart.close()
    assert apart.run(os.getpid) == os.getpid()
    eventually(lambda: not multiprocessing.active_children())


def test_work_elsewhere_speaks_the_language_and_raises_what_it_raises(apart: WorkProcesses) -> None:
    with speaking("de"):
        assert apart.run(language) == "de"
    assert apart.run(language) == "en"
    with pytest.raises(ValueError, match="invalid literal"):
        apart.run(int, "x")


def test_what_cannot_be_sent_is_done_here(apart: WorkProcesses) -> None:
    assert apart.run(lambda: os.getpid()) == os.getpid()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="priorities of POSIX")
def test_it_gives_way_to_those_who_answer_taps(apart: WorkProcesses) -> None:
    assert apart.run(os.nice, 0) == min(19, os.nice(0) + NICENESS)


def test_a_process_that_nobody_needs_ends_and_comes_back(apart: WorkProcesses) -> None:
    brief = WorkProcesses(idle=0.2)
    brief.open()
    first = brief.run(os.getpid)
    eventually(lambda: not multiprocessing.active_children())
    assert brief.run(os.getpid) not in (first, os.getpid())
    brief.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals of POSIX")
def test_work_goes_on_after_its_process_was_killed(apart: WorkProcesses) -> None:
    first = apart.run(os.getpid)
    os.kill(first, signal.SIGKILL)
    eventually(lambda: not runs(first) or not multiprocessing.active_children())
    assert apart.run(os.getpid) not in (first, os.getpid())


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals of POSIX")
def test_a_killed_server_leaves_no_process_behind() -> None:
    program = (
        "import os, time; from companion.work_processes import WorkProcesses; w = WorkProcesses(); w.open();"
        "print(w.run(os.getpid), flush=True); time.sleep(600)"
    )
    server = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    assert runs(pid)
    server.kill()
    server.wait(30)
    eventually(lambda: not runs(pid))
