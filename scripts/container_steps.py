"""Runs the steps of the Dockerfile in a chroot, for machines without a container builder.

    python scripts/container_steps.py ROOT

ROOT is a new Debian made for this, as root; the script changes it:

    debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates trixie ROOT

Both stages run in it, one after the other. A virtual environment in /usr/local replaces the base images'
Python. At the end the program starts with the image's command, and the health check must succeed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PATIENCE = 60.0
"""Seconds for the program to become healthy."""


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """The instructions of a Dockerfile with their arguments."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines():
        word, _, rest = line.partition(" ")
        yield word, rest.strip()


class Chroot:
    """root: the folder. ENV, USER and WORKDIR apply to all later steps."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.env = dict(os.environ) | {
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "HOME": "/root",
        }
        self.user, self.folder = "root", "/"

    def command(self, *words: str) -> list[str]:
        there = ["env", "-C", self.folder, *words]
        return ["chroot", f"--userspec={self.user}", str(self.root), *there]

    def run(self, *words: str) -> None:
        subprocess.run(self.command(*words), env=self.env, check=True)

    def take(self, word: str, rest: str) -> None:
        """Executes one instruction; FROM, EXPOSE and others have no effect."""
        print(f"{word} {rest}", flush=True)
        if word == "RUN":
            self.run("sh", "-ec", rest)
        elif word == "WORKDIR":
            self.folder = rest
            (self.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "ENV":
            self.env |= dict(pair.split("=", 1) for pair in rest.split())
        elif word == "USER":
            self.user, self.folder = rest, "/"
            self.env["HOME"] = "/data"
        elif word == "COPY" and not rest.startswith("--from"):
            packed = subprocess.run(
                ["git", "-C", str(PROJECT), "archive", "HEAD"], check=True, capture_output=True
            ).stdout
            with tarfile.open(fileobj=BytesIO(packed)) as archive:
                archive.extractall(self.root / self.folder.lstrip("/"), filter="data")


def healthy(chroot: Chroot, steps: list[tuple[str, str]]) -> bool:
    """Starts the program with the image's command; whether the health check succeeds in time."""
    said = dict(steps)
    start = json.loads(said["ENTRYPOINT"]) + json.loads(said["CMD"])
    check = json.loads(said["HEALTHCHECK"].partition("CMD ")[2])
    program = subprocess.Popen(chroot.command(*start), env=chroot.env)
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and program.poll() is None:
            asked = subprocess.run(chroot.command(*check), env=chroot.env, capture_output=True, check=False)
            if asked.returncode == 0:
                return True
            time.sleep(1)
        return False
    finally:
        program.terminate()
        program.wait()


def main() -> None:
    if len(sys.argv) != 2 or os.geteuid() != 0 or not Path(sys.argv[1], "usr/bin/python3").exists():
        raise SystemExit(__doc__)
    root = Path(sys.argv[1]).resolve()
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    chroot = Chroot(root)
    chroot.run("python3", "-m", "venv", "/usr/local")
    steps = list(instructions((PROJECT / "Dockerfile").read_text(encoding="utf-8")))
    for word, rest in steps:
        chroot.take(word, rest)
    if not healthy(chroot, steps):
        raise SystemExit("The program did not become healthy.")
    chroot.run("/usr/local/bin/python", "--version")
    print("Every step ran, and the program is healthy.")


if __name__ == "__main__":
    main()
