"""Tests of the script that makes a Raspberry Pi a table box: what it refuses before it changes anything, and
the browser's unit. docs/raspberry-pi.md says how its steps were run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "scripts" / "raspberry_pi" / "table-box"
pytestmark = pytest.mark.skipif(
    shutil.which("sh") is None or os.name == "nt", reason="it needs a POSIX shell"
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(SCRIPT), *arguments], capture_output=True, text=True, check=False)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gets beyond the first")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "name the companion's wheel"),
        (("nosuch.whl",), "there is no file nosuch.whl"),
        (("WHEEL", "--wifi", "Table"), "a name and a password"),
        (("WHEEL", "--wifi", "Table", "short"), "at least 8 letters"),
        (("WHEEL", "--wifi", "Table", 64 * "x"), "at most 63 letters"),
        (("WHEEL", "--wifi", "Table\npsk=x", "long enough"), "no second line"),
        (("WHEEL", "--wifi", "Table", "back\\slash"), "no backslash"),
        (("WHEEL", "--bogus"), "--bogus is not known"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_changes(
    tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    wheel = tmp_path / "table_companion-1-py3-none-any.whl"
    wheel.touch()
    done = run(*(str(wheel) if word == "WHEEL" else word for word in arguments))
    assert done.returncode == 1
    assert says in done.stderr
    assert done.stdout == ""


def test_the_browsers_unit_is_one_that_systemd_reads(tmp_path: Path) -> None:
    """As the shell writes it, with its names filled in."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    text = SCRIPT.read_text(encoding="utf-8")
    here = re.search(r"cat > \S+table-kiosk.service <<UNIT\n(.*?)\nUNIT\n", text, re.S)
    assert here is not None
    program = f"person=root home={tmp_path} port=8000\ncat <<UNIT\n{here[1]}\nUNIT\n"
    unit = tmp_path / "table-kiosk.service"
    unit.write_text(subprocess.check_output(["sh", "-c", program], text=True))
    assert "\\" not in unit.read_text()  # systemd would take it away before the shell reads it
    unit.write_text(unit.read_text().replace("/usr/bin/cage", "/usr/bin/true"))
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert [line for line in found.stderr.splitlines() if unit.name in line] == []
