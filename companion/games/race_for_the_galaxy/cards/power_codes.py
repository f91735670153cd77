"""Reads one power of `cards.json` (a phase, codes, a value, how many times) into its form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.race_for_the_galaxy.cards.powers import (
    KINDS,
    ConsumeAll,
    ConsumeDraw,
    ConsumeForPrice,
    ConsumeGoods,
    DevelopDraw,
    DevelopDrawAfter,
    DevelopReduce,
    DiscardForCostZero,
    DiscardForMilitary,
    DiscardForVP,
    DrawForDifferent,
    DrawForKind,
    DrawForMost,
    DrawForWorlds,
    DrawIfLucky,
    DrawIfProduced,
    ExploreMore,
    Form,
    Military,
    PayForMilitary,
    Produce,
    ProduceDraw,
    ProduceWindfall,
    SettleDrawAfter,
    SettleReduce,
    TradeMore,
)

CARDS_GAINED = {"get_card": 1, "get_2_card": 2, "get_3_card": 3}
"""Cards drawn each time that goods are consumed, by code."""


class UnknownPower(ValueError):
    """A power whose codes make no form of the rulebook."""


def power(entry: Mapping[str, Any]) -> Form:
    """The form of one power of `cards.json`. Raises UnknownPower."""
    codes, value, times = list(entry["code"]), int(entry["value"]), int(entry.get("times", 0))
    form = {1: _explore, 2: _develop, 3: _settle, 4: _consume, 5: _produce}.get(entry["phase"])
    found = form(codes, value, times) if form else None
    if found is None:
        raise UnknownPower(f"phase {entry['phase']}, codes {', '.join(codes)}")
    return found


def _explore(codes: list[str], value: int, _times: int) -> Form | None:
    match codes:
        case ["draw"]:
            return ExploreMore(draw=value)
        case ["keep"]:
            return ExploreMore(keep=value)
    return None


def _develop(codes: list[str], value: int, _times: int) -> Form | None:
    match codes:
        case ["draw"]:
            return DevelopDraw(value)
        case ["reduce"]:
            return DevelopReduce(value)
        case ["draw_after"]:
            return DevelopDrawAfter(value)
    return None


def _settle(codes: list[str], value: int, _times: int) -> Form | None:
    match codes:
        case ["reduce"]:
            return SettleReduce(value)
        case ["reduce", kind] if kind in KINDS:
            return SettleReduce(value, kind)
        case ["extra_military"]:
            return Military(value)
        case ["extra_military", "against_rebel"]:
            return Military(value, "rebel")
        case ["extra_military", kind] if kind in KINDS:
            return Military(value, kind)
        case ["discard", "extra_military"]:
            return DiscardForMilitary(value)
        case ["discard", "reduce_zero"]:
            return DiscardForCostZero()
        case ["pay_military"]:
            return PayForMilitary(value)
        case ["draw_after"]:
            return SettleDrawAfter(value)
    return None


def _consume(codes: list[str], value: int, times: int) -> Form | None:
    match codes:
        case ["trade_any"]:
            return TradeMore(value)
        case ["trade_this"]:
            return TradeMore(value, here=True)
        case ["trade_action"]:
            return ConsumeForPrice(with_powers=True)
        case ["trade_action", "trade_no_bonus"]:
            return ConsumeForPrice(with_powers=False)
        case [trade] if trade.removeprefix("trade_") in KINDS:
            return TradeMore(value, trade.removeprefix("trade_"))
        case ["draw"]:
            return ConsumeDraw(value)
        case ["draw_lucky"]:
            return DrawIfLucky()
        case ["discard_hand", "get_vp"]:
            return DiscardForVP(times, value)
        case ["consume_all", "get_vp"]:
            return ConsumeAll()
        case ["consume_3_diff", "get_vp"]:
            return ConsumeGoods(3, None, 1, value, 0, different=True)
        case [consume, *gains] if consume.startswith("consume_"):
            kind = consume.removeprefix("consume_")
            if kind != "any" and kind not in KINDS:
                return None
            goods = 2 if "consume_two" in gains else 1
            cards = next((number for gain, number in CARDS_GAINED.items() if gain in gains), 0)
            vp = value if "get_vp" in gains else 0
            return ConsumeGoods(goods, None if kind == "any" else kind, max(1, times), vp, cards)
    return None


def _produce(codes: list[str], value: int, _times: int) -> Form | None:
    match codes:
        case ["produce"]:
            return Produce()
        case ["draw"]:
            return ProduceDraw(value)
        case ["draw_if"]:
            return DrawIfProduced(value)
        case ["draw_different"]:
            return DrawForDifferent(value)
        case ["discard", "windfall_any"]:
            return ProduceWindfall(discard=True)
        case ["windfall_any"]:
            return ProduceWindfall()
        case [one]:
            before, _space, kind = one.rpartition("_")
            if kind not in KINDS:
                return None
            match before:
                case "windfall":
                    return ProduceWindfall(kind)
                case "draw_each":
                    return DrawForKind(kind, value)
                case "draw_most":
                    return DrawForMost(kind, value)
                case "draw_world":
                    return DrawForWorlds(kind, value)
    return None
