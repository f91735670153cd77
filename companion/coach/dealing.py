"""The cards of a practice table, which has none on it: dealt by the table's seed, the same at every look.

The dealer keeps and discards for everybody, as it does for computer players. Nothing is stored: the cards
follow from the journal, so that an undo takes them back, too.
"""

from __future__ import annotations

from random import Random

from companion.coach.search import needs_hand
from companion.games.contract import Game, Option, Question, State, game_at
from companion.games.contract.capabilities import Dealer
from companion.games.contract.own_hand import KnownHand
from companion.table.snapshot import Now
from companion.table.table import Table


def can_practise(game: Game[State]) -> bool:
    """Whether the coach can play at a table without pieces: cards are dealt where a phone can show them."""
    return game.coaching is not None and (not needs_hand(game) or game.own_hand is not None)


def is_dealt(table: Table[State], seat: int) -> bool:
    """Whether this seat of a practice table is a person's, who holds cards that the companion dealt."""
    computers = table.settings.computers
    return bool(computers) and str(seat) not in computers and needs_hand(table.game)


def dealt(table: Table[State], now: Now[State]) -> tuple[Dealer[State, object], object]:
    """The dealer, and its hands at this moment. Only for a game with a dealer."""
    game = game_at(table.game, now.state)
    assert game.dealer is not None
    (_setup, begun), *rest = table.path(now.number)
    hands: object = game.dealer.deal(begun.state, Random(f"{table.seed}/cards"))
    before = begun.state
    for entry, node in rest:
        chance = Random(f"{table.seed}/cards/{entry.number}")
        if entry.kind == "decision":
            hands = game.dealer.follow(hands, before, game.decision(entry.data), node.state, chance)
        else:
            hands = game.dealer.deal(node.state, chance)
        before = node.state
    return game.dealer, hands


def dealt_hand(table: Table[State], now: Now[State], seat: int) -> KnownHand:
    """What a person at a practice table holds."""
    dealer, hands = dealt(table, now)
    own_hand = game_at(table.game, now.state).own_hand
    assert own_hand is not None
    fronts = (own_hand.front(now.state, card) for card in dealer.hand(hands, seat))
    return KnownHand(tuple(front for front in fronts if front is not None))


def answers_itself(game: Game[State], question: Question) -> bool:
    """Whether the cards answer this question of a practice table, and not the player who is asked."""
    return game.dealer is not None and question.kind in game.dealer.beyond_hand


def dealt_options(
    table: Table[State], now: Now[State], question: Question, options: tuple[Option, ...]
) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """The answers that the cards allow a seat that is asked, and its hand; all and none in a game without."""
    if not needs_hand(table.game) or question.player is None:
        return options, ()
    dealer, hands = dealt(table, now)
    return dealer.options(hands, now.state, question, options), dealer.hand(hands, question.player)
