"""A finished table of A New Frontier as JSON, scored without having been tracked (docs/a-new-frontier.md)."""

from __future__ import annotations

from companion.games.a_new_frontier.book.book import FIVE_PLAYERS, Book
from companion.games.a_new_frontier.rules.scoring import MAX_COLONIES, MAX_MINE
from companion.games.a_new_frontier.rules.state import MAX_PRESTIGE, PLANET_COUNT
from companion.games.a_new_frontier.untracked.finished_table import (
    MAX_FLEET,
    MAX_TECH_VP,
    MAX_TITLES_VP,
    TECH_VP,
    TITLES,
    FinishedTables,
    counts_titles,
    told_of,
)
from companion.games.contract import (
    Fields,
    Final,
    FinalBook,
    Holding,
    Json,
    capabilities,
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
    TECH_VP,
)


class Untracked(capabilities.Untracked):
    """The untracked capability: by file, and by touch, where all that counts is a number in any case; nothing
    here wears a tag that a photo could show."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def score_request(self, request: Json) -> dict[str, Json]:
        return answer(self._book, request)

    def final(self) -> FinalBook:
        return FinishedTables(self._book)


def answer(book: Book, request: Json) -> dict[str, Json]:
    """The sheet for a request: `{"players": [{"name", "vp", "prestige", "credits", "fleets": [4 numbers],
    "mines": [4 levels], "colonies", "missions": {suite: number}, "techs", "facilities", "titles",
    "tech_vp"}]}`. What a player leaves out is 0; "titles" are VP, where nobody told which titles there are;
    "tech_vp" those of technologies at the end. Raises Illegal, with one sentence."""
    book = told_of(book)
    fields = request_fields(NAME, request, ())
    players = player_fields(fields, 2, 6, PLAYER_FIELDS)
    table = Final(tuple(Holding(name, numbers=_numbers(book, player)) for name, player in players))
    return sheet_to_json(FinishedTables(book).score(table))


def _numbers(book: Book, player: Fields) -> dict[str, int]:
    """By the names of those that are asked for at a table."""
    suites = (*book.suites, FIVE_PLAYERS)
    missions = player.object("missions", _("{player}: the missions", player=player.what), suites)
    most = {suite: 1 if suite == FIVE_PLAYERS else book.missions_each for suite in suites}
    return {
        "vp": player.number("vp", -MAX_NUMBER),
        "prestige": player.number("prestige", highest=MAX_PRESTIGE),
        **{name: player.number(name) for name in ("credits", "techs", "facilities")},
        **{f"fleet-{at}": n for at, n in enumerate(player.numbers("fleets", PLANET_COUNT, MAX_FLEET))},
        **{f"mine-{at}": n for at, n in enumerate(player.numbers("mines", PLANET_COUNT, MAX_MINE))},
        "colonies": player.number("colonies", highest=MAX_COLONIES),
        TECH_VP: player.number(TECH_VP, highest=MAX_TECH_VP),
        **({TITLES: player.number(TITLES, highest=MAX_TITLES_VP)} if counts_titles(book) else {}),
        **{f"missions-{suite}": missions.number(suite, highest=most[suite]) for suite in suites},
    }
