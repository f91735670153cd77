"""Who begins with more of a game's coin: in the setup, in the state, and nowhere else."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import Illegal, Player, Setup, setup_from_json
from companion.games.contract.fair import check_ahead, coin_of
from companion.games.contract.setup import setup_to_json
from companion.table.chance import setup_with_draws
from tests.games.toy import HarbourGame

COINS = {
    "new-frontiers": lambda state: [empire.credits for empire in state.empires],
    "race-for-the-galaxy": lambda state: [empire.hand for empire in state.empires],
    "a-new-frontier": lambda state: [corp.credits for corp in state.corps],
}
"""By game, what each player has of its coin."""


def setup_of(game: Any, **more: Any) -> Setup:
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[: game.seats[1]])
    return setup_with_draws(game, Setup(players), 3).changed(**more)


@pytest.mark.parametrize("name", games.names())
def test_a_player_begins_with_so_much_more_and_nothing_else_differs(name: str) -> None:
    game = games.load(name)
    setup = setup_of(game)
    ahead = (0, 3, *[0] * (len(setup.players) - 2))
    usual, fair = game.new(setup), game.new(setup.changed(ahead=ahead))
    had, has = COINS[name](usual), COINS[name](fair)
    assert [more - before for more, before in zip(has, had, strict=True)] == list(ahead)
    if name == "race-for-the-galaxy":  # the cards come from the supply
        assert fair.supply == usual.supply - 3
        hands = game.dealer.deal(fair, Random(1)).hands
        assert [len(hand) for hand in hands] == has
        fair = fair.changed(supply=usual.supply)
    parts = {"new-frontiers": "empires", "race-for-the-galaxy": "empires", "a-new-frontier": "corps"}[name]
    same = {"setup": setup, parts: getattr(usual, parts)}
    assert fair.changed(**same) == usual.changed(**same)
    said = " ".join(task.words for task in game.lessons.set_up(fair) if task.seat == 1)
    assert str(has[1]) in said if name == "new-frontiers" else "3" in said


@pytest.mark.parametrize("name", games.names())
def test_what_no_player_can_begin_with_is_refused(name: str) -> None:
    game = games.load(name)
    coin = coin_of(game)
    assert coin is not None
    setup = setup_of(game)
    rest = (0,) * (len(setup.players) - 1)
    check_ahead(game, setup.changed(ahead=(coin.most, *rest)))
    for ahead in ((coin.most + 1, *rest), (-1, *rest), rest):
        with pytest.raises(Illegal, match=f"0 to {coin.most}"):
            check_ahead(game, setup.changed(ahead=ahead))


def test_a_game_without_a_coin_lets_all_begin_alike() -> None:
    game = HarbourGame()
    with pytest.raises(Illegal, match="alike"):
        check_ahead(game, setup_of(game, ahead=(1, 0)))


def test_it_is_kept_in_the_journal_and_read_again() -> None:
    setup = setup_of(games.load("new-frontiers"), ahead=(2, 0, 0, 0, 0))
    assert setup_from_json(setup_to_json(setup)) == setup
    assert "ahead" not in setup_to_json(setup.changed(ahead=()))
    for wrong in ("2", ["2"], [True], 2):
        with pytest.raises(Illegal):
            setup_from_json(setup_to_json(setup) | {"ahead": wrong})
