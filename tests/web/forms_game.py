"""A small game with every answer form, for the pages' tests: a subset, an amount, an allocation, a roll, an
optional and a secret question, asked in turn. It has no tiles, lights or box."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from companion.games.contract import (
    NO_DISPLAY,
    NO_LESSONS,
    NO_LIGHTS,
    NO_TRACKING,
    Allocation,
    Amount,
    Client,
    Decision,
    Draw,
    Fact,
    Illegal,
    Item,
    Option,
    Phase,
    Place,
    PlayerScore,
    Question,
    Refusal,
    Roll,
    ScoreLine,
    ScoreSheet,
    Setup,
    SetupOption,
    Subset,
    Tally,
    Term,
    Token,
    decision_from_json,
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


@dataclass(frozen=True)
class Cards(Decision):
    do: ClassVar[str] = "cards"
    names: tuple[str, ...]


@dataclass(frozen=True)
class Bid(Decision):
    do: ClassVar[str] = "bid"
    amount: int


@dataclass(frozen=True)
class Plan(Decision):
    do: ClassVar[str] = "plan"
    laid: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True)
class Rolled(Decision):
    do: ClassVar[str] = "rolled"
    dice: tuple[int, ...]


@dataclass(frozen=True)
class Cheer(Decision):
    do: ClassVar[str] = "cheer"


KINDS: dict[str, type[Decision]] = {kind.do: kind for kind in (Cards, Bid, Plan, Rolled, Cheer)}
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


class RandomForms:
    """Any legal answer."""

    def choose(
        self,
        game: Any,
        state: Any,
        question: Question,
        options: tuple[Option, ...],
        rng: Random,
        hand: Any = (),
    ) -> Decision:
        if question.form is None:
            return rng.choice(options).decision
        value = question.form.sample(rng)
        while question.form.problem(value):
            value = question.form.sample(rng)
        return game.answer(state, question, value)


class FormsGame:
    name = "forms"
    title = "Forms"
    tag_prefix = "FO"
    colours = ("blue", "green", "red", "black")
    seats = (2, 4)
    bgg = 0
    tracking, lights, display = NO_TRACKING, NO_LIGHTS, NO_DISPLAY
    lessons = NO_LESSONS
    box = untracked = what_ifs = timing = dealer = reference = coaching = None

    @property
    def players(self) -> Mapping[str, Client]:
        return {"random": RandomForms()}

    def setup_options(self) -> tuple[SetupOption, ...]:
        return ()

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return ()

    def new(self, setup: Setup) -> State:
        names = tuple(player.name for player in setup.players)
        return State(names, bids=(None,) * len(names))

    def questions(self, s: State) -> tuple[Question, ...]:
        cheer = Question(1, "cheer", f"{s.names[1]}: cheer", optional=True)
        if s.step == "cards":
            return (Question(0, "cards", f"{s.names[0]}: put down two or three cards", 4, form=CARDS), cheer)
        if s.step == "bid":
            return tuple(
                Question(
                    seat,
                    "bid",
                    f"{name}: change the bid" if s.bids[seat] is not None else f"{name}: bid in secret",
                    secret=True,
                    form=BID,
                    answered=s.bids[seat] is not None,
                )
                for seat, name in enumerate(s.names)
            )
        if s.step == "plan":
            return (Question(0, "plan", f"{s.names[0]}: send out your people", form=PLAN), cheer)
        if s.step == "rolled":
            return (Question(None, "rolled", "Roll the dice", roll=Roll("dice", (6, 20), "two dice")),)
        return ()

    def options(self, s: State, player: int | None) -> tuple[Option, ...]:
        asked = any((q.player, q.kind) == (player, "cheer") for q in self.questions(s))
        return (Option(Cheer(player), "Cheer"),) if asked else ()

    def refusals(self, s: State, player: int) -> tuple[Refusal, ...]:
        return ()

    def answer(self, s: State, question: Question, value: Any) -> Decision:
        if question.roll is not None:
            return Rolled(None, tuple(value))
        problem = question.form.problem(value) if question.form else "This is answered by an option."
        if problem:
            raise Illegal(problem)
        if question.kind == "cards":
            return Cards(question.player, tuple(value))
        if question.kind == "bid":
            return Bid(question.player, value)
        return Plan(question.player, tuple((token, place, count) for token, place, count in value))

    def play(self, s: State, d: Decision) -> State:
        following = STEPS[min(STEPS.index(s.step) + 1, len(STEPS) - 1)]
        if isinstance(d, Cheer):
            return replace(s, cheers=s.cheers + 1)
        if isinstance(d, Bid) and s.step == "bid" and d.player is not None:
            bids = (*s.bids[: d.player], d.amount, *s.bids[d.player + 1 :])
            return replace(s, bids=bids, step="bid" if None in bids else following)
        if d.do == s.step:
            return replace(s, step=following, last=self.words(s, d))
        raise Illegal("That is not what was asked.")

    def decision(self, data: Any) -> Decision:
        return decision_from_json(KINDS, data)

    def words(self, s: State, d: Any) -> str:
        who = "The table" if getattr(d, "player", None) is None else s.names[d.player]
        if isinstance(d, Cards):
            return f"{who} puts down {', '.join(d.names)}"
        if isinstance(d, Bid):
            return f"{who} bids {d.amount}"
        if isinstance(d, Plan):
            return f"{who} sends {'; '.join(f'{n} {token} to {place}' for token, place, n in d.laid)}"
        return f"Rolled {d.dice}" if isinstance(d, Rolled) else f"{who} cheers"

    def facts(self, s: State) -> tuple[Fact, ...]:
        return (Fact("cheers", "Cheers", s.cheers), Fact("last", "Last", s.last, choices=(s.last,)))

    def correct(self, s: State, correction: Any) -> State:
        return replace(s, cheers=correction.value)

    def check(self, s: State) -> tuple[str, ...]:
        return ()

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
        return ScoreSheet(
            tuple(PlayerScore(seat, name, (line,), 1, True) for seat, name in enumerate(s.names)),
            s.step == "over",
        )
