"""Prepares an answer's button, beside its words: the tile's face, its price, its powers."""

from __future__ import annotations

from companion.games.contract import AnswerView, Option
from companion.games.new_frontiers.display.tile_svg import sign
from companion.games.new_frontiers.display.tile_view import TileView
from companion.games.new_frontiers.rules import decisions
from companion.games.new_frontiers.rules.decisions import MILITARY, SettleWorld
from companion.games.new_frontiers.wording.names import kind_and_good

NAMED_BY_TILE = (
    decisions.ChooseHome,
    decisions.PickWorld,
    decisions.SettleWorld,
    decisions.BuyDevelopment,
    decisions.ReturnWorld,
)
"""Decisions about one tile whose question says what happens, so that the button shows the tile's name
only."""
DECLINING_DECISIONS = (
    decisions.DeclinePower,
    decisions.EndSettle,
    decisions.KeepHidden,
    decisions.NoStockpile,
    decisions.NoTrade,
    decisions.Pass,
    decisions.SkipConsume,
    decisions.TakeColonists,
)
"""Decisions that decline the offer; they stay visible, below all others."""


def plain_answer(option: Option) -> AnswerView:
    """An answer that is about no tile."""
    return AnswerView(declines=isinstance(option.decision, DECLINING_DECISIONS))


def tile_answer(option: Option, view: TileView, face: str) -> AnswerView:
    """An answer about the tile of `view`; face: its SVG as it lies."""
    decision = option.decision
    note = " ".join(power.words for power in view.powers) or view.bonus
    special = isinstance(decision, SettleWorld) and (decision.onto or decision.kind)
    if special or not isinstance(decision, NAMED_BY_TILE):
        return AnswerView(face, note=note, declines=isinstance(decision, DECLINING_DECISIONS))
    price, was, paid = _price(option, view)
    return AnswerView(face, "", note, view.name, _what(view), _lines(view), price, was, paid)


def _what(view: TileView) -> str:
    """Its kind and how it has goods: "Rare, production"; "" for a development."""
    if view.form == "development":
        return view.bonus
    kind = None if view.kind == "gray" else "any" if view.kind == "any" else view.kind.capitalize()
    text = kind_and_good(kind, view.good)
    return text[:1].upper() + text[1:]


def _lines(view: TileView) -> tuple[tuple[str, str], ...]:
    svg = '<svg class="icon" viewBox="0 0 12 12" aria-hidden="true">{}</svg>'
    return tuple((svg.format(sign(power.icon)), power.words) for power in view.powers)


def _price(option: Option, view: TileView) -> tuple[str, str, str]:
    """What the tile costs, what it did before powers, and the icon of what it is paid with."""
    if not option.why or not option.why[0].terms:
        return "", "", ""
    tally = option.why[0]
    if isinstance(option.decision, SettleWorld) and option.decision.pay == MILITARY:
        return f"{tally.total}/{view.number}", "", "military"
    before = tally.terms[0].value
    return f"${tally.total}", f"${before}" if before != tally.total else "", ""
