"""A second, independent scoring from `cards.json`, compared with the game's on random final tables."""

from __future__ import annotations

import json
from importlib.resources import files
from random import Random

import pytest

from tests.games.race_for_the_galaxy.build import GAME

ENTRIES = {
    entry["name"]: entry
    for entry in json.loads(
        files("companion.games.race_for_the_galaxy.cards").joinpath("cards.json").read_text(encoding="utf-8")
    )
}
TRADE = ("trade_any", "trade_this", "trade_novelty", "trade_rare", "trade_gene", "trade_alien")


def flags(card) -> list[str]:
    return card.get("flags", [])


def has(card, phase: int, trade: bool | None = None) -> bool:
    """Whether the card has a power of the phase; in Consume only Trade powers, or only others."""
    for power in card["powers"]:
        if power["phase"] == phase:
            is_trade = power["code"][0] in TRADE
            if trade is None or trade == is_trade:
                return True
    return False


def counts(card, per: str) -> bool:
    world = card["type"] == "world"
    kind = card.get("good_kind")
    if per.endswith("_production"):
        return world and kind == per[: -len("_production")] and "windfall" not in flags(card)
    if per.endswith("_windfall"):
        return world and kind == per[: -len("_windfall")] and "windfall" in flags(card)
    if per == "rebel_military":
        return "rebel" in flags(card) and "military" in flags(card)
    if per == "military":
        return "military" in flags(card)
    if per == "alien_flag":
        return "alien" in flags(card)
    if per == "six_devel":
        return not world and card["cost_or_defense"] == 6
    if per in ("devel", "world"):
        return world == (per == "world")
    side, what = per.split("_")
    if world != (side == "world"):
        return False
    if what == "explore":
        return has(card, 1)
    return has(card, 4, trade=what == "trade")


def military(tableau) -> int:
    return sum(
        power["value"]
        for card in tableau
        for power in card["powers"]
        if power["phase"] == 3 and power["code"] == ["extra_military"]
    )


def vp(tableau, chips: int, goods: int) -> int:
    """All VP of a player."""
    total = chips
    for own in tableau:
        total += own["vp"]
        if "bonuses" not in own:
            continue
        for card in tableau:
            best = 0
            for bonus in own["bonuses"]:
                if bonus["per"] == "name":
                    fits = card["name"] == bonus["name"]
                elif bonus["per"] in ("three_vp", "total_military", "good"):
                    fits = False
                else:
                    fits = counts(card, bonus["per"])
                best = max(best, bonus["vp"] if fits else 0)
            total += best
        for bonus in own["bonuses"]:
            if bonus["per"] == "three_vp":
                total += bonus["vp"] * (chips // 3)
            elif bonus["per"] == "total_military":
                total += bonus["vp"] * military(tableau)
            elif bonus["per"] == "good":
                total += bonus["vp"] * goods
    return total


def random_table(rng: Random):
    """Final tableaus of 2 to 4 players, with as many cards as a game has, no card twice."""
    deck = [name for name, entry in ENTRIES.items() for _copy in range(entry["copies"])]
    rng.shuffle(deck)
    six = [name for name, entry in ENTRIES.items() if "bonuses" in entry]
    players = []
    for number in range(rng.randint(2, 4)):
        names: list[str] = []
        wanted = rng.randint(1, 14)
        for name in (*rng.sample(six, rng.randint(0, 3)), *deck):
            if len(names) < wanted and name in deck and name not in names:
                deck.remove(name)
                names.append(name)
        tableau = [
            {"card": name, "good": bool(ENTRIES[name].get("good_kind")) and rng.random() < 0.5}
            for name in names
        ]
        players.append(
            {
                "name": f"P{number}",
                "vp_chips": rng.randint(0, 40),
                "hand": rng.randint(0, 10),
                "tableau": tableau,
            }
        )
    return players


@pytest.mark.parametrize("part", range(10))
def test_two_scorings_agree_on_a_thousand_final_tables(part):
    rng = Random(f"tables {part}")
    for _ in range(100):
        players = random_table(rng)
        sheet = GAME.untracked.score_request({"game": "race-for-the-galaxy", "players": players})["players"]
        ranks = []
        for given, scored in zip(players, sheet, strict=True):
            goods = sum(held["good"] for held in given["tableau"])
            expected = vp([ENTRIES[held["card"]] for held in given["tableau"]], given["vp_chips"], goods)
            assert scored["total"] == expected == sum(line["vp"] for line in scored["lines"])
            for line in scored["lines"]:
                assert line["vp"] == sum(term["value"] for term in line["why"])
            wealth = given["hand"] + goods
            ranks.append((expected, wealth))
        assert [one["winner"] for one in sheet] == [rank == max(ranks) for rank in ranks]
        assert [one["rank"] for one in sheet] == [1 + sum(o > rank for o in ranks) for rank in ranks]
