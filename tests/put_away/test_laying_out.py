"""A broken-off game laid out again: every misplacement is said, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import games
from companion.games.contract import MIDDLE, Player, Setup, Spot, seat_zone
from companion.put_away.kept import PutAway, put_away_from_json, put_away_to_json
from companion.put_away.laying_out import NOTHING, laid_table
from companion.table.journal import Journal
from companion.table.observation import SeenTable
from companion.table.table import Table
from companion.table.tables import Tables


def played(tmp_path: Path, name: str, decisions: int = 30) -> Table[Any]:
    game, random = games.load(name), Random(4)
    count = max(3, game.seats[0])
    players = tuple(Player(f"P{n}", colour) for n, colour in enumerate(game.colours[:count]))
    table: Table[Any] = Tables(Journal(tmp_path / "journal.db")).create(name, Setup(players), seed=7)
    for number in range(decisions):
        question = next(q for q in table.game.questions(table.state) if not q.optional)
        if question.chance is not None:
            decision = table.game.answer(table.state, question, question.chance.sample(random))
        else:
            options = table.game.options(table.state, question.player)
            client = table.game.players["random"]
            view = table.game.view(table.state, question.player)
            decision = client.choose(table.game, view, question, options, random)
        table.submit(decision, table.number, f"key-{number:08}", "tester")
    return table


@pytest.mark.parametrize("name", games.names())
def test_each_piece_and_each_thing_that_is_there_stands_in_one_area(tmp_path: Path, name: str) -> None:
    table = played(tmp_path, name)
    laid = laid_table(table, table.state, frozenset(), None)
    listed = [piece.tile for area in laid.areas for piece in area.pieces]
    assert sorted(listed) == sorted(table.game.tracking.layout(table.state))
    facts = {fact.path for area in laid.areas for fact in area.facts}
    known = table.game.facts(table.game.view(table.state, None))
    own = {fact.path for fact in known if fact.player is not None and fact.value not in NOTHING}
    assert own <= facts <= {fact.path for fact in known}
    assert {area.seat for area in laid.areas} == {None, *range(len(table.setup.players))}
    assert not any(area.done for area in laid.areas)


def test_all_of_a_new_frontier_lies_again_and_no_secret_is_read(tmp_path: Path) -> None:
    """Fleets by their numbers, as they are covered; missions, agendas, free colonies and the token."""
    table = played(tmp_path, "a-new-frontier", 60)
    state = table.state.changed(agendas=(("conflict", "red", -1),))
    areas = {area.seat: area.lines for area in laid_table(table, state, frozenset(), None).areas}
    middle = "\n".join(areas[None])
    assert f"The power-up token: {state.book.planets[state.power_up]}" in middle
    assert "Missions in the top row: " in middle
    assert "Agenda in force: Conflict Policy, red" in middle
    assert "free colonies of level" in middle
    for seat, corp in enumerate(state.corps):
        fleets = [line for line in areas[seat] if line.startswith("Fleet at ")]
        assert len(fleets) == len(corp.fleets)
        assert not any(ship.name in line for line in fleets for ship in state.book.ships.values())
        assert all(str(len(fleet)) in line for fleet, line in zip(corp.fleets, fleets, strict=True))


def test_every_misplaced_tile_is_said_and_none_else(tmp_path: Path) -> None:
    table = played(tmp_path, "new-frontiers", 60)
    layout = dict(table.game.tracking.layout(table.state))
    watching = frozenset({MIDDLE, *(seat_zone(n) for n in range(3))})
    exact = SeenTable(spots=layout, watching=watching)
    laid = laid_table(table, table.state, frozenset(), exact)
    assert all(piece.there and not piece.wrong for area in laid.areas for piece in area.pieces)
    assert laid.strangers == ()
    random = Random(1)
    moved = random.sample(sorted(layout), 3)
    spots = dict(layout)
    for tile in moved:
        zone = random.choice(sorted(watching - {layout[tile].zone}))
        spots[tile] = replace(layout[tile], zone=zone)
    spare = next(id for id in table.game.catalogue.worlds if id not in layout)
    spots[spare] = Spot(MIDDLE, "A")
    laid = laid_table(table, table.state, frozenset(), SeenTable(spots=spots, watching=watching))
    assert sorted(p.tile for area in laid.areas for p in area.pieces if p.wrong) == sorted(moved)
    assert len(laid.strangers) == 1


def test_an_area_laid_by_hand_stays_so_after_a_restart() -> None:
    kept = PutAway().with_laid("seat:1", True)
    assert put_away_from_json(put_away_to_json(kept)).laid == {"seat:1"}
    assert kept.with_laid("seat:1", False).laid == frozenset()
    assert kept.played_on() == PutAway()
