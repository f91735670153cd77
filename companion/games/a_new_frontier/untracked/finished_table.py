"""A finished table that was never tracked: the numbers of each player, by touch or from a file, and the score
they make (docs/a-new-frontier.md).

Nothing that lies there wears a tag, so there are no pieces: all that counts is asked for as a number. What
the titles give is asked, too, while nobody told which there are; equal totals share a place then.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.a_new_frontier.book.book import FIVE_PLAYERS, Book
from companion.games.a_new_frontier.book.choices import TITLES as MOST_TITLES
from companion.games.a_new_frontier.rules import scoring
from companion.games.a_new_frontier.rules.scoring import MAX_COLONIES, MAX_MINE
from companion.games.a_new_frontier.rules.state import MAX_PRESTIGE, PLANET_COUNT
from companion.games.a_new_frontier.rules.what_ifs import what_ifs
from companion.games.a_new_frontier.wording.names import mission_words, planet_words, suite_words
from companion.games.contract import (
    Asked,
    Fields,
    Final,
    FinalBook,
    Holding,
    Json,
    ScoreSheet,
    WhatIf,
    capabilities,
    player_fields,
    request_fields,
    sheet_to_json,
)
from companion.games.contract.score_request import MAX_NUMBER
from companion.translation import _

NAME = "a-new-frontier"
MAX_FLEET = 9

TITLES = "titles"
TECH_VP, MAX_TECH_VP = "tech_vp", 99
"""What level 3 technologies give at the end (p. 12)."""
MAX_TITLES_VP = scoring.FIRST_PLACE_VP * MOST_TITLES


def counts_titles(book: Book) -> bool:
    """Whether people count themselves what the titles give, as nobody told which there are."""
    return book.is_untold("board-scoring", "titles")


def completed_missions(counts: dict[str, int]) -> tuple[str, ...]:
    """Ids of this many missions of each suite; only the suite matters (p. 10)."""
    return tuple(
        name if name == FIVE_PLAYERS else f"{name}-{n + 1}"
        for name, count in counts.items()
        for n in range(count)
    )


class FinishedTables(FinalBook):
    """The finished tables of a book, with blanks for what nobody told of the end."""

    def __init__(self, book: Book) -> None:
        self._book = book.strict.shown

    def asked(self, table: Final, player: int) -> tuple[Asked, ...]:
        book, five = self._book, len(table.players) == 5
        counted = {what for _title, what in book.titles} | set(book.tie_breakers)
        suites = book.suites[:2] if len(table.players) == 3 else book.suites
        found = [
            Asked("vp", _("VP tokens"), "vp"),
            *([Asked(TITLES, _("VP by titles"), "vp", highest=MAX_TITLES_VP)] if counts_titles(book) else []),
            Asked("prestige", _("prestige"), needed="prestige" in counted, highest=MAX_PRESTIGE),
            Asked("credits", _("credits"), needed="credits" in counted),
        ]
        for at, planet in enumerate(planet_words(book, at) for at in range(PLANET_COUNT)):
            found.append(Asked(f"fleet-{at}", _("{planet}: ships", planet=planet), highest=MAX_FLEET))
        for at, planet in enumerate(planet_words(book, at) for at in range(PLANET_COUNT)):
            found.append(Asked(f"mine-{at}", _("{planet}: mine level", planet=planet), highest=MAX_MINE))
        found.append(Asked("colonies", _("colonies"), highest=MAX_COLONIES))
        for suite in suites:
            words = _("{suite} missions", suite=suite_words(suite))
            found.append(Asked(f"missions-{suite}", words, highest=book.missions_each))
        if five:
            found.append(Asked(f"missions-{FIVE_PLAYERS}", mission_words(FIVE_PLAYERS), highest=1))
        found.append(Asked("techs", _("technologies"), needed="techs" in counted))
        found.append(Asked(TECH_VP, _("VP printed on technologies, for the end"), "vp", highest=MAX_TECH_VP))
        found.append(Asked("facilities", _("facilities"), needed="facilities" in counted))
        return tuple(found)

    def score(self, table: Final) -> ScoreSheet:
        return scoring.sheet(self._book, tuple(self._holding(each) for each in table.players))

    def _holding(self, player: Holding) -> scoring.Holding:
        numbers, book = player.numbers, self._book
        counts = {suite: numbers.get(f"missions-{suite}", 0) for suite in (*book.suites, FIVE_PLAYERS)}
        return scoring.Holding(
            player.name,
            numbers.get("vp", 0),
            numbers.get("prestige", 0),
            numbers.get("credits", 0),
            tuple(numbers.get(f"fleet-{at}", 0) for at in range(PLANET_COUNT)),
            tuple(numbers.get(f"mine-{at}", 0) for at in range(PLANET_COUNT)),
            numbers.get("colonies", 0),
            completed_missions(counts),
            numbers.get("techs", 0),
            numbers.get("facilities", 0),
            titles=numbers.get(TITLES, 0) if counts_titles(book) else None,
            tech_vp=numbers.get(TECH_VP, 0),
        )

    def what_ifs(self, table: Final, player: int) -> tuple[Iterator[WhatIf], ...]:
        return what_ifs(self._book, [self._holding(each) for each in table.players], player)

    def answer(self, request: Json) -> dict[str, Json]:
        """The sheet for a request: `{"players": [{"name", "vp", "prestige", "credits", "fleets": [4 numbers],
        "mines": [4 levels], "colonies", "missions": {suite: number}, "techs", "facilities", "titles",
        "tech_vp"}]}`. What a player leaves out is 0; "titles" are VP, where nobody told which titles there
        are; "tech_vp" those of technologies at the end. Raises Illegal, with one sentence."""
        alone = ("vp", "prestige", "credits", "colonies", "techs", "facilities", TITLES, TECH_VP)
        known = (*alone, "fleets", "mines", "missions")
        players = player_fields(request_fields(NAME, request, ()), 2, 6, known)
        table = Final(tuple(Holding(name, numbers=self._numbers(player)) for name, player in players))
        return sheet_to_json(self.score(table))

    def _numbers(self, player: Fields) -> dict[str, int]:
        """By the names of those that are asked for at a table."""
        book = self._book
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


class Untracked(capabilities.Untracked):
    """The untracked capability: by file, and by touch, where all that counts is a number in any case; nothing
    here wears a tag that a photo could show."""

    def __init__(self, book: Book) -> None:
        self._book = book

    def score_request(self, request: Json) -> dict[str, Json]:
        return FinishedTables(self._book).answer(request)

    def final(self) -> FinalBook:
        return FinishedTables(self._book)
