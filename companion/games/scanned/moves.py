"""What people say to a finished table, each a move: what it is about, what it does, its words.

Moves say what is, never what to add, so that the same one twice is one. Two phones speak to one table: a move
is outdated only when what it is about has changed since that phone looked. What a move must know of the tiles
is in it (`in_box`), so that a table replays whatever box is in use by then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, TypedDict

import msgspec

from companion.games.contract.decisions import Json, Move, decision_from_json, decision_to_json, moves_by_name
from companion.games.contract.player_names import checked_name, name_key
from companion.games.contract.reasons import Illegal
from companion.games.contract.rules import Game
from companion.games.scanned.draft import Draft, PhotoRef, ScanPlayer
from companion.games.scanned.roles import Roles, book_of
from companion.translation import _

MAX_NUMBER = 9999
MAX_KEY = 200
"""Letters of a doubt's key."""
MAX_NAME = 80
"""Letters of a number's name."""
MAX_PHOTOS = 30
"""Of one scan."""

Named = Callable[[str], str]
"""From a tile to its name."""


@dataclass(frozen=True, kw_only=True)
class Said(Move[Draft]):
    """player: the seat that it is about, None: no one seat. doubt: the key of the question that it answers;
    "": none."""

    player: int | None = field(default_factory=lambda: None)  # no attribute of the class: others require it
    doubt: str = ""

    @property
    def about(self) -> frozenset[str]:
        """Two that share none of these never disturb each other."""
        return frozenset((*self.topics(), f"doubt/{self.doubt}") if self.doubt else self.topics())

    def topics(self) -> tuple[str, ...]:
        """What it is about: its tile, its photo, or what it alone says."""
        photo, tile = getattr(self, "photo", ""), getattr(self, "tile", "")
        return (f"photo/{photo}",) if photo else (f"{self.do}/{tile}" if tile else self.do,)

    def in_box(self, draft: Draft, game: Game[Any]) -> Said:
        """The same with what `game`, with the box in use, says of it. Raises Illegal."""
        return self

    def offered_as(self, state: Draft) -> None:
        """Legal unless `check` refuses it; nothing lists what people may say."""
        self.check(state)

    def check(self, draft: Draft) -> None:
        """Raises Illegal. What it is about must be told, and of a seat that is there."""
        if "" in [getattr(self, told, None) for told in ("tile", "photo", "name")]:
            raise Illegal(_("The page sent too little: load it again."))
        if self.player is not None:
            check_seat(self.player, draft)

    def apply(self, state: Draft) -> Draft:
        after = self.changed(state)
        doubt = self.doubt[:MAX_KEY]
        if not doubt or doubt in after.settled:
            return after
        return replace(after, settled=(*after.settled, doubt))

    def changed(self, draft: Draft) -> Draft:
        return draft

    def words(self, state: Draft) -> str:
        return self.told(state, str)

    def told(self, draft: Draft, name: Named) -> str:
        """What it says, for "undo", in the language that holds."""
        raise NotImplementedError


class NamedPlayer(TypedDict):
    name: str
    colour: str


@dataclass(frozen=True, kw_only=True)
class NamePlayers(Said):
    do = "players"
    players: tuple[NamedPlayer, ...]

    def in_box(self, draft: Draft, game: Game[Any]) -> NamePlayers:
        fewest, most = game.seats
        if not fewest <= len(self.players) <= most:
            raise Illegal(
                _("{game} is for {fewest} to {most} players.", game=game.title, fewest=fewest, most=most)
            )
        if not {player["colour"] for player in self.players} <= {*game.colours}:
            raise Illegal(_("Choose a colour for each player."))
        return self

    def check(self, draft: Draft) -> None:
        if len({player["colour"] for player in self.players}) < len(self.players):
            raise Illegal(_("Two players have the same colour: give each their own."))
        if len({name_key(player.called) for player in self._named()}) < len(self.players):
            raise Illegal(_("Two players have the same name: make them different."))

    def changed(self, draft: Draft) -> Draft:
        return replace(draft, players=self._named())

    def _named(self) -> tuple[ScanPlayer, ...]:
        return tuple(ScanPlayer(checked_name(p["name"]), p["colour"]) for p in self.players)

    def told(self, draft: Draft, name: Named) -> str:
        return _("the players")


