"""Papers and label sheets: where on the page a sticker may lie. All sizes in mm.

Of the label sheets, the 35 mm and the 1.5 inch squares take tags for a camera over the whole table; the small
ones take tags for photos of one mat, or for a camera near the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

PAPERS: dict[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height."""
_INCH = 25.4


@dataclass(frozen=True, slots=True)
class Labels:
    """A sheet of equal labels. left, top: of the first one; pitch: from each to the next; symbol: the side of
    the tag that fits with its quiet zone, its name, and the error of a printer's feed."""

    name: str
    paper: str
    across: int
    down: int
    left: float
    top: float
    width: float
    height: float
    pitch_x: float
    pitch_y: float
    symbol: float

    def places(self) -> Iterator[tuple[float, float]]:
        """The upper left corner of each label, row by row."""
        for row in range(self.down):
            for column in range(self.across):
                yield self.left + column * self.pitch_x, self.top + row * self.pitch_y


LABELS: dict[str, Labels] = {
    labels.name: labels
    for labels in (
        Labels("l7120", "a4", 5, 7, 7.5, 11.0, 35.0, 35.0, 40.0, 40.0, symbol=25.0),
        Labels("l4731", "a4", 7, 27, 9.0, 13.5, 25.4, 10.0, 27.9, 10.0, symbol=7.6),
        Labels(
            "22805",
            "letter",
            4,
            6,
            0.78125 * _INCH,
            0.5 * _INCH,
            1.5 * _INCH,
            1.5 * _INCH,
            1.8125 * _INCH,
            1.7 * _INCH,
            symbol=27.0,
        ),
        Labels(
            "5167",
            "letter",
            4,
            20,
            0.28125 * _INCH,
            0.5 * _INCH,
            1.75 * _INCH,
            0.5 * _INCH,
            2.0625 * _INCH,
            0.5 * _INCH,
            symbol=9.5,
        ),
    )
}
"""By the maker's number (Avery): L7120 and L4731 on A4, 22805 and 5167 on US Letter."""
