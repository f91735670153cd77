"""Applies what a person says about a finished table: each change as JSON, and its words for undo.

Changes say what is, never what to add, so that the same one twice is one. Two phones change one draft: a
change is refused only when what it is about has changed since that phone looked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.contract import Game, Illegal, Json, State
from companion.games.contract.player_names import checked_name, name_key
from companion.games.contract.untracked import FinalBook
from companion.scan.draft import Draft, PhotoRef, ScanPlayer
from companion.scan.roles import Roles, book_of
from companion.translation import _

MAX_NUMBER = 9999
MAX_KEY = 200
"""Letters of a doubt's key."""

Change = Mapping[str, Json]


def apply(draft: Draft, change: Change, game: Game[State]) -> Draft:
    """The draft after a change `{"do": .., ..}`; `doubt`, if there is one, is a doubt that it answers.

    Raises Illegal, with a sentence; the draft is never changed.
    """
    do = _APPLIERS.get(str(change.get("do")))
    if do is None:
        raise Illegal(_("There is no such change: load the page again."))
    after = do(draft, change, game)
    doubt = change.get("doubt")
    if isinstance(doubt, str) and doubt and doubt not in after.settled:
        after = replace(after, settled=(*after.settled, doubt[:MAX_KEY]))
    return after


def topics_of(change: Change) -> frozenset[str]:
    """What a change is about: two changes that share none of these never disturb each other."""
    at = {name: str(change.get(name)) for name in ("player", "tile", "name", "photo")}
    match change.get("do"):
        case "number":
            topics = {f"number/{at['player']}/{at['name']}"}
        case "numbers":
            values = change.get("values")
            topics = {
                f"number/{at['player']}/{name}" for name in (values if isinstance(values, dict) else ())
            }
        case "tile":
            topics = {f"tile/{at['tile']}"}
        case "good":
            topics = {f"good/{at['tile']}"}
        case "shared":
            topics = {f"shared/{at['tile']}"}
        case "mat":
            topics = {"mats"}
        case "add" | "drop" | "taken":
            topics = {f"photo/{at['photo']}"}
        case "counted":
            topics = {f"counted/{seat}" for seat in _counted_marks(change)}
        case other:
            topics = {str(other)}
    if change.get("doubt"):
        topics.add(f"doubt/{change['doubt']}")
    return frozenset(topics)


def describe(change: Change, draft: Draft, book: FinalBook) -> str:
    """What a change did, for "undo", in the language that holds; `draft` is the one after it."""

    def who(name: str = "player") -> str:
        seat = change.get(name)
        known = isinstance(seat, int) and 0 <= seat < len(draft.players)
        return draft.players[seat].called if known else _("nobody")  # type: ignore[index]

    tile = str(change.get("tile", ""))
    match change.get("do"):
        case "number":
            return _("a number of {player}", player=who())
        case "numbers":
            return _("numbers of {player}", player=who())
        case "tile" if change.get("role"):
            return _("{tile} with {player}", tile=book.name(tile), player=who())
        case "tile":
            return _("{tile} not with {player}", tile=book.name(tile), player=who())
        case "good" if change.get("value"):
            return _("a good on {tile}", tile=book.name(tile))
        case "good":
            return _("no good on {tile}", tile=book.name(tile))
        case "shared":
            return book.name(tile)
        case "mat":
            return _("{tile} is {player}'s mat", tile=book.name(tile), player=who())
        case "add":
            return _("a photo")
        case "drop":
            return _("a photo taken out")
        case "taken":
            return _("whose photo it is")
        case "counted" if "all" in change:
            return _("everybody's tiles counted")
        case "counted":
            return _("{player}'s tiles counted", player=who())
        case "players":
            return _("the players")
        case "score":
            return _("the score asked for")
        case "keep":
            return _("the result kept")
    return _("a question answered")


# --- one function a change -------------------------------------------------------------------------------


def _players(draft: Draft, change: Change, game: Game[State]) -> Draft:
    given = change.get("players")
    if not isinstance(given, list) or not all(isinstance(p, dict) for p in given):
        raise Illegal(_("Say who played: load the page again."))
    fewest, most = game.seats
    if not fewest <= len(given) <= most:
        raise Illegal(
            _("{game} is for {fewest} to {most} players.", game=game.title, fewest=fewest, most=most)
        )
    players = []
    for one in given:
        name = checked_name(str(one.get("name") or ""))
        if one.get("colour") not in game.colours:
            raise Illegal(_("Choose a colour for each player."))
        players.append(ScanPlayer(name, one["colour"]))
    if len({p.colour for p in players}) < len(players):
        raise Illegal(_("Two players have the same colour: give each their own."))
    if len({name_key(p.called) for p in players}) < len(players):
        raise Illegal(_("Two players have the same name: make them different."))
    return replace(draft, players=tuple(players))


def _number(draft: Draft, change: Change, game: Game[State]) -> Draft:
    return _with_numbers(draft, _seat(draft, change), {_text(change, "name"): change.get("value")})


def _numbers(draft: Draft, change: Change, game: Game[State]) -> Draft:
    values = change.get("values")
    if not isinstance(values, dict):
        raise Illegal(_("The numbers did not arrive: load the page and enter them again."))
    return _with_numbers(draft, _seat(draft, change), values)


