"""Tests of the shared parts of every game: decisions to JSON and back, tallies, setups."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.contract import (
    Allocation,
    Decision,
    Draw,
    Fact,
    Illegal,
    Item,
    Place,
    Player,
    PlayerScore,
    ScoreLine,
    Setup,
    Subset,
    Tally,
    Term,
    Token,
    decision_to_json,
    seat_zone,
    setup_from_json,
)
from companion.games.contract.box import MAX_TAUGHT_CHARACTERS, taught_tile
from companion.games.contract.decisions import decision_from_json
from companion.games.contract.facts import Correction
from companion.games.contract.ranking import ranked
from companion.games.contract.setup import setup_to_json


@dataclass(frozen=True)
class Settle(Decision):
    do: ClassVar[str] = "settle"
    world: str
    spent: int = 0
    with_good: bool = False
    note: str | None = None
    tiles: tuple[str, ...] = ()
    pair: tuple[int, str] = (0, "")
    moves: tuple[tuple[str, int], ...] = ()


KINDS = {"settle": Settle}
NAMES = st.text(max_size=8)
SETTLES = st.builds(
    Settle,
    player=st.none() | st.integers(0, 4),
    world=NAMES,
    spent=st.integers(),
    with_good=st.booleans(),
    note=st.none() | NAMES,
    tiles=st.lists(NAMES, max_size=4).map(tuple),
    pair=st.tuples(st.integers(), NAMES),
    moves=st.lists(st.tuples(NAMES, st.integers()), max_size=3).map(tuple),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(SETTLES)
def test_a_decision_comes_back_from_json_the_same(decision: Settle) -> None:
    text = json.dumps(decision_to_json(decision))
    back = decision_from_json(KINDS, json.loads(text))
    assert back == decision
    assert hash(back) == hash(decision)


@given(
    JSON, st.sampled_from(["do", "player", "world", "spent", "with_good", "note", "tiles", "pair", "moves"])
)
def test_anything_else_is_refused_in_a_sentence_or_is_of_the_right_types(value: Any, field: str) -> None:
    data = decision_to_json(Settle(1, "W01")) | {field: value}
    try:
        decision = decision_from_json(KINDS, data)
    except Illegal as refused:
        sentence = refused.sentence
    else:
        sentence = "fits."
        assert json.loads(json.dumps(decision_to_json(decision))) == data
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (None, "JSON object"),
        ([], "JSON object"),
        ({}, "JSON object"),
        ({"do": 3}, "JSON object"),
        ({"do": "fly", "player": 1}, "no decision called 'fly'"),
        ({"do": "settle", "player": 1, "world": "W01", "colour": "red"}, "no field 'colour'"),
        ({"do": "settle", "player": 1}, "needs more fields"),
        ({"do": "settle", "player": True, "world": "W01"}, "field 'player'"),
        ({"do": "settle", "player": 1.0, "world": "W01"}, "field 'player'"),
        ({"do": "settle", "player": 1, "world": None}, "field 'world'"),
        ({"do": "settle", "player": 1, "world": "W01", "with_good": 1}, "field 'with_good'"),
        ({"do": "settle", "player": 1, "world": "W01", "tiles": "W01"}, "field 'tiles'"),
        ({"do": "settle", "player": 1, "world": "W01", "tiles": ["W01", 2]}, "field 'tiles'"),
        ({"do": "settle", "player": 1, "world": "W01", "pair": [1]}, "field 'pair'"),
        ({"do": "settle", "player": 1, "world": "W01", "moves": [["W01"]]}, "field 'moves'"),
    ],
)
def test_what_is_no_decision_is_refused_by_what_is_wrong_with_it(data: Any, sentence: str) -> None:
    with pytest.raises(Illegal, match=sentence):
        decision_from_json(KINDS, data)


def test_a_tally_is_the_sum_of_its_terms_but_never_below_its_floor() -> None:
    cost = (Term("printed cost", 2, "W07"), Term("discount", -3, "D01"))
    assert Tally("cost", cost).total == -1
    assert Tally("cost", cost, lowest=0).total == 0
    assert Tally("cost", cost[:1], lowest=0).total == 2
    assert Tally("nothing").total == 0


def test_a_players_lines_add_up_to_the_total() -> None:
    lines = tuple(ScoreLine(f"source {n}", Tally("vp", (Term("x", n), Term("y", -1)))) for n in range(4))
    player = PlayerScore(0, "Blue", lines, 1, True)
    assert [line.vp for line in lines] == [-1, 0, 1, 2]
    assert player.total == 2


DRAWS = st.dictionaries(NAMES, st.lists(NAMES, max_size=3).map(tuple), max_size=3)
SETUPS = st.builds(
    Setup,
    st.lists(st.builds(Player, NAMES, NAMES), max_size=5).map(tuple),
    st.dictionaries(NAMES, NAMES, max_size=3).map(lambda d: tuple(d.items())),
    st.dictionaries(NAMES, st.lists(NAMES, max_size=3).map(tuple), max_size=3).map(
        lambda d: tuple(d.items())
    ),
)


@given(SETUPS)
def test_a_setup_comes_back_from_json_the_same(setup: Setup) -> None:
    assert setup_from_json(json.loads(json.dumps(setup_to_json(setup)))) == setup


@given(JSON)
def test_what_is_no_setup_is_refused_in_a_sentence(data: Any) -> None:
    with pytest.raises(Illegal, match="A setup names its players"):
        setup_from_json(data)


@pytest.mark.parametrize(
    "change",
    [
        {"players": [{"name": "Blue"}]},
        {"players": [{"name": 1, "colour": "blue"}]},
        {"players": "Blue"},
        {"options": []},
        {"options": {"goals": True}},
        {"chance": {"homes": "H1"}},
        {"chance": {"homes": [1]}},
    ],
)
def test_a_setup_with_something_of_another_kind_is_refused(change: dict[str, Any]) -> None:
    whole = {"players": [{"name": "Blue", "colour": "blue"}], "options": {}, "chance": {}}
    assert setup_from_json(whole) == Setup((Player("Blue", "blue"),))
    with pytest.raises(Illegal, match="A setup names its players"):
        setup_from_json(whole | change)


def test_a_setup_keeps_its_options_and_draws() -> None:
    setup = Setup((Player("Blue", "blue"),), (("goals", "yes"),))
    drawn = setup.with_draw("homes", ("H1", "H2"))
    assert setup.drawn("homes") is None
    assert drawn.drawn("homes") == ("H1", "H2")
    assert (drawn.option("goals"), drawn.option("sides"), drawn.option("sides", "A")) == ("yes", "", "A")


def test_zones_and_draws_are_plain_values() -> None:
    assert seat_zone(2) == "seat:2"
    assert Draw("worlds", 7, ("W01",)) == Draw("worlds", 7, ("W01",), ordered=False)


def test_a_form_says_how_many_it_takes():
    """None of a list may be chosen, where nothing says that some must; tokens are laid one at a time."""
    assert Subset((Item("a", "A"),)).problem(()) == ""
    ships, here = (Token("ship", "Ship", 3),), (Place("here", "Here"),)
    one = [("ship", "here", 1)]
    assert Allocation(ships, here, least=2, most=2).problem(one) == "Place 2."
    assert Allocation(ships, here, least=2).problem(one) == "Place 2 to 3."
    assert Allocation(ships, here).problem(one) == ""
    assert here[0].lot == 1


def test_a_fact_becomes_what_is_among_its_choices_and_nothing_else():
    fact = Fact("phase", "Phase", "settle", choices=("settle", "trade"), said=("Settle", "Trade"))
    assert fact.problem("trade") == ""
    assert fact.problem("explore") == "Phase: choose one of Settle, Trade."


def test_whoever_is_tied_shares_a_place_and_the_next_has_the_one_after():
    lines = [(ScoreLine("Worlds", Tally("Worlds", (Term("worlds", vp),))),) for vp in (7, 9, 9, 3)]
    players = ranked(("Ann", "Ben", "Cem", "Dan"), lines).players
    assert [(it.rank, it.winner) for it in players] == [(3, False), (1, True), (1, True), (4, False)]


def test_a_piece_is_taught_by_a_text_of_its_length_and_no_longer():
    text = '[[world]]\nid = "W1"\n#'
    for length, wrong in ((MAX_TAUGHT_CHARACTERS, ""), (MAX_TAUGHT_CHARACTERS + 1, "at most 8,?000")):
        taught = Correction("tile/W1", text + "x" * (length - len(text)))
        if wrong:
            with pytest.raises(Illegal, match=wrong):
                taught_tile(taught)
        else:
            assert taught_tile(taught).id == "W1"
