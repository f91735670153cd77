"""The real cards behind the counts, for computer players, simulation and the demo.

The rules only count cards; each decision leaves the moves it made (`State.moves`), and these are carried out
here with real ones. After a correction or a step back the cards are moved until they fit the counts again.
Which cards a player keeps and discards the dealer chooses, but for `State.choosers`: hands wait for these.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.games.contract import Decision, Option, Question, Setup
from companion.games.contract.own_hand import Choice
from companion.games.race_for_the_galaxy.coaching.hand_worth import least_valuable, static_worth
from companion.games.race_for_the_galaxy.dealt_cards import CardTable, Hands, fit
from companion.games.race_for_the_galaxy.rules import cards_chosen
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules.cards_chosen import KEPT, ChosenCards
from companion.games.race_for_the_galaxy.rules.starts import KeepStart, StartChoice, start_pool
from companion.games.race_for_the_galaxy.rules.state import HAND_LIMIT, Move, State
from companion.translation import _, plural


class RaceDealer:
    """The `dealer` capability."""

    beyond_hand: tuple[str, ...] = ("keep-start", "turn-up")

    def deal(self, state: State, rng: Random) -> Hands:
        """Cards for all counts of the state; of six cards dealt each player keeps the best four, or who
        chooses says which."""
        first = state.choices if state.round == 1 and state.at < 0 else ()
        return self._dealt(state, rng, {}, first).changed(choosers=state.choosers)

    def deal_around(self, state: State, player: int, hand: tuple[str, ...], rng: Random) -> Hands:
        return self._dealt(state, rng, {player: _as_ids(state, hand)})

    def _dealt(
        self,
        state: State,
        rng: Random,
        known: Mapping[int, tuple[str, ...]],
        waiting: tuple[Move, ...] = (),
    ) -> Hands:
        """known: by seat, what is held. Where the counts want more cards in a hand, these are dealt.
        waiting: the first discards that are not made here."""
        later = {move.seat: move.count for move in waiting}
        discarded = state.discards - sum(later.values())
        held = {card for hand in known.values() for card in hand}
        lying = {held.card for empire in state.empires for held in empire.tableau}
        deck = [card.id for card in state.catalogue if card.id not in lying and card.id not in held]
        rng.shuffle(deck)
        starts = self._dealt_starts(state, deck)
        hands: list[tuple[str, ...]] = []
        discards: list[str] = []
        for seat, empire in enumerate(state.empires):
            own = known.get(seat, ())[: empire.hand]
            more = 0 if own or state.round > 1 else later.get(seat, min(2, discarded - len(discards)))
            dealt = [deck.pop() for _i in range(empire.hand - len(own) + more)]
            gone = [] if seat in later else least_valuable(state, seat, dealt, more, rng)
            hands.append((*own, *(card for card in dealt if card not in gone)))
            discards += gone
        goods = tuple((world, deck.pop()) for empire in state.empires for world in empire.goods)
        looked = tuple(tuple(deck.pop() for _i in range(progress.drawn)) for progress in state.progress)
        while len(discards) < discarded and deck:
            discards.append(deck.pop())
        return Hands(tuple(hands), tuple(deck), tuple(discards), looked, goods, starts, waiting=waiting)

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

    def options(self, hands: Hands, state: State, question: Question) -> tuple[Option, ...]:
        """Only the cards in hand can be placed, and only what the top card is can be told of it."""
        seat = question.player
        assert seat is not None
        if question.kind in ("place-development", "place-world"):
            cards = state.catalogue.cards
            held = {cards[card].key: card for card in hands.hands[seat]}
            return rounds.PLACING[state.phase].options(state, seat, held)
        options = rounds.options(state, seat)
        if question.kind == "turn-up":
            top = (hands.deck or hands.discards)[-1]
            lucky = state.card(top).cost == state.progress[seat].named
            return tuple(one for one in options if getattr(one.decision, "lucky", lucky) == lucky)
        if question.kind == "keep-start":
            return tuple(one for one in options if one.tile in hands.starts[seat])
        return options

    def follow(self, hands: Hands, before: State, decision: Decision, after: State, rng: Random) -> Hands:
        if isinstance(decision, ChosenCards):
            return self._go_on(CardTable(hands, rng), after, decision)
        if hands.waiting:  # nobody said which
            hands = self._go_on(CardTable(hands.changed(choosers=()), rng), before).changed(
                choosers=hands.choosers
            )
        begun = before.at == -2 and after.at != -2
        if not (begun or after.moves) and fit(hands, after):
            return hands
        table = CardTable(hands, rng)
        if begun:
            table.settle_starts(after)
        table.waiting, table.last = list(after.moves), None
        return self._go_on(table, after)

    def _go_on(self, table: CardTable, state: State, chosen: ChosenCards | None = None) -> Hands:
        """Carries out the moves that are left, up to one for which its player has to choose. chosen: what is
        said of the first one."""
        while table.waiting:
            move = table.waiting[0]
            said = chosen if chosen is not None and chosen.is_of(move) else None
            if said is None and move.seat in table.choosers and table.leaves_a_choice(move):
                return table.hands()
            table.carry_out(state, move, None if said is None else table.if_there(said))
            table.last, chosen = table.waiting.pop(0), None
        moved = table.hands()
        if fit(moved, state):
            return moved
        table.reconcile(state)
        return table.hands()

    # --- who chooses

    def choosing(self, setup: Setup, player: int) -> Setup:
        return cards_chosen.with_chooser(setup, player)

    def chooses(self, state: State, player: int) -> bool:
        return player in state.choosers

    def choice(self, hands: Hands, state: State) -> Choice | None:
        if state.over:
            return None
        if hands.waiting:
            move = hands.waiting[0]
            kept, seat = move.what == KEPT, move.seat
            cards = (hands.looked if kept else hands.hands)[seat]
            gone = len(cards) - move.count if kept else move.count
            usual = set(least_valuable(state, seat, cards, gone, Random(0)))
            chosen = tuple(card for card in cards if (card in usual) != kept)
            words = _asked_words(hands, state, move, len(cards))
            why = _("It weighs what each card would bring in the tableau, less what it costs.")
            return Choice(seat, cards, move.count, kept, words, chosen, why, ChosenCards.do)
        for seat in hands.choosers:
            if StartChoice.is_at(state, seat) and not state.progress[seat].answered:
                pair = hands.starts[seat]
                best = max(pair, key=lambda card: static_worth(state.card(card)))
                words = _("Which start world do you keep?")
                why = _("It weighs VP, powers and goods.")
                return Choice(seat, pair, 1, True, words, (best,), why, KeepStart.do)
        return None

    def chosen(self, choice: Choice, cards: tuple[str, ...]) -> Decision:
        if choice.does == KeepStart.do:
            return KeepStart(choice.player, *cards)
        return ChosenCards(choice.player, cards, choice.keeps)


def _asked_words(hands: Hands, state: State, move: Move, among: int) -> str:
    """The question which cards this move moves."""
    last = hands.last
    if move.what == KEPT:
        return plural(
            "Keep {number} card of the {drawn} drawn. Which?",
            "Keep {number} cards of the {drawn} drawn. Which?",
            move.count,
            drawn=among,
        )
    if state.round == 1 and state.at < 0:
        return plural(
            "Discard {number} card of the first {dealt}. Which?",
            "Discard {number} cards of the first {dealt}. Which?",
            move.count,
            dealt=among,
        )
    if last is not None and (last.seat, last.what) == (move.seat, "place"):
        return plural(
            "With which card do you pay for {card}?",
            "With which {number} cards do you pay for {card}?",
            move.count,
            card=state.shown.card(last.card).name,
        )
    if state.at < 0 and among - move.count == HAND_LIMIT:
        return plural(
            "Discard {number} card, down to {limit}. Which?",
            "Discard {number} cards, down to {limit}. Which?",
            move.count,
            limit=HAND_LIMIT,
        )
    return plural(
        "Discard {number} card of {cards}. Which?",
        "Discard {number} cards of {cards}. Which?",
        move.count,
        cards=among,
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
