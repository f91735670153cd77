"""Faults around a running server: a full disk, a locked database, a clock that jumps, and a camera and a
lights board that disappear and come back."""

from __future__ import annotations

import glob
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import numpy as np

from firmware_bridge.host_board import HostBoard, available
from tests.rigs.webcam_app import WebcamApp

DISK_BYTES = 96 << 20


class NoSuchFault(Exception):
    """The fault cannot be made on this machine; the message gives the reason."""


class SmallDisk:
    """A folder with its own file system of DISK_BYTES, which can be filled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"
        mount = shutil.which("mount")
        run = [mount or "mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "chaos", str(folder)]
        if mount is None or os.geteuid() or subprocess.run(run, capture_output=True).returncode:
            raise NoSuchFault("a disk that fills up needs root and a file system in memory")

    def fill(self) -> None:
        """Fills the disk to the last byte."""
        with self._ballast.open("ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                with suppress(OSError):
                    while file.write(bytes(size)) == size:
                        pass

    def free(self) -> None:
        self._ballast.unlink(missing_ok=True)

    def close(self) -> None:
        subprocess.run(["umount", "-l", str(self.folder)], check=False)


class Clock:
    """The wall clock of processes with this `environment` (libfaketime), not their monotonic clock."""

    def __init__(self, folder: Path) -> None:
        library = next(iter(sorted(glob.glob("/usr/lib/*/faketime/libfaketime.so.1"))), None)
        if library is None:
            raise NoSuchFault("a clock that jumps needs libfaketime (Debian: faketime)")
        self._file = folder / "clock"
        self.jump(0)
        self.environment = {
            "LD_PRELOAD": library,
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            # With Debian's default timed waits end late, including those of Python's own lock.
            "FAKETIME_FORCE_MONOTONIC_FIX": "0",
        }

    def jump(self, seconds: int) -> None:
        """Sets the clock to this difference from the real time."""
        new = self._file.with_name("clock.new")
        new.write_text(f"{seconds:+d}\n")
        os.replace(new, self._file)


class Devices:
    """A network camera and a lights board, as `options` of `companion serve`."""

    def __init__(self) -> None:
        if not available():
            raise NoSuchFault("a lights board needs MicroPython's host build (the extra `board`)")
        self.camera = WebcamApp(np.full((360, 640, 3), 90, np.uint8))
        self.camera.begin()
        self.board = HostBoard()
        self.options = ("--camera", self.camera.address, "--lights", self.board.start())

    def close(self) -> None:
        self.camera.kill()
        self.board.stop()


@contextmanager
def held(database: str) -> Iterator[None]:
    """Locks the journal as another program would, so that nothing can be written."""
    if "://" not in database:
        with closing(sqlite3.connect(database, timeout=60.0, check_same_thread=False)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            yield
            holder.rollback()
        return
    import psycopg

    with psycopg.connect(database.replace("+psycopg", "")) as server:
        server.execute("LOCK TABLE entries IN EXCLUSIVE MODE")
        yield
        server.rollback()
