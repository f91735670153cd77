"""Consume: Trade: those who chose it sell a good before they use their consume powers (p. 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, Tally, Term, later
from companion.games.race_for_the_galaxy.cards.powers import PRICES
from companion.games.race_for_the_galaxy.rules import cards_moved, consume_powers, pages
from companion.games.race_for_the_galaxy.rules.abilities import abilities
from companion.games.race_for_the_galaxy.rules.goods_groups import Good, goods, trade_powers
from companion.games.race_for_the_galaxy.rules.state import State
from companion.games.race_for_the_galaxy.rules.steps import Step
from companion.games.race_for_the_galaxy.wording.names import kind_name
from companion.translation import _


@dataclass(frozen=True)
class TradeGood(Step):
    """Sell the good on this world (p. 6)."""

    do: ClassVar[str] = "trade-good"
    card: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.card,)

    def words(self, state: State) -> str:
        return _("{player} sells the good on {card}", player=self.who(state), card=state.card(self.card).name)

    def effect(self, state: State) -> State:
        good = next(good for good in goods(state, self.seat) if good.world == self.card)
        return sell(state, self.seat, good)


MOVES = (TradeGood,)


def sell(state: State, seat: int, good: Good) -> State:
    """The good is sold, and the player goes on with the consume powers."""
    state = cards_moved.take_good(state, seat, good.world)
    state = cards_moved.draw(state, seat, good.price)
    return consume_powers.begin(state, seat)


def _option(state: State, seat: int, good: Good) -> Option:
    words = _("Sell the good on {world}", world=state.card(good.world).name)
    why = (price(state, seat, good.world, good.kind),)
    return Option(TradeGood(seat, good.world), words, why, good.world)


def price(state: State, seat: int, world: str, kind: str) -> Tally:
    """Cards for the good of this kind on this world."""
    terms = [Term(_("price of {kind}", kind=kind_name(kind)), PRICES[kind])]
    for one, more in trade_powers(abilities(state, seat), world, kind):
        terms.append(Term(state.card(one.card).name, more, one.card))
    return Tally(_("cards"), tuple(terms))


class Trading(consume_powers.ConsumeStage):
    """A good is sold."""

    name: ClassVar[str] = "trade"

    def question(self, state: State, seat: int) -> Question:
        text = later(lambda: _("{player}, sell a good.", player=state.empires[seat].name))
        return Question(seat, "trade-good", text, pages.CONSUME)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        return tuple(_option(state, seat, good) for good in goods(state, seat))

    def still_possible(self, state: State, seat: int) -> State:
        """After facts were overruled: without a good there is nothing to sell."""
        return state if state.empires[seat].goods else consume_powers.begin(state, seat)
