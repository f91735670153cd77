"""Values that msgspec makes, and their parts that are made when they are read."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, is_dataclass, replace

import pytest

from companion.games.contract import Draw, Option, Question, Roll, Tally, Term, later
from companion.games.contract.decisions import Decision
from companion.games.contract.later import kept_for_last
from companion.translation import _, speaking

TERM = Term("printed cost", 2, "W07")


def test_a_value_is_a_dataclass_to_whoever_reads_it() -> None:
    assert is_dataclass(TERM)
    assert [(field.name, field.compare) for field in fields(Draw)][-2:] == [
        ("names", False),
        ("note", False),
    ]
    assert replace(TERM, value=3) == TERM.changed(value=3) == Term("printed cost", 3, "W07")
    with pytest.raises(TypeError):
        TERM.changed(values=3)
    with pytest.raises(AttributeError):
        TERM.value = 3  # type: ignore[misc]


def test_fields_that_are_not_compared_are_passed_over() -> None:
    draw = Draw("worlds", 1, ("W01", "W02"))
    told = draw.changed(words="Draw a world", names=("One", "Two"))
    assert draw == told
    assert (draw != told) is False, "both ways of asking agree"
    assert hash(draw) == hash(told)
    assert draw != draw.changed(count=2)
    roll = Roll("conflict", (6, 6))
    assert roll == roll.changed(words="Roll for Might", rows=("Blue", "Green")) != roll.changed(dice=(6,))


class Made:
    """How often a part was made."""

    def __init__(self) -> None:
        self.times = 0

    def text(self, name: str) -> str:
        self.times += 1
        return _("{name}, by hand", name=name)


def test_a_part_is_made_once_and_only_when_it_is_read() -> None:
    made = Made()
    question = Question(0, "kind", later(made.text, "Blue"))
    assert question.kind == "kind"
    assert made.times == 0
    assert question.text == question.text == "Blue, by hand"
    assert made.times == 1


def test_a_part_is_made_in_the_language_in_which_it_was_left() -> None:
    def text() -> str:
        return _("The game is over.")

    with speaking("de"):
        german, now = Question(0, "kind", later(text)), Question(0, "kind", text())
    assert german.text == now.text != text()
    with speaking("de"):
        assert Question(0, "kind", later(text)).text == now.text


def test_a_part_left_for_later_counts_as_what_it_will_be() -> None:
    made = Made()
    why = (Tally("cost", (TERM,)),)
    read = Option(Decision(0), "Blue, by hand", why)
    for other in (
        Option(Decision(0), later(made.text, "Blue"), later(lambda: why)),
        pickle.loads(pickle.dumps(Option(Decision(0), later(made.text, "Blue"), why))),
        copy.deepcopy(Option(Decision(0), later(made.text, "Blue"), why)),
        replace(Option(Decision(1), later(made.text, "Blue"), why), decision=Decision(0)),
    ):
        assert other == read
        assert hash(other) == hash(read)
        assert repr(other) == repr(read)


def test_what_follows_from_a_state_is_found_once_for_the_last_one() -> None:
    asked: list[str] = []

    @kept_for_last
    def found(state: str) -> str:
        asked.append(state)
        return state.upper()

    first, second = "first", "second"
    assert [found(first), found(first), found(second), found(second), found(first)] == [
        "FIRST",
        "FIRST",
        "SECOND",
        "SECOND",
        "FIRST",
    ]
    assert asked == ["first", "second", "first"]
