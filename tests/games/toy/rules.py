"""The toy game's rules: questions, answers, one step, and who may know what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.games.contract import (
    Allocation,
    Amount,
    Decision,
    Draw,
    Illegal,
    Item,
    Option,
    Place,
    Question,
    Roll,
    Subset,
    Token,
)
from tests.games.toy.state import (
    CARDS,
    HIDDEN,
    HIDDEN_BID,
    HIDDEN_PLAN,
    Bid,
    Dealt,
    Harbour,
    Keep,
    Plan,
    Rolled,
    Send,
    Trade,
    value_of,
)

PLANS = Allocation(
    (Token("worker", "worker", 3), Token("cart", "cart", 1)),
    (
        Place("field", "the field", highest=2, accepts=("worker",)),
        Place("market", "the market", highest=1, accepts=("cart",)),
        Place("pier", "the pier", accepts=("worker",)),
    ),
    least=1,
)


def with_at(values: Sequence[Any], at: int, value: Any) -> tuple[Any, ...]:
    return (*values[:at], value, *values[at + 1 :])


def begin_round(s: Harbour, number: int) -> Harbour:
    n = len(s.names)
    nothing: tuple[Any, ...] = (None,) * n
    return replace(s, round=number, phase="deal", dealt=((),) * n, kept=nothing, bids=nothing, plans=nothing)


def questions(s: Harbour) -> tuple[Question, ...]:
    if s.phase == "deal":
        seat = s.dealt.index(())
        words = f"{s.names[seat]} draws 3 cards"
        draw = Draw(f"cards/{seat}", 3, s.deck, words=words, audience=seat)
        return (Question(None, "deal", words, 1, draw=draw),)
    if s.phase == "roll":
        roll = Roll("dice", (6, 6), words="Roll two dice")
        return (Question(None, "roll", "Roll two dice", 2, roll=roll),)
    return tuple(q for seat in range(len(s.names)) for q in _questions_of(s, seat))


def _questions_of(s: Harbour, seat: int) -> list[Question]:
    name = s.names[seat]
    if s.phase == "keep" and s.kept[seat] is None:
        items = tuple(Item(card, f"card {card}", value_of(card)) for card in s.dealt[seat])
        form = Subset(items, 1, 2, sum_words="value", sum_most=9)
        return [Question(seat, "keep", f"{name}: keep 1 or 2", 1, secret=True, private=True, form=form)]
    if s.phase == "bid":
        done = s.bids[seat] is not None
        form_bid = Amount(0, s.coins[seat], unit="coins")
        time = None if done else 30
        return [
            Question(
                seat,
                "bid",
                f"{name}: bid",
                2,
                secret=True,
                form=form_bid,
                optional=done,
                answered=done,
                seconds=time,
            )
        ]
    if s.phase != "plan":
        return []
    done = s.plans[seat] is not None
    asked = [
        Question(
            seat,
            "send",
            f"{name}: send your people",
            3,
            secret=True,
            does=("send",),
            form=PLANS,
            optional=done,
            answered=done,
            seconds=None if done else 60,
        )
    ]
    if s.coins[seat] >= 2:
        asked.append(Question(seat, "trade", f"{name}: trade?", 3, does=("trade",), optional=True))
    return asked


def options(s: Harbour, player: int | None) -> tuple[Option, ...]:
    if player is None or not any(q.player == player and q.kind == "trade" for q in questions(s)):
        return ()
    return (Option(Trade(player), "2 coins for a point"),)


def answer(s: Harbour, question: Question, value: Any) -> Decision:
    player = question.player
    if question.draw is not None:
        return Dealt(None, int(question.draw.what.partition("/")[2]), tuple(value))
    if question.roll is not None:
        return Rolled(None, tuple(value))
    if question.form is None or player is None:
        raise Illegal("This question has no form.")
    if problem := question.form.problem(value):
        raise Illegal(problem)
    if question.kind == "keep":
        return Keep(player, tuple(value))
    if question.kind == "bid":
        return Bid(player, value)
    return Send(player, tuple((token, place, count) for token, place, count in value))


def play(s: Harbour, d: Decision) -> Harbour:
    asked = [q for q in questions(s) if q.player == d.player]
    if not asked:
        raise Illegal("Nobody asked that player.")
    if isinstance(d, Dealt) and s.phase == "deal":
        return _deal(s, d)
    if isinstance(d, Rolled) and s.phase == "roll":
        return _roll(s, d)
    kinds = {q.kind: q for q in asked}
    if isinstance(d, Keep) and "keep" in kinds:
        _check(kinds["keep"], d.cards)
        return _keep(s, d.player or 0, d.cards)
    if isinstance(d, Bid) and "bid" in kinds:
        _check(kinds["bid"], d.coins)
        s = replace(s, bids=with_at(s.bids, d.player or 0, d.coins))
        return s if None in s.bids else replace(s, phase="roll")
    if isinstance(d, Send) and "send" in kinds:
        _check(kinds["send"], d.plan)
        s = replace(s, plans=with_at(s.plans, d.player or 0, d.plan))
        return s if None in s.plans else _harvest(s)
    if isinstance(d, Trade) and "trade" in kinds:
        seat = d.player or 0
        coins = with_at(s.coins, seat, s.coins[seat] - 2)
        return replace(s, coins=coins, points=with_at(s.points, seat, s.points[seat] + 1))
    raise Illegal("That is not what was asked.")


def _check(question: Question, value: Any) -> None:
    assert question.form is not None
    if problem := question.form.problem(value):
        raise Illegal(problem)


def _deal(s: Harbour, d: Dealt) -> Harbour:
    seat = s.dealt.index(())
    if d.seat != seat or len(set(d.cards)) != 3 or len(d.cards) != 3 or not set(d.cards) <= set(s.deck):
        raise Illegal("Draw 3 different cards from the deck.")
    deck = tuple(card for card in s.deck if card not in d.cards)
    s = replace(s, deck=deck, dealt=with_at(s.dealt, seat, tuple(sorted(d.cards))))
    return s if () in s.dealt else replace(s, phase="keep")


def _keep(s: Harbour, seat: int, cards: tuple[str, ...]) -> Harbour:
    s = replace(s, kept=with_at(s.kept, seat, tuple(sorted(cards))))
    if None in s.kept:
        return s
    hands, discards = list(s.hands), list(s.discards)
    for p, kept in enumerate(s.kept):
        hands[p] = (*hands[p], *(kept or ()))
        discards[p] = (*discards[p], *(card for card in s.dealt[p] if card not in (kept or ())))
    return replace(s, hands=tuple(hands), discards=tuple(discards), phase="bid")


def _roll(s: Harbour, d: Rolled) -> Harbour:
    if len(d.dice) != 2 or not all(1 <= n <= 6 for n in d.dice):
        raise Illegal("Two dice show a number from 1 to 6 each.")
    bids = [bid or 0 for bid in s.bids]
    winner = bids.index(max(bids))
    coins = with_at(s.coins, winner, s.coins[winner] - bids[winner])
    if d.dice[0] == d.dice[1]:
        coins = tuple(n + 1 for n in coins)
    points = with_at(s.points, winner, s.points[winner] + sum(d.dice))
    return replace(s, coins=coins, points=points, phase="plan")


def _harvest(s: Harbour) -> Harbour:
    coins, points = list(s.coins), list(s.points)
    for seat, plan in enumerate(s.plans):
        for _token, place, count in plan or ():
            coins[seat] += {"field": 1, "market": 2, "pier": 0}[place] * count
            points[seat] += count if place == "pier" else 0
    s = replace(s, coins=tuple(coins), points=tuple(points))
    return begin_round(s, s.round + 1) if s.round < s.rounds else replace(s, phase="over")


def view(s: Harbour, player: int | None) -> Harbour:
    """Others' cards, the deck's order and answers before the reveal are hidden; at the end all is open."""
    if s.phase == "over":
        return s

    def cards(of: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        return tuple(c if p == player else (HIDDEN,) * len(c) for p, c in enumerate(of))

    known = set()
    if player is not None:
        known = {*s.hands[player], *s.discards[player], *s.dealt[player]}
    kept = tuple(k if k is None or p == player else (HIDDEN,) for p, k in enumerate(s.kept))
    bids, plans = s.bids, s.plans
    if s.phase == "bid":
        bids = tuple(b if b is None or p == player else HIDDEN_BID for p, b in enumerate(bids))
    if s.phase == "plan":
        plans = tuple(_hidden_plan(x, p == player) for p, x in enumerate(plans))
    return replace(
        s,
        deck=tuple(card for card in CARDS if card not in known),
        dealt=cards(s.dealt),
        kept=kept if s.phase == "keep" else (None,) * len(kept),
        hands=cards(s.hands),
        discards=cards(s.discards),
        bids=bids,
        plans=plans,
    )


def _hidden_plan(plan: Plan | None, own: bool) -> Plan | None:
    return plan if own or plan is None else HIDDEN_PLAN
