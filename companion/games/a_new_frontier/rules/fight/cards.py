"""Strategies, strength and tactics, which are told before the dice (p. 6, 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.rules import conflict
from companion.games.a_new_frontier.rules.fight.might import MAX_MIGHT, of_cards
from companion.games.a_new_frontier.rules.fight.stage import (
    PAGE,
    ROLL,
    STRATEGY,
    STRENGTH,
    TACTICS,
    EachAnswers,
    named,
    proceed,
)
from companion.games.a_new_frontier.rules.moves import SeatMove, ask
from companion.games.a_new_frontier.rules.planet_state import Fight, fight_of
from companion.games.a_new_frontier.rules.setup import light, shows_strategies_with_tactics
from companion.games.a_new_frontier.rules.state import State, put
from companion.games.a_new_frontier.wording.names import card_with_text, strategy_with_tactics
from companion.games.contract import Amount, Option, Question, later
from companion.translation import _, signed


@dataclass(frozen=True)
class PlayCard(SeatMove):
    """A conflict card is chosen."""

    card: str

    def words(self, state: State) -> str:
        return _("{player} plays {card}", player=self.who(state), card=card_with_text(self.card, state.book))


@dataclass(frozen=True)
class ChooseStrategy(PlayCard):
    do: ClassVar[str] = "choose-strategy"

    def apply(self, state: State) -> State:
        it = fight_of(state)
        return proceed(state, it.changed(strategies=put(it.strategies, self.seat, self.card)))


@dataclass(frozen=True)
class TellStrength(SeatMove):
    """The strength that the player's token shows on the Conflict Resolution Table."""

    do: ClassVar[str] = "tell-strength"
    strength: int

    def words(self, state: State) -> str:
        return _("{player} shows a strength of {number}", player=self.who(state), number=self.strength)

    def apply(self, state: State) -> State:
        it = fight_of(state)
        return proceed(state, it.changed(strengths=put(it.strengths, self.seat, self.strength)))


@dataclass(frozen=True)
class ChooseTactics(PlayCard):
    do: ClassVar[str] = "choose-tactics"

    def apply(self, state: State) -> State:
        it = fight_of(state)
        return proceed(state, it.changed(tactics=put(it.tactics, self.seat, self.card)))


MOVES = (ChooseStrategy, TellStrength, ChooseTactics)


class _BeforeDice(EachAnswers):
    """The cards are covered until everybody has chosen, and nobody needs the table yet."""

    next: ClassVar[str]

    def after(self, state: State, it: Fight) -> tuple[State, Fight]:
        return state, it.changed(stage=self.next)

    def lie_open(self, state: State) -> tuple[bool, bool]:
        return not shows_strategies_with_tactics(state), False

    def needs_table(self, state: State) -> bool:
        return False


class ChoosingStrategies(_BeforeDice):
    name = STRATEGY
    next = STRENGTH
    weighs_ships = False

    def answers(self, it: Fight) -> tuple[object, ...]:
        return it.strategies

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        assert seat is not None
        text = later(lambda: _("{player}: choose a strategy card at {planet}.", **named(state, it, seat)))
        # Private for good where it is told with the tactics only: then as an event.
        together = shows_strategies_with_tactics(state)
        return ask(ChooseStrategy, seat, text, PAGE, secret=not together, private=together)

    def options(self, state: State, it: Fight, seat: int) -> list[Option]:
        book = state.book.shown
        return [
            Option(ChooseStrategy(seat, card), later(strategy_with_tactics, card, book))
            for card in book.strategies
        ]

    def lie_open(self, state: State) -> tuple[bool, bool]:
        return False, False


def _strength_words(ships: int, cards: int, names: Mapping[str, str]) -> str:
    """With all of which the number is offered."""
    if not cards:
        return _("{player}: your strength at {planet}? The ships give {ships}.", ships=ships, **names)
    return _(
        "{player}: your strength at {planet}? The ships give {ships}, the cards entered {cards}.",
        ships=ships,
        cards=signed(cards),
        **names,
    )


class TellingStrength(_BeforeDice):
    name = STRENGTH
    next = TACTICS

    def answers(self, it: Fight) -> tuple[object, ...]:
        return it.strengths

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        assert seat is not None
        known = conflict.known_strength(state, seat, it.planet, it.mobilized(seat))
        if known is None:
            text = later(lambda: _("{player}: your strength at {planet}?", **named(state, it, seat)))
            offered = None
        else:
            ships, cards = known.total, of_cards(state, it, seat, "might")
            offered = min(max(0, ships + cards), MAX_MIGHT)
            text = later(lambda: _strength_words(ships, cards, named(state, it, seat)))
        form = Amount(0, MAX_MIGHT, offered, _("Strength"))
        return ask(TellStrength, seat, text, PAGE, form=form)


class ChoosingTactics(_BeforeDice):
    name = TACTICS
    next = ROLL

    def answers(self, it: Fight) -> tuple[object, ...]:
        return it.tactics

    def question(self, state: State, it: Fight, seat: int | None) -> Question:
        assert seat is not None
        text = later(lambda: _("{player}: choose a tactics card at {planet}.", **named(state, it, seat)))
        return ask(ChooseTactics, seat, text, PAGE, secret=True)

    def options(self, state: State, it: Fight, seat: int) -> list[Option]:
        book = state.book.shown
        cards = book.tactics_for(it.strategies[seat] or "", light(state))
        return [Option(ChooseTactics(seat, card), later(card_with_text, card, book)) for card in cards]

    def after(self, state: State, it: Fight) -> tuple[State, Fight]:
        if shows_strategies_with_tactics(state):
            for seat in it.seats:
                cards = (it.strategies[seat], it.tactics[seat])
                state = state.noted("cards", seat=seat, planet=it.planet, more=cards)
        return state, it.changed(stage=self.next, rolling=it.seats)
