"""Tests of score requests: a finished table by file, and a sentence for each kind of error."""

from __future__ import annotations

import pytest

from companion.games.contract import Final, Holding, Illegal
from tests.games.race_for_the_galaxy.build import GAME


def score(*players, **more):
    return GAME.untracked.score_request({"game": "race-for-the-galaxy", "players": list(players), **more})[
        "players"
    ]


def test_the_request_as_it_is_documented():
    (one,) = score(
        {
            "name": "A",
            "vp_chips": 12,
            "hand": 3,
            "tableau": [{"card": "Old Earth", "good": True}, {"card": "Mining League"}],
        }
    )
    assert (one["name"], one["total"], one["rank"], one["winner"], one["tie_break"]) == ("A", 14, 1, True, "")
    assert [(line["source"], line["vp"]) for line in one["lines"]] == [
        ("VP chips", 12),
        ("Old Earth", 2),
        ("Mining League", 0),
    ]


def test_cards_are_named_by_name_id_tag_or_key():
    names = ["old earth", "D011", "RG:W02", "D02", "  Gem World  "]
    (one,) = score({"tableau": names[:4]})
    assert [line["source"] for line in one["lines"]] == [
        "VP chips",
        "Old Earth",
        "Gem World",
        "Public Works",
        "Colony Ship",
    ]
    assert score({"tableau": [names[4]]})[0]["total"] == 1


def test_what_is_left_out_is_0_or_none():
    (one,) = score({})
    assert (one["name"], one["total"]) == ("Player 1", 0)


def test_a_tie_is_parted_and_told():
    sheet = score({"name": "A", "vp_chips": 2, "hand": 1}, {"name": "B", "vp_chips": 2, "hand": 2})
    assert [(one["rank"], one["winner"]) for one in sheet] == [(2, False), (1, True)]
    assert sheet[0]["tie_break"] == "tied on 2 VP: 1 in cards and goods against B's 2"


def test_every_reason_names_its_card():
    (one,) = score({"vp_chips": 7, "tableau": ["Galactic Renaissance", "Research Labs"]})
    line = next(line for line in one["lines"] if line["source"] == "Galactic Renaissance")
    assert line["why"] == [
        {"label": "Research Labs: named on the card", "value": 3, "tile": "D121"},
        {"label": "1 VP for every three of 7 VP in chips", "value": 2, "tile": "D29"},
    ]


def test_two_players_may_have_a_copy_each():
    assert [one["total"] for one in score({"tableau": ["Public Works"]}, {"tableau": ["Public Works"]})] == [
        1,
        1,
    ]


def test_each_edition_is_scored_with_its_cards():
    names = ["Merchant Guild", {"card": "Gem World", "good": True}]
    changed = ["Black Market Trading World", "Bio-Hazard Mining World", "Imperium Armaments World"]
    player = {"tableau": [*names, *changed]}
    # Merchant Guild: 2 for each of three production worlds, and 1 for a good; then the worlds' own VP.
    assert score(player)[0]["total"] == (2 * 3 + 1) + 1 + (1 + 0 + 2)
    assert score(player, edition="second") == score(player)
    assert score(player, edition="first")[0]["total"] == 2 * 3 + 1 + (2 + 2 + 2)


def test_the_further_start_worlds_are_of_the_second_edition():
    assert score({"tableau": ["Gateway Station"]})[0]["total"] == 1
    with pytest.raises(Illegal, match="no card 'Gateway Station'"):
        score({"tableau": ["Gateway Station"]}, edition="first")


def test_an_own_card_of_the_request():
    card = {"id": "S08", "name": "My World", "cost_or_defense": 2, "vp": 3, "good_kind": "rare"}
    (one,) = score({"tableau": [{"card": "My World", "good": True}]}, cards=[card])
    assert one["total"] == 3


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        ([], "must be a JSON object"),
        ({"game": "new-frontiers", "players": [{}]}, '"race-for-the-galaxy"'),
        ({"players": []}, "1 to 4 players"),
        ({"players": [{}] * 5}, "1 to 4 players"),
        ({"players": {}}, "must be a list"),
        ({"players": [{"gold": 1}]}, "no field 'gold'"),
        ({"players": [{"name": " "}]}, '"name"'),
        ({"players": [{"vp_chips": -1}]}, "whole number"),
        ({"players": [{"hand": True}]}, "whole number"),
        ({"players": [{"tableau": "Old Earth"}]}, "must be a list"),
        ({"players": [{"tableau": [5]}]}, "must be a JSON object"),
        ({"players": [{"tableau": [{}]}]}, "named by a text"),
        ({"players": [{"tableau": ["Old Mars"]}]}, "there is no card 'Old Mars'"),
        ({"players": [{"tableau": [{"card": "Old Earth", "good": 1}]}]}, "true or false"),
        ({"players": [{"tableau": [{"card": "Public Works", "good": True}]}]}, "never has a good"),
        ({"players": [{"tableau": ["Public Works", "D012"]}]}, "has Public Works twice"),
        ({"players": [{"tableau": ["Old Earth"]}, {"tableau": ["Old Earth"]}]}, "lie with others"),
        ({"players": [{}], "edition": "third"}, '"edition"'),
        ({"players": [{}], "edition": ["first"]}, '"edition"'),
        ({"players": [{}], "six_cost": "cards"}, "no field 'six_cost'"),
        ({"players": [{}], "cards": [1]}, '"cards"'),
        ({"players": [{}], "cards": [{"id": "Z9"}]}, "no card 'Z9'"),
    ],
)
def test_a_request_that_is_not_as_it_should_be_is_refused(request_, part):
    with pytest.raises(Illegal) as wrong:
        GAME.untracked.score_request(request_)
    assert part in wrong.value.sentence


def test_two_copies_of_a_card_in_one_tableau_are_asked_about_by_touch_p4():
    book = GAME.untracked.final()
    twice = next(copies for copies in GAME.catalogue.by_key.values() if len(copies) > 1)
    held = dict.fromkeys([copy.id for copy in twice[:2]], "development")
    table = Final((Holding("Ann", held), Holding("Ben")))
    assert f"Ann has {twice[0].name} twice." in book.doubts(table, 0)
    assert book.doubts(table, 1) == ()
    apart = Final(
        (Holding("Ann", {twice[0].id: "development"}), Holding("Ben", {twice[1].id: "development"}))
    )
    assert not any("twice" in doubt for seat in (0, 1) for doubt in book.doubts(apart, seat))
