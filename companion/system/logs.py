"""Log formats: text lines or JSON objects; both name the table concerned."""

from __future__ import annotations

import json
import logging
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
    handler.setFormatter(JsonLines() if as_json else logging.Formatter(TEXT_FORMAT))
    return handler
