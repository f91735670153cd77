"""Names that a browser's translation leaves as they are, within sentences too.

A browser offers to translate a page whose language is none of those that it asks for; there "Spice World"
would become "Gewürzwelt", and a player called Rose a flower. Pages for such a browser have `translate="no"`
around each name, wherever it stands in a text; what scripts write is marked in the browser
(static/js/kept-names.js). All other browsers get the pages without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from html import unescape

from markupsafe import escape

_kept: ContextVar[bool] = ContextVar("names kept", default=False)

names_are_kept = _kept.get
"""Whether what is rendered here is for a browser that may translate it."""


@contextmanager
def keeping_names(kept: bool) -> Iterator[None]:
    """Pages that are rendered within the block are for such a browser, or for none."""
    token = _kept.set(kept)
    try:
        yield
    finally:
        _kept.reset(token)


_MARKUP = re.compile(
    r"<!--.*?-->|<![^<>]*>"
    r"|<(script|style|title|textarea|option|svg)\b.*?</\1\s*>"
    r"""|<(/?)([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.DOTALL,
)
"""What is no text, or text without markup."""
_KEPT_ATTRIBUTE = re.compile(r"\stranslate=[\"']?no\b")
_STANDS_ALONE = re.compile(r"<(\w+)[^<>]*\stranslate=\"no\"[^<>]*>\s*([^<>]+?)\s*</\1>")
_MARK = '<bdi translate="no">\\g<0></bdi>'
_TEXT = "kept-names"
"""An element around a text that has names: where a style lays out the parts of a row, it stays one."""


def with_names_kept(html: str, names: Iterable[str]) -> str:
    """The page or part of one with each of these names, and of those that stand alone in it, between marks
    wherever it stands in a text.

    >>> with_names_kept('<b title="Ann">Ann</b>, Anna', ["Ann"])
    '<b title="Ann"><bdi translate="no">Ann</bdi></b>, Anna'
    >>> with_names_kept('<b>Ann begins</b>', ["Ann"])
    '<b><kept-names><bdi translate="no">Ann</bdi> begins</kept-names></b>'
    """
    alone = {unescape(found[2]) for found in _STANDS_ALONE.finditer(html)}
    found_names = _pattern(frozenset(names) | alone)
    if found_names is None:
        return html
    parts: list[str] = []
    at, kept, depth = 0, "", 0
    for tag in _MARKUP.finditer(html):
        text = html[at : tag.start()]
        parts += (text if kept else _text_kept(text, found_names), _choice_kept(tag, found_names))
        at = tag.end()
        name = tag[3]
        if kept and name == kept:
            depth += -1 if tag[2] else 1
            kept = kept if depth else ""
        elif not kept and name and not tag[2] and _KEPT_ATTRIBUTE.search(tag[4]):
            kept, depth = name, 1
    rest = html[at:]
    return "".join((*parts, rest if kept else _text_kept(rest, found_names)))


def _text_kept(text: str, names: re.Pattern[str]) -> str:
    marked, found = names.subn(_MARK, text) if text else ("", 0)
    if not found or names.fullmatch(text.strip()):
        return marked
    return f"<{_TEXT}>{marked}</{_TEXT}>"


def _choice_kept(tag: re.Match[str], names: re.Pattern[str]) -> str:
    """A choice of a list, or a page's title, has no marks in it: one that has a name is kept as a whole."""
    begin, _end, said = tag[0].partition(">")
    if tag[1] in ("option", "title") and not _KEPT_ATTRIBUTE.search(begin) and names.search(said):
        return f'{begin} translate="no">{said}'
    return tag[0]


@lru_cache(maxsize=64)
def _pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    """Finds each of the names as HTML has it, the longest first, where it is no part of a word or of a
    sign's name ("&amp;")."""
    written = sorted((str(escape(name)) for name in names if name.strip()), key=len, reverse=True)
    return re.compile(rf"(?<![\w&#])(?:{'|'.join(map(re.escape, written))})(?!\w)") if written else None
