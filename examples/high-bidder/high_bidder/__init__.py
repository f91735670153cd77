"""High Bidder, a small game for the table companion."""

from high_bidder.rules import HighBidder


def game() -> HighBidder:
    return HighBidder()
