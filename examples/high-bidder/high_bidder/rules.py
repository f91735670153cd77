"""The rules of High Bidder as the table companion asks for them."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import (
    Amount,
    Fact,
    GameBase,
    Json,
    Phase,
    Question,
    Roll,
    ScoreLine,
    ScoreSheet,
    Setup,
    Tally,
    Term,
    ranked,
)
from companion.translation import _
from high_bidder.lessons import Lessons
from high_bidder.lights import Lights
from high_bidder.moves import COINS, HIDDEN, Bid, Rolled, State, put


class HighBidder(GameBase[State]):
    name = "high-bidder"
    title = "High Bidder"
    tag_prefix = "HB"
    colours = ("blue", "green", "red", "yellow")
    seats = (2, 4)
    moves = (Bid, Rolled)
    lights = Lights()
    lessons = Lessons()

    def new(self, setup: Setup) -> State:
        names = self.player_names(setup)
        return State(names, (COINS,) * len(names), (0,) * len(names), (None,) * len(names))

    def questions(self, state: State) -> tuple[Question, ...]:
        if state.over:
            return ()
        if None not in state.bids:
            die = Roll("die", (6,), _("one die"))
            return (Question(None, "roll", _("Roll the die"), does=("rolled",), roll=die),)
        return tuple(
            Question(
                seat,
                "bid",
                _("{player}: how much do you bid?", player=name),
                secret=True,
                does=("bid",),
                form=Amount(0, min(5, state.coins[seat]), usual=0, unit=_("coins")),
                answered=state.bids[seat] is not None,
            )
            for seat, name in enumerate(state.names)
        )

    def view(self, state: State, player: int | None) -> State:
        if None not in state.bids:
            return state
        bids = (bid if bid is None or seat == player else HIDDEN for seat, bid in enumerate(state.bids))
        return replace(state, bids=tuple(bids))

    def phase(self, state: State) -> Phase:
        if state.over:
            return Phase("over", _("The game is over"), state.round, True, (_("three rounds are played"),))
        if None in state.bids:
            return Phase("bid", _("Bidding"), state.round)
        return Phase("roll", _("The die is rolled"), state.round)

    def score(self, state: State) -> ScoreSheet:
        lines = [
            (
                ScoreLine("points", Tally(_("points"), (Term(_("won by bids"), points),))),
                ScoreLine("coins", Tally(_("coins"), (Term(_("coins left"), coins),))),
            )
            for points, coins in zip(state.points, state.coins, strict=True)
        ]
        return ranked(state.names, lines, final=state.over)

    # --- what a person may overrule

    def facts(self, state: State) -> tuple[Fact, ...]:
        kinds = (("coins", _("coins"), state.coins), ("points", _("points"), state.points))
        return tuple(
            Fact(f"{kind}/{seat}", f"{name}: {words}", values[seat], highest=99, player=seat)
            for kind, words, values in kinds
            for seat, name in enumerate(state.names)
        )

    def corrected(self, state: State, path: str, value: Json) -> State:
        kind, _slash, seat = path.partition("/")
        if kind == "coins":
            return replace(state, coins=put(state.coins, int(seat), value))
        return replace(state, points=put(state.points, int(seat), value))
