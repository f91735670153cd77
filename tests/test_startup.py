"""Tests that `companion serve` does not import modules at its start that only some tables need."""

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
