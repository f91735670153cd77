"""A board or a card of A New Frontier that was told wrongly: what follows is said before it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.rigs.told_wrongly import follows, form, played

from .printed_copy import PrintedCopy


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A whole game of the fewest."""
    with closing(Tables(Journal(tmp_path_factory.mktemp("frontier") / "journal.db"))) as tables:
        yield played(tables, PrintedCopy(0), 0, players="fewest")


def credits(table: Any) -> dict[str, int]:
    return {
        fact.path: fact.value for fact in table.game.facts(table.state) if fact.path.startswith("credits/")
    }


def said(table: Any, piece: str, fact: str) -> tuple[str, ...]:
    return next(field.chosen for field in form(table, piece).fields if field.name == f"{piece}/{fact}")


def test_another_start_is_put_right_in_every_corporation(table: Any) -> None:
    (told,) = said(table, "board-start", "credits")
    found = follows(table, "board-start", credits=(str(int(told) + 2),))
    assert {fact.path: value for fact, value in found.changes} == {
        path: value + 2 for path, value in credits(table).items()
    }
    assert (found.steps, found.why) == ((), ""), "the start is no step of anybody"
    assert found


def test_what_would_not_have_been_possible_is_named(table: Any) -> None:
    found = follows(table, "board-start", fleet_stingray=("3",))
    assert found.steps[-1].endswith("has divided the starting fleet")
    assert found.why.startswith(f"“{found.steps[-1]}” would not have been possible: Place 16.")


def test_technologies_of_a_faction_told_wrongly_are_put_right(table: Any) -> None:
    faction = next(corp.faction for corp in table.state.corps if said(table, corp.faction, "techs"))
    told = said(table, faction, "techs")
    found = follows(table, faction, techs=told[1:])
    (words,) = found.words
    assert words.endswith(": no instead of yes")


def test_other_titles_change_the_sums_and_who_is_first(table: Any) -> None:
    told = said(table, "board-scoring", "titles")
    before = table.game.score(table.state).players
    fewer = follows(table, "board-scoring", titles=told[1:])
    assert fewer.result_now == fewer.result
    assert any(" VP instead of " in line for line in fewer.result_now[:-1])
    assert len(fewer.result_now) == len(before) + 1
    assert fewer.result_now[-1].startswith("First")
