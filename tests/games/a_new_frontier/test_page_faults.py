"""Tests of faults that pages once had: wrong numbers, other questions' answers, ids where names are known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.games.a_new_frontier.rules.planning_board import form
from companion.games.a_new_frontier.rules.state import Attack
from companion.games.a_new_frontier.wording.names import agenda_words
from companion.games.contract import Player, Setup
from companion.lessons.teaching import teaching_for
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.live.views import asks_of, seats
from companion.web.request.services import services_of
from companion.web.setup.setup_checks import checked_options
from tests.web.conftest import bare_room

from .build import BLUE, GAME, GREEN, give, start
from .test_browser import resolve_chance
from .test_remembering import with_entries


@pytest.fixture
def at(installed: None, tmp_path: Path) -> Iterator[SimpleNamespace]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    players = tuple(Player(colour.capitalize(), colour) for colour in GAME.colours[:3])
    chance = (("factions", ("faction-1", "faction-2", "faction-3")), ("storm", ("planet-1",)))
    setup = Setup(players, (("newcomers", "named"), ("details", "pages")), chance)
    table = tables.create(GAME.name, setup, seed=3, settings=Settings(teaching="lessons"))
    app = create_app(bare_room(tables))
    app.testing = True
    yield SimpleNamespace(table=table, client=app.test_client(), path=f"/t/{table.id}")
    services_of(app).live.close()
    tables.close()


def test_what_it_is_about_comes_before_planning(at: SimpleNamespace) -> None:
    table = at.table
    resolve_chance(table)
    shown = teaching_for(table, BLUE, table.now).step
    assert shown is not None
    assert (shown.at, table.state.phase) == ("aim/0", "planning")
    assert shown.lesson.step[-1].text.startswith("Place your actions"), "how to plan is its last step"


def test_the_timer_is_in_both_menus(at: SimpleNamespace) -> None:
    for page in (f"{at.path}/", f"{at.path}/seat/0"):
        assert 'href="/timer?game=a-new-frontier"' in at.client.get(page).text


def test_a_question_offers_its_own_answers_only(at: SimpleNamespace) -> None:
    """Each of the seat's questions has its own: "I am new" stands beside the plan, not below it."""
    table: Any = at.table
    resolve_chance(table)
    assert "I am new" in at.client.get(f"{at.path}/seat/0").text
    assert offered(table, 0)["say-new"] == ["I am new"]
    play_to(table, "marketing")
    seat = table.state.step.queue[0]
    answers = offered(table, seat)
    assert table.state.corps[seat].missions
    assert len(answers["take-mission"]) == len(table.state.offered)
    assert not any("Completed" in words for words in answers["take-mission"])
    assert all("Completed" in words for words in answers["claim-mission"])


def offered(table: Any, seat: int) -> dict[str, list[str]]:
    """The answers that a seat's page shows with each of its questions."""
    asks = asks_of(GAME, table.state, (), seats(table), seat)
    return {ask.question.kind: [option.words for option in ask.options] for ask in asks if ask.player == seat}


def play_to(table: Any, phase: str) -> None:
    """On until a player takes a second mission in the phase."""

    rng, player = Random(4), GAME.players["random"]
    while True:
        resolve_chance(table)
        state = table.state
        if state.phase == phase and state.step.queue and state.corps[state.step.queue[0]].missions:
            return
        assert not state.over
        question = next(q for q in table.questions if not q.optional)
        options = GAME.options(state, question.player)
        decision = player.choose(GAME, GAME.view(state, question.player), question, options, rng)
        table.submit(decision, table.number, f"step-{table.number:06}", "test")


def _stand_ins(data: Mapping[str, Any], path: str = "") -> set[str]:
    """The dotted names of what the file marks as none of the rulebook's."""
    found = {f"{path}{name}" for name in data.get("unverified", ())}
    below = (_stand_ins(value, f"{path}{name}.") for name, value in data.items() if isinstance(value, dict))
    return found.union(*below)


