"""Tests of finished tables that were not tracked: same score as a tracked one, and the numbers asked for."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion import games
from companion.games.contract.untracked import Final, Holding
from companion.games.new_frontiers.game import NewFrontiers
from companion.games.new_frontiers.rules.scoring import goals_in_play
from companion.games.new_frontiers.tiles import box_file
from companion.games.new_frontiers.tiles.box_file import read_tile
from companion.games.new_frontiers.tiles.catalogue import Catalogue, printed_on
from companion.games.new_frontiers.tiles.known import nothing_told, of_real_table
from companion.games.new_frontiers.untracked.finished_table import FinishedTables
from companion.simulation.simulate import play_game
from tests.web.photographed import registered_box

GAME = games.load("new-frontiers").box.with_box(registered_box())
BOOK = GAME.untracked.final()


def holding(empire):
    """What players would photograph and enter of an empire."""
    tiles = {empire.colonies[0].world: "home"} | {c.world: "colony" for c in empire.colonies[1:]}
    tiles |= dict.fromkeys(empire.explored, "explored") | dict.fromkeys(empire.developments, "development")
    stock = empire.stockpile
    numbers = {"chips": empire.chips, "credits": empire.credits, "colonists": empire.colonists}
    numbers |= {"stockpile goods": len(stock.goods), "stockpile worlds": len(stock.worlds)}
    numbers |= {"stockpile credits": stock.credits}
    goods = frozenset(colony.world for colony in empire.colonies if colony.good)
    return Holding(empire.name, tiles, goods, numbers)


def with_numbers(table, *numbers):
    players = [Holding(h.name, h.tiles, h.goods, n) for h, n in zip(table.players, numbers, strict=True)]
    return Final(tuple(players), table.shared)


def asked(table, player=0):
    return {it.name for it in BOOK.asked(table, player) if it.needed}


@pytest.mark.parametrize("seed", range(6))
def test_the_score_is_that_of_the_tracked_game(seed):
    state = play_game(GAME, 2 + seed % 4, f"final {seed}", "sensible")[0]
    table = Final(tuple(holding(empire) for empire in state.empires), goals_in_play(state))
    true, found = GAME.score(state), BOOK.score(table)
    assert [(p.total, p.rank, p.winner) for p in found.players] == [
        (p.total, p.rank, p.winner) for p in true.players
    ]
    # Numbers that are not asked for change neither totals nor ranks.
    needed = [asked(table, player) for player in range(len(table.players))]
    only = [
        {name: n for name, n in h.numbers.items() if name in names}
        for h, names in zip(table.players, needed, strict=True)
    ]
    fewer = BOOK.score(with_numbers(table, *only))
    assert [(p.total, p.rank) for p in fewer.players] == [(p.total, p.rank) for p in true.players]


HOMES = (Holding("Blue", {"H1A": "home"}), Holding("Green", {"H1B": "home"}))


def test_credits_are_asked_in_a_tie_once_chips_are_known():
    homes = Final(HOMES)
    assert asked(homes) == {"chips"}
    vp = [GAME.catalogue[home].vp for home in ("H1A", "H1B")]
    tied = with_numbers(homes, {"chips": 9 - vp[0]}, {"chips": 9 - vp[1]})
    assert asked(tied) == {"chips", "credits"}
    assert BOOK.goods_count(tied, 0)
    apart = with_numbers(homes, {"chips": 9 - vp[0]}, {"chips": 8 - vp[1]})
    assert asked(apart) == {"chips"}
    assert not BOOK.goods_count(apart, 0)


def test_numbers_are_asked_where_a_bonus_or_a_goal_counts_them():
    assert asked(Final((Holding("Blue", {"D27": "development"}), HOMES[1]))) == {"chips", "credits"}
    assert asked(Final((Holding("Blue", {"D38": "development"}), HOMES[1]))) == {"chips", "colonists"}
    stockpiled = next(goal for goal in GAME.catalogue.goals.values() if goal.measure == "worlds")
    assert asked(Final(HOMES, (stockpiled.id,))) == {"chips", "stockpile worlds"}
    assert BOOK.goods_count(Final((Holding("Blue", {"D32": "development"}), HOMES[1])), 0)


def why(table, name, player=0):
    return next(it.why for it in BOOK.asked(table, player) if it.name == name)


def test_each_number_says_what_it_is_for():
    profiteers = Final((Holding("Blue", {"D27": "development"}), HOMES[1]), ("G8", "G7"))
    assert why(profiteers, "credits") == "This counts for the “?” of Imperium War Profiteers and a tie."
    assert why(profiteers, "credits", 1) == "This counts for a tie."
    assert why(profiteers, "colonists") == "This counts for the goal Conscription."
    assert why(profiteers, "stockpile credits") == "This counts for the goal Tax on Trade."
    assert why(Final(HOMES), "colonists") == "They count for nothing here."


def test_a_bonus_that_only_people_can_count_is_asked():
    tile = {"type": "world", "id": "W90", "name": "Moon", "cost": 1, "bonus": "VP: 1 per song known by heart"}
    game = NewFrontiers(GAME.catalogue.with_tiles([read_tile(tile, "the test")]))
    table = Final((Holding("Blue", {"W90": "colony"}, numbers={"by-hand W90": 4}), HOMES[1]))
    assert "by-hand W90" in {it.name for it in game.untracked.final().asked(table, 0)}
    assert game.untracked.final().score(table).players[0].total == 4
    # The number stays when the tile is removed, and has no effect.
    assert (
        game.untracked.final().score(Final((Holding("Blue", numbers={"by-hand W90": 4}), HOMES[1]))).players
    )


def test_a_good_counts_in_a_tie_where_nobody_told_the_kind():
    book = games.load("new-frontiers").untracked.final()
    home, other = book.ids("home")[:2]
    assert book.good(home)
    table = Final((Holding("Blue", {home: "home"}, frozenset({home})), Holding("Green", {other: "home"})))
    assert [player.rank for player in book.score(table).players] == [1, 2]


def test_what_cannot_be_is_said():
    bare = Final((Holding("Blue"), HOMES[1]))
    assert BOOK.doubts(bare, 0) == ()
    two = Final((Holding("Blue", {"H1A": "home", "H2A": "home"}), HOMES[1]))
    assert "2 home colonies" in BOOK.doubts(two, 0)[0]
    large = [d.id for d in GAME.catalogue.developments.values() if d.large][:7]
    full = Final((Holding("Blue", {"H1A": "home"} | dict.fromkeys(large, "development")), HOMES[1]))
    assert BOOK.doubts(full, 0) == ("Blue's developments cover 14 spaces, and a mat has 12.",)
    assert not BOOK.doubts(Final(HOMES), 1)


def test_offers_name_the_likely_first():
    table = Final((HOMES[0], Holding("Green", {"W07": "colony", "D12": "development"})))
    worlds = BOOK.offers(table, 0, "colony")
    assert worlds[-1].id == "W07"
    assert "Green" in worlds[-1].note
    developments = BOOK.offers(table, 0, "development")
    assert developments[0].id == "D12"
    assert "is in play" in developments[-1].note
    assert "D12" not in {offer.id for offer in BOOK.offers(table, 1, "development")}
    assert set(BOOK.ids("home")) == {offer.id for offer in BOOK.offers(table, 1, "home")}


def told_boxes(rng):
    """The finished tables of a box of which all is told, and of the same with gaps."""
    whole, gaps = [], []
    for tile in box_file.catalogue().values():
        keys = [key for key in printed_on(tile).keys if key != "bonus"]
        told = printed_on(tile).drawn(nothing_told(tile), rng, keys)
        told = replace(told, source="owner", assumed=())
        gone = {key for key in keys if key not in ("name", "vp") and rng.random() < 0.15}
        whole.append(told)
        gaps.append(printed_on(told).untelling(told, gone) if gone else told)
    return [FinishedTables(Catalogue(tiles)) for tiles in (whole, gaps)]


def dealt_table(book, rng):
    left = {
        role: rng.sample(book.ids(role), len(book.ids(role))) for role in ("home", "colony", "development")
    }
    most = {"home": 1, "colony": rng.randint(0, 4), "development": rng.randint(0, 3)}
    players = tuple(
        Holding(name, {left[role].pop(): role for role, number in most.items() for _tile in range(number)})
        for name in ("Blue", "Green")
    )
    return Final(players, tuple(offer.id for offer in book.shared() if rng.random() < 0.15))


@pytest.mark.parametrize("seed", range(8))
def test_without_a_doubt_the_score_is_that_of_a_box_of_which_all_is_told(seed):
    rng = Random(seed)
    whole, gaps = told_boxes(rng)
    doubted = 0
    for _table in range(8):
        table = dealt_table(whole, rng)
        scores = [[player.total for player in book.score(table).players] for book in (whole, gaps)]
        doubts = [gaps.doubts(table, player) for player in (0, 1)]
        assert any(doubts) or scores[0] == scores[1]
        assert not any(whole.doubts(table, player) for player in (0, 1))
        doubted += any(doubts)
    assert 0 < doubted < 8, "both sorts come"


def test_a_goal_whose_ranges_nobody_told_is_asked_about_once():
    book = games.load("new-frontiers").untracked.final()
    untold = next(goal.id for goal in of_real_table(GAME.catalogue).goals.values() if goal.untold)
    table = Final(HOMES, (untold,))
    (said,) = (words for words in book.doubts(table, 0) if book.name(untold) in words)
    assert said.startswith("This counts here, and nobody told it of ")
    assert not any(book.name(untold) in words for words in book.doubts(table, 1))


def test_a_goal_says_what_it_scores_once_its_quantities_are_told():
    notes = {offer.name: offer.note for offer in NewFrontiers().untracked.final().shared()}
    assert notes["Exploration"] == "Stockpiled worlds: 2 VP for 1, 5 VP for 2 to 3, 8 VP for 4 or more."
    assert notes["Tax on Trade"] == ""
