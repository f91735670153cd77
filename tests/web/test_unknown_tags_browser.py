"""Browser test of a box that nobody registered under a rendered camera: its stickers stand for unknown tiles.

benchmarks/first_evening.py --camera plays two whole games in this way and counts the touches of each.
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from companion.box.editing import tiles_in
from companion.box.shelf import Shelf
from companion.games.contract import MIDDLE
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.tiles.tile_info import tile_info
from companion.games.new_frontiers.tracking.layout import EXPLORED, SETTLED
from companion.room.room import Room
from companion.table.journal import Journal
from companion.table.referee_view import RefereeView
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.rigs.owner_taps import CameraTaps, TaggedOwner
from tests.rigs.told_box import printed_box, setup
from tests.web.conftest import SIZES, Device, Serving, bare_room
from tests.web.test_rendered_table_browser import until

pytestmark = pytest.mark.browser

GAME = "new-frontiers"


COVERED_JS = """() => {
  const card = document.querySelector("form:has(input[name=tag])").closest(".notice").getBoundingClientRect();
  return [...document.querySelectorAll("#question button[data-decision]")].filter((it) => {
    const at = it.getBoundingClientRect();
    return at.top < card.bottom && at.bottom > card.top && at.left < card.right && at.right > card.left;
  }).map((it) => it.innerText);
}"""
"""The answers that the card of unknown tags lies over."""


TABLETS = ((1024, 600), (1024, 768), (1180, 820), (820, 1180), (1440, 900))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_card_of_unknown_tags_lies_over_no_answer(browser, tmp_path, language):
    """One tag's name and its button stood below each other, and half an answer under them; each further tag
    had a form of its own, over all answers at nine."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    table = tables.create(GAME, setup(4, 1), settings=Settings(draws="hand"))
    room = bare_room(tables)
    room.home.active = table.id
    serving = Serving(create_app(room, Shelf(tmp_path / "boxes")))
    tablet = Device(browser, serving.address, TABLETS[0], locale=language)
    try:
        for count in (1, 2, 3, 9):
            tags = tuple(f"NF:W{n}A" for n in range(61, 61 + count))
            room.home.referee = SimpleNamespace(spoken=lambda tags=tags: RefereeView(unknown=tags))
            page = tablet.open(f"/t/{table.id}/")
            for width, height in TABLETS:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_selector("form:has(input[name=tag][value=W61A])")
                assert page.locator("#question button[data-decision]").count() > 5
                assert page.evaluate(COVERED_JS) == [], (count, width, height)
    finally:
        tablet.close()
        serving.begin_stop()
        tables.close()


@pytest.mark.slow
@pytest.mark.long
def test_a_camera_meets_tiles_that_nobody_registered(browser, tmp_path):
    room = Room(Tables(Journal(tmp_path / "journal.db")), rendered=True)
    table = room.tables.create(GAME, setup(4, 1), settings=Settings(draws="camera", moment=0.2))
    room.home.activate(table.id)
    shelf = Shelf(tmp_path / "boxes")
    serving = Serving(create_app(room, shelf))
    scene = room.home.demo.scene
    tablet = Device(browser, serving.address, SIZES["tablet"])
    page = tablet.open(f"/t/{table.id}/")
    taps = CameraTaps(tablet, table, TaggedOwner(printed_box(1), Random(5)), Random(5), scene)
    taps.WAIT_SECONDS = 60.0  # all that follows can be seen, on a crowded machine too
    try:
        # Explore is selected by touch, and each home told as its owner is first asked; all else, seven worlds
        # and five picks, the camera takes.
        while sum(len(empire.explored) for empire in table.state.empires) < 5:
            taps.play(1)
        by_touch = [entry.words for entry in table.entries()[1:] if entry.by != "camera"]
        assert by_touch.pop(0) == "Ben selects Explore"
        assert [words.partition(" colony")[0] for words in by_touch] == ["Told: Home"] * 4
        assert taps.touches["name"] == 0
        assert taps.touches["decision"] == 1

        # A sticker beyond the box's: this page takes its name, and the camera knows the tile from then on.
        known = scene._tile
        scene._tile = lambda tile: known(tile if tile != "W61" else "W60")
        scene.put_in(MIDDLE, "W61", EXPLORED)
        form = page.locator("form:has(input[name=tag][value^=W61])")
        form.wait_for(timeout=30_000)
        form.locator("input[name=name]").fill("Starry Rift")
        form.locator("button").click()
        until(page, lambda: "W61" in table.state.bag, "the new tile is at the table")
        page.wait_for_selector("#live")
        until(page, lambda: not room.home.referee.view.unknown, "the camera knows its tag")
        assert tiles_in(shelf.text(GAME))["W61"].fields["name"] == "Starry Rift"
        assert tile_info(table.state.catalogue.shown, "W61").name == "Starry Rift"
        scene.remove("W61")

        # Turning a world over of which nobody told what it costs opens the telling, on the tablet at once.
        player = table.questions[0].player
        number = table.number
        tablet.press(page.locator("button[data-decision*='settle']").first, number)
        player = table.questions[0].player
        options = table.game.options(table.state, player)
        wish = next(o.decision for o in options if isinstance(o.decision, AskWhatItSays))
        number = table.number
        scene.turn(wish.tile, SETTLED)
        until(page, lambda: table.number > number, "the camera has seen it turned over")
        assert table.entries()[-1].by == "camera"
        page.wait_for_selector(
            f"form[data-answer-form=telling] [data-closing^='{wish.tile}/']", timeout=30_000
        )
        assert not tablet.errors
    finally:
        tablet.close()
        serving.stop()
        room.close()
