"""Tests of registering what the rulebook does not state: /box, the warning at Begin, entries during play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.box.editing import tile_text, tiles_in
from companion.box.shelf import Shelf
from companion.games.a_new_frontier.book.book_files import shipped, with_box
from companion.games.contract import LATER, Correction, Illegal, Player, Setup
from companion.games.contract.box import BoxTile
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.web.conftest import bare_room

from .build import BLUE, GAME, setup, start

KRAKEN = {"id": "ship-kraken", "cost": 7, "attack": 4, "defense": 3}
BOOK = GAME.box.book()


@pytest.fixture
def web(tmp_path: Path, installed: None) -> Iterator[SimpleNamespace]:
    tables, shelf = Tables(Journal(tmp_path / "journal.db")), Shelf(tmp_path / "boxes")
    room = bare_room(tables)
    room.update_tiles = lambda table: None
    room.home.open_cameras = lambda game: None
    app = create_app(room, shelf)
    app.testing = True
    yield SimpleNamespace(client=app.test_client(), tables=tables, shelf=shelf)
    services_of(app).live.close()
    tables.close()


TOLD = ("cost=7", "attack=4", "defense=3")
"""What a form says of the Kraken."""


def keep(web: Any, id: str, said: tuple[str, ...], **more: Any) -> Any:
    value = [one if one == LATER else f"{id}/{one}" for one in said]
    return web.client.post(f"/box/{GAME.name}/tile", json={"id": id, "value": value} | more)


def own(*entries: tuple[str, dict[str, Any]]) -> Any:
    return with_box("".join(tile_text(BoxTile(type, fields)) for type, fields in entries))


def test_pages_for_pieces_with_tags_say_that_none_has_one(web):
    box, jpeg = f"/box/{GAME.name}", {"data": b"x", "content_type": "image/jpeg"}
    asked = (
        *((f"{box}/{page}", None) for page in ("tile?id=7", "seen", "photos", "photos/W07A.jpg", "fronts")),
        *((f"{box}/{page}", None) for page in ("looks/W07A.jpg", "compare", "stickers.pdf")),
        *((f"{box}/{page}", jpeg) for page in ("photo", "photos", "fronts/one")),
        *((f"{box}/{page}", {}) for page in ("photos/W07A/forget", "looks/forget", "looks/W07A/forget")),
        (f"{box}/photos/own-looks", {"data": {"on": "1"}}),
        (f"{box}/compare", {"json": {"tiles": [{"id": "ship-kraken", "value": []}]}}),
    )
    for address, sent in asked:
        answer = web.client.get(address) if sent is None else web.client.post(address, **sent)
        assert (address, answer.status_code) == (address, 404)
        assert "No piece of A New Frontier has a tag" in answer.text, address


def test_the_box_page_counts_what_is_registered_and_offers_no_stickers(web):
    page = web.client.get(f"/box?game={GAME.name}").text
    assert "0 of 160" in page
    assert "Register What a corporation starts with" in page
    assert "Tactics cards" in page
    assert "Technologies, 50" in page
    assert "stickers.pdf" not in page
    assert "Photograph" not in page
    assert keep(web, "ship-kraken", TOLD).status_code == 200
    assert "1 of 160" in web.client.get(f"/box?game={GAME.name}").text


@pytest.mark.parametrize("every", first_by_default([5, 1]))
def test_every_entry_has_a_form_with_its_fields(web, every):
    for entry in list(shipped().pieces.values())[::every]:
        page = web.client.get(f"/box/{GAME.name}/tile/{entry.id}")
        assert page.status_code == 200, entry.id
        fields = {*re.findall(r'data-(?:field|closing)="([^"]*)"', page.text)}
        assert fields == {f"{entry.id}/{row.key}" for row in entry.rows if not row.within}, entry.id


def test_made_up_values_are_never_filled_in_but_those_of_the_text_are(web):
    form = {field.name: field.chosen for field in BOOK.telling("ship-leviathan").fields}
    assert form["ship-leviathan/cost"] == ("6",), "two Leviathans cost 12 (p. 12)"
    assert form["ship-leviathan/attack"] == ()
    page = web.client.get(f"/box/{GAME.name}/tile/ship-leviathan").text
    assert re.findall(r'<input type="number"[^>]* value="(\d*)"', page) == ["6", "", ""]
    assert "checked" not in page.partition("data-piece-form")[2].partition("</form>")[0]
    assert "Enter it" in web.client.get(f"/box/{GAME.name}/verify?tile=ship-kraken").text


def test_a_registered_ship_is_what_new_tables_play_with(web):
    keep(web, "ship-kraken", TOLD)
    kept = tiles_in(web.shelf.text(GAME.name))["ship-kraken"].fields
    assert {name: value for name, value in kept.items() if name != "told"} == KRAKEN
    form = {"game": GAME.name, "chance": "virtual"}
    for n, colour in enumerate(("blue", "green", "red")):
        form |= {f"name-{n}": colour.capitalize(), f"colour-{n}": colour}
    assert web.client.post("/new", data=form).status_code == 303
    table = web.tables.open(web.tables.list()[0].id)
    assert table.state.book.ships["kraken"].cost == 7
    assert not table.state.book.is_stand_in("ship-kraken", "cost")


def test_the_start_says_how_much_is_known_with_the_way_to_the_box(web):
    page = web.client.get(f"/new?game={GAME.name}").text
    warning = page.partition('id="made-up"')[2].partition("</div>")[0]
    assert "0 of 160 pieces are known; the rest is asked when you meet it." in warning
    assert f"/box?game={GAME.name}" in warning
    assert page.index('id="made-up"') < page.index(">Begin<")
    keep(web, "ship-kraken", TOLD)
    assert "1 of 160 pieces are known" in web.client.get(f"/new?game={GAME.name}").text


def test_what_is_still_to_check_stays_marked(web):
    web.shelf.change(GAME.name, lambda _text: tile_text(BoxTile("ship", KRAKEN | {"assumed": ["defense"]})))
    assert with_box(web.shelf.text(GAME.name)).is_stand_in("ship-kraken", "defense")
    page = web.client.get(f"/box/{GAME.name}/verify?tile=ship-kraken").text
    assert "Matches" in page
    web.client.post(f"/box/{GAME.name}/confirm", data={"id": "ship-kraken"})
    assert "ship-kraken" not in with_box(web.shelf.text(GAME.name)).open


@pytest.mark.parametrize(
    ("id", "said", "says"),
    [
        ("ship-kraken", ("cost=99", *TOLD[1:]), "0 to 30"),
        ("ship-kraken", TOLD[:1], "attack value: a number from 0 to 20"),
        ("ship-kraken", (*TOLD, "speed=1"), "only from those that are offered"),
        ("ship-canoe", TOLD, "canoe"),
        ("board-influence", ("influence_1=7", "influence_2=5", LATER), "must want more"),
        ("board-table", ("casualties_1=9", "casualties_2=4", "steal_1=3", LATER), "more than"),
        ("planet-1", ("name=Planet 2", LATER), "same name"),
        ("strategy-3", ("name=X", "text=x", "tactics=tactic-99", LATER), "choose one of those"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_a_sentence_and_not_kept(web, id, said, says):
    answer = keep(web, id, said)
    assert answer.status_code == 422
    assert says in answer.json["sentence"]
    assert web.shelf.names(GAME.name) == ()


def test_what_does_not_go_with_the_rest_of_the_box_is_refused_and_not_kept(web):
    """Nor is it where something else of the box could not be read before, on another line now."""
    web.shelf.change(GAME.name, lambda _text: '[[ship]]\nid = "ship-kraken"\ncost = "much"\n')
    assert keep(web, "planet-2", ("name=Aruga", LATER)).status_code == 200
    before = web.shelf.text(GAME.name)
    answer = keep(web, "planet-1", ("name=Aruga", LATER))
    assert answer.status_code == 422
    assert "Two entries have the same name" in answer.json["sentence"]
    assert web.shelf.text(GAME.name) == before


def test_a_table_in_play_learns_an_entry_and_goes_on(web):
    people = tuple(Player(colour.capitalize(), colour) for colour in ("blue", "green", "red"))
    table = web.tables.create(GAME.name, setup_with_draws(GAME, Setup(people), 3), seed=3)
    while any(q.chance is not None for q in table.questions):
        table.bag_draw(table.number, f"chance-{table.number:06}")
    for cost in (7, 9):
        assert keep(web, "ship-kraken", (f"cost={cost}", *TOLD[1:]), table=table.id).status_code == 200
        assert table.state.book.ships["kraken"].cost == cost
    assert table.game.words(
        table.state, Correction("tile/ship-kraken", tile_text(BoxTile("ship", KRAKEN)))
    ) == ("Kraken is registered")
    assert table.state.phase == "planning"


@pytest.mark.parametrize(
    "text", ["", "nonsense", tile_text(BoxTile("planet", {"id": "planet-1", "name": "A"}))]
)
def test_a_table_learns_only_what_it_was_told_of(text):
    with pytest.raises(Illegal):
        GAME.correct(start(), Correction("tile/ship-kraken", text))


# --- what registered entries change in the rules


def test_a_faction_starts_with_its_technologies_and_archaeotech_p11_p12():
    faction = {"id": "faction-1", "tech_1": "politics-2A", "tech_2": "none", "archaeotechs": 1,
               "ability": "a", "advanced": "b"}  # fmt: skip
    book = own(("faction", faction))
    state = type(GAME)(book).new(setup())
    assert state.corps[BLUE].techs == ("politics-2A",)
    assert state.corps[BLUE].archaeotech == 1
    assert "faction-1" not in book.open


def test_cards_and_policies_entered_are_played():
    book = own(
        ("tactic", {"id": "tactic-11", "name": "Feint", "text": "x"}),
        ("strategy", {"id": "strategy-3", "name": "Siege", "text": "y", "tactics": ["tactic-11"],
                      "beats": ["tactic-06"]}),
        ("policy", {"id": "policy-1", "red": "r", "blue": "b", "planet": "yes", "ties": "blue",
                    "tie_for": "least prestige", "voters": "none", "own_vote": "none"}),
    )  # fmt: skip
    assert book.tactics_for("Siege", False) == ("Feint",)
    assert ("Siege", "Planetary Assault") in book.tie_wins
    assert book.is_for_one_planet("conflict")
    assert book.tie_winner("conflict", "blue") == "least prestige"


def test_boards_entered_are_played():
    book = own(
        ("board", {"id": "board-start", "credits": 20, "prosperity": 2, "fleet_stingray": 2}),
        ("board", {"id": "board-table", "casualties_1": 4, "steal_1": 6, "steal_2": 8}),
        ("board", {"id": "board-colonies", "level_2": 3, "level_7": 1}),
        ("board", {"id": "board-scoring", "title_1": "prestige", "title_2": "credits",
                   "tie_1": "ships", "tie_2": "mines"}),
        ("board", {"id": "board-branch", "name": "Security"}),
    )  # fmt: skip
    assert (book.start_credits, book.prosperity, book.start_fleet) == (20, 2, ("stingray", "stingray"))
    assert [book.from_row(book.steal, might) for might in (5, 6, 8)] == [0, 1, 2]
    assert book.colony_levels == (2, 2, 2, 7)
    assert [what for _title, what in book.titles] == ["prestige", "credits"]
    assert book.tie_breakers == ("ships", "mines")
    assert book.text("board-branch", "name") == "Security"


def test_technologies_entered_are_played():
    book = own(
        ("technology", {"id": "technology-tactics-1A", "text": "x", "needs": 0, "at_once": "yes",
                        "facility": "satellite", "facilities": 2, "remind": "planets"}),
        ("technology", {"id": "technology-tactics-3", "text": "y", "needs": 4, "at_once": "no",
                        "facility": "none", "remind": "none"}),
    )  # fmt: skip
    assert book.techs["tactics-1A"].instant
    assert book.techs["tactics-1A"].facilities == ("satellite", "satellite")
    assert book.techs["tactics-3"].needs == 4


def test_once_everything_is_registered_nothing_is_a_stand_in():
    rng, texts = Random(1), []
    for entry in shipped().pieces.values():
        fields: dict[str, Any] = {"id": entry.id}
        for row in entry.rows:
            if row.key in entry.known:
                continue
            now, offered = row.said(entry.now), [saying.value for saying in row.sayings(entry)]
            if now or offered:
                fields |= row.boxed(now or (offered[-1],))
            elif row.numbers:
                fields[row.key] = 1
            else:
                fields[row.key] = f"{entry.id} {row.key} {rng.randrange(9)}"
        if entry.id in ("board-table", "board-influence", "board-start", "board-colonies"):
            fields = {"id": entry.id} | {k: v for k, v in entry.now.items() if v or k == "prosperity"}
        texts.append(tile_text(BoxTile(entry.type, fields)))
    report = GAME.box.check_box("".join(texts))
    assert report.lines() == ()
    assert report.ok
