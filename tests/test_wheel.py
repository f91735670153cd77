"""Tests that the wheel is complete: installed by itself, it serves the demo with its pages and assets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (made,) = out.glob("*.whl")
    return made


def test_templates_assets_tiles_and_firmware_travel_in_it(wheel):
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    assert "companion/py.typed" in names
    for folder in (
        "templates",
        "companion/web/static",
        "companion/games",
        "companion/translations",
        "firmware_bridge",
    ):
        inside = "companion/templates" if folder == "templates" else folder
        for file in (ROOT / folder).rglob("*"):
            name = file.relative_to(ROOT / folder)
            made_here = any(part.startswith((".", "__pycache__")) for part in name.parts)
            assert made_here or file.is_dir() or f"{inside}/{name.as_posix()}" in names


def check_served_demo(python: list[str], env: dict[str, str], folder: Path) -> None:
    """Starts the installed demo and fetches a table's page and every asset that the page names."""
    process = subprocess.Popen(
        [*python, "demo", "--host", "127.0.0.1", "--port", "0", "--database", str(folder / "wheel.db")],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **env},
    )
    try:
        assert process.stdout is not None
        line = next(line for line in process.stdout if line.startswith("The table is at "))
        address = line.split()[-1].rsplit("/", 1)[0]
        table = re.search(r'href="(/t/\w+/)"', fetch(address + "/"))
        assert table is not None
        page = fetch(address + table[1])
        assets = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page))
        assert len(assets) > 3
        for asset in assets:
            assert fetch(address + asset)
    finally:
        process.kill()
        process.wait()


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read().decode("utf-8", "replace")


@pytest.mark.slow
def test_the_demo_runs_from_the_wheel_alone(wheel, tmp_path):
    place = tmp_path / "place"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(place)
    # The libraries are those of this environment; the companion itself must come from the wheel.
    python = [sys.executable, "-c", "from companion.cli import main; main()"]
    where = subprocess.run(
        [sys.executable, "-c", "import companion; print(companion.__file__)"],
        env={**os.environ, "PYTHONPATH": str(place)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert Path(where.stdout.strip()).is_relative_to(place)
    check_served_demo(python, {"PYTHONPATH": str(place)}, tmp_path)


PYTHONS = os.environ.get("COMPANION_PYTHONS", sys.executable).split()
"""The Pythons that install the wheel; COMPANION_PYTHONS names others: "python3.12 python3.13"."""


@pytest.mark.slow
@pytest.mark.parametrize("installer", ["uv", "pipx"])
def test_the_demo_runs_as_a_tool_of_uv_and_pipx(wheel, tmp_path, installer):
    """As docs/install.md says, with an extra. pipx is installed for the test."""
    places = {
        "UV_TOOL_DIR": tmp_path / "tools",
        "UV_TOOL_BIN_DIR": tmp_path / "bin",
        "PIPX_HOME": tmp_path / "tools",
        "PIPX_BIN_DIR": tmp_path / "bin",
    }
    beside = Path(sys.executable).parent
    if installer == "uv":
        command = [str(beside / "uv"), "tool", "install"]
    else:
        subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "pipx")], check=True)
        subprocess.run([str(tmp_path / "pipx/bin/pip"), "install", "--quiet", "pipx"], check=True)
        command = [str(tmp_path / "pipx/bin/pipx"), "install"]
    env = {**os.environ, **{name: str(place) for name, place in places.items()}}
    subprocess.run([*command, f"{wheel}[mqtt]"], env=env, check=True)
    subprocess.run(
        [next((tmp_path / "tools").rglob("table-companion/bin/python")), "-c", "import paho.mqtt"], check=True
    )
    check_served_demo([str(tmp_path / "bin" / "companion")], {}, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("python", PYTHONS, ids=lambda python: Path(python).name)
def test_the_demo_runs_in_an_empty_environment(wheel, tmp_path, python):
    empty = tmp_path / "empty"
    subprocess.run([python, "-m", "venv", str(empty)], check=True)
    subprocess.run([str(empty / "bin" / "pip"), "install", "--quiet", str(wheel)], check=True)
    check_served_demo([str(empty / "bin" / "companion")], {}, tmp_path)
