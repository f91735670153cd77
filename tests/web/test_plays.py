"""Tests of the plays' pages: find, open, edit, delete, restore; the standing is hidden during play."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any
from urllib.parse import unquote

import pytest
from PIL import Image

from companion.plays.learning import Learning, SeatLearning
from companion.plays.store import Plays
from companion.plays.tracked import ended_at, play_id
from companion.table.journal_errors import JournalError
from companion.web.request.services import services_of
from tests.plays.conftest import ENDED, a_play, named_play
from tests.plays.test_tracked import step
from tests.table.toy_game import StonesGame
from tests.web.parsed import cells
from tests.web.test_requests import bid


@pytest.fixture
def plays(app: Any) -> Plays:
    return services_of(app).keeper.plays


@pytest.fixture
def ended(table: Any) -> str:
    """The id of the play of a table that ended."""
    table.set(draws="virtual")
    while not table.game.phase(table.state).over:
        if table.questions[0].player is None:
            table.sample_chance(table.number, f"draw-{table.number:05}")
        else:
            step(table)
    return play_id(table.id)


def shown(client: Any, **query: str) -> list[str]:
    return re.findall(r'id="play-([^"]+)"', client.get("/plays", query_string=query).text)


# --- the list -------------------------------------------------------------------------------------------


def test_an_empty_list_says_how_it_fills(client):
    text = client.get("/plays").text
    assert "No play is kept yet" in text
    assert "search" not in text
    assert "No play of Stones is kept yet" in client.get("/plays/statistics").text


def test_a_table_that_ends_is_in_the_list(client, ended):
    assert shown(client) == [ended]
    text = client.get("/plays").text
    assert all(name in text for name in ("Blue", "Green", "Red", "won"))


def test_the_list_is_searched(client, plays):
    plays.keep(a_play("one", comment="by the fire"))
    plays.keep(a_play("two", 9, 8, 7, ended=ENDED + timedelta(days=9)))
    assert shown(client) == ["two", "one"]
    assert shown(client, q="FIRE blue") == ["one"]
    assert shown(client, players="3") == ["two"]
    assert shown(client, since="2026-03-20") == ["two"]
    assert shown(client, until="2026-03-20") == ["one"]
    assert shown(client, game="stones") == ["two", "one"]
    assert shown(client, players="x") == ["two", "one"]
    assert "No play fits" in client.get("/plays?q=nobody").text
    assert client.get("/plays?since=tomorrow").status_code == 400


def test_a_day_of_any_year_can_be_asked_for(client, plays):
    """Windows has local times of the years 1970 to 3000 only."""
    plays.keep(a_play("one"))
    for first in ("0001-01-01", "1969-12-31", "1970-01-01"):
        assert shown(client, since=first) == ["one"]
        assert client.get(f"/api/v1/plays?since={first}").json["found"] == 1
        assert "No play fits" in client.get(f"/plays?until={first}").text
    for last in ("3001-01-01", "4000-11-30", "9999-12-31"):
        assert shown(client, until=last) == ["one"]
        assert client.get(f"/api/v1/plays?until={last}").json["found"] == 1
        assert client.get(f"/api/v1/plays?since={last}").json["found"] == 0


def test_a_long_list_has_pages(client, plays):
    for n in range(30):
        plays.keep(a_play(f"play-{n:02}", ended=ENDED + timedelta(hours=n)))
    assert len(shown(client)) == 25
    assert shown(client, page="2") == [f"play-{n:02}" for n in range(4, -1, -1)]
    assert shown(client, page="99") == shown(client, page="2")
    assert 'rel="next"' in client.get("/plays?q=blue").text
    assert "q=blue" in re.search(r'rel="next" href="([^"]+)"', client.get("/plays?q=blue").text)[1]


def test_what_people_write_is_shown_as_text(client, plays):
    plays.keep(named_play("<b>Blue</b>", "Green", comment="<script>x</script>", location="<i>"))
    for path in ("/plays", "/plays/statistics", "/plays/table-named"):
        text = client.get(path).text
        assert "<b>Blue" not in text
        assert "<script>x" not in text
        assert "<i>" not in text.replace("<i></i>", "")


# --- one play -------------------------------------------------------------------------------------------


def test_a_play_shows_its_sheet_as_it_was_kept(client, plays, monkeypatch):
    plays.keep(a_play("one", 12, 9, nearly={"en": ("Blue and Green were 3 VP apart.",)}))
    monkeypatch.setattr("tests.table.toy_game.StonesGame.score", lambda *_: 1 / 0)
    text = client.get("/plays/one").text
    assert re.findall(r'data-total="\d">(\d+)|data-total="\d" class="best">(\d+)', text) == [
        ("", "12"),
        ("9", ""),
    ]
    assert "3 VP apart" in text
    assert "Stone 2, Stone 3" in text
    assert 'class="course"' in text


def test_a_play_is_given_words(client, plays):
    plays.keep(a_play("one"))
    answer = client.post("/plays/one/edit", data={"comment": " long\nnight ", "location": "Attic"})
    assert (answer.status_code, answer.location) == (303, "/plays/one")
    text = client.get("/plays/one").text
    assert "long\nnight" in text
    assert "Attic" in text


def test_a_deleted_play_can_be_brought_back(client, plays):
    plays.keep(a_play("one"))
    answer = client.post("/plays/one/delete")
    assert (answer.status_code, answer.location) == (303, "/plays?gone=one")
    assert client.post("/plays/one/delete").status_code == 303
    assert "was deleted" in client.get(answer.location).text
    assert shown(client) == []
    assert client.get("/plays/one").location == "/plays?gone=one"
    assert client.get("/plays/one/play.json").status_code == 404
    assert client.post("/plays/one/restore").location == "/plays/one"
    assert client.get("/plays/one").status_code == 200
    assert "was deleted" not in client.get("/plays?gone=one").text


@pytest.mark.parametrize(
    "path", ["", "/score.pdf", "/picture.png", "/play.csv", "/play.json", "/play.bgsplay", "/play.exe"]
)
def test_no_such_play_is_a_sentence(client, path):
    answer = client.get(f"/plays/nosuch{path}")
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_another_site_changes_nothing(client, plays):
    plays.keep(a_play("one"))
    for what in ("edit", "delete", "restore"):
        answer = client.post(f"/plays/one/{what}", headers={"Origin": "http://elsewhere.example"})
        assert answer.status_code == 403
    assert shown(client) == ["one"]
    assert client.post("/plays/one/nothing").status_code == 404
    assert client.post("/plays/nosuch/edit").status_code == 404


def test_a_database_in_trouble_is_a_sentence(client, plays, monkeypatch):
    def full(*_: Any, **__: Any) -> None:
        raise JournalError("full", "The disk is full.")

    monkeypatch.setattr(plays, "edit", full)
    answer = client.post("/plays/one/edit", data={})
    assert answer.status_code == 507
    assert "The disk is full." in answer.text


# --- exports --------------------------------------------------------------------------------------------


def test_the_files_of_a_play(client, plays):
    plays.keep(a_play("one"))
    kinds = {
        "score.pdf": ("application/pdf", b"%PDF"),
        "picture.png": ("image/png", b"\x89PNG"),
        "play.csv": ("text/csv", "\ufeffplay".encode()),
        "play.json": ("application/json", b"{"),
        "play.bgsplay": ("application/json", b"{"),
    }
    for name, (kind, begin) in kinds.items():
        answer = client.get(f"/plays/one/{name}")
        assert answer.mimetype == kind
        assert answer.data.startswith(begin)
        assert "filename=" in answer.headers["Content-Disposition"]
    for zone in ("soon", "1440", "-99999999999"):
        assert client.get(f"/plays/one/play.bgsplay?zone={zone}").data.startswith(b"{")
    tall = client.get("/plays/one/picture.png?shape=tall&save=yes")
    assert Image.open(io.BytesIO(tall.data)).size == (1080, 1350)
    assert tall.headers["Content-Disposition"].startswith("attachment")
    assert client.get("/plays/one/picture.png?shape=round").status_code == 400


def test_all_that_a_search_finds_is_exported(client, plays):
    plays.keep(a_play("one"))
    plays.keep(a_play("two", 9, 8, 7))
    assert [p["id"] for p in json.loads(client.get("/plays.json").data)["plays"]] == ["one", "two"]
    assert [p["id"] for p in json.loads(client.get("/plays.json?players=3").data)["plays"]] == ["two"]
    assert client.get("/plays.csv?q=nobody").text.count("\r\n") == 1
    assert client.get("/plays.xls").status_code == 404


def test_the_link_to_bg_stats(client, plays):
    plays.keep(a_play("one", 12, 9, location="Attic"))
    text = client.get("/plays/one").text
    address = unescape(re.search(r'href="(https://app\.bgstatsapp\.com/[^"]+)"', text)[1])
    assert json.loads(unquote(address.partition("=")[2]))["sourcePlayId"] == "one"
    assert 'href="bgstats://app.bgstatsapp.com/' in text
    assert "play-code" in text
    assert "too long for a code" not in text


def test_a_play_too_long_for_a_code_says_so(client, plays):
    plays.keep(a_play("one", comment="漢" * 400))
    text = client.get("/plays/one").text
    assert "too long for a code" in text
    assert "play-code" not in text
    plays.keep(a_play("one", comment="ä" * 250))
    assert "very fine" in client.get("/plays/one").text


# --- the score of a table -------------------------------------------------------------------------------


def test_the_standing_is_hidden_until_somebody_shows_it(client, table):
    path = f"/t/{table.id}/score"
    text = client.get(path).text
    assert "hidden while you play" in text
    assert "data-total" not in text
    assert client.get(path + ".pdf").status_code == 403
    assert client.post(path, data={"standing": "shown"}).location == path
    assert table.settings.standing == "shown"
    text = client.get(path).text
    assert "data-total" in text
    assert "what would count now" in text
    assert client.get(path + ".pdf").mimetype == "application/pdf"
    client.post(path, data={"standing": "hidden"})
    assert "data-total" not in client.get(path).text
    assert client.post(path, data={"standing": "perhaps"}).status_code == 422


def test_a_table_that_ended_shows_its_score(client, table, ended):
    text = client.get(f"/t/{table.id}/score").text
    assert "data-total" in text
    assert "What would have changed the result" in text
    assert "Round by round" in text
    assert f'href="/plays/{ended}"' in text
    pdfium = pytest.importorskip("pypdfium2")
    document = pdfium.PdfDocument(client.get(f"/t/{table.id}/score.pdf").data)
    said = document[0].get_textpage().get_text_bounded()
    assert table.title in said
    assert str(ended_at(table).astimezone().year) in said
    assert client.get(f"/plays/{ended}").status_code == 200


def test_the_play_of_a_table_follows_what_becomes_of_it(client, table, ended, post):
    post(f"/t/{table.id}/undo", table.number)
    assert shown(client) == []
    assert client.get(f"/plays/{ended}").status_code == 404
    post(f"/t/{table.id}/redo", table.number)
    assert shown(client) == [ended]


def test_statistics_add_up(client, plays):
    plays.keep(a_play("one", 12, 9))
    plays.keep(a_play("two", 8, 9))
    text = client.get("/plays/statistics?game=stones").text
    rows = cells(text)
    blue, green = (next(row for row in rows if row[0] == name) for name in ("Blue", "Green"))
    assert blue[:6] == ["Blue", "2", "1", "1.0", "10.0", "12"]
    assert green[:6] == ["Green", "2", "1", "1.0", "9.0", "9"]
    assert client.get("/plays/statistics?game=nosuch").status_code == 404


def test_the_statistics_say_how_well_the_game_is_learnt(client, plays, post, table):
    def kept(play_id, days, *seats):
        counted = Learning(150, 1, tuple(SeatLearning(10, alone, refused) for alone, refused in seats))
        ended = ENDED + timedelta(days=days)
        plays.keep(named_play("Ada", "Ben", play_id=play_id, ended=ended, rounds=4, learning=counted))

    address = "/plays/statistics?game=stones"
    plays.keep(named_play("Ada", "Ben", play_id="uncounted", ended=ENDED + timedelta(days=9)))
    assert "Does it teach?" not in client.get(address).text
    kept("one", 0, (5, 3), (5, 5))
    assert "First game" not in client.get(address).text
    kept("two", 1, (9, 1), (8, 0))
    text = client.get(address).text
    taught = next(n for n, row in enumerate(cells(text)) if row[1:] == ["2.5", "2.5", "2.5"])
    assert [row[1:] for row in cells(text)[taught : taught + 4]] == [
        ["2.5", "2.5", "2.5"],
        ["68 %", "50 %", "85 %"],
        ["0.56", "1.00", "0.12"],
        ["1.0", "1.0", "1.0"],
    ]
    assert "of the 2 people who have both in this list" in text
    assert "2,5" in client.get(address, headers={"Accept-Language": "de"}).text


def test_an_answer_that_a_page_sends_and_the_rules_refuse_is_counted(table, post):
    assert post(f"/t/{table.id}/decisions", 1, decision=bid(0, 99)).status_code == 422
    step(table)
    assert [(note.what, note.player) for note in table.notes()] == [("refused", 0)]


def test_each_chart_of_the_statistics_has_its_table(client, plays):
    plays.keep(a_play("one", 12, 9, minutes=40, endings=("The bag is empty",)))
    plays.keep(a_play("two", 8, 9, minutes=50))
    text = client.get("/plays/statistics?game=stones").text
    charts = re.findall(r'<section class="plot"><h3>([^<]+)</h3>(.*?)</section>', text, re.S)
    assert [title for title, _ in charts] == [
        "Points over time",
        "Won by seat",
        "Won by colour",
        "Won by who began",
        "Length",
        "How plays ended",
    ]
    for title, chart in charts:
        assert f'<caption class="hidden-visually">{title}</caption>' in chart
    assert "1 of 2 (50\u00a0%)" in charts[1][1]
    assert "45.0 minutes" in charts[4][1]
    assert "The bag is empty" in charts[5][1]


def test_what_players_owned_has_a_record_with_charts_and_tables(client, plays):
    def owned(play, *names):
        players = tuple(
            replace(who, owned={"Stones": held}) for who, held in zip(play.players, names, strict=True)
        )
        return replace(play, players=players)

    plays.keep(owned(a_play("one", 12, 9), ("Flint", "Flint"), ("Chalk",)))
    plays.keep(owned(a_play("two", 8, 9), ("Chalk",), ("Flint",)))
    text = client.get("/plays/records?game=stones").text
    assert re.findall(r'tile=(\w+)">', text) == ["Flint", "Chalk"]
    assert client.get("/plays/statistics?game=stones").text.count("tile=Flint") == 2
    text = client.get("/plays/records?game=stones&tile=Flint").text
    charts = dict(re.findall(r'<section class="plot"><h3>([^<]+)</h3>(.*?)</section>', text, re.S))
    assert list(charts) == ["Won with it and without it", "Who had it", "Points of those who had it"]
    assert "2 of 2 (100\u00a0%)" in charts["Won with it and without it"]
    for title, chart in charts.items():
        assert f'<caption class="hidden-visually">{title}</caption>' in chart
    cells = re.findall(r"<td[^>]*>([^<]+)</td>", text)
    assert cells[:5] == ["2", "2", "2", "1.0", "10.5"]


def test_what_players_owned_is_named_as_the_game_names_it_now(client, plays, monkeypatch):
    monkeypatch.setattr(StonesGame, "named", lambda _game, name: name.replace("Stone", "Pierre"))
    plays.keep(a_play("one", 12, 9))
    for page in ("/plays/one", "/plays/records?game=stones", "/plays/statistics?game=stones"):
        text = client.get(page).text
        assert "Pierre 2" in text, page


def test_a_record_of_what_nobody_had_says_so(client, plays):
    plays.keep(a_play("one", 12, 9))
    answer = client.get("/plays/records?game=stones&tile=nothing%3Cb%3E")
    assert answer.status_code == 404
    assert "choose one of the list" in answer.text
    assert "No play of Stones" in client.get("/plays/records?game=stones&until=2001-01-01").text


def test_one_play_is_enough_for_no_chart_of_lines_or_none_at_all(client, plays):
    assert 'class="plot"' not in client.get("/plays/statistics?game=stones").text
    plays.keep(a_play("one", 12, 9))
    assert "Points over time" not in client.get("/plays/statistics?game=stones").text
