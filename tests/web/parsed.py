"""A page as the elements that a browser makes of it: tests look for what is shown, not how it is written."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

VOID = frozenset(
    ("area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
"""Elements without an end."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tree = TreeBuilder()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tree.start(tag, {name: value or "" for name, value in attrs})
        self.open.append(tag)
        if tag in VOID:
            self.handle_endtag(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1:] == [tag], f"</{tag}> ends no element"
        self.open.pop()
        self.tree.end(tag)

    def handle_data(self, data: str) -> None:
        self.tree.data(data)


def parsed(html: str) -> Element:
    """The elements of a page or of a part of one, in one called "page"; `find` and `findall` take paths such
    as ".//li[@class='told']"."""
    reader = _Reader()
    reader.tree.start("page", {})
    reader.feed(html)
    reader.close()
    assert not reader.open, f"<{reader.open[-1]}> has no end"
    reader.tree.end("page")
    return reader.tree.close()


def words(element: Element | None) -> str:
    """What an element says, each run of spaces as one."""
    assert element is not None, "there is no such element"
    return " ".join("".join(element.itertext()).split())


def cells(html: str) -> list[list[str]]:
    """What the cells of each row of a page's tables say, of the rows that begin with a heading."""
    rows = [[*row] for row in parsed(html).iter("tr")]
    return [[words(cell) for cell in row] for row in rows if row and row[0].get("scope") == "row"]
