"""Computer players for every seat of a table, with the real cards behind its counts."""

from __future__ import annotations

from random import Random

from companion.games.contract import Client, Decision, Question, State
from companion.games.contract.capabilities import Dealer
from companion.games.contract.rules import options_held
from companion.table.table import Now, Table


class ComputerSeats:
    """Answers a table's questions as the game's computer players would. Not thread-safe.

    kind: of the game's `players`.
    """

    def __init__(self, table: Table[State], rng: Random, kind: str = "sensible") -> None:
        self.table = table
        self._random = rng
        self._player: Client = table.game.players[kind]
        self._dealt: tuple[int, State, object] | None = None
        """The entry, its state, and the dealer's hands then."""

    def decision(self, now: Now[State]) -> Decision | None:
        """The answer to the first question that waits for a person; None: there is none."""
        if self.table.game.phase(now.state).over:
            return None
        # Optional answers are not waited for, and given ones could be changed endlessly.
        owed = [q for q in now.questions if not q.optional and q.chance is None]
        return self._decided(now, owed[0]) if owed else None

    def _decided(self, now: Now[State], question: Question) -> Decision | None:
        game, dealer = self.table.game, self.table.game.dealer
        hands = None if dealer is None or question.player is None else self.hands(now, dealer)
        options, hand = options_held(game, hands, now.state, question)
        if not options and question.form is None:
            return None
        known = game.view(now.state, question.player)
        return self._player.choose(game, known, question, options, self._random, hand)

    def hands(self, now: Now[State], dealer: Dealer[State, object]) -> object:
        """The dealer's hands. They are carried on over one decision at a time; after anything else, as an
        undo or several entries at once, they are dealt anew to what the counts are then."""
        if self._dealt is not None and self._dealt[0] == now.number:
            return self._dealt[2]
        hands = None
        if self._dealt is not None and now.number == self._dealt[0] + 1:
            entry = self.table.entries()[-1]
            if entry.number == now.number and entry.kind == "decision":
                decision = self.table.game.decision(entry.data)
                hands = dealer.follow(self._dealt[2], self._dealt[1], decision, now.state, self._random)
        if hands is None:
            hands = dealer.deal(now.state, self._random)
        self._dealt = (now.number, now.state, hands)
        return hands
