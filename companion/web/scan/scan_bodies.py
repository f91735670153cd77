"""What a phone says about a finished table: each change as JSON, and the step that the phone saw.

What a change does, and whether it can be, says `companion.scan.changes`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.scan.changes import Change
from companion.translation import marked
from companion.web.play.bodies import Key, SeenNumber
from companion.web.request.json_body import said

_SHORT = marked("The page sent too little: load it again.")

Seat = Annotated[int, said(marked("There is no such player: load the page again."), ge=0, le=99)]
Name = Annotated[str, said(_SHORT, min_length=1)]
CountedMarks = Annotated[dict[str, str], said(_SHORT)]
Typed = int | str | None
"""A number as it was typed; what is none is refused by its own sentence."""


class _Change(Struct, kw_only=True, tag_field="do"):
    """doubt: the one that it answers."""

    doubt: str | UnsetType = UNSET

    def change(self) -> Change:
        found: dict[str, object] = msgspec.to_builtins(self)
        return found


class NamedPlayer(Struct):
    name: str
    colour: str


class NamePlayers(_Change, tag="players"):
    players: Annotated[list[NamedPlayer], said(marked("Say who played: load the page again."))]


class TypeNumber(_Change, tag="number"):
    player: Seat
    name: Name
    value: Typed


class TypeNumbers(_Change, tag="numbers"):
    """values: by the numbers' names."""

    player: Seat
    values: Annotated[
        dict[str, Typed], said(marked("The numbers did not arrive: load the page and enter them again."))
    ]


class LayTile(_Change, tag="tile"):
    """role: how the tile lies with this player; "": it does not."""

    player: Seat
    tile: Name
    role: str = ""


class LayGood(_Change, tag="good"):
    tile: Name
    value: bool


class GiveMat(_Change, tag="mat"):
    """tile: the mat's marker."""

    tile: Name
    player: Seat


class ShareTile(_Change, tag="shared"):
    tile: Name
    value: bool


class DropPhoto(_Change, tag="drop"):
    photo: Name


class GivePhoto(_Change, tag="taken"):
    """player: whose it is; null: of the whole table."""

    photo: Name
    player: Seat | None


class ConfirmCount(_Change, tag="counted"):
    """The tiles of a player are counted. mark ("as" in JSON): what was counted. all: instead, the marks of
    several, by seat."""

    player: Seat | UnsetType = UNSET
    mark: Name | UnsetType = msgspec.field(name="as", default=UNSET)
    all: CountedMarks | UnsetType = UNSET


class SettleDoubt(_Change, tag="settle"):
    """Nothing has to be changed for it."""


AnyChange = (
    NamePlayers
    | TypeNumber
    | TypeNumbers
    | LayTile
    | LayGood
    | GiveMat
    | ShareTile
    | DropPhoto
    | GivePhoto
    | ConfirmCount
    | SettleDoubt
)


class ScanStep(Struct):
    """seen: the number of the change that the phone last saw. key: the request's own."""

    seen: SeenNumber
    key: Key


class SayBody(ScanStep):
    change: AnyChange
