"""A rendered page in parts: what changes with the game, apart from what stands still.

A template marks a part with `data-region` and an `id`. Two renderings of a page are compared part by part,
so that a live update carries only what differs; when what stands around the parts differs too, all of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

_ATTRIBUTES = r"""(?:[^<>"']|"[^"<]*"|'[^'<]*')*"""
_BEGINS = re.compile(rf"<([a-z][\w-]*)(?={_ATTRIBUTES}?\sdata-region[\s/=>]){_ATTRIBUTES}>")
_ID = re.compile(rf"<[a-z][\w-]*{_ATTRIBUTES}?\sid=[\"']?([\w-]+)")


@dataclass(frozen=True, slots=True)
class Rendering:
    """html: the whole. parts: region id to its outer HTML. around: a digest of the rest. stamp: of all."""

    html: str
    parts: dict[str, str]
    around: str
    stamp: str

    def since(self, before: Rendering | None) -> dict[str, str] | None:
        """The parts that differ from those of `before`; None: only the whole will do."""
        if before is None or before.around != self.around or before.parts.keys() != self.parts.keys():
            return None
        return {name: html for name, html in self.parts.items() if before.parts[name] != html}


def split(html: str) -> Rendering:
    """Finds the regions of a rendered page. Raises ValueError for a region without an id, or in a region.

    This is no reading of any HTML, but of our own templates': text in them is escaped, so a "<" begins a tag.
    """
    parts, around, at = {}, [], 0
    for begin in _BEGINS.finditer(html):
        name = _ID.search(begin[0])
        if name is None or name[1] in parts or begin.start() < at:
            raise ValueError(f"a region needs an id of its own and lies in no other: {begin[0]}")
        end = _end(html, begin)
        parts[name[1]] = html[begin.start() : end]
        around += [html[at : begin.start()], name[1]]
        at = end
    around.append(html[at:])
    return Rendering(html, parts, _digest("".join(around)), _digest(html))


def _end(html: str, begin: re.Match[str]) -> int:
    """Where the element that `begin` begins ends; only elements of its own name are counted."""
    if begin[0].endswith("/>"):
        return begin.end()
    depth = 1
    for tag in _tags(begin[1]).finditer(html, begin.end()):
        depth += -1 if tag[1] else not tag[0].endswith("/>")
        if not depth:
            return tag.end()
    raise ValueError(f"the region {begin[0]} is not closed")


@cache
def _tags(name: str) -> re.Pattern[str]:
    return re.compile(rf"<(/?){name}(?=[\s/>])[^>]*>")


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=9).hexdigest()
