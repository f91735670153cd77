"""The toy game's moves: their names in JSON, their words and their effects."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.contract import Move
from tests.games.toy.state import Harbour, Plan, with_at


@dataclass(frozen=True)
class Dealt(Move[Harbour]):
    """To the first player who has no cards yet."""

    do: ClassVar[str] = "dealt"
    cards: tuple[str, ...]

    def words(self, s: Harbour) -> str:
        return f"{s.names[s.dealt.index(())]} draws {', '.join(self.cards)}"

    def apply(self, s: Harbour) -> Harbour:
        deck = tuple(card for card in s.deck if card not in self.cards)
        s = replace(s, deck=deck, dealt=with_at(s.dealt, s.dealt.index(()), tuple(sorted(self.cards))))
        return s if () in s.dealt else replace(s, phase="keep")


@dataclass(frozen=True)
class Keep(Move[Harbour]):
    do: ClassVar[str] = "keep"
    cards: tuple[str, ...]

    def words(self, s: Harbour) -> str:
        return f"{s.names[self.seat]} keeps {', '.join(self.cards)}"

    def apply(self, s: Harbour) -> Harbour:
        s = replace(s, kept=with_at(s.kept, self.seat, tuple(sorted(self.cards))))
        if None in s.kept:
            return s
        hands, discards = list(s.hands), list(s.discards)
        for p, kept in enumerate(s.kept):
            hands[p] = (*hands[p], *(kept or ()))
            discards[p] = (*discards[p], *(card for card in s.dealt[p] if card not in (kept or ())))
        return replace(s, hands=tuple(hands), discards=tuple(discards), phase="bid")


@dataclass(frozen=True)
class Bid(Move[Harbour]):
    do: ClassVar[str] = "bid"
    coins: int

    def words(self, s: Harbour) -> str:
        return f"{s.names[self.seat]} bids {self.coins}"

    def apply(self, s: Harbour) -> Harbour:
        s = replace(s, bids=with_at(s.bids, self.seat, self.coins))
        return s if None in s.bids else replace(s, phase="roll")


@dataclass(frozen=True)
class Rolled(Move[Harbour]):
    do: ClassVar[str] = "rolled"
    dice: tuple[int, ...]

    def words(self, s: Harbour) -> str:
        return f"The dice show {' and '.join(map(str, self.dice))}"

    def apply(self, s: Harbour) -> Harbour:
        bids = [bid or 0 for bid in s.bids]
        winner = bids.index(max(bids))
        coins = with_at(s.coins, winner, s.coins[winner] - bids[winner])
        if self.dice[0] == self.dice[1]:
            coins = tuple(n + 1 for n in coins)
        points = with_at(s.points, winner, s.points[winner] + sum(self.dice))
        return replace(s, coins=coins, points=points, phase="plan")


@dataclass(frozen=True)
class Send(Move[Harbour]):
    do: ClassVar[str] = "send"
    plan: Plan

    def words(self, s: Harbour) -> str:
        sent = ", ".join(f"{n} {what} to {where}" for what, where, n in self.plan)
        return f"{s.names[self.seat]} sends {sent}"

    def apply(self, s: Harbour) -> Harbour:
        s = replace(s, plans=with_at(s.plans, self.seat, self.plan))
        return s if None in s.plans else _harvest(s)


@dataclass(frozen=True)
class Trade(Move[Harbour]):
    do: ClassVar[str] = "trade"

    def words(self, s: Harbour) -> str:
        return f"{s.names[self.seat]} trades 2 coins for a point"

    def apply(self, s: Harbour) -> Harbour:
        coins = with_at(s.coins, self.seat, s.coins[self.seat] - 2)
        return replace(s, coins=coins, points=with_at(s.points, self.seat, s.points[self.seat] + 1))


MOVES = (Dealt, Keep, Bid, Rolled, Send, Trade)


def _harvest(s: Harbour) -> Harbour:
    coins, points = list(s.coins), list(s.points)
    for seat, plan in enumerate(s.plans):
        for _token, place, count in plan or ():
            coins[seat] += {"field": 1, "market": 2, "pier": 0}[place] * count
            points[seat] += count if place == "pier" else 0
    s = replace(s, coins=tuple(coins), points=tuple(points))
    return begin_round(s, s.round + 1) if s.round < s.rounds else replace(s, phase="over")


def begin_round(s: Harbour, number: int) -> Harbour:
    none = (None,) * len(s.names)
    return replace(s, round=number, phase="deal", dealt=((),) * len(none), kept=none, bids=none, plans=none)
