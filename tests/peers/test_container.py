"""A test of the container's file without a builder: its steps, one after the other, in a Debian."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.peers.debian import ROOT, bare_root

pytestmark = pytest.mark.peer
AUTHORITIES = Path("etc/ssl/certs/ca-certificates.crt")


def test_the_steps_of_the_containers_file_make_a_healthy_program(tmp_path: Path) -> None:
    """The package index is asked from inside, through whatever stands before this machine's network."""
    root = bare_root(tmp_path, "unshare", "chroot")
    if (Path("/") / AUTHORITIES).exists():
        shutil.copy(Path("/") / AUTHORITIES, root / AUTHORITIES)
    steps = f'mount --bind /dev "{root}/dev" && exec "{sys.executable}" scripts/container_steps.py "{root}"'
    near = {name: value for name, value in os.environ.items() if name != "PIP_FIND_LINKS"}
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", steps], cwd=ROOT, env=near, capture_output=True, encoding="utf-8"
    )
    if "Temporary failure" in done.stdout + done.stderr:
        pytest.skip("no network here")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert "Every step ran, and the program is healthy." in done.stdout
