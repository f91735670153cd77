"""Tests of one photo of all tiles that lie in the middle: read, looked through, and told at once."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.games.contract import Naming, Telling
from companion.games.contract.box_proposals import Choice, FieldProposal
from companion.games.contract.told import ALL, ToldFact
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.tiles.box_file import as_fields
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.play import photo_of_many
from companion.web.play.photo_of_many import ReadPiece
from companion.web.request.services import services_of
from tests.rigs.printed_tiles import photo, style, tile_picture
from tests.rigs.told_box import Owner, facts_of, printed_box, setup
from tests.web.conftest import SIZES, Device, Serving, bare_room

SEEN_JS = """(it) => {
  const { left, top, width, height } = it.getBoundingClientRect();
  return it.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), Shelf(tmp_path / "boxes"))
    yield app.test_client()
    services_of(app).live.close()
    tables.close()


def explored(client: FlaskClient):
    """A table whose first player explores with a box of which nothing is told."""
    table = services_of(client.application).room.tables.create("new-frontiers", setup(2, 1))
    options = table.game.options(table.state, table.questions[0].player)
    explore = next(o.decision for o in options if o.decision == SelectAction(o.decision.player, "explore"))
    table.submit(explore, table.number, "the first explores", "test")
    owner = Owner(printed_box(1), Random(1))
    while not isinstance(form_of(table), Naming):
        decision = owner.answer(table.game, table.state, table.questions[0])
        table.submit(decision, table.number, f"key-{table.number:08}", "test")
    assert form_of(table).photo
    return table


def form_of(table):
    return next(question.form for question in table.questions if question.form is not None)


def of_page(page: str) -> dict[str, str]:
    """What the form sends as it stands: names, sorts, and what is chosen beforehand."""
    sent = {}
    for tag in re.findall(r"<input[^>]*>", page):
        name, value = (re.search(rf' {of}="([^"]*)"', tag) for of in ("name", "value"))
        if name and value and ('type="radio"' not in tag or " checked" in tag) and "checkbox" not in tag:
            sent[name[1]] = html.unescape(value[1])
    return sent


def agreed(page: str) -> dict[str, str]:
    """The same with what one tap a tile agrees to."""
    boxes = re.findall(r'type="checkbox" name="([^"]*)" value="([^"]*)"', page)
    return {name: html.unescape(value) for name, value in boxes}


def seven_worlds() -> tuple[list[Any], bytes]:
    """Worlds that nobody has met, and a photo of them."""
    worlds = Random(2).sample(list(printed_box(1).worlds.values()), 7)
    faces = [("", tile_picture(style("test 1"), "world", as_fields(world).fields)) for world in worlds]
    return worlds, cv2.imencode(".jpg", photo(faces, Random(3), stickers=False)[0])[1].tobytes()


