"""A small game with every answer form, for the pages' tests: a subset, an amount, an allocation, a roll, an
optional and a secret question, asked in turn. It has no tiles, lights or box."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.contract import (
    Allocation,
    Amount,
    FactRow,
    FactRows,
    GameBase,
    Item,
    Move,
    Option,
    Phase,
    Place,
    Question,
    Roll,
    ScoreLine,
    ScoreSheet,
    Setup,
    Subset,
    Tally,
    Term,
    Token,
    ranked,
)

CARDS = Subset(
    (
        Item("moon", "Moon card", 3),
        Item("sun", "Sun card", 5),
        Item("star", "Star card", 2),
        Item("comet", "Comet card", 4, refused="A comet needs a telescope."),
        Item("cloud", "Cloud card", 1),
    ),
    least=2,
    most=3,
    sum_words="Value",
    sum_most=8,
)
BID = Amount(0, 30, usual=3, unit="coins")
PLAN = Allocation(
    (Token("worker", "Worker", 3), Token("cart", "Cart", 1)),
    (Place("forest", "Forest", 2), Place("mine", "Mine", 1, ("worker",)), Place("town", "Town")),
    least=2,
)


HIDDEN = -1
"""Another seat's bid: that it was made is no secret."""
STEPS = ("cards", "bid", "plan", "rolled", "over")


@dataclass(frozen=True)
class State:
    names: tuple[str, ...]
    step: str = "cards"
    bids: tuple[int | None, ...] = ()
    cheers: int = 0
    last: str = ""

    def next_step(self, last: str) -> State:
        return replace(self, step=STEPS[STEPS.index(self.step) + 1], last=last)


@dataclass(frozen=True)
class Cards(Move[State]):
    do: ClassVar[str] = "cards"
    names: tuple[str, ...]

    def words(self, s: State) -> str:
        return f"{s.names[self.seat]} puts down {', '.join(self.names)}"

    def apply(self, s: State) -> State:
        return s.next_step(self.words(s))


@dataclass(frozen=True)
class Bid(Move[State]):
    do: ClassVar[str] = "bid"
    amount: int

    def words(self, s: State) -> str:
        return f"{s.names[self.seat]} bids {self.amount}"

    def apply(self, s: State) -> State:
        s = replace(s, bids=(*s.bids[: self.seat], self.amount, *s.bids[self.seat + 1 :]))
        return s if None in s.bids else s.next_step(s.last)


@dataclass(frozen=True)
class Plan(Move[State]):
    do: ClassVar[str] = "plan"
    laid: tuple[tuple[str, str, int], ...]

    def words(self, s: State) -> str:
        sent = "; ".join(f"{n} {token} to {place}" for token, place, n in self.laid)
        return f"{s.names[self.seat]} sends {sent}"

    def apply(self, s: State) -> State:
        return s.next_step(self.words(s))


@dataclass(frozen=True)
class Rolled(Move[State]):
    do: ClassVar[str] = "rolled"
    dice: tuple[int, ...]

    def words(self, s: State) -> str:
        return f"Rolled {self.dice}"

    def apply(self, s: State) -> State:
        return s.next_step(self.words(s))


@dataclass(frozen=True)
class Cheer(Move[State]):
    do: ClassVar[str] = "cheer"

    def words(self, s: State) -> str:
        return f"{s.names[self.seat]} cheers"

    def apply(self, s: State) -> State:
        return replace(s, cheers=s.cheers + 1)


class FormsGame(GameBase[State]):
    name = "forms"
    title = "Forms"
    tag_prefix = "FO"
    colours = ("blue", "green", "red", "black")
    seats = (2, 4)
    rolls_dice = True
    moves = (Cards, Bid, Plan, Rolled, Cheer)
    fact_rows = FactRows(
        FactRow("cheers", "Cheers", of="cheers"),
        FactRow("last", "Last", of="last", choices=lambda s: (s.last,)),
    )

    def new(self, setup: Setup) -> State:
        names = self.player_names(setup)
        return State(names, bids=(None,) * len(names))

    def questions(self, s: State) -> tuple[Question, ...]:
        cheer = Question(1, "cheer", f"{s.names[1]}: cheer", does=("cheer",), optional=True)
        if s.step == "cards":
            text = f"{s.names[0]}: put down two or three cards"
            return (Question(0, "cards", text, 4, does=("cards",), form=CARDS), cheer)
        if s.step == "bid":
            return tuple(
                Question(
                    seat,
                    "bid",
                    f"{name}: change the bid" if s.bids[seat] is not None else f"{name}: bid in secret",
                    secret=True,
                    does=("bid",),
                    form=BID,
                    answered=s.bids[seat] is not None,
                )
                for seat, name in enumerate(s.names)
            )
        if s.step == "plan":
            text = f"{s.names[0]}: send out your people"
            return (Question(0, "plan", text, does=("plan",), form=PLAN), cheer)
        if s.step == "rolled":
            roll = Roll("dice", (6, 20), "two dice")
            return (Question(None, "rolled", "Roll the dice", does=("rolled",), roll=roll),)
        return ()

    def options(self, s: State, player: int | None) -> tuple[Option, ...]:
        asked = any((q.player, q.kind) == (player, "cheer") for q in self.questions(s))
        return (Option(Cheer(player), "Cheer"),) if asked else ()

    def view(self, s: State, player: int | None) -> State:
        if s.step != "bid":
            return s
        bids = tuple(bid if seat == player or bid is None else HIDDEN for seat, bid in enumerate(s.bids))
        return replace(s, bids=bids)

    def phase(self, s: State) -> Phase:
        words = {"cards": "Cards", "bid": "Bidding", "plan": "Plans", "rolled": "Dice", "over": "The end"}
        return Phase(s.step, words[s.step], 1, s.step == "over")

    def score(self, s: State) -> ScoreSheet:
        line = ScoreLine("cheers", Tally("cheers", (Term("cheers", s.cheers),)))
        return ranked(s.names, [(line,)] * len(s.names), final=s.step == "over")
