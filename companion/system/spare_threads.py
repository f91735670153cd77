"""Begins threads for what a step can do without: where the system has none left, it goes on without them."""

from __future__ import annotations

import logging
import threading

_log = logging.getLogger(__name__)


def began(thread: threading.Thread) -> bool:
    """Starts it. False: the system has no thread left for it; the log says so, and the caller goes on."""
    try:
        thread.start()
    except RuntimeError as wrong:  # "can't start new thread"
        _log.warning("no thread could be begun for %s (%s): it is left out", thread.name, wrong)
        return False
    return True
