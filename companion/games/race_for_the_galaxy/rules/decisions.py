"""The answers a player can give. `player` is the seat that answers; cards are named by their ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import Decision


@dataclass(frozen=True)
class KeepStart(Decision):
    """Begin with this one of two start worlds dealt (p. 8)."""

    do: ClassVar[str] = "keep-start"
    card: str


@dataclass(frozen=True)
class ChooseActions(Decision):
    """The action card of the round; two of them in a 2-player game for experienced players (p. 3, 8)."""

    do: ClassVar[str] = "choose-actions"
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Explored(Decision):
    """The cards to keep were taken from those drawn (p. 3)."""

    do: ClassVar[str] = "explored"


@dataclass(frozen=True)
class Place(Decision):
    """Place this card of one's hand in Develop or Settle (p. 4, 5)."""

    do: ClassVar[str] = "place"
    card: str


@dataclass(frozen=True)
class PlaceNothing(Decision):
    """Place no card in this phase (p. 4, 5)."""

    do: ClassVar[str] = "place-nothing"


@dataclass(frozen=True)
class SettleBy(Decision):
    """How the world placed comes into the tableau, by the name of a `settle.Way`."""

    do: ClassVar[str] = "settle-by"
    way: str


@dataclass(frozen=True)
class TradeGood(Decision):
    """Sell the good on this world (p. 6)."""

    do: ClassVar[str] = "trade-good"
    card: str


@dataclass(frozen=True)
class Consume(Decision):
    """Use power number `power` of `card` with the goods on `goods`, all that it takes at once (p. 6)."""

    do: ClassVar[str] = "consume"
    card: str
    power: int
    goods: tuple[str, ...]


@dataclass(frozen=True)
class ConsumeBest(Decision):
    """Use all consume powers in the order that gives the most. aim: "vp" first, or "cards" first."""

    do: ClassVar[str] = "consume-best"
    aim: str


@dataclass(frozen=True)
class DiscardForChips(Decision):
    """Discard so many cards of one's hand for VP by power number `power` of `card` (p. 10)."""

    do: ClassVar[str] = "discard-for-chips"
    card: str
    power: int
    cards: int


@dataclass(frozen=True)
class NameNumber(Decision):
    """Name a number for the top card of the supply, by power number `power` of `card` (p. 10)."""

    do: ClassVar[str] = "name-number"
    card: str
    power: int
    number: int


@dataclass(frozen=True)
class TurnUp(Decision):
    """Whether the card turned up has the number named, and is kept (p. 10)."""

    do: ClassVar[str] = "turn-up"
    lucky: bool


@dataclass(frozen=True)
class EndConsume(Decision):
    """Use none of the optional powers that are left."""

    do: ClassVar[str] = "end-consume"


@dataclass(frozen=True)
class ProduceOn(Decision):
    """A good on this windfall world, by the bonus (source "bonus") or by "card#power" (p. 7, 11)."""

    do: ClassVar[str] = "produce-on"
    source: str
    world: str


@dataclass(frozen=True)
class EndProduce(Decision):
    """Use none of the optional powers that are left in Produce."""

    do: ClassVar[str] = "end-produce"


@dataclass(frozen=True)
class StepBack(Decision):
    """Take back one's last step of the phase being done."""

    do: ClassVar[str] = "step-back"


DECISIONS: dict[str, type[Decision]] = {
    kind.do: kind
    for kind in (
        KeepStart,
        ChooseActions,
        Explored,
        Place,
        PlaceNothing,
        SettleBy,
        TradeGood,
        Consume,
        ConsumeBest,
        DiscardForChips,
        NameNumber,
        TurnUp,
        EndConsume,
        ProduceOn,
        EndProduce,
        StepBack,
    )
}
"""Every decision by its name in JSON."""
