"""All moves of a finished table; here those of its photos, and those that say no more than that something was
asked or answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace

import msgspec

from companion.games.contract.decisions import Json, decision_from_json, decision_to_json, moves_by_name
from companion.games.contract.reasons import Illegal
from companion.games.scanned.draft import Draft, PhotoRef
from companion.games.scanned.player_moves import ConfirmCounts, NamePlayers, TypeNumbers
from companion.games.scanned.said import Named, Said, too_little
from companion.games.scanned.tile_moves import GiveMat, LayGood, LayTile, ShareTile
from companion.translation import _, marked

MAX_PHOTOS = 30
"""Of one scan."""


@dataclass(frozen=True, kw_only=True)
class AddPhoto(Said):
    """A photo that was read. photo: its id in the store; player: whose tiles it shows, None: the whole table;
    mats: the mats that it or one before shows, each with its player."""

    do = "add"
    says = marked("a photo")
    photo: str
    mats: dict[str, int] = field(default_factory=dict)

    def check(self, draft: Draft) -> None:
        super().check(draft)
        if len(draft.shots) >= MAX_PHOTOS:
            raise Illegal(
                _("A scan has {most} photos at most: take one that is not needed out.", most=MAX_PHOTOS)
            )

    def changed(self, draft: Draft) -> Draft:
        shots = (*draft.shots, PhotoRef(self.photo, self.player))
        return replace(draft, shots=shots, mats={**self.mats, **draft.mats})


@dataclass(frozen=True, kw_only=True)
class DropPhoto(Said):
    do = "drop"
    says = marked("a photo taken out")
    photo: str

    def changed(self, draft: Draft) -> Draft:
        return replace(draft, shots=tuple(shot for shot in draft.shots if shot.id != self.photo))


@dataclass(frozen=True, kw_only=True)
class GivePhoto(Said):
    """player: whose tiles the photo shows; None: the whole table's."""

    do = "taken"
    says = marked("whose photo it is")
    photo: str
    player: int | None = field()

    def changed(self, draft: Draft) -> Draft:
        return replace(
            draft,
            shots=tuple(replace(s, player=self.player) if s.id == self.photo else s for s in draft.shots),
        )


@dataclass(frozen=True, kw_only=True)
class SettleDoubt(Said):
    """A question is answered, and nothing has to be changed for it."""

    do = "settle"
    says = marked("a question answered")

    def topics(self) -> tuple[str, ...]:
        return ()

    def check(self, draft: Draft) -> None:
        if not self.doubt:
            raise too_little()


@dataclass(frozen=True, kw_only=True)
class AskScore(Said):
    """The score is asked for, which nobody would take back. keep: its result is to be in the history of
    plays."""

    do = "score"
    changes_state = False
    keep: bool

    def saying(self) -> str:
        return marked("the result kept") if self.keep else marked("the score asked for")


@dataclass(frozen=True, kw_only=True)
class Earlier(Said):
    """What was said before finished tables were tables. said: as it was kept then; draft: all that held after
    it, so that it holds whatever is refused today."""

    do = "earlier"
    draft: dict[str, Json]
    said: dict[str, Json]

    def check(self, draft: Draft) -> None:
        self.changed(draft)

    def changed(self, draft: Draft) -> Draft:
        try:
            return msgspec.convert(self.draft, Draft)
        except msgspec.ValidationError:
            raise too_little() from None

    def told(self, draft: Draft, name: Named) -> str:
        try:
            return said_from_json(self.said).told(draft, name)
        except (Illegal, ValueError):
            return _("a question answered")


SAYABLE: tuple[type[Said], ...] = (
    NamePlayers,
    TypeNumbers,
    LayTile,
    LayGood,
    GiveMat,
    ShareTile,
    DropPhoto,
    GivePhoto,
    ConfirmCounts,
    SettleDoubt,
)
"""What a page may say; the others are the server's own."""
MOVES = (*SAYABLE, AddPhoto, AskScore, Earlier)


def said_from_json(data: Mapping[str, Json], kinds: tuple[type[Said], ...] = MOVES) -> Said:
    """What a page says, as JSON. Of one player, what was counted may be said as `as`; of one number, its
    `name` and `value` as `number`. Raises Illegal."""
    if data.get("do") == ConfirmCounts.do and "as" in data:
        data = {"do": ConfirmCounts.do, "all": {str(data.get("player")): data["as"]}}
    elif data.get("do") == "number":
        values = {str(data.get("name", "")): data.get("value", "")}
        rest = {name: told for name, told in data.items() if name not in ("name", "value")}
        data = {**rest, "do": TypeNumbers.do, "values": values}
    return decision_from_json(moves_by_name(kinds), data)


def said_to_json(said: Said) -> dict[str, Json]:
    """As `said_from_json` reads it, without what goes without saying."""
    required = {f.name for f in fields(said) if f.default is f.default_factory is MISSING} | {"do", "role"}
    return {n: value for n, value in decision_to_json(said).items() if value or n in required}
