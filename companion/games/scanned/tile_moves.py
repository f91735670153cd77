"""What people say of tiles: with whom each lies, how, with which good, and whose mat it marks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.contract.reasons import Illegal
from companion.games.contract.rules import Game
from companion.games.scanned.draft import Draft, book_of
from companion.games.scanned.said import Said
from companion.translation import _, marked


@dataclass(frozen=True, kw_only=True)
class LayTile(Said):
    """role: how the tile lies with this player; "": it does not. only: there is one such tile; marks: in this
    role it tells whose mat it is, and everybody has one."""

    do = "tile"
    player: int = field()
    tile: str
    role: str = ""
    only: bool = False
    marks: bool = False

    def in_box(self, draft: Draft, game: Game[Any]) -> LayTile:
        book = book_of(draft, game)
        if self.role and self.role not in book.roles.names:
            raise Illegal(_("A piece cannot lie like that: load the page again."))
        if self.role and self.tile not in book.ids(self.role):
            raise Illegal(
                _("There is no piece {tile} of that sort: choose one of the list.", tile=self.tile[:20])
            )
        return replace(self, only=book.unique(self.tile), marks=book.roles[self.role].marks_mat)

    def changed(self, draft: Draft) -> Draft:
        tiles = dict(draft.tiles)
        tiles[f"{self.player}/{self.tile}"] = self.role
        if self.role and self.only:
            for other in range(len(draft.players)):
                if other != self.player and f"{other}/{self.tile}" in tiles:
                    tiles[f"{other}/{self.tile}"] = ""
        if self.marks:
            for key, lying in draft.tiles.items():
                seat, _slash, tile = key.partition("/")
                if lying == self.role and seat == str(self.player) and tile != self.tile:
                    del tiles[key]
        return replace(draft, tiles=tiles)

    def saying(self) -> str:
        return marked("{tile} with {player}") if self.role else marked("{tile} not with {player}")


@dataclass(frozen=True, kw_only=True, slots=True)  # over `Decision.value`
class LayGood(Said):
    do = "good"
    tile: str
    value: bool = field()

    def in_box(self, draft: Draft, game: Game[Any]) -> LayGood:
        book = book_of(draft, game)
        if not book.good(self.tile):
            raise Illegal(_("No good can lie on {tile}.", tile=book.name(self.tile)))
        return self

    def changed(self, draft: Draft) -> Draft:
        return replace(draft, goods={**draft.goods, self.tile: self.value})

    def saying(self) -> str:
        return marked("a good on {tile}") if self.value else marked("no good on {tile}")


@dataclass(frozen=True, kw_only=True)
class GiveMat(Said):
    """Two mats change their players, so that one touch puts a pair right. tile: the mat's marker."""

    do = "mat"
    says = marked("the area with {tile} is {player}'s")
    player: int = field()
    tile: str

    def topics(self) -> tuple[str, ...]:
        return ("mats",)

    def changed(self, draft: Draft) -> Draft:
        mats = dict(draft.mats)
        before = mats.get(self.tile)
        for other, owner in draft.mats.items():
            if owner == self.player and other != self.tile and before is not None:
                mats[other] = before
        mats[self.tile] = self.player
        return replace(draft, mats=mats)


@dataclass(frozen=True, kw_only=True, slots=True)  # over `Decision.value`
class ShareTile(Said):
    """value: whether a tile that counts for all (a goal) is in play."""

    do = "shared"
    says = "{tile}"
    tile: str
    value: bool = field()

    def in_box(self, draft: Draft, game: Game[Any]) -> ShareTile:
        if self.tile not in [offer.id for offer in book_of(draft, game).shared()]:
            raise Illegal(_("There is no such piece: choose one of the list."))
        return self

    def changed(self, draft: Draft) -> Draft:
        others = tuple(tile for tile in draft.shared if tile != self.tile)
        return replace(draft, shared=tuple(sorted((*others, self.tile))) if self.value else others)
