"""Tests of score requests: the format of their JSON, and every kind of error in one."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path

import pytest

from companion.games.contract import Illegal
from companion.games.new_frontiers.rules import rulebook_pages
from companion.games.new_frontiers.tiles.box_file import catalogue
from companion.games.new_frontiers.untracked.score_request import answer
from tests.default_run import many


def request(**player):
    blue = {
        "name": "Blue",
        "vp_chips": 9,
        "credits": 4,
        "colonists": 2,
        "colonies": [{"tile": "W07", "good": True}, {"tile": "H1A", "good": False}],
        "developments": ["D03"],
        "stockpile": {"goods": 2, "credits": 0, "worlds": 1},
    }
    green = {"name": "Green", "vp_chips": 3}
    return {
        "game": "new-frontiers",
        "players": [blue | player, green],
        "goals": ["Citizen Services", "Exploration"],
        "tiles": [],
    }


def test_the_contract_of_request_and_sheet():
    sheet = answer(catalogue(), request())
    assert list(sheet) == ["players"]
    blue, green = sheet["players"]
    assert list(blue) == ["name", "total", "rank", "winner", "tie_break", "lines"]
    assert (blue["name"], blue["total"], blue["rank"], blue["winner"]) == ("Blue", 15, 1, True)
    assert (green["total"], green["rank"], green["winner"], green["tie_break"]) == (3, 2, False, "")
    assert {line["source"]: line["vp"] for line in blue["lines"]} == {
        "VP chips": 9,
        "Comet Zone": 2,
        "Old Earth": 1,
        "Contact Specialist": 1,
        "Citizen Services": 0,
        "Exploration": 2,
    }
    for line in blue["lines"]:
        assert list(line) == ["source", "vp", "why"]
        assert sum(term["value"] for term in line["why"]) == line["vp"]
    assert json.loads(json.dumps(sheet)) == sheet


def test_a_requests_own_tiles_add_and_replace():
    tiles = [
        {"type": "world", "id": "W07", "name": "Mine", "cost": 1, "vp": 6},
        {"type": "world", "id": "my moon", "defense": 2, "vp": 1, "bonus": "VP: 1 per military colony"},
        {"type": "development", "id": "tower", "name": "Tower", "cost": 9, "vp": 0, "bonus": None},
        {"type": "home", "id": "home", "name": "Home", "cost": 0, "vp": 1},
    ]
    wanted = request(
        colonies=[{"tile": "W07"}, {"tile": "my moon"}, {"tile": "home"}], developments=["tower"]
    )
    lines = answer(catalogue(), wanted | {"tiles": tiles})["players"][0]["lines"]
    assert {line["source"]: line["vp"] for line in lines} == {
        "VP chips": 9,
        "Mine": 6,
        "my moon": 1,
        'my moon "?"': 1,
        "Tower": 0,
        "Home": 1,
        "Citizen Services": 0,
        "Exploration": 2,
    }
    assert catalogue().world("W07").name == "Comet Zone"


def test_tiles_may_be_named_as_their_tags_say():
    tags = request(colonies=[{"tile": "NF:W07B"}, {"tile": "h1a"}], developments=["D03A"])
    assert answer(catalogue(), tags) == answer(catalogue(), request())


def test_goals_go_by_name_or_id_in_any_case():
    named = answer(catalogue(), request() | {"goals": ["G1", "  exploration"]})
    assert named == answer(catalogue(), request())


def test_the_example_of_its_page_is_answered():
    page = (Path(__file__).parents[3] / "docs" / "score-request.md").read_text(encoding="utf-8")
    example = json.loads(page.split("```json")[1].split("```")[0])
    blue, green = answer(catalogue(), example)["players"]
    assert (blue["total"], green["total"]) == (11 + 1 + 1 + 2 + 4 + 2, 14)
    assert {line["source"]: line["vp"] for line in blue["lines"]}['My moon "?"'] == 4


SONGS_TILE = {"type": "development", "id": "odd", "name": "Odd", "cost": 9, "bonus": "VP: 1 per song"}


def test_what_people_counted_for_a_bonus_of_their_own_is_given_by_hand():
    wanted = request(developments=["odd"], manual_vp={"odd": 5}) | {"tiles": [SONGS_TILE]}
    blue = answer(catalogue(), wanted)["players"][0]
    (line,) = (line for line in blue["lines"] if line["source"] == 'Odd "?"')
    assert line["vp"] == 5
    assert line["why"] == [{"label": "given by hand: VP: 1 per song", "value": 5, "tile": "odd"}]
    without = answer(catalogue(), request(developments=["odd"]) | {"tiles": [SONGS_TILE]})["players"][0]
    assert without["total"] == blue["total"] - 5


def test_little_is_needed():
    assert answer(catalogue(), {"players": [{}]})["players"][0]["total"] == 0


def with_tiles(*tiles):
    return request() | {"tiles": list(tiles)}


LARGE_DEVELOPMENT = {"developments": ["D33"]}
WRONG_REQUESTS = [
    (None, "JSON object"),
    ([], "JSON object"),
    ("text", "JSON object"),
    ({}, '"players"'),
    (request() | {"game": "chess"}, '"game"'),
    (request() | {"players": {}}, "'players'"),
    (request() | {"players": []}, '"players"'),
    (request() | {"players": [{}] * 6}, '"players"'),
    (request() | {"players": [3]}, "Player 1"),
    (request() | {"plyers": []}, "'plyers'"),
    (request() | {"goals": "Exploration"}, "'goals'"),
    (request() | {"goals": ["Explorers"]}, "no goal 'Explorers'"),
    (request() | {"goals": [None]}, "no goal None"),
    (request() | {"goals": ["Exploration", "G6"]}, "Exploration is given twice"),
    (request(name=""), '"name"'),
    (request(name=7), '"name"'),
    (request(vp_chips=-1), "'vp_chips'"),
    (request(vp_chips=True), "'vp_chips'"),
    (request(credits=2.5), "'credits'"),
    (request(credits="4"), "'credits'"),
    (request(colonists=10**9), "'colonists'"),
    (request(vp=4), "'vp'"),
    (request(manual_vp=4), "manual_vp"),
    (request(manual_vp={"W99": 4}), "no tile 'W99'"),
    (request(manual_vp={"W01": 4}), 'that "manual_vp" could count for'),
    (request(manual_vp={"W07": 4}), 'no "?" that takes counting by hand'),
    (request(**LARGE_DEVELOPMENT, manual_vp={"D33": 4}), 'no "?" that takes counting by hand'),
    (request(developments=["odd"], manual_vp={"odd": -1}) | {"tiles": [SONGS_TILE]}, "'odd'"),
    (request(developments=["odd"], manual_vp={"odd": 1, "ODD": 1}) | {"tiles": [SONGS_TILE]}, "'ODD'"),
    (request(colonies="W07"), "'colonies'"),
    (request(colonies=["W07"]), "a colony must be a JSON object"),
    (request(colonies=[{}]), "named by a text"),
    (request(colonies=[{"tile": "W99"}]), "no tile 'W99'"),
    (request(colonies=[{"tile": ["W07"]}]), "named by a text"),
    (request(colonies=[{"tile": "D03"}]), "is no world"),
    (request(colonies=[{"tile": "W07", "good": 1}]), "'good'"),
    (request(colonies=[{"tile": "W07", "goods": True}]), "'goods'"),
    (request(colonies=[{"tile": "W05", "good": True}]), "gray"),
    (request(colonies=[{"tile": "W07"}, {"tile": "W07B"}]), "already lies with Player 1 (Blue)"),
    (request(colonies=[{"tile": "W01"}] * 1000), "200"),
    (request(developments=["W07"]), "no development"),
    (request(developments=["D03", "D03"]), "twice"),
    (request(developments=[3]), "named by a text"),
    (request(stockpile=[]), "stockpile"),
    (request(stockpile={"goods": False}), "'goods'"),
    (request(stockpile={"vp": 1}), "'vp'"),
    (request() | {"players": [LARGE_DEVELOPMENT, LARGE_DEVELOPMENT]}, "already lies with"),
    (with_tiles(3), "Tile 1"),
    (with_tiles({"type": "world"}), "'id'"),
    (with_tiles({"type": "moon", "id": "x"}), '"type"'),
    (with_tiles({"type": "world", "id": "x", "cost": True}), "'cost'"),
    (with_tiles({"type": "world", "id": "x", "size": 3}), "'size'"),
    (with_tiles({"type": "world", "id": "x"}, {"type": "world", "id": "x"}), "twice"),
    (
        {
            "players": [{"colonies": [{"tile": f"o{n}"} for n in range(4)]}],
            "tiles": [{"type": "world", "id": f"o{n}", "kind": "any"} for n in range(4)],
        },
        "worlds of any kind",
    ),
]


@pytest.mark.parametrize(
    ("wrong", "says"), WRONG_REQUESTS, ids=[f"{n}-{says}" for n, (_, says) in enumerate(WRONG_REQUESTS)]
)
def test_a_wrong_request_is_refused_in_one_clear_sentence(wrong, says):
    with pytest.raises(Illegal) as refused:
        answer(catalogue(), wrong)
    sentence = refused.value.sentence
    assert says in sentence
    assert "\n" not in sentence
    assert len(sentence) < 300


ODD_VALUES = (
    None,
    True,
    -1,
    0,
    3,
    1.5,
    1e400,
    "",
    "W07",
    "D33",
    "\0",
    [],
    {},
    [[]],
    {"tile": "W01"},
    "x" * 5000,
)


def _paths(value, path=()):
    """The path of every value inside a JSON value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _paths(item, (*path, key))


