"""The project's own tests on Windows' Python, under Wine; see set_up.py.

    python scripts/windows/own_tests.py [words for pytest]

Without the tests that drive a browser or run MicroPython's host build (they run on Linux here), and those in
`LACKS`, where Wine differs from Windows. A test that hangs ends its worker and fails by name; the time of the
whole run is limited too.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import set_up

WITHOUT = "not browser and not board and not slow and not hardware_sim and not peer and not release"
ELSEWHERE = (
    "--ignore-glob=*_browser.py",
    "--deselect=tests/test_service.py::test_the_containers_file_is_without_a_known_fault",
    "--deselect=tests/test_site.py::test_the_site_builds_without_a_warning",
    "--deselect=tests/test_new_game_page.py::test_a_game_that_was_just_begun_is_installed_and_plays_its_own_tests",
    "--deselect=tests/test_new_game_page.py::test_mypy_checks_the_game_against_the_contract",
)
"""Left out: test_program.py tests the program in Chromium; the container's file, the documentation's site and
what mypy and uv make of a new game are the same on every system, and the set-up has no tools for them."""
LACKS: dict[str, str] = {}
"""Tests that fail on Wine 8.0, by the beginning of their names, each with the reason."""
WORKERS = 2
TEST_SECONDS = 300
RUN_SECONDS = 90 * 60
"""A run takes 20 minutes on two free cores."""
RUN = (
    *("-p", "no:cacheprovider", "-rfEs"),
    *("-n", str(WORKERS), "--dist", "load"),  # "loadgroup" waits for ever once a worker has ended
    *("--timeout", str(TEST_SECONDS)),
)


def main() -> None:
    set_up.main()
    left_out = [f"--deselect={test}" for test in LACKS]
    words = sys.argv[1:] or ["tests"]
    overdue = threading.Timer(RUN_SECONDS, set_up.end_wine)
    overdue.daemon = True
    overdue.start()
    status, _ = set_up.run("-m", "pytest", *RUN, "-m", WITHOUT, *ELSEWHERE, *left_out, *words, shown=True)
    if not overdue.is_alive():
        print(f"test-windows: ended, since it had not finished after {RUN_SECONDS // 60} minutes")
        status = status or 1
    overdue.cancel()
    set_up.end_wine()
    for test, reason in LACKS.items():
        print(f"left out: {test}: {reason}")
    raise SystemExit(status)


if __name__ == "__main__":
    main()
