"""Browser test of an owner who opens a box that nobody registered and plays it by taps and typing alone.

benchmarks/first_evening.py plays two whole games in this way and counts the touches of each.
"""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from companion.box.shelf import Shelf
from companion.games.contract import Naming, Telling
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.rigs.owner_taps import Taps, begin_first_game
from tests.rigs.told_box import Owner, played_again, printed_box, registered
from tests.web.conftest import SIZES, Device, Serving, bare_room

pytestmark = pytest.mark.browser

GAME = "new-frontiers"


@pytest.fixture
def house(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    shelf = Shelf(tmp_path / "boxes")
    room = bare_room(tables)
    serving = Serving(create_app(room, shelf))
    yield SimpleNamespace(tables=tables, shelf=shelf, room=room, serving=serving)
    serving.stop()
    tables.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1024, 600), (820, 1180), (1440, 900)])
def test_a_strangers_first_round_is_played_on_every_screen(browser, house, size):
    """From the front page, by the defaults, on whatever stands on the table."""
    screen = Device(browser, house.serving.address, size)
    assert begin_first_game(screen) <= 9
    table = house.tables.open(house.room.home.active)
    taps = Taps(screen, table, Owner(printed_box(1), Random(5)), Random(5))
    while table.game.phase(table.state).round == 1:
        taps.play(1)
    assert not screen.errors


def test_the_first_action_comes_within_twelve_touches_and_before_any_form(browser, house):
    """Four new to the game, at a tablet and two phones that scan its code, by what each page offers first."""
    tablet = Device(browser, house.serving.address, SIZES["tablet"])
    touches = begin_first_game(tablet)
    table = house.tables.open(house.room.home.active)
    phones = []
    for name in ("Anna", "Ben"):
        phone = Device(browser, house.serving.address, SIZES["phone"])
        phone.open(f"/t/{table.id}/seats")
        phone.page.locator(f"main a:has-text('{name}')").first.click()
        phone.page.wait_for_selector("#live")
        touches += 1
        phones.append(phone)
    assert [question.kind for question in table.questions] == ["select-action"]
    pages = [tablet.page, *(phone.page for phone in phones)]
    assert not any(page.locator("form[data-answer-form]").count() for page in pages)
    assert all(page.locator("#lesson .lesson").is_visible() for page in pages)
    first = table.questions[0].player
    own = phones[first].page if first < 2 else tablet.page
    own.locator("#question .answer-likely, #question [data-decision]").first.click()
    tablet.until(table.number + 1 if table.number == 1 else table.number)
    assert touches + 1 <= 12
    for device in (tablet, *phones):
        assert not device.errors
        device.close()


def test_without_camera_and_lights_a_new_game_speaks_of_neither(browser, house):
    screen = Device(browser, house.serving.address, SIZES["tablet"])
    page = screen.open("/new#setup-table")
    words = page.locator("#setup-table").inner_text().lower()
    assert "camera" not in words
    assert "light" not in words
    assert page.locator("#setup-table input[type=checkbox]").count() == 0
    screen.close()


def played_by_taps(browser, house, decisions):
    """The table at which so many decisions were made by taps, and its owner."""
    tablet = Device(browser, house.serving.address, SIZES["tablet"])
    printed = printed_box(1)
    touches = begin_first_game(tablet)
    assert touches <= 9
    table = house.tables.open(house.room.home.active)
    assert table.setup.told
    owner = Owner(printed, Random(5))
    taps = Taps(tablet, table, owner, Random(5))
    taps.play(decisions)
    assert taps.pieces
    for piece, counts in taps.pieces.items():
        assert counts["name"] <= 2, piece
        assert counts["fact"] <= 6, piece
        assert counts["power"] <= 2 * max(1, len(owner.powers_of(piece))) + 1, piece
    assert not tablet.errors
    tablet.close()
    return table, printed, owner, taps


@pytest.mark.slow
def test_a_box_that_nobody_registered_is_played_by_taps_and_typing_alone(browser, house):
    played_by_taps(browser, house, 4)


@pytest.mark.slow
@pytest.mark.parametrize("decisions", [6, 12, 30])
def test_a_game_begun_by_taps_and_typing_ends_as_with_the_registered_box(browser, house, decisions):
    """The rest of the game is told in the same way, but not by hand."""
    table, printed, owner, taps = played_by_taps(browser, house, decisions)
    game, rng = table.game, Random(5)
    while not game.phase(table.state).over:
        question = table.questions[0]
        if isinstance(question.form, Naming | Telling):
            decision = owner.answer(table.game, table.state, question)
        else:
            decision = taps.choice(table.state, question)
        table.submit(decision, table.number, f"key-{rng.random():.12f}", "the tablet")
    told = table.state.catalogue.shown
    decisions = [game.decision(e.data) for e in table.effective() if e.kind in ("decision", "draw")]
    again, end = played_again(registered(told, printed), table.setup, decisions, told)
    assert [p.total for p in game.score(table.state).players] == [p.total for p in again.score(end).players]
    second = house.tables.create(
        GAME,
        table.setup.__class__(
            table.setup.players, table.setup.options, table.setup.chance, house.shelf.text(GAME)
        ),
    )
    assert second.questions[0].kind == "select-action"  # nothing is asked twice
