"""A finished table of A New Frontier as JSON, scored without having been tracked (docs/a-new-frontier.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.a_new_frontier.book import FIVE_PLAYERS, Book
from companion.games.a_new_frontier.rules.scoring import Holding, sheet
from companion.games.a_new_frontier.rules.state import MAX_PRESTIGE, PLANET_COUNT
from companion.games.a_new_frontier.untracked.finished_table import FinishedTables, completed_missions
from companion.games.contract import FinalBook, Illegal, Json, Part, PlayerScore
from companion.translation import _

PLAYER_FIELDS = (
    "name",
    "vp",
    "prestige",
    "credits",
    "fleets",
    "mines",
    "colonies",
    "missions",
    "techs",
    "facilities",
)
MAX_NUMBER = 9999


class Untracked:
    """The untracked capability: by file, and by touch; nothing here wears a tag that a photo could show."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def score_request(self, request: Json) -> dict[str, Json]:
        return answer(self._book, request)

    def final(self) -> FinalBook:
        return FinishedTables(self._book)

    def part(self, tile: str, face: str) -> Part | None:
        return None

    def looks(self) -> None:
        return None


def answer(book: Book, request: Json) -> dict[str, Json]:
    """The sheet for a request: `{"players": [{"name", "vp", "prestige", "credits", "fleets": [4 numbers],
    "mines": [4 levels], "colonies", "missions": {suite: number}, "techs", "facilities"}]}`. What a player
    leaves out is 0. Raises Illegal, with one sentence."""
    if not isinstance(request, Mapping):
        raise Illegal(_("A score request is a JSON object."))
    if unknown := sorted(str(name) for name in request if name not in ("game", "players")):
        raise Illegal(_("A score request has no field {field}.", field=f"{unknown[0]!r:.40}"))
    players = request.get("players")
    if not isinstance(players, list) or not 2 <= len(players) <= 6:
        raise Illegal(_('"players" must list 2 to 6 players.'))
    holdings = tuple(_holding(book, player, number) for number, player in enumerate(players, 1))
    return {"players": [_to_json(player) for player in sheet(book, holdings).players]}


def _holding(book: Book, player: Json, number: int) -> Holding:
    who = _("Player {number}", number=number)
    if not isinstance(player, Mapping):
        raise Illegal(_("{player} must be a JSON object.", player=who))
    if unknown := sorted(str(name) for name in player if name not in PLAYER_FIELDS):
        raise Illegal(_("{player} has no field {field}.", player=who, field=f"{unknown[0]!r:.40}"))
    name = player.get("name", who)
    if not isinstance(name, str) or not name.strip():
        raise Illegal(_('{player} needs a "name" that is a text.', player=who))
    return Holding(
        name.strip(),
        _number(player, "vp", who, -MAX_NUMBER),
        _number(player, "prestige", who, 0, MAX_PRESTIGE),
        _number(player, "credits", who),
        _four(player, "fleets", who, 9),
        _four(player, "mines", who, 8),
        _number(player, "colonies", who, 0, 3),
        _missions(book, player.get("missions", {}), who),
        _number(player, "techs", who),
        _number(player, "facilities", who),
    )


def _number(
    player: Mapping[str, Any], field: str, who: str, lowest: int = 0, highest: int = MAX_NUMBER
) -> int:
    value = player.get(field, 0)
    if type(value) is not int or not lowest <= value <= highest:
        raise Illegal(
            _(
                '{player}: "{field}" must be a whole number from {lowest} to {highest}.',
                player=who,
                field=field,
                lowest=lowest,
                highest=highest,
            )
        )
    return value


def _four(player: Mapping[str, Any], field: str, who: str, highest: int) -> tuple[int, ...]:
    given = player.get(field, [0] * PLANET_COUNT)
    if not isinstance(given, list) or len(given) != PLANET_COUNT:
        raise Illegal(
            _('{player}: "{field}" must list a number for each of 4 planets.', player=who, field=field)
        )
    return tuple(_number({field: each}, field, who, 0, highest) for each in given)


def _missions(book: Book, given: Json, who: str) -> tuple[str, ...]:
    if not isinstance(given, Mapping):
        raise Illegal(_('{player}: "missions" must be an object, a number for each suite.', player=who))
    known = (*book.suites, FIVE_PLAYERS)
    if unknown := sorted(str(name) for name in given if name not in known):
        raise Illegal(_("{player}: there is no suite {suite}.", player=who, suite=f"{unknown[0]!r:.40}"))
    most = {name: 1 if name == FIVE_PLAYERS else book.missions_each for name in known}
    return completed_missions({name: _number(given, name, who, 0, most[name]) for name in known})


def _to_json(player: PlayerScore) -> dict[str, Json]:
    return {
        "name": player.name,
        "total": player.total,
        "rank": player.rank,
        "winner": player.winner,
        "tie_break": player.tie_break,
        "lines": [
            {
                "source": line.source,
                "vp": line.vp,
                "why": [
                    {"label": term.label, "value": term.value, "tile": term.tile} for term in line.why.terms
                ],
            }
            for line in player.lines
        ],
    }
