"""Browser tests of the form by picture: the drawn tile is filled in as one taps, by who has it in hand."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.contract import Telling
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.rigs.told_box import Owner, asked_for_homes, printed_box, setup
from tests.web.conftest import SIZES, Device, Serving, bare_room

pytestmark = pytest.mark.browser


@pytest.fixture
def asked(tmp_path):
    """A table that asks what a home says."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    table = asked_for_homes(tables.create("new-frontiers", setup(4, 1)))
    serving = Serving(create_app(bare_room(tables)))
    yield serving, table
    serving.stop()
    tables.close()


def test_a_choice_is_drawn_on_the_tile_folds_and_can_be_changed(browser, asked):
    serving, table = asked
    form = table.questions[0].form
    assert isinstance(form, Telling)
    for size, path in (("tablet", ""), ("phone", f"seat/{form.holder}")):
        device = Device(browser, serving.address, SIZES[size])
        page = device.open(f"/t/{table.id}/{path}")
        kind = f"{form.pieces[0][0]}/kind"
        part, field = page.locator(f"[data-part='{kind}']"), page.locator(f"[data-field='{kind}']")
        # What runs the form comes with it.
        page.wait_for_selector(f"[data-part='{kind}'].asked", state="attached")
        assert part.get_attribute("data-told") is None
        label = field.locator("label:has(input[value='Rare windfall'])")
        wanted = label.locator(".saying > g").inner_html()
        label.click()
        assert part.locator(".drawn-said > g").inner_html() == wanted
        assert part.locator(".drawn-said > g").is_visible()
        assert field.locator("[data-told-words]").inner_text() == "Rare windfall"
        assert not label.is_visible()
        assert (
            page.locator(".telling-last [data-close]").first.get_attribute("aria-label") == "Done: worth 0 VP"
        )
        field.locator("[data-reopen]").click()
        field.locator("label:has(input[value='gray'])").click()
        assert part.locator(".drawn-said > g").inner_html() != wanted
        page.locator("label:has(input[value='Rebel'])").click()
        page.locator("label:has(input[value='Alien'])").click()
        keywords = page.locator(f"[data-part='{form.pieces[0][0]}/keywords'] .drawn-said text")
        assert keywords.all_text_contents() == ["REBEL", "ALIEN"]
        assert keywords.first.is_visible()
        assert not device.errors
        device.close()


@pytest.mark.slow
def test_a_form_whose_script_did_not_come_runs_at_the_next_touch(browser, asked):
    serving, table = asked
    form = table.questions[0].form
    device = Device(browser, serving.address, SIZES["phone"])
    missed = []
    device.page.route("**/telling-forms.js", lambda route: (missed.append(route.request.url), route.abort()))
    page = device.open(f"/t/{table.id}/seat/{form.holder}")
    kind = f"{form.pieces[0][0]}/kind"
    label = page.locator(f"[data-field='{kind}'] label:has(input[value='Rare windfall'])")
    page.wait_for_timeout(200)
    assert len(missed) == 1
    label.click()
    page.locator(f"[data-part='{kind}'] .drawn-said > g").wait_for()
    device.close()


def test_who_does_not_hold_the_tile_has_no_form_but_a_line(browser, asked):
    serving, table = asked
    holder = table.questions[0].form.holder
    device = Device(browser, serving.address, SIZES["phone"])
    page = device.open(f"/t/{table.id}/seat/{(holder + 1) % 4}")
    form = page.locator("form[data-answer-form=telling]")
    form.wait_for(state="attached")
    assert not form.is_visible()
    page.locator("#help-tell > summary").click()
    assert form.is_visible()
    device.close()


def test_what_is_typed_is_written_on_the_drawn_piece(browser, asked):
    serving, _table = asked
    for size in ("tablet", "phone"):
        device = Device(browser, serving.address, SIZES[size])
        page = device.open("/box/a-new-frontier/tile/policy-2")
        page.locator("[data-field='policy-2/red'] [data-line]").fill("<b>Each</b> player gains 2 credits")
        written = page.locator("[data-part='policy-2/red'] .drawn-said .words")
        written.wait_for()
        assert written.text_content() == "<b>Each</b> player gains 2 credits"
        page.locator("[data-field='policy-2/red'] [data-line]").fill("")
        assert not written.count()
        page = device.open("/box/a-new-frontier/tile/faction-2")
        page.locator("[data-field='faction-2/techs'] > details > summary").click()
        page.locator("[data-field='faction-2/techs'] label:has([value='politics-2B'])").click()
        page.locator("[data-field='faction-2/techs'] .telling-all").click()
        assert page.locator("[data-part='faction-2/techs'] .drawn-said .words").all_text_contents() == ["2B"]
        page = device.open("/box/a-new-frontier/tile/strategy-2")
        page.locator("[data-field='strategy-2/might'] [data-line]").fill("-2")
        assert page.locator("[data-part='strategy-2/might'] .drawn-said .words").text_content() == "−2"
        # Only a board's steps, which are numbers alone, stand beside each other: a name was cut.
        page = device.open("/box/a-new-frontier/tile/tactic-01")
        name = page.locator("[data-field='tactic-01/name'] [data-line]")
        assert name.input_value() == "Decapitation Strike"
        assert name.evaluate("(it) => it.scrollWidth <= it.clientWidth")
        assert not device.errors
        device.close()


@pytest.mark.slow
def test_what_a_photo_says_is_chosen_in_the_form_and_a_refusal_is_said(browser, asked):
    serving, table = asked
    owner = Owner(printed_box(1), Random(1))
    while not getattr(table.questions[0].form, "photo", False):
        question = table.questions[0]
        options = table.game.options(table.state, question.player)
        wish = [o.decision for o in options if isinstance(o.decision, AskWhatItSays) or "Develop" in o.words]
        decision = (
            owner.answer(table.game, table.state, question)
            if question.form is not None
            else next(iter(wish), options[0].decision)
        )
        table.submit(decision, table.number, f"key-{table.number:08}", "test")
    form = table.questions[0].form
    ((piece, _called),) = form.pieces
    answers = [
        (422, {"sentence": "Nothing could be read."}),
        (200, {"values": [f"{piece}/price=cost 2"], "words": "Compare it."}),
    ]
    device = Device(browser, serving.address, SIZES["phone"])
    device.page.route(
        "**/told/photo",
        lambda route: route.fulfill(status=answers[0][0], json=answers.pop(0)[1]),
    )
    page = device.open(f"/t/{table.id}/seat/{form.holder or 0}")
    photo = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"}
    page.set_input_files(".telling-head input[type=file]", [photo])
    page.locator("#toasts :text('Nothing could be read.')").wait_for()
    page.set_input_files(".telling-head input[type=file]", [photo])
    page.locator("#toasts :text('Compare it.')").wait_for()
    price = page.locator(f"[data-closing='{piece}/price'] [data-close][value='cost 2']")
    assert price.get_attribute("data-proposed") is not None
    device.close()
