"""Tests of statistics over plays, against counts made by hand for three of them."""

from __future__ import annotations

from companion.plays.play import Seated
from companion.plays.statistics import PlayerStatistics
from companion.plays.statistics import statistics as of_briefs
from tests.plays.conftest import a_play, named_play


def statistics(plays) -> tuple[PlayerStatistics, ...]:
    return of_briefs(play.brief for play in plays)


def test_nothing_of_nothing():
    assert statistics([]) == ()


def test_three_plays_add_up():
    plays = (a_play("a", 12, 9), a_play("b", 10, 20), a_play("c", 8, 9, 9))
    blue, green, red = sorted(statistics(plays), key=lambda s: s.name)
    assert (blue.plays, blue.wins, blue.best, blue.average) == (3, 1, 12, 10.0)
    assert (green.plays, green.wins, red.plays, red.wins) == (3, 2, 1, 1)
    assert round(blue.expected, 3) == 1.333
    assert [(c.players, c.plays, c.wins, c.average) for c in blue.counts] == [(2, 2, 1, 11.0), (3, 1, 0, 8.0)]
    assert blue.sources == (("stones", 5.0), ("coins", 5.0))
    assert dict(green.sources)["coins"] == (4 + 15 + 4) / 3


def test_who_played_most_comes_first():
    plays = (a_play("a", 12, 9), a_play("b", 9, 12), named_play("Green", "Red"))
    assert [s.name for s in statistics(plays)] == ["Green", "Blue", "Red"]


def test_favourites_are_what_is_owned_most_often():
    def play_with_stones(play_id, totals, *stones):
        play = a_play(play_id, *totals)
        players = (Seated("Blue", "blue", {"Stones": stones}), play.players[1])
        return a_play(play_id, *totals, players=players)

    plays = [
        play_with_stones("a", (9, 12), "Onyx", "Jade", "Jade"),
        play_with_stones("b", (12, 9), "Onyx", "Opal"),
        play_with_stones("c", (12, 9), "Onyx", "Jade"),
    ]
    blue = next(s for s in statistics(plays) if s.name == "Blue")
    ((heading, found),) = blue.favourites
    assert heading == "Stones"
    assert [(f.name, f.plays, f.wins) for f in found] == [("Onyx", 3, 2), ("Jade", 2, 1), ("Opal", 1, 1)]


def test_the_name_is_the_person_in_its_newest_writing():
    one, _ = statistics((named_play("BLUE", "Green"), named_play("Blue", "Green")))
    assert one.plays == 2
    assert {s.name for s in statistics((named_play("BLUE", "Green"), named_play("blue", "Green")))} == {
        "BLUE",
        "Green",
    }
