"""Scoring a finished table by numbers that people count: for any box, whether its tiles are known or not.

A `FinalBook` without photos and places. Where a game knows what a "?" counts, its tile may be named: then the
count is asked and the points follow; where it does not, people count the points on the spot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.games.contract.decisions import Json
from companion.games.contract.ranking import ranked
from companion.games.contract.reasons import Tally, Term
from companion.games.contract.score import ScoreLine, ScoreSheet, WhatIf
from companion.games.contract.score_request import (
    MAX_ENTRIES,
    MAX_NUMBER,
    Fields,
    player_fields,
    request_fields,
    sheet_to_json,
)
from companion.games.contract.untracked import Asked, Final, FinalBook, Holding, Offer, Role, Roles
from companion.translation import Sentence, _, labelled

BONUS = "bonus"
MOST_BONUSES = 8
"""A "?" of tiles that nobody named, for each player."""
WEALTH = "wealth"
"""The number that breaks a tie."""
NAMED = "named"
"""The role of a tile whose "?" the game can ask for."""
MAX_CHIPS_TRIED = 60
"""In VP; larger defeats are not examined."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What one "?" counts. words: one of the things; each: VP for each of them; known: their number, where
    it follows from the other numbers."""

    words: str
    each: int
    known: int | None = None


class ByNumbers(FinalBook):
    """A game says what is printed where (`printed`), what breaks a tie, and of the tiles that it knows what
    they count (`conditions`).

    All marked: bonuses: the source of what a "?" gives; bonus: a tile with one, as people call it ("large
    development"); named: those that have a name; wealth: what decides a tie, as it is asked; wealth_told: a
    {number} of it.
    """

    bonuses = bonus = named = wealth = wealth_told = ""

    def __init__(self, tiles: FinalBook, known: Collection[str] = (), *, plate: bool = False) -> None:
        """tiles: the same tables, tile by tile; known: those of which it is known what their "?" counts;
        plate: their faces are drawn wide."""
        self.tiles = tiles
        self._known = tuple(known)
        self.roles = Roles(*([Role(NAMED, title=self.named, plate=plate)] if known else []))

    def printed(self, table: Final) -> tuple[tuple[str, Asked], ...]:
        """The numbers of VP that everybody adds up, each with its source in the sheet."""
        raise NotImplementedError

    def conditions(self, tile: str, holding: Holding) -> tuple[Condition, ...]:
        return ()

    def goals(self, table: Final, holding: Holding) -> Iterator[tuple[Asked, ScoreLine]]:
        """What counts for all, with what it gives to this player."""
        yield from ()

    # --- tiles that are known ---

    def ids(self, role: str) -> tuple[str, ...]:
        return self._known

    def name(self, tile: str) -> str:
        return self.tiles.name(tile)

    def face(self, tile: str, role: str = "", good: bool = False) -> str:
        return self.tiles.face(tile)

    def shared(self) -> tuple[Offer, ...]:
        return self.tiles.shared()

    def shared_words(self) -> str:
        return self.tiles.shared_words()

    # --- numbers ---

    def asked(self, table: Final, player: int) -> tuple[Asked, ...]:
        holding = table.players[player]
        found = [asked for _source, asked in self.printed(table)]
        for tile in holding.on(NAMED):
            for at, one in enumerate(self.conditions(tile, holding)):
                if one.known is None:
                    words = _("{tile}: how many {things}?", tile=self.name(tile), things=one.words)
                    found.append(Asked(f"{tile} {at}", words, "vp", why=self._counting(), each=one.each))
        for at in range(1, MOST_BONUSES + 1):
            found.append(
                Asked(f"{BONUS} {at}", self._bonus_words(at), "vp", False, self._counting(), series=BONUS)
            )
        found += [asked for asked, _line in self.goals(table, holding)]
        names = [asked.name for _source, asked in self.printed(table)]
        if self.tied(table, player, *names):
            found.append(Asked(WEALTH, _(self.wealth), why=_("They decide a tie.")))
        return tuple(found)

    def _counting(self) -> str:
        return _("For each of its conditions, times its VP; a piece counts for one condition only, the best.")

    # --- results ---

    def score(self, table: Final) -> ScoreSheet:
        lines = [tuple(self._lines(table, holding)) for holding in table.players]
        wealth = [(holding.numbers.get(WEALTH, 0),) for holding in table.players]
        names = [holding.name for holding in table.players]
        return ranked(names, lines, wealth, lambda _at, number: _(self.wealth_told, number=number))

    def _lines(self, table: Final, holding: Holding) -> Iterator[ScoreLine]:
        numbers = holding.numbers
        for source, asked in self.printed(table):
            term = Term(asked.words, numbers.get(asked.name, 0))
            yield ScoreLine(source, Tally(_(source), (term,)))
        if terms := (*self._named(holding), *self._unnamed(holding)):
            yield ScoreLine(self.bonuses, Tally(_(self.bonuses), terms))
        for _asked, line in self.goals(table, holding):
            yield line

    def _named(self, holding: Holding) -> Iterator[Term]:
        for tile in holding.on(NAMED):
            for at, one in enumerate(self.conditions(tile, holding)):
                number = holding.numbers.get(f"{tile} {at}", 0) if one.known is None else one.known
                said = {"tile": self.name(tile), "number": number, "things": one.words, "vp": one.each}
                yield Term(
                    _("{tile}: {number}\u00a0×\u00a0{things}, {vp} VP each", **said),
                    one.each * number,
                    tile,
                )

    def _unnamed(self, holding: Holding) -> Iterator[Term]:
        for at in range(1, MOST_BONUSES + 1):
            if vp := holding.numbers.get(f"{BONUS} {at}", 0):
                yield Term(self._bonus_words(at), vp)

    def _bonus_words(self, number: int) -> str:
        return _("“?” {number}: {tile}", tile=_(self.bonus), number=number)

    def what_ifs(self, table: Final, player: int) -> Iterator[Iterator[WhatIf]]:
        """The first of `printed` is in chips, of which anybody might have had more."""
        name = self.printed(table)[0][1].name

        def chips() -> Iterator[WhatIf]:
            own = table.players[player]
            for more in range(1, MAX_CHIPS_TRIED + 1):
                numbers = {**own.numbers, name: own.numbers.get(name, 0) + more}
                changed = replace(own, numbers=numbers)
                others = (*table.players[:player], changed, *table.players[player + 1 :])
                words = Sentence("{number} more VP in chips", number=more)
                yield WhatIf(player, "chips", more, words, self.score(replace(table, players=others)))

        yield chips()


def score_by_numbers(
    game: str, book: FinalBook, seats: tuple[int, int], request: Json
) -> dict[str, Json] | None:
    """The sheet of a request with `"by_numbers": true`; None: it is another one.

    `{"game", "by_numbers": true, "shared": [id], "players": [{"name", "numbers": {name: number}, "named":
    [id]}]}`: the numbers by the names that the book asks for, those left out 0. Raises Illegal, with one
    sentence.
    """
    if not isinstance(request, Mapping) or not request.get("by_numbers"):
        return None
    fields = request_fields(game, request, ("by_numbers", "shared"))
    shared = _listed(fields, "shared", tuple(offer.id for offer in book.shared()))
    players = player_fields(fields, seats[0], seats[1], ("numbers", "named"))
    named = [_listed(player, NAMED, book.ids(NAMED)) for _name, player in players]
    holdings = tuple(
        Holding(name, dict.fromkeys(tiles, NAMED)) for (name, _of), tiles in zip(players, named, strict=True)
    )
    table = Final(holdings, shared)
    told = []
    for at, (_name, player) in enumerate(players):
        asked = {one.name: one for one in book.asked(table, at)}
        known = (*asked, *(() if WEALTH in asked else (WEALTH,)))
        what = _("{player}: the numbers", player=player.what)
        given = player.object("numbers", what, known)
        numbers = {
            name: given.number(name, highest=asked[name].highest if name in asked else MAX_NUMBER)
            for name in known
            if given.values.get(name) is not None
        }
        told.append(replace(holdings[at], numbers=numbers))
    return sheet_to_json(book.score(replace(table, players=tuple(told))))


def _listed(fields: Fields, name: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """A list of ids, each once, of those known. Raises Illegal."""
    given = fields.entries(name)[:MAX_ENTRIES]
    chosen = dict.fromkeys(entry for entry in given if isinstance(entry, str))
    at_most = Fields.of(dict.fromkeys(chosen, True), labelled(fields.what, name), known)
    return tuple(at_most.values)
