"""The project's own tests on Windows' Python, under Wine; see set_up.py.

    python scripts/windows/own_tests.py [words for pytest]

Without the tests that drive a browser, MicroPython's host build or PostgreSQL (they run on Linux here), and
those in `LACKS`, where Wine differs from Windows.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import set_up

WITHOUT = "not browser and not board and not slow and not hardware_sim"
ELSEWHERE = (
    "--ignore-glob=*_browser.py",
    "--ignore=tests/test_wheel.py",
    "--ignore=tests/home_automation/test_mqtt.py",
    "--ignore=tests/web/api/test_schemathesis.py",
    "--ignore=tests/web/test_server_processes.py",
)
"""Files left out: test_program.py tests the program in Chromium, and kills it; pip has already built the
wheel; the set-up installs neither an MQTT client nor schemathesis; several server processes need POSIX."""
LACKS = {
    "tests/test_lights.py::test_a_board_that_is_not_there_stops_nobody[auto]": "its cfgmgr32.dll has no "
    "CM_MapCrToWin32Err, without which pyserial lists no ports",
}
"""Tests that fail on Wine 8.0, by the beginning of their names, each with the reason."""


def main() -> None:
    set_up.main()
    left_out = [f"--deselect={test}" for test in LACKS]
    words = sys.argv[1:] or ["tests", *ELSEWHERE]
    status, _ = set_up.run(
        "-m", "pytest", "-p", "no:cacheprovider", "-rs", "-m", WITHOUT, *left_out, *words, shown=True
    )
    set_up.end_wine()
    for test, reason in LACKS.items():
        print(f"left out: {test}: {reason}")
    raise SystemExit(status)


if __name__ == "__main__":
    main()
