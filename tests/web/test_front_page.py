"""Tests of the front page: the introduction, the links, and of each table its players, round and turn."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.complete_languages import COMPLETE


def card_of(client, table) -> str:
    """The text of a table's card, without its tags."""
    html = client.get("/").text.split(f'id="table-{table.id}"')[1].split("</li>")[0]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def test_an_empty_house_says_how_a_game_begins(client):
    page = client.get("/").text
    assert "Play on the real table" in page
    assert "This is how one begins" in page
    assert 'href="/new"' in page
    assert "companion demo" in page  # no demo runs here: the page shows how to start one
    drawn = re.findall(r'<svg class="door-drawn"[^>]*>', page)
    assert drawn
    assert all('aria-hidden="true"' in one for one in drawn), "nobody is read the numbers of a drawing"


def test_a_running_table_names_its_people_its_round_and_whom_it_waits_for(client, table, post):
    card = card_of(client, table)
    assert "Round 1" in card
    assert all(player.name in card for player in table.setup.players)
    assert "Waiting for Blue, Green and Red." in card
    for player, amount in ((0, 2), (1, 1)):
        bid = {"do": "bid", "player": player, "amount": amount}
        assert post(f"/t/{table.id}/decisions", table.number, decision=bid).status_code == 200
    assert "Red: bid 0, 1 or 2" in card_of(client, table)
    assert f'id="table-{table.id}" data-colour="red"' in client.get("/").text


def test_a_table_that_was_broken_off_says_so_until_somebody_plays_on(client, table, post):
    assert "Broken off" not in card_of(client, table)
    client.get(f"/t/{table.id}/put-away")
    assert "Broken off until another day. Waiting for Blue, Green and Red." in card_of(client, table)
    bid = {"do": "bid", "player": 0, "amount": 2}
    assert post(f"/t/{table.id}/decisions", table.number, decision=bid).status_code == 200
    assert "Broken off" not in card_of(client, table)


@pytest.mark.parametrize("language", COMPLETE)
def test_the_front_page_is_said_in_other_languages(client, table, language):
    page = client.get("/", headers={"Accept-Language": language}).text
    assert "Running tables" not in page
    assert "See the demo" not in page
