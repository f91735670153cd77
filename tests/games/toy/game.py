"""The toy game as a `Game`: words, facts, score, lights and clocks around its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games.contract import (
    NO_DISPLAY,
    NO_LESSONS,
    NO_TRACKING,
    Client,
    Correction,
    Decision,
    Draw,
    Fact,
    Illegal,
    Light,
    LightPicture,
    Option,
    Phase,
    PlayerScore,
    Question,
    RandomPlayer,
    Refusal,
    ScoreLine,
    ScoreSheet,
    Segment,
    Setup,
    SetupOption,
    Tally,
    Term,
    decision_from_json,
)
from tests.games.toy import rules
from tests.games.toy.state import (
    CARDS,
    HIDDEN,
    KINDS,
    Bid,
    Dealt,
    Harbour,
    Keep,
    Rolled,
    Send,
    Trade,
    value_of,
)


class HarbourTiming:
    """When a clock runs out, the player bids nothing, or sends one worker to the field."""

    def run_out(self, state: Harbour, question: Question) -> Decision | None:
        if question.player is None:
            return None
        if question.kind == "bid":
            return Bid(question.player, 0)
        return Send(question.player, (("worker", "field", 1),))

    def time_outs(self, state: Harbour, player: int) -> int:
        return 1


class HarbourLights:
    """A lamp for each seat that is waited for."""

    segments = (Segment("seats", 4, "in front of the players"),)

    def light(self, s: Harbour) -> LightPicture:
        asked = {q.player for q in rules.questions(s) if not q.optional}
        lamps = tuple(Light(motion="steady", level=2 * (seat in asked)) for seat in range(len(s.names)))
        return LightPicture((("seats", lamps),))


class HarbourGame:
    name = "harbour"
    title = "Harbour"
    tag_prefix = "HB"
    colours = ("blue", "green", "red", "yellow")
    seats = (2, 4)
    bgg = 0
    tracking = NO_TRACKING
    display = NO_DISPLAY
    lights = HarbourLights()
    lessons = NO_LESSONS
    timing = HarbourTiming()
    box = untracked = what_ifs = dealer = reference = coaching = None
    players: Mapping[str, Client] = {"random": RandomPlayer()}

    def setup_options(self) -> tuple[SetupOption, ...]:
        return (SetupOption("rounds", "How long?", (("2", "short"), ("3", "long"))),)

    def setup_draws(self, setup: Setup) -> tuple[Draw, ...]:
        return ()

    def new(self, setup: Setup) -> Harbour:
        n = len(setup.players)
        if not self.seats[0] <= n <= self.seats[1]:
            raise Illegal("Harbour is for 2 to 4 players.")
        none: tuple[Any, ...] = (None,) * n
        empty: tuple[tuple[str, ...], ...] = ((),) * n
        rounds = 2 if n == 4 else int(setup.option("rounds", "2"))
        names = tuple(p.name for p in setup.players)
        s = Harbour(
            names, rounds, 1, "deal", CARDS, (4,) * n, (0,) * n, empty, none, empty, empty, none, none
        )
        return rules.begin_round(s, 1)

    def questions(self, s: Harbour) -> tuple[Question, ...]:
        return rules.questions(s)

    def options(self, s: Harbour, player: int | None) -> tuple[Option, ...]:
        return rules.options(s, player)

    def refusals(self, s: Harbour, player: int) -> tuple[Refusal, ...]:
        if s.phase == "plan" and s.coins[player] < 2:
            return (Refusal("2 coins for a point", f"You have {s.coins[player]}.", 3),)
        return ()

    def answer(self, s: Harbour, question: Question, value: Any) -> Decision:
        return rules.answer(s, question, value)

    def play(self, s: Harbour, d: Decision) -> Harbour:
        return rules.play(s, d)

    def decision(self, data: Any) -> Decision:
        return decision_from_json(KINDS, data)

    def words(self, s: Harbour, d: Decision | Correction) -> str:
        if isinstance(d, Correction):
            return f"Corrected: {d.path} is {d.value}"
        who = "The table" if d.player is None else s.names[d.player]
        match d:
            case Dealt(cards=cards, seat=seat):
                return f"{s.names[seat]} draws {', '.join(cards)}"
            case Keep(cards=cards):
                return f"{who} keeps {', '.join(cards)}"
            case Bid(coins=coins):
                return f"{who} bids {coins}"
            case Rolled(dice=dice):
                return f"The dice show {' and '.join(map(str, dice))}"
            case Send(plan=plan):
                return f"{who} sends {', '.join(f'{n} {what} to {where}' for what, where, n in plan)}"
            case Trade():
                return f"{who} trades 2 coins for a point"
            case _:
                raise Illegal("There is no such decision.")

    def facts(self, s: Harbour) -> tuple[Fact, ...]:
        coins = [Fact(f"coins/{p}", f"{n}'s coins", s.coins[p], player=p) for p, n in enumerate(s.names)]
        hands = [
            Fact(f"card/{card}", f"Whose {card} is", str(p), tuple(map(str, range(len(s.names)))), player=p)
            for p, hand in enumerate(s.hands)
            for card in hand
            if card != HIDDEN
        ]
        return (*coins, *hands)

    def correct(self, s: Harbour, c: Correction) -> Harbour:
        fact = next((f for f in self.facts(s) if f.path == c.path), None)
        if fact is None:
            raise Illegal("There is no such fact.")
        kind, _, of = c.path.partition("/")
        if kind == "coins":
            if type(c.value) is not int or c.value < 0:
                raise Illegal("Coins are a number from 0 on.")
            return replace(s, coins=rules.with_at(s.coins, int(of), c.value))
        if c.value not in fact.choices:
            raise Illegal("A kept card is with a player.")
        hands = tuple(tuple(card for card in hand if card != of) for hand in s.hands)
        return replace(s, hands=rules.with_at(hands, int(c.value), (*hands[int(c.value)], of)))

    def check(self, s: Harbour) -> tuple[str, ...]:
        return tuple(f"{n} has too many coins" for n, c in zip(s.names, s.coins, strict=True) if c > 60)

    def view(self, s: Harbour, player: int | None) -> Harbour:
        return rules.view(s, player)

    def phase(self, s: Harbour) -> Phase:
        over = s.phase == "over"
        return Phase(s.phase, s.phase, s.round, over, ("all rounds are played",) if over else ())

    def score(self, s: Harbour) -> ScoreSheet:
        lines = []
        for p in range(len(s.names)):
            cards = tuple(Term(f"card {card}", value_of(card)) for card in s.hands[p] if card != HIDDEN)
            coins = Tally("coins", (Term("3 coins a point", s.coins[p] // 3),))
            points = Tally("points", (Term("points", s.points[p]),))
            found = (("points", points), ("coins", coins), ("cards", Tally("cards", cards)))
            lines.append(tuple(ScoreLine(source, why) for source, why in found))
        totals = [sum(line.vp for line in mine) for mine in lines]
        return ScoreSheet(
            tuple(
                PlayerScore(
                    p, s.names[p], mine, 1 + sum(t > totals[p] for t in totals), totals[p] == max(totals)
                )
                for p, mine in enumerate(lines)
            ),
            s.phase == "over",
        )
