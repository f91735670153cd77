"""Tests of comparing the whole table with the tracker: each difference comes with its corrections."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import (
    MIDDLE,
    Correction,
    Explanation,
    Option,
    Player,
    Setup,
    Spot,
    seat_zone,
)
from companion.simulation.simulate import steps
from companion.table.observation import SeenTable
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.table.verifying import Fix, agreement_words, verify
from tests.table.conftest import SETUP
from tests.table.toy_game import STONES, Bid, StonesGame, Take

ALL_ZONES = frozenset({MIDDLE, seat_zone(0), seat_zone(1)})


@pytest.fixture
def table(tables: Tables) -> Table[Any]:
    """Blue and Green have bid, Blue is to take one of the stones S01 to S03, which lie in the middle."""
    table = tables.create("stones", SETUP, seed=7, settings=Settings(draws="hand"))
    table.submit(Bid(0, 2), 1, "a", "tablet")
    table.submit(Bid(1, 1), 2, "b", "tablet")
    table.submit_outcome(("S01", "S02", "S03"), 3, "c", "tablet")
    return table


def seen(table: Table[Any], watching: frozenset[str] = ALL_ZONES, **moves: Spot | None) -> SeenTable:
    spots = dict(table.game.tracking.layout(table.state)) | moves
    return SeenTable({tile: spot for tile, spot in spots.items() if spot is not None}, 1.0, watching=watching)


def tap(table: Table[Any], fix: Fix) -> None:
    """Sends what the page sends when the fix is tapped."""
    if fix.do == "undo":
        table.undo(table.number, "tap-key", "tablet")
    elif fix.do == "decisions":
        table.submit(table.game.decision(fix.body["decision"]), table.number, "tap-key", "tablet")
    else:
        table.correct(Correction(fix.body["path"], fix.body["value"]), table.number, "tap-key", "tablet")


def test_the_table_and_the_tracker_agree(table: Table[Any]) -> None:
    verdict = verify(table, seen(table))
    assert verdict.agree
    assert agreement_words(verdict) == "The table and the companion agree."
    assert (verdict.number, verdict.compared) == (table.number, 3)


def test_a_tile_in_the_wrong_place_is_named_with_both_ways_out(table: Table[Any]) -> None:
    lies = Spot(seat_zone(1), "B")
    (line,) = verify(table, seen(table, S02=lies)).lines
    assert "in Green's area" in line.words
    assert "in the middle" in line.words
    assert line.move.startswith("Put ")
    assert [fix.do for fix in line.fixes] == ["corrections"]
    tap(table, line.fixes[0])
    assert table.entries()[-1].kind == "correction"
    assert table.game.tracking.layout(table.state)["S02"] == lies
    assert verify(table, seen(table)).agree


def test_what_a_decision_explains_is_offered_as_that_decision(table: Table[Any]) -> None:
    (line,) = verify(table, seen(table, S02=Spot(seat_zone(0), "B"))).lines
    assert [fix.do for fix in line.fixes] == ["decisions"]
    tap(table, line.fixes[0])
    assert table.entries()[-1].kind == "decision"
    assert table.game.tracking.layout(table.state)["S02"] == Spot(seat_zone(0), "B")


def test_of_many_decisions_that_explain_a_tile_four_are_offered(
    table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = tuple(Option(Take(0, stone), f"take {stone}") for stone in STONES[:6])
    monkeypatch.setattr(StonesGame, "explain", lambda *_about: Explanation(options, frozenset({"S02"})))
    (line,) = verify(table, seen(table, S02=Spot(seat_zone(0), "B"))).lines
    assert [fix.words for fix in line.fixes] == [option.words for option in options[:4]]


def test_what_lies_as_before_the_last_step_can_be_undone(table: Table[Any]) -> None:
    verdict = verify(table, seen(table, S01=None, S02=None, S03=None))
    assert len(verdict.lines) == 3
    assert all("undo" in [fix.do for fix in line.fixes] for line in verdict.lines)
    tap(table, verdict.lines[0].fixes[0])
    assert verify(table, seen(table)).agree


def test_what_is_out_of_view_is_not_held_against_anybody(table: Table[Any]) -> None:
    verdict = verify(table, seen(table, frozenset({seat_zone(0)}), S02=None))
    assert verdict.agree
    assert verdict.hidden == ("the middle",)
    assert agreement_words(verdict).endswith("not in view: the middle.")


def test_what_could_not_be_read_now_is_said(table: Table[Any]) -> None:
    verdict = verify(table, seen(table), {"S03", "S99"})
    assert verdict.agree
    assert verdict.unread == (table.game.tracking.tile("S03").name,)


def test_tags_of_no_tile_and_tiles_seen_twice_are_in_the_list(table: Table[Any]) -> None:
    spots = seen(table).spots
    told = SeenTable(
        {tile: spot for tile, spot in spots.items() if tile != "S01"}, 1.0, ("ST:S99A",), ("S01",), ALL_ZONES
    )
    lines = verify(table, told).lines
    assert any("two places" in line.words for line in lines)
    assert any("ST:S99A" in line.words for line in lines)
    assert not any(line.fixes for line in lines)


# --- goods, by their colour


@pytest.fixture
def settled(tables: Tables) -> tuple[Table[Any], str, str]:
    """A real game's table: a settled world with a good on it, and one that may hold a good and has none."""
    game = games.load("new-frontiers")
    opened = Tables(tables.journal, games.load)
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:3])
    table = opened.create(game.name, Setup(players), seed=3, settings=Settings(draws="hand"))
    for step in steps(game, table.state, game.players["sensible"], Random(3)):
        table.submit(step.decision, table.number, f"step-{table.number}", "test")
        goods = table.game.tracking.goods(table.state)
        if None in goods.values() and any(goods.values()):
            break
    full = next(tile for tile, kind in goods.items() if kind)
    return table, full, next(tile for tile, kind in goods.items() if not kind)


