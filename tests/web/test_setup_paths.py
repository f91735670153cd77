"""Every choice of a new game's form arrives at the table, by every path that leads there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion import games
from companion.games.contract import Illegal, Player, Setup
from companion.table.journal import Journal
from companion.table.settings import CHOICES
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room


class Form(HTMLParser):
    """The form with the id `setup` as a browser has it. fields: what it would send unchanged; choices: what
    each field offers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self._within = False
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._within = given.get("id") == "setup"
        if not self._within:
            return
        name, value = given.get("name", self._select), given.get("value", "")
        if tag == "select":
            self._select = given["name"]
        elif tag == "option":
            self.choices.setdefault(name, []).append(value)
            if "selected" in given:
                self.fields[name] = value
        elif tag == "input" and given.get("type") in ("radio", "checkbox"):
            self.choices.setdefault(name, []).append(value)
            if "checked" in given:
                self.fields[name] = value
        elif tag == "input":
            self.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables))
    yield app.test_client()
    tables.close()


def begun(client: FlaskClient, answer: Any) -> Table[Any]:
    assert answer.status_code == 303, answer.text
    tables = services_of(client.application).room.tables
    return tables.open(answer.location.split("/")[2])


def told_by_hand(page: str) -> dict[str, str]:
    """The page of draws filled in: something else at each place."""
    form = Form(page)
    sent, used = dict(form.fields), set[tuple[str, str]]()
    for field, values in form.choices.items():
        if field.startswith("drawn-"):
            what = field.rpartition("-")[0]
            sent[field] = next(value for value in values if value and (what, value) not in used)
            used.add((what, sent[field]))
    return sent


@pytest.mark.parametrize("path", ["the companion draws", "by hand", "the rest is drawn"])
@pytest.mark.parametrize("nth", [0, 1])
@pytest.mark.parametrize("name", games.names())
def test_every_choice_survives(client: FlaskClient, name: str, nth: int, path: str) -> None:
    """nth: which of each field's choices is taken, counted from its last; so that each is seen once."""
    form = Form(client.get(f"/new?game={name}").text)
    chosen = {
        field: values[-1 - min(nth, len(values) - 1)]
        for field, values in form.choices.items()
        if field.startswith("option-") or field in CHOICES
    }
    assert {"draws", "standing"} <= chosen.keys()
    assert "teaching" in chosen
    chosen |= {
        "title": "Sunday",
        "seed": "7",
        "chance": "virtual" if path == "the companion draws" else "hand",
    }
    seats = {f"name-{n}": f"Player {n}" for n in range(games.load(name).seats[0])}
    answer = client.post("/new", data=form.fields | chosen | seats)
    while answer.status_code == 200:
        assert path != "the companion draws"
        draws = Form(answer.text).fields | {"rest": "virtual"}
        answer = client.post("/new/draw", data=told_by_hand(answer.text) if path == "by hand" else draws)
    table = begun(client, answer)
    for field, value in chosen.items():
        if field.startswith("option-"):
            assert table.setup.option(field.removeprefix("option-")) == value
        elif field in CHOICES:
            assert getattr(table.settings, field) == value
    assert (table.title, table.seed) == ("Sunday", 7)
    assert table.settings.pages.get("chance", "virtual") == chosen["chance"]
    assert [player.name for player in table.setup.players] == list(seats.values())


@pytest.mark.parametrize("name", games.names())
def test_the_default_path_with_lessons_leads_to_lessons(client: FlaskClient, name: str) -> None:
    """As a newcomer goes: names, "Teach us", and nothing else changed."""
    form = Form(client.get(f"/new?game={name}").text)
    seats = {f"name-{n}": f"Player {n}" for n in range(games.load(name).seats[0])}
    answer = client.post("/new", data=form.fields | seats | {"teaching": "lessons"})
    while answer.status_code == 200:
        answer = client.post("/new/draw", data=told_by_hand(answer.text))
    table = begun(client, answer)
    assert table.settings.teaching == "lessons"
    assert "Lessons are on" in client.get(answer.location).text
    assert "Lessons on" in client.get(f"/t/{table.id}/").text


def test_what_to_mind_at_a_draw_stands_in_a_sentence_beside_it(client: FlaskClient) -> None:
    """Joined to what is drawn, it stood in each refusal that names the draw, too."""
    people = {f"name-{n}": name for n, name in enumerate(("Mia", "Ben", "Eva"))}
    colours = {f"colour-{n}": colour for n, colour in enumerate(("blue", "green", "red"))}
    page = client.post("/new", data={"game": "a-new-frontier", "chance": "hand", **people, **colours}).text
    assert re.search(
        r"<legend>Deal a faction to each player</legend>\s*<p>Where a faction’s name .*\.</p>", page
    )
    assert page.count("Where a faction’s name") == 1, "the storm's draw needs none"
    players = (Player("Mia", "blue"), Player("Ben", "green"), Player("Eva", "red"))
    with pytest.raises(Illegal) as refused:
        games.load("a-new-frontier").new(Setup(players))
    assert refused.value.sentence == "Deal a faction to each player."
