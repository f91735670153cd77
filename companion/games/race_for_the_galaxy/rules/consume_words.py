"""The options of Consume in words, with the VP and cards that each brings."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.contract import Option, Tally, Term
from companion.games.race_for_the_galaxy.rules import decisions as do
from companion.games.race_for_the_galaxy.rules.abilities import InForce
from companion.games.race_for_the_galaxy.rules.consume_best import Plan
from companion.games.race_for_the_galaxy.rules.goods_groups import Good, gain
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _, listed


def power_option(state: State, seat: int, one: InForce, chosen: Sequence[Good], factor: int) -> Option:
    """One power with the goods it takes."""
    card = state.card(one.card)
    worlds = [state.card(good.world).name for good in chosen]
    words = _("{card}: consume from {worlds}", card=card.name, worlds=listed(worlds))
    vp, cards = gain(one.power, chosen)
    why = _gains([(card.name, one.card, vp, cards)], factor)
    decision = do.Consume(seat, one.card, one.number, tuple(good.world for good in chosen))
    return Option(decision, words, why, one.card)


def best_option(state: State, seat: int, aim: str, plan: Plan, factor: int) -> Option:
    """All powers in the best order."""
    words = _("Consume for the most VP") if aim == "vp" else _("Consume for the most cards")
    by_power = []
    for one, _worlds in plan.steps:
        by_power.append((state.card(one.card).name, one.card))
    total = Tally(_("VP"), (Term(_("all powers in the best order"), plan.vp),))
    if factor > 1:
        total = Tally(total.label, (*total.terms, Term(_("Consume: 2x VP"), plan.vp)))
    drawn = Tally(_("cards"), (Term(_("all powers in the best order"), plan.cards),))
    why = tuple(tally for tally in (total, drawn) if tally.total)
    return Option(do.ConsumeBest(seat, aim), words, why, likely=2 if aim == "vp" else 1)


def _gains(gained: Sequence[tuple[str, str, int, int]], factor: int) -> tuple[Tally, ...]:
    vp = [Term(name, points, card) for name, card, points, _cards in gained if points]
    if vp and factor > 1:
        vp.append(Term(_("Consume: 2x VP"), sum(term.value for term in vp) * (factor - 1)))
    drawn = [Term(name, cards, card) for name, card, _points, cards in gained if cards]
    found = (Tally(_("VP"), tuple(vp)), Tally(_("cards"), tuple(drawn)))
    return tuple(tally for tally in found if tally.terms)
