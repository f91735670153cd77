"""Tests with requests made from the API's own OpenAPI document: each answer is as the document says."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from companion import games
from companion.games.contract import Player, Setup, decision_to_json
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.api.endpoint import ENDPOINTS, PREFIX, Endpoint
from tests.default_run import examples, many

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
CASES = int(os.environ.get("COMPANION_API_CASES", many(20_000)))
"""In the slow test."""
STREAMS = ("table_events", "station_events")
"""Their answers do not end; test_events.py and test_station_events.py read them."""
OPERATIONS = [e for e in ENDPOINTS if e.name not in STREAMS]


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    room = Room(Tables(Journal(tmp_path_factory.mktemp("api") / "journal.db")))
    yield room
    room.close()


@pytest.fixture(scope="module")
def app(room: Room) -> Flask:
    return create_app(room)


@pytest.fixture(scope="module")
def tables(room: Room) -> list[Table[Any]]:
    """A table of each game."""
    made = []
    for name in games.names():
        game = games.load(name)
        players = tuple(Player(colour.title(), colour) for colour in game.colours[: game.seats[0]])
        made.append(room.tables.create(name, Setup(players), seed=2))
    return made


@pytest.fixture(scope="module")
def schema(app: Flask) -> Any:
    return schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", app)


def make_plausible(case: Any, tables: list[Table[Any]], rng: Random) -> None:
    """Makes most cases name an existing table. Of the cases that follow the document most also name the
    table's current entry, and many send a decision that is possible. Otherwise nearly every request would be
    refused."""
    if rng.random() < 0.2:
        return
    table = rng.choice(tables)
    if "table_id" in case.path_parameters:
        case.path_parameters["table_id"] = table.id
    if case.meta.generation.mode is not GenerationMode.POSITIVE or not isinstance(case.body, dict):
        return
    if "seen" in case.body:
        case.body["seen"] = table.number
    if "game" in case.body:
        case.body["game"] = table.game.name
    now = table.now
    if "decision" in case.body and rng.random() < 0.7:
        options = [o for q in now.questions for o in table.game.options(now.state, q.player)]
        if options:
            case.body["decision"] = decision_to_json(rng.choice(options).decision)
    if "path" in case.body and rng.random() < 0.7:
        case.body["path"] = rng.choice(table.game.facts(now.state)).path


def cases_of(schema: Any, endpoint: Endpoint) -> st.SearchStrategy[Any]:
    """Requests to an endpoint; half of them follow the document."""
    path = PREFIX + endpoint.path.replace("<", "{").replace(">", "}")
    operation = schema[path][endpoint.method]
    kept = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    # Without a body or a query there is nothing that could be wrong.
    if endpoint.body is None and endpoint.query is None:
        return kept
    return st.one_of(kept, operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))


def send_cases(schema: Any, tables: list[Table[Any]], endpoint: Endpoint, cases: int) -> None:
    @seed(1)
    @settings(
        max_examples=cases,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=HealthCheck,
    )
    @given(cases_of(schema, endpoint), st.randoms(use_true_random=False))
    def one(case: Any, rng: Random) -> None:
        wanted_table = case.path_parameters.get("table_id")
        make_plausible(case, tables, rng)
        checks = list(CHECKS)
        negated = {
            place for place, part in case.meta.components.items() if part.mode is GenerationMode.NEGATIVE
        }
        if negated == {ParameterLocation.PATH} and case.path_parameters.get("table_id") != wanted_table:
            checks.remove(negative_data_rejection)  # the part that was wrong has been corrected
        case.call_and_validate(checks=checks, headers={"Accept-Encoding": "identity"})

    one()


@pytest.mark.parametrize("endpoint", OPERATIONS, ids=lambda endpoint: endpoint.name)
def test_requests_from_the_document(schema: Any, tables: list[Table[Any]], endpoint: Endpoint) -> None:
    send_cases(schema, tables, endpoint, examples(12))


@pytest.mark.slow
def test_thousands_of_requests(schema: Any, tables: list[Table[Any]]) -> None:
    for endpoint in OPERATIONS:
        send_cases(schema, tables, endpoint, -(-CASES // len(OPERATIONS)))
