"""Makes questions of what is not sure in a scan: each with its answers, and what each says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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

ASKED_BY_GAME = frozenset({doubts.NO_MARKER, doubts.MARKERS})
"""The game itself says what is wrong with a player's mat, when people have said what they had to."""
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
    id of the photo that it is about, number: the one that it has in that picture; later: it need not be asked
    before the score is."""

    key: str
    words: str
    answers: tuple[Answer, ...] = ()
    seat: int | None = None
    photo: str | None = None
    number: int | None = None
    tile: str | None = None
    later: bool = False

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
    if key in draft.settled or doubt.kind in ASKED_BY_GAME:
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
    role: Callable[[str], str],
) -> Iterator[Answer]:
    """What may be said to it. role: of a tile, as it was read."""
    tile = doubt.tiles[0] if doubt.tiles else ""
    roles = book.roles
    everyone = tuple(enumerate(who.called for who in draft.players))
    if doubt.kind == doubts.GOOD and tile:
        yield Answer(_("Yes"), LayGood(tile=tile, value=True, doubt=key))
        yield Answer(_("No"), LayGood(tile=tile, value=False, doubt=key))
    elif doubt.kind == doubts.FACES and tile and seat is not None and roles[role(tile)].other:
        for face in sorted((role(tile), roles[role(tile)].other), key=roles.names.index):
            yield Answer(book.title(face), lay(seat, tile, face, key))
    elif doubt.kind in OWNER_KINDS and tile:
        for at, name in everyone:
            yield Answer(name, lay(at, tile, role(tile), key))
        yield Answer(_("Nobody's"), lay(seat or 0, tile, "", key))
    elif doubt.kind in (doubts.HARD, doubts.GONE) and tile and seat is not None:
        yield Answer(_("Yes"), lay(seat, tile, role(tile), key))
        yield Answer(_("No"), lay(seat, tile, "", key))
    elif doubt.kind == doubts.LOOKS and tile:
        lies_as = dict(doubt.values)["role"]
        for at, name in everyone if seat is None else ((seat, ""),):
            yield Answer(_("Yes, {player}’s", player=name) if name else _("Yes"), lay(at, tile, lies_as, key))
        yield Answer(_("Another tile"), seat=seat or 0)
        yield Answer(_("No tile lies here"), SettleDoubt(doubt=key))
    elif doubt.kind == doubts.MAYBE and seat is not None:
        for each in doubt.tiles:
            yield Answer(book.name(each), lay(seat, each, dict(doubt.values)[f"role {each}"], key))
        yield Answer(_("Another tile"), seat=seat)
        yield Answer(_("No tile lies here"), SettleDoubt(doubt=key))
    elif doubt.kind == doubts.UNTIED and photo:
        for at, name in everyone:
            yield Answer(name, GivePhoto(photo=photo, player=at, doubt=key))
    elif doubt.kind == doubts.STRANGE:
        yield Answer(_("Register it"), tag=dict(doubt.values).get("tile", ""))
        yield Answer(_("It is no tile of this game"), SettleDoubt(doubt=key))
    elif doubt.kind in CHOOSE_KINDS:
        for at, name in everyone if seat is None else ((seat, ""),):
            yield Answer(_("Choose, for {player}", player=name) if name else _("Choose the tile"), seat=at)
        yield Answer(_("Nothing is missing"), SettleDoubt(doubt=key))
    else:
        yield Answer(_("It is all right"), SettleDoubt(doubt=key))


def lay(seat: int, tile: str, role: str, doubt: str) -> LayTile:
    """That a tile lies there; role "": it does not."""
    return LayTile(player=seat, tile=tile, role=role, doubt=doubt)
