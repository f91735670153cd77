"""Tests of the cards as data (rulebook p. 10, 11): ids, powers, and every printed count."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.resources import files

import pytest

from companion.games.contract import Illegal
from companion.games.race_for_the_galaxy.box import count_check
from companion.games.race_for_the_galaxy.cards import load
from companion.games.race_for_the_galaxy.cards.powers import PHASES, UnknownPower, power
from companion.games.race_for_the_galaxy.rules.lucky import CARDS_BY_COST

CARDS = load.catalogue()
COMPARED = "40b0ecc615273270b0daccede8655ff4d4666a578bc3f9cd8a7a1b76fbe219da"


def test_there_are_120_cards_of_101_kinds_p11():
    assert len(CARDS) == 120
    assert len(CARDS.by_key) == 101
    assert sum(copies[0].copies for copies in CARDS.by_key.values()) == 120


def test_ids_fit_tags():
    assert all(id[0] in "SWD" and id[1:].isdigit() for id in CARDS.cards)


def test_every_power_belongs_to_a_phase():
    forms = {form for group in PHASES.values() for form in group}
    assert all(type(one) in forms for card in CARDS for one in card.powers)


def test_the_six_further_start_worlds_have_ids_after_the_five_p11():
    """Tags of before stay right: S01 to S05 are the start worlds 0 to 4."""
    assert {card.id: card.number for card in CARDS.starts} == {
        **{f"S{at + 1:02}": at for at in range(5)},
        **{f"S{at + 12:02}": at for at in range(-6, 0)},
    }


def test_no_id_moved_with_the_second_edition():
    first = load.first_edition()
    assert {card.id: card.name for card in first} == {
        card.id: card.name for card in CARDS if card.number is None or card.number >= 0
    }


def test_five_cards_are_other_ones_in_the_first_edition():
    first = load.first_edition()
    assert {card.name for card in first if card != CARDS[card.id]} == {
        "Black Market Trading World",
        "Bio-Hazard Mining World",
        "Imperium Armaments World",
        "Outlaw World",
        "Merchant Guild",
    }


def test_the_cards_are_those_that_were_compared_with_the_printed_ones():
    """By the sum of all their fields: who changes one has looked at the card."""
    shipped = json.loads(files(load.__package__).joinpath("cards.json").read_text(encoding="utf-8"))
    fields = json.dumps(sorted(shipped, key=lambda card: card["name"]), sort_keys=True)
    assert sha256(fields.encode()).hexdigest() == COMPARED


def test_the_start_worlds_are_odd_red_and_even_blue_p8():
    assert [card.red for card in CARDS.starts] == [False, True] * 5 + [False]


def test_every_printed_count_agrees_p11():
    report = count_check.check(CARDS)
    assert report.ok
    assert (len(report.counts), report.wrong) == (86, ())


def test_counts_that_differ_are_named_p11():
    report = count_check.check(load.first_edition())
    assert "cannot be: non-military worlds, cost 4: 5, the rulebook prints 4" in report.lines()


def test_a_wrong_card_would_be_named():
    changed = load.with_own(CARDS, [{"id": "W01", "name": "X", "cost_or_defense": 5, "vp": 1}])
    names = {count.label for count in count_check.check(changed).counts if not count.ok}
    assert {"Rebel worlds, defense 1", "military windfall worlds, Rare elements"} <= names


def test_the_printed_table_of_page_10_has_all_cards_p10():
    assert sum(map(sum, CARDS_BY_COST.values())) == 120
    assert tuple(map(sum, zip(*CARDS_BY_COST.values(), strict=True))) == CARDS.by_cost
    assert sum(CARDS_BY_COST["development"]) == 50
    assert sum(CARDS_BY_COST["military"]) == 25


def test_an_owner_registers_a_card_of_their_own():
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
        -4,
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
