"""Two spellings of one piece are made one at a running table: an entry that undo takes back, in the owner's
box afterwards."""

from __future__ import annotations

import html

import pytest

from companion.box.editing import tile_text, tiles_in
from companion.box.shelf import Shelf
from companion.games.contract import Correction, box_of, game_at
from companion.games.contract.told import Told, ToldFact
from companion.table.journal import Journal
from companion.table.record import record, replay
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.games.a_new_frontier.printed_copy import PrintedCopy as FrontierCopy
from tests.games.new_frontiers.printed_copy import PrintedCopy as NewFrontiersCopy
from tests.games.race_for_the_galaxy.printed_copy import PrintedCopy as RaceCopy
from tests.rigs.told_wrongly import form, played, told_facts
from tests.web.conftest import bare_room

SEEDS = {NewFrontiersCopy: 3, RaceCopy: 2}
"""Of games in which a world gets its name and its price early, and then another."""


class House:
    def __init__(self, folder):
        self.tables = Tables(Journal(folder / "journal.db"))
        self.shelf = Shelf(folder / "boxes")
        room = bare_room(self.tables)
        room.update_tiles = lambda table: None
        self.app = create_app(room, self.shelf)
        self.client = self.app.test_client()

    def end(self):
        services_of(self.app).live.close()
        self.tables.close()

    def boxed(self, game):
        return tiles_in(self.shelf.text(game))


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path)
    yield house
    house.end()


def held(table):
    """The pieces that lie before each player."""
    return [
        [held.card for held in empire.tableau]
        if hasattr(empire, "tableau")
        else [colony.world for colony in empire.colonies]
        for empire in table.state.empires
    ]


def settled(table):
    """Those of them, no homes, whose name and price the table was told."""
    told = {*table.game.box.told_tiles(table.state_at(1), table.state)}
    return [
        id
        for id in (id for of in held(table) for id in of)
        if id in told and not getattr(table.state.catalogue.shown[id], "is_home", False)
        if {f"{id}/name", f"{id}/price"} <= {field.name for field in form(table, id).fields if field.chosen}
    ]


def spelt_otherwise(table, piece):
    """The id of a second spelling that somebody met by its name."""
    box = box_of(game_at(table.game, table.state))
    card = table.state.catalogue.shown[piece]
    sort = "development" if getattr(card, "development", False) else "world"
    tile = box.newly_named(sort, f"{card.name}s", table.state)
    table.correct(
        Correction(f"tile/{tile.id}", tile_text(tile)), table.number, "key-of-the-name", "Ben’s phone"
    )
    return tile.id


@pytest.mark.parametrize("copy", SEEDS, ids=lambda copy: copy.game)
@pytest.mark.parametrize("kept", first_by_default(["known", "new"]))
def test_two_spellings_are_made_one_at_a_table_and_in_the_box(house, copy, kept):
    seed = SEEDS[copy]
    table = played(house.tables, copy(seed), seed, settled, players="fewest")
    known = settled(table)[0]
    facts = {field.key: field.chosen for field in form(table, known).fields}
    new = spelt_otherwise(table, known)
    id, into = (new, known) if kept == "known" else (known, new)
    before, box, lying = table.state, house.boxed(copy.game), held(table)
    assert {known, new} <= box.keys()
    page = html.unescape(house.client.get(f"/box/{copy.game}/tile/{id}?table={table.id}&seat=1").text)
    assert f'name="into" value="{into}"' in page
    answer = house.client.post(
        f"/box/{copy.game}/merge?seat=1",
        data={"id": id, "into": into, "table": table.id},
    )
    assert answer.headers["Location"] == f"/box/{copy.game}/tile/{into}?table={table.id}&seat=1"
    assert "they are one piece" in table.words_of(table.number)
    assert table.entries()[-1].by == f"{table.setup.players[1].name}'s phone"
    assert held(table) == [[into if one == id else one for one in of] for of in lying]
    told = {field.key: field.chosen for field in form(table, into).fields}
    assert told["price"] == facts["price"]
    after = house.boxed(copy.game)
    assert id not in after
    assert into in after
    assert table.game.check(table.state) == table.game.check(before)
    assert not replay(record(table))["illegal"]
    table.undo(table.number, "key-of-the-undo", "Ben’s phone")
    assert table.state == before
    assert house.boxed(copy.game) == box


