"""Tests of scoring by numbers: what every game asks, ties, tiles that are known, and the request as JSON."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import games
from companion.games.contract import Final, Holding, Illegal, untracked_of
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.scoring import BONUSES, GOALS

NEW_FRONTIERS, RACE = games.load("new-frontiers"), games.load("race-for-the-galaxy")


def table(*numbers: dict[str, int], named: tuple[str, ...] = (), shared: tuple[str, ...] = ()) -> Final:
    """The first player has what is `named`."""
    players = tuple(Holding(f"P{n}", {}, frozenset(), told) for n, told in enumerate(numbers))
    return Final((replace(players[0], tiles=dict.fromkeys(named, "named")), *players[1:]), shared)


@pytest.mark.parametrize("name", [name for name, _title in games.titles("untracked")])
def test_every_game_scores_by_numbers_and_says_what_is_missing(name):
    game = games.load(name)
    book = untracked_of(game).by_numbers()
    empty = table(*({} for _ in range(game.seats[0])))
    needed = [asked.name for asked in book.asked(empty, 0) if asked.needed]
    assert needed
    assert len({player.total for player in book.score(empty).players}) == 1
    one = table({needed[0]: 7}, *({} for _ in range(1, game.seats[0])))
    assert book.score(one).players[0].winner


@pytest.mark.parametrize(
    ("game", "of_tie"), [(NEW_FRONTIERS, "in credits and goods"), (RACE, "in cards and goods")]
)
def test_only_who_is_tied_is_asked_for_what_parts_them(game, of_tie):
    book = untracked_of(game).by_numbers()
    names = [asked.name for _source, asked in book.printed(table({}))]
    equal, less = dict.fromkeys(names, 5), dict.fromkeys(names, 4)
    tied = table({**equal, "bonus 1": 2}, {**equal, "bonus 1": 1, "bonus 2": 1}, less)
    asks = [any(one.name == "wealth" for one in book.asked(tied, seat)) for seat in range(3)]
    assert asks == [True, True, False]
    # One whose numbers are not all told is tied with nobody yet.
    assert not any(one.name == "wealth" for one in book.asked(table({names[0]: 5}, {names[0]: 5}), 0))
    players = list(tied.players)
    players[1] = replace(players[1], numbers={**players[1].numbers, "wealth": 3})
    sheet = book.score(Final(tuple(players)))
    assert [p.winner for p in sheet.players] == [False, True, False]
    assert of_tie in sheet.players[1].tie_break


def test_goals_give_what_the_rulebook_prints_and_the_unknown_one_its_vp():
    book = untracked_of(NEW_FRONTIERS).by_numbers()
    told = {"goal G1": 5, "goal G6": 4, "goal G7": 8}
    sheet = book.score(table(told, {}, shared=("G1", "G6", "G7")))
    line = next(line for line in sheet.players[0].lines if line.source == GOALS)
    # 4 to 5 Consume powers: 5; 4 worlds: 8; Tax on Trade's quantities nobody has told: its VP as they are.
    assert [line.vp for line in sheet.players[0].lines if line.source == GOALS] == [5, 8, 8]
    assert "Citizen Services" in line.why.terms[0].label


def test_of_a_tile_that_the_owner_told_its_own_conditions_are_counted():
    catalogue = NEW_FRONTIERS.catalogue
    known = replace(catalogue.developments["D25"], assumed=(), source="owner")
    book = untracked_of(NewFrontiers(catalogue.with_tiles([known]))).by_numbers()
    # "2 per Novelty production colony; 1 per tile with Trade power; 1 per 3 VP in chips"
    assert book.ids("named") == ("D25",)
    asked = [one for one in book.asked(table({}, {}, named=("D25",)), 0) if one.each]
    assert [one.each for one in asked] == [2, 1]
    sheet = book.score(table({"chips": 10, "D25 0": 2, "D25 1": 3}, {}, named=("D25",)))
    line = next(line for line in sheet.players[0].lines if line.source == BONUSES)
    assert [term.value for term in line.why.terms] == [4, 3, 3]


def test_nothing_that_nobody_confirmed_is_offered():
    assert untracked_of(NEW_FRONTIERS).by_numbers().ids("named") == ()


def test_a_request_by_numbers_gives_the_same_sheet():
    game = untracked_of(NEW_FRONTIERS)
    told = {"chips": 11, "colonies": 7, "developments": 6, "bonus 8": 8, "goal G1": 2}
    sheet = game.score_request(
        {
            "game": "new-frontiers",
            "by_numbers": True,
            "shared": ["G1"],
            "players": [{"name": "Ann", "numbers": told}, {"name": "Ben", "numbers": {"chips": 20}}],
        }
    )
    assert [player["total"] for player in sheet["players"]] == [34, 20]
    alone = game.by_numbers().score(Final((Holding("Ann", numbers=told), Holding("Ben")), ("G1",)))
    assert alone.players[0].total == 34
    race = untracked_of(RACE)
    card = race.by_numbers().ids("named")[0]
    of_race = {"game": "race-for-the-galaxy", "by_numbers": True}
    player = {"name": "Ann", "named": [card], "numbers": {f"{card} 0": 2, "worlds": 4}}
    assert race.score_request({**of_race, "players": [player]})["players"][0]["total"] > 4


@pytest.mark.parametrize(
    ("player", "says"),
    [
        ({"numbers": {"gold": 3}}, "gold"),
        ({"numbers": {"chips": -1}}, "chips"),
        ({"numbers": {"chips": "9"}}, "chips"),
        ({"numbers": [1]}, "must be a JSON object"),
        ({"named": ["D25"]}, "D25"),
        ({"colonies": []}, "colonies"),
        ({"name": 3}, "Player 1 needs"),
        ({"numbers": {"bonus 9": 1}}, "bonus 9"),
    ],
)
def test_a_wrong_request_gets_a_sentence(player, says):
    request = {"game": "new-frontiers", "by_numbers": True, "players": [{"name": "Ann", **player}]}
    with pytest.raises(Illegal, match=says):
        untracked_of(NEW_FRONTIERS).score_request(request)
