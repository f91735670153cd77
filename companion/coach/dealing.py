"""The cards of a practice table, which has none on it: dealt by the table's seed, the same at every look.

What a person keeps and discards that person chooses, in an entry of the journal; for computer players, and
for everybody at a table begun before that, the dealer does. Nothing else is stored: the cards follow from the
journal, so that an undo takes them back, too.
"""

from __future__ import annotations

from random import Random

from companion.coach.search import needs_hand
from companion.games.contract import Decision, Game, Illegal, Option, Question, Setup, State, game_at
from companion.games.contract.capabilities import Dealer
from companion.games.contract.own_hand import Choice, HandCard, HandNow, KnownHand, OwnHand
from companion.games.contract.rules import options_held
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.translation import _, listed


def can_practise(game: Game[State]) -> bool:
    """Whether the coach can play at a table without pieces: cards are dealt where a phone can show them."""
    return game.coaching is not None and (not needs_hand(game) or game.own_hand is not None)


def is_dealt(table: Table[State], seat: int) -> bool:
    """Whether this seat of a practice table is a person's, who holds cards that the companion dealt."""
    computers = table.settings.computers
    return bool(computers) and str(seat) not in computers and needs_hand(table.game)


def with_choices(game: Game[State], setup: Setup, seat: int) -> Setup:
    """The setup of a practice table at which this seat's player chooses what is kept and discarded."""
    return game.dealer.choosing(setup, seat) if game.dealer is not None and needs_hand(game) else setup


def dealt(table: Table[State], number: int) -> tuple[Dealer[State, object], object]:
    """The dealer, and its hands after entry `number`. Only for a game with a dealer."""
    (_setup, begun), *rest = path = table.path(number)
    game = game_at(table.game, path[-1][1].state)
    assert game.dealer is not None
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


def dealt_hand(table: Table[State], now: Now[State], seat: int) -> HandNow:
    """What a person at a practice table holds, and what that person has to choose of it."""
    dealer, hands = dealt(table, now.number)
    game = game_at(table.game, now.state)
    assert game.own_hand is not None
    own_hand, view = game.own_hand, game.view(now.state, seat)

    def shown(cards: tuple[str, ...]) -> HandNow:
        fronts = _fronts(own_hand, now.state, cards)
        return own_hand.now(view, seat, KnownHand(tuple(front for front in fronts if front is not None)))

    def unasked(cards: tuple[str, ...]) -> tuple[HandCard, ...]:
        """As they were dealt, not by their worth; none of them answers what else is asked."""
        order = _fronts(own_hand, now.state, cards)
        known = sorted(shown(cards).cards, key=lambda card: order.index(card.id))
        return tuple(card.changed(option=None, refusal=None) for card in known)

    hand = shown(dealer.hand(hands, seat))
    hand = hand.changed(count=len(hand.cards), unknown=0, pool=())
    choice = dealer.choice(hands, now.state)
    if choice is None or choice.player != seat:
        return hand
    held = unasked(dealer.hand(hands, seat))
    if choice.keeps:
        drawn = unasked(choice.cards)
        return hand.changed(cards=held, drawn=drawn, keep=choice.count, discard=0, asked=choice.words)
    return hand.changed(cards=held, discard=choice.count, asked=choice.words)


def _fronts(own_hand: OwnHand[State], state: State, cards: tuple[str, ...]) -> tuple[str | None, ...]:
    return tuple(own_hand.front(state, card) for card in cards)


def chooses(table: Table[State], now: Now[State], seat: int) -> bool:
    """Whether this seat's player chooses what is kept and discarded of the cards dealt."""
    dealer = game_at(table.game, now.state).dealer
    return is_dealt(table, seat) and dealer is not None and dealer.chooses(now.state, seat)


def open_choice(table: Table[State], number: int) -> Choice | None:
    """Which cards are to be chosen before anything else, after entry `number` of a practice table."""
    if not table.settings.computers or not needs_hand(table.game):
        return None
    dealer, hands = dealt(table, number)
    return dealer.choice(hands, table.state_at(number))


def chosen(table: Table[State], number: int, choice: Choice, fronts: tuple[str, ...]) -> Decision:
    """The decision that says which cards were chosen, each by its front. Raises Illegal."""
    state = table.state_at(number)
    game = game_at(table.game, state)
    assert game.dealer is not None
    assert game.own_hand is not None
    left = dict(zip(choice.cards, _fronts(game.own_hand, state, choice.cards), strict=True))
    found = []
    for front in fronts:
        card = next((card for card, its in left.items() if its == front), None)
        if card is None:
            raise Illegal(_("Only the cards shown can be chosen: look again."))
        found.append(card)
        del left[card]
    if len(found) != choice.count:
        raise Illegal(_("Choose {number}, not {given}.", number=choice.count, given=len(found)))
    return game.dealer.chosen(choice, tuple(found))


def coach_would(table: Table[State], now: Now[State], choice: Choice) -> str:
    """What the coach would choose, and why."""
    own_hand = game_at(table.game, now.state).own_hand
    assert own_hand is not None
    fronts = _fronts(own_hand, now.state, choice.usual)
    hand = dealt_hand(table, now, choice.player)
    names = {card.id: card.seen.title for card in (*hand.drawn, *hand.cards)}
    cards = listed(names[front] for front in fronts if front is not None)
    if choice.keeps:
        words = _("The coach would keep {cards}.", cards=cards)
    else:
        words = _("The coach would discard {cards}.", cards=cards)
    return f"{words} {choice.why}"


def check_choice(table: Table[State], decision: Decision, seen: int) -> None:
    """Raises Illegal for any other step of a practice table whose player has cards to choose, and for a card
    that is not in the hand dealt. seen: the entry that its device saw, after which it is judged, so that a
    step sent again is answered alike."""
    player = decision.player
    if player is None or not is_dealt(table, player):
        return
    number = seen if 1 <= seen <= table.number else table.number
    now = table.path(number)[-1][1]
    dealer, hands = dealt(table, number)
    if (choice := dealer.choice(hands, now.state)) is not None:
        name = table.setup.players[choice.player].name
        raise Illegal(_("First {player} chooses cards: on the own page, where the hand is.", player=name))
    game = game_at(table.game, now.state)
    listed_as = decision.offered_as(now.state)
    options = game.options(now.state, player)
    card = next((option.tile for option in options if option.decision == listed_as), None)
    question = next((q for q in now.questions if q.player == player and not q.optional), None)
    if card is None or question is None or game.own_hand is None:
        return
    held = dealer.options(hands, now.state, question)
    tiles = tuple(option.tile for option in held if option.tile is not None)
    if game.own_hand.front(now.state, card) not in _fronts(game.own_hand, now.state, tiles):
        raise Illegal(_("That card is not in the hand that the companion dealt."))


def answers_itself(game: Game[State], question: Question) -> bool:
    """Whether the cards answer this question of a practice table, and not the player who is asked."""
    return game.dealer is not None and question.kind in game.dealer.beyond_hand


def dealt_options(
    table: Table[State], now: Now[State], seen: State, question: Question
) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """The answers that the cards allow a seat that is asked, and its hand; all and none in a game without.
    seen: what it sees of the state."""
    is_held = table.game.dealer is not None and question.player is not None
    return options_held(table.game, dealt(table, now.number)[1] if is_held else None, seen, question)
