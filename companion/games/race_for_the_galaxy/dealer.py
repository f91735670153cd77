"""The real cards behind the counts, for computer players, simulation and the demo.

The rules only count cards; each decision leaves the moves it made (`State.moves`), and these are carried out
here with real ones. After a correction or a step back the cards are moved until they fit the counts again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from companion.games.contract import Decision, Option, Question, Value
from companion.games.race_for_the_galaxy.coaching.hand_worth import least_valuable
from companion.games.race_for_the_galaxy.rules import placing
from companion.games.race_for_the_galaxy.rules.starts import start_pool
from companion.games.race_for_the_galaxy.rules.state import Move, State


class Hands(Value, frozen=True):
    """Real cards by id. deck: the top one last; looked: by seat; goods: (world, the card on it); starts: the
    two start worlds dealt to each seat, where they choose."""

    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...] = ()
    looked: tuple[tuple[str, ...], ...] = ()
    goods: tuple[tuple[str, str], ...] = ()
    starts: tuple[tuple[str, ...], ...] = ()


class RaceDealer:
    """The `dealer` capability."""

    beyond_hand: tuple[str, ...] = ("keep-start", "turn-up")

    def deal(self, state: State, rng: Random) -> Hands:
        """Cards for all counts of the state; of six cards dealt each player keeps the best four."""
        return self._dealt(state, rng, {})

    def deal_around(self, state: State, player: int, hand: tuple[str, ...], rng: Random) -> Hands:
        return self._dealt(state, rng, {player: _as_ids(state, hand)})

    def _dealt(self, state: State, rng: Random, known: Mapping[int, tuple[str, ...]]) -> Hands:
        """known: by seat, what is held. Where the counts want more cards in a hand, these are dealt."""
        held = {card for hand in known.values() for card in hand}
        lying = {held.card for empire in state.empires for held in empire.tableau}
        deck = [card.id for card in state.catalogue if card.id not in lying and card.id not in held]
        rng.shuffle(deck)
        starts = self._dealt_starts(state, deck)
        hands: list[tuple[str, ...]] = []
        discards: list[str] = []
        for seat, empire in enumerate(state.empires):
            own = known.get(seat, ())[: empire.hand]
            more = 0 if own or state.round > 1 else min(2, state.discards - len(discards))
            dealt = [deck.pop() for _i in range(empire.hand - len(own) + more)]
            gone = least_valuable(state, seat, dealt, more, rng)
            hands.append((*own, *(card for card in dealt if card not in gone)))
            discards += gone
        goods = tuple((world, deck.pop()) for empire in state.empires for world in empire.goods)
        looked = tuple(tuple(deck.pop() for _i in range(progress.drawn)) for progress in state.progress)
        while len(discards) < state.discards and deck:
            discards.append(deck.pop())
        return Hands(tuple(hands), tuple(deck), tuple(discards), looked, goods, starts)

    def _dealt_starts(self, state: State, deck: list[str]) -> tuple[tuple[str, ...], ...]:
        if state.at != -2:
            return ()
        pool = {card.id for card in start_pool(state.catalogue, state.setup)}
        found = []
        for _empire in state.empires:
            pair = []
            for red in (True, False):
                card = next(
                    id
                    for id in deck
                    if (one := state.card(id)).number is not None and one.red == red and id in pool
                )
                deck.remove(card)
                pair.append(card)
            found.append(tuple(pair))
        return tuple(found)

    def hand(self, hands: Hands, player: int) -> tuple[str, ...]:
        return hands.hands[player]

    def options(
        self, hands: Hands, state: State, question: Question, options: tuple[Option, ...]
    ) -> tuple[Option, ...]:
        """Only the cards in hand can be placed, and only what the top card is can be told of it."""
        seat = question.player
        if seat is None:
            return options
        if question.kind == "turn-up":
            top = (hands.deck or hands.discards)[-1]
            lucky = state.card(top).cost == state.progress[seat].named
            return tuple(one for one in options if getattr(one.decision, "lucky", lucky) == lucky)
        if question.kind == "keep-start":
            return tuple(one for one in options if one.tile in hands.starts[seat])
        if question.kind not in ("place-development", "place-world"):
            return options
        cards = state.catalogue.cards
        held = {cards[card].key: card for card in hands.hands[seat]}
        found = []
        for one in options:
            tile = one.tile
            if tile is None:
                found.append(one)
            elif (card := held.get(cards[tile].key)) is not None:
                found.append(placing.of_copy(one, seat, card))
        return tuple(found)

    def follow(self, hands: Hands, before: State, decision: Decision, after: State, rng: Random) -> Hands:
        begun = before.at == -2 and after.at != -2
        if not (begun or after.moves) and _fits(hands, after):
            return hands
        table = _Table(hands, rng)
        if begun:
            table.settle_starts(after)
        for move in after.moves:
            table.carry_out(after, move)
        moved = table.hands()
        if _fits(moved, after):
            return moved
        table.reconcile(after)
        return table.hands()


def _fits(hands: Hands, state: State) -> bool:
    """Whether the cards are where the counts say."""
    return (
        len(hands.deck) == state.supply
        and len(hands.discards) == state.discards
        and [len(cards) for cards in hands.hands] == [empire.hand for empire in state.empires]
        and {world for world, _card in hands.goods} == {w for empire in state.empires for w in empire.goods}
    )


def _as_ids(state: State, named: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a hand by id. named: each by id or key; a key is its first copy that is free."""
    taken = {held.card for empire in state.empires for held in empire.tableau}
    found = []
    for name in named:
        free = [card.id for card in state.catalogue.copies(name) if card.id not in taken]
        found += free[:1]
        taken.update(free[:1])
    return tuple(found)


class _Table:
    """The cards while they are being moved. `held`: by seat; all lists may change here."""

    def __init__(self, hands: Hands, rng: Random) -> None:
        self.rng = rng
        self.held = [list(cards) for cards in hands.hands]
        self.deck = list(hands.deck)
        self.discards = list(hands.discards)
        self.looked = [list(cards) for cards in hands.looked] or [[] for _cards in hands.hands]
        self.goods = dict(hands.goods)
        self.starts = hands.starts

    def hands(self) -> Hands:
        return Hands(
            tuple(map(tuple, self.held)),
            tuple(self.deck),
            tuple(self.discards),
            tuple(map(tuple, self.looked)),
            tuple(self.goods.items()),
            self.starts,
        )

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

    def carry_out(self, state: State, move: Move) -> None:
        hand = self.held[move.seat]
        match move.what:
            case "draw":
                hand += self._draw(move.count)
            case "look":
                self.looked[move.seat] += self._draw(move.count)
            case "keep":
                looked = self.looked[move.seat]
                gone = least_valuable(state, move.seat, looked, len(looked) - move.count, self.rng)
                hand += [card for card in looked if card not in gone]
                self.discards += gone
                self.looked[move.seat] = []
            case "pay":
                gone = least_valuable(state, move.seat, hand, move.count, self.rng)
                self._leave(hand, gone)
            case "place":
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
