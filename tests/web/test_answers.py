"""Tests of how answers stand on a page: their numbers, and what is behind "More"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.contract import AnswerView, Option, Page, Tally, Term
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.live.answer_buttons import answer_group
from tests.table.toy_game import Bid
from tests.web.conftest import bare_room


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Any]:
    """The macros of `templates/_answers.html`."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables))
    with app.test_request_context("/"):
        yield app.jinja_env.get_template("_answers.html").make_module({"seat": None})
    tables.close()


def text_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_number_that_a_rule_changed_stands_beside_the_one_struck(parts: Any) -> None:
    """Struck alone, "price 2" beside "for $3" said two prices."""
    changed = Tally("price", (Term("Genes", 2), Term("Trade power", 1)))
    sold = Option(Bid(0, 1), "Sell it for $3 ", (changed,))
    assert text_of(parts.answer(sold)).endswith("price 2 3")
    assert "<s aria-label" in parts.answer(sold)
    unchanged = Option(Bid(0, 1), "Sell it for $2 ", (Tally("price", (Term("Genes", 2),)),))
    assert "price" not in parts.answer(unchanged), "the words say it"


def test_what_is_of_no_use_now_stands_behind_more(parts: Any) -> None:
    useful = [Option(Bid(0, n), f"Take {n}") for n in (1, 2)]
    page = parts.answers([*useful, Option(Bid(0, 3), "Take 3 for nothing", seldom=True)])
    answers, behind = page.split('id="seldom-0"')
    assert [words for words in ("Take 1", "Take 2", "More") if words in text_of(answers)] == [
        "Take 1",
        "Take 2",
        "More",
    ]
    assert "Take 3" not in answers
    assert "Take 3 for nothing" in behind
    assert "data-decision" in behind
    assert "More" not in parts.answers(useful)


class Passing(Page):
    def answer(self, option: Option) -> AnswerView:
        return AnswerView(declines=option.words == "Pass")


def test_the_likeliest_answers_come_first_and_those_that_decline_last() -> None:
    options = [
        Option(Bid(0, 0), "Pass", likely=2),
        Option(Bid(0, 1), "One"),
        Option(Bid(0, 2), "Two", likely=2),
    ]
    group = answer_group(options, Passing())
    assert [(it.words, it.likely) for it in group.buttons] == [("Two", True), ("One", False)]
    assert [(it.words, it.likely) for it in group.declining] == [("Pass", True)]
    assert group.classes == "answers from-3"
    assert not group.folds
    many = answer_group([Option(Bid(0, n), f"Bid {n}") for n in range(10)], None)
    assert many.folds
    assert not any(it.likely for it in many.buttons), "none is likelier than another"


def test_of_a_tile_two_answers_only_the_first_has_its_drawing_as_a_region() -> None:
    options = [Option(Bid(0, n), f"Buy it for {n}", tile="W07") for n in (1, 2)]
    assert [it.mark for it in answer_group(options, None, mark="0").buttons] == ["0-W07", ""]


def test_long_words_are_marked_and_the_list_that_has_them() -> None:
    """Beside a drawn piece 20 letters are long, else 40; a tile's button says its name alone."""

    class Looks(Page):
        def __init__(self, seen: AnswerView) -> None:
            self.seen = seen

        def answer(self, option: Option) -> AnswerView:
            return self.seen

    def group(*options: Option, seen: AnswerView) -> Any:
        return answer_group(options, Looks(seen), seat=1)

    few, many = Option(Bid(0, 1), "x" * 40), Option(Bid(0, 2), "x" * 41)
    plain, drawn, titled = AnswerView(), AnswerView(face="<svg></svg>"), AnswerView(title="Name")
    marked = group(few, many, seen=plain)
    assert ["wordy" in it.classes.split() for it in marked.buttons] == [False, True]
    assert "uneven" in marked.classes.split()
    assert "uneven" not in group(few, seen=plain).classes.split()
    assert "uneven" in group(few, seen=drawn).classes.split()
    assert "uneven" not in group(Option(Bid(0, 3), "x" * 20), seen=drawn).classes.split()
    assert "uneven" not in group(many, seen=titled).classes.split()
