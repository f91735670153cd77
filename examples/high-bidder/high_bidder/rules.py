"""The rules of High Bidder as the table companion asks for them."""

from __future__ import annotations

from dataclasses import replace

from companion.games.contract import (
    Amount,
    Each,
    FactRow,
    FactRows,
    GameBase,
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
from companion.translation import _, marked
from high_bidder.lessons import Lessons
from high_bidder.lights import Lights
from high_bidder.moves import COINS, HIDDEN, Bid, Rolled, State


PLAYER = Each[State].player(lambda state: state.names)


class HighBidder(GameBase[State]):
    name = "high-bidder"
    title = "High Bidder"
    tag_prefix = "HB"
    colours = ("blue", "green", "red", "yellow")
    seats = (2, 4)
    rolls_dice = True
    moves = (Bid, Rolled)
    fact_rows = FactRows(
        FactRow("coins", marked("{player}: coins"), (PLAYER,), of="coins.player", highest=99),
        FactRow("points", marked("{player}: points"), (PLAYER,), of="points.player", highest=99),
    )
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
