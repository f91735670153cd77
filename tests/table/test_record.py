"""Tests of records: an exported record can be imported, and anything else is refused in one sentence."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.games.contract import Correction
from companion.table.journal import Journal
from companion.table.record import BadRecord, entries_of, plain, play_again, record, replay
from companion.table.tables import Tables
from tests.table.conftest import SETUP, load_toy
from tests.table.toy_game import Bid


def random_table(tables: Tables, seed: int) -> Any:
    """A whole game of the toy game with a correction, an undo and a jump."""
    chance = random.Random(seed)
    table = tables.create("stones", SETUP, seed=seed, title="Friday evening")
    while table.questions:
        question = chance.choice(table.questions)
        option = chance.choice(table.game.options(table.state, question.player))
        table.submit(option.decision, table.number, f"k{table.number}", "tablet")
        if chance.random() < 0.1 and table.undo_words:
            table.undo(table.number, f"k{table.number}", "tablet", confirm=table.now.undo_of)
        elif chance.random() < 0.05:
            table.correct(Correction("coins/0", 3), table.number, f"k{table.number}", "tablet")
    table.jump(table.number, table.number, f"k{table.number}", "tablet")
    return table


@pytest.fixture
def kept(tables: Tables) -> Any:
    return json.loads(json.dumps(record(random_table(tables, 3))))


def test_a_record_replays_to_the_table(tables: Tables) -> None:
    for seed in range(5):
        table = random_table(tables, seed)
        again = play_again(json.loads(json.dumps(record(table))), load_toy)
        assert again.stopped is None
        assert again.state == table.state
        assert again.entries == len(table.effective())


def test_replay_gives_state_questions_and_score_as_json(kept: Any) -> None:
    result = json.loads(json.dumps(replay(kept, load_toy)))
    assert result["over"] is True
    assert result["illegal"] is None
    assert result["questions"] == []
    assert result["state"]["phase"] == "over"
    assert [p["name"] for p in result["score"]] == ["Blue", "Green"]
    for player in result["score"]:
        assert player["total"] == sum(line["vp"] for line in player["lines"])


def test_it_stops_at_the_first_illegal_step_and_names_it(kept: Any) -> None:
    kept["steps"][1]["data"]["amount"] = 9
    result = replay(kept, load_toy)
    assert result["illegal"] == {
        "number": kept["steps"][1]["number"],
        "words": kept["steps"][1]["words"],
        "sentence": "That is no answer now: Green: bid 0, 1 or 2",
        "page": 2,
    }
    assert result["entries"] == 2
    assert [q["kind"] for q in result["questions"]] == ["bid"]


def test_a_record_comes_to_life_again_as_a_new_table(tables: Tables, kept: Any) -> None:
    table = tables.revive(kept)
    assert table.id != kept["table"]
    assert table.title == "Friday evening"
    assert record(table)["entries"] == kept["entries"]
    assert record(table)["steps"] == kept["steps"]
    table.undo(table.number, "u", "tablet", confirm=table.now.undo_of)
    assert table.questions == () or table.number == len(kept["entries"]) + 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda r: [], "This is no record"),
        (lambda r: {**r, "form": "other"}, "This is no record"),
        (lambda r: {**r, "version": 2}, "update it"),
        (lambda r: {**r, "version": "1"}, "whole number"),
        (lambda r: {**r, "game": 3}, "which .game. it is of"),
        (lambda r: {k: v for k, v in r.items() if k != "setup"}, "no .setup."),
        (lambda r: {**r, "setup": {"players": 3}}, "The record's setup cannot be: A setup names"),
        (lambda r: {**r, "setup": {"players": []}}, "The record's setup cannot be"),
        (lambda r: {**r, "steps": {}}, "not a list"),
    ],
)
def test_what_is_no_record_is_refused_in_a_sentence(kept: Any, change: Any, sentence: str) -> None:
    with pytest.raises(BadRecord, match=sentence):
        replay(change(kept), load_toy)


def test_a_game_that_is_not_here_is_named(kept: Any) -> None:
    with pytest.raises(BadRecord, match="no game called 'stones'"):
        replay(kept)


def mutated(value: Any, chance: random.Random) -> Any:
    """`value` with one part changed, removed, doubled or replaced by another type."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        if chance.random() < 0.1:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: mutated(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        how = chance.random()
        if how < 0.05:
            return value[:at] + value[at + 1 :]
        if how < 0.1:
            return [*value, value[at]]
        return [*value[:at], mutated(value[at], chance), *value[at + 1 :]]
    return chance.choice(ODD_VALUES)


ODD_VALUES = [
    None,
    True,
    -1,
    0,
    1,
    2**70,
    1.5,
    float("nan"),
    "",
    "S01",
    "x" * 999,
    [],
    {},
    [[[]]],
    {"do": "bid"},
]


def refusal_of(do: Any, data: Any, load: Any = load_toy) -> str | None:
    """The sentence of a BadRecord, or None if it is accepted. Any other exception fails the test."""
    try:
        do(data, load)
    except BadRecord as wrong:
        return wrong.sentence
    return None


def test_mutated_records_are_refused_or_legal_and_never_a_traceback(kept: Any, tables: Tables) -> None:
    chance, before = random.Random(1), len(tables.list())
    refused = stopped = fine = 0
    for _ in range(800):
        part = chance.choice(("steps", "entries", None))
        data = {**kept, part: mutated(kept[part], chance)} if part else mutated(kept, chance)
        sentences = [refusal_of(replay, data), refusal_of(entries_of, data)]
        assert all(s is None or (s.strip() and "\n" not in s) for s in sentences)
        if sentences[0] is not None:
            refused += 1
            continue
        result = replay(data, load_toy)
        json.dumps(result, allow_nan=False)
        stopped += result["illegal"] is not None
        fine += result["illegal"] is None
    assert refused > 30
    assert stopped > 80
    assert fine > 10
    assert len(tables.list()) == before


def test_a_bad_record_brings_no_table_to_life(kept: Any, tables: Tables, journal: Journal) -> None:
    before = journal.tables()
    kept["entries"][5]["number"] = 99
    with pytest.raises(BadRecord, match="Entry 6 of the record cannot be: entry 6 is missing"):
        tables.revive(kept)
    kept["entries"] = []
    with pytest.raises(BadRecord, match="no entries"):
        tables.revive(kept)
    assert journal.tables() == before


def test_an_undo_that_leads_elsewhere_than_back_cannot_be(tables: Tables) -> None:
    table = tables.create("stones", SETUP, seed=1)
    table.submit(Bid(0, 2), 1, "bid", "tablet")
    table.undo(2, "undo", "tablet", confirm=2)
    kept = record(table)
    assert len(entries_of(kept, load_toy)[1]) == 3
    kept["entries"][2]["target"] = 2
    with pytest.raises(BadRecord, match="Entry 3 of the record cannot be: there is nothing to undo there"):
        entries_of(kept, load_toy)


@dataclass(frozen=True)
class WithUncomparedField:
    number: int
    catalogue: str = field(default="long", compare=False)


def test_what_does_not_count_is_no_part_of_the_state() -> None:
    assert plain((WithUncomparedField(1),)) == [{"number": 1}]


def test_plain_turns_every_frozen_value_into_json() -> None:
    value = {"a": (1, frozenset({"y", "x"})), 3: Bid(0, 1), "none": None}
    assert plain(value) == {"a": [1, ["x", "y"]], "3": {"player": 0, "amount": 1}, "none": None}
