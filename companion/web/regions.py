"""A rendered page in parts: what changes with the game, apart from what stands still.

A template marks a part with `data-region` and an `id`. Two renderings of a page are compared part by part,
so that a live update carries only what differs; when what stands around the parts differs too, all of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from html.parser import HTMLParser

_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)


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
    """Finds the regions of a rendered page. Raises ValueError for a region without an id, or in a region."""
    finder = _Finder(html)
    finder.feed(html)
    finder.close()
    if finder.open:
        raise ValueError(f"the region {finder.open!r} is not closed")
    around, at = [], 0
    for name, (begin, end) in finder.found.items():
        around += [html[at:begin], name]
        at = end
    around.append(html[at:])
    return Rendering(
        html,
        {name: html[begin:end] for name, (begin, end) in finder.found.items()},
        _digest("".join(around)),
        _digest(html),
    )


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=9).hexdigest()


class _Finder(HTMLParser):
    """Notes where each region begins and ends; depth counts elements with the region's own tag name only,
    so that an unclosed <p> or <li> within is no trouble."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: dict[str, tuple[int, int]] = {}
        self.open = ""
        self._tag = ""
        self._depth = 0
        self._begin = 0
        self._lines = [0]
        for line in html.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._html = html

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "data-region" in given:
            name = given.get("id") or ""
            if not name or name in self.found or self.open:
                raise ValueError(f"a region needs an id of its own and lies in no other: <{tag} id={name!r}>")
            self.open, self._tag, self._depth, self._begin = name, tag, 1, self._here()
        elif self.open and tag == self._tag and tag not in _VOID:
            self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Such an element holds nothing and ends by itself (SVG); in HTML it is a start tag."""

    def handle_endtag(self, tag: str) -> None:
        if self.open and tag == self._tag:
            self._depth -= 1
            if not self._depth:
                end = self._html.index(">", self._here()) + 1
                self.found[self.open] = (self._begin, end)
                self.open = ""
