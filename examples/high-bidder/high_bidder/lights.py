"""A lamp before each player: it breathes while a bid is missing, and is steady once it is made."""

from __future__ import annotations

from companion.games.contract import Light, LightPicture, Segment
from companion.translation import _
from high_bidder.moves import State

SEATS = "seats"
COLOURS = ("blue", "green", "red", "yellow")
"""Of the lamps, in seating order."""


class Lights:
    """See `companion.games.contract.Lights`."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return (Segment(SEATS, len(COLOURS), _("before the players"), _("player {number}")),)

    def light(self, state: State) -> LightPicture:
        bidding = not state.over and None in state.bids
        lamps = tuple(
            Light(colour, "breathe", 3) if bidding and bid is None else Light(colour, "steady", 1)
            for colour, bid in zip(COLOURS, state.bids, strict=False)
        )
        calls = tuple((SEATS, seat) for seat, bid in enumerate(state.bids) if bidding and bid is None)
        return LightPicture(((SEATS, lamps),), calls)
