"""The folders for this person's data on this machine, and for what the program can make again."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def data_folder() -> Path:
    """The folder of this person's tables and boxes; it need not exist yet."""
    return Path(platformdirs.user_data_dir("table-companion", appauthor=False))


def cache_folder() -> Path:
    """The folder of what may be deleted at any time; it need not exist yet. Never shared with a group."""
    return Path(platformdirs.user_cache_dir("table-companion", appauthor=False))