def named_on_table(table, developments):
    """Told pieces of one sort with a name, of which one player has only one each; of worlds there is one."""
    told = {*table.game.box.told_tiles(table.state_at(1), table.state)}
    if developments:
        lying = max((dict.fromkeys(e.developments) for e in table.state.empires), key=len)
    else:
        lying = [id for of in held(table) for id in of]
    shown = table.state.catalogue.shown
    return [
        id
        for id in lying
        if id in told and "name" not in shown[id].untold and not getattr(shown[id], "is_home", False)
        if developments or not getattr(shown[id], "development", False)
    ]


@pytest.mark.parametrize(
    ("copy", "developments"),
    first_by_default([(RaceCopy, False), (NewFrontiersCopy, False), (NewFrontiersCopy, True)]),
)
def test_two_pieces_that_both_lie_on_the_table_are_not_made_one(house, copy, developments):
    def both(table):
        return len(named_on_table(table, developments)) > 1

    table = played(house.tables, copy(SEEDS[copy]), SEEDS[copy], both, players="fewest")
    one, other, *_ = named_on_table(table, developments)
    name = table.state.catalogue.shown[one].name
    kept = form(table, other).chosen.without(["name"]).facts
    value = Told((*kept, ToldFact(other, "name", f"{name}s")), later=True).texts
    body = {"id": other, "table": table.id, "value": value, "follow": "now"}
    assert house.client.post(f"/box/{copy.game}/tile", json=body).status_code == 200
    before, number, box = table.state, table.number, house.boxed(copy.game)
    for id, into in ((one, other), (other, one)):
        page = html.unescape(house.client.get(f"/box/{copy.game}/tile/{id}?table={table.id}").text)
        assert 'name="into"' not in page
        answer = house.client.post(
            f"/box/{copy.game}/merge", data={"id": id, "into": into, "table": table.id}
        )
        assert answer.status_code == 422
        assert "Both are on the table: they are two pieces." in html.unescape(answer.text)
    assert (table.state, table.number, house.boxed(copy.game)) == (before, number, box)


def test_where_no_piece_is_met_by_a_name_two_alike_are_two_pieces(house):
    """The boards of A New Frontier have a number each: planets of nearly the same name are two planets."""
    game = FrontierCopy.game
    planets = (("planet-1", "Aruga"), ("planet-2", "Arugas"))
    text = "".join(f'[[planet]]\nid = "{id}"\nname = "{name}"\n' for id, name in planets)
    house.shelf.change(game, lambda _text: text)
    assert 'name="into"' not in house.client.get(f"/box/{game}/tile/planet-1").text
    answer = house.client.post(f"/box/{game}/merge", data={"id": "planet-1", "into": "planet-2"})
    assert (answer.status_code, house.shelf.text(game)) == (404, text)


@pytest.mark.parametrize("copy", [NewFrontiersCopy, RaceCopy, FrontierCopy], ids=lambda copy: copy.game)
def test_the_form_at_a_table_says_who_told_it_and_when(house, copy):
    def enough(table):
        return any(field.chosen for field in told_facts(table))

    table = played(house.tables, copy(2), 2, enough, players="fewest")
    day = [*table.effective()][-1].at.date()
    field = next(field for field in told_facts(table) if field.chosen)
    page = html.unescape(house.client.get(f"/box/{copy.game}/tile/{field.piece}?table={table.id}").text)
    assert f"told by Mia’s phone, {day:%Y-%m-%d}" in page
