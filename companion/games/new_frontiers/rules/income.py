"""Each player's gains from the last decision, with reasons: VP, credits, colonists, goods and their tiles."""

from __future__ import annotations

from companion.games.contract import Tally, Term
from companion.games.new_frontiers.rules.state import Gained, State
from companion.games.new_frontiers.rules.supply import CONSUMED, SOLD, TWO_COLONISTS
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.wording.names import colonists_in_words, good_name, goods_in_words, listed
from companion.translation import _, in_turn

STATED_REASONS = (SOLD, CONSUMED, TWO_COLONISTS)
"""Reasons of gains that the decision's own sentence already states."""


def tallies(state: State, player: int) -> tuple[Tally, ...]:
    """The player's gains by the decision that led to `state`: of "VP", "credits", "colonists" and "goods".

    Only those of which there are any; each term names the rule or power and the tile.
    """
    mine = [one for one in state.gained if one.player == player]
    found = (
        Tally(_("VP"), tuple(Term(_(one.why), one.vp, one.tile) for one in mine if one.vp)),
        Tally(_("credits"), tuple(Term(_(one.why), one.credits, one.tile) for one in mine if one.credits)),
        Tally(
            _("colonists"), tuple(Term(_(one.why), one.colonists, one.tile) for one in mine if one.colonists)
        ),
        Tally(_("goods"), tuple(Term(good_name(one.good), 1, one.tile) for one in mine if one.good)),
    )
    return tuple(tally for tally in found if tally.terms)


def without_stated(state: State, by: int | None = None) -> str:
    """What came to the players besides what the decision says: "Blue: 2 Genes goods and $1; Red: 1 VP".

    by: who decided; where all of it is theirs, their name is left out.
    """
    parts = []
    theirs = all(one.player == by for one in state.gained if one.why not in STATED_REASONS)
    for player, empire in enumerate(state.empires):
        mine = [one for one in state.gained if one.player == player and one.why not in STATED_REASONS]
        if mine:
            gains = _summed(mine)
            parts.append(gains if theirs else _("{player}: {gains}", player=empire.name, gains=gains))
    return in_turn(parts)


def _summed(gains: list[Gained]) -> str:
    goods = [one.good for one in gains if one.good]
    parts = [goods_in_words(kind, goods.count(kind)) for kind in KINDS if kind in goods]
    if vp := sum(one.vp for one in gains):
        parts.append(_("{number} VP", number=vp))
    if credits := sum(one.credits for one in gains):
        parts.append(_("${number}", number=credits))
    if colonists := sum(one.colonists for one in gains):
        parts.append(colonists_in_words(colonists))
    parts += [_(one.nothing) for one in gains if one.nothing]
    return listed(parts)
