"""Text files that people save: in which encoding they are, and what Windows' paths and word processors do to
TOML."""

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
_ZEROS = (
    ("utf-32-le", (False, True, True, True)),
    ("utf-32-be", (True, True, True, False)),
    ("utf-16-le", (False, True)),
    ("utf-16-be", (True, False)),
)
_MARK = "\ufeff"
_WINDOWS_PATH = re.compile(r'"(?:[A-Za-z]:\\(?!\\)|\\\\[^"\\\n]+\\(?!\\))')
"""A string with escapes that begins as a path does ("C:\\Users", "\\\\server\\share")."""

_CLOSED_STRING = re.compile(r'"[^"]*"|\'[^\']*\'')
_TYPESET = re.compile("[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb\u00a0\u202f]")
"""Quotation marks and spaces that a word processor, or a phone's keyboard, puts for the plain ones."""


def text_of(data: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 or UTF-32 as PowerShell and Notepad ("Unicode") save it, as
    `without_marks`. Raises UnicodeDecodeError."""
    encoding = _encoding(data)
    # Of a single byte even behind letters of several, where files were joined.
    whole = data.removesuffix(b"\x1a") if len(data) % 2 and encoding != "utf-8" else data
    return without_marks(whole.decode(encoding))


def without_marks(text: str) -> str:
    """Without byte order marks, which stand within a text where files were joined, and without the sign by
    which Windows' `copy` ends what it joined."""
    return text.replace(_MARK, "").removesuffix("\x1a")


def _encoding(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    # Without a mark: such files begin with a letter of ASCII, whose other bytes are 0.
    empty = tuple(byte == 0 for byte in data[:4])
    return next((it for it, zeros in _ZEROS if empty[: len(zeros)] == zeros), "utf-8")


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


def line_of_typeset_signs(toml: str) -> int:
    """The line, from 1, of the first quotation mark or space that TOML does not know; 0: none. Within a
    string or a comment it is a letter as any other.

    >>> line_of_typeset_signs("a = 1\\nb = \u201cx"), line_of_typeset_signs('a = "\u201cx"  # \u201cy')
    (2, 0)
    """
    for number, line in enumerate(toml.split("\n"), 1):
        if _TYPESET.search(_CLOSED_STRING.sub("", line).partition("#")[0]):
            return number
    return 0
