"""Develop: each player may buy one development; the selecting player at -1 cost (p. 5)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from companion.games.contract import Option, Question, Refusal, Tally, Term, later
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.rules.action_steps import (
    current,
    everyone_done,
    in_force,
    name,
    next_player,
)
from companion.games.new_frontiers.rules.asking_price import buy_when_told
from companion.games.new_frontiers.rules.endings import FULL_MAT, with_ending
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.optional_powers import grant
from companion.games.new_frontiers.rules.shortage import credits_needed, too_expensive
from companion.games.new_frontiers.rules.stage import DONE, Selected, TurnStage
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Development
from companion.games.new_frontiers.tiles.known import is_priced
from companion.translation import _, marked


@dataclass(frozen=True)
class BuyDevelopment(EmpireMove):
    """Buy this development for its cost now (p. 5)."""

    do: ClassVar[str] = "buy-development"
    development: str

    def words(self, state: State) -> str:
        return _(
            "{player} buys {development} for ${price}",
            player=self.who(state),
            development=name(state, self.development),
            price=cost(state, self.seat, self.development).total,
        )

    def apply(self, state: State) -> State:
        return next_player(_buy(state, self.seat, self.development))


@dataclass(frozen=True)
class Pass(EmpireMove):
    """Buy no development."""

    do: ClassVar[str] = "pass"
    declines: ClassVar[bool] = True
    done_as_only_answer: ClassVar[str] = marked("buys nothing")

    def words(self, state: State) -> str:
        return _("{player} buys no development", player=self.who(state))

    def apply(self, state: State) -> State:
        return next_player(state)


MOVES = (BuyDevelopment, Pass)


class Discounts(NamedTuple):
    """What a player pays less for developments now."""

    small: tuple[Term, ...]
    large: tuple[Term, ...]
    sums: tuple[int, int]
    """Of the terms for a small one, and for a large one."""


def discounts(state: State, player: int) -> Discounts:
    """By the player's powers, and as the selecting player."""
    small: list[Term] = []
    large: list[Term] = []
    for found in in_force(state, player, "Develop"):
        for terms, is_large in ((small, False), (large, True)):
            if less := found.power.effect.less_for_development(is_large):
                terms.append(Term(_("discount"), -less, found.tile))
    doing = state.doing
    if doing is not None and doing.action == "develop" and doing.selector == player:
        bonus = Term(_("Develop bonus"), -1)
        small.append(bonus)
        large.append(bonus)
    return Discounts(tuple(small), tuple(large), (_sum(small), _sum(large)))


def _sum(terms: list[Term]) -> int:
    return sum(term.value for term in terms)


def cost(state: State, player: int, development: str, less: Discounts | None = None) -> Tally:
    """Credits to buy it now: the printed cost less discounts and the selecting player's bonus, at least 0.

    less: the player's discounts, where they are known already.
    """
    tile = state.catalogue.developments[development]
    less = discounts(state, player) if less is None else less
    printed = Term(_("printed cost"), tile.cost, development)
    return Tally(_("cost"), (printed, *(less.large if tile.large else less.small)), lowest=0)


def price_of(tile: Development, less: Discounts) -> int:
    """The total of its cost."""
    return max(0, tile.cost + less.sums[tile.large])


def refuse(state: State, player: int, development: str, left: int, less: Discounts) -> Refusal | None:
    """Why the player may not buy it now; None: they may. left: its tiles in the supply; less: as for
    `cost`."""

    def no(sentence: str, *why: Tally, remedy: str = "") -> Refusal:
        words = _("Buy {development}", development=name(state, development))
        decision = BuyDevelopment(player, development)
        return Refusal(words, sentence, rulebook_pages.DEVELOP, development, why, remedy, decision)

    empire = state.empires[player]
    if development in empire.developments:
        return no(
            _(
                "{player} already has {tile}: no development twice in an empire.",
                player=empire.name,
                tile=name(state, development),
            )
        )
    if left == 0:
        return no(_("No tile of {tile} is left.", tile=name(state, development)))
    if not is_priced(state.catalogue.developments[development]):
        return None
    price = cost(state, player, development, less)
    if price.total > empire.credits:
        sentence = too_expensive(name(state, development), price.total, empire)
        return no(sentence, price, remedy=credits_needed(price.total, empire))
    return None


def _buy_words(state: State, id: str, price: int) -> str:
    return _("Buy {development} for ${price}", development=name(state, id), price=price)


def _why(state: State, player: int, id: str, less: Discounts) -> tuple[Tally, ...]:
    return (cost(state, player, id, less),)


def _buy(state: State, player: int, id: str) -> State:
    empire = state.empires[player]
    price = cost(state, player, id).total
    stacks = tuple((face, left - (face == id)) for face, left in state.supply.developments)
    empire = empire.changed(
        credits=empire.credits - price,
        developments=(*empire.developments, id),
        new_developments=(*empire.new_developments, id),
    )
    state = state.with_empire(player, empire).changed(supply=state.supply.changed(developments=stacks))
    for found in in_force(state, player, "Develop"):
        state = grant(state, player, found)
    return state


def _end(state: State) -> State:
    empires = tuple(
        empire.changed(new_developments=()) if empire.new_developments else empire for empire in state.empires
    )
    return DONE.at(with_ending(state.changed(empires=empires), FULL_MAT))


class Begin(Selected):
    """The players buy, in order."""

    def proceed(self, state: State) -> State:
        return BUYING.at(state)


_buying = lru_cache(4096)(BuyDevelopment)


class Buying(TurnStage):
    """Each player may buy one development."""

    name: ClassVar[str] = "buy"
    first: ClassVar[str] = "buy"

    def question(self, state: State) -> Question:
        player = current(state).player
        text = later(lambda: _("{player}, buy a development?", player=state.empires[player].name))
        meets = "development" if state.setup.told else ""
        return Question(player, "develop", text, rulebook_pages.DEVELOP, meets=meets)

    def options(self, state: State) -> tuple[Option, ...]:
        player = current(state).player
        less = discounts(state, player)
        empire = state.empires[player]
        found = []
        for id, left in state.supply.developments:
            # What `refuse` looks for, without the sentences that nobody reads here.
            if not left or id in empire.developments:
                continue
            tile = state.catalogue.developments[id]
            if not is_priced(tile):
                found.append(buy_when_told(state, player, id))
                continue
            price = price_of(tile, less)
            if price <= empire.credits:
                words, why = later(_buy_words, state, id, price), later(_why, state, player, id, less)
                found.append(Option(_buying(player, id), words, why, id))
        found.append(Option(Pass(player), _("Buy nothing")))
        return tuple(found)

    def refusals(self, state: State) -> tuple[Refusal, ...]:
        player = current(state).player
        less = discounts(state, player)
        refused = (refuse(state, player, id, left, less) for id, left in state.supply.developments)
        return tuple(refusal for refusal in refused if refusal is not None)

    def proceed(self, state: State) -> State:
        return _end(state) if everyone_done(current(state)) else state


BUYING = Buying()
DEVELOP = (Begin(), BUYING)
