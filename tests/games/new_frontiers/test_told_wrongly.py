"""A tile of New Frontiers that was told wrongly: what follows is said, of its powers and of its VP at the end
of the game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from companion.box.editing import tile_text
from companion.games.contract import Correction, Naming, Telling, box_of, game_at
from companion.games.contract.told import Told
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.rigs.told_wrongly import follows, form, played, told

from .printed_copy import PrintedCopy


@pytest.fixture
def tables(tmp_path: Any) -> Iterator[Tables]:
    with closing(Tables(Journal(tmp_path / "journal.db"))) as tables:
        yield tables


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A whole game of two."""
    with closing(Tables(Journal(tmp_path_factory.mktemp("frontiers") / "journal.db"))) as tables:
        yield played(tables, PrintedCopy(3), 3, players="fewest")


def said(table: Any, id: str, fact: str) -> tuple[str, ...]:
    return next(field.chosen for field in form(table, id).fields if field.name == f"{id}/{fact}")


def owned(table: Any) -> Iterator[tuple[int, str]]:
    """The seat and the id of each tile in an empire that the table was told of."""
    told = box_of(table.game).told_tiles(table.state_at(1), table.state)
    for seat, empire in enumerate(table.state.empires):
        ids = (*(colony.world for colony in empire.colonies), *empire.developments)
        yield from ((seat, id) for id in ids if id in told)


def test_a_power_told_wrongly_names_the_steps_that_used_it_and_the_facts_it_made(table: Any) -> None:
    id, told, found = next(
        (id, told, found)
        for _seat, id in reversed([*owned(table)])
        for told in (said(table, id, "powers"),)
        for power in told
        if (found := follows(table, id, powers=tuple(one for one in told if one != power))).changes
    )
    assert found.steps
    assert {*found.steps} <= {table.words_of(entry.number) for entry in table.effective()}
    assert all(table.game.fact(table.state, fact.path).value != value for fact, value in found.changes)
    assert found.words == tuple(fact.correction_words(value) for fact, value in found.changes)
    again = follows(table, id, powers=told)
    assert (again.steps, again.changes, again.why) == ((), (), ""), "told as it was, nothing follows"


def test_what_one_correction_brings_along_is_not_corrected_again_and_all_comes_out_as_said(
    table: Any,
) -> None:
    """Chips that a player has more of leave the supply: each of the two facts is said, one is corrected."""
    for _seat, id in owned(table):
        powers = said(table, id, "powers")
        for chips in (power for power in powers if power.endswith(" VP")):
            found = follows(table, id, powers=tuple(one for one in powers if one != chips))
            state = table.state
            for correction in found.corrections:
                assert table.game.fact(state, correction.path).value != correction.value, (id, correction)
                state = table.game.correct(state, correction)
            after = {fact.path: table.game.fact(state, fact.path).value for fact, _value in found.changes}
            assert after == {fact.path: value for fact, value in found.changes}, (id, found.words)
            if len(found.corrections) < len(found.changes):
                return
    raise AssertionError("nobody has chips by a power")


def test_other_vp_of_a_finished_game_are_said_with_each_sum_and_who_is_first(table: Any) -> None:
    seat, id = next((seat, id) for seat, id in owned(table) if said(table, id, "vp")[0].isdecimal())
    before = table.game.score(table.state).players
    vp = int(said(table, id, "vp")[0])
    more = 1 if vp < 9 else -1
    found = follows(table, id, vp=(str(vp + more),))
    assert (found.steps, found.changes, found.why) == ((), (), "")
    sums = tuple(
        f"{one.name}: {one.total + more} VP instead of {one.total}"
        if one.player == seat
        else f"{one.name}: {one.total} VP"
        for one in before
    )
    assert found.result_now == found.result
    assert found.result_now[:-1] == sums
    assert found.result_now[-1].startswith("First")
    assert found


def test_another_winner_is_said(tables: Tables) -> None:
    """Tiles of the first are told to be worth nothing, those of the other most, one by one."""
    table: Any = played(tables, PrintedCopy(1), 1, players="fewest")
    for seat, id in owned(table):
        before = table.game.score(table.state).players
        first = next(one for one in before if one.winner)
        vp = "0" if seat == first.player else "6"
        found = follows(table, id, vp=(vp,))
        if found.result_now and not found.result_now[-1].startswith("First, as before"):
            assert f" instead of {first.name}" in found.result_now[-1]
            return
        tile = box_of(game_at(table.game, table.state)).book().told(id, told(table, id, vp=(vp,))).tile
        table.correct(Correction(f"tile/{id}", tile_text(tile)), table.number, f"key-{id:>08}", "Mia")
    raise AssertionError("nobody else can be first")


def test_powers_that_may_be_more_after_all_are_asked_while_worlds_are_named(tables: Tables) -> None:
    """The page of a question with a form names the powers that hands apply, too."""

    def naming(table: Any) -> bool:
        asks = table.state.asks
        return asks is None and any(isinstance(question.form, Naming) for question in table.questions)

    table = played(tables, PrintedCopy(0), 0, naming)
    question = next(one for one in table.questions if isinstance(one.form, Naming))
    home = table.state.empires[question.player].colonies[0].world
    half = Told(told(table, home).without({"powers"}).facts, later=True)
    tile = box_of(game_at(table.game, table.state)).book().told(home, half).tile
    table.correct(Correction(f"tile/{home}", tile_text(tile)), table.number, "told-by-half", "Mia")
    form = table.questions[0].form
    assert isinstance(form, Telling)
    assert {field.key for field in form.fields} == {"powers/Explore"}
