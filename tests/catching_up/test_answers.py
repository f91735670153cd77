"""Tests of the values that are tried for a form: as many as people may have given, and never without end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.catching_up.answers import MAX_TRIED, MAX_VALUES, answers, values_of
from companion.catching_up.evidence import Look, Seen
from companion.games.contract import Allocation, Item, Place, Question, Subset, Token
from tests.catching_up.test_histories import READY, TOY


@dataclass(frozen=True)
class TakesNothing:
    """A form that takes no item, and notes how often it was asked."""

    asked: list[object] = field(default_factory=list, kw_only=True)

    def problem(self, value: object) -> str:
        self.asked.append(value)
        return "no" if value else ""


@dataclass(frozen=True)
class NothingChosen(TakesNothing, Subset):
    pass


@dataclass(frozen=True)
class NothingLaid(TakesNothing, Allocation):
    pass


def items(count: int, value: int = 1) -> tuple[Item, ...]:
    return tuple(Item(f"i{n}", f"item {n}", value) for n in range(count))


WIDE: tuple[Callable[[], Any], ...] = (
    lambda: NothingChosen(items(40)),
    lambda: NothingLaid(tuple(Token(f"t{n}", f"token {n}", 9) for n in range(8)), (Place("here", "here"),)),
)


@pytest.mark.parametrize("wide", WIDE)
def test_a_form_that_takes_few_of_very_many_is_tried_for_a_while_only(wide: Callable[[], Any]) -> None:
    """Technologies of five levels, of which most need others: trying all of them never came to an end."""
    form = wide()
    assert len(list(values_of(form))) == 1
    assert len(form.asked) == MAX_TRIED
    question = Question(0, "take", "what?", form=form)
    state = TOY.new(READY)
    assert list(answers(TOY, state, question, Look(TOY, state, Seen()))) == [], (
        "what was not tried may be what was given"
    )


def test_no_more_is_tried_than_a_sum_allows() -> None:
    form = NothingChosen(items(40, 2), 0, None, "Levels", None, 5)
    list(values_of(form))
    assert max(len(value) for value in form.asked) == 2  # type: ignore[arg-type]


def test_all_values_of_a_small_form_are_found() -> None:
    found = list(values_of(Subset(items(6), 0, 2)))
    assert len(found) == 1 + 6 + 15 < MAX_VALUES
