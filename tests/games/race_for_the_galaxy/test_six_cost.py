"""Tests of the twelve 6-cost developments (rulebook p. 12)."""

from __future__ import annotations

import pytest

from tests.games.race_for_the_galaxy.build import GAME, table, terms


def vp(name: str, *tableau: str, chips: int = 0, **options: str) -> int:
    """What this development scores together with these cards."""
    return sum(value for _label, value in reasons(name, *tableau, chips=chips, **options))


def reasons(name: str, *tableau: str, chips: int = 0, **options: str) -> list[tuple[str, int]]:
    state = table((*tableau, name), ["New Sparta"], chips=(chips, 0), **options)
    line = next(line for line in GAME.score(state).players[0].lines if line.source == name)
    return terms(line.why)


@pytest.mark.parametrize(
    ("name", "tableau", "expected"),
    [
        ("Alien Tech Institute", (), 2),
        ("Alien Tech Institute", ("Alien Robotic Factory",), 2 + 3),
        ("Alien Tech Institute", ("Deserted Alien Library", "Alien Rosetta Stone World"), 2 + 2 + 2),
        ("Free Trade Association", ("Spice World", "Refugee World", "Mining World"), 2 + 1),
        ("Free Trade Association", ("Consumer Markets", "Expanding Colony"), 2 + 2),
        ("Galactic Federation", ("Export Duties", "New Economy", "Gem World"), 2 + 1 + 2),
        ("Galactic Imperium", ("Rebel Base", "Rebel Miners", "Pirate World", "Gem World"), 2 + 2 + 1),
        ("Galactic Renaissance", ("Research Labs", "Galactic Trendsetters", "Artist Colony"), 9),
        ("Galactic Survey: SETI", ("Expedition Force", "Export Duties"), 1 + 1),
        ("Galactic Survey: SETI", ("Star Nomad Lair", "Gem World"), 1 + 2 + 1),
        ("Merchant Guild", ("Spice World", "Mining World", "Distant World", "Refugee World"), 2 * 3),
        ("Mining League", ("Mining World", "Radioactive World", "Gem World"), 2 + 1),
        ("Mining League", ("Mining Robots", "Mining Conglomerate"), 2 + 2),
        ("New Economy", ("Public Works", "Plague World", "Export Duties"), 2 + 2 + 1),
        ("Pan-Galactic League", ("Distant World", "Empath World", "Pirate World"), 2 + 2 + 1),
        ("Pan-Galactic League", ("Contact Specialist",), 3),
        ("Trade League", ("Export Duties", "Merchant World", "Gem World"), 2 + 2 + 1),
    ],
)
def test_what_each_scores_p12(name, tableau, expected):
    assert vp(name, *tableau) == expected


def test_a_card_counts_once_in_each_as_its_best_p12():
    """The Avian Uplift Race is a Genes world and a military world; it scores 2, not 3."""
    assert reasons("Pan-Galactic League", "Avian Uplift Race") == [
        ("Avian Uplift Race: Genes windfall world", 2)
    ]
    assert reasons("Galactic Federation")[0] == ("Galactic Federation: 6-cost development", 2)
    assert vp("Free Trade Association", "Expanding Colony") == 2


def test_a_card_may_count_in_several_developments_p12():
    state = table(["New Sparta", "Galactic Federation", "New Economy"], ["Old Earth"])
    lines = {line.source: line.vp for line in GAME.score(state).players[0].lines}
    assert lines["Galactic Federation"] == 4
    assert lines["New Economy"] == 2


def test_every_three_vp_in_chips_p12():
    assert vp("Galactic Renaissance", chips=8) == 2
    assert vp("Galactic Renaissance", chips=9) == 3


def test_trade_powers_are_no_consume_powers_p12():
    assert vp("New Economy", "Export Duties", "Spice World") == 2
    # Selling by a consume power counts as one, although it is no Trade power.
    assert vp("New Economy", "Black Market Trading World") == 2 + 1
    assert vp("Trade League", "Black Market Trading World") == 2
    assert vp("New Economy", "Trade League") == 2 + 2


def test_total_military_counts_less_and_not_specialized_p12():
    assert vp("New Galactic Order", "Drop Ships", "Contact Specialist") == 2 + 3 - 1
    assert vp("New Galactic Order", "Galactic Imperium", "New Military Tactics") == 2
    assert reasons("New Galactic Order", "Drop Ships") == [("total Military of 5", 5)]


def test_their_vp_are_no_printed_vp_p4():
    state = table(["New Sparta", "Galactic Federation"], ["Old Earth"])
    assert "Developments" not in {line.source for line in GAME.score(state).players[0].lines}


def test_the_merchant_guild_counts_goods_in_the_second_edition_alone_p12():
    tableau = ("Spice World*", "Mining World", "Refugee World*")
    assert vp("Merchant Guild", *tableau) == 2 + 2 + 1 + 1
    assert vp("Merchant Guild", *tableau, edition="first", start_worlds="five") == 2 + 2
