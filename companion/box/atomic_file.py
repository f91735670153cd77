"""Writes a file atomically: a power cut leaves the old one or the new one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_atomically(file: Path, content: bytes) -> None:
    """Writes a temporary file and moves it into place; creates missing folders. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=file.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
