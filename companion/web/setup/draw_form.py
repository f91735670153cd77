"""What chance decides at setup, entered by hand: a field for each thing that comes up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.contract import Draw
from companion.translation import _
from companion.web.live.choosable import Attributes, Choosable, boxes, options

MOST_BOXES = 5
"""Names of which each is a button; more are a list."""


@dataclass(frozen=True, slots=True)
class DrawnField:
    """What came up at one place. field: its name; row: which place it is; label: of its group; boxes: few
    names, else options. shown_row: the row beside its buttons, "": it is the only one."""

    field: str
    row: str
    label: str
    boxes: tuple[Choosable, ...]
    options: tuple[Choosable, ...]
    shown_row: str
    classes: str
    row_classes: str


@dataclass(frozen=True, slots=True)
class DrawForm:
    """A setup draw on its page. again: its words stand above the draw before it already. attributes: of its
    group, for the page's script."""

    draw: Draw
    fields: tuple[DrawnField, ...]
    wrong: str
    again: bool
    attributes: Attributes

    @property
    def words(self) -> str:
        return self.draw.words or _("Draw: {what}", what=self.draw.what)

    @property
    def legend_attributes(self) -> Attributes:
        return {"class": "hidden-visually"} if self.again else {}


def draw_form(
    draw: Draw,
    count: int,
    names: Sequence[tuple[str, str]],
    given: Sequence[str],
    wrong: str,
    before: Draw | None,
) -> DrawForm:
    """count: how many come up. names: what may, (name, words) each; given: what is filled in. before: the
    draw above it."""
    each_once = {"data-each-once": ""} if draw.ordered else {}
    all_of_them = {"data-all": ""} if draw.ordered and count == len(names) else {}
    return DrawForm(
        draw,
        tuple(_field(draw, n, count, names, given[n] if n < len(given) else "") for n in range(count)),
        wrong,
        before is not None and bool(draw.words) and before.words == draw.words,
        each_once | all_of_them,
    )


def _field(draw: Draw, n: int, count: int, names: Sequence[tuple[str, str]], given: str) -> DrawnField:
    row = draw.rows[n] if draw.rows else str(n + 1)
    few, shown = len(names) <= MOST_BOXES, row if count > 1 else ""
    return DrawnField(
        f"drawn-{draw.what}-{n}",
        row,
        f"{draw.words} {shown}".strip(),
        boxes(names, given) if few else (),
        () if few else options((("", _("choose")), *names), given or None),
        shown,
        "choices pair" if len(names) == 2 and count == 1 else "choices",
        "draw-row draw-row-words" if draw.rows else "draw-row",
    )
