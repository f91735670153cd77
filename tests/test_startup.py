"""Tests of what `companion serve` leaves out at its start: modules that few tables need, and collections."""

from __future__ import annotations

import subprocess
import sys

LAZY = (
    "alembic",
    "cryptography",
    "fontTools",
    "fpdf",
    "mpremote",
    "paho",
    "rapidocr_onnxruntime",
    "zeroconf",
)
"""For PDFs, https, firmware, MQTT, text recognition, network names and journals of an earlier version."""


def test_serve_starts_without_what_it_may_never_need() -> None:
    asked = (
        f"import sys, companion.commands.serve; print(*(name for name in {LAZY!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_nothing_is_collected_while_the_program_is_imported() -> None:
    """A fifth of its start's time went into looking through modules, which last."""
    asked = (
        "import gc; from companion.cli import commands; seen = []; "
        "gc.callbacks.append(lambda phase, _found: seen.append(phase)); "
        "commands.get_command(None, 'serve'); "
        "print(len(seen), gc.isenabled(), gc.get_freeze_count() > 100_000)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "True", "True"]
