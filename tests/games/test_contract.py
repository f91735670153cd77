"""Tests of the contract of games, over every game: what a table, its pages and its journal rely on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.games.contract import Decision, Game, Illegal, Question, Setup, decision_to_json
from companion.games.contract.gate import check_legal
from companion.games.contract.random_player import MAX_SAMPLES
from companion.simulation.simulate import play_game
from companion.table.journal import VIRTUAL_BAG, VIRTUAL_DICE, Journal
from companion.table.record import plain, play_again, record
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import languages, speaking
from tests.default_run import first_by_default
from tests.games.every_game import GAME_SETUPS, load, names, random_decision, random_steps

DEAREST = "a-new-frontier-5"
"""Its steps take several times as long as those of any other; by default three play this game."""
every_game = pytest.mark.parametrize(
    ("name", "setup"),
    [
        pytest.param(*param.values, id=param.id, marks=pytest.mark.slow if param.id == DEAREST else ())
        for param in GAME_SETUPS
    ],
)
STEPS = 120
WRONG_VALUES: tuple[Any, ...] = (None, "all", -1, ("nothing", "nothing"), (("nothing", "nowhere", 1),))


@every_game
def test_every_decision_comes_back_from_json_the_same(name: str, setup: Setup) -> None:
    game = load(name)
    for _before, _question, decision, _after in random_steps(game, game.new(setup), Random(1), STEPS):
        assert game.decision(json.loads(json.dumps(decision_to_json(decision)))) == decision


@every_game
def test_others_read_of_a_question_what_its_player_reads_or_openly_less(name: str, setup: Setup) -> None:
    """No number in a question is made from what the reader may not know."""
    game, state = load(name), load(name).new(setup)
    for before, _question, _decision, _after in random_steps(game, state, Random(4), STEPS):
        asked = {(q.player, q.kind): q for q in game.questions(before)}
        for reader in (None, *range(len(setup.players))):
            read = {(q.player, q.kind): q for q in game.questions_for(before, reader)}
            assert read.keys() <= asked.keys()
            for key, question in asked.items():
                if key not in read:
                    assert question.optional
                    assert question.player != reader
                elif question != read[key]:
                    assert question.player is None or question.player != reader
                    assert is_openly_less(read[key], question), (read[key], question)


def is_openly_less(read: Question, asked: Question) -> bool:
    """Whether a question is covered: closed, and without a number, name or thing that was not there."""
    if asked.draw is not None and read.draw is not None:
        hidden = asked.secret or asked.draw.audience is not None
        return hidden and read.text == asked.text and set(asked.draw.pool) <= set(read.draw.pool)
    numbers = set(re.findall(r"\d+", read.text)) <= set(re.findall(r"\d+", asked.text))
    closed = asked.secret or asked.private or (read.private and read.form is None)
    return closed and numbers


@every_game
def test_play_never_changes_its_argument(name: str, setup: Setup) -> None:
    game = load(name)
    for before, _question, decision, _after in random_steps(game, game.new(setup), Random(2), STEPS):
        written, again = json.dumps(plain(before)), game.play(before, decision)
        assert json.dumps(plain(before)) == written
        assert game.play(before, decision) == again


@every_game
def test_what_is_offered_applies(name: str, setup: Setup) -> None:
    """Every option, and what the forms, draws and rolls take, passes the gate and is applied."""
    game, rng = load(name), Random(3)
    for before, _question, _decision, _after in random_steps(game, game.new(setup), rng, 60):
        for question in game.questions(before):
            assert question.roll is None or game.rolls_dice
            for decision in _offered(game, before, question, rng):
                check_legal(game, before, decision)
                game.play(before, decision)


@every_game
def test_what_is_not_offered_is_refused_in_a_sentence(name: str, setup: Setup) -> None:
    """Decisions of other states, and the same by another player, are legal only where they are offered."""
    game, rng = load(name), Random(13)
    played = list(random_steps(game, game.new(setup), rng, STEPS))
    decisions = list(dict.fromkeys(decision for _before, _question, decision, _after in played))
    seats = len(setup.players)
    decisions += [replace(d, player=(d.player + 1) % seats) for d in decisions if d.player is not None]
    refused = 0
    for before, *_rest in rng.sample(played, min(len(played), 6)):
        for decision in rng.sample(decisions, min(len(decisions), 50)):
            if any(_takes(game, before, question, decision) for question in game.questions(before)):
                check_legal(game, before, decision)
                game.play(before, decision)
                continue
            with pytest.raises(Illegal) as wrong:
                check_legal(game, before, decision)
            assert wrong.value.sentence.strip()
            refused += 1
    assert refused


@every_game
def test_wrong_values_are_refused_in_a_sentence(name: str, setup: Setup) -> None:
    game, rng = load(name), Random(6)
    for before, question, decision, _after in random_steps(game, game.new(setup), rng, STEPS):
        expected = question.form or question.chance
        if expected is None:
            continue
        assert all(expected.problem(wrong).strip() for wrong in WRONG_VALUES)
        wrong_values = [wrong for wrong in _spoiled(decision.value) if expected.problem(wrong)]
        for field in fields(decision):
            if field.name != "player" and getattr(decision, field.name) == decision.value:
                for wrong in (*WRONG_VALUES, *wrong_values):
                    with pytest.raises(Illegal) as refused:
                        check_legal(game, before, replace(decision, **{field.name: wrong}))
                    assert refused.value.sentence.strip()


def _offered(game: Game[Any], state: Any, question: Question, rng: Random) -> Iterator[Decision]:
    """What answers a question: all its options, or two values that its form, draw or roll takes."""
    expected = question.form or question.chance
    if expected is None:
        yield from (option.decision for option in game.options(state, question.player))
        return
    values = (expected.sample(rng) for _n in range(MAX_SAMPLES))
    for value in islice((value for value in values if not expected.problem(value)), 2):
        yield game.answer(state, question, value)


def _takes(game: Game[Any], state: Any, question: Question, decision: Decision) -> bool:
    """Whether a question is answered by a decision."""
    expected = question.form or question.chance
    if question.player != decision.player:
        return False
    if expected is None:
        # Another copy of an offered card is offered as that one.
        offered = [option.decision for option in game.options(state, question.player)]
        return decision.offered_as(state) in offered
    return not expected.problem(decision.value) and game.answer(state, question, decision.value) == decision


def _spoiled(value: Any) -> list[Any]:
    """Values much like a right one: too much, too little, the same thing twice."""
    if isinstance(value, int):
        return [value + 100, -1 - value]
    return [value[:-1], (*value, value[0]), (*value, *value)] if value else []


@every_game
def test_every_fact_is_found_by_its_path_and_no_other(name: str, setup: Setup) -> None:
    game, rng = load(name), Random(10)
    for *_before, after in islice(random_steps(game, game.new(setup), rng, 60), 0, None, 12):
        facts = {fact.path: fact for fact in game.facts(after)}
        assert len(facts) == len(game.facts(after))
        assert [*game.fact_values(after).items()] == [(path, fact.value) for path, fact in facts.items()]
        begin = rng.choice([*facts] or [""]).partition("/")[0]
        begun = {path: fact for path, fact in facts.items() if path.partition("/")[0] == begin}
        assert {fact.path: fact for fact in game.facts(after, {begin})} == begun
        for path in rng.sample(sorted(facts), min(40, len(facts))):
            assert game.fact(after, path) == facts[path]
            for wrong in (
                f"{path}/0",
                f"{path}/",
                path.rpartition("/")[0],
                f"/{path}",
                path.replace("/", "//"),
            ):
                assert game.fact(after, wrong) == facts.get(wrong)


@every_game
def test_the_questions_of_a_seat_need_only_what_it_may_know(name: str, setup: Setup) -> None:
    game = load(name)
    for before, _question, _decision, _after in random_steps(game, game.new(setup), Random(4), STEPS):
        for question in game.questions(before):
            seat = question.player
            if seat is None:
                continue
            view = game.view(before, seat)
            assert question in game.questions(view)
            assert game.options(view, seat) == game.options(before, seat)
            assert game.refusals(view, seat) == game.refusals(before, seat)


@every_game
def test_viewing_twice_shows_no_more_and_no_less(name: str, setup: Setup) -> None:
    game = load(name)
    for _before, _question, _decision, after in random_steps(game, game.new(setup), Random(5), STEPS):
        for seat in (None, *range(len(setup.players))):
            view = game.view(after, seat)
            assert game.view(view, seat) == view
            assert game.phase(view) == game.phase(after)


@every_game
def test_undo_gives_an_equal_state_and_the_journal_replays(name: str, setup: Setup) -> None:
    journal, rng = Journal(":memory:"), Random(7)
    tables = Tables(journal, load)
    table = tables.create(name, setup, seed=11)
    for step in range(STEPS):
        owed = [q for q in table.questions if not q.optional]
        if not owed:
            break
        decision = random_decision(table.game, table.state, rng.choice(owed), rng)
        assert decision is not None
        before = table.state
        table.submit(decision, table.number, f"step {step}", "test")
        after = table.state
        table.undo(table.number, f"undo {step}", "test", confirm=table.now.undo_of)
        assert table.state == before
        table.redo(table.number, f"redo {step}", "test")
        assert table.state == after
    opened: Table[Any] = Table(load(name), journal, table.id)
    assert opened.state == table.state
    assert opened.history() == table.history()
    replayed = play_again(json.loads(json.dumps(record(table))), load)
    assert replayed.stopped is None
    assert replayed.state == table.state
    tables.close()


@every_game
def test_every_draw_and_roll_can_be_told_by_hand(name: str, setup: Setup) -> None:
    tables, rng = Tables(Journal(":memory:"), load), Random(8)
    table = tables.create(name, setup, seed=11, settings=Settings(draws="hand", dice="hand"))
    for step in range(STEPS):
        owed = [q for q in table.questions if not q.optional]
        if not owed:
            break
        chance = next((q.chance for q in owed if q.chance is not None), None)
        if chance is not None:
            table.submit_outcome(chance.sample(rng), table.number, f"told {step}", "test")
            continue
        decision = random_decision(table.game, table.state, rng.choice(owed), rng)
        assert decision is not None
        table.submit(decision, table.number, f"step {step}", "test")
    assert not any(entry.by in (VIRTUAL_BAG, VIRTUAL_DICE) for entry in table.entries())
    tables.close()


@every_game
@pytest.mark.parametrize("spoken", first_by_default(["de", *sorted({*languages()} - {"de"})]))
def test_every_text_is_there_in_every_language(name: str, setup: Setup, spoken: str) -> None:
    game = load(name)
    for before, question, decision, _after in random_steps(game, game.new(setup), Random(9), 60):
        with speaking(spoken):
            for asked in game.questions(before):
                assert asked.text.strip()
            assert game.words(before, decision).strip()
            assert game.phase(before).words.strip()
            if question.player is not None:
                for option in game.options(before, question.player):
                    assert option.words.strip()
                for refusal in game.refusals(before, question.player):
                    assert refusal.words.strip()
                    assert refusal.sentence.strip()
            for fact in game.facts(before)[:40]:
                assert fact.label.strip()
                assert fact.words(fact.value).strip()
            assert all(sentence.strip() for sentence in game.check(before))
            for player in game.score(game.view(before, None)).players:
                assert all(line.source.strip() for line in player.lines)


@pytest.mark.parametrize("name", names())
def test_random_play_ends_with_a_sheet_that_adds_up(name: str) -> None:
    game = load(name)
    for players in game.seats:
        state, decisions = play_game(game, players, f"contract:{players}")
        assert decisions > 0
        phase = game.phase(state)
        assert phase.over
        assert phase.endings
        assert game.questions(state) == ()
        sheet = game.score(state)
        assert sheet.final
        assert sorted(p.player for p in sheet.players) == list(range(players))
        assert any(p.winner for p in sheet.players)
        for player in sheet.players:
            assert player.total == sum(line.why.total for line in player.lines)


def test_the_toy_game_has_what_the_contract_offers() -> None:
    """It makes the tests above cover each part: forms, dice, private draws, a clock, free answers."""
    game = load("harbour")
    seen: set[str] = set()
    doubles = 0
    for seed in range(12):
        setup = next(param.values[1] for param in GAME_SETUPS if param.values[0] == "harbour")
        for _before, question, decision, _after in random_steps(game, game.new(setup), Random(seed), 200):
            seen |= {type(question.form).__name__, question.kind}
            seen |= {
                word for word in ("secret", "private", "optional", "answered") if getattr(question, word)
            }
            if question.seconds:
                seen.add("seconds")
            if question.chance is not None and question.chance.audience is not None:
                seen.add("audience")
            dice = getattr(decision, "dice", None)
            doubles += dice is not None and dice[0] == dice[1]
    assert {"Subset", "Amount", "Allocation"} <= seen
    assert {"secret", "private", "optional", "answered", "seconds", "audience"} <= seen
    assert doubles > 0
