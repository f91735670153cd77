"""A planet's conflicts from their beginning on: what is asked of whom, and what is offered (p. 6, 7)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.a_new_frontier.rules import conflict
from companion.games.a_new_frontier.rules.fight import cards, dice, losses, spoils
from companion.games.a_new_frontier.rules.fight.stage import STRATEGY, stage_of
from companion.games.a_new_frontier.rules.moves import GameMove
from companion.games.a_new_frontier.rules.planet_state import Fight
from companion.games.a_new_frontier.rules.setup import asks_all, asks_texts, few_forms
from companion.games.a_new_frontier.rules.state import State, planet_order
from companion.games.contract import Option, Question

MOVES: tuple[type[GameMove], ...] = (*cards.MOVES, *dice.MOVES, *losses.MOVES, *spoils.MOVES)


def begin(state: State, planet: int) -> Fight:
    """The fight at a planet with attacks."""
    order = planet_order(state, planet)
    none = (None,) * len(state.corps)
    conflicts = conflict.conflicts_at(state.attacks, planet, order)
    return Fight(
        planet, conflicts, order, STRATEGY, none, none, none, none, none, none, spoils=(0,) * len(none)
    )


def questions(state: State, it: Fight) -> tuple[Question, ...]:
    found = [stage.question(state, it, seat) for seat, stage in stage_of(it).asked(state, it)]
    return (*found, *(each for seat in it.seats for each in stage_of(it).beside(state, it, seat)))


def options(state: State, it: Fight, seat: int) -> tuple[Option, ...]:
    now = stage_of(it)
    found = [o for who, stage in now.asked(state, it) if who == seat for o in stage.options(state, it, seat)]
    return (*found, *now.options_beside(state, it, seat))


def lies_open(state: State, it: Fight) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(moment, entries) of what the fight needs, and everybody sees."""
    book = state.book
    texts = asks_texts(state)
    few = few_forms(state)
    if texts:
        # Everybody has the same cards in hand.
        yield (
            "hand" if few else "deck",
            tuple(book.card_entry(card) for card in (*book.strategies, *book.tactics)),
        )
    now = stage_of(it)
    strategies, tactics = now.lie_open(state)
    shown = [*(it.strategies if strategies else ()), *(it.tactics if tactics else ())]
    if asks_all(state):
        cards = it.cards() if it.withdrawn else {}
        shown += [card for seat in it.withdrawn for card in sorted(cards[seat])]
    if few:  # strategies are told with the hand
        shown = [card for card in shown if card in book.tactics]
    yield "shown" if texts else "cards", tuple(book.card_entry(card) for card in shown if card)
    if now.weighs_ships and few:
        yield "fight", (*book.ship_entries, "board-table")
    if now.weighs_ships:
        # Of the kinds that have left the Storage Areas, as everybody sees: fleets are still covered.
        left = dict(state.stock)
        kinds = [id for id, ship in book.ships.items() if left[id] < ship.count]
        yield "fight" if few else "ships", tuple(f"ship-{id}" for id in kinds)
    if now.needs_table(state) and not few:
        yield "table", ("board-table",)
