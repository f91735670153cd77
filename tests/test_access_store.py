"""Tests of stored access data: shared by servers on one journal, and known while it cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.access.house import House
from companion.access.store import CACHE_SECONDS, AccessStore
from companion.access.waiting_tablets import WaitingTablets
from companion.table.journal import Journal
from companion.table.journal_errors import JournalError


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal(tmp_path / "tables.db")
    yield journal
    journal.close()


def test_another_server_s_change_is_seen_within_a_second(journal: Journal) -> None:
    now = 0.0
    here, there = AccessStore(journal, lambda: now), AccessStore(journal, lambda: now)
    assert here.get("x") is None
    there.change("x", lambda _before: [1])
    assert here.get("x") is None
    now += 1.0
    assert here.get("x") == [1]
    there.change("x", lambda _before: None)
    now += CACHE_SECONDS
    assert here.get("x") is None
    assert there.named("") == {}


def test_a_tablet_that_has_its_station_leaves_the_others_waiting(journal: Journal) -> None:
    tablets = WaitingTablets(AccessStore(journal))
    one, other = (tablets.register(secret, "10.0.0.1") for secret in ("one", "other"))
    assert one
    assert other
    assert tablets.waiting() == tuple(sorted((one.number, other.number)))
    tablets.forget("one")
    assert tablets.waiting() == (other.number,)


def test_values_are_found_by_the_beginning_of_their_names(journal: Journal) -> None:
    store = AccessStore(journal)
    for name in ("help/a", "help/b", "help%c", "other"):
        store.change(name, lambda _before, name=name: name)
    assert store.named("help/") == {"a": "help/a", "b": "help/b"}


def test_what_was_known_holds_while_the_database_cannot_be_read(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    store = AccessStore(journal, lambda: now)
    store.change("x", lambda _before: 1)

    def broken(exclusive: bool = False) -> None:
        raise JournalError("unreachable", "The database is away.")

    monkeypatch.setattr(journal, "transaction", broken)
    monkeypatch.setattr(journal, "reading", broken)
    now += 60
    assert store.get("x") == 1
    with pytest.raises(JournalError):
        store.get("y")
    with pytest.raises(JournalError):
        store.change("x", lambda _before: 2)


def test_two_servers_sign_alike(journal: Journal) -> None:
    one, two = House(journal), House(journal)
    token = two.tokens.read(one.token("seat", "kobura", 1))
    assert token is not None
    assert two.is_valid(token)
    assert (token.kind, token.table, token.seat) == ("seat", "kobura", 1)
