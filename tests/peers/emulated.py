"""A Debian 13 for the processor of a Raspberry Pi, whose programs qemu emulates.

Its packages are unpacked and not set up, which emulated would take as long as all other peers together.
What tells the kernel of qemu lives in a user namespace of its own, so that nothing of this machine changes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.peers.debian import KEPT

PROCESSOR, QEMU = "aarch64", "qemu-aarch64-static"
PACKAGES = "base-files,coreutils,dash,libgl1,libglib2.0-0t64,python3,python3-venv"
MAGIC = r"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
MASK = r"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
HOLD = """
read mapped
exec unshare --mount sh -ec '
mount -t binfmt_misc none "$0/mnt"
printf %s "$1" > "$0/mnt/register"
mount --rbind /dev "$0/dev"
mount --rbind /proc "$0/proc"
echo ready
exec sleep infinity' "$0" "$1"
"""


class Emulated:
    """Skips the test where this cannot be had."""

    def __init__(self, root: Path) -> None:
        if os.geteuid() != 0:
            pytest.skip("only root may make a Debian and go into it")
        qemu, others = shutil.which(QEMU), ("mmdebstrap", "unshare", "nsenter", "chroot")
        for program in (QEMU, *others):
            if shutil.which(program) is None:
                pytest.skip(f"no {program} here, for a Debian of another processor")
        self.root = root
        root.mkdir()
        subprocess.run(["tar", "-xf", _unpacked(), "-C", root, "--exclude=./dev/*"], check=True)
        for place in ("dev", "mnt", "proc", "tmp"):
            (root / place).mkdir(exist_ok=True)
        rule = f":{PROCESSOR}:M::{MAGIC}:{MASK}:{qemu}:FP"
        self._holder = subprocess.Popen(
            ["unshare", "--user", "sh", "-ec", HOLD, root, rule],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self._holder.stdin is not None
        assert self._holder.stdout is not None
        space = Path("/proc", str(self._holder.pid))
        while (space / "ns/user").readlink() == Path("/proc/self/ns/user").readlink():
            time.sleep(0.01)
        try:
            for ids in ("uid_map", "gid_map"):
                (space / ids).write_text("0 0 65536")
            self._holder.stdin.write(b"mapped\n")
            self._holder.stdin.flush()
            said = self._holder.stdout.readline().decode()
        except OSError as refused:
            said = str(refused)
        if said != "ready\n":
            self.off()
            pytest.skip(f"another processor's programs cannot be run here: {said.strip()}")

    def start(self, *words: str) -> subprocess.Popen[str]:
        enter = ["nsenter", "-t", str(self._holder.pid), "--user", "--mount", "chroot", str(self.root)]
        clean = ["env", "-i", "PATH=/usr/bin:/usr/sbin", "HOME=/root"]
        return subprocess.Popen(
            [*enter, *clean, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def do(self, *words: str) -> str:
        with self.start(*words) as program:
            said, _ = program.communicate()
        assert program.returncode == 0, (words, said[-3000:])
        return said

    def off(self) -> None:
        self._holder.kill()
        self._holder.wait()


def _unpacked() -> Path:
    made = KEPT / f"unpacked-{PROCESSOR}.tar"
    if not made.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        part = made.with_name(f"{os.getpid()}-{made.name}")
        options = ["--quiet", "--variant=extract", "--arch=arm64", f"--include={PACKAGES}"]
        done = subprocess.run(
            ["mmdebstrap", *options, "trixie", part], capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode:
            part.unlink(missing_ok=True)
            said = done.stderr.splitlines() or ["it says nothing"]
            pytest.skip(f"no Debian for {PROCESSOR} could be had: {said[-1]}")
        part.replace(made)
    return made
