"""The log: lines for people, or JSON objects for programs; both name the table that they are about."""

from __future__ import annotations

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

current_table_id: ContextVar[str] = ContextVar("table_in_hand", default="")
"""The id of the table that this thread or request is about; empty: none."""

TEXT_FORMAT = "%(asctime)s %(levelname)s %(name)s%(of_table)s: %(message)s"


class TableFilter(logging.Filter):
    """Gives each record the table in hand: `table`, and ` [table]` for the line for people."""

    def filter(self, record: logging.LogRecord) -> bool:
        table = current_table_id.get()
        record.table = table
        record.of_table = f" [{table}]" if table else ""
        return True


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
    """The handler, which writes lines of this form."""
    handler.addFilter(TableFilter())
    handler.setFormatter(JsonLines() if as_json else logging.Formatter(TEXT_FORMAT))
    return handler
