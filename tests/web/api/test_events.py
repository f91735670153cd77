"""Tests of the API's event stream, as a program reads it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.table import Table
from companion.web.api.table_json import moment
from companion.web.request.services import services_of

pytestmark = pytest.mark.waits


def take(table: Table[Any]) -> None:
    """Answers the open question with its first option."""
    option = table.game.options(table.state, table.questions[0].player)[0]
    table.submit(option.decision, table.number, f"events-{table.number:04}", "test")


def test_each_change_is_a_moment_with_its_entries(listen: Any, table: Table[Any]) -> None:
    stream = listen(f"/api/v1/tables/{table.id}/events")
    first = stream.next("moment")
    assert (first["state"]["number"], first["entries"]) == (table.number, [])
    number = table.number
    take(table)
    news = stream.next("moment")
    assert news["state"]["number"] == table.number
    assert [entry["number"] for entry in news["entries"]] == list(range(number + 1, table.number + 1))


def test_a_listener_that_comes_back_misses_no_entry(listen: Any, table: Table[Any]) -> None:
    number = table.number
    take(table)
    for path, headers in (
        (f"/api/v1/tables/{table.id}/events?after={number}", {}),
        (f"/api/v1/tables/{table.id}/events", {"Last-Event-ID": str(number)}),
    ):
        news = listen(path, headers).next("moment")
        assert [entry["number"] for entry in news["entries"]] == list(range(number + 1, table.number + 1))


def test_it_lives_and_ends_with_the_server(listen: Any, serving: Any, table: Table[Any]) -> None:
    stream = listen(f"/api/v1/tables/{table.id}/events")
    stream.next("moment")
    assert stream.next("beat") == {}
    services_of(serving.app).live.close()
    assert stream.next("gone") == {}


def test_it_ends_for_a_seat_whose_token_is_revoked(listen: Any, serving: Any, table: Table[Any]) -> None:
    own, other = (listen(f"/api/v1/tables/{table.id}/events?seat={seat}") for seat in (0, 1))
    for stream in (own, other):
        stream.next("moment")
    assert own.next("beat") == {}  # it is in the event loop by now
    services_of(serving.app).live.refuse(table.id, 0)
    assert own.next("gone") == {}
    take(table)
    assert other.next("moment")["state"]["number"] == table.number


def test_a_new_setting_is_a_moment_without_entries(listen: Any, table: Table[Any]) -> None:
    stream = listen(f"/api/v1/tables/{table.id}/events")
    stream.next("moment")
    table.set(standing="shown")
    news = stream.next("moment")
    assert (news["state"]["settings"]["standing"], news["entries"]) == ("shown", [])


def test_entries_that_come_while_a_moment_is_made_come_with_the_next(table: Table[Any]) -> None:
    """Otherwise they would be lost, or sent twice."""
    before, now = table.number, table.now
    take(table)
    take(table)
    late = table.now
    table.now = now
    first = moment(table, None, before - 1)
    table.now = late
    second = moment(table, None, first.state.number)
    told = [entry.number for entry in (*first.entries, *second.entries)]
    assert told == list(range(before, table.number + 1))
