"""Prepares an answer's button, beside its words: the tile's face, its price, its powers."""

from __future__ import annotations

from companion.games.contract import AnswerView, Option
from companion.games.new_frontiers.display.tile_svg import sign
from companion.games.new_frontiers.display.tile_view import TileView
from companion.games.new_frontiers.rules.actions.develop import BuyDevelopment
from companion.games.new_frontiers.rules.actions.explore import PickWorld
from companion.games.new_frontiers.rules.actions.homes import ChooseHome
from companion.games.new_frontiers.rules.actions.settle_world import SettleWorld
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.settling import MILITARY
from companion.games.new_frontiers.rules.world_limit import ReturnWorld
from companion.games.new_frontiers.wording.names import kind_and_good
from companion.translation import _, first_capital

NAMED_BY_TILE = (ChooseHome, PickWorld, SettleWorld, BuyDevelopment, ReturnWorld)
"""Decisions about one tile whose question says what happens, so that the button shows the tile's name
only."""


def _declines(option: Option) -> bool:
    """It stays visible, below all others."""
    return isinstance(option.decision, EmpireMove) and option.decision.declines


def plain_answer(option: Option) -> AnswerView:
    """An answer that is about no tile."""
    return AnswerView(declines=_declines(option))


def tile_answer(option: Option, view: TileView, face: str) -> AnswerView:
    """An answer about the tile of `view`; face: its SVG as it lies."""
    decision = option.decision
    note = " ".join(power.words for power in view.powers) or view.bonus
    special = isinstance(decision, SettleWorld) and (decision.onto or decision.kind)
    if special or not isinstance(decision, NAMED_BY_TILE):
        return AnswerView(face, note=note, declines=_declines(option))
    price, was, paid = _price(option, view)
    return AnswerView(face, "", note, view.name, _what(view), _lines(view), price, was, paid)


def _what(view: TileView) -> str:
    """Its kind and how it has goods: "Rare, production"; "" for a development."""
    if view.form == "development":
        return view.bonus
    if "kind" in view.untold:
        return _("not told yet")
    kind = None if view.kind == "gray" else "any" if view.kind == "any" else view.kind.capitalize()
    text = kind_and_good(kind, view.good)
    return first_capital(text)


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
