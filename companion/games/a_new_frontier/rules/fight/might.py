"""What cards, dice and agendas make of those who fight: their Might, and who defeats whom (p. 7, 9)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import conflict
from companion.games.a_new_frontier.rules.conflict import Ranking
from companion.games.a_new_frontier.rules.planet_state import Fight
from companion.games.a_new_frontier.rules.setup import asks_all
from companion.games.a_new_frontier.rules.state import State

MAX_MIGHT = 99
"""The highest Might that may be entered."""


def computed_might(it: Fight, seat: int) -> int:
    """Strength and dice; what cards change is told at the table."""
    dice = it.rolled[seat]
    return (it.strengths[seat] or 0) + (conflict.dice_total(*dice) if dice else 0)


def offered_might(state: State, it: Fight, seat: int) -> int:
    """The Might by strength, dice and what an owner entered of the tactics card."""
    tactics = it.tactics[seat]
    might = computed_might(it, seat) + (state.book.card(tactics, "might") if tactics else 0)
    return min(max(0, might), MAX_MIGHT)


def withdrawn_might(state: State, it: Fight, seat: int) -> int | None:
    """The Might of a fleet that has withdrawn, anew by the cards that it counts as having played (p. 7).

    None: nobody told what these say. The strength was told with the strategy that was played."""
    book, played = state.book, it.strategies[seat]
    cards = [*it.cards()[seat], *((played,) if played else ())]
    if not all(book.knows(book.card_entry(card), "might") for card in cards):
        return None
    might = computed_might(it, seat) + sum(book.card(card, "might") for card in it.cards()[seat])
    return min(max(0, might - (book.card(played, "might") if played else 0)), MAX_MIGHT)


def of_cards(state: State, it: Fight, seat: int, field: str) -> int:
    """What the seat's cards add by the owner's entries: "might", "casualties" or "steal"."""
    return sum(state.book.card(card, field) for card in (it.strategies[seat], it.tactics[seat]) if card)


def plays(state: State, it: Fight, seat: int, rule: str) -> bool:
    """Whether one of the seat's cards "destroys_two" or "steals_first" (p. 7). Raises Untold."""
    book = state.book.shown if seat in it.withdrawn and not asks_all(state) else state.book
    return any(book.does(card, rule) for card in sorted(it.cards()[seat]))


def ranked(state: State, it: Fight) -> Ranking:
    might = {seat: it.mights[seat] or 0 for seat in it.seats}
    return conflict.rank(it.conflicts, might, it.cards(), it.order, state.book.tie_wins, policy_tie(state))


def policy_tie(state: State) -> dict[int, int] | None:
    """What decides ties in Might by an agenda in force, the higher wins; None: no agenda does (p. 9)."""
    book = state.book
    for policy, agenda, _planet in sorted(state.agendas, key=lambda each: book.policies.index(each[0])):
        if who := book.tie_winner(policy, agenda):
            sign = 1 if who == "most prestige" else -1
            return {seat: sign * state.corps[seat].prestige for seat in state.seats}
    return None
