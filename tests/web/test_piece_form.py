"""The form of a piece for a table in play: what was told wrongly and used is said before it is kept."""

from __future__ import annotations

import html
import re

import pytest

import tests.games.a_new_frontier.printed_copy
import tests.games.new_frontiers.printed_copy
import tests.games.race_for_the_galaxy.printed_copy
from companion import games
from companion.box.editing import tile_text, tiles_in
from companion.box.shelf import Shelf
from companion.box.told_facts import ToldFacts
from companion.games.contract import Correction, box_of, game_at
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.box.test_what_follows import settled
from tests.default_run import first_by_default
from tests.rigs.told_wrongly import form as form_of
from tests.rigs.told_wrongly import played, told_facts
from tests.web.conftest import bare_room

GAME = "new-frontiers"


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "boxes")


@pytest.fixture
def tables(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    yield tables
    tables.close()


@pytest.fixture
def client(tables, shelf):
    room = bare_room(tables)
    room.update_tiles = lambda table: None
    app = create_app(room, shelf)
    yield app.test_client()
    services_of(app).live.close()


def corrected(table, world, said):
    """What is sent where these facts are told otherwise, and all else stays."""
    told = box_of(game_at(table.game, table.state)).book().telling(world).chosen.texts
    facts = tuple(one.partition("=")[0] for one in said)
    kept = [item for item in told if not item.startswith(tuple(f"{world}/{fact}=" for fact in facts))]
    return {"id": world, "table": table.id, "value": [*kept, *(f"{world}/{one}" for one in said)]}


def credits(table):
    return {fact.path: fact.value for fact in table.game.facts(table.state) if "credits/" in fact.path}


@pytest.mark.parametrize(("follow", "back"), first_by_default([("now", 0), ("as-if", 1)]))
def test_a_price_told_wrongly_is_put_right_once_what_follows_is_said(client, tables, shelf, follow, back):
    ToldFacts(tables, shelf)
    table, world = settled(tables, 13, 25)
    tile, before, number = table.state.catalogue.shown[world], credits(table), table.number
    page = html.unescape(client.get(f"/box/{GAME}/tile/{world}?table={table.id}").text)
    assert f'value="cost {tile.cost}" data-tell checked' in " ".join(page.split())
    body = corrected(table, world, (f"price=cost {tile.cost - 1}",))
    first = client.post(f"/box/{GAME}/tile", json=body).json["follows"]
    (step,) = first["steps"]
    assert f"settles {tile.name} for $" in step
    (fact,) = first["facts"]
    assert ": credits: " in fact
    assert first["why"] == ""
    assert table.number == number, "nothing is kept before somebody chose"
    answer = client.post(
        f"/box/{GAME}/tile", json=body | {"follow": follow}, headers={"X-Device": "Ben's phone"}
    )
    assert answer.json["next"] == f"/t/{table.id}/"
    assert table.state.catalogue.shown[world].cost == tile.cost - 1
    assert sum(credits(table).values()) == sum(before.values()) + back
    kept = tiles_in(shelf.text(GAME))[world]
    assert kept.fields["cost"] == tile.cost - 1
    assert kept.fields["told"][-1].endswith(f"Ben's phone (table {table.id}): price")
    table.undo(table.number, "key-of-the-undo", "Ben's phone")
    if follow == "now":
        undone = tiles_in(shelf.text(GAME))[world]
        assert undone.fields["cost"] == tile.cost
        assert "Ben" not in " ".join(undone.fields["told"])


@pytest.mark.parametrize("more", first_by_default([0, 1]))
def test_what_was_put_right_by_a_fact_that_was_wrong_again_is_put_right_anew(client, tables, more):
    """It was said of nothing: what had been put right counted as done by people, who had not."""
    table, world = settled(tables, 13, 25)
    cost, before = table.state.catalogue.shown[world].cost, credits(table)

    def told(cost, **follow):
        body = corrected(table, world, (f"price=cost {cost}",)) | follow
        return client.post(f"/box/{GAME}/tile", json=body).json

    told(cost - 1, follow="as-if")
    assert sum(credits(table).values()) == sum(before.values()) + 1
    (fact,) = told(cost + more)["follows"]["facts"]
    assert ": credits: " in fact
    told(cost + more, follow="as-if")
    assert sum(credits(table).values()) == sum(before.values()) - more
    assert "follows" not in told(cost + more)


def test_what_could_not_have_been_is_kept_only_from_now_on(client, tables):
    table, world = settled(tables, 3, 6)
    first = client.post(f"/box/{GAME}/tile", json=corrected(table, world, ("price=cost 8",))).json["follows"]
    assert "would not have been possible" in first["why"]
    assert first["facts"] == []


def test_a_new_fact_and_a_new_name_are_kept_at_once(client, tables, shelf):
    table, world = settled(tables, 3, 0)
    answer = client.post(f"/box/{GAME}/tile", json=corrected(table, world, ("name=Deep Reef",)))
    assert answer.json["words"].startswith("Saved: ")
    assert table.state.catalogue.shown[world].name == "Deep Reef"
    assert tiles_in(shelf.text(GAME))[world].name == "Deep Reef"


def test_a_form_in_which_nothing_is_told_writes_nothing_into_the_box(client, shelf):
    for game in ("new-frontiers", "a-new-frontier"):  # without a name there is no card of Race for the Galaxy
        book = box_of(games.load(game)).book()
        for id in [tile.id for tile in book.tiles()][::20]:
            as_it_opens = [*book.telling(id).chosen.and_later().texts]
            answer = client.post(f"/box/{game}/tile", json={"id": id, "value": as_it_opens})
            assert answer.json["sentence"] == "Nothing is told of it yet.", id
        assert shelf.text(game) == ""


# --- at a table of each game

COPIES = {
    "new-frontiers": tests.games.new_frontiers.printed_copy.PrintedCopy,
    "race-for-the-galaxy": tests.games.race_for_the_galaxy.printed_copy.PrintedCopy,
    "a-new-frontier": tests.games.a_new_frontier.printed_copy.PrintedCopy,
}


PAGES = {"": "", "seat/1": "&seat=1", "correct": "", "correct?seat=1": "&seat=1"}
"""Of a table, with what the links of each say of its seat."""


def links(page):
    return {html.unescape(link) for link in re.findall(r'href="\s*([^"]*/tile/[^"]*)"', page)}


@pytest.mark.parametrize(
    ("game", "fact", "needs"),
    first_by_default(
        [
            ("a-new-frontier", "credits", 6),
            ("race-for-the-galaxy", "price", 30),
            ("new-frontiers", "price", 90),
        ]
    ),
)
def test_what_a_piece_says_can_be_corrected_and_untold_from_every_page(
    client, tables, shelf, game, fact, needs
):
    ToldFacts(tables, shelf)

    def enough(table):
        return table.number >= needs and any(f.key == fact and f.chosen for f in told_facts(table))

    table = played(tables, COPIES[game](2), 2, enough, players="fewest")
    told = [f.piece for f in told_facts(table) if f.key == fact and f.chosen]
    forms = {piece: f"/box/{game}/tile/{piece}?table={table.id}" for piece in told}
    pages = {page: links(client.get(f"/t/{table.id}/{page}").text) for page in PAGES}
    # A piece in somebody's hand or bag is on no page but that of all facts.
    piece = next(
        piece
        for piece, form in forms.items()
        if all(f"{form}{seat}" in pages[page] for page, seat in PAGES.items())
    )
    form = forms[piece]
    assert {*forms.values()} <= pages["correct"]
    opened = " ".join(client.get(f"{form}&seat=1").text.split())
    assert f'href=" /t/{table.id}/seat/1"' in opened or f'href="/t/{table.id}/seat/1"' in opened
    assert "data-untell" in opened
    assert client.get(f"{form}&seat=9").status_code == 404

    kept = form_of(table, piece).chosen.without((fact,)).texts
    answer = client.post(
        f"/box/{game}/tile?seat=1", json={"id": piece, "table": table.id, "value": kept}
    ).json
    assert answer["next"] == f"/t/{table.id}/seat/1"
    assert answer["words"].endswith("The rest is told later.")
    assert fact in tiles_in(shelf.text(game))[piece].fields["untold"]
    assert not next(f for f in form_of(table, piece).fields if f.name == f"{piece}/{fact}").chosen
    table.undo(table.number, "key-of-the-undo", "Ben's phone")
    assert fact not in tiles_in(shelf.text(game))[piece].fields.get("untold", ())
    assert next(f for f in form_of(table, piece).fields if f.name == f"{piece}/{fact}").chosen


@pytest.mark.parametrize("game", first_by_default(COPIES))
def test_a_piece_as_far_as_it_is_told_can_be_saved_as_it_is(tables, game):
    """Also one of which nobody told the name: homes are told before anybody reads what they are called."""
    table = played(tables, COPIES[game](4), 4, lambda table: table.number > 40, players="fewest")
    book = box_of(game_at(table.game, table.state)).book()
    told = table.game.box.told_tiles(table.state_at(1), table.state)
    assert told
    for id, tile in told.items():
        same = book.told(id, book.telling(id).chosen)
        assert same.facts == ()
        after = table.game.correct(table.state, Correction(f"tile/{id}", tile_text(same.tile)))
        assert table.game.box.told_tiles(table.state_at(1), after)[id] == tile
