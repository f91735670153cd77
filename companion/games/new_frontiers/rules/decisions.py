"""The answers a player, or the table, can give in New Frontiers. Each is one small choice.

`player` is the seat that answers; draws, which chance answers, have player None. Tiles are named by their
ids. What each answer may be now is told by `options`; whom it is asked of by `questions`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Decision

# --- before the first round -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ChooseHome(Decision):
    """Begin with this home colony of one's empire mat (later games, p. 3)."""

    do: ClassVar[str] = "choose-home"
    home: str


# --- the round ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SelectAction(Decision):
    """Slide down this action tile (a name of `state.ACTIONS`, or "goals"), p. 4."""

    do: ClassVar[str] = "select-action"
    action: str


@dataclass(frozen=True)
class RevealGoal(Decision):
    """Turn one's face-down stockpile goal up before the selected action is done (p. 11)."""

    do: ClassVar[str] = "reveal-goal"
    goal: str


@dataclass(frozen=True)
class KeepHidden(Decision):
    """Leave one's goal face down before the selected action is done (p. 11)."""

    do: ClassVar[str] = "keep-hidden"


@dataclass(frozen=True)
class UsePower(Decision):
    """Use power number `power` of `tile`, which says "may" (p. 5)."""

    do: ClassVar[str] = "use-power"
    tile: str
    power: int


@dataclass(frozen=True)
class DeclinePower(Decision):
    """Leave that power unused."""

    do: ClassVar[str] = "decline-power"
    tile: str
    power: int


# --- draws: the table answers ---------------------------------------------------------------------------


@dataclass(frozen=True)
class DrawWorlds(Decision):
    """These worlds came out of the bag, for the center or for the empire whose power draws (player None)."""

    do: ClassVar[str] = "draw-worlds"
    worlds: tuple[str, ...]


@dataclass(frozen=True)
class DrawGoals(Decision):
    """These goals were drawn from the top of the stack, as far as nobody knew them (player None)."""

    do: ClassVar[str] = "draw-goals"
    goals: tuple[str, ...]


# --- Develop --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BuyDevelopment(Decision):
    do: ClassVar[str] = "buy-development"
    development: str


@dataclass(frozen=True)
class Pass(Decision):
    """Buy no development."""

    do: ClassVar[str] = "pass"


# --- Explore (and the nine-world limit, also after Settle) ----------------------------------------------


@dataclass(frozen=True)
class PickWorld(Decision):
    """Take this world from the center."""

    do: ClassVar[str] = "pick-world"
    world: str


@dataclass(frozen=True)
class ReturnWorld(Decision):
    """Put one explored world of more than nine worlds and colonies back into the bag (p. 6)."""

    do: ClassVar[str] = "return-world"
    world: str


@dataclass(frozen=True)
class StockpileWorld(Decision):
    """Put one of those excess worlds on the stockpile mat instead (Exploration, p. 12)."""

    do: ClassVar[str] = "stockpile-world"
    world: str


# --- Settle ---------------------------------------------------------------------------------------------

CREDITS = "credits"
MILITARY = "military"
CONTACT = "contact"


@dataclass(frozen=True)
class SettleWorld(Decision):
    """Settle an explored world.

    pay: CREDITS (a non-military world), MILITARY, or CONTACT (a military world for credits, by Contact
    Specialist). kind: what its owner makes of the Alien Oort Cloud Factory in this action, when it is the
    world settled and its kind is still open. onto: the colony it takes the place of (Doomed Colony).
    """

    do: ClassVar[str] = "settle-world"
    world: str
    pay: str
    kind: str | None = None
    onto: str | None = None


@dataclass(frozen=True)
class TakeColonists(Decision):
    """Gain two colonists instead of settling a world."""

    do: ClassVar[str] = "take-colonists"


@dataclass(frozen=True)
class SpendGoods(Decision):
    """Use power number `power` of `tile`: the goods on `colonies` go for temporary Military."""

    do: ClassVar[str] = "spend-goods"
    tile: str
    power: int
    colonies: tuple[str, ...]


