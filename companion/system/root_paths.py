"""The path of a site below which a proxy serves the pages, as it is given by option or header."""

from __future__ import annotations

import re

MAX_ROOT_PATH_LETTERS = 200
_ROOT_PATH = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+")


class NoRootPath(ValueError):
    """What was given is no path of plain segments."""


def checked_root_path(text: str) -> str:
    """The path without a last slash; "" for "/". Raises NoRootPath.

    >>> checked_root_path("/games/table/")
    '/games/table'
    """
    path = text.strip().rstrip("/")
    if path and (len(path) > MAX_ROOT_PATH_LETTERS or not _ROOT_PATH.fullmatch(path)):
        raise NoRootPath(text)
    return path
