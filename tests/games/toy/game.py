"""The toy game as a `Game`: facts, score, lights and clocks around its moves and questions."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import (
    Decision,
    Each,
    FactRow,
    FactRows,
    GameBase,
    Light,
    LightPicture,
    Option,
    Phase,
    Question,
    Refusal,
    ScoreLine,
    ScoreSheet,
    Segment,
    Setup,
    SetupOption,
    Tally,
    Term,
    ranked,
)
from tests.games.toy.moves import MOVES, Bid, Send, begin_round
from tests.games.toy.questions import options, questions
from tests.games.toy.state import CARDS, HIDDEN, Harbour, value_of, with_at
from tests.games.toy.view import view


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

    segments: tuple[Segment, ...] = (Segment("seats", 4, "in front of the players"),)

    def light(self, s: Harbour) -> LightPicture:
        asked = {q.player for q in questions(s) if not q.optional}
        lamps = tuple(Light(motion="steady", level=2 * (seat in asked)) for seat in range(len(s.names)))
        return LightPicture((("seats", lamps),))


PLAYER = Each[Harbour].player(lambda s: s.names)
KNOWN_CARD = Each[Harbour](
    "card", lambda s: [card for hand in s.hands for card in hand if card != HIDDEN], lambda _s, card: card
)


@FactRow(
    "card",
    "Whose {card} is",
    (KNOWN_CARD,),
    of=lambda s, card: str(next(p for p, hand in enumerate(s.hands) if card in hand)),
    choices=lambda s, _card: tuple(map(str, range(len(s.names)))),
)
def holder(s: Harbour, value: str, card: str) -> Harbour:
    hands = tuple(tuple(one for one in hand if one != card) for hand in s.hands)
    return replace(s, hands=with_at(hands, int(value), (*hands[int(value)], card)))


class HarbourGame(GameBase[Harbour]):
    name = "harbour"
    title = "Harbour"
    tag_prefix = "HB"
    colours = ("blue", "green", "red", "yellow")
    seats = (2, 4)
    rolls_dice = True
    moves = MOVES
    lights = HarbourLights()
    timing = HarbourTiming()
    fact_rows = FactRows(FactRow("coins", "{player}'s coins", (PLAYER,), of="coins.player"), holder)

    def setup_options(self) -> tuple[SetupOption, ...]:
        return (SetupOption("rounds", "How long?", (("2", "short"), ("3", "long"))),)

    def new(self, setup: Setup) -> Harbour:
        names = self.player_names(setup)
        n = len(names)
        rounds = 2 if n == 4 else int(setup.option("rounds", "2"))
        none, empty = (None,) * n, ((),) * n
        s = Harbour(
            names, rounds, 1, "deal", CARDS, (4,) * n, (0,) * n, empty, none, empty, empty, none, none
        )
        return begin_round(s, 1)

    def questions(self, s: Harbour) -> tuple[Question, ...]:
        return questions(s)

    def options(self, s: Harbour, player: int | None) -> tuple[Option, ...]:
        return options(s, player)

    def refusals(self, s: Harbour, player: int) -> tuple[Refusal, ...]:
        if s.phase == "plan" and s.coins[player] < 2:
            return (Refusal("2 coins for a point", f"You have {s.coins[player]}.", 3),)
        return ()

    def check(self, s: Harbour) -> tuple[str, ...]:
        return tuple(f"{n} has too many coins" for n, c in zip(s.names, s.coins, strict=True) if c > 60)

    def view(self, s: Harbour, player: int | None) -> Harbour:
        return view(s, player)

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
        return ranked(s.names, lines, final=s.phase == "over")