@pytest.mark.parametrize("number", [2000, pytest.param(many(20_000), marks=pytest.mark.slow)])
def test_mutated_requests_are_answered_or_refused_but_never_crash(number):
    rng = random.Random(number)
    moon = {
        "type": "world",
        "id": "moon",
        "cost": 1,
        "vp": 1,
        "powers": ["Trade: +1"],
        "keywords": ["Uplift"],
    }
    text = json.dumps(with_tiles(moon))
    refused = 0
    for _ in range(number):
        broken = json.loads(text)
        for _ in range(rng.randint(1, 3)):
            *path, last = rng.choice([place for place in _paths(broken) if place])
            target = broken
            for key in path:
                target = target[key]
            if rng.random() < 0.2:
                del target[last]
            else:
                target[last] = copy.deepcopy(rng.choice(ODD_VALUES))  # keeps ODD_VALUES as they are
        try:
            sheet = answer(catalogue(), broken)
        except Illegal:
            refused += 1
            continue
        for player in sheet["players"]:
            assert player["total"] == sum(line["vp"] for line in player["lines"])
    assert number // 2 < refused < number


def test_refusals_name_the_chapters_page_p5_p7():
    for wrong, page in (
        (request(colonies=[{"tile": "W05", "good": True}]), rulebook_pages.PRODUCE),
        (request(developments=["D03", "D03"]), rulebook_pages.DEVELOP),
    ):
        with pytest.raises(Illegal) as refusal:
            answer(catalogue(), wrong)
        assert refusal.value.page == page
