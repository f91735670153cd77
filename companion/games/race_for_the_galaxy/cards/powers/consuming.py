"""The powers of Trade and Consume, and which goods they take (rulebook p. 6, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self

from companion.games.race_for_the_galaxy.cards.powers.power import KINDS, PRICES, Power, kind_after
from companion.games.race_for_the_galaxy.wording.names import cards, kind_name
from companion.translation import _, plural

CARDS_GAINED = {"get_card": 1, "get_2_card": 2, "get_3_card": 3}
"""Cards drawn each time that goods are consumed, by code."""


class Good(Protocol):
    """What powers look at of a good. price: in cards, where Trade powers add to it."""

    @property
    def kind(self) -> str: ...
    @property
    def price(self) -> int: ...


class TradePower(Power):
    """What a power may do in Trade."""

    def more_for(self, kind: str, own: bool) -> int:
        """Cards more for selling a good of this kind. own: it lies on the world that has this power."""
        return 0


@dataclass(frozen=True)
class TradeMore(TradePower, phase="trade"):
    """More cards for a sale. kind: only for goods of this kind; here: only for the good of this world."""

    cards: int
    kind: str | None = None
    here: bool = False

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        if codes in (["trade_any"], ["trade_this"]):
            return cls(value, here=codes == ["trade_this"])
        return cls(value, kind) if (kind := kind_after("trade", codes)) else None

    def words(self) -> str:
        if self.here:
            return _("{cards} more for selling the good of this world", cards=cards(self.cards))
        if self.kind is None:
            return _("{cards} more for selling a good", cards=cards(self.cards))
        return _(
            "{cards} more for selling a good: {kind}", cards=cards(self.cards), kind=kind_name(self.kind)
        )

    def more_for(self, kind: str, own: bool) -> int:
        return self.cards if self.kind in (None, kind) and (own or not self.here) else 0


# --- Consume --------------------------------------------------------------------------------------------


class ConsumePower(Power):
    """What a power may do in Consume. draws_first: cards before any is used; from_hand: how many cards of the
    hand it takes at most; names_number: a number is named for the top card; optional: it says "may", and all
    others must be used as long as they can be."""

    draws_first: int = 0
    from_hand: int = 0
    names_number: ClassVar[bool] = False
    optional: ClassVar[bool] = False

    def usable(self, lying: Sequence[Good], hand: int, supply: int) -> bool:
        """Whether it can be used; a draw by itself is not. hand, supply: how many cards are there."""
        return self.takes(lying) > 0

    def takes(self, lying: Sequence[Good]) -> int:
        """How many of these goods it takes when it is used."""
        return 0

    def fits(self, kind: str) -> bool:
        """Whether it takes goods of this kind."""
        return True

    def together(self, chosen: Sequence[Good]) -> bool:
        """Whether it takes these goods, which fit, at once."""
        return True

    def vp_for(self, cards: int) -> int:
        """For so many cards of the hand; never doubled."""
        return 0

    def most_vp(self, goods: int, factor: int) -> int:
        """With so many goods at most. factor: 2 where VP for goods are doubled."""
        return 0


class TakesGoods(ConsumePower):
    """Discards goods."""

    def gain(self, chosen: Sequence[Good]) -> tuple[int, int]:
        """VP, not doubled, and cards for these goods."""
        raise NotImplementedError


@dataclass(frozen=True)
class ConsumeGoods(TakesGoods, phase="consume"):
    """Discard goods for VP and cards, each time `goods` of `kind` (None: of any).

    different: each of another kind. up_to: how many times at most; it must be used as often as it can be.
    """

    goods: int
    kind: str | None
    up_to: int
    vp: int
    cards: int
    different: bool = False

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        if codes == ["consume_3_diff", "get_vp"]:
            return cls(3, None, 1, value, 0, different=True)
        for kind in (None, *KINDS):
            if codes[:1] == [f"consume_{kind or 'any'}"]:
                gained = next((number for code, number in CARDS_GAINED.items() if code in codes), 0)
                vp, goods = value if "get_vp" in codes else 0, 2 if "consume_two" in codes else 1
                return cls(goods, kind, max(1, times), vp, gained)
        return None

    def words(self) -> str:
        gains = [_("{number} VP", number=self.vp)] if self.vp else []
        gain = " + ".join(gains + ([cards(self.cards)] if self.cards else []))
        if self.different:
            return _("discard {number} goods of different kinds for {gain}", number=self.goods, gain=gain)
        return self._of_any(gain) if self.kind is None else self._of_kind(kind_name(self.kind), gain)

    def _of_any(self, gain: str) -> str:
        if self.up_to > 1:
            return _("discard up to {times} goods for {gain} each", times=self.up_to, gain=gain)
        return plural(
            "discard {number} good for {gain}", "discard {number} goods for {gain}", self.goods, gain=gain
        )

    def _of_kind(self, kind: str, gain: str) -> str:
        if self.up_to > 1:
            return _(
                "discard up to {times} goods for {gain} each: {kind}", times=self.up_to, gain=gain, kind=kind
            )
        return plural(
            "discard {number} good for {gain}: {kind}",
            "discard {number} goods for {gain}: {kind}",
            self.goods,
            gain=gain,
            kind=kind,
        )

    def fits(self, kind: str) -> bool:
        return self.kind is None or self.kind == kind

    def together(self, chosen: Sequence[Good]) -> bool:
        return not self.different or len({good.kind for good in chosen}) == len(chosen)

    def takes(self, lying: Sequence[Good]) -> int:
        if self.different:
            return self.goods if len({good.kind for good in lying}) >= self.goods else 0
        fitting = len(lying) if self.kind is None else sum(self.fits(good.kind) for good in lying)
        return self.goods * min(self.up_to, fitting // self.goods)

    def gain(self, chosen: Sequence[Good]) -> tuple[int, int]:
        times = len(chosen) // self.goods
        return self.vp * times, self.cards * times

    def most_vp(self, goods: int, factor: int) -> int:
        return factor * self.vp * min(self.up_to, goods // self.goods)


@dataclass(frozen=True)
class ConsumeAll(TakesGoods, phase="consume"):
    """Discard all goods for VP, one less than their number."""

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls() if codes == ["consume_all", "get_vp"] else None

    def words(self) -> str:
        return _("discard all goods for 1 VP less than their number")

    def takes(self, lying: Sequence[Good]) -> int:
        return len(lying)

    def gain(self, chosen: Sequence[Good]) -> tuple[int, int]:
        return max(0, len(chosen) - 1), 0

    def most_vp(self, goods: int, factor: int) -> int:
        return factor * goods


@dataclass(frozen=True)
class ConsumeForPrice(TakesGoods, phase="consume"):
    """Discard a good for cards at its trade price. with_powers: Trade powers add to it."""

    with_powers: bool

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        if codes in (["trade_action"], ["trade_action", "trade_no_bonus"]):
            return cls(with_powers=len(codes) == 1)
        return None

    def words(self) -> str:
        if self.with_powers:
            return _("discard a good for its price in cards, with Trade powers")
        return _("discard a good for its price in cards, without Trade powers")

    def takes(self, lying: Sequence[Good]) -> int:
        return min(1, len(lying))

    def gain(self, chosen: Sequence[Good]) -> tuple[int, int]:
        good = chosen[0]
        return 0, good.price if self.with_powers else PRICES[good.kind]


# --- other Consume powers -------------------------------------------------------------------------------


@dataclass(frozen=True)
class ConsumeDraw(ConsumePower, phase="consume", code="draw"):
    """Draw in the Consume phase, for nothing."""

    draws_first: int

    def words(self) -> str:
        return _("draw {cards}", cards=cards(self.draws_first))


@dataclass(frozen=True)
class DrawIfLucky(ConsumePower, phase="consume"):
    """Name a number, turn up the top card, keep it if its cost or defense is that number."""

    names_number = True

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls() if codes == ["draw_lucky"] else None

    def words(self) -> str:
        return _("name a number and keep the top card if its cost or defense is that")

    def usable(self, lying: Sequence[Good], hand: int, supply: int) -> bool:
        return supply > 0


@dataclass(frozen=True)
class DiscardForVP(ConsumePower, phase="consume"):
    """May discard up to `from_hand` cards from the hand for VP each; never doubled."""

    optional = True

    vp: int
    from_hand: int

    @classmethod
    def read(cls, codes: list[str], value: int, times: int) -> Self | None:
        return cls(value, times) if codes == ["discard_hand", "get_vp"] else None

    def words(self) -> str:
        most = cards(self.from_hand)
        return _("may discard up to {cards} from hand for {vp} VP each", cards=most, vp=self.vp)

    def usable(self, lying: Sequence[Good], hand: int, supply: int) -> bool:
        return hand > 0

    def vp_for(self, cards: int) -> int:
        return self.vp * cards

    def most_vp(self, goods: int, factor: int) -> int:
        return self.vp_for(self.from_hand)
