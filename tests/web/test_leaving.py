"""A player leaves in the middle of each game: who plays the seat on, and how that is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.coach import practice
from companion.coach.practice import answer
from companion.games.contract import Naming, Player, Setup, Telling
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.games.every_game import random_decision
from tests.web.conftest import bare_room

ANN, BEN = 0, 1
COACHED = "new-frontiers"
"""The game whose coach needs no hand."""


class Evening:
    """A room with two at a table of a game, which draws by itself unless people do."""

    def __init__(self, folder: Path) -> None:
        self.tables = Tables(Journal(folder / "journal.db"))
        self.app = create_app(bare_room(self.tables))
        self.client: FlaskClient = self.app.test_client()
        # No thread: the test itself lets the coach answer.
        services_of(self.app).practice.follow = lambda table: None  # type: ignore[method-assign]

    def table(self, name: str, told: bool = False) -> Table[Any]:
        game = games.load(name)
        setup = Setup((Player("Ann", "blue"), Player("Ben", "green"), Player("Cleo", "red")))
        setup = setup_with_draws(game, setup.stating(game.setup_options()), 7)
        return self.tables.create(name, setup.with_told_pieces() if told else setup, seed=7)

    def leave(self, table: Table[Any], seat: int, to: str) -> Any:
        return self.client.post(f"/t/{table.id}/seat/{seat}/leaving", data={"to": to})

    def text(self, address: str) -> str:
        answered = self.client.get(address)
        assert answered.status_code == 200
        return unescape(answered.text)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    here = Evening(tmp_path)
    yield here
    services_of(here.app).live.close()
    here.tables.close()


def coach_answers(table: Table[Any]) -> int:
    """How many answers it gives until it waits for somebody else."""
    given = 0
    while answer(table, table.now):
        given += 1
    return given


@pytest.mark.parametrize("name", games.names())
def test_a_seat_goes_to_another_phone_or_is_played_at_the_table(evening: Evening, name: str) -> None:
    table = evening.table(name)
    assert "A player leaves" in evening.text(f"/t/{table.id}/")
    assert "I have to leave" in evening.text(f"/t/{table.id}/seat/{BEN}")
    page = evening.text(f"/t/{table.id}/leaving")
    assert "The rulebook says nothing about players who leave" in page
    assert all(text in page for text in ("Ann", "Ben", "Another phone takes the seat"))
    assert f'href="/t/{table.id}/seat/{BEN}"' in page
    own = evening.text(f"/t/{table.id}/seat/{BEN}/leaving")
    assert "Ben" in own
    assert f"/seat/{ANN}/leaving" not in own
    before = table.number
    led = evening.leave(table, BEN, "phone")
    assert led.headers["Location"].endswith(f"/t/{table.id}/join?seat={BEN}")
    assert "<svg" in evening.text(led.headers["Location"])
    assert table.number == before


@pytest.mark.parametrize("name", [name for name in games.names() if name != COACHED])
def test_where_no_coach_can_play_on_it_says_why(evening: Evening, name: str) -> None:
    """Race's coach knows no hand that lies on a table (each player's cards are secret, p. 3); A New Frontier
    has none."""
    table = evening.table(name)
    page = evening.text(f"/t/{table.id}/leaving")
    why = {
        "race-for-the-galaxy": "The coach cannot play on in Race for the Galaxy: it does not know the cards "
        "in hand.",
        "a-new-frontier": "A New Frontier has no coach here.",
    }[name]
    assert why in page
    assert 'value="coach"' not in page
    refused = evening.leave(table, BEN, "coach")
    assert refused.status_code == 409
    assert why in unescape(refused.text)
    assert table.settings.computers == {}
    hands = "The cards in hand go to whoever plays the seat on"
    assert (hands in page) == (name == "race-for-the-galaxy")


def test_the_coach_plays_on_until_the_player_is_back_and_its_steps_are_undone(evening: Evening) -> None:
    table = evening.table(COACHED)
    for seat in range(3):
        assert evening.leave(table, seat, "coach").status_code == 303
    assert table.settings.computers == {"0": "coach", "1": "coach", "2": "coach"}
    assert "The coach plays on for Ben." in evening.text(f"/t/{table.id}/leaving")
    assert "The coach plays on for Ann, Ben and Cleo" in evening.text(f"/t/{table.id}/")
    assert "Ben plays again" in evening.text(f"/t/{table.id}/seat/{BEN}")
    assert answer(table, table.now)
    step = table.history()[-1]
    assert (step.entry.by, step.entry.player) == ("computer player", table.entries()[-1].player)
    for seat in range(3):
        assert evening.leave(table, seat, "player").status_code == 303
    assert table.settings == Settings(computers={})
    assert coach_answers(table) == 0
    assert "plays again" not in evening.text(f"/t/{table.id}/seat/{BEN}")
    before = step.entry.number - 1
    undone = evening.client.post(
        f"/t/{table.id}/undo", json={"seen": table.number, "key": "back-0001", "confirm": step.entry.number}
    )
    assert undone.status_code == 200
    assert table.state == table.state_at(before)


def test_the_coach_answers_nothing_that_is_printed_on_a_piece(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody told of a piece is a fact of the copy on the table: people tell it, whoever is away."""
    table = evening.table(COACHED, told=True)
    for seat in range(3):
        evening.leave(table, seat, "coach")
    monkeypatch.setattr(practice, "MAX_THINKING_SECONDS", 0.01)
    chance, given = Random(3), 0
    for step in range(12):
        given += coach_answers(table)
        owed = [q for q in table.questions if not q.optional]
        assert all(isinstance(q.form, Telling | Naming) or q.chance is not None for q in owed)
        decision = random_decision(table.game, table.state, owed[0], chance)
        assert decision is not None
        table.submit(decision, table.number, f"people-{step:03}", "tablet")
    assert given > 0


def test_where_the_companion_deals_the_cards_the_seats_stay(evening: Evening) -> None:
    """A practice table of a game with hands: without its coach the cards would belong to nobody."""
    table = evening.table("race-for-the-galaxy")
    table.set(computers={"1": "coach"})
    assert "A player leaves" not in evening.text(f"/t/{table.id}/")
    assert "I have to leave" not in evening.text(f"/t/{table.id}/seat/{ANN}")
    refused = evening.leave(table, BEN, "player")
    assert refused.status_code == 409
    assert "deals the cards of this table" in refused.text
    assert table.settings.computers == {"1": "coach"}


def test_one_says_to_whom_a_seat_goes(evening: Evening) -> None:
    table = evening.table(COACHED)
    assert evening.leave(table, BEN, "nobody").status_code == 400
    assert evening.leave(table, 7, "coach").status_code == 404