@dataclass(frozen=True)
class ReplaceColony(Decision):
    """Terraforming Engineers: explored `world` takes the place of `colony`, of its kind (p. 7)."""

    do: ClassVar[str] = "replace-colony"
    colony: str
    world: str


@dataclass(frozen=True)
class EndSettle(Decision):
    """Use neither a second settle nor a replacement any more in this action."""

    do: ClassVar[str] = "end-settle"


# --- Produce --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ProduceGood(Decision):
    """When goods of a kind run short: this production colony gets one (p. 7)."""

    do: ClassVar[str] = "produce-good"
    colony: str


@dataclass(frozen=True)
class WindfallGood(Decision):
    """A good on this windfall colony. kind: as in SettleWorld, when the colony's kind is still open."""

    do: ClassVar[str] = "windfall-good"
    colony: str
    kind: str | None = None


@dataclass(frozen=True)
class SetKind(Decision):
    """The Alien Oort Cloud Factory (`colony`) is of this kind in this Produce: asked where that matters."""

    do: ClassVar[str] = "set-kind"
    colony: str
    kind: str


@dataclass(frozen=True)
class StockpileGood(Decision):
    """Put the good on `colony` on the stockpile mat (Stockpile Resources, p. 12)."""

    do: ClassVar[str] = "stockpile-good"
    colony: str


# --- Trade-Consume --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TradeGood(Decision):
    """Sell the good on `colony`."""

    do: ClassVar[str] = "trade-good"
    colony: str


@dataclass(frozen=True)
class NoTrade(Decision):
    do: ClassVar[str] = "no-trade"


@dataclass(frozen=True)
class StockpileCredits(Decision):
    """Put this many credits of the Trade just made on the stockpile mat (Tax on Trade, p. 12)."""

    do: ClassVar[str] = "stockpile-credits"
    credits: int


@dataclass(frozen=True)
class Consume(Decision):
    """Use Consume power number `power` of `tile` with the goods on `colonies` (none: it takes no good)."""

    do: ClassVar[str] = "consume"
    tile: str
    power: int
    colonies: tuple[str, ...]


@dataclass(frozen=True)
class ConsumeAll(Decision):
    """The best order of all one's Consume powers at once: (tile, power, colonies) in turn."""

    do: ClassVar[str] = "consume-all"
    steps: tuple[tuple[str, int, tuple[str, ...]], ...]


@dataclass(frozen=True)
class SkipConsume(Decision):
    """Leave the remaining Consume powers, all of which say "may", unused."""

    do: ClassVar[str] = "skip-consume"


@dataclass(frozen=True)
class NoStockpile(Decision):
    """Stockpile nothing (more) now."""

    do: ClassVar[str] = "no-stockpile"


# --- Chart Galactic Goals -------------------------------------------------------------------------------


@dataclass(frozen=True)
class KeepGoal(Decision):
    """Keep `goal` face down; `back` go to the bottom of the stack, the last one lowest (p. 11)."""

    do: ClassVar[str] = "keep-goal"
    goal: str
    back: tuple[str, ...] = ()


DECISIONS: dict[str, type[Decision]] = {
    kind.do: kind
    for kind in (
        ChooseHome,
        SelectAction,
        RevealGoal,
        KeepHidden,
        UsePower,
        DeclinePower,
        DrawWorlds,
        DrawGoals,
        BuyDevelopment,
        Pass,
        PickWorld,
        ReturnWorld,
        StockpileWorld,
        SettleWorld,
        TakeColonists,
        SpendGoods,
        ReplaceColony,
        EndSettle,
        ProduceGood,
        WindfallGood,
        SetKind,
        StockpileGood,
        TradeGood,
        NoTrade,
        StockpileCredits,
        Consume,
        ConsumeAll,
        SkipConsume,
        NoStockpile,
        KeepGoal,
    )
}
"""Every decision by its name in JSON."""
