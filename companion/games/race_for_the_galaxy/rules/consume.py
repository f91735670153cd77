"""Phase IV, Consume: Trade first for those who chose it, then each consume power once (p. 6, 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Option, Question, Tally, Term, later
from companion.games.race_for_the_galaxy.rules import cards_moved, consume_goods, consume_powers, lucky, pages
from companion.games.race_for_the_galaxy.rules.abilities import InForce
from companion.games.race_for_the_galaxy.rules.consume_powers import (
    CONSUMING,
    ConsumeStage,
    go_on,
    mark_used,
    named,
    usable,
)
from companion.games.race_for_the_galaxy.rules.goods_groups import goods
from companion.games.race_for_the_galaxy.rules.state import State, timing_order
from companion.games.race_for_the_galaxy.rules.steps import Done, Step
from companion.games.race_for_the_galaxy.rules.trade import Trading, sell
from companion.translation import _, plural


@dataclass(frozen=True)
class DiscardForChips(Step):
    """Discard so many cards of one's hand for VP by power number `power` of `card` (p. 10)."""

    do: ClassVar[str] = "discard-for-chips"
    card: str
    power: int
    cards: int

    def words(self, state: State) -> str:
        return plural(
            "{player} discards {number} card for VP",
            "{player} discards {number} cards for VP",
            self.cards,
            player=self.who(state),
        )

    def effect(self, state: State) -> State:
        one = named(state, self.seat, self.card, self.power)
        state = cards_moved.pay(state, self.seat, self.cards)
        state = cards_moved.give_chips(state, self.seat, one.power.vp_for(self.cards))
        return go_on(mark_used(state, self.seat, one), self.seat)


@dataclass(frozen=True)
class EndConsume(Step):
    """Use none of the optional powers that are left."""

    do: ClassVar[str] = "end-consume"
    declines: ClassVar[bool] = True

    def words(self, state: State) -> str:
        return _("{player} discards no cards", player=self.who(state))

    def effect(self, state: State) -> State:
        return state.with_progress(self.seat, Done.reached(state.progress[self.seat]))


MOVES = (DiscardForChips, EndConsume)


def begin(state: State) -> State:
    state = state.changed(progress=tuple(Consuming.begun() for _empire in state.empires))
    for seat in timing_order(state):
        lying = state.empires[seat].goods
        if "consume-trade" not in state.empires[seat].chosen or not lying:
            state = consume_powers.begin(state, seat)
        elif state.fewer_steps and len(lying) == 1:
            state = sell(state, seat, goods(state, seat)[0])
        else:
            state = state.with_progress(seat, Trading.begun())
    return state


def _discard_option(state: State, seat: int, one: InForce, cards: int) -> Option:
    name = state.card(one.card).name
    words = later(lambda: _("{card}: discard {number} of your cards", card=name, number=cards))
    vp = Term(name, one.power.vp_for(cards), one.card)
    decision = DiscardForChips(seat, one.card, one.number, cards)
    return Option(decision, words, later(lambda: (Tally(_("VP, never doubled"), (vp,)),)), one.card)


class Consuming(ConsumeStage):
    """Consume powers are used."""

    name: ClassVar[str] = CONSUMING

    def question(self, state: State, seat: int) -> Question:
        text = later(lambda: _("{player}, use your consume powers.", player=state.empires[seat].name))
        return Question(seat, "consume", text, pages.CONSUME)

    def options(self, state: State, seat: int) -> tuple[Option, ...]:
        left = usable(state, seat)
        found = consume_goods.best_options(state, seat)
        for one in left:
            most = min(one.power.from_hand, state.empires[seat].hand)
            found += [_discard_option(state, seat, one, cards) for cards in range(1, most + 1)]
            found += lucky.numbers(state, seat, one) if one.power.names_number else []
            found += consume_goods.power_options(state, seat, one)
        if all(one.power.optional for one in left):
            found.append(Option(EndConsume(seat), _("Discard no cards"), likely=1))
        return tuple(found)

    def still_possible(self, state: State, seat: int) -> State:
        """After facts were overruled: on from a question that has no answer any more."""
        return go_on(state, seat)
