"""Tests of the end of a game: counting by category, the winner, and the next game."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion import games
from companion.games.contract import (
    Light,
    LightPicture,
    Player,
    PlayerScore,
    RandomPlayer,
    ScoreLine,
    ScoreSheet,
    Setup,
    Tally,
    Term,
)
from companion.plays.play import sources_of
from companion.room.count_up import CATEGORY_SECONDS, COUNTED_LAMP, LEAD_SECONDS, with_count
from companion.table.journal import Journal
from companion.table.record import record
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.play.finale import place_of
from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.web.conftest import Device, Serving, bare_room


def play_to_the_end(table, keep: int = 0) -> None:
    """Random answers, until only `keep` decisions are left to the end."""
    import random

    chance, chooser = random.Random(1), RandomPlayer()
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
    """A score sheet of (points, rank) for each seat."""
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


def test_a_table_made_of_its_record_leads_to_the_one_play(client, table):
    play_to_the_end(table)
    assert client.get(f"/t/{table.id}/score").status_code == 200  # kept
    copy = services_of(client.application).room.tables.revive(record(table))
    for page in ("finale", "score"):
        said = client.get(f"/t/{copy.id}/{page}").text
        assert f"table-{table.id}" in said
        assert f"table-{copy.id}" not in said


def test_a_number_that_nothing_gave_opens_nothing(client, table, monkeypatch):
    nothing = ScoreLine("stones", Tally("stones", ()))
    sheet = ScoreSheet(tuple(PlayerScore(seat, "P", (nothing,), 1, True) for seat in range(3)))
    play_to_the_end(table)
    monkeypatch.setattr(table.game, "score", lambda state: sheet)
    page = client.get(f"/t/{table.id}/score").text
    assert page.count("<strong>0</strong>") == 3
    assert 'class="tally"' not in page


def test_a_players_device_says_how_it_ended_for_them(client, table):
    play_to_the_end(table)
    for player in table.game.score(table.state).players:
        page = client.get(f"/t/{table.id}/finale?seat={player.player}").text
        assert ("You win!" in page.split("<h1")[1].split("</h1>")[0]) == player.winner
    sheet = scored((12, 1), (12, 2), (9, 3))
    assert place_of(sheet, 0) == "You win!"
    assert place_of(sheet, 1) == "Place 2, decided by the tie-break"
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
    """A player's phone and the tablet open the count by themselves; a touch shows its end."""
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
        device.close()


@pytest.mark.slow
@pytest.mark.browser
def test_a_page_that_cannot_reach_the_count_stays_and_goes_to_it_later(browser, serving, table):
    """A device that hears of the end as its network goes keeps its page, not the browser's error page."""
    play_to_the_end(table, keep=1)
    device = Device(browser, serving.address, (1024, 768))
    page = device.open(f"/t/{table.id}/")
    page.route("**/finale*", lambda route: route.abort("internetdisconnected"))
    with page.expect_event("requestfailed"):
        play_to_the_end(table)
    assert "The game is over" in page.inner_text("#question")
    page.unroute("**/finale*")
    page.wait_for_url(f"**/t/{table.id}/finale")
    device.close()


@pytest.mark.slow
@pytest.mark.browser
def test_with_less_motion_the_result_shows_at_once(browser, serving, table):
    play_to_the_end(table)
    device = Device(browser, serving.address, (1024, 768), reduced_motion="reduce")
    page = device.open(f"/t/{table.id}/finale")
    assert page.locator(".finale-winner").is_visible()
    assert page.locator(".finale[data-counting]").count() == 0
    device.close()


BAR_NUMBERS_JS = """() => [...document.querySelectorAll(".finale-part")].map((part) => {
  const number = part.querySelector("b");
  const box = number.getBoundingClientRect(), room = part.getBoundingClientRect();
  const inside = box.top >= room.top - 0.5 && box.bottom <= room.bottom + 0.5
    && box.left >= room.left - 0.5 && box.right <= room.right + 0.5;
  return [Number(part.dataset.vp), box.height > 0, parseFloat(getComputedStyle(number).fontSize), inside];
})"""


