"""What brings an element's HTML to what it is now, as small as can be: what an update carries of a region.

To read HTML, to compare it with what stands there and to lay out anew what did not change is most of what an
update costs a slow device. So it is compared here, once for all devices, and what is sent names the nodes
that differ by their places, counted as a browser counts `childNodes`.

An edit is one of
  [path, "text", words]: the text node there says `words`
  [path, "attributes", {name: value, or null for one that is gone}]
  [path, "children", many, first, count, piece]: of its `many` child nodes the `count` from `first` on become
    the children of the piece of that number
  [path, "all", piece]: it becomes the only child of that piece
and pieces are elements of their own, one after another, so that a browser reads all of them at once.

This is no reading of any HTML, but of our own templates': text in them is escaped, and what is opened is
closed. An element of another kind comes as a whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from html import unescape
from typing import Any

Edit = list[Any]

_TAG = re.compile(r"""<(/?)([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(/?)>""", re.I)
_ATTRIBUTE = re.compile(r"""([^\s=/"'<>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?""")
_VOID = frozenset(("area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"))
_WHOLE = frozenset(("svg", "script", "style", "table", "select", "textarea", "pre"))
"""Their insides are read by rules of their own, so they are changed as one."""


class _Unread(ValueError):
    """HTML that is not ours."""


@dataclass(slots=True)
class _Node:
    """html: the whole of it. name: of its tag; "" for text. whole: it is changed as one."""

    name: str
    tag: str
    start: int
    html: str = ""
    whole: bool = False
    children: list[_Node] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)

    def alike(self, other: _Node) -> bool:
        """One can become the other, as patch.js sees it."""
        return self.name == other.name and self.attributes.get("id", "") == other.attributes.get("id", "")


class Edits:
    """Collects what brings regions from one rendering to the next."""

    def __init__(self) -> None:
        self.pieces: list[str] = []

    def of(self, old: str, new: str) -> list[Edit]:
        """The edits that bring the element with the HTML `old` to `new`, in the order they are to be made."""
        edits: list[Edit] = []
        try:
            before, after = _read(old), _read(new)
        except _Unread:
            return [[[], "all", self._piece(new)]]
        if before.whole or after.whole or not before.alike(after):
            return [[[], "all", self._piece(new)]]
        self._compare(before, after, [], edits)
        return edits

    def _piece(self, html: str) -> int:
        self.pieces.append(f"<div>{html}</div>")
        return len(self.pieces) - 1

    def _compare(self, old: _Node, new: _Node, path: list[int], edits: list[Edit]) -> None:
        if old.tag != new.tag:
            gone: dict[str, str | None] = dict.fromkeys(old.attributes.keys() - new.attributes.keys())
            differ = {name: it for name, it in new.attributes.items() if old.attributes.get(name) != it}
            edits.append([path, "attributes", gone | differ])
        was, now = old.children, new.children
        first, last = 0, 0
        while first < min(len(was), len(now)) and was[first].html == now[first].html:
            first += 1
        while last < min(len(was), len(now)) - first and was[-1 - last].html == now[-1 - last].html:
            last += 1
        some = [node.html for node in was[first : len(was) - last]]
        others = [node.html for node in now[first : len(now) - last]]
        many = len(was)
        # From behind, so that what comes and goes moves nothing that is still to be named.
        for what, i, j, k, end in reversed(SequenceMatcher(None, some, others, autojunk=False).get_opcodes()):
            if what == "equal":
                continue
            if j - i == end - k:
                for n in reversed(range(j - i)):
                    self._become(was[first + i + n], now[first + k + n], path, many, first + i + n, edits)
                continue
            html = "".join(others[k:end])
            edits.append([path, "children", many, first + i, j - i, self._piece(html) if html else None])
            many += (end - k) - (j - i)

    def _become(
        self, old: _Node, new: _Node, path: list[int], many: int, place: int, edits: list[Edit]
    ) -> None:
        """`old` is one of `many` children of what is at `path`, and in its place comes `new`."""
        if old.whole or new.whole or not old.alike(new):
            edits.append([path, "children", many, place, 1, self._piece(new.html)])
        elif not old.name:
            edits.append([[*path, place], "text", unescape(new.html)])
        else:
            self._compare(old, new, [*path, place], edits)


def _read(html: str) -> _Node:
    """The one element that `html` is."""
    top = _Node("", "", 0)
    open_ = [top]
    at = 0
    while at < len(html):
        if html[at] != "<":
            end = html.find("<", at)
            end = len(html) if end < 0 else end
            open_[-1].children.append(_Node("", "", at, html[at:end]))
            at = end
            continue
        tag = _TAG.match(html, at)
        if tag is None:
            raise _Unread(html[at : at + 40])
        closes, name, said, itself = tag[1], tag[2], tag[3], tag[4]
        begin, at = at, tag.end()
        if closes:
            node = open_.pop()
            if node.name != name or not open_:
                raise _Unread(tag[0])
            node.html = html[node.start : at]
            continue
        node = _Node(name, tag[0], begin)
        node.attributes = {it[1]: _value(it[2] or "") for it in _ATTRIBUTE.finditer(said)}
        open_[-1].children.append(node)
        if name == "script":
            open_[-1].whole = True  # what comes folded may stand there unfolded
        if itself or name in _VOID:
            node.html, node.whole = tag[0], True
        elif name in _WHOLE:
            closing = f"</{name}>"
            end = html.find(closing, at)
            if end < 0 or html.find(f"<{name}", at, end) >= 0:
                raise _Unread(tag[0])
            at = end + len(closing)
            node.html, node.whole = html[begin:at], True
        else:
            open_.append(node)
    if len(open_) != 1 or len(top.children) != 1 or not top.children[0].name:
        raise _Unread(html[:40])
    return top.children[0]


def _value(said: str) -> str:
    return unescape(said[1:-1] if said[:1] in ("'", '"') else said)
