"""Makes questions of what is not sure in a scan: each with its answers, and what each says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.contract import Json
from companion.games.contract.untracked import FinalBook
from companion.games.scanned.draft import Draft
from companion.games.scanned.moves import GivePhoto, SettleDoubt, said_to_json
from companion.games.scanned.said import Said
from companion.games.scanned.tile_moves import LayGood, LayTile
from companion.scan import doubts
from companion.scan.doubts import Doubt
from companion.translation import _

CHOOSE_KINDS = frozenset({doubts.UNREAD, doubts.MAYBE, doubts.BARE, doubts.CUT})
"""Something lies there: choosing the tile answers it."""
OWNER_KINDS = frozenset({doubts.APART, doubts.BETWEEN, doubts.MATS, doubts.PLAYERS})

NUMBER = "number/"


@dataclass(frozen=True, slots=True)
class Answer:
    """A button under a question. says: what it says; without one it leads to registering the tile of a `tag`,
    or to choosing a tile for `seat` in a role ("": whichever is likeliest)."""

    words: str
    says: Said | None = None
    seat: int = 0
    tag: str = ""
    role: str = ""

    @property
    def change(self) -> Json:
        """What it says, as the page sends it; None: nothing."""
        return None if self.says is None else said_to_json(self.says)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What is not sure. key: the same for as long as it is the same; seat: the player it is about; photo: the
    id of the photo that it is about, number: the one that it has in that picture; kind: of the doubt that it
    is made of; later: it need not be asked before the score is."""

    key: str
    words: str
    answers: tuple[Answer, ...] = ()
    seat: int | None = None
    photo: str | None = None
    number: int | None = None
    tile: str | None = None
    kind: str = ""
    later: bool = False

    @property
    def is_hint(self) -> bool:
        """It leaves no tile in doubt."""
        return self.kind in doubts.HINTS

    @property
    def is_good(self) -> bool:
        return self.kind == doubts.GOOD

    @property
    def is_number(self) -> bool:
        """A number that nobody told: asked where it is typed."""
        return self.key.startswith(NUMBER)


def key_of(doubt: Doubt, photo: str | None) -> str:
    """Made of what it says and where, not of the photo's number, so that the answers stay when another photo
    is removed."""
    where = ""
    if doubt.outline and not doubt.tiles:
        x, y = (sum(values) / len(doubt.outline) for values in zip(*doubt.outline, strict=True))
        where = f"{round(x)},{round(y)}"
    return "/".join((doubt.kind, "+".join(doubt.tiles), photo or "", where))


def settled(doubt: Doubt, key: str, seat: int | None, draft: Draft, book: FinalBook) -> bool:
    """Whether a person has answered it, here or by saying where the tile lies."""
    if key in draft.settled:
        return True
    if doubt.kind == doubts.GOOD:
        return any(tile in draft.goods for tile in doubt.tiles)
    seats = range(len(draft.players))
    enough = any if doubt.kind == doubts.MAYBE else all
    return bool(doubt.tiles) and enough(
        any(f"{at}/{tile}" in draft.tiles for at in (seats if book.unique(tile) else (seat,)))
        for tile in doubt.tiles
    )


def answers(
    doubt: Doubt,
    key: str,
    seat: int | None,
    photo: str | None,
    draft: Draft,
    book: FinalBook,
    role: str,
) -> Iterator[Answer]:
    """What may be said to it. role: of its tile, as it was read."""
    tile = doubt.tiles[0] if doubt.tiles else ""
    told = dict(doubt.values)
    everyone = tuple(enumerate(who.called for who in draft.players))
    here = everyone if seat is None else ((seat, ""),)
    nothing = SettleDoubt(doubt=key)
    if doubt.kind == doubts.GOOD and tile:
        yield Answer(_("Yes"), LayGood(tile=tile, value=True, doubt=key))
        yield Answer(_("No"), LayGood(tile=tile, value=False, doubt=key))
    elif doubt.kind == doubts.FACES and tile and seat is not None and book.roles[role].other:
        for face in sorted((role, book.roles[role].other), key=book.roles.names.index):
            yield Answer(book.title(face), lay(seat, tile, face, key))
    elif doubt.kind in OWNER_KINDS and tile:
        for at, name in everyone:
            yield Answer(name, lay(at, tile, role, key))
        yield Answer(_("Nobody's"), lay(seat or 0, tile, "", key))
    elif doubt.kind in (doubts.HARD, doubts.GONE) and tile and seat is not None:
        yield Answer(_("Yes"), lay(seat, tile, role, key))
        yield Answer(_("No"), lay(seat, tile, "", key))
    elif doubt.kind == doubts.LOOKS or (doubt.kind == doubts.MAYBE and seat is not None):
        for at, name in here if doubt.kind == doubts.LOOKS else ():
            words = _("Yes, {player}’s", player=name) if name else _("Yes")
            yield Answer(words, lay(at, tile, told["role"], key))
        for each in doubt.tiles if doubt.kind == doubts.MAYBE else ():
            yield Answer(book.name(each), lay(seat or 0, each, told[f"role {each}"], key))
        yield Answer(_("Another piece"), seat=seat or 0)
        yield Answer(_("No piece lies here"), nothing)
    elif doubt.kind == doubts.UNTIED and photo:
        for at, name in everyone:
            yield Answer(name, GivePhoto(photo=photo, player=at, doubt=key))
    elif doubt.kind == doubts.STRANGE:
        yield Answer(_("Register it"), tag=told.get("tile", ""))
        yield Answer(_("It is no piece of this game"), nothing)
    elif doubt.kind in CHOOSE_KINDS:
        for at, name in here:
            yield Answer(_("Choose, for {player}", player=name) if name else _("Choose the piece"), seat=at)
        yield Answer(_("Nothing is missing"), nothing)
    else:
        yield Answer(_("It is all right"), nothing)


def lay(seat: int, tile: str, role: str, doubt: str) -> LayTile:
    """That a tile lies there; role "": it does not."""
    return LayTile(player=seat, tile=tile, role=role, doubt=doubt)
