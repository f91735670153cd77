"""The game of scoring a finished table: made of any game that can be scored without having been tracked.

Its table begins with who played, and grows by what people say. What photos show lies beside it: it is read
again when more tiles are known, and what people said goes before it.
"""

from __future__ import annotations

from typing import Any

from companion.games.contract.base import GameBase
from companion.games.contract.decisions import Decision, Json
from companion.games.contract.facts import Correction
from companion.games.contract.questions import Question
from companion.games.contract.rules import Game, Phase
from companion.games.contract.score import ScoreSheet
from companion.games.contract.setup import Setup
from companion.games.scanned.draft import Draft, ScanPlayer, book_of, told_table
from companion.games.scanned.moves import MOVES, said_from_json
from companion.games.scanned.said import Said
from companion.translation import _

FINISHED = "finished:"
"""Before a game's name: the name of its finished tables."""
BY_NUMBERS = ("way", "numbers")
"""Among the options of its setup: people count the points; no tile is entered."""


class FinishedGame(GameBase[Draft]):
    """The finished tables of `game`. name: by which they are loaded."""

    moves = MOVES

    def __init__(self, game: Game[Any], name: str) -> None:
        self.name = name
        self.title = game.title
        self.tag_prefix = game.tag_prefix
        self.colours = game.colours
        self.seats = game.seats
        self._game = game

    def new(self, setup: Setup) -> Draft:
        players = tuple(ScanPlayer(player.name, player.colour) for player in setup.players)
        return Draft(self._game.name, players, by_numbers=BY_NUMBERS in setup.options)

    def questions(self, state: Draft) -> tuple[Question, ...]:
        """None: what is not sure depends on the photos, and is asked with the score."""
        return ()

    def words(self, state: Draft, step: Decision | Correction) -> str:
        if not isinstance(step, Said):
            return super().words(state, step)
        return step.told(state, book_of(state, self._game).name)

    def decision(self, data: Json) -> Said:
        return said_from_json(data)

    def phase(self, state: Draft) -> Phase:
        return Phase("scan", _("Finished table"), 1)

    def score(self, state: Draft) -> ScoreSheet:
        """Of what people said alone, without what photos show."""
        book = book_of(state, self._game)
        return book.score(told_table(state, book))
