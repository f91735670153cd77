"""The folder for this person's data on this machine."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """The folder of this person's tables and boxes; it need not exist yet."""
    return Path(platformdirs.user_data_dir("table-companion", appauthor=False))
