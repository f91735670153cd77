"""Tests of Send Diplomatic Envoys, p. 9, and Retreat into Isolation, p. 4."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.rules.actions.develop import Pass
from companion.games.new_frontiers.rules.endings import EMPTY_POOL
from companion.games.new_frontiers.rules.state import Disk
from tests.games.new_frontiers.build import asked, plain, play, select


def test_isolation_gains_the_selecting_player_two_credits_and_nobody_else_anything_p4() -> None:
    state = plain(3)
    before = [empire.credits for empire in state.empires]
    state = select(state, "isolation")
    assert [empire.credits for empire in state.empires] == [before[0] + 2, *before[1:]]
    assert state.doing is None
    assert asked(state) == (1, "select-action")


def test_envoys_gain_a_vp_chip_and_the_first_position_p9() -> None:
    state = select(select(select(plain(4), "isolation"), "produce"), "envoys")
    assert [empire.chips for empire in state.empires] == [0, 0, 1, 0]
    assert [disk.player for disk in state.disks] == [2, 0, 1, 3]
    assert state.disks[0] == Disk(2, done=True)
    assert state.supply.vp == 48 - 1
    assert asked(state) == (3, "select-action")


def test_the_new_order_holds_for_the_remaining_actions_of_the_round_p9() -> None:
    state = select(select(select(plain(4), "isolation"), "produce"), "envoys")
    state = select(state, "develop")
    assert state.doing is not None
    assert state.doing.order == (3, 2, 0, 1)


def test_the_first_player_may_send_envoys_and_stays_first() -> None:
    state = select(plain(3), "envoys")
    assert [disk.player for disk in state.disks] == [0, 1, 2]


def test_the_new_order_holds_for_the_next_round_p4() -> None:
    state = select(select(select(plain(3), "isolation"), "produce"), "envoys")
    assert state.round == 2
    assert [disk.player for disk in state.disks] == [2, 0, 1]
    assert asked(state) == (2, "select-action")


def test_with_two_players_one_may_then_select_twice_in_a_row_p9() -> None:
    state = plain(2)
    state = select(select(select(state, "isolation"), "produce"), "trade-consume")
    state = select(state, "envoys")
    # Yellow's second disk comes to the front: Yellow, Red, Yellow, Red.
    assert [(d.player, d.number) for d in state.disks] == [(1, 1), (0, 0), (1, 0), (0, 1)]
    state = select(select(state, "isolation"), "envoys")
    # Red's first disk comes to the front: Red, Yellow, Yellow, Red.
    assert [(d.player, d.number) for d in state.disks] == [(0, 0), (1, 1), (1, 0), (0, 1)]
    state = select(state, "produce")
    assert asked(state) == (0, "select-action")
    state = play(select(state, "develop"), Pass(0), Pass(1))
    selecting = []
    for action in ("isolation", "produce", "trade-consume"):
        selecting.append(asked(state)[0])
        state = select(state, action)
    assert selecting == [0, 1, 1]


def test_emptying_the_pool_with_envoys_ends_the_game_after_the_round_p9() -> None:
    state = plain(3)
    state = replace(state, supply=replace(state.supply, vp=1))
    state = select(state, "envoys")
    assert state.endings == (EMPTY_POOL,)
    assert not state.over
    state = select(state, "isolation")
    assert not state.over
    state = select(state, "produce")
    assert state.over
