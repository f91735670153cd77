"""Tests of the export to BG Stats: end times in UTC, booleans, and the same ids in each export."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from urllib.parse import unquote
from uuid import UUID

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.plays.bgstats import ADDRESS, bgsplay, create_play, link
from companion.plays.play import Seated
from companion.plays.tracked import board_of
from tests.plays.conftest import a_play, named_play
from tests.table.toy_game import StonesGame

FRONTIERS = games.load("new-frontiers")


def test_the_data_of_a_play():
    ended = datetime(2026, 3, 14, 22, 15, 9, tzinfo=timezone(timedelta(hours=2)))
    play = a_play("table-kobura", 12, 9, ended=ended, comment="x" * 500, location="Attic")
    data = create_play(play, FRONTIERS)
    assert data == {
        "sourceName": "Table companion",
        "sourcePlayId": "table-kobura",
        "playDate": "2026-03-14 20:15:09",
        "comments": "x" * 400,
        "location": "Attic",
        "game": {
            "name": "New Frontiers",
            "sourceGameId": "new-frontiers",
            "bggId": 255692,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Blue",
                "sourcePlayerId": "colour:blue",
                "startPlayer": True,
                "winner": True,
                "score": 12,
                "rank": 1,
            },
            {
                "name": "Green",
                "sourcePlayerId": "colour:green",
                "startPlayer": False,
                "winner": False,
                "score": 9,
                "rank": 2,
            },
        ],
    }


def test_the_setup_is_kept_with_its_labels():
    setup = Setup((Player("Ann", "blue"), Player("Ben", "red")))
    kept = board_of(games.load("race-for-the-galaxy"), setup)
    assert kept.startswith("This game: a later game; With two players: one action card of seven; ")


@pytest.mark.parametrize("name", games.names())
def test_the_board_is_as_short_as_a_line(name):
    """The whole setup of A New Frontier has 800 letters."""
    game = games.load(name)
    board = board_of(game, Setup(tuple(Player(colour, colour) for colour in game.colours[:3])))
    kept = json.loads(bgsplay(a_play("one", 12, 9, board=board), game))["plays"][0]["board"]
    assert 0 < len(kept) <= 60 < len(board)
    assert kept.startswith(board.partition(": ")[2].partition("; ")[0])


def test_a_game_that_boardgamegeek_does_not_have_gets_no_number():
    assert "bggId" not in create_play(a_play(), StonesGame())["game"]


def test_somebody_is_the_same_person_however_the_name_is_written():
    ids = {
        create_play(named_play(name, "Green"), FRONTIERS)["players"][0]["sourcePlayerId"]
        for name in ("Blue", " blue", "BLUE ")
    }
    assert len(ids) == 1


def test_who_gave_no_name_is_another_in_each_seat_and_nobody_of_that_name():
    def ids(*players):
        play = replace(named_play("x", "y"), players=tuple(Seated(*who, {}) for who in players))
        link = [p["sourcePlayerId"] for p in create_play(play, FRONTIERS)["players"]]
        kept = json.loads(bgsplay(play, FRONTIERS))
        uuids = {p["id"]: p["uuid"] for p in kept["players"]}
        return link, [uuids[s["playerRefId"]] for s in kept["plays"][0]["playerScores"]]

    for one, other in ids(("Blue", "blue"), ("Green", "green")), ids(("", "blue"), ("", "green")):
        assert len(set(one)) == len(set(other)) == 2
    assert ids(("Blue", "blue"), ("Green", "green")) == ids(("", "blue"), ("", "green"))
    named, unnamed = ids(("Blue", "red"), ("Blue", "blue"))[0]
    assert named != unnamed


@pytest.mark.parametrize("letter", ["x", "ß", "漢", "🎲"])
def test_a_comment_is_cut_to_400_as_phones_count_and_no_letter_in_two(letter):
    for comment in (letter * 500, "a" + letter * 500):
        cut = create_play(a_play(comment=comment), FRONTIERS)["comments"]
        assert comment.startswith(cut)
        assert 399 <= len(cut.encode("utf-16-le")) // 2 <= 400
        assert json.loads(bgsplay(a_play(comment=comment), FRONTIERS))["plays"][0]["comments"] == cut
    assert create_play(a_play(comment=letter * 200), FRONTIERS)["comments"] == letter * 200


def test_the_link_holds_just_that():
    play = named_play("Zoë & Ö=?#%", "Green", comment="50% + 1")
    address = link(play, FRONTIERS)
    assert address.startswith(f"https://{ADDRESS}")
    data = address.partition("?data=")[2]
    assert data.isascii()
    assert not set(data) & set("&=?# \"'<>")
    assert json.loads(unquote(data)) == create_play(play, FRONTIERS)
    assert link(play, FRONTIERS, "bgstats").startswith(f"bgstats://{ADDRESS}")


def test_the_file_has_duration_board_role_and_day():
    play = a_play("one", 12, 9, minutes=75, board="Later game")
    data = json.loads(bgsplay(play, FRONTIERS))
    (kept,), (game,) = data["plays"], data["games"]
    assert (kept["durationMin"], kept["board"], kept["playDateYmd"]) == (75, "Later game", 20260314)
    assert [score["role"] for score in kept["playerScores"]] == ["Blue", "Green"]
    assert (game["bggYear"], game["minPlayerCount"], game["maxPlayerCount"]) == (2018, 2, 5)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="a program's zone is the machine's on this system")
@pytest.mark.parametrize(("zone", "day"), [("America/Los_Angeles", 20260314), ("Asia/Tokyo", 20260315)])
def test_the_file_has_the_day_as_the_players_had_it(zone, day, monkeypatch):
    """It ended at 20:15 UTC, at 13:15 and at 5:15 of the next day there."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        kept = json.loads(bgsplay(a_play("one"), FRONTIERS))["plays"][0]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert (kept["playDateYmd"], kept["playDate"]) == (day, "2026-03-14 20:15:00")