@dataclass(frozen=True, kw_only=True)
class TypeNumbers(Said):
    """values: by the numbers' names; None: not known. A text is what somebody typed that is no number."""

    do = "numbers"
    player: int = field()
    values: dict[str, int | str | None]

    def topics(self) -> tuple[str, ...]:
        return tuple(f"number/{self.player}/{name}" for name in self.values)

    def check(self, draft: Draft) -> None:
        super().check(draft)
        for value in self.values.values():
            if value is not None and not (isinstance(value, int) and 0 <= value <= MAX_NUMBER):
                raise Illegal(_("Type a whole number from 0 to {most}.", most=MAX_NUMBER))

    def changed(self, draft: Draft) -> Draft:
        numbers = dict(draft.numbers)
        for name, value in self.values.items():
            if isinstance(value, int):
                numbers[f"{self.player}/{name[:MAX_NAME]}"] = value
            else:
                numbers.pop(f"{self.player}/{name}", None)
        return replace(draft, numbers=numbers)

    def told(self, draft: Draft, name: Named) -> str:
        return _("numbers of {player}", player=draft.called(self.player))


@dataclass(frozen=True, kw_only=True, slots=True)  # over `Decision.value`
class TypeNumber(Said):
    do = "number"
    player: int = field()
    name: str
    value: int | str | None = field()

    def topics(self) -> tuple[str, ...]:
        return self._numbers().topics()

    def check(self, draft: Draft) -> None:
        Said.check(self, draft)
        self._numbers().check(draft)

    def changed(self, draft: Draft) -> Draft:
        return self._numbers().changed(draft)

    def _numbers(self) -> TypeNumbers:
        return TypeNumbers(player=self.player, values={self.name: self.value})

    def told(self, draft: Draft, name: Named) -> str:
        return _("a number of {player}", player=draft.called(self.player))


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
        roles = Roles(book.roles)
        if self.role and self.role not in roles.names:
            raise Illegal(_("A tile cannot lie like that: load the page again."))
        if self.role and self.tile not in book.ids(self.role):
            raise Illegal(
                _("There is no tile {tile} of that sort: choose one of the list.", tile=self.tile[:20])
            )
        return replace(self, only=book.unique(self.tile), marks=roles.marks(self.role))

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

    def told(self, draft: Draft, name: Named) -> str:
        who = draft.called(self.player)
        if self.role:
            return _("{tile} with {player}", tile=name(self.tile), player=who)
        return _("{tile} not with {player}", tile=name(self.tile), player=who)


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

    def told(self, draft: Draft, name: Named) -> str:
        if self.value:
            return _("a good on {tile}", tile=name(self.tile))
        return _("no good on {tile}", tile=name(self.tile))


@dataclass(frozen=True, kw_only=True)
class GiveMat(Said):
    """Two mats change their players, so that one touch puts a pair right. tile: the mat's marker."""

    do = "mat"
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

    def told(self, draft: Draft, name: Named) -> str:
        return _("{tile} is {player}'s mat", tile=name(self.tile), player=draft.called(self.player))


@dataclass(frozen=True, kw_only=True, slots=True)  # over `Decision.value`
class ShareTile(Said):
    """value: whether a tile that counts for all (a goal) is in play."""

    do = "shared"
    tile: str
    value: bool = field()

    def in_box(self, draft: Draft, game: Game[Any]) -> ShareTile:
        if self.tile not in [offer.id for offer in book_of(draft, game).shared()]:
            raise Illegal(_("There is no such tile: choose one of the list."))
        return self

    def changed(self, draft: Draft) -> Draft:
        others = tuple(tile for tile in draft.shared if tile != self.tile)
        return replace(draft, shared=tuple(sorted((*others, self.tile))) if self.value else others)

    def told(self, draft: Draft, name: Named) -> str:
        return name(self.tile)