def _with_numbers(draft: Draft, seat: int, values: Mapping[str, Json]) -> Draft:
    numbers = dict(draft.numbers)
    for name, value in values.items():
        if value is None:
            numbers.pop(f"{seat}/{name}", None)
        elif type(value) is int and 0 <= value <= MAX_NUMBER:
            numbers[f"{seat}/{name[:80]}"] = value
        else:
            raise Illegal(_("Type a whole number from 0 to {most}.", most=MAX_NUMBER))
    return replace(draft, numbers=numbers)


def _tile(draft: Draft, change: Change, game: Game[State]) -> Draft:
    seat, role, tile = _seat(draft, change), str(change.get("role") or ""), _text(change, "tile")
    book = book_of(draft, game)
    roles = Roles(book.roles)
    if role and role not in roles.names:
        raise Illegal(_("A tile cannot lie like that: load the page again."))
    if role and not any(offer == tile for offer in book.ids(role)):
        raise Illegal(_("There is no tile {tile} of that sort: choose one of the list.", tile=tile[:20]))
    tiles = dict(draft.tiles)
    tiles[f"{seat}/{tile}"] = role
    if role and book.unique(tile):
        for other in range(len(draft.players)):
            if other != seat and f"{other}/{tile}" in tiles:
                tiles[f"{other}/{tile}"] = ""
    if roles.marks(role):
        for key, lying in draft.tiles.items():
            if roles.marks(lying) and key.startswith(f"{seat}/") and key != f"{seat}/{tile}":
                del tiles[key]
    return replace(draft, tiles=tiles)


def _good(draft: Draft, change: Change, game: Game[State]) -> Draft:
    tile = _text(change, "tile")
    book = book_of(draft, game)
    if not book.good(tile):
        raise Illegal(_("No good can lie on {tile}.", tile=book.name(tile)))
    return replace(draft, goods={**draft.goods, tile: bool(change.get("value"))})


def _mat(draft: Draft, change: Change, game: Game[State]) -> Draft:
    """Two mats change their players, so that one touch puts a pair right."""
    seat, tile = _seat(draft, change), _text(change, "tile")
    mats = dict(draft.mats)
    before = mats.get(tile)
    for other, owner in draft.mats.items():
        if owner == seat and other != tile and before is not None:
            mats[other] = before
    mats[tile] = seat
    return replace(draft, mats=mats)


def _shared(draft: Draft, change: Change, game: Game[State]) -> Draft:
    tile = _text(change, "tile")
    order = [offer.id for offer in book_of(draft, game).shared()]
    if tile not in order:
        raise Illegal(_("There is no such tile: choose one of the list."))
    wanted = {*draft.shared, tile} if change.get("value") else {*draft.shared} - {tile}
    return replace(draft, shared=tuple(id for id in order if id in wanted))


def _add(draft: Draft, change: Change, game: Game[State]) -> Draft:
    mats = change.get("mats")
    known = {str(id): int(seat) for id, seat in mats.items()} if isinstance(mats, dict) else {}
    shot = PhotoRef(_text(change, "photo"), _seat_or_none(draft, change))
    return replace(draft, shots=(*draft.shots, shot), mats={**known, **draft.mats})


def _drop(draft: Draft, change: Change, game: Game[State]) -> Draft:
    shots = tuple(shot for shot in draft.shots if shot.id != change.get("photo"))
    return replace(draft, shots=shots)


def _taken(draft: Draft, change: Change, game: Game[State]) -> Draft:
    seat, id = _seat_or_none(draft, change), _text(change, "photo")
    shots = tuple(replace(shot, player=seat) if shot.id == id else shot for shot in draft.shots)
    return replace(draft, shots=shots)


def _counted(draft: Draft, change: Change, game: Game[State]) -> Draft:
    marks = _counted_marks(change)
    for seat, mark in marks.items():
        _seat(draft, {"player": int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else None})
        _text({"as": mark}, "as")
    return replace(draft, counted={**draft.counted, **{n: str(m)[:MAX_KEY] for n, m in marks.items()}})


def _settle(draft: Draft, change: Change, game: Game[State]) -> Draft:
    _text(change, "doubt")
    return draft


def _score(draft: Draft, change: Change, game: Game[State]) -> Draft:
    return replace(
        draft, ended=draft.ended or _text(change, "at"), kept=draft.kept or bool(change.get("keep"))
    )


_APPLIERS: Mapping[str, Callable[[Draft, Change, Game[State]], Draft]] = {
    "players": _players,
    "number": _number,
    "numbers": _numbers,
    "tile": _tile,
    "good": _good,
    "mat": _mat,
    "shared": _shared,
    "add": _add,
    "drop": _drop,
    "taken": _taken,
    "counted": _counted,
    "settle": _settle,
    "score": _score,
}


def _counted_marks(change: Change) -> Mapping[str, Json]:
    """What was counted, by seat: of one player, or of `all`."""
    marks = change.get("all")
    return marks if isinstance(marks, dict) else {str(change.get("player")): change.get("as")}


def _seat(draft: Draft, change: Change) -> int:
    seat = change.get("player")
    if type(seat) is not int or not 0 <= seat < len(draft.players):
        raise Illegal(_("There is no such player: load the page again."))
    return seat


def _seat_or_none(draft: Draft, change: Change) -> int | None:
    return None if change.get("player") is None else _seat(draft, change)


def _text(change: Change, name: str) -> str:
    value = change.get(name)
    if not isinstance(value, str) or not value:
        raise Illegal(_("The page sent too little: load it again."))
    return value
