"""Tests of the meaning of a tile's marks (rulebook pp. 6 to 8), and of combining them with shipped values."""

from __future__ import annotations

import pytest

from companion import games
from companion.games.contract.box_proposals import SURE_THRESHOLD, SeenDisc, SeenFace, SeenLine, SeenNumber
from companion.games.contract.told import ALL

BOOK = games.load("new-frontiers").box.book()
STAND_IN, PUBLISHED = BOOK.pieces()["W11"], BOOK.pieces()["W02"]


def number(text, outline, red=False, sure=0.99, clear=1.0, x=-17.0, figures=0):
    return SeenNumber(text, outline, red, x, -10.0, sure, clear, figures)


def disc(colour, halo=False):
    return SeenDisc(colour, halo, 0.0, -9.0, 5.5, 1.0)


def line(text, y=0.0):
    return SeenLine(text, 0.0, y, 0.99)


def proposed(known, *, lines=(), numbers=(), discs=(), readable=True):
    seen = SeenFace(tuple(lines), tuple(numbers), tuple(discs), readable)
    return {one.keys[0]: one for one in BOOK.proposals(known, seen)}


def told(choice):
    return [f"{fact.key}={fact.said}" for fact in choice.facts if fact.said != ALL]


def first(one):
    return told(one.choices[0])


@pytest.mark.parametrize(
    ("known", "mark", "group", "meant"),
    [
        (STAND_IN, number("3", "circle"), "price", ["price=cost 3"]),
        (STAND_IN, number("3", "circle", red=True), "price", ["price=defense 3"]),
        (STAND_IN, number("4", "hexagon"), "vp", ["vp=4"]),
        (BOOK.pieces()["D40"], number("5", "diamond"), "price", ["price=cost 5"]),
    ],
)
def test_an_outline_says_what_its_number_is(known, mark, group, meant):
    """p. 7: a black circle is a cost, a red one a defense; p. 6: a diamond a cost, a hexagon the VP."""
    found = proposed(known, numbers=[mark])[group]
    assert meant in [told(choice) for choice in found.choices[:2]]
    if known is STAND_IN:
        assert first(found) == meant
        assert found.sure >= SURE_THRESHOLD


@pytest.mark.parametrize(
    ("colour", "halo", "meant"),
    [
        ("#2b93d2", False, "Novelty production"),
        ("#2b93d2", True, "Novelty windfall"),
        ("#4e9a50", True, "Genes windfall"),
        ("#e0b838", False, "Alien production"),
        ("#8e6038", False, "Rare production"),
        ("#8c9096", False, "gray"),
    ],
)
def test_a_halo_is_a_windfall_and_a_solid_circle_production(colour, halo, meant):
    """pp. 7 and 8."""
    assert first(proposed(STAND_IN, discs=[disc(colour, halo)])["kind"]) == [f"kind={meant}"]


@pytest.mark.parametrize("mark", [number("3", "circle", sure=0.6), number("3", "circle", clear=0.2)])
def test_a_faint_number_is_asked_with_the_reading_first(mark):
    found = proposed(STAND_IN, numbers=[mark])["price"]
    assert (first(found), found.sure < SURE_THRESHOLD) == (["price=cost 3"], True)


def test_nothing_seen_of_a_stand_in_leaves_all_to_be_chosen():
    found = proposed(STAND_IN, readable=False)
    assert {group for group, one in found.items() if one.sure >= SURE_THRESHOLD} == set()


def test_a_power_s_text_begins_with_its_action_and_may_go_on_in_the_next_line():
    """p. 6: the action is also listed in the power's text."""
    lines = [
        line("Gem World", -20),
        line("REBEL", -1),
        line("Settle:-2costofAllen Technology", 1),
        line("worlds", 4),
    ]
    found = proposed(STAND_IN, lines=lines)
    assert first(found["powers"]) == ["powers=Settle: -2 cost of Alien worlds"]
    assert found["powers"].sure < SURE_THRESHOLD, "it was brought to the nearest line"
    exact = proposed(STAND_IN, lines=[line("Gem World", -20), line("Settle:-2costofAlien worlds", 1)])
    assert exact["powers"].sure >= SURE_THRESHOLD
    in_full = proposed(
        STAND_IN, lines=[line("Gem World", -20), line("Settle:-2costofAlien Technology worlds", 1)]
    )
    assert first(in_full["powers"]) == ["powers=Settle: -2 cost of Alien worlds"]
    assert in_full["powers"].sure >= SURE_THRESHOLD, "p. 5 calls the kind so in full"
    assert proposed(STAND_IN, lines=[line("Gem World", -20)])["powers"].sure < SURE_THRESHOLD, (
        "none may be unread"
    )
    assert first(found["keywords"]) == ["keywords=Rebel"]
    assert first(found["name"]) == ["name=Gem World"]


def test_a_name_that_nobody_knows_is_proposed_as_it_was_read():
    assert first(proposed(STAND_IN, lines=[line("FarHarbor", -20)])["name"]) == ["name=Far Harbor"]


def test_what_is_confirmed_needs_only_to_be_compared():
    found = proposed(PUBLISHED, readable=False)
    assert first(found["price"]) == [f"price=cost {PUBLISHED.cost}"]
    assert found["price"].sure >= SURE_THRESHOLD
    assert found["keywords"].sure < SURE_THRESHOLD, "its keywords are assumed"


def test_a_picture_that_says_otherwise_puts_a_confirmed_value_in_doubt():
    found = proposed(PUBLISHED, numbers=[number("6", "circle")])["price"]
    assert found.sure < SURE_THRESHOLD
    assert [told(choice) for choice in found.choices[:2]] == [["price=cost 6"], ["price=cost 1"]]


def test_figures_below_a_cost_are_colonists():
    """p. 6: settling takes a world's listed number of colonists, one or two. Its VP lists none."""
    cost, worth = number("3", "circle", figures=2), number("1", "hexagon", x=17.0, figures=1)
    found = proposed(STAND_IN, numbers=[cost, worth])["colonists"]
    assert first(found) == ["colonists=2"]
    assert found.sure < SURE_THRESHOLD
    assert proposed(STAND_IN, numbers=[worth])["colonists"].sure == 0