@pytest.mark.slow
def test_seven_worlds_in_the_middle_are_told_by_one_photo(client: FlaskClient) -> None:
    table, (worlds, jpeg) = explored(client), seven_worlds()
    assert f"/t/{table.id}/told/many" in client.get(f"/t/{table.id}/").text
    page = client.post(f"/t/{table.id}/told/many/photo", data=jpeg, content_type="image/jpeg").get_json()[
        "html"
    ]
    sent = of_page(page)
    assert {sent[f"name-{n}"] for n in range(7)} == {world.name for world in worlds}
    # What is chosen beforehand is right, and so is what a tap agrees to.
    by_name = {world.name: world for world in worlds}
    read = 0
    for key, value in {**sent, **agreed(page)}.items():
        family, _dash, rest = key.partition("-")
        if family not in ("fact", "right"):
            continue
        world = by_name[sent[f"name-{rest.partition('/')[0]}"]]
        for line in value.splitlines():
            told = ToldFact.read(line)
            assert told.said == ALL or told.said in facts_of(world, told.key), (world.name, line)
            read += 1
    assert read >= 4 * 7
    answer = client.post(f"/t/{table.id}/told/many", data=sent | agreed(page))
    assert answer.status_code == 303
    called = {table.state.catalogue.shown[id].name for id in table.state.center}
    assert called == set(by_name)
    # They are the box's from then on, also those that nobody takes.
    box = tiles_in(services_of(client.application).shelf.text("new-frontiers"))
    assert {tile.name for tile in box.values()} >= set(by_name)
    priced = [tile for tile in box.values() if "price" not in tile.untold]
    assert len(priced) >= 4


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.browser
def test_the_page_of_the_photo_is_looked_through_at_each_size(browser: Any, client: FlaskClient) -> None:
    table, (worlds, jpeg) = explored(client), seven_worlds()
    serving = Serving(client.application)
    one, wide = Device(browser, serving.address, SIZES["tablet"], locale="de"), []
    page = one.open(f"/t/{table.id}/")
    page.locator("a[href*='/told/many']").click()
    page.wait_for_selector("[data-many]", state="attached")
    shot = {"name": "middle.jpg", "mimeType": "image/jpeg", "buffer": jpeg}
    page.locator("[data-many]").first.set_input_files(files=shot)
    page.wait_for_selector("[data-found] li", timeout=120_000)
    page.evaluate(
        "() => document.querySelectorAll('[data-found] details').forEach((it) => { it.open = true; })"
    )
    for size in ((390, 844), (844, 390), (1024, 600), (1024, 768), (1180, 820), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
            wide.append(size)
    for box in page.locator("[data-found] input[type=checkbox]").all():
        box.check()
    # Two of one name: it is said beside the button, and what was looked through stays.
    names = page.locator("[data-found] [name^=name-]")
    second = names.nth(1).input_value()
    names.nth(1).fill(names.first.input_value())
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.locator("[data-found] [role=status]").evaluate("(it) => { it.textContent = ''; }")
        page.locator("[data-found] button.primary").click()
        said = page.locator("[data-found] [role=status]:not(:empty)")
        said.wait_for()
        assert said.evaluate(SEEN_JS), size
    names.nth(1).fill(second)
    page.locator("[data-found] button.primary").click()
    page.wait_for_selector("#live")
    assert {table.state.catalogue.shown[id].name for id in table.state.center} == {it.name for it in worlds}
    assert (wide, one.errors) == ([], [])
    one.close()
    serving.stop()


def test_what_is_no_photo_of_tiles_is_said(client: FlaskClient) -> None:
    table = explored(client)
    blank = cv2.imencode(".jpg", np.full((800, 1000, 3), 120, np.uint8))[1].tobytes()
    refused = client.post(f"/t/{table.id}/told/many/photo", data=blank, content_type="image/jpeg")
    assert (refused.status_code, "plain ground" in html.unescape(refused.text)) == (422, True)


def test_what_people_say_of_each_is_told_and_what_was_told_stays(client: FlaskClient) -> None:
    table = explored(client)
    address = f"/t/{table.id}/told/many"
    said = {"sort-0": "world", "name-0": " Far  Moons ", "fact-0/price": "W00/price=cost 3"}
    said["fact-0/colonists"] = ""  # what was read of them is not sure after all
    said |= {"right-0": "W00/price=cost 5\nW00/vp=2", "sort-1": "world", "name-1": ""}
    said["fact-1/price"] = "W00/price=cost 1"
    assert client.post(address, data=said).status_code == 303
    (moons,) = [w for w in table.state.catalogue.shown.worlds.values() if w.name == "Far Moons"]
    assert (moons.cost, moons.vp, "colonists" in moons.untold) == (3, 2, True)
    assert isinstance(form_of(table), Naming)
    again = {"sort-0": "world", "name-0": "Far Moons", "fact-0/price": "W00/price=cost 7"}
    assert client.post(address, data=again | {"fact-0/kind": "W00/kind=gray"}).status_code == 303
    moons = table.state.catalogue.shown.worlds[moons.id]
    assert (moons.cost, moons.kind, "kind" in moons.untold) == (3, None, False)


@pytest.mark.parametrize(("name", "why"), [("x" * 80, "letters"), ("New MOON", "another piece")])
def test_one_name_that_cannot_be_tells_nothing_of_the_others(
    client: FlaskClient, name: str, why: str
) -> None:
    table = explored(client)
    before = table.number
    said = {"sort-0": "world", "name-0": "New Moon", "fact-0/price": "W00/price=cost 3", "sort-1": "world"}
    refused = client.post(f"/t/{table.id}/told/many", data=said | {"name-1": name})
    assert (refused.status_code, why in refused.text, table.number) == (422, True, before)


def develops(client: FlaskClient):
    """A table whose first player bought a development of which nothing is told."""
    table = services_of(client.application).room.tables.create("new-frontiers", setup(2, 1))
    owner = Owner(printed_box(1), Random(1))
    for _entry in range(30):
        form = next((one.form for one in table.questions if isinstance(one.form, Telling)), None)
        if form is not None and form.photo and form.pieces[0][0].startswith("D"):
            return table, form, owner
        question = table.questions[0]
        if question.form is not None:
            decision = owner.answer(table.game, table.state, question)
        else:
            options = [option.decision for option in table.game.options(table.state, question.player)]
            wanted = (SelectAction(question.player, "develop"), *options)
            decision = next(one for one in wanted if one in options)
        table.submit(decision, table.number, f"key-{table.number:08}", "test")
    raise AssertionError("nobody bought a development")


def test_a_development_is_told_by_a_photo_of_several(client: FlaskClient) -> None:
    table, form, owner = develops(client)
    assert f"/t/{table.id}/told/many" in client.get(f"/t/{table.id}/").text
    id, _called = form.pieces[0]
    other = next(tile for tile in owner.printed.values() if tile.id[0] == "D" and tile.id != id)
    told, said = (owner.printed[id], other), {}
    for n, tile in enumerate(told):
        said |= {f"sort-{n}": "development", f"name-{n}": tile.name}
        price, vp = facts_of(tile, "price")[0], facts_of(tile, "vp")[0]
        said |= {f"fact-{n}/price": f"D00/price={price}", f"fact-{n}/vp": f"D00/vp={vp}"}
    assert client.post(f"/t/{table.id}/told/many", data=said).status_code == 303
    asked = {
        field.key for one in table.questions if isinstance(one.form, Telling) for field in one.form.fields
    }
    assert not asked & {"price", "vp"}
    shown = table.state.catalogue.shown
    assert [shown[tile.id].cost for tile in told] == [tile.cost for tile in told]


def test_whom_the_photo_does_not_show_is_asked_by_name(client: FlaskClient, monkeypatch) -> None:
    table = explored(client)
    empty = photo_of_many.ReadPiece("world", "data:,", "Far Moons", (), False, (), (), ())
    monkeypatch.setattr(photo_of_many, "_read", lambda _picture, _table: [empty] * 5)
    blank = cv2.imencode(".jpg", np.full((800, 1000, 3), 120, np.uint8))[1].tobytes()
    page = client.post(f"/t/{table.id}/told/many/photo", data=blank, content_type="image/jpeg").get_json()
    assert page["html"].count("write its name") == 2
    said = {f"sort-{n}": "world" for n in range(7)} | {f"name-{n}": f"World {n}" for n in range(7)}
    assert client.post(f"/t/{table.id}/told/many", data=said).status_code == 303
    called = {table.state.catalogue.shown[id].name for id in table.state.center}
    assert called == {f"World {n}" for n in range(7)}


@pytest.mark.browser
def test_one_touch_agrees_to_all_that_is_proposed_and_a_name_that_was_typed_stays(
    browser: Any, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = explored(client)
    price = FieldProposal(("price",), "cost", (Choice((ToldFact("W00", "price", "cost 3"),), "3"),), 0.9)
    read = [ReadPiece("world", "", name, (), False, (), (price,), ()) for name in ("Moon A", "Moon B")]
    read += [ReadPiece("world", "", "", (name,), False, (), (), ()) for name in ("Moon C", "Mo on D")]
    monkeypatch.setattr(photo_of_many, "_read", lambda _picture, _table: read)
    serving = Serving(client.application)
    one = Device(browser, serving.address, SIZES["tablet"])
    page = one.open(f"/t/{table.id}/")
    let_go = one.hold("**/photo-of-many.js")  # The photo is chosen while what reads it is on its way
    page.locator("a[href*='/told/many']").click()
    page.wait_for_selector("[data-many]", state="attached")
    blank = cv2.imencode(".jpg", np.full((800, 1000, 3), 120, np.uint8))[1].tobytes()
    shot = {"name": "middle.jpg", "mimeType": "image/jpeg", "buffer": blank}
    page.locator("[data-many]").first.set_input_files(files=shot)
    let_go()
    page.wait_for_selector("[data-found] li")
    names, boxes = page.locator("[data-found] [name^=name-]"), page.locator("[data-names]")
    boxes.nth(0).check()
    assert names.nth(2).input_value() == "Moon C"
    boxes.nth(0).uncheck()
    assert names.nth(2).input_value() == ""
    names.nth(3).fill("Moon D")
    assert not boxes.nth(1).is_visible()
    for n in (4, 5, 6):  # not found in the photo
        names.nth(n).fill(f"Moon {n}")
    names.nth(6).fill("Gem Wrld")
    page.locator("[data-offers] button", has_text="Gem World?").click()
    assert names.nth(6).input_value() == "Gem World"
    assert page.locator("[data-offers] button").count() == 0
    page.locator("[data-all-right]").click()
    page.wait_for_selector("#live")
    lying = [table.state.catalogue.shown[id] for id in table.state.center]
    assert {it.name for it in lying} == {
        *(f"Moon {letter}" for letter in "ABCD"),
        "Moon 4",
        "Moon 5",
        "Gem World",
    }
    assert {it.name for it in lying if "price" not in it.untold} == {"Moon A", "Moon B"}
    assert one.errors == []
    one.close()
    serving.stop()