@dataclass(frozen=True, kw_only=True)
class AddPhoto(Said):
    """A photo that was read. photo: its id in the store; player: whose tiles it shows, None: the whole table;
    mats: the mats that it or one before shows, each with its player."""

    do = "add"
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

    def told(self, draft: Draft, name: Named) -> str:
        return _("a photo")


@dataclass(frozen=True, kw_only=True)
class DropPhoto(Said):
    do = "drop"
    photo: str

    def changed(self, draft: Draft) -> Draft:
        return replace(draft, shots=tuple(shot for shot in draft.shots if shot.id != self.photo))

    def told(self, draft: Draft, name: Named) -> str:
        return _("a photo taken out")


@dataclass(frozen=True, kw_only=True)
class GivePhoto(Said):
    """player: whose tiles the photo shows; None: the whole table's."""

    do = "taken"
    photo: str
    player: int | None = field()

    def changed(self, draft: Draft) -> Draft:
        return replace(
            draft,
            shots=tuple(replace(s, player=self.player) if s.id == self.photo else s for s in draft.shots),
        )

    def told(self, draft: Draft, name: Named) -> str:
        return _("whose photo it is")


@dataclass(frozen=True, kw_only=True)
class ConfirmCounts(Said):
    """all: by seat ("0"), the mark of the tiles that somebody counted there and found right."""

    do = "counted"
    all: dict[str, str]

    def topics(self) -> tuple[str, ...]:
        return tuple(f"counted/{seat}" for seat in self.all)

    def check(self, draft: Draft) -> None:
        for seat, mark in self.all.items():
            check_seat(int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else -1, draft)
            if not mark:
                raise Illegal(_("The page sent too little: load it again."))

    def changed(self, draft: Draft) -> Draft:
        marks = {seat: mark[:MAX_KEY] for seat, mark in self.all.items()}
        return replace(draft, counted={**draft.counted, **marks})

    def told(self, draft: Draft, name: Named) -> str:
        if len(self.all) == 1:
            return _("{player}'s tiles counted", player=draft.called(int(next(iter(self.all)))))
        return _("everybody's tiles counted")


@dataclass(frozen=True, kw_only=True)
class SettleDoubt(Said):
    """A question is answered, and nothing has to be changed for it."""

    do = "settle"

    def topics(self) -> tuple[str, ...]:
        return ()

    def check(self, draft: Draft) -> None:
        if not self.doubt:
            raise Illegal(_("The page sent too little: load it again."))

    def told(self, draft: Draft, name: Named) -> str:
        return _("a question answered")


@dataclass(frozen=True, kw_only=True)
class AskScore(Said):
    """The score is asked for, which nobody would take back. keep: its result is to be in the history of
    plays."""

    do = "score"
    changes_state = False
    keep: bool

    def told(self, draft: Draft, name: Named) -> str:
        return _("the result kept") if self.keep else _("the score asked for")


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
            raise Illegal(_("The page sent too little: load it again.")) from None

    def told(self, draft: Draft, name: Named) -> str:
        try:
            return said_from_json(self.said).told(draft, name)
        except (Illegal, ValueError):
            return _("a question answered")


SAYABLE: tuple[type[Said], ...] = (
    NamePlayers,
    TypeNumber,
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
    """What a page says, as JSON; `counted` may also name one `player` and what was counted there, `as`.
    Raises Illegal."""
    if data.get("do") == ConfirmCounts.do and "as" in data:
        data = {"do": ConfirmCounts.do, "all": {str(data.get("player")): data["as"]}}
    return decision_from_json(moves_by_name(kinds), data)


def said_to_json(said: Said) -> dict[str, Json]:
    """As `said_from_json` reads it, without what goes without saying."""
    required = {f.name for f in fields(said) if f.default is f.default_factory is MISSING} | {"do", "role"}
    return {n: value for n, value in decision_to_json(said).items() if value or n in required}


def check_seat(seat: int, draft: Draft) -> None:
    if not 0 <= seat < len(draft.players):
        raise Illegal(_("There is no such player: load the page again."))
