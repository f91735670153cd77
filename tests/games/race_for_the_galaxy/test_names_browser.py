"""Browser tests of the names of cards: they break between words, on every page and in every language."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.web import create_app
from tests.complete_languages import COMPLETE
from tests.games.race_for_the_galaxy.build import GAME
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import (
    BROKEN_WORDS_JS,
    new_tables,
    random_game,
    random_game_tables,
    resizer_without_paint,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Any:
    tables = new_tables(tmp_path_factory.mktemp("names"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.begin_stop()
    tables.close()


@pytest.mark.parametrize("language", ["en", *COMPLETE])
def test_the_names_of_cards_break_between_words_only(
    browser: Any, served: SimpleNamespace, language: str
) -> None:
    tables = random_game_tables(served.tables, GAME.name, (2, 4), (4,), (12, 60, 110)).values()
    names = [card.name for card in GAME.catalogue.shown]
    found = []
    one = Device(browser, served.address, (1180, 820), locale=language)
    resize = resizer_without_paint(one)
    for table in tables:
        for path, sizes in (
            ("", ((1180, 820), (1024, 600), (820, 1180))),
            ("seat/0", ((390, 844), (844, 390), (1180, 820))),
            ("correct", ((390, 844),)),
            ("score", ((390, 844),)),
        ):
            page = one.open(f"/t/{table.id}/{path}")
            for width, height in sizes:
                resize(width, height)
                broken = page.evaluate(BROKEN_WORDS_JS, [names, 0])
                found += [f"/{path} at {width} x {height}, entry {table.number}: {it}" for it in broken]
    one.close()
    assert not found, "\n".join(dict.fromkeys(found))


@pytest.mark.parametrize("language", ["en", *COMPLETE])
def test_two_cards_on_one_answer_break_between_words_only(
    browser: Any, served: SimpleNamespace, language: str
) -> None:
    """A phone shows many answers in two columns: "Prosperous World: consume from ..." needs both."""
    games = random_game(served.tables, GAME.name, 2, 26, range(60, 100))
    table = next(
        it
        for _what, it in games
        for question in it.now.questions[:1]
        if "consume" in question.text
        and sum("Prosperous World:" in one.words for one in it.game.options(it.now.state, question.player))
        and len(it.game.options(it.now.state, question.player)) >= 5
    )
    one = Device(browser, served.address, (390, 844), locale=language)
    page = one.open(f"/t/{table.id}/seat/{table.now.questions[0].player}")
    assert page.locator(".answers.from-5 .answer.wordy").count()
    assert page.evaluate(BROKEN_WORDS_JS, [[card.name for card in GAME.catalogue.shown], 0]) == []
    one.close()
