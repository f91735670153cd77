"""Tests of the firmware with the stubs of MicroPython on the RP2040: it only uses what the board has."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

from firmware_bridge.flash import CONFIG, FILES

pytestmark = pytest.mark.hardware_sim
STUBS = sysconfig.get_paths()["purelib"]


def complaints(folder):
    """pyright's errors about the files in a folder, as (file, rule, message)."""
    if find_spec("pyright") is None or not Path(STUBS, "rp2", "__init__.pyi").exists():
        message = "pyright or the RP2040's stubs are missing: pip install 'table-companion[emulator]'"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    settings = {
        "stubPath": STUBS,
        "typeshedPath": STUBS,
        "pythonVersion": "3.11",
        # The stubs have native, viper and const as plain functions, and no stand-in for them.
        "reportArgumentType": "none",
        "reportAssignmentType": "none",
        "reportInvalidTypeForm": "none",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    run = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )
    report = json.loads(run.stdout)
    return [
        (Path(found["file"]).name, found.get("rule"), found["message"])
        for found in report["generalDiagnostics"]
        if found["severity"] == "error"
    ]


def test_the_firmware_asks_nothing_of_the_board_that_it_has_not(tmp_path):
    for file in (*FILES, CONFIG):
        shutil.copy(file, tmp_path)
    assert complaints(tmp_path) == []


def test_what_the_board_has_not_is_found(tmp_path):
    """Shows that the test above can fail."""
    (tmp_path / "main.py").write_text(
        "import machine\nimport time\n\nmachine.Pin(0).shine()\ntime.monotonic_ns()\n"
    )
    assert {rule for _, rule, _ in complaints(tmp_path)} == {"reportAttributeAccessIssue"}
