"""Tests of steps of a table and of a scan: undo and redo against two stacks, keys, and outdated requests."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.contract import Illegal
from companion.table.steps import Outdated, Steps
from tests.default_run import examples

ACTIONS = st.sampled_from(("change", "follow", "note", "undo", "undo", "redo", "jump"))


@given(st.lists(ACTIONS, max_size=25), st.randoms(use_true_random=False))
@settings(max_examples=examples(300), deadline=None)
def test_undo_and_redo_are_two_stacks(acts, chance):
    steps = Steps()
    steps.add(steps.begin("begin"))
    state, undo, redo = 1, [], []  # each entry: the step, the state before it, the state after it
    made = [1]
    for act in acts:
        number, key = steps.number + 1, f"request-{steps.number}"
        if act in ("undo", "redo") and not (undo if act == "undo" else redo):
            with pytest.raises(Illegal):
                steps.move(act, key)
            continue
        match act:
            case "change":
                undo.append((number, state, number))
                state, redo = number, []
                made.append(number)
                steps.add(steps.change(key))
            case "follow":
                state, redo = number, []
                made.append(number)
                steps.add(steps.follow(key))
            case "note":
                steps.add(steps.note(key))
            case "undo":
                step, back, _forward = undo.pop()
                redo.append((step, back, state))
                state = back
                steps.add(steps.move("undo", key))
                assert steps.moved("undo", number) == step
            case "redo":
                undo.append(redo.pop())
                state = undo[-1][2]
                steps.add(steps.move("redo", key))
                assert steps.moved("redo", number) == undo[-1][0]
            case "jump":
                target = chance.choice(made)
                undo.append((number, state, target))
                state, redo = target, []
                steps.add(steps.jump(key, target))
        assert steps.now.state == state
        assert steps.undoes == (undo[-1][0] if undo else None)
        assert steps.redoes == (redo[-1][0] if redo else None)
        assert steps.known(key) == number == steps.number


def test_only_what_was_missed_of_the_same_topic_refuses_a_request():
    steps = Steps()
    steps.add(steps.begin("begin"))
    steps.add(steps.change("first", frozenset({"chips"})))
    steps.add(steps.change("second", frozenset({"goods"})))
    steps.check_seen(1, frozenset({"tiles"}))
    with pytest.raises(Outdated) as caught:
        steps.check_seen(1, frozenset({"goods", "tiles"}))
    assert (caught.value.number, caught.value.missed) == (3, (3,))
    with pytest.raises(Outdated) as caught:
        steps.check_seen(1)
    assert caught.value.missed == (2, 3)
    with pytest.raises(Outdated) as caught:
        steps.check_seen(9)
    assert caught.value.missed == ()


def test_steps_that_were_not_kept_are_forgotten_with_their_keys():
    steps = Steps()
    steps.add(steps.begin("begin"))
    steps.add(steps.change("first"))
    before = steps.number
    steps.add(steps.change("second"))
    steps.add(steps.follow("third"))
    steps.rewind(before)
    assert (steps.number, steps.known("second"), steps.known("third")) == (2, None, None)
    assert steps.known("first") == 2 == steps.undoes
