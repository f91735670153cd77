"""The own hand on the own phone: what follows from what its player said, and what is asked about it.

A card is named by its key, which all its copies share. Nothing here keeps a hand: each call is told it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.games.contract import Option, Refusal
from companion.games.contract.own_hand import HandCard, HandNow, KnownHand
from companion.games.race_for_the_galaxy.cards.catalogue import Card
from companion.games.race_for_the_galaxy.coaching.hand_worth import worth
from companion.games.race_for_the_galaxy.display.card_view import card_answer, searched_words
from companion.games.race_for_the_galaxy.rules import explore, placing
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules.state import Move, State

INTO_HAND = {"draw": 1, "keep": 1, "flip": 1, "place": -1, "pay": -1}
"""What a move does to the number of cards in hand."""


class RaceOwnHand:
    """The `own_hand` capability."""

    def front(self, state: State, piece: str) -> str | None:
        card = state.catalogue.cards.get(piece)
        key = piece if card is None else card.key
        return key if key in state.catalogue.by_key else None

    def begun(self, state: State, player: int) -> KnownHand:
        return KnownHand(look=state.progress[player].drawn)

    def followed(self, known: KnownHand, before: State, after: State, player: int) -> KnownHand:
        moves = [move for move in after.moves if move.seat == player]
        for move in moves:
            known = _moved(known, after, move)
        change = after.empires[player].hand - before.empires[player].hand
        unexplained = change - sum(INTO_HAND.get(move.what, 0) * move.count for move in moves)
        if unexplained:
            known = _taken_back(known, before, after, player, unexplained)
        return _possible(known, after)

    def now(self, view: State, player: int, known: KnownHand) -> HandNow:
        rules, view = view, view.shown
        known = _possible(known, view)
        still = _still_to_keep(view, player)
        count = view.empires[player].hand + still
        missing = count + known.discard - len(known.cards)
        keep = max(0, min(known.look, known.keep + still, missing))
        if not keep:  # those kept were named one by one
            known = known.changed(drawn=(), look=0, keep=0)
        unknown = missing - keep
        discard = known.discard + max(0, -missing)
        to_look = max(0, known.look - len(known.drawn))
        named = unknown > 0 or to_look > 0
        answers = _answers(rules, player)
        return HandNow(
            known,
            tuple(_in_hand(view, player, key, answers) for key in _by_worth(view, player, known.cards)),
            count,
            max(0, unknown),
            tuple(_shown(view, player, key) for key in _by_worth(view, player, known.drawn)),
            to_look,
            keep,
            min(discard, len(known.cards)),
            tuple(_by_worth(view, player, known.drawn)[:keep]),
            tuple(_worst(view, player, known.cards)[:discard]),
            tuple(_shown(view, player, key) for key in _nameable(view, player, known)) if named else (),
        )


def _moved(known: KnownHand, state: State, move: Move) -> KnownHand:
    match move.what:
        case "place":
            return known.without(state.card(move.card).key)
        case "look":
            return known.changed(look=known.look + move.count)
        case "keep" if known.look:
            return known.changed(keep=known.keep + move.count)
        case "pay":
            return known.changed(discard=known.discard + move.count)
    return known


def _taken_back(known: KnownHand, before: State, after: State, player: int, by: int) -> KnownHand:
    """After a step back, or a correction: what was placed is in hand again; what was to be discarded is not
    any more. by: how many more cards the hand has than its moves say."""
    lies = {held.card for empire in after.empires for held in empire.tableau}
    back = [held.card for held in before.empires[player].tableau if held.card not in lies] if by > 0 else []
    cards = (*known.cards, *(after.card(card).key for card in back))
    keep = max(0, known.keep + by) if by < 0 else known.keep
    return known.changed(cards=cards, keep=keep, discard=0)


def _unseen(state: State) -> Counter[str]:
    """How many copies of each card lie face up nowhere, by key."""
    lying = placing.on_table(state)
    return Counter(card.key for card in state.catalogue if card.id not in lying)


def _possible(known: KnownHand, state: State) -> KnownHand:
    """Without what is no card, and without more copies than can be in hand."""
    left = _unseen(state)

    def take(keys: Iterable[str]) -> tuple[str, ...]:
        found = []
        for key in keys:
            if left[key] > 0:
                left[key] -= 1
                found.append(key)
        return tuple(found)

    return known.changed(cards=take(known.cards), drawn=take(known.drawn))


def _still_to_keep(state: State, player: int) -> int:
    """How many of the cards drawn in Explore come into the hand by an answer that is still open."""
    drawn = state.progress[player].drawn
    return min(explore.to_keep(state, player).total, drawn) if drawn else 0


def _nameable(state: State, player: int, known: KnownHand) -> list[str]:
    """What the unknown cards may be."""
    left = _unseen(state) - Counter((*known.cards, *known.drawn))
    return _by_worth(state, player, tuple(left))


def _card(state: State, key: str) -> Card:
    return state.catalogue.by_key[key][0]


def _by_worth(state: State, player: int, keys: tuple[str, ...]) -> list[str]:
    cards = [_card(state, key) for key in keys]
    cards.sort(key=lambda card: (-worth(state, player, card), card.name))
    return [card.key for card in cards]


def _worst(state: State, player: int, keys: tuple[str, ...]) -> list[str]:
    """Which to discard first; never the one that its player is about to place, while there are others."""
    placed = state.progress[player].placed
    last = [state.card(placed).key] if placed in state.catalogue and state.card(placed).key in keys else []
    rest = list(keys)
    for key in last:
        rest.remove(key)
    return [*reversed(_by_worth(state, player, tuple(rest))), *last]


def _answers(state: State, player: int) -> dict[str, Option | Refusal]:
    """What each card answers while a card to place is asked for, or why it cannot; by key."""
    if state.over or state.asks or not placing.Placing.is_at(state, player):
        return {}
    answers: list[Option | Refusal] = [*rounds.options(state, player), *rounds.refusals(state, player)]
    return {state.card(answer.tile).key: answer for answer in answers if answer.tile is not None}


def _shown(state: State, player: int, key: str) -> HandCard:
    card = _card(state, key)
    return HandCard(key, card_answer(card), searched_words(card))


def _in_hand(state: State, player: int, key: str, answers: dict[str, Option | Refusal]) -> HandCard:
    card, answer = _card(state, key), answers.get(key)
    if answer is None:
        return _shown(state, player, key)
    seen, words = card_answer(card, answer.why), searched_words(card)
    if isinstance(answer, Option):
        return HandCard(key, seen, words, option=answer)
    return HandCard(key, seen, words, refusal=answer)
