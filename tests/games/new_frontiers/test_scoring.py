"""Tests of the score: rulebook examples, everything that a bonus counts, goals, ties, the sheet's lines."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path

import pytest

import companion.games.new_frontiers as package
from companion.games.contract import Setup
from companion.games.new_frontiers.rules.scoring import BONUSES, score, sheet, standing
from companion.games.new_frontiers.rules.state import Colony, Empire, State, Stockpile, Supply
from companion.games.new_frontiers.tiles.box_file import catalogue, read_tile
from companion.games.new_frontiers.untracked.score_request import answer


def world(id, **fields):
    return {"type": "world", "id": id, "name": id, "cost": 1, **fields}


def bonus(line, **fields):
    return {"type": "development", "id": "own", "name": "Own", "cost": 9, "bonus": line, **fields}


def points(line, worlds=(), developments=(), of="Own", **player):
    """The points that the bonus `line` of the tile `of` gives its owner, and the terms they come from."""
    tiles = [bonus(line), *worlds, *developments]
    request = {
        "players": [
            {
                "name": "Blue",
                "colonies": [{"tile": w["id"], "good": w["id"] in player.get("goods", ())} for w in worlds],
                "developments": ["own", *(d["id"] for d in developments)],
                **{name: value for name, value in player.items() if name != "goods"},
            }
        ],
        "tiles": tiles,
    }
    (line,) = [x for x in answer(catalogue(), request)["players"][0]["lines"] if x["source"] == f'{of} "?"']
    return line["vp"], {term["tile"]: term["value"] for term in line["why"]}


GENES = world("g", kind="Genes", good="windfall")
GENES_MILITARY = world("gm", kind="Genes", good="windfall", defense=3, cost=None)
MILITARY = world("m", defense=2, cost=None, keywords=["Rebel"])
RARE = world("r", kind="Rare", good="production", powers=["Trade: +1"])
SMALL = {"type": "development", "id": "s", "name": "Small", "cost": 2, "powers": ["Explore: draw 1 world"]}


def test_genes_and_other_military_colonies_p10():
    """2 VP for each Genes colony, 1 for each other military one; its own tile scores nothing."""
    line = "VP: 2 per Genes colony; 1 per other military colony"
    assert points(line, [GENES, GENES_MILITARY, MILITARY, RARE]) == (5, {"g": 2, "gm": 2, "m": 1})


def test_a_tile_scores_for_the_best_of_its_conditions_p10():
    line = "VP: 1 per military colony; 3 per REBEL colony; 2 per tile"
    assert points(line, [MILITARY, RARE]) == (7, {"own": 2, "m": 3, "r": 2})


def test_a_bonus_that_leaves_its_own_tile_out():
    assert points("VP: 2 per development", developments=[SMALL])[0] == 4
    assert points("VP: 2 per development, not this", developments=[SMALL]) == (2, {"s": 2})


WITH_KEYWORDS = world(
    "k", cost=2, keywords=["Alien", "Uplift"], powers=["Settle: +2 Military", "Consume: 1 good -> $1"]
)


BONUS_CASES = [
    ("VP: 1 per colony", 5),
    ("VP: 1 per development", 2),
    ("VP: 3 per 9-cost development", 3),
    ("VP: 1 per tile", 7),
    ("VP: 1 per military colony", 2),
    ("VP: 1 per non-military colony", 3),
    ("VP: 1 per production colony", 1),
    ("VP: 1 per windfall world", 2),
    ("VP: 1 per gray colony", 2),
    ("VP: 1 per Rare tile", 1),
    ("VP: 2 per UPLIFT tile", 2),
    ("VP: 2 per ALIEN tile", 2),
    ("VP: 2 per Alien tile", 0),
    ("VP: 1 per tile with Explore power", 1),
    ("VP: 1 per tile with Trade power", 1),
    ('VP: 4 per "small"', 4),
    ('VP: 4 per "Galactic Salon"', 0),
    ("VP: 1 per Military", 2),
    ("VP: 1 per 3 VP in chips", 3),
    ("VP: 2 per good at game end", 4),
    ("VP: 1 per colonist on your mat", 4),
    ("VP: 1 per $5", 2),
    ("VP: 1 per colony kind", 2),
    ("VP: 1 per power type", 4),
    ("VP: 1 per keyword", 3),
    ("VP: 1 per colony; 1 per Military; 2 per 9-cost development", 9),
    ("VP: something the language does not know", 0),
]
ALL_TILES = [GENES, GENES_MILITARY, MILITARY, RARE, WITH_KEYWORDS]
WEALTH = {"vp_chips": 11, "credits": 12, "colonists": 4, "goods": ("g", "r")}


@pytest.mark.parametrize(("line", "vp"), BONUS_CASES)
def test_everything_that_a_bonus_counts(line, vp):
    assert points(line, ALL_TILES, [SMALL], **WEALTH)[0] == vp


@pytest.mark.parametrize(("line", "vp"), BONUS_CASES)
def test_two_bonuses_of_a_form_score_the_same_each(line, vp):
    """What scores for one scores for the other too, compared with a plain tile in its place."""
    large = {**bonus(line), "id": "large", "name": "Large"}
    plain = {key: value for key, value in large.items() if key != "bonus"}
    alone = points(line, ALL_TILES, [SMALL, plain], **WEALTH)[0]
    assert alone >= vp
    assert points(line, ALL_TILES, [SMALL, large], **WEALTH)[0] == alone
    assert points(line, ALL_TILES, [SMALL, large], of="Large", **WEALTH)[0] == alone


def test_specialized_and_temporary_military_do_not_count():
    powers = ["Settle: +3 Military vs REBEL", "Settle: spend 1 good for +2 Military", "Settle: +1 Military"]
    assert points("VP: 1 per Military", [world("a", powers=powers)])[0] == 1
    assert points("VP: 1 per Military", [world("a", powers=["Settle: -2 Military"])])[0] == 0


# --- the Alien Oort Cloud Factory -----------------------------------------------------------------------

OORT = world("oort", kind="any", good="production")


def total(worlds, developments=(), goals=(), **player):
    players = [
        {
            "name": "Blue",
            "colonies": [{"tile": w["id"]} for w in worlds],
            "developments": [d["id"] for d in developments],
            **player,
        }
    ]
    request = {"players": players, "goals": list(goals), "tiles": [*worlds, *developments]}
    return answer(catalogue(), request)["players"][0]["total"]


def test_the_oort_owner_chooses_the_kind_that_scores_most_p10():
    assert points("VP: 3 per Rare colony; 2 per Genes colony", [OORT]) == (3, {"oort": 3})
    assert points("VP: 1 per gray colony", [OORT]) == (0, {"own": 0})


def test_the_kind_is_chosen_over_all_bonuses_and_goals_together():
    rare = bonus("VP: 3 per Rare colony", id="b1")
    genes = [bonus("VP: 2 per Genes colony", id="b2"), bonus("VP: 2 per Genes tile", id="b3")]
    assert total([OORT], [rare, *genes]) == 4
    others = [world(kind, kind=kind) for kind in ("Novelty", "Rare", "Alien")]
    assert total([OORT, *others], [rare], ["Diversification"]) == 3 + 8
    assert total([OORT, *others], [rare], []) == 6


# --- goals ----------------------------------------------------------------------------------------------


def goal_vp(goal, worlds=(), developments=(), **player):
    return total(worlds, developments, [goal], **player) - sum(w.get("vp", 0) for w in worlds)


def test_four_of_six_power_types_give_two_vp_p11():
    lines = ["Explore: draw 1 world", "Develop: -1 cost", "Settle: -1 cost", "Trade: +1"]
    worlds = [world("a", powers=[*lines[:2], "Explore: gain $1"]), world("b", powers=lines[2:])]
    assert goal_vp("Skilled Workforce", worlds) == 2
    assert goal_vp("Skilled Workforce", [world("a", powers=lines[:3])]) == 0
    assert (
        goal_vp("Skilled Workforce", [world("a", powers=[*lines, "Produce: gain $1", "Consume: 1 VP"])]) == 8
    )


def test_six_unused_colonists_give_five_vp_p11():
    assert [goal_vp("Conscription", colonists=n) for n in (0, 2, 3, 4, 5, 6, 7, 9)] == [
        0,
        0,
        2,
        2,
        5,
        5,
        8,
        8,
    ]


def test_the_other_goals_p12():
    consume = world("c", powers=["Consume: 1 good -> $1", "Consume: may 1 good -> $2"])
    assert goal_vp("Citizen Services", [consume]) == 2
    assert goal_vp("Citizen Services", [world("c", powers=["Consume: 1 VP"])]) == 0
    words = ["Alien", "Imperium", "Rebel", "Terraforming", "Uplift"]
    assert [goal_vp("Faction Tolerance", [world("a", keywords=words[:n])]) for n in range(6)] == [
        0,
        0,
        0,
        2,
        5,
        8,
    ]
    kinds = [world(k, kind=k) for k in ("Novelty", "Rare", "Genes", "Alien")]
    assert [goal_vp("Diversification", [*kinds[:n], world("gray")]) for n in (2, 3, 4)] == [0, 3, 8]
    assert [goal_vp("Stockpile Resources", stockpile={"goods": n}) for n in (1, 2, 4, 6)] == [0, 2, 5, 8]
    assert [goal_vp("Exploration", stockpile={"worlds": n}) for n in (0, 1, 2, 3, 4)] == [0, 2, 5, 5, 8]
    taxed = [goal_vp("Tax on Trade", stockpile={"credits": n}) for n in (0, 99)]
    assert taxed == [0, 8]


def test_trade_league_counts_for_both_its_powers_p11():
    league = next(d for d in catalogue().developments.values() if d.name == "Trade League")
    assert {power.type for power in league.powers} == {"Trade", "Consume"}
    assert next(power for power in league.powers if power.type == "Consume").may
    request = {"players": [{"name": "Blue", "colonies": [{"tile": "c"}], "developments": [league.id]}]}
    for goal, powers, vp in (
        ("Citizen Services", ["Consume: 1 VP"], 2),
        ("Citizen Services", [], 0),
        ("Skilled Workforce", ["Explore: gain $1", "Settle: -1 cost"], 2),
        ("Skilled Workforce", ["Explore: gain $1"], 0),
    ):
        scored = answer(catalogue(), request | {"goals": [goal], "tiles": [world("c", powers=powers)]})
        lines = scored["players"][0]["lines"]
        assert [line["vp"] for line in lines if line["source"] == goal] == [vp]


# --- ties and the sheet ---------------------------------------------------------------------------------


def empire(name, chips=0, **fields):
    return Empire(name, name.lower(), chips=chips, **fields)


def test_credits_and_goods_part_a_tie_but_not_those_stockpiled_p10():
    blue = empire("Blue", 10, credits=3, colonies=(Colony("W02", 1, "Novelty"),))
    green = empire("Green", 11, credits=3, stockpile=Stockpile(("Rare", "Rare"), 5))
    red = empire("Red", 9, credits=50)
    first, second, third = sheet(catalogue(), (blue, green, red), ()).players
    assert [p.total for p in (first, second, third)] == [11, 11, 9]
    assert [p.rank for p in (first, second, third)] == [1, 2, 3]
    assert [p.winner for p in (first, second, third)] == [True, False, False]
    assert "Green's 3" in first.tie_break
    assert "4 in credits and goods" in first.tie_break
    assert third.tie_break == ""


def test_who_is_still_tied_wins_jointly_p10():
    players = sheet(catalogue(), (empire("Blue", 9), empire("Green", 9), empire("Red", 8)), ()).players
    assert [(p.rank, p.winner) for p in players] == [(1, True), (1, True), (3, False)]
    assert "share" in players[0].tie_break


def game(over, **fields):
    blue = empire("Blue", goals=("G8",), colonists=7)
    green = empire("Green", hidden_goal="G4", explored=("W50",), **fields)
    supply = Supply(24, 24, (19, 17, 13, 11), ())
    return State(catalogue(), Setup(()), (blue, green), supply, (), (), (), over=over)


def test_at_the_end_every_goal_in_play_scores_for_all_p11():
    kinds = tuple(Colony(id, 1) for id in ("W01", "W04", "W07", "W25"))
    state = game(True, colonies=kinds)
    blue, green = score(state).players
    assert [player.lines[-1].source for player in (blue, green)] == ["Goals", "Goals"]
    goals = [{t.label.split(":")[0]: t.value for t in p.lines[-1].why.terms} for p in (blue, green)]
    assert goals == [{"Conscription": 8, "Diversification": 0}, {"Conscription": 0, "Diversification": 8}]
    assert score(state).final


def test_the_standing_keeps_a_face_down_goal_secret():
    for sheet_now in (score(game(False)), standing(game(False))):
        assert not sheet_now.final
        for player in sheet_now.players:
            goals = {term.label.split(":")[0] for line in player.lines for term in line.why.terms}
            assert "Conscription" in goals
            assert "Diversification" not in goals


def test_explored_worlds_do_not_score_p10():
    assert score(game(True)).players[1].total == 0


# --- the sheet's lines ---


def test_every_kind_of_an_any_world_is_tried_exactly():
    """With several of them (as only a request may have) still the best of all combinations."""
    several = [world(f"o{n}", kind="any") for n in range(3)]
    owner = bonus("VP: 2 per Rare colony; 3 per colony kind")
    best = max(
        2 * kinds.count("Rare") + 3 * len(set(kinds))
        for kinds in product(("Rare", "Genes", "Novelty"), repeat=3)
    )
    assert total(several, [owner]) == best


def test_lines_of_a_sheet_name_their_bonus():
    blue = empire("Blue", developments=("D33",), colonies=(Colony("W18", 1),))
    (line,) = [x for x in sheet(catalogue(), (blue,), ()).players[0].lines if x.source == BONUSES]
    assert (line.why.label, line.vp) == ("Pan-Galactic League", 2)


def test_the_sheet_of_a_game_has_one_line_a_source():
    """A page shows one row for each; the terms still name the bonus and the tile."""
    before = game(True, developments=("D33", "D31", "D03"), colonies=(Colony("W18", 1),))
    green = score(before).players[1]
    sources = [line.source for line in green.lines]
    assert sources == ["VP chips", "Colonies", "Developments", BONUSES, "Goals"]
    assert [term.tile for term in green.lines[1].why.terms] == ["W18"]
    assert [term.tile for term in green.lines[2].why.terms] == ["D03"], (
        "a tile whose VP are a bonus has none here"
    )
    bonuses = green.lines[3].why.terms
    assert [(term.label.split(":")[0], term.tile, term.value) for term in bonuses] == [
        ("Pan-Galactic League", "W18", 2),
        ("Alien Tech Institute", "D31", 2),
    ]
    assert green.total == 1 + 1 + 2 + 2


def test_a_tile_of_the_catalogue_reads_the_same_as_one_of_a_request():
    worlds = tomllib.loads((Path(package.__file__).parent / "tiles/data/worlds.toml").read_text("utf-8"))[
        "world"
    ]
    raw = worlds[6] | {"type": "world"}
    assert read_tile(raw, "tile 1") == catalogue()["W07"]
