"""`companion serve` imports what it uses: what some tables want now and then waits until it is wanted."""

from __future__ import annotations

import subprocess
import sys

LATER = (
    "alembic",
    "cryptography",
    "fontTools",
    "fpdf",
    "mpremote",
    "paho",
    "rapidocr_onnxruntime",
    "zeroconf",
)
"""PDFs, https, firmware, MQTT, reading words, names in the network, journals of an earlier version."""


def test_serve_starts_without_what_it_may_never_need() -> None:
    asked = (
        f"import sys, companion.commands.serve; print(*(name for name in {LATER!r} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
