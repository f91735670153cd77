"""Splits a rendered page into regions, and finds which of them changed between two renderings.

A template marks a region with `data-region` and an `id`; regions may be nested. Two renderings of a page are
compared region by region, so that a live update contains the smallest regions that differ; when the HTML
around all regions differs, it contains the whole page. In a region whose own HTML differs, each unchanged
nested region is replaced by an empty element with `data-kept`: the page keeps what it has. An element with
`data-regions` and an `id` is a list of regions, in any order, that may be added and removed one by one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b

from markupsafe import Markup

_ATTRIBUTES = r"""(?:[^<>"']|"[^"<]*"|'[^'<]*')*"""
_REGION_ATTRIBUTE = re.compile(r"\sdata-regions?(?=[\s/=>])")
_OPENING_TAG = re.compile(rf"<([a-z][\w-]*)(?={_ATTRIBUTES}?\sdata-region(s?)[\s/=>]){_ATTRIBUTES}>")
_NAME = re.compile(r"[\w-]+")
_ID_ATTRIBUTE = re.compile(rf"<[a-z][\w-]*{_ATTRIBUTES}?\sid=[\"']?([\w-]+)")


@dataclass(frozen=True, slots=True)
class Region:
    """A region. html: its outer HTML. inside: the ids of its nested regions. own: its HTML before, between
    and after these; of a list only its opening tag. kept: the empty element by which a page keeps it."""

    html: str
    own: tuple[str, ...]
    inside: tuple[str, ...]
    lists: bool
    kept: str


@dataclass(frozen=True, slots=True)
class Changed:
    """The difference of two renderings. regions: id to new outer HTML, with unchanged nested regions empty.
    lists: id of a list to (ids of the removed regions, outer HTML of the new ones)."""

    regions: dict[str, str] = field(default_factory=dict)
    lists: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rendering:
    """html: of the whole page. parts: the regions by id. top: ids of those in no other. around: a digest of
    the HTML in no region. stamp: a digest of the whole."""

    html: str
    parts: dict[str, Region]
    top: tuple[str, ...]
    around: str
    stamp: str

    def changes_since(self, before: Rendering | None) -> Changed | None:
        """The difference from `before`; None: the whole page is needed."""
        if before is None or before.around != self.around:
            return None
        changed = Changed()
        self._compare(before, self.top, changed)
        return changed

    def _compare(self, before: Rendering, names: tuple[str, ...], changed: Changed) -> None:
        for name in names:
            part, was = self.parts[name], before.parts[name]
            if part.html == was.html:
                continue
            if part.own != was.own or (part.inside != was.inside and not part.lists):
                changed.regions[name] = self._updated_html(part, before, was)
                continue
            kept = part.inside
            if part.lists:
                gone = tuple(item for item in was.inside if item not in part.inside)
                new = "".join(self.parts[item].html for item in part.inside if item not in was.inside)
                if gone or new:
                    changed.lists[name] = (gone, new)
                kept = tuple(item for item in part.inside if item in was.inside)
            self._compare(before, kept, changed)

    def _updated_html(self, part: Region, before: Rendering, was: Region) -> str:
        """The outer HTML of a region, with nested regions empty that are as in its former state `was`."""
        if part.lists or was.lists:
            return part.html
        pieces = [part.own[0]]
        for name, after in zip(part.inside, part.own[1:], strict=True):
            inner, old = self.parts[name], before.parts[name] if name in was.inside else None
            if old is None:
                pieces.append(inner.html)
            else:
                pieces.append(
                    inner.kept if inner.html == old.html else self._updated_html(inner, before, old)
                )
            pieces.append(after)
        return "".join(pieces)


@dataclass(slots=True)
class _OpenRegion:
    """A region while its content is read. at: the position up to which its own HTML is in `own`."""

    name: str
    tag: str
    start: int
    end: int
    at: int
    lists: bool
    own: list[str]
    inside: list[str]


def split_regions(html: str) -> Rendering:
    """Finds the regions of a rendered page. Raises ValueError for a region without an id of its own.

    This reads only HTML of our own templates: text in them is escaped, so every "<" begins a tag.
    """
    parts: dict[str, Region] = {}
    known: set[str] = set()
    last = -1
    page = _OpenRegion("", "", 0, len(html), 0, False, [], [])
    holders = [page]

    def close() -> None:
        done = holders.pop()
        if not done.lists:
            done.own.append(html[done.at : done.end])
        whole = html[done.start : done.end]
        kept = f'<{done.tag} id="{done.name}" data-kept></{done.tag}>'
        parts[done.name] = Region(whole, tuple(done.own), tuple(done.inside), done.lists, kept)

    for mark in _REGION_ATTRIBUTE.finditer(html):
        start = html.rfind("<", 0, mark.start())
        begin = _OPENING_TAG.match(html, start) if start > last else None
        if begin is None:
            continue  # text such as a name, or another attribute of the same tag
        last = start
        name = _ID_ATTRIBUTE.match(begin[0])
        if name is None or name[1] in known:
            raise ValueError(f"a region needs an id of its own: {begin[0]}")
        known.add(name[1])
        while holders[-1].end <= start:
            close()
        holder, end = holders[-1], _element_end(html, begin)
        if not holder.lists:
            holder.own.append(html[holder.at : start])
        holder.at = end
        holder.inside.append(name[1])
        own = [begin[0]] if begin[2] else []
        holders.append(_OpenRegion(name[1], begin[1], start, end, start, bool(begin[2]), own, []))
    while len(holders) > 1:
        close()
    around = "<".join([*page.own, html[page.at :], *page.inside])
    return Rendering(html, parts, tuple(page.inside), _digest(around), _digest(html))


def drawn_region(drawing: str, name: str) -> Markup:
    """An inline SVG as a region, so that an update of what is around it leaves it out; unchanged where `name`
    is not valid as an id."""
    if not _NAME.fullmatch(name):
        return Markup(drawing)
    # As a plain string: Markup would escape what is put in.
    return Markup(str(drawing).replace("<svg ", f'<svg id="{name}" data-region ', 1))


def _element_end(html: str, begin: re.Match[str]) -> int:
    """Where the element that `begin` begins ends; only elements of its own name are counted."""
    if begin[0].endswith("/>"):
        return begin.end()
    depth = 1
    for tag in _tag_pattern(begin[1]).finditer(html, begin.end()):
        depth += -1 if tag[1] else not tag[0].endswith("/>")
        if not depth:
            return tag.end()
    raise ValueError(f"the region {begin[0]} is not closed")


@cache
def _tag_pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"<(/?){name}(?=[\s/>])[^>]*>")


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=9).hexdigest()
