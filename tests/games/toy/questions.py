"""What the toy game asks: all that it offers, and so all that is legal in it."""

from __future__ import annotations

from companion.games.contract import (
    Allocation,
    Amount,
    Draw,
    Item,
    Option,
    Place,
    Question,
    Roll,
    Subset,
    Token,
)
from tests.games.toy.moves import Trade
from tests.games.toy.state import Harbour, value_of

PLANS = Allocation(
    (Token("worker", "worker", 3), Token("cart", "cart", 1)),
    (
        Place("field", "the field", highest=2, accepts=("worker",)),
        Place("market", "the market", highest=1, accepts=("cart",)),
        Place("pier", "the pier", accepts=("worker",)),
    ),
    least=1,
)


def questions(s: Harbour) -> tuple[Question, ...]:
    if s.phase == "deal":
        seat = s.dealt.index(())
        words = f"{s.names[seat]} draws 3 cards"
        draw = Draw(f"cards/{seat}", 3, s.deck, words=words, audience=seat)
        return (Question(None, "deal", words, 1, does=("dealt",), draw=draw),)
    if s.phase == "roll":
        roll = Roll("dice", (6, 6), words="Roll two dice")
        return (Question(None, "roll", "Roll two dice", 2, does=("rolled",), roll=roll),)
    asked = {"keep": _keep, "bid": _bid, "plan": _plan}.get(s.phase)
    return () if asked is None else tuple(q for seat in range(len(s.names)) for q in asked(s, seat))


def _keep(s: Harbour, seat: int) -> tuple[Question, ...]:
    if s.kept[seat] is not None:
        return ()
    items = tuple(Item(card, f"card {card}", value_of(card)) for card in s.dealt[seat])
    form = Subset(items, 1, 2, sum_words="value", sum_most=9)
    text = f"{s.names[seat]}: keep 1 or 2"
    return (Question(seat, "keep", text, 1, secret=True, private=True, does=("keep",), form=form),)


def _bid(s: Harbour, seat: int) -> tuple[Question, ...]:
    done = s.bids[seat] is not None
    return (
        Question(
            seat,
            "bid",
            f"{s.names[seat]}: bid",
            2,
            secret=True,
            does=("bid",),
            form=Amount(0, s.coins[seat], usual=0, unit="coins"),
            optional=done,
            answered=done,
            seconds=None if done else 30,
        ),
    )


def _plan(s: Harbour, seat: int) -> tuple[Question, ...]:
    done = s.plans[seat] is not None
    send = Question(
        seat,
        "send",
        f"{s.names[seat]}: send your people",
        3,
        secret=True,
        does=("send",),
        form=PLANS,
        optional=done,
        answered=done,
        seconds=None if done else 60,
    )
    if s.coins[seat] < 2:
        return (send,)
    return send, Question(seat, "trade", f"{s.names[seat]}: trade?", 3, does=("trade",), optional=True)


def options(s: Harbour, player: int | None) -> tuple[Option, ...]:
    if player is None or not any(q.player == player and q.kind == "trade" for q in questions(s)):
        return ()
    return (Option(Trade(player), "2 coins for a point"),)
