"""Tests of timing (rulebook p. 8): clockwise from the lowest start world, where the order can matter."""

from __future__ import annotations

from companion.games.contract import Correction
from companion.games.race_for_the_galaxy.rules.consume_goods import ConsumeBest
from companion.games.race_for_the_galaxy.rules.settle import SettleBy
from companion.games.race_for_the_galaxy.rules.state import timing_order
from tests.games.race_for_the_galaxy.build import GAME, asked, id_of, place, play, refused, table
from tests.games.race_for_the_galaxy.test_game_end import ELEVEN_CARDS

SHIP = id_of("Colony Ship")


def test_clockwise_from_the_lowest_numbered_start_world_p8():
    state = table(["Old Earth"], ["New Sparta"], ["Epsilon Eridani"], ["Alpha Centauri"])
    assert timing_order(state) == (0, 1, 2, 3)
    for seat, start in enumerate(("S04", "S05", "S02", "S03")):
        state = state.with_empire(seat, state.empires[seat].changed(start=start))
    assert timing_order(state) == (2, 3, 0, 1)


def test_the_original_start_world_counts_p8():
    """One that was settled later, from the hand, does not count."""
    state = table(["Alpha Centauri", "Old Earth"], ["Epsilon Eridani"])
    state = GAME.correct(state, Correction("start/0", "S03"))
    assert timing_order(state) == (1, 0)


def two_ships(blue=("Old Earth",)):
    """Both players can settle their world for cards or for a ship."""
    other = ("Epsilon Eridani", "Replicant Robots")
    state = table((*blue, "Colony Ship"), other, chosen=("settle", "settle"), hand=6)
    state = GAME.correct(state, Correction("card/D022", "tableau of green"))
    return place(state, "Gem World", "Lost Species Ark World")


def test_ordinarily_all_decide_at_once_p8():
    assert asked(two_ships()) == [(0, "settle-by"), (1, "settle-by")]


def test_near_the_end_one_after_the_other_decides_p8():
    """Blue's twelfth card would end the game, so a player who decides later may wait for it."""
    state = two_ships(("Old Earth", *ELEVEN_CARDS[1:10]))
    assert asked(state) == [(0, "settle-by")]
    refused(state, SettleBy(1, "pay"), "Blue, how do you settle")
    after = play(state, SettleBy(0, "pay"))
    assert asked(after) == [(1, "settle-by")]


GOODS = ("Gem World*", "Mining World*", "Spice World*")


def test_consume_is_in_order_when_the_chips_may_run_out_p8():
    tableaus = (("Old Earth", "Public Works", *GOODS), ("Epsilon Eridani", "Comet Zone*", "Space Port*"))
    plenty = table(*tableaus, chosen=("consume-2x", "consume-2x"))
    assert asked(plenty) == [(0, "consume"), (1, "consume")]
    few = table(*tableaus, chosen=("consume-2x", "consume-2x"), chips=(10, 10))
    assert asked(few) == [(0, "consume")]
    assert asked(play(few, ConsumeBest(0, "vp"))) == [(1, "consume")]
