"""A card of an expansion that was told wrongly: what follows is said, of its price, its powers and its VP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from random import Random
from typing import Any

import pytest

from companion.box.editing import tile_text
from companion.games.contract import Correction, box_of, game_at
from companion.games.contract.told import Told
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.rigs.told_games import answer
from tests.rigs.told_wrongly import follows, form, played, told

from .printed_copy import PrintedCopy


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A whole game of two."""
    with closing(Tables(Journal(tmp_path_factory.mktemp("race") / "journal.db"))) as tables:
        yield played(tables, PrintedCopy(0), 0, players="fewest")


def card(table: Any, fact: str, said: tuple[str, ...]) -> str:
    """The card of which this was told."""
    met = (card.id for card in table.state.catalogue.shown if card.further)
    return next(id for id in met if _said(table, id, fact) == said)


def _said(table: Any, id: str, fact: str) -> tuple[str, ...]:
    return next(field.chosen for field in form(table, id).fields if field.name == f"{id}/{fact}")


def test_other_vp_of_a_finished_game_are_said_with_each_sum_and_who_is_first(table: Any) -> None:
    owner = next(
        (seat, held.card)
        for seat, empire in enumerate(table.state.empires)
        for held in empire.tableau
        if table.state.card(held.card).further and not table.state.card(held.card).variable
    )
    seat, id = owner
    vp, before = table.state.card(id).vp, table.game.score(table.state).players
    found = follows(table, id, vp=(str(vp + 1),))
    assert (found.steps, found.changes, found.why) == ((), (), "")
    sums = [
        f"{one.name}: {one.total + 1} VP instead of {one.total}"
        if one.player == seat
        else f"{one.name}: {one.total} VP"
        for one in before
    ]
    assert found.result_now == (*sums, "First, as before: Yellow")
    assert found


def test_a_power_that_conquered_a_world_names_it_and_holds_only_from_now_on(tmp_path: Any) -> None:
    with closing(Tables(Journal(tmp_path / "journal.db"))) as tables:
        table = played(tables, PrintedCopy(2), 2, players="fewest")
        found = follows(table, card(table, "powers", ("Settle: +3 Military",)), powers=())
    assert found.steps[-1].startswith("Yellow places New Sparta")
    assert found.why.endswith("New Sparta has defense 2, and the Military against it is 1.")
    assert found.changes == ()


def test_a_power_told_wrongly_names_the_steps_that_used_it_and_the_facts_it_made(table: Any) -> None:
    met = [card for card in table.state.catalogue.shown if card.further]
    found = [
        follows(table, card.id, powers=tuple(one for one in told if one != power))
        for card in met
        for told in (_said(table, card.id, "powers"),)
        for power in told
    ]
    history = {table.words_of(entry.number) for entry in table.effective()}
    assert any(one.steps for one in found)
    assert any(one.steps and one.changes for one in found)
    assert {step for one in found for step in one.steps} <= history


def test_another_winner_is_said(tmp_path: Any) -> None:
    """Cards of the first are told to be worth nothing, those of the others to be worth most, one by one."""
    with closing(Tables(Journal(tmp_path / "journal.db"))) as tables:
        table = played(tables, PrintedCopy(1), 1, players="fewest")
        for seat, empire in enumerate(table.state.empires):
            for id in [held.card for held in empire.tableau if table.state.card(held.card).further]:
                before = table.game.score(table.state).players
                first = next(one for one in before if one.winner)
                vp = "0" if seat == first.player else "8"
                found = follows(table, id, vp=(vp,))
                if found.result_now and not found.result_now[-1].startswith("First, as before"):
                    assert found.result_now[-1].endswith(f" instead of {first.name}")
                    return
                text = tile_text(
                    box_of(game_at(table.game, table.state)).book().told(id, told(table, id, vp=(vp,))).tile
                )
                table.correct(Correction(f"tile/{id}", text), table.number, f"key-{id:>08}", "Mia")
    raise AssertionError("nobody else can be first")


def test_powers_that_may_be_more_after_all_are_asked_where_cards_are_drawn(tmp_path: Any) -> None:
    """What Explore powers draw and keep (p. 9) is in the question's words alone once the cards are drawn."""

    def drawn(table: Any) -> bool:
        exploring = any(question.kind == "explored" for question in table.questions)
        return exploring and not table.state.asks and bool(further_in_force(table))

    with closing(Tables(Journal(tmp_path / "journal.db"))) as tables:
        table = played(tables, PrintedCopy(0), 0, drawn)
        id = powers_open_again(table)
        (question,) = table.questions
        assert question.text == f"Has {table.state.card(id).name} any Explore power?"


def further_in_force(table: Any, seat: int | None = None) -> list[str]:
    owners = table.state.empires if seat is None else (table.state.empires[seat],)
    return [id for empire in owners for id in empire.in_force if table.state.card(id).further]


def powers_open_again(table: Any, seat: int | None = None) -> str:
    """The card in force of which somebody told that its powers may be more after all."""
    id = further_in_force(table, seat)[0]
    half = Told(told(table, id).without({"powers"}).facts, later=True)
    tile = box_of(game_at(table.game, table.state)).book().told(id, half).tile
    table.correct(Correction(f"tile/{id}", tile_text(tile)), table.number, "told-by-half", "Mia")
    return id


@pytest.mark.parametrize("seed", [0, 1])
def test_a_price_is_told_while_the_power_that_lowers_it_is_open_again(seed: int, tmp_path: Any) -> None:
    """Whether its owner can pay a card that was turned up (p. 4) is found once both are told."""

    def asks_price(table: Any) -> bool:
        asks, state = table.state.asks, table.state
        if asks is None or asks.moment != "placed" or asks.holder is None or state.phase != "develop":
            return False
        return bool(further_in_force(table, asks.holder))

    copy = PrintedCopy(seed)
    with closing(Tables(Journal(tmp_path / "journal.db"))) as tables:
        table = played(tables, copy, seed, asks_price)
        holder = table.state.asks.holder
        id = powers_open_again(table, holder)
        texts = []
        while table.state.asks is not None:
            (question,) = table.questions
            texts.append(question.text)
            decision = answer(copy, table, question, Random(seed))
            table.submit(decision, table.number, f"told-{table.number:08}", "Mia")
        assert f"Has {table.state.card(id).name} any Develop power?" in texts


def test_a_price_told_wrongly_gives_the_cards_back(tmp_path: Any) -> None:
    with closing(Tables(Journal(tmp_path / "journal.db"))) as tables:
        table = played(tables, PrintedCopy(1), 1, players="fewest")
        met = [card.id for card in table.state.catalogue.shown if card.further]
        found = next(found for id in met if (found := follows(table, id, price=("cost 5",))).changes)
        assert found.steps[0].startswith("Red places "), "both pay as the last of them answers"
        hand = next((fact, value) for fact, value in found.changes if fact.path.startswith("hand/"))
        assert hand[0].correction_words(hand[1]) in found.words