@pytest.mark.parametrize(("hours", "day"), [(-7, 20260314), (2, 20260314), (9, 20260315), (-12, 20260314)])
def test_the_day_is_that_of_the_zone_which_the_device_names(hours, day):
    """It ended at 20:15 UTC, whatever the server's clock says."""
    zone = timezone(timedelta(hours=hours))
    (kept,) = json.loads(bgsplay(a_play("one"), FRONTIERS, zone))["plays"]
    assert (kept["playDateYmd"], kept["playDate"]) == (day, "2026-03-14 20:15:00")


def test_the_file_refers_to_all_that_it_needs():
    play = a_play("one", 12, 12, 3, location="Attic")
    data = json.loads(bgsplay(play, FRONTIERS))
    (game,), (place,), (kept,) = data["games"], data["locations"], data["plays"]
    assert game["bggId"] == 255692
    assert kept["gameRefId"] == game["id"]
    assert kept["locationRefId"] == place["id"]
    assert kept["playDate"] == "2026-03-14 20:15:00"
    names = {player["id"]: player["name"] for player in data["players"]}
    assert [names[s["playerRefId"]] for s in kept["playerScores"]] == ["Blue", "Green", "Red"]
    assert [s["winner"] for s in kept["playerScores"]] == [True, True, False]
    assert [s["score"] for s in kept["playerScores"]] == ["12", "12", "3"]
    for thing in (game, place, kept, *data["players"]):
        assert UUID(thing["uuid"])
    assert bgsplay(play, FRONTIERS) == bgsplay(play, FRONTIERS)
    assert json.loads(bgsplay(a_play("two"), FRONTIERS))["plays"][0]["uuid"] != kept["uuid"]


def test_a_play_without_a_place_names_none():
    data = json.loads(bgsplay(a_play(), FRONTIERS))
    assert data["locations"] == []
    assert "locationRefId" not in data["plays"][0]
