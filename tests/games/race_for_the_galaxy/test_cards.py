"""Tests of the cards as data (rulebook p. 10, 11): ids, powers, and every printed count."""

from __future__ import annotations

import pytest

from companion.games.contract import Illegal
from companion.games.race_for_the_galaxy.box import count_check
from companion.games.race_for_the_galaxy.cards import load
from companion.games.race_for_the_galaxy.cards.power_codes import UnknownPower, power
from companion.games.race_for_the_galaxy.cards.powers import PHASES
from companion.games.race_for_the_galaxy.rules.lucky import CARDS_BY_COST

CARDS = load.catalogue()


def test_there_are_120_cards_of_101_kinds_p11():
    assert len(CARDS) == 120
    assert len(CARDS.by_key) == 101
    assert sum(copies[0].copies for copies in CARDS.by_key.values()) == 120


def test_ids_fit_tags():
    assert all(id[0] in "SWD" and id[1:].isdigit() for id in CARDS.cards)


def test_every_power_belongs_to_a_phase():
    forms = {form for group in PHASES.values() for form in group}
    assert all(type(one) in forms for card in CARDS for one in card.powers)


def test_the_six_further_start_worlds_are_stand_ins_p11():
    assert [card.number for card in CARDS if not card.verified] == [5, 6, 7, 8, 9, 10]


def test_the_start_worlds_are_odd_red_and_even_blue_p8():
    assert [card.red for card in CARDS.starts] == [False, True] * 5 + [False]


def test_the_counts_that_differ_are_named_p11():
    report = count_check.check(CARDS)
    assert not report.ok
    assert {(count.words, count.number, count.there) for count in report.differing} == {
        ("non-military worlds, cost 2", 17, 15),
        ("non-military worlds, cost 3", 9, 10),
        ("non-military worlds, cost 4", 4, 5),
        ("non-military windfall worlds, Novelty", 3, 2),
        ("military production worlds, Rare elements", 2, 1),
        ("military worlds that give 1 Military", 5, 4),
        ("non-military worlds that consume goods", 17, 16),
        ("non-military start worlds that consume goods", 4, 3),
        ("worlds that produce on any windfall world", 2, 1),
    }
    assert len(report.counts) > 80
    assert "non-military worlds, cost 2: 17 printed, 15 in the catalogue." in report.lines()


def test_a_wrong_card_would_be_named():
    changed = load.with_own(CARDS, [{"id": "W01", "name": "X", "cost_or_defense": 5, "vp": 1}])
    names = {count.words for count in count_check.check(changed).differing}
    assert {"Rebel worlds, defense 1", "military windfall worlds, Rare elements"} <= names


def test_the_printed_table_of_page_10_has_all_cards_p10():
    assert sum(map(sum, CARDS_BY_COST.values())) == 120
    assert sum(CARDS_BY_COST["development"]) == 50
    assert sum(CARDS_BY_COST["military"]) == 25


def test_an_owner_registers_a_stand_in():
    fields = {
        "id": "S08",
        "name": "A Start World",
        "cost_or_defense": 2,
        "vp": 2,
        "good_kind": "novelty",
        "flags": ["start", "windfall"],
        "powers": [{"phase": 5, "code": ["discard", "windfall_any"], "value": 0}],
    }
    card = load.with_own(CARDS, [fields])["S08"]
    assert (card.name, card.vp, card.kind, card.windfall, card.number, card.verified) == (
        "A Start World",
        2,
        "novelty",
        True,
        7,
        True,
    )


@pytest.mark.parametrize(
    "fields",
    [
        {"id": "X01"},
        {"id": "S08"},
        {"id": "S08", "name": "A", "cost_or_defense": "two", "vp": 1},
        {"id": "S08", "name": "A", "cost_or_defense": 2, "vp": 1, "good_kind": "gold"},
        {
            "id": "S08",
            "name": "A",
            "cost_or_defense": 2,
            "vp": 1,
            "powers": [{"phase": 9, "code": [], "value": 0}],
        },
    ],
)
def test_a_card_that_cannot_be_read_is_refused(fields):
    with pytest.raises(Illegal):
        load.with_own(CARDS, [fields])


def test_codes_that_make_no_power_are_refused():
    for codes in (["fly"], ["windfall_gold"], ["consume_gold", "get_vp"], []):
        for phase in range(1, 6):
            with pytest.raises(UnknownPower):
                power({"phase": phase, "code": codes, "value": 1})
