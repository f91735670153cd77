"""The list of putting away as its page shows it: each item with its pieces, what is missing, how it is
closed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.contract import BoxPart
from companion.put_away.checklist import CheckedPiece, Item, Missing
from companion.translation import _


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece that may be missing. tag: the number of its sticker, "": it has none. mark: (icon, words) of
    how it is, None: nobody has said. pressed: it is missing."""

    checked: CheckedPiece
    tag: str

    @property
    def mark(self) -> tuple[str, str] | None:
        words = {"missing": _("missing"), "seen": _("seen"), "whole": _("there")}
        icons = {"missing": "warning", "seen": "camera", "whole": "check"}
        status = self.checked.status
        return (icons[status], words[status]) if status in words else None

    @property
    def pressed(self) -> str:
        return "true" if self.checked.status == "missing" else "false"


@dataclass(frozen=True, slots=True)
class ItemView:
    """alone: the piece that is all of it, None: there are several, or it is counted. pieces: of several.
    counted: the part whose number is told, None: it has pieces."""

    item: Item
    alone: PieceView | None
    pieces: tuple[PieceView, ...]
    counted: BoxPart | None

    @property
    def checked(self) -> str:
        """As ARIA has it."""
        return "true" if self.item.done else "mixed" if self.item.whole else "false"

    @property
    def number(self) -> str:
        """How many it is; "": one piece with a name, or nobody can say."""
        return "" if self.alone else str(len(self.item.pieces) or self.item.part.number or "")

    @property
    def words(self) -> str:
        return self.alone.checked.piece.name if self.alone else self.item.part.words

    @property
    def seen_words(self) -> str:
        """How many of its pieces a camera has seen, while not all are."""
        item = self.item
        if not (item.pieces and item.unchecked and item.found):
            return ""
        return _("{number} of {all} seen", number=item.found, all=len(item.pieces))

    @property
    def count(self) -> str:
        return "" if self.item.count is None else str(self.item.count)


def item_view(item: Item, tagged: bool) -> ItemView:
    """tagged: pieces have stickers with their numbers."""
    views = tuple(PieceView(one, one.piece.id if tagged else "") for one in item.pieces)
    alone = views[0] if len(views) == 1 else None
    counted = item.part if item.part.number and not views else None
    return ItemView(item, alone, () if alone else views, counted)


@dataclass(frozen=True, slots=True)
class MissingView:
    """tag: of a picture of it, "": there is none. number: the piece's, or how many are missing; "": it has
    none. place: where it was last seen, "": nobody knows."""

    tag: str
    number: str
    words: str
    place: str


def missing_view(gone: Missing, place: str, tagged: bool) -> MissingView:
    piece = gone.piece
    if piece is None:
        return MissingView("", f"{gone.number}\u00a0×", gone.part.words, place)
    return MissingView(piece.tags[0], piece.id if tagged else "", piece.name, place)


@dataclass(frozen=True, slots=True)
class ClosedView:
    """That the list is closed."""

    words: str
    classes: str


def closed_view(missing: Sequence[Missing], unchecked: int) -> ClosedView:
    if missing:
        return ClosedView(_("Noted with this copy: whoever begins the next game is told."), "notice warn")
    if unchecked:
        return ClosedView(_("The box is closed. Nothing is noted as missing."), "notice")
    return ClosedView(_("Everything is back. The next players begin with a complete box."), "notice good")
