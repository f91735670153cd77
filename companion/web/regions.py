"""A rendered page in parts: what changes with the game, apart from what stands still.

A template marks a part with `data-region` and an `id`. Two renderings of a page are compared part by part,
so that a live update carries only what differs; when what stands around the parts differs too, all of it.
Parts may lie in an element with `data-regions` and an `id`, a list in any order: they may come and go.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

_ATTRIBUTES = r"""(?:[^<>"']|"[^"<]*"|'[^'<]*')*"""
_MARK = re.compile(r"\sdata-regions?(?=[\s/=>])")
_BEGINS = re.compile(rf"<([a-z][\w-]*)(?={_ATTRIBUTES}?\sdata-region(s?)[\s/=>]){_ATTRIBUTES}>")
_ID = re.compile(rf"<[a-z][\w-]*{_ATTRIBUTES}?\sid=[\"']?([\w-]+)")


@dataclass(frozen=True, slots=True)
class Changed:
    """What brings one rendering to another. regions: id to its new outer HTML. lists: id of a list to
    (ids of the parts that are gone, outer HTML of the new ones)."""

    regions: dict[str, str]
    lists: dict[str, tuple[tuple[str, ...], str]]


@dataclass(frozen=True, slots=True)
class Rendering:
    """html: the whole. parts: region id to its outer HTML. lists: id of a list to the regions in it.
    around: a digest of the rest. stamp: of all."""

    html: str
    parts: dict[str, str]
    lists: dict[str, tuple[str, ...]]
    around: str
    stamp: str

    def since(self, before: Rendering | None) -> Changed | None:
        """What differs from `before`; None: only the whole will do."""
        if before is None or before.around != self.around:
            return None
        regions = {name: html for name, html in self.parts.items() if before.parts.get(name, html) != html}
        lists = {}
        for name, items in self.lists.items():
            had = before.lists[name]
            gone = tuple(item for item in had if item not in self.parts)
            new = "".join(self.parts[item] for item in items if item not in before.parts)
            if gone or new:
                lists[name] = (gone, new)
        return Changed(regions, lists)


def split(html: str) -> Rendering:
    """Finds the regions of a rendered page. Raises ValueError for a region without an id, or in a region.

    This is no reading of any HTML, but of our own templates': text in them is escaped, so a "<" begins a tag.
    """
    parts: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    around: list[str] = []
    at, last, holder, closes = 0, -1, "", -1
    for mark in _MARK.finditer(html):
        start = html.rfind("<", 0, mark.start())
        begin = _BEGINS.match(html, start) if start > last else None
        if begin is None:
            continue  # somebody's name, or a second mark in the same tag
        last = start
        if holder and start > closes:
            at, holder = closes, ""
        name = _ID.match(begin[0])
        if name is None or name[1] in parts or name[1] in lists or start < at or (holder and begin[2]):
            raise ValueError(f"a region needs an id of its own and lies in no other: {begin[0]}")
        end = _end(html, begin)
        if holder:
            lists[holder] += (name[1],)
        else:
            around += [html[at:start], name[1]]
        if begin[2]:
            lists[name[1]], holder, closes = (), name[1], html.rindex("</", start, end)
            around.append(begin[0])
            at = begin.end()
        else:
            parts[name[1]] = html[start:end]
            at = end
    around.append(html[max(at, closes) if holder else at :])
    return Rendering(html, parts, lists, _digest("".join(around)), _digest(html))


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
