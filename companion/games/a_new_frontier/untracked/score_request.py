"""A finished table of A New Frontier as JSON, scored without having been tracked (docs/a-new-frontier.md)."""

from __future__ import annotations

from companion.games.a_new_frontier.book.book import FIVE_PLAYERS, Book
from companion.games.a_new_frontier.rules.scoring import Holding, sheet
from companion.games.a_new_frontier.rules.state import MAX_PRESTIGE, PLANET_COUNT
from companion.games.a_new_frontier.untracked.finished_table import (
    MAX_TITLES_VP,
    TITLES,
    FinishedTables,
    completed_missions,
    counts_titles,
    told_of,
)
from companion.games.contract import (
    Fields,
    FinalBook,
    Json,
    Part,
    player_fields,
    request_fields,
    sheet_to_json,
)
from companion.games.contract.score_request import MAX_NUMBER
from companion.translation import _

NAME = "a-new-frontier"
PLAYER_FIELDS = (
    "vp",
    "prestige",
    "credits",
    "fleets",
    "mines",
    "colonies",
    "missions",
    "techs",
    "facilities",
    TITLES,
)


class Untracked:
    """The untracked capability: by file, and by touch; nothing here wears a tag that a photo could show."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def score_request(self, request: Json) -> dict[str, Json]:
        return answer(self._book, request)

    def final(self) -> FinalBook:
        return FinishedTables(self._book)

    def by_numbers(self) -> FinalBook:
        """All that counts is a number in any case."""
        return self.final()

    def part(self, tile: str, face: str) -> Part | None:
        return None

    def looks(self) -> None:
        return None


def answer(book: Book, request: Json) -> dict[str, Json]:
    """The sheet for a request: `{"players": [{"name", "vp", "prestige", "credits", "fleets": [4 numbers],
    "mines": [4 levels], "colonies", "missions": {suite: number}, "techs", "facilities", "titles"}]}`. What
    a player leaves out is 0; "titles" are VP, where nobody told which titles there are. Raises Illegal,
    with one sentence."""
    book = told_of(book)
    fields = request_fields(NAME, request, ())
    players = player_fields(fields, 2, 6, PLAYER_FIELDS)
    holdings = tuple(_holding(book, name, player) for name, player in players)
    return sheet_to_json(sheet(book, holdings))


def _holding(book: Book, name: str, player: Fields) -> Holding:
    return Holding(
        name,
        player.number("vp", -MAX_NUMBER),
        player.number("prestige", highest=MAX_PRESTIGE),
        player.number("credits"),
        player.numbers("fleets", PLANET_COUNT, 9),
        player.numbers("mines", PLANET_COUNT, 8),
        player.number("colonies", highest=3),
        _missions(book, player),
        player.number("techs"),
        player.number("facilities"),
        titles=player.number(TITLES, highest=MAX_TITLES_VP) if counts_titles(book) else None,
    )


def _missions(book: Book, player: Fields) -> tuple[str, ...]:
    known = (*book.suites, FIVE_PLAYERS)
    given = player.object("missions", _("{player}: the missions", player=player.what), known)
    most = {name: 1 if name == FIVE_PLAYERS else book.missions_each for name in known}
    return completed_missions({name: given.number(name, highest=most[name]) for name in known})
