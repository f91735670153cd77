"""Tests that the shipped tiles have the rulebook's printed counts, and that differences are reported."""

from __future__ import annotations

from dataclasses import replace

from companion.games.new_frontiers.tiles.box_check import check
from companion.games.new_frontiers.tiles.box_file import catalogue, with_box


def test_the_shipped_tiles_hold_every_printed_count_p10():
    report = check(catalogue())
    assert [count.line() for count in report.counts if not count.ok] == []
    assert report.problems == ()
    assert report.manual == ()
    assert report.ok


def test_about_the_worlds_counted_by_hand_p10():
    """The printed table, typed again from the rulebook and counted without the code of the check."""
    worlds = catalogue().worlds.values()
    military = [w for w in worlds if w.defense is not None]
    peaceful = [w for w in worlds if w.defense is None]
    assert [sum(w.defense == n for w in military) for n in range(1, 10)] == [5, 6, 3, 3, 2, 2, 1, 2, 2]
    assert [sum(w.cost == n for w in peaceful) for n in range(8)] == [1, 3, 12, 5, 4, 6, 2, 1]
    rows = []
    for some in (military, peaceful):
        colonists = [sum(w.colonists == n for w in some) for n in (1, 2)]
        goods = [sum(w.good == good for w in some) for good in ("windfall", "production", None)]
        kinds = [sum(w.kind == kind for w in some) for kind in ("Novelty", "Rare", "Genes", "Alien", "any")]
        words = [sum(word in w.keywords for w in some) for word in ("Imperium", "Rebel", "Uplift")]
        vp = [w.vp for w in some if w.bonus is None]
        rows.append((colonists, goods, kinds, words, min(vp), max(vp)))
    assert rows == [
        ([18, 8], [12, 6, 8], [3, 4, 6, 5, 0], [3, 11, 6], 0, 9),
        ([21, 13], [11, 20, 3], [12, 9, 5, 4, 1], [4, 0, 5], 0, 6),
    ]
    counted = [sorted(w.bonus.pairs[0][1].keyword for w in some if w.bonus) for some in (military, peaceful)]
    assert counted == [["Rebel", "Uplift"], ["Imperium", "Uplift"]]
    assert [w.name for w in worlds if w.kind == "any"] == ["Alien Oort Cloud Factory"]
    assert [w.military for w in worlds if w.kind is None and "Alien" in w.keywords] == [False]
    assert len([w for w in worlds if {"Rebel", "Uplift"} <= set(w.keywords)]) == 1


def test_a_twelfth_rebel_cannot_be():
    tiles = catalogue()
    rebels = [w for w in tiles.worlds.values() if w.military][:12]
    rebels = [replace(w, keywords=("Rebel",), source="owner", assumed=()) for w in rebels]
    report = check(tiles.with_tiles(rebels))
    assert not report.ok
    assert any(c.impossible and "Rebel keyword" in c.label and c.sure == 12 for c in report.counts)
    assert any(line.startswith("cannot be") and "Rebel" in line for line in report.lines())


def test_a_stand_in_that_no_longer_fits_is_only_too_many():
    tiles = catalogue()
    plain = next(w for w in tiles.worlds.values() if w.military and not w.keywords)
    report = check(tiles.with_tiles([replace(plain, keywords=("Rebel",), source="owner", assumed=())]))
    wrong = [count for count in report.counts if not count.ok]
    assert [(c.label, c.found, c.sure, c.impossible) for c in wrong] == [
        ("military worlds with the Rebel keyword", 12, 1, False)
    ]
    assert "too many" in wrong[0].line()


def test_what_else_cannot_be():
    tiles = catalogue()
    strong = replace(tiles.world("W01"), vp=7)
    report = check(tiles.with_tiles([strong]))
    assert any("7 VP" in problem for problem in report.problems)
    same_side = [replace(home, side="A") for home in tiles.homes.values()]
    assert any(
        "mat 3" in problem and "side B" in problem for problem in check(tiles.with_tiles(same_side)).problems
    )
    all_genes = [replace(home, kind="Genes") for home in tiles.homes.values()]
    assert any(
        "Genes" in problem and "cubes" in problem for problem in check(tiles.with_tiles(all_genes)).problems
    )


def test_progress_and_manual_lines_are_told():
    text = """
    [[world]]
    id = "W44"
    name = "Seen"
    defense = 2
    vp = 1
    kind = "Rare"
    good = "production"
    keywords = ["Rebel"]
    powers = ["Trade: twice the price on this"]
    """
    before, after = check(catalogue()), check(with_box(catalogue(), text)[0])
    assert before.progress[0] == "confirmed worlds: 1 of 60"
    assert after.progress[0] == "confirmed worlds: 2 of 60"
    assert after.manual == ("manual: Seen (W44): Trade: twice the price on this",)
    assert after.ok
