"""Log formats: text lines or JSON objects; both name the table concerned."""

from __future__ import annotations

import errno
import json
import logging
import os
import time
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime

current_table_id: ContextVar[str] = ContextVar("table_in_hand", default="")
"""The id of the table that this thread or request works on; "": none."""

TEXT_FORMAT = "%(asctime)s %(levelname)s %(name)s%(of_table)s: %(message)s"


class TableFilter(logging.Filter):
    """Adds the current table's id to each record: `table`, and `of_table` (" [id]") for text lines."""

    def filter(self, record: logging.LogRecord) -> bool:
        table = current_table_id.get()
        record.table = table
        record.of_table = f" [{table}]" if table else ""
        return True


class OutOfFiles(logging.Filter):
    """Lets through one line a minute of what goes wrong because the system opens no more files: each of a
    crowd of connections would fail so, with all of its traceback."""

    PERIOD_SECONDS = 60.0

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said_at = float("-inf")
        self._left_out = 0

    def filter(self, record: logging.LogRecord) -> bool:
        decided: bool | None = getattr(record, "out_of_files", None)  # by the handler before this one
        if decided is None and _is_out_of_files(record):
            decided = record.out_of_files = self._is_due()
            if decided:
                more, self._left_out = self._left_out, 0
                record.msg, record.args = _OUT_OF_FILES, (" ".join(record.getMessage().split()), more)
                record.exc_info = record.exc_text = record.stack_info = None
        return decided is not False

    def _is_due(self) -> bool:
        now = self._clock()
        if now - self._said_at < self.PERIOD_SECONDS:
            self._left_out += 1
            return False
        self._said_at = now
        return True


_OUT_OF_FILES = (
    "%s: this system opens no more files for the companion (raise its limit, ulimit -n); %d more like this "
    "since the last line"
)


_ERRORS = (errno.EMFILE, errno.ENFILE)
_IN_WORDS = tuple(os.strerror(number) for number in _ERRORS)


def _is_out_of_files(record: logging.LogRecord) -> bool:
    if any(words in record.getMessage() for words in _IN_WORDS):
        return True
    wrong = record.exc_info[1] if record.exc_info else None
    for _depth in range(8):
        if isinstance(wrong, OSError) and wrong.errno in _ERRORS:
            return True
        wrong = None if wrong is None else wrong.__cause__ or wrong.__context__
    return False


_out_of_files = OutOfFiles()
"""One for all handlers: what one leaves out, none writes."""


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and where there are any table and exception."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if table := getattr(record, "table", ""):
            line["table"] = table
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure_handler(handler: logging.Handler, as_json: bool) -> logging.Handler:
    """Adds the filter and formatter to the handler, and returns it."""
    handler.addFilter(TableFilter())
    handler.addFilter(_out_of_files)
    handler.setFormatter(JsonLines() if as_json else logging.Formatter(TEXT_FORMAT))
    return handler
