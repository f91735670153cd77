"""Text files that people save: in which encoding they are, and what Windows' paths do to TOML."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MARK = "\ufeff"
_WINDOWS_PATH = re.compile(r'"(?:[A-Za-z]:\\(?!\\)|\\\\[^"\\\n]+\\(?!\\))')
"""A string with escapes that begins as a path does ("C:\\Users", "\\\\server\\share")."""

_CLOSED_STRING = re.compile(r'"[^"]*"|\'[^\']*\'')


def text_of(data: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 or UTF-32 as PowerShell and Notepad ("Unicode") save it, without
    its byte order mark. Raises UnicodeDecodeError."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding)
    # Without a mark: such files begin with a letter of ASCII, whose other byte is 0.
    encoding = "utf-16-be" if data[:1] == b"\0" else "utf-16-le" if data[1:2] == b"\0" else "utf-8"
    return data.decode(encoding).removeprefix(_MARK)


def read_text(file: Path) -> str:
    """Raises OSError, UnicodeDecodeError."""
    return text_of(file.read_bytes()).replace("\r\n", "\n").replace("\r", "\n")


def line_of_windows_path(toml: str) -> int:
    r"""The line, from 1, of a path that was copied from Windows into double quotes, where TOML takes "\" for
    the beginning of an escape; 0: none. Some such paths are TOML all the same, and another path.

    >>> line_of_windows_path('a = 1\ndatabase = "C:\\new\\tables.db"'), line_of_windows_path("a = 'C:\\new'")
    (2, 0)
    """
    for number, line in enumerate(toml.split("\n"), 1):
        found = _WINDOWS_PATH.search(line)
        if found and not {"#", "'"} & set(_CLOSED_STRING.sub("", line[: found.start()])):
            return number
    return 0
