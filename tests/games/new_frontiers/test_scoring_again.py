"""A second, independent implementation of scoring, written from the rule text alone (p. 10 to 12).

It reads the raw tile files and counts without the game's functions; random tables must score the same both
ways.
"""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import companion.games.new_frontiers as package
from companion.games.new_frontiers.tiles.box_file import catalogue
from companion.games.new_frontiers.untracked.score_request import answer

FOLDER = Path(package.__file__).parent / "tiles/data"


def raw_tiles():
    tiles = {}
    for name in ("worlds", "homes", "developments"):
        for entries in tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")).values():
            tiles |= {entry["id"]: entry for entry in entries}
    return tiles


COLONY_WORDS = {
    "military": lambda t: "defense" in t,
    "non-military": lambda t: "cost" in t,
    "production": lambda t: t.get("good") == "production",
    "windfall": lambda t: t.get("good") == "windfall",
    "gray": lambda t: "kind" not in t,
}


def matches(words, tile, kind):
    """Whether the raw tile matches the words of a condition."""
    is_development = "stack" in tile
    noun = words[-1]
    if (noun == "development" and not is_development) or (noun == "colony" and is_development):
        return False
    for word in words[:-1]:
        if word == "other":
            continue
        if word == "9-cost":
            ok = is_development and tile["cost"] == 9
        elif word.isupper():
            ok = word.capitalize() in tile.get("keywords", ())
        elif word in COLONY_WORDS:
            ok = not is_development and COLONY_WORDS[word](tile)
        else:
            ok = not is_development and kind == word
        if not ok:
            return False
    return True


def by_the_rules(tiles, player, goals, kind_of_any):
    mine = [tiles[c["tile"]] for c in player["colonies"]] + [tiles[d] for d in player["developments"]]
    kinds = [kind_of_any if t.get("kind") == "any" else t.get("kind") for t in mine]
    powers = [line for tile in mine for line in tile.get("powers", ())]
    types = {line.split(":")[0] for line in powers}
    military = sum(int(m[1]) for m in (re.fullmatch(r"Settle: ([+-]\d+) Military", p) for p in powers) if m)
    words = {word for tile in mine for word in tile.get("keywords", ())}
    plain = {
        "Military": max(0, military),
        "3 VP in chips": player["vp_chips"] // 3,
        "good at game end": sum(c["good"] for c in player["colonies"]),
        "colonist on your mat": player["colonists"],
        "$5": player["credits"] // 5,
        "colony kind": len(set(kinds) - {None}),
        "power type": len(types),
        "keyword": len(words),
    }
    vp = player["vp_chips"] + sum(tile.get("vp", 0) for tile in mine)
    for own in mine:
        if "bonus" not in own:
            continue
        line = own["bonus"].removeprefix("VP: ")
        conditions = [c.split(" per ", 1) for c in line.removesuffix(", not this").split("; ")]
        vp += sum(int(n) * plain[x] for n, x in conditions if x in plain)
        for tile, kind in zip(mine, kinds, strict=True):
            if tile is own and line.endswith(", not this"):
                continue
            worth = [0]
            for n, x in conditions:
                if x in plain:
                    continue
                x, _, power = x.partition(" with ")
                has = not power or any(p.startswith(power.split()[0]) for p in tile.get("powers", ()))
                named = x.startswith('"') and tile["name"] == x.strip('"')
                if named or (not x.startswith('"') and has and matches(x.split(), tile, kind)):
                    worth.append(int(n))
            vp += max(worth)
    steps = {
        "Citizen Services": (sum(p.startswith("Consume") for p in powers), (2, 4, 6), (2, 5, 8)),
        "Faction Tolerance": (len(words), (3, 4, 5), (2, 5, 8)),
        "Skilled Workforce": (len(types), (4, 5, 6), (2, 5, 8)),
        "Diversification": (plain["colony kind"], (3, 4), (3, 8)),
        "Stockpile Resources": (player["stockpile"]["goods"], (2, 4, 6), (2, 5, 8)),
        "Exploration": (player["stockpile"]["worlds"], (1, 2, 4), (2, 5, 8)),
        "Conscription": (player["colonists"], (3, 5, 7), (2, 5, 8)),
    }
    for goal in goals:
        number, fewest, worth = steps[goal]
        vp += max([v for n, v in zip(fewest, worth, strict=True) if number >= n], default=0)
    return vp


def random_table(rng, tiles):
    worlds = rng.sample([id for id in tiles if id[0] == "W" and id != "W10"], 59)
    worlds.insert(rng.randrange(30), "W10")
    large = rng.sample([id for id in tiles if id[0] == "D" and tiles[id]["cost"] == 9], 10)
    small = [id for id in tiles if id[0] == "D" and tiles[id]["cost"] < 9]
    players = []
    for mat in rng.sample(range(1, 9), rng.randint(2, 5)):
        own = [f"H{mat}{rng.choice('AB')}"] + [worlds.pop(0) for _ in range(rng.randint(3, 8))]
        colonies = [{"tile": id, "good": "kind" in tiles[id] and rng.random() < 0.4} for id in own]
        developments = [large.pop() for _ in range(rng.randint(0, 2))] + rng.sample(small, rng.randint(0, 6))
        stockpile = {name: rng.randint(0, 7) for name in ("goods", "credits", "worlds")}
        numbers = {name: rng.randint(0, 12) for name in ("vp_chips", "credits", "colonists")}
        players.append(
            {"name": f"Mat {mat}", "colonies": colonies, "developments": developments, "stockpile": stockpile}
            | numbers
        )
    return players


GOAL_NAMES = (
    "Citizen Services",
    "Faction Tolerance",
    "Skilled Workforce",
    "Diversification",
    "Stockpile Resources",
    "Exploration",
    "Conscription",
)


def test_two_hundred_random_tables_score_as_the_rules_read():
    rng = random.Random(1018)
    tiles = raw_tiles()
    bonuses_seen = set()
    for _ in range(200):
        players = random_table(rng, tiles)
        goals = rng.sample(GOAL_NAMES, rng.randint(0, 7))
        result = answer(catalogue(), {"game": "new-frontiers", "players": players, "goals": goals})["players"]
        expected = []
        for player, found in zip(players, result, strict=True):
            vp = max(
                by_the_rules(tiles, player, goals, kind) for kind in ("Novelty", "Rare", "Genes", "Alien")
            )
            wealth = player["credits"] + sum(colony["good"] for colony in player["colonies"])
            expected.append((vp, wealth))
            assert found["total"] == vp, (player, goals, found)
            assert sum(line["vp"] for line in found["lines"]) == vp
            for line in found["lines"]:
                assert sum(term["value"] for term in line["why"]) == line["vp"]
            bonuses_seen |= {line["source"] for line in found["lines"] if line["source"].endswith('"?"')}
        assert [p["winner"] for p in result] == [pair == max(expected) for pair in expected]
        assert [p["rank"] for p in result] == [1 + sum(o > pair for o in expected) for pair in expected]
    assert len(bonuses_seen) == 16 + 4
