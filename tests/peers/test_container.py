"""Tests of the container's file: built by buildah as an image that runs, and its steps without a builder."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.peers.debian import NEAR, ROOT, authorities, bare_root

pytestmark = pytest.mark.peer
HEALTHY_SECONDS = 60.0
ALONE = ("unshare", "--net", "sh", "-ec", 'ip link set lo up; exec "$@"', "sh")
"""Before a command whose port would be this machine's, on which the other test here has a program, too."""
BECOMES_HEALTHY = """
import json, os, subprocess, sys, time
start, check, seconds = json.loads(sys.argv[1])
with subprocess.Popen(start, stdout=subprocess.DEVNULL) as program:
    end = time.monotonic() + seconds
    while subprocess.run(check, stderr=subprocess.DEVNULL).returncode:
        assert time.monotonic() < end and program.poll() is None
        time.sleep(1)
    print("healthy as", os.stat(f"/proc/{program.pid}").st_uid)
    program.terminate()
"""


@pytest.fixture
def buildah(place: Path) -> Iterator[Callable[..., str]]:
    """Runs it with a store of its own; what it says."""
    store = [
        "--root",
        str(place / "store"),
        "--runroot",
        str(place / "running"),
        "--storage-driver=vfs",
    ]

    def ask(*words: str | Path, before: Sequence[str] = ()) -> str:
        command = [*before, "buildah", *store, *words]
        done = subprocess.run(command, cwd=ROOT, env=NEAR, capture_output=True, encoding="utf-8")
        if "Temporary failure" in done.stdout + done.stderr:
            pytest.skip("no network here")
        assert done.returncode == 0, (words, (done.stdout + done.stderr)[-3000:])
        return done.stdout.strip()

    yield ask
    if (place / "store").exists():
        ask("rm", "--all")
        ask("rmi", "--all", "--force")


def test_a_builder_makes_an_image_that_becomes_healthy(place: Path, buildah: Callable[..., str]) -> None:
    """Its base images by name are a Debian 13 made here, whose Python is where theirs is."""
    root = authorities(bare_root(place, "trixie", "buildah", "chroot", "unshare", "ip"))
    subprocess.run(["chroot", root, "/usr/bin/python3", "-m", "venv", "/usr/local"], check=True)
    base = buildah("from", "scratch")
    buildah("add", "--quiet", base, root, "/")
    buildah("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", base)
    buildah("commit", "--quiet", base, "docker.io/library/python:3.12-slim")
    kept = [f"--env={name}={value}" for name, value in NEAR.items() if name.startswith("PIP_")]
    network = ["--isolation=chroot", "--network=host"]
    buildah("build", "--quiet", "--pull-never", "--format=docker", *network, *kept, "--tag=companion", ".")

    made = json.loads(buildah("inspect", "--type=image", "companion"))["Docker"]["config"]
    assert made["User"] == "10001"
    assert list(made["Volumes"]) == ["/data"]
    check = made["Healthcheck"]["Test"]
    assert check.pop(0) == "CMD"
    asked = json.dumps([[*made["Entrypoint"], *made["Cmd"]], check, HEALTHY_SECONDS])
    running = buildah("from", "--pull-never", "companion")
    checked = ("run", *network, running, "python", "-c", BECOMES_HEALTHY, asked)
    assert buildah(*checked, before=ALONE) == "healthy as 10001"


def test_the_steps_of_the_containers_file_make_a_healthy_program(place: Path) -> None:
    root = authorities(bare_root(place, "bookworm", "unshare", "chroot"))
    steps = f'mount --bind /dev "{root}/dev" && exec "{sys.executable}" scripts/container_steps.py "{root}"'
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", steps], cwd=ROOT, env=NEAR, capture_output=True, encoding="utf-8"
    )
    if "Temporary failure" in done.stdout + done.stderr:
        pytest.skip("no network here")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    assert "Every step ran, and the program is healthy." in done.stdout
