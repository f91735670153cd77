"""Tests of what a Raspberry Pi needs: its processor, emulated, from wheels to a page of the demo; and the
script that makes it a table box, in the Debian 13 that its system is, as far as a chroot goes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.peers.debian import NEAR, ROOT, authorities, bare_root, into, python_here, wheels
from tests.peers.emulated import PROCESSOR, Emulated
from tests.rigs.ports import free_port

pytestmark = [pytest.mark.peer, pytest.mark.xdist_group("emulated")]
DEMO_SECONDS = 300.0
"""Until the demo's page: a hundred times what it takes here; the emulation is some twenty times as slow."""
SIMULATE = ("simulate", "--game", "new-frontiers", "--games", "1", "--seed", "1", "--json")


@pytest.fixture
def raspberry(place: Path) -> Iterator[Emulated]:
    emulated = Emulated(place / "root")
    yield emulated
    emulated.off()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_the_wheel_plays_and_serves_on_a_raspberry_pis_processor(raspberry: Emulated, wheel: Path) -> None:
    found = raspberry.root / "wheels"
    shutil.copytree(wheels(wheel, "3.13", PROCESSOR, "uv"), found)
    shutil.copy(wheel, found)
    with zipfile.ZipFile(next(found.glob("uv-*.whl"))) as packed:
        uv = next(name for name in packed.namelist() if name.endswith("/scripts/uv"))
        (raspberry.root / "usr/bin/uv").write_bytes(packed.read(uv))
    (raspberry.root / "usr/bin/uv").chmod(0o755)
    _compile(raspberry.root)
    assert raspberry.do("python3", "-c", "import platform; print(platform.machine())").strip() == PROCESSOR
    index = ("--no-index", "--find-links", "/wheels")
    raspberry.do("uv", "tool", "install", *index, "--python", "/usr/bin/python3", f"/wheels/{wheel.name}")
    _compile(raspberry.root)
    program = "/root/.local/bin/companion"

    played = json.loads(raspberry.do(program, *SIMULATE))
    here = subprocess.run(
        [Path(sys.executable).with_name("companion"), *SIMULATE], capture_output=True, check=True
    )
    assert _same(played) == _same(json.loads(here.stdout))

    port = free_port()
    demo = raspberry.start(program, "demo", "--host", "127.0.0.1", "--port", str(port), "--wait")
    try:
        page = _page(f"http://127.0.0.1:{port}/demo", demo)
        if page is None:
            pytest.skip("the demo, emulated, is too slow here: this machine is busy")
        assert "<title>" in page
    finally:
        demo.terminate()
        demo.wait(60)


def _compile(root: Path) -> None:
    """Bytecode is the same on every processor: made here, if the same Python is, it takes seconds."""
    if python := python_here("3.13"):
        folders = (root / "usr/lib/python3.13", *root.glob("root/.local/share/uv/tools/*/lib"))
        subprocess.run([python, "-m", "compileall", "-q", "-s", root, "-p", "/", *folders], check=False)


def _same(played: dict[str, Any]) -> dict[str, Any]:
    """What is the same on every processor."""
    return {name: value for name, value in played.items() if name != "decisions_per_second"}


def _page(address: str, program: subprocess.Popen[str]) -> str | None:
    """None: it does not come in time."""
    end = time.monotonic() + DEMO_SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=DEMO_SECONDS) as answer:
                return str(answer.read().decode())
        except OSError:
            assert program.poll() is None, "the program ended"
            time.sleep(1)
    return None


def test_the_table_box_is_set_up_twice_and_serves(place: Path, wheel: Path) -> None:
    script = ROOT / "scripts/raspberry_pi/table-box"
    named = re.findall(r'packages="(?:\$packages )?(.*)"', script.read_text("utf-8"))
    named.remove("rpicam-apps-lite")  # Raspberry Pi OS alone has it
    needed = ",".join(named).replace(" ", ",").replace("libglib2.0-0", "libglib2.0-0t64")
    there = ["mmdebstrap", "--simulate", "--variant=extract", "--arch=arm64", f"--include={needed}"]
    root = authorities(bare_root(place, "trixie", "unshare", "chroot"))
    subprocess.run([*there, "trixie", "/dev/null"], capture_output=True, check=True)

    port = str(free_port())
    for file in (wheel, script):
        shutil.copy(file, root / "root")
    for options in (("--kiosk",), ("--camera-module", "--", "--port", port, "--camera", "none")):
        wifi = ("--wifi", "Table 1", "a long password")
        said = _in(root, f"/root/{script.name}", f"/root/{wheel.name}", *wifi, *options)
        assert "table-box: done." in said
    assert "table" in _in(root, "id", "--name", "--groups", "table").split()
    assert "rpicam-apps-lite is in Raspberry Pi OS only" in said
    assert f"port = {port}" in _in(root, "cat", "/etc/table-companion/settings.toml")
    for owner, file in (
        ("table 600", "/etc/table-companion/settings.toml"),
        ("root 600", "/etc/NetworkManager/system-connections/table-wifi.nmconnection"),
    ):
        assert _in(root, "stat", "-c", "%U %a", file).strip() == owner
    units = [f"/etc/systemd/system/table-{name}.service" for name in ("companion", "kiosk")]
    _in(root, "systemd-analyze", "verify", *units)
    _in(root, "companion", "--service", "pin", "host", "--pin", "739214")
    as_table = ("setpriv", "--reuid", "table", "--regid", "table", "--init-groups")
    serving = subprocess.Popen(
        [*into(root), *as_table, "companion", "--service", "serve"],
        env=NEAR,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert _page(f"http://127.0.0.1:{port}/healthz", serving)
    finally:
        serving.terminate()
        serving.wait(60)


def _in(root: Path, *words: str) -> str:
    done = subprocess.run([*into(root), *words], env=NEAR, capture_output=True, encoding="utf-8", check=False)
    said = done.stdout + done.stderr
    if "Temporary failure" in said:
        pytest.skip("no network here")
    assert done.returncode == 0, (words, said[-3000:])
    return said
