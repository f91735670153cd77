"""We played on, of cards laid out: secret choices that lie open by then are found, and no others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.box.shelf import Shelf
from companion.catching_up.evidence import counted
from companion.games.contract import Player, Setup, decision_to_json
from companion.games.contract.tellers import is_caught_up
from companion.simulation.simulate import SimulatedStep, steps
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room
from tests.web.test_played_on import answered, page_words, say_yes

pytestmark = pytest.mark.usefixtures("brief_searches")
NAME = "race-for-the-galaxy"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes")).test_client()
    tables.close()


@pytest.fixture
def table(client: FlaskClient) -> Table[Any]:
    colours = games.load(NAME).colours
    players = tuple(Player(name, colour) for name, colour in zip(("Ann", "Ben"), colours, strict=False))
    room = services_of(client.application).room
    return room.tables.create(NAME, Setup(players), seed=3, settings=Settings(draws="hand"))


def a_round(table: Table[Any]) -> list[SimulatedStep]:
    """What people do until action cards are chosen again, which nobody tells."""
    game, found = table.game, []
    for step in steps(game, table.state, game.players["sensible"], Random(5)):
        found.append(step)
        if game.phase(step.after).round > game.phase(table.state).round:
            break
    return found


def laid_out(table: Table[Any], end: Any) -> dict[str, str]:
    """The form of what lies there, filled in for this state: new cards, goods, and what is counted."""
    game, sent = table.game, {"number": str(table.number)}
    before = game.tracking.layout(table.state)
    new = (one for one in game.tracking.layout(end).items() if one[0] not in before)
    for row, (tile, spot) in enumerate(new):
        sent |= {f"new-{row}": tile, f"place-{row}": f"{spot.zone}|{spot.face}|"}
    for fact in counted(game, end):
        sent[f"{'said' if fact.choices else 'counted'}-{fact.path}"] = str(fact.value)
    return sent


def test_a_round_is_found_from_cards_laid_and_hands_counted(client: FlaskClient, table: Table[Any]) -> None:
    truth = a_round(table)
    assert any(step.decision.do == "choose-actions" for step in truth)
    first = client.post(f"/t/{table.id}/played-on/lying", data=laid_out(table, truth[-1].after)).text
    page, before = answered(client, table, truth, first), table.number
    assert say_yes(client, page, table).status_code == 303
    assert all(is_caught_up(entry.by) for entry in table.entries()[before:])
    assert table.game.facts(table.state) == table.game.facts(truth[-1].after)


def test_no_page_tells_what_somebody_has_chosen_in_secret(client: FlaskClient, table: Table[Any]) -> None:
    """Two tables that differ only in a card that lies covered get the same pages, word by word."""
    game, pages = table.game, []
    while table.questions[0].kind != "choose-actions":
        step = next(iter(steps(game, table.state, game.players["sensible"], Random(5))))
        table.submit(step.decision, table.number, f"key {table.number}", "tablet")
    covered = table.number
    for number, option in enumerate(game.options(table.state, 0)[:3]):
        table.submit(option.decision, table.number, f"secret {number}", "phone")
        for sent in ({}, {"told": "{}"}):
            where = "played-on/lying" if not sent else "played-on"
            page = client.post(f"/t/{table.id}/{where}", data={"number": str(table.number), **sent}).text
            pages.append((where, page_words(page)))
            assert "only the player who is asked can tell" in page_words(page).casefold()
        table.undo(table.number, f"back {number}", "phone", seat=0)
    assert len(set(pages)) == 2
    assert covered


def test_no_yes_enters_what_lies_covered(client: FlaskClient, table: Table[Any]) -> None:
    truth = a_round(table)
    begin = next(n for n, step in enumerate(truth) if step.decision.do == "choose-actions")
    for step in truth[: begin + 1]:
        table.submit(step.decision, table.number, f"key {table.number}", "tablet")
    decisions = [decision_to_json(step.decision) for step in truth[begin + 1 :]]
    before = table.number
    sent = {"number": str(before), "key": "k", "decisions": json.dumps(decisions)}
    answer = client.post(f"/t/{table.id}/played-on/yes", data=sent)
    assert answer.status_code == 422
    assert "only the player who is asked tells it" in page_words(answer.text)
    assert table.number == before


@pytest.mark.long
def test_a_number_told_wrongly_is_named(client: FlaskClient, table: Table[Any]) -> None:
    truth = a_round(table)
    told = laid_out(table, truth[-1].after) | {"counted-hand/0": "9"}
    page = answered(client, table, truth, client.post(f"/t/{table.id}/played-on/lying", data=told).text)
    assert "By the rules nothing leads" in page_words(page)
    assert "Ann: cards in hand: 9" in page_words(page)


@pytest.mark.parametrize("value", ["-3", "many", "999999"])
def test_a_number_that_is_none_is_one_sentence(client: FlaskClient, table: Table[Any], value: str) -> None:
    told = {"number": str(table.number), "counted-hand/0": value}
    answer = client.post(f"/t/{table.id}/played-on/lying", data=told)
    assert answer.status_code == 422
    assert "cards in hand: give a whole number from 0" in page_words(answer.text)


def test_without_followed_pieces_it_asks_what_everybody_has(client: FlaskClient) -> None:
    room = services_of(client.application).room
    game = games.load("a-new-frontier")
    names = zip(("Ann", "Ben", "Cleo"), game.colours, strict=False)
    table = room.tables.create(game.name, Setup(tuple(Player(*each) for each in names)), seed=3)
    page = client.get(f"/t/{table.id}/played-on?seat=0").text
    assert "What everybody has now" in page
    assert page.count('class="button primary"') == 1, "one way on stands out"
    assert all(f'name="counted-{fact.path}"' in page for fact in counted(game, table.state))
    assert f"/t/{table.id}/played-on?seat=0" in client.get(f"/t/{table.id}/seat/0").text