def test_the_box_calls_cards_and_boards_by_their_names(at: SimpleNamespace) -> None:
    page = at.client.get("/box?game=a-new-frontier").text
    assert "Register What a corporation starts with" in page
    assert "<b>board-start</b>" not in page
    assert "Missing: Kraken is not registered" in page
    assert re.findall(r"Missing: [\w.]+\.\w[^(]* stand-in", page) == [], "a name as the file has it"
    open_rows = [row for entry in GAME.book.pieces.values() if entry.open for row in entry.rows]
    assert _stand_ins(GAME.book.data) <= {path for row in open_rows for path in row.paths}
    page = at.client.get("/box/a-new-frontier/tile/technology-tactics-1A").text
    assert "<h1>Tactics 1A</h1>" in re.sub(r"<h1[^>]*>", "<h1>", page)


def test_costs_that_are_stand_ins_are_marked_in_planning() -> None:
    tokens = {token.id: token.words for token in form(start(), BLUE).tokens}
    assert tokens["ship-stingray"] == "Stingray (2? credits)"
    assert tokens["ship-leviathan"] == "Leviathan (6 credits)", "the rulebook says it (p. 12)"
    places = {place.id: place.note for place in form(start(), BLUE).places}
    assert places["ships-1"].endswith("a cost with ? is a stand-in")
    known = with_entries(
        start(), ("ship", {"id": "ship-stingray", "cost": 1, "attack": 1, "defense": 1, "source": "owner"})
    )
    tokens = {token.id: token.words for token in form(give(known, BLUE, credits=9), BLUE).tokens}
    assert tokens["ship-stingray"] == "Stingray (1 credit)"


def test_planets_have_their_names_in_agendas() -> None:
    state = with_entries(start(), ("planet", {"id": "planet-2", "name": "Tharsis"}))
    assert agenda_words(state.book, "planet", "red", 1) == "Planet Policy, red at Tharsis"
    assert agenda_words(state.book, "planet", "red", 2) == "Planet Policy, red at Planet 3"


def test_what_is_laid_out_again_has_all_that_no_fact_says_and_no_ship_of_a_fleet() -> None:
    """Ships are their owner's secret, at the end they lie open (p. 1)."""
    state = with_entries(start(), ("planet", {"id": "planet-2", "name": "Tharsis"})).changed(
        power_up=1, agendas=(("planet", "red", 1),), attacks=(Attack(BLUE, 1, GREEN),), colonies=(5, 7, 7)
    )
    state = give(
        state,
        BLUE,
        fleets=(("kraken", "stingray", "stingray"), ("stingray",), ("kraken",), ("behemoth",)),
        laid_techs=(("exploration-1A", 1),),
        facilities=(("refinery", 0), ("satellite", -1)),
        coming=("politics-1A",),
        wormhole=True,
        missions=("green-1",),
        loans=(1,),
        planned=True,
    )
    middle = [line for line in GAME.lies(state, None) if not line.startswith("Missions in the top row")]
    assert middle == [
        "The power-up token: Tharsis",
        "Agenda in force: Planet Policy, red at Tharsis",
        "1 free colony of level 5",
        "2 free colonies of level 7",
        "Blue attacks Green at Tharsis",
    ]
    assert list(GAME.lies(state, BLUE)) == [
        "Fleet at Planet 1: 3 ships, which the own phone names",
        "Fleet at Tharsis: 1 ship, which the own phone names",
        "Fleet at Planet 3: 1 ship, which the own phone names",
        "Fleet at Planet 4: 1 ship, which the own phone names",
        "The token of Exploration 1A at Tharsis",
        "To be placed in the next R & D phase: Satellite.",
        "From the next turn on: Politics 1A",
        "An exploration token at the wormhole",
        "Open missions: green mission 1",
        "A loan token at Tharsis",
        "The planning board, as the own phone says",
    ]
    open_state = state.changed(phase="over")
    assert not [line for line in GAME.lies(open_state, BLUE) if line.startswith("Fleet at ")]
    facts = {fact.path: fact.value for fact in GAME.facts(GAME.view(open_state, None))}
    ships = [facts[f"ships/{BLUE}/0/{ship}"] for ship in ("kraken", "stingray")]
    assert ships == [1, 2], "a fact says them: the list had both"


def test_options_of_earlier_tables_are_still_understood() -> None:
    assert dict(checked_options(GAME, {"newcomers": "2"}))["newcomers"] == "2"
