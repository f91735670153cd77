"""The end of a game: counted up category by category, the winner, and the next game."""

from __future__ import annotations

import re

import pytest

from companion.games.contract import PlayerScore, ScoreLine, ScoreSheet, Tally, Term
from companion.web.finale import place_of
from tests.table.toy_game import RandomStones
from tests.web.conftest import Device


def play_to_the_end(table, keep: int = 0) -> None:
    """Random answers, until only `keep` decisions are left to the end."""
    import random

    chance, chooser = random.Random(1), RandomStones()
    while table.questions:
        question = table.questions[0]
        key = f"finale-{table.number:05}"
        if question.draw is not None:
            table.sample_chance(table.number, key)
            continue
        if keep and table.state.round == table.state.rounds and question.kind == "take":
            left = len(table.state.queue)
            if left <= keep:
                return
        options = table.game.options(table.state, question.player)
        decision = chooser.choose(table.game, table.state, question, options, chance)
        table.submit(decision, table.number, key, "test")


def scored(*totals: tuple[int, int]) -> ScoreSheet:
    """A sheet of (points, rank) for each seat."""
    return ScoreSheet(
        tuple(
            PlayerScore(seat, f"P{seat}", (ScoreLine("stones", Tally("", (Term("", vp),))),), rank, rank == 1)
            for seat, (vp, rank) in enumerate(totals)
        )
    )


def test_a_game_that_goes_on_has_no_finale(client, table):
    assert client.get(f"/t/{table.id}/finale").location == f"/t/{table.id}/"
    assert client.get(f"/t/{table.id}/finale?seat=1").location == f"/t/{table.id}/seat/1"
    assert client.get(f"/t/{table.id}/finale?seat=7").status_code == 404


def test_the_counted_parts_are_the_score_sheet(client, table):
    play_to_the_end(table)
    page = client.get(f"/t/{table.id}/finale").text
    columns = re.findall(r'data-total="(-?\d+)">(.*?)</li>', page, re.S)
    sheet = table.game.score(table.state)
    assert [int(total) for total, _ in columns] == [p.total for p in sheet.players]
    for total, column in columns:
        assert sum(map(int, re.findall(r'data-vp="(-?\d+)"', column))) == int(total)
    winners = [p for p in sheet.players if p.winner]
    assert page.count('class="crown"') == len(winners)
    assert all(p.name in page.split("<h1")[1].split("</h1>")[0] for p in winners)


def test_a_players_device_says_how_it_ended_for_them(client, table):
    play_to_the_end(table)
    for player in table.game.score(table.state).players:
        page = client.get(f"/t/{table.id}/finale?seat={player.player}").text
        assert ("You win!" in page.split("<h1")[1].split("</h1>")[0]) == player.winner
    sheet = scored((12, 1), (12, 2), (9, 3))
    assert place_of(sheet, 0) == "You win!"
    assert place_of(sheet, 1) == "Place 2, parted by the tie-break"
    assert place_of(sheet, 2) == "Place 3, 3 VP behind"


def test_the_same_people_play_again_in_two_taps(client, table, room):
    play_to_the_end(table)
    page = client.get(f"/t/{table.id}/finale").text
    again = re.search(r'<a class="button primary" href="(/new[^"]*)"', page)
    assert again is not None
    form = client.get(again[1]).text.split('id="again"')[1].split("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form))
    begun = room.tables.open(client.post("/new", data=fields).location.split("/")[2])
    assert begun.setup.players == table.setup.players


@pytest.mark.browser
def test_the_count_begins_on_every_device_when_the_game_ends(browser, serving, table):
    """A player's phone and the tablet go to the count by themselves; a touch shows the end of it."""
    play_to_the_end(table, keep=1)
    phone, tablet = (Device(browser, serving.address, size) for size in ((390, 844), (1024, 768)))
    phone.open(f"/t/{table.id}/seat/0")
    tablet.open(f"/t/{table.id}/")
    play_to_the_end(table)
    for device, path in ((phone, "finale?seat=0"), (tablet, "finale")):
        device.page.wait_for_url(f"**/t/{table.id}/{path}")
        device.page.wait_for_selector(".finale[data-counting]")
        assert not device.page.locator(".finale-winner").is_visible()
        device.page.locator("[data-skip]").click()
        assert device.page.locator(".finale-winner").is_visible()
        assert device.page.locator("[data-sum]").all_inner_texts() == [
            str(p.total) for p in table.game.score(table.state).players
        ]
        assert device.errors == []
        device.context.close()


@pytest.mark.browser
def test_with_less_motion_the_result_shows_at_once(browser, serving, table):
    play_to_the_end(table)
    device = Device(browser, serving.address, (1024, 768), reduced_motion="reduce")
    page = device.open(f"/t/{table.id}/finale")
    assert page.locator(".finale-winner").is_visible()
    assert page.locator(".finale[data-counting]").count() == 0
    device.context.close()
