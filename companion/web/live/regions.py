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
class RegionOutline:
    """What of a region tells whether it changed. whole: a hash of its outer HTML. own: one of its HTML
    before, between and after the regions in it; of a list only of its opening tag. inside: their ids."""

    whole: int
    own: int
    inside: tuple[str, ...]
    lists: bool


@dataclass(frozen=True, slots=True)
class Region:
    """A region. page: the HTML that it is in, from start to end. own: where its HTML before, between and
    after its nested regions begins and ends there. kept: the empty element by which a page keeps it."""

    outline: RegionOutline
    page: str = field(repr=False)
    start: int
    end: int
    own: tuple[tuple[int, int], ...]
    kept: str

    @property
    def html(self) -> str:
        """Its outer HTML."""
        return self.page[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Changed:
    """The difference of two renderings. regions: id to new outer HTML, with unchanged nested regions empty.
    lists: id of a list to (ids of the removed regions, outer HTML of the new ones)."""

    regions: dict[str, str] = field(default_factory=dict)
    lists: dict[str, tuple[tuple[str, ...], str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outline:
    """What a later rendering needs of this one, without its HTML; see Rendering."""

    parts: dict[str, RegionOutline]
    around: str
    stamp: str


@dataclass(frozen=True, slots=True)
class Rendering:
    """html: of the whole page. parts: the regions by id. top: ids of those in no other. around: a digest of
    the HTML in no region. stamp: a digest of the whole."""

    html: str
    parts: dict[str, Region]
    top: tuple[str, ...]
    around: str
    stamp: str

    def outline(self, before: Outline | None = None) -> Outline:
        """Its outline, which shares with the one before what did not change."""
        parts = {}
        for name, part in self.parts.items():
            was = before.parts.get(name) if before is not None else None
            parts[name] = was if was is not None and was == part.outline else part.outline
        return Outline(parts, self.around, self.stamp)

    def changes_since(self, before: Outline | None) -> Changed | None:
        """The difference from `before`; None: the whole page is needed."""
        if before is None or before.around != self.around:
            return None
        changed = Changed()
        self._compare(before, self.top, changed)
        return changed

    def _compare(self, before: Outline, names: tuple[str, ...], changed: Changed) -> None:
        for name in names:
            part, was = self.parts[name].outline, before.parts[name]
            if part.whole == was.whole:
                continue
            if part.own != was.own or (part.inside != was.inside and not part.lists):
                changed.regions[name] = self._updated_html(self.parts[name], before, was)
                continue
            kept = part.inside
            if part.lists:
                gone = tuple(item for item in was.inside if item not in part.inside)
                new = "".join(self.parts[item].html for item in part.inside if item not in was.inside)
                if gone or new:
                    changed.lists[name] = (gone, new)
                kept = tuple(item for item in part.inside if item in was.inside)
            self._compare(before, kept, changed)

    def _updated_html(self, part: Region, before: Outline, was: RegionOutline) -> str:
        """The outer HTML of a region, with nested regions empty that are as in its former state `was`."""
        if part.outline.lists or was.lists:
            return part.html
        own = [self.html[start:end] for start, end in part.own]
        pieces = [own[0]]
        for name, after in zip(part.outline.inside, own[1:], strict=True):
            inner, old = self.parts[name], before.parts[name] if name in was.inside else None
            if old is None:
                pieces.append(inner.html)
            elif inner.outline.whole == old.whole:
                pieces.append(inner.kept)
            else:
                pieces.append(self._updated_html(inner, before, old))
            pieces.append(after)
        return "".join(pieces)


@dataclass(slots=True)
class _OpenRegion:
    """A region while its content is read. opening: its tag, whole; at: the position up to which its own HTML
    is in `own`."""

    name: str
    tag: str
    opening: str
    start: int
    end: int
    at: int
    lists: bool
    own: list[tuple[int, int]]
    inside: list[str]


def split_regions(html: str) -> Rendering:
    """Finds the regions of a rendered page. Raises ValueError for a region without an id of its own.

    This reads only HTML of our own templates: text in them is escaped, so every "<" begins a tag.
    """
    parts: dict[str, Region] = {}
    known: set[str] = set()
    last = -1
    page = _OpenRegion("", "", "", 0, len(html), 0, False, [], [])
    holders = [page]

    def close() -> None:
        done = holders.pop()
        done.own.append((done.at, done.end))
        between = tuple(html[start:end] for start, end in done.own)
        own = hash(done.opening if done.lists else between)
        whole = hash((between, *(parts[name].outline.whole for name in done.inside)))
        kept = f'<{done.tag} id="{done.name}" data-kept></{done.tag}>'
        outline = RegionOutline(whole, own, tuple(done.inside), done.lists)
        parts[done.name] = Region(outline, html, done.start, done.end, tuple(done.own), kept)

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
        holder.own.append((holder.at, start))
        holder.at = end
        holder.inside.append(name[1])
        holders.append(_OpenRegion(name[1], begin[1], begin[0], start, end, start, bool(begin[2]), [], []))
    while len(holders) > 1:
        close()
    around = "<".join([*(html[start:end] for start, end in page.own), html[page.at :], *page.inside])
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
