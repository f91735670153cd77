"""Tests of long work in separate processes: where it runs, what it is given, and when the process ends."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from companion.system.garbage import SELDOM
from companion.system.work_processes import NICENESS, WorkProcesses
from companion.translation import language, speaking


def wait_until(true: Callable[[], object], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.fixture
def work_processes() -> Iterator[WorkProcesses]:
    made = WorkProcesses()
    made.open()
    yield made
    made.close()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_work_is_done_here_until_it_is_opened_and_after_it_is_closed() -> None:
    work_processes = WorkProcesses()
    assert work_processes.run(os.getpid) == os.getpid()
    work_processes.open()
    assert work_processes.run(os.getpid) != os.getpid()
    work_processes.close()
    assert work_processes.run(os.getpid) == os.getpid()
    wait_until(lambda: not multiprocessing.active_children())


def test_work_elsewhere_is_seldom_broken_off_by_the_collector(work_processes: WorkProcesses) -> None:
    here = gc.get_threshold()
    assert work_processes.run(gc.get_threshold) == SELDOM != here
    assert gc.get_threshold() == here, "the server's own is as it was"


class LooksUpOnce:
    """Keeps in itself what is looked up while it is packed, as another thread may do."""

    def __init__(self) -> None:
        self.first = Asks(self)
        self.second = 2


class Asks:
    def __init__(self, whom: LooksUpOnce) -> None:
        self.whom = whom

    def __reduce__(self) -> tuple[type[int], tuple[()]]:
        self.whom.__dict__.setdefault("looked_up", 1)
        return int, ()


def looked_up(one: LooksUpOnce) -> tuple[int, int]:
    return os.getpid(), one.__dict__["looked_up"]


def test_what_is_completed_while_it_is_packed_is_packed_again(work_processes: WorkProcesses) -> None:
    """A coach's thread ended by "dictionary changed size during iteration", and its seat was answered no
    more."""
    process, found = work_processes.run(looked_up, LooksUpOnce())
    assert (process != os.getpid(), found) == (True, 1)


def test_work_elsewhere_speaks_the_language_and_raises_what_it_raises(work_processes: WorkProcesses) -> None:
    with speaking("de"):
        assert work_processes.run(language) == "de"
    assert work_processes.run(language) == "en"
    with pytest.raises(ValueError, match="invalid literal"):
        work_processes.run(int, "x")


def test_what_cannot_be_sent_is_done_here(work_processes: WorkProcesses) -> None:
    assert work_processes.run(lambda: os.getpid()) == os.getpid()


@pytest.mark.skipif(not hasattr(os, "nice"), reason="priorities of POSIX")
def test_it_gives_way_to_those_who_answer_taps(work_processes: WorkProcesses) -> None:
    assert work_processes.run(os.nice, 0) == min(19, os.nice(0) + NICENESS)


def test_a_process_that_nobody_needs_ends_and_comes_back(work_processes: WorkProcesses) -> None:
    brief = WorkProcesses(idle=0.2)
    brief.open()
    first = brief.run(os.getpid)
    wait_until(lambda: not multiprocessing.active_children())
    assert brief.run(os.getpid) not in (first, os.getpid())
    brief.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals of POSIX")
def test_work_goes_on_after_its_process_was_killed(work_processes: WorkProcesses) -> None:
    first = work_processes.run(os.getpid)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: not is_running(first) or not multiprocessing.active_children())
    assert work_processes.run(os.getpid) not in (first, os.getpid())


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals of POSIX")
def test_a_killed_server_leaves_no_process_behind() -> None:
    program = (
        "import os, time; from companion.system.work_processes import WorkProcesses;"
        "w = WorkProcesses(); w.open();"
        "print(w.run(os.getpid), flush=True); time.sleep(600)"
    )
    server = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    assert is_running(pid)
    server.kill()
    server.wait(30)
    wait_until(lambda: not is_running(pid))
