"""What pages that every game has say of this one: cards without tags, no dice, and facts that are public."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.box.shelf import Shelf
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.games.race_for_the_galaxy.build import GAME, setup
from tests.web.conftest import bare_room


@pytest.fixture
def at(tmp_path: Path) -> Iterator[tuple[FlaskClient, str]]:
    """A browser in a house without a camera, and a table's address."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    table = tables.create(GAME.name, setup(), seed=1)
    app = create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes"))
    yield app.test_client(), f"/t/{table.id}"
    tables.close()


def words_of(client: FlaskClient, path: str) -> str:
    text = client.get(path).text.partition("<main")[2]
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text)))


@pytest.mark.parametrize("page", ["lay-out", "put-away"])
def test_cards_are_called_by_their_names_where_nothing_reads_a_tag(at, page):
    client, table = at
    said = words_of(client, f"{table}/{page}")
    assert "Old Earth" in said
    assert re.findall(r"\b[SWD]\d+\b", said) == []


def test_nobody_is_asked_who_rolls_dice_where_there_are_none(at):
    client, table = at
    said = words_of(client, f"{table}/settings")
    assert "Who draws" in said
    assert "dice" not in said


def test_the_box_says_that_what_cards_print_is_public(at):
    said = words_of(at[0], f"/box?game={GAME.name}")
    assert "What the pieces of Race for the Galaxy print is public" in said
    assert "made up" not in said
    assert "All printed counts hold." in said
