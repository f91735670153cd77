"""Prices of goods, and which may be sold (p. 8)."""

from __future__ import annotations

from companion.games.contract import Tally, Term
from companion.games.new_frontiers.rules.action_steps import colony_of, in_force
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.amounts import PRICES
from companion.games.new_frontiers.wording.names import good_name
from companion.translation import _


def price(state: State, player: int, colony: str) -> Tally:
    """Credits for the good on this colony: the price of its kind and the Trade powers that apply to it."""
    on = colony_of(state.empires[player], colony)
    assert on is not None
    assert on.good is not None
    terms = [Term(good_name(on.good), PRICES[on.good], colony)]
    for found in in_force(state, player, "Trade"):
        if more := found.power.effect.more_for(on.good, found.tile == colony):
            terms.append(Term(_("Trade power"), more, found.tile))
    return Tally(_("price"), tuple(terms), lowest=0)


def can_be_sold(state: State, colony: str) -> bool:
    """The good on the Alien Oort Cloud Factory cannot (p. 8)."""
    return state.catalogue.world(colony).kind != "any"
