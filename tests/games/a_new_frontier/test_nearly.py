"""Tests of what would have changed the result: whole sheets with one thing more (p. 12)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import games
from companion.games.a_new_frontier.rules.scoring import Holding, sheet
from companion.games.a_new_frontier.rules.what_ifs import what_ifs
from companion.games.contract import Final
from companion.games.contract import Holding as TableHolding
from companion.plays.near_misses import nearly
from companion.simulation.simulate import play_game
from companion.translation import _, speaking
from tests.games.a_new_frontier.build import GAME

EMPTY = Holding("", 0, 0, 0, (0,) * 4, (3,) * 4, 0, ())


def of(*changed: dict[str, object]) -> list[Holding]:
    return [replace(EMPTY, name=f"P{at}", **fields) for at, fields in enumerate(changed)]


def gains(players: list[Holding], kind: str) -> list[int]:
    """What the last player gains by one thing more of this kind, by two, and so on."""
    last = len(players) - 1
    before = sheet(GAME.book, tuple(players)).players[last].total
    kinds = what_ifs(GAME.book, players, last)
    return [what.sheet.players[last].total - before for one in kinds for what in one if what.kind == kind]


def test_a_ship_more_makes_the_largest_fleet_p12():
    behind = of({"fleets": (3, 0, 0, 0), "prestige": 1}, {"fleets": (1, 0, 0, 0)})
    ships = gains(behind, "ships-0")
    assert ships[1] - ships[0] == 0, "of a tie nobody gains"
    assert ships[2] - ships[1] >= 1


def test_mines_from_level_6_and_colonies_count_p12():
    assert gains(of({}, {"mines": (5, 3, 3, 3)}), "mine-0") == [1, 2, 3]
    first, *_more = gains(of({}, {}), "colonies")
    assert first >= 3
    assert len(gains(of({}, {"colonies": 2}), "colonies")) == 1


def test_a_title_more_is_taken_from_its_holder_p12():
    players = of({"prestige": 5}, {"prestige": 5})
    assert gains(players, "prestige")[0] == 2, "4 for the most instead of 2 for a tie"


@pytest.mark.parametrize("players", [3, 4])
def test_a_finished_game_says_what_would_have_changed_it(players: int):
    state = play_game(games.load("a-new-frontier"), players, f"nearly {players}", "sensible")[0]
    apart, *sentences = nearly(GAME, state)
    assert "apart" in apart or "same VP" in apart or "tied" in apart
    assert sentences
    for code in ("de", "es", "fr"):
        with speaking(code):
            said = [_(sentence) for sentence in sentences]
        assert not set(" ".join(said).split()) & {"more", "would"}, said


def test_a_table_that_is_scored_by_numbers_says_it_too():
    book = GAME.untracked.by_numbers()
    table = Final(players=tuple(book_holding(name, vp) for name, vp in (("Ann", 12), ("Ben", 9))))
    kinds = [list(kind) for kind in book.what_ifs(table, 1)]
    assert [what.things for what in kinds[0]][:3] == [1, 2, 3]


def book_holding(name: str, vp: int) -> TableHolding:
    return TableHolding(name, numbers={"vp": vp})


def test_a_mission_more_is_said_with_its_colour_in_each_language():
    every = [str(_in_german(what.words)) for kind in what_ifs(GAME.book, of({}, {}), 1) for what in kind]
    assert "1 Mission mehr (grün)" in every


def _in_german(words: str) -> str:
    with speaking("de"):
        return _(words)
