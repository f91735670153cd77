"""Hands a finished play to the app BG Stats: as a link, the text of a code, or a file (docs/plays.md).

The link opens the app, which shows what it would record and asks its owner before it does. Fields that are
called optional are still asked for by its Android version: every yes and no is given.
"""

from __future__ import annotations

import json
from datetime import UTC, tzinfo
from urllib.parse import quote
from uuid import UUID, uuid5

from companion.games.contract import Game, Json, State
from companion.games.contract.player_names import name_key
from companion.plays.export import json_text
from companion.plays.play import Play, Seated

ADDRESS = "app.bgstatsapp.com/createPlay.html?data="
SOURCE_NAME = "Table companion"
MAX_COMMENT_LENGTH = 400
"""In UTF-16 units, as phones count: no other count of letters is larger."""
MAX_BOARD_LENGTH = 60
"""What BG Stats shows of a play's board on a line."""
MAX_QR_BYTES = 2953
"""Capacity of a QR code with the least error correction (version 40, L): a screen has no stains."""
EASY_QR_BYTES = 1952
"""Above this a code's modules are so small that phones may not read it (version 32, L)."""
_UUID_NAMESPACE = UUID("a53ace63-6907-5189-89d8-8c824cce8d20")
"""Of the file's ids: the same play has the same id in every file."""


def create_play(play: Play, game: Game[State]) -> dict[str, Json]:
    """The `createPlay` data. playDate: when it ended, UTC."""
    sheet = play.source_sheet
    data: dict[str, Json] = {
        "sourceName": SOURCE_NAME,
        "sourcePlayId": play.id,
        "playDate": _stamp(play),
        "comments": _cut(play.comment),
        "game": {"name": game.title, "sourceGameId": game.name, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": who.name,
                "sourcePlayerId": player_id(who),
                "startPlayer": bool(who.starts),
                "winner": score.winner,
                "score": score.total,
                "rank": score.rank,
            }
            for who, score in zip(play.players, sheet.players, strict=True)
        ],
    }
    if game.bgg:
        data["game"]["bggId"] = game.bgg
    if play.location:
        data["location"] = play.location
    return data


def known_as(name: str) -> str:
    """The same for the same person at every table: people here are known by their names alone."""
    return name_key(name)


def player_id(who: Seated) -> str:
    """A player without a name gets the colour's id, which no player who is really called "Blue" has."""
    name = known_as(who.name)
    return f"colour:{who.colour}" if name in ("", who.colour) else name


def link(play: Play, game: Game[State], scheme: str = "https") -> str:
    """The address that hands the play over. scheme: "https", or the app's own, "bgstats"."""
    text = json.dumps(create_play(play, game), ensure_ascii=False, separators=(",", ":"))
    return f"{scheme}://{ADDRESS}{quote(text, safe='')}"


def bgsplay(play: Play, game: Game[State], zone: tzinfo | None = None) -> str:
    """The text of a `.bgsplay` file: the play, with its game, players and place, referred to by number. zone:
    in which its day is; None: this machine's."""
    at = _stamp(play)
    people = {player_id(who): who for who in play.players}
    places = [play.location] if play.location else []
    data: dict[str, Json] = {
        "about": SOURCE_NAME,
        "games": [_game(game, at)],
        "players": [
            {
                "id": number,
                "uuid": _uuid("player", id),
                "name": who.name,
                "isAnonymous": False,
                "modificationDate": at,
            }
            for number, (id, who) in enumerate(people.items(), start=1)
        ],
        "locations": [
            {"id": number, "uuid": _uuid("place", place), "name": place, "modificationDate": at}
            for number, place in enumerate(places, start=1)
        ],
        "plays": [_play(play, at, list(people), zone) | ({"locationRefId": 1} if places else {})],
        "userInfo": {"meRefId": 0},
    }
    return json_text(data)


def _game(game: Game[State], at: str) -> dict[str, Json]:
    return {
        "id": 1,
        "uuid": _uuid("game", game.name),
        "name": game.title,
        "bggId": game.bgg,
        "bggName": game.title,
        "bggYear": getattr(game, "year", 0),
        "minPlayerCount": game.seats[0],
        "maxPlayerCount": game.seats[1],
        "modificationDate": at,
        "highestWins": True,
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
        "isBaseGame": True,
        "isExpansion": False,
    }


def _play(play: Play, at: str, people: list[str], zone: tzinfo | None) -> dict[str, Json]:
    """people: the ids of the file's players, numbered from 1."""
    return {
        "uuid": _uuid("play", play.id),
        "playDate": at,
        # The day as the players had it: what ended after midnight UTC may belong to the day before there.
        "playDateYmd": int(play.ended.astimezone(zone).strftime("%Y%m%d")),
        "entryDate": at,
        "modificationDate": at,
        "gameRefId": 1,
        "comments": _cut(play.comment),
        "usesTeams": False,
        "ignored": False,
        "manualWinner": False,
        "rounds": play.rounds or 0,
        "durationMin": play.minutes or 0,
        "board": _short(play.board),
        "rating": 0,
        "scoringSetting": 0,
        "playImages": "[]",
        "playerScores": [
            {
                "playerRefId": people.index(player_id(who)) + 1,
                "score": str(score.total),
                "winner": score.winner,
                "newPlayer": False,
                "startPlayer": bool(who.starts),
                "rank": score.rank,
                "role": who.colour.capitalize(),
                "seatOrder": score.player + 1,
            }
            for who, score in zip(play.players, play.source_sheet.players, strict=True)
        ],
    }


def _short(board: str) -> str:
    """What was chosen, without what it was chosen for: as many choices as BG Stats shows on a line."""
    chosen = ""
    for part in board.split("; "):
        longer = f"{chosen}, {part.partition(': ')[2] or part}" if chosen else part.partition(": ")[2] or part
        if len(longer) > MAX_BOARD_LENGTH:
            break
        chosen = longer
    return chosen


def _cut(comment: str) -> str:
    """Its beginning, no letter cut in two."""
    units = comment.encode("utf-16-le", "surrogatepass")[: 2 * MAX_COMMENT_LENGTH]
    return units.decode("utf-16-le", "ignore")


def _stamp(play: Play) -> str:
    return play.ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(_UUID_NAMESPACE, f"{kind}/{name}")).upper()
