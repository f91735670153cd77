"""Tests of how answers stand on a page: their numbers, and what is behind "More"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.contract import Option, Tally, Term
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
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