def test_a_colour_asks_and_never_differs(settled: tuple[Table[Any], str, str]) -> None:
    table, full, empty = settled
    goods = {full: True, empty: True}
    verdict = verify(table, seen(table, frozenset(MIDDLE)), goods=goods)
    assert verdict.agree
    (line,) = verdict.questions
    assert line.tiles == (empty,)
    assert [fix.do for fix in line.fixes] == ["corrections"]
    tap(table, line.fixes[0])
    assert verify(table, seen(table, frozenset(MIDDLE)), goods=goods).questions == ()


def test_a_good_that_is_not_seen_is_no_question(settled: tuple[Table[Any], str, str]) -> None:
    """On a tile of its own colour a good can hardly be seen (docs/vision.md)."""
    table, full, empty = settled
    assert verify(table, seen(table), goods={full: False, empty: False}).questions == ()


def test_goods_that_are_as_the_tracker_has_them_ask_nothing(settled: tuple[Table[Any], str, str]) -> None:
    table, full, empty = settled
    assert verify(table, seen(table), goods={full: True, empty: False}).questions == ()
    assert verify(table, seen(table), goods={}).questions == ()  # this space was not looked at


def test_a_tile_that_lies_elsewhere_is_not_asked_about_its_good_too(
    settled: tuple[Table[Any], str, str],
) -> None:
    table, _, empty = settled
    spot = table.game.tracking.layout(table.state)[empty]
    moved = SeenTable(
        dict(table.game.tracking.layout(table.state)) | {empty: Spot(MIDDLE, spot.face)},
        watching=frozenset({MIDDLE, *(seat_zone(n) for n in range(3))}),
    )
    verdict = verify(table, moved, goods={empty: True})
    assert [line.tiles for line in verdict.lines] == [(empty,)]
    assert verdict.questions == ()


def test_a_tile_without_facts_of_its_own_is_mended_by_the_fact_that_moves_it(
    settled: tuple[Table[Any], str, str],
) -> None:
    """A mat's other side is another home, so the fact is the seat's."""
    table, _, _ = settled
    layout = table.game.tracking.layout(table.state)
    mat = next(tile for tile in layout if tile[0] == "H")
    turned = Spot(layout[mat].zone, "AB"[layout[mat].face == "A"])
    everywhere = frozenset({MIDDLE, *(seat_zone(n) for n in range(3))})
    (line,) = verify(table, SeenTable(dict(layout) | {mat: turned}, watching=everywhere)).lines
    assert line.fixes
    tap(table, line.fixes[0])
    assert table.game.tracking.layout(table.state)[mat] == turned
