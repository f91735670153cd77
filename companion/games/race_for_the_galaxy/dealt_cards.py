"""The real cards behind the counts, and how they are moved until they lie where the counts say."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from companion.games.contract import Value
from companion.games.race_for_the_galaxy.coaching.hand_worth import least_valuable
from companion.games.race_for_the_galaxy.rules.cards_chosen import GONE, KEPT, ChosenCards
from companion.games.race_for_the_galaxy.rules.state import Move, State


class Hands(Value, frozen=True):
    """Real cards by id. deck: the top one last; looked: by seat; goods: (world, the card on it); starts: the
    two start worlds dealt to each seat, where they choose. choosers: the seats that choose their cards.
    waiting: the moves not carried out yet, the first of which waits for its player to choose; last: the one
    before them."""

    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    looked: tuple[tuple[str, ...], ...] = ()
    goods: tuple[tuple[str, str], ...] = ()
    starts: tuple[tuple[str, ...], ...] = ()
    choosers: tuple[int, ...] = ()
    waiting: tuple[Move, ...] = ()
    last: Move | None = None


def fit(hands: Hands, state: State) -> bool:
    """Whether the cards are where the counts say."""
    return (
        len(hands.deck) == state.supply
        and len(hands.discards) == state.discards
        and [len(cards) for cards in hands.hands] == [empire.hand for empire in state.empires]
        and {world for world, _card in hands.goods} == {w for empire in state.empires for w in empire.goods}
    )


class CardTable:
    """The cards while they are being moved. `held`: by seat; all lists may change here."""

    def __init__(self, hands: Hands, rng: Random) -> None:
        self.rng = rng
        self.held = [list(cards) for cards in hands.hands]
        self.deck = list(hands.deck)
        self.discards = list(hands.discards)
        self.looked = [list(cards) for cards in hands.looked] or [[] for _cards in hands.hands]
        self.goods = dict(hands.goods)
        self.starts = hands.starts
        self.choosers = hands.choosers
        self.waiting, self.last = list(hands.waiting), hands.last

    def hands(self) -> Hands:
        return Hands(
            tuple(map(tuple, self.held)),
            tuple(self.deck),
            tuple(self.discards),
            tuple(map(tuple, self.looked)),
            tuple(self.goods.items()),
            self.starts,
            self.choosers,
            tuple(self.waiting),
            self.last if self.waiting else None,
        )

    def leaves_a_choice(self, move: Move) -> bool:
        """Whether this move may move other cards than it does."""
        if move.what not in (KEPT, GONE):
            return False
        return 0 < move.count < len((self.looked if move.what == KEPT else self.held)[move.seat])

    def if_there(self, chosen: ChosenCards) -> tuple[str, ...] | None:
        """The cards chosen; None: they are not all there, as in a record that is dealt anew."""
        there = (self.looked if chosen.kept else self.held)[chosen.seat]
        return chosen.cards if {*chosen.cards} <= {*there} else None

    def settle_starts(self, after: State) -> None:
        """The start worlds not kept are discarded."""
        kept = {empire.start for empire in after.empires}
        self.discards += [card for pair in self.starts for card in pair if card not in kept]
        self.starts = ()

    def _draw(self, count: int) -> list[str]:
        found = []
        for _i in range(count):
            if not self.deck:
                self._shuffle()
            if not self.deck:
                break
            found.append(self.deck.pop())
        if not self.deck:
            self._shuffle()
        return found

    def _shuffle(self) -> None:
        self.deck, self.discards = self.discards, []
        self.rng.shuffle(self.deck)

    def carry_out(self, state: State, move: Move, chosen: tuple[str, ...] | None = None) -> None:
        """chosen: which cards are kept or discarded; None: the dealer chooses."""
        hand = self.held[move.seat]
        match move.what:
            case "draw":
                hand += self._draw(move.count)
            case "look":
                self.looked[move.seat] += self._draw(move.count)
            case "keep":
                looked = self.looked[move.seat]
                if chosen is None:
                    gone = least_valuable(state, move.seat, looked, len(looked) - move.count, self.rng)
                else:
                    gone = [card for card in looked if card not in chosen]
                hand += [card for card in looked if card not in gone]
                self.discards += gone
                self.looked[move.seat] = []
            case "pay":
                if chosen is None:
                    chosen = tuple(least_valuable(state, move.seat, hand, move.count, self.rng))
                self._leave(hand, chosen)
            case "place":
                if state.choosers and move.card not in hand:  # at tables of before it stays as it was
                    self._swap_copy(state, hand, move.card)
                if move.card in hand:
                    hand.remove(move.card)
            case "drop":
                self.discards.append(move.card)
                if move.card in self.goods:
                    self.discards.append(self.goods.pop(move.card))
            case "good":
                self.goods[move.card] = self._draw(1)[0]
            case "spend":
                self.discards.append(self.goods.pop(move.card))
            case "flip":
                hand += self._draw(1)
            case "miss":
                self.discards += self._draw(1)

    def _swap_copy(self, state: State, hand: list[str], card: str) -> None:
        """Has this copy in the hand that another copy is in, and that one where this was: a page names the
        first of several that are alike."""
        key = state.card(card).key
        other = next((one for one in hand if state.card(one).key == key), None)
        if other is None:
            return
        swapped = {card: other, other: card}
        for cards in (*self.held, *self.looked, self.deck, self.discards):
            cards[:] = [swapped.get(one, one) for one in cards]
        self.goods = {world: swapped.get(one, one) for world, one in self.goods.items()}

    def _leave(self, hand: list[str], gone: Iterable[str]) -> None:
        for card in gone:
            hand.remove(card)
            self.discards.append(card)

    # --- after a correction ---

    def reconcile(self, state: State) -> None:
        """Moves cards until they fit the counts, as far as there are cards."""
        lying = {held.card for empire in state.empires for held in empire.tableau}
        goods = {world for empire in state.empires for world in empire.goods}
        for world in self.goods.keys() - goods:
            self.deck.append(self.goods.pop(world))
        dealt = [card for pair in self.starts for card in pair]
        held = {card for hand in (*self.held, *self.looked) for card in hand}
        known = {*held, *self.goods.values(), *dealt}
        self.held = [[card for card in hand if card not in lying] for hand in self.held]
        self.looked = [[card for card in hand if card not in lying] for hand in self.looked]
        free = [card.id for card in state.catalogue if card.id not in lying and card.id not in known]
        self.rng.shuffle(free)
        for seat, empire in enumerate(state.empires):
            self._fit(self.held[seat], empire.hand, free)
            self._fit(self.looked[seat], state.progress[seat].drawn, free)
        for world in goods - self.goods.keys():
            if free:
                self.goods[world] = free.pop()
        for world in [world for world, card in self.goods.items() if card in lying]:
            if free:
                self.goods[world] = free.pop()
        self.discards = [free.pop() for _i in range(min(state.discards, len(free)))]
        self.deck = free

    def _fit(self, cards: list[str], count: int, free: list[str]) -> None:
        while len(cards) > count:
            free.insert(0, cards.pop())
        while len(cards) < count and free:
            cards.append(free.pop())


def all_cards(hands: Hands, state: State) -> list[str]:
    """Every card of the game by where it is, for checking that none is lost or double."""
    return [
        *(card for hand in hands.hands for card in hand),
        *hands.deck,
        *hands.discards,
        *(card for cards in hands.looked for card in cards),
        *(card for _world, card in hands.goods),
        *(card for pair in hands.starts for card in pair),
        *(held.card for empire in state.empires for held in empire.tableau),
    ]