@pytest.mark.browser
@pytest.mark.parametrize("size", first_by_default([(1024, 600), (844, 390), (1024, 768)], whole=True))
def test_numbers_in_the_bars_are_read(browser, full_score, size):
    """Every number of at least a twelfth of the best score is in its bar, and legible, with five players."""
    serving, table = full_score
    device = Device(browser, serving.address, size, reduced_motion="reduce")
    page = device.open(f"/t/{table.id}/finale")
    best = max(p.total for p in table.game.score(table.state).players)
    found = page.evaluate(BAR_NUMBERS_JS)
    assert len(found) > 10
    for vp, shown, font, inside in found:
        assert shown or vp < best / 12, f"{vp} VP have no number at {size}"
        assert not shown or (font >= 12 and inside), f"{vp} VP at {size}: {font} px, inside: {inside}"
    # The best score's column is the highest, or the longest where columns are horizontal.
    side = "width" if size == (844, 390) else "height"
    reach = page.evaluate(
        """(side) => [...document.querySelectorAll(".finale-column")].map((column) =>
          [...column.querySelectorAll(".finale-part")]
            .reduce((sum, it) => sum + it.getBoundingClientRect()[side], 0))""",
        side,
    )
    totals = [p.total for p in table.game.score(table.state).players]
    assert max(zip(reach, totals, strict=True))[1] == best
    # Nothing is cut off: neither the crown above, nor the next steps at the side.
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".crown, .finale-total, .finale-part")].filter((it) => {
          const box = it.getBoundingClientRect();
          return box.top < 0 || box.left < 0 || box.right > innerWidth;
        }).length"""
    )
    assert cut == 0
    device.close()


@pytest.fixture(scope="module")
def full_score(tmp_path_factory):
    """Five players of New Frontiers at the end of their game, served."""
    game = games.load("new-frontiers")
    players = tuple(Player(f"{colour.capitalize()} Longname", colour) for colour in game.colours[:5])
    tables = Tables(Journal(tmp_path_factory.mktemp("finale") / "journal.db"))
    table = tables.create(game.name, Setup(players), seed=3, settings=Settings(draws="virtual"))
    choose, rng = game.players["sensible"].choose, Random(3)
    while table.questions:
        question, key = table.questions[0], f"full-{table.number:06}"
        if question.player is None:
            table.sample_chance(table.number, key)
            continue
        options = game.options(table.state, question.player)
        table.submit(choose(game, table.state, question, options, rng), table.number, key, "test")
    serving = Serving(create_app(bare_room(tables)))
    yield serving, table
    serving.stop()
    tables.close()


def test_names_are_asked_when_a_result_is_kept(client, app, table):
    """Players are named after their colours; their names are asked for, and kept in the play."""
    play_to_the_end(table)
    pages = (f"/t/{table.id}/finale", f"/t/{table.id}/score", f"/plays/table-{table.id}")
    for page in pages:
        assert client.get(page).text.count('class="named-seat"') == 3, page
    answer = client.post(f"/t/{table.id}/names", data={"name-0": "Anna", "name-2": "Chloe"})
    assert answer.location == f"/t/{table.id}/finale"
    kept = services_of(app).keeper.plays.get(f"table-{table.id}")
    assert [seat.name for seat in kept.players] == ["Anna", "Green", "Chloe"]
    assert [score.name for score in kept.sheet.players] == ["Anna", "Green", "Chloe"]
    for page in pages:
        text = client.get(page).text
        assert text.count('class="named-seat"') == 1, page  # Green was left for another time
        assert '<bdi class="who" translate="no">Anna</bdi>' in text
        assert '<bdi class="who" translate="no">Blue</bdi>' not in text
    client.post(f"/plays/table-{table.id}/names", data={"name-1": "Ben"})
    again = re.search(
        r'<a class="button primary" href="(/new[^"]*)"', client.get(pages[0]).text.replace("&amp;", "&")
    )
    assert again is not None
    form = client.get(again[1]).text
    assert all(f'value="{name}"' in form for name in ("Anna", "Ben", "Chloe"))


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ({"name-0": "x" * 30}, "A name has up to 24 letters"),
        ({"name-0": "\u200b\u202e"}, "A name needs a letter"),
        ({"name-0": "Ann", "name-1": "ann"}, "Two players have the same name"),
        ({"name-0": "Green"}, "Two players have the same name"),
    ],
)
def test_a_name_that_cannot_be_is_said_at_the_form(client, app, table, names, sentence):
    play_to_the_end(table)
    answer = client.post(f"/t/{table.id}/names", data=names)
    assert answer.status_code == 422
    assert sentence in answer.text.split('id="names"')[1]
    kept = services_of(app).keeper.plays.get(f"table-{table.id}")
    assert [seat.name for seat in kept.players] == ["Blue", "Green", "Red"]


def test_names_stay_when_the_end_is_looked_at_again(client, app, table, post):
    """After an undo and the same answer again the play is made anew, with the names that were entered."""
    play_to_the_end(table)
    client.post(f"/t/{table.id}/names", data={"name-0": "Anna"})
    table.undo(table.number, "undo-the-end", "test")
    play_to_the_end(table)
    kept = services_of(app).keeper.plays.get(f"table-{table.id}")
    assert kept.players[0].name == "Anna"


def test_the_lamps_fill_while_it_is_counted_and_then_show_the_result(client, table, monkeypatch):
    """No lamp shows the winner before the pages do; if a table's page skips the count, the lamps do too."""
    play_to_the_end(table)
    ceremony = LightPicture((("tiles", (Light("red", "breathe", 3),) * 5),))
    sources = len(sources_of(table.game.score(table.state)))

    def counted_lamps(seconds: float) -> int | None:
        monkeypatch.setattr(table, "seconds_since", lambda number: seconds)
        picture = with_count(table, ceremony)
        if picture == ceremony:
            return None
        return sum(lamp == COUNTED_LAMP for _, lamps in picture.segments for lamp in lamps)

    lamps = sum(len(lamps) for _, lamps in ceremony.segments)
    assert counted_lamps(0.2) == 0
    shown = [counted_lamps(LEAD_SECONDS + n * CATEGORY_SECONDS + 0.1) for n in range(sources)]
    assert shown == sorted(shown)
    assert shown[0] > 0
    assert shown[-1] == lamps
    assert counted_lamps(LEAD_SECONDS + sources * CATEGORY_SECONDS + 1) is None
    assert client.post(f"/t/{table.id}/finale").status_code == 204
    assert counted_lamps(0.2) is None


@pytest.mark.browser
def test_a_low_tablet_shows_the_whole_end_while_names_are_asked(browser, full_score):
    """At 1024 x 600 count, key and all buttons fit without scrolling, even while names are asked for."""
    serving, table = full_score
    device = Device(browser, serving.address, (1024, 600), reduced_motion="reduce")
    page = device.open(f"/t/{table.id}/finale")
    page.evaluate(
        """() => document.querySelector(".finale-next").insertAdjacentHTML("beforebegin",
          `<details class="names-asked"><summary>Who played?
            <small>For your list of plays; skip it if you like.</small></summary></details>`)"""
    )
    page.evaluate("document.querySelector('[data-again]').hidden = false")
    assert page.evaluate("document.documentElement.scrollHeight") <= 600
    device.close()
