"""We played on, refused: what was told is kept, whatever kept the companion from taking the answer."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.catching_up.told_json import seen_from_json
from companion.table.journal import Journal
from companion.table.journal_errors import JournalError
from companion.table.snapshot import Stale
from companion.table.table import Table
from companion.web.play import what_lies
from tests.web.test_played_on import (
    answered,
    caught_up,
    client,
    lies,
    page_words,
    played,
    say_yes,
    table,
    think,
)

__all__ = ("client", "table")
pytestmark = pytest.mark.usefixtures("brief_searches")
KEPT = "Somebody has told something of this table meanwhile. What you told is kept: go on from there."
FULL = "The disk is full: make room, then try again."


def number_path(table: Table[Any]) -> str:
    return what_lies.numbers_of(table, 0)[0].path


def go_on(client: FlaskClient, table: Table[Any], page: str) -> str:
    """What follows where somebody goes on with what was told."""
    form = page.partition("Go on with what was told")[0].rpartition("<form")[2]
    sent = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    assert page.count('class="button primary"') == 1, "one way on stands out"
    return client.post(f"/t/{table.id}/played-on", data=sent).text


@pytest.mark.parametrize("typed", ["99999", "-1", "many"])
def test_a_number_that_cannot_be_is_refused_in_the_games_words(
    client: FlaskClient, table: Table[Any], typed: str
) -> None:
    """The browser said it, in its own language, and not the page."""
    path = number_path(table)
    (fact,) = (one for one in what_lies.numbers_of(table, 0) if one.path == path)
    answer = think(client, table, lies(table, table.state), told="{}", **{f"count-{path}": typed})
    assert answer.status_code == 422
    assert fact.problem(None) in page_words(answer.text)


def test_a_number_that_is_asked_alone_is_needed(client: FlaskClient, table: Table[Any]) -> None:
    seen, path = lies(table, table.state), number_path(table)
    alone = think(client, table, seen, told="{}", only="yes", **{f"count-{path}": ""})
    assert alone.status_code == 422
    assert "give a whole number from 0" in page_words(alone.text)
    assert think(client, table, seen, told="{}", **{f"count-{path}": ""}).status_code == 200


def test_numbers_are_judged_by_the_page_and_not_by_the_browser(
    client: FlaskClient, table: Table[Any]
) -> None:
    """In a closed area a browser says nothing of a wrong one, and sends nothing."""
    pages = (client.get(f"/t/{table.id}/played-on").text, think(client, table, "{}", told="{}").text)
    for page in pages:
        forms = re.findall(r'<form method="post" class="form"[^>]*>', page)
        assert forms
        assert all(" novalidate" in form for form in forms)


def test_a_form_of_what_lies_there_keeps_only_what_was_changed_in_it(
    client: FlaskClient, table: Table[Any]
) -> None:
    """A tap elsewhere emptied it. All it says of pieces that nobody touched is older than the tap."""
    truth = played(table, 2)
    tracking, number = table.game.tracking, table.number
    before = tracking.layout(table.state)
    form = client.get(f"/t/{table.id}/played-on").text
    sent = {"number": str(number), f"counted-{number_path(table)}": "7"}
    for tile, spot in before.items():
        sent[f"piece-{tile}"] = f"{spot.zone}|{spot.face}|{spot.slot}"
        assert f'name="piece-{tile}"' in form
    for step in truth:
        table.submit(step.decision, table.number, f"tap {table.number}", "a phone")
    now = tracking.layout(table.state)
    come = sorted(now.keys() - before.keys())[0]
    absent = next(info.name for info in tracking.tiles() if info.id not in now and not info.copies)
    gone = sorted(before.keys() & now.keys())[0]
    sent |= {"new-0": tracking.tile(come).name, "new-1": absent, "place-1": "middle|A|", f"piece-{gone}": "-"}
    late = client.post(f"/t/{table.id}/played-on/lying", data=sent)
    assert late.status_code == 409
    assert KEPT in page_words(late.text)
    typed = what_lies.LyingForm(
        number=number,
        piece={name.removeprefix("piece-"): at for name, at in sent.items() if name.startswith("piece-")},
        new={"0": sent["new-0"], "1": absent},
        counted={number_path(table): "7"},
    )
    kept = what_lies.only_changes(table, typed)
    assert (kept.piece, kept.new, kept.counted) == ({gone: "-"}, {"1": absent}, {number_path(table): "7"})
    assert f'value="{html.escape(absent)}"' in late.text
    fields = [("piece", "select"), ("good", "select"), ("said", "select")]
    again = {"number": str(table.number), "new-1": absent, "place-1": "middle|A|"}
    for name, kind in fields:
        for path, options in re.findall(
            rf'<{kind}[^>]* name="({name}-[^"]*)".*?>(.*?)</{kind}>', late.text, re.S
        ):
            again[html.unescape(path)] = html.unescape(re.findall(r'value="([^"]*)" selected', options)[0])
    assert again[f"piece-{gone}"] == "-"
    page = client.post(f"/t/{table.id}/played-on/lying", data=again).text
    seen = seen_from_json(json.loads(html.unescape(re.findall(r'name="seen" value="([^"]*)"', page)[0])))
    assert {tile: spot for tile, spot in seen.spots.items() if tile in now and tile != gone} == {
        tile: spot for tile, spot in now.items() if tile != gone
    }


def test_a_tap_elsewhere_leaves_what_was_told_to_go_on_with(client: FlaskClient, table: Table[Any]) -> None:
    """All of it was to be told again."""
    truth = played(table, 4)
    seen, path = lies(table, truth[-1].after), number_path(table)
    fact = table.game.fact(table.game.view(truth[-1].after, None), path)
    number = table.number
    table.submit(truth[0].decision, table.number, "a tap", "a phone")
    told = {"number": str(number), "seen": seen, "told": "{}", f"count-{path}": str(fact.value)}
    late = client.post(f"/t/{table.id}/played-on", data=told)
    assert late.status_code == 409
    assert KEPT in page_words(late.text)
    page = answered(client, table, truth[1:], go_on(client, table, late.text))
    assert say_yes(client, page, table).status_code == 303
    assert table.game.facts(table.state) == table.game.facts(truth[-1].after)


def test_where_nothing_was_told_but_answers_one_begins_again(client: FlaskClient, table: Table[Any]) -> None:
    (step,) = played(table, 1)
    number = table.number
    table.submit(step.decision, table.number, "a tap", "a phone")
    late = client.post(f"/t/{table.id}/played-on", data={"number": str(number), "told": "{}"})
    assert late.status_code == 409
    assert "meanwhile: begin again." in page_words(late.text)
    assert "Go on with what was told" not in late.text


@pytest.mark.parametrize("told_in_this_moment", [False, True])
def test_of_two_who_say_yes_the_second_sees_that_all_is_entered(
    client: FlaskClient, table: Table[Any], told_in_this_moment: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = played(table, 4)
    page = caught_up(client, table, truth)
    other = page.replace('name="key" value="', 'name="key" value="another')
    if told_in_this_moment:  # between the look whether it changed, and the write

        def stale(*_given: Any) -> None:
            monkeypatch.undo()
            assert say_yes(client, page, table).status_code == 303
            raise Stale(table.number, (), ())

        monkeypatch.setattr(table, "catch_up", stale)
    else:
        assert say_yes(client, page, table).status_code == 303
    late = say_yes(client, other, table)
    assert (late.status_code, table.number) == (409, 1 + len(truth))
    assert KEPT in page_words(late.text)
    found = answered_nothing(client, table, go_on(client, table, late.text))
    assert "Nothing has to be entered: the companion stands where the table does." in found
    assert "Game Begin again" in found, "two ways on, in the page itself"


def answered_nothing(client: FlaskClient, table: Table[Any], page: str) -> str:
    """What the page says at last to whoever says that nothing else was done."""
    for _ in range(8):
        if 'name="row-' not in page:
            return page_words(page)
        sent = {
            name: html.unescape(value)
            for name, value in re.findall(r'name="(seen|told|before)"\s+value="([^"]*)"', page)
        }
        page = client.post(f"/t/{table.id}/played-on", data=sent | {"number": str(table.number)}).text
    raise AssertionError("it asks without end")


def test_a_yes_that_cannot_be_written_keeps_the_proposal(
    client: FlaskClient, table: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page led back to the beginning."""
    truth = played(table, 4)
    page = caught_up(client, table, truth)

    def full(*_given: Any) -> None:
        raise JournalError("full", FULL)

    monkeypatch.setattr(Journal, "append", full)
    refused = say_yes(client, page, table)
    monkeypatch.undo()
    assert (refused.status_code, table.number) == (507, 1)
    assert FULL in page_words(refused.text)
    again = go_on(client, table, refused.text)
    assert "Right?" in again
    assert say_yes(client, again, table).status_code == 303
    assert table.game.facts(table.state) == table.game.facts(truth[-1].after)


def test_no_begins_again_also_where_more_was_told_after_it(client: FlaskClient, table: Table[Any]) -> None:
    """It said "begin again" on a page with no way to."""
    truth = played(table, 2)
    table.catch_up((truth[0].decision,), table.number, "too early")
    table.submit(truth[1].decision, table.number, "a tap", "a phone")
    late = client.get(f"/t/{table.id}/played-on?seat=0&begun=1")
    assert late.status_code == 409
    assert "meanwhile: begin again." in page_words(late.text)
    assert f'action="/t/{table.id}/played-on/lying"' in late.text


def test_a_page_may_be_gone_back_to_as_it_was_left(client: FlaskClient, table: Table[Any]) -> None:
    """Kept by no browser, a page that came of a form was an error of the browser's own on the way back."""
    pages = client.get(f"/t/{table.id}/played-on"), think(client, table, "{}", told="{}")
    assert {page.headers["Cache-Control"] for page in pages} == {"private, no-cache"}
