"""Reads JSON and TOML from untrusted sources, within limits of size, nesting, key length and digits.

The limits hold before the text is parsed: Python's TOML parser takes time and memory with the square of a
dotted key's length, and both parsers fail with errors of their own on deep nesting and long numbers.
"""

from __future__ import annotations

import json
import tomllib

from companion.text_files import line_of_typeset_signs, line_of_windows_path, text_of, without_marks
from companion.translation import _

MAX_CHARACTERS = 1024 * 1024
"""The largest legitimate text is a line of a recorded game or a whole box: some 60,000 characters."""
MAX_DEPTH = 40
"""Of nested brackets."""
MAX_KEY_DOTS = 8
"""In one dotted key."""
MAX_DIGITS = 40
"""In one number."""


class UnreadableText(ValueError):
    """The text cannot be read; `sentence` says why, without naming what was read."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def read_json(text: str | bytes, largest: int = MAX_CHARACTERS) -> object:
    """The JSON value. Raises UnreadableText: not JSON, or beyond the limits."""
    text = _text(text)
    if not text.strip():
        raise UnreadableText(_("it is empty"))
    _check(text, largest, quotes='"', comments=False)
    try:
        value: object = json.loads(text, parse_constant=_refuse_constant)
        if "\\u" in text:
            _check_texts(value)
    except (ValueError, RecursionError) as wrong:
        raise _unreadable(wrong) from None
    return value


def read_toml(text: str | bytes, largest: int = MAX_CHARACTERS) -> dict[str, object]:
    """The tables of a TOML text. Raises UnreadableText: not TOML, or beyond the limits."""
    text = _text(text).replace("\r\n", "\n").replace("\r", "\n")
    _check(text, largest, quotes="\"'", comments=True)
    try:
        if line := line_of_windows_path(text):
            raise UnreadableText(
                _("line {line} has a path of Windows: write it in single quotes, or with / for \\", line=line)
            )
        return tomllib.loads(text)
    except (ValueError, RecursionError) as wrong:
        if not isinstance(wrong, UnreadableText) and (line := line_of_typeset_signs(text)):
            wrong = UnreadableText(
                _("line {line} has quotation marks or spaces of a word processor: type plain ones", line=line)
            )
        raise _unreadable(wrong) from None


def _text(given: str | bytes) -> str:
    """Raises UnreadableText."""
    if isinstance(given, bytes):
        try:
            return text_of(given)
        except UnicodeDecodeError:
            raise UnreadableText(_("it is not UTF-8")) from None
    return without_marks(given)


def _unreadable(wrong: BaseException) -> UnreadableText:
    return wrong if isinstance(wrong, UnreadableText) else UnreadableText(str(wrong).rstrip(".")[:200])


def _refuse_constant(name: str) -> None:
    raise UnreadableText(_("{name} is not a number", name=name))


def _check_texts(value: object) -> None:
    """Raises UnreadableText where a text or a key cannot be stored: half a surrogate pair, or a NUL."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise UnreadableText(_("it holds a character that no text has"))
    elif isinstance(value, dict):
        for key, one in value.items():
            _check_texts(key)
            _check_texts(one)
    elif isinstance(value, list):
        for one in value:
            _check_texts(one)


def _check(text: str, largest: int, quotes: str, comments: bool) -> None:
    """Checks nesting, keys and numbers in one pass that skips strings and comments."""
    if len(text) > largest:
        raise UnreadableText(_("it is larger than {number} characters", number=largest))
    depth = dots = digits = at = 0
    while at < len(text):
        letter = text[at]
        if letter in quotes:
            at = _past_string(text, at)
            digits = 0
            continue
        if comments and letter == "#":
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
            continue
        if letter.isdigit() or letter == "_":
            digits += 1
        elif letter in "[{":
            depth, digits = depth + 1, 0
        elif letter in "]}":
            depth, digits = depth - 1, 0
        else:
            if letter == "." and comments:
                dots += 1
            elif letter in "\n=,":
                dots = 0
            digits = 0
        if depth > MAX_DEPTH:
            raise UnreadableText(_("it nests more than {number} brackets", number=MAX_DEPTH))
        if dots > MAX_KEY_DOTS:
            raise UnreadableText(_("a key has more than {number} parts", number=MAX_KEY_DOTS))
        if digits > MAX_DIGITS:
            raise UnreadableText(_("a number has more than {number} digits", number=MAX_DIGITS))
        at += 1


def _past_string(text: str, at: int) -> int:
    """The index after the string that begins at `at`; the text's end where it is not closed."""
    quote = text[at]
    end = quote * 3 if text.startswith(quote * 3, at) else quote
    begin = at + len(end)
    while True:
        found = text.find(end, begin)
        if found < 0:
            return len(text)
        before = found
        while quote == '"' and before > at + len(end) and text[before - 1] == "\\":
            before -= 1
        if (found - before) % 2 == 0:
            return found + len(end)
        begin = found + 1
