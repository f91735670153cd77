"""What follows where a fact that a table used was told wrongly: said first, then put right or left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.box.editing import tile_text
from companion.box.what_follows import Follows
from companion.games.contract import Correction, Telling, box_of, game_at
from companion.games.new_frontiers.rules.actions.settle import SettleWorld
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.rigs.told_box import Owner, printed_box, setup
from tests.rigs.told_wrongly import follows, told

GAME = "new-frontiers"


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    with closing(Tables(Journal(tmp_path / "journal.db"))) as opened:
        yield opened


def settled(tables: Tables, seed: int, more: int, *, asks: bool = False) -> tuple[Any, str]:
    """A told table on which somebody paid for a world, and that many decisions after; and the world. asks:
    while facts are asked right after it was paid."""
    table: Any = tables.create(GAME, setup(2, seed))
    owner, rng = Owner(printed_box(seed), Random(seed)), Random(seed)
    while table.questions:
        question = table.questions[0]
        paid = [id for id in _settled(table) if (table.state.catalogue.shown[id].cost or 0) > 1]
        if asks and paid and isinstance(question.form, Telling):
            return table, paid[0]
        if question.form is not None:
            decision = owner.answer(table.game, table.state, question)
        elif paid and not more:
            return table, paid[0]
        else:
            options = table.game.options(table.state, question.player)
            settling = [o for o in options if isinstance(o.decision, SettleWorld)]
            decision = rng.choice(settling or options).decision
            more -= bool(paid)
        table.submit(decision, table.number, f"key-{table.number:08}", "Mia’s phone")
    raise AssertionError(seed)


def _settled(table: Any) -> list[str]:
    decisions = [table.game.decision(e.data) for e in table.effective() if e.kind == "decision"]
    return [
        decision.world
        for decision in decisions
        if isinstance(decision, SettleWorld)
        and "price" not in table.state.catalogue.shown[decision.world].untold
    ]


def told_otherwise(table: Any, id: str, **said: str) -> tuple[Follows, Any]:
    new = {key: (value,) for key, value in said.items()}
    sent = told(table, id, **new)
    return follows(table, id, **new), box_of(game_at(table.game, table.state)).book().told(id, sent).tile


@pytest.mark.parametrize(
    ("seed", "more", "asks"), [(3, 0, False), (13, 25, False), (6, 6, False), (3, 0, True)]
)
def test_who_paid_too_much_gets_it_back_and_the_step_is_named(tables, seed, more, asks):
    table, world = settled(tables, seed, more, asks=asks)
    tile = table.state.catalogue.shown[world]
    found, new = told_otherwise(table, world, price=f"cost {tile.cost - 1}")
    assert found.why == ""
    assert tile.name in found.steps[0]
    assert " settles " in found.steps[0]
    ((fact, value),) = found.changes
    assert fact.path.startswith("credits/")
    assert value == fact.value + 1
    assert found.words[0].endswith(f": {value} instead of {fact.value}")
    # Put right, the table is as it would have been.
    table.correct(Correction(f"tile/{world}", tile_text(new)), table.number, "key-of-the-tile", "Mia")
    for correction in found.corrections:
        table.correct(correction, table.number, "key-of-the-fact", "Mia")
    assert table.game.fact(table.state, fact.path).value == value


def test_what_would_not_have_been_possible_holds_only_from_now_on(tables):
    table, world = settled(tables, 3, 6)
    found, _tile = told_otherwise(table, world, price="cost 8")
    name = table.state.catalogue.shown[world].name
    assert name in found.steps[-1]
    assert found.why.startswith("“")
    assert "would not have been possible" in found.why
    assert found.changes == ()


def test_what_nothing_used_follows_nothing(tables):
    table, world = settled(tables, 3, 0)
    found, _tile = told_otherwise(table, world, name="Another Name")
    assert found == Follows()
