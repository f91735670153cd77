"""Browser test of a form that is asked of several: a low tablet says what each is asked."""

from __future__ import annotations

from random import Random

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import Device, Serving, bare_room

pytestmark = pytest.mark.browser

GAME = "a-new-frontier"
SIZES = ((1024, 600), (1180, 820), (820, 1180))
SHOWN_JS = """() => [...document.querySelectorAll("#question .closed[data-colour]")].map((asked) => {
  const words = asked.querySelector(".question-text > span"), text = words.firstChild.textContent.trim();
  const [inner, outer] = [words, asked].map((it) => it.getBoundingClientRect());
  const mark = Math.round(asked.querySelector(".mark").getBoundingClientRect().left - outer.left);
  return { text, mark, size: parseFloat(getComputedStyle(words).fontSize),
    whole: (!words.clientHeight || words.scrollHeight <= words.clientHeight + 2) && inner.width > 30
      && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1 && inner.right <= outer.right + 1 };
})"""


def asked_of_several(tables, players, letters=0, at_once=2):
    """A table whose open questions are forms of so many players, each of more letters than these."""
    game = games.load(GAME)
    names = ("Mia", "Ben", "Cleo", "Dirk", "Eva")[:players]
    seated = tuple(Player(name, colour) for name, colour in zip(names, game.colours, strict=False))
    setup = setup_with_draws(game, Setup(seated), 1)
    table = tables.create(GAME, setup, seed=1, settings=Settings(draws="virtual"))
    rng, client = Random(1), next(iter(game.players.values()))
    for step in range(400):
        open_now = [question for question in table.questions if not question.optional]
        forms = [q for q in open_now if q.form is not None and q.player is not None]
        if step > 4 and sum(len(q.text) > letters for q in forms) >= at_once:
            return table
        asked = open_now[0]
        if asked.chance is not None:
            decision = game.answer(table.state, asked, asked.chance.sample(rng))
        else:
            view = game.view(table.state, asked.player)
            decision = client.choose(game, view, asked, game.options(table.state, asked.player), rng)
        table.submit(decision, table.number, f"step-{step:06}", "test")
    raise AssertionError("several were never asked at once")


def test_each_line_says_what_is_asked(browser, tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    serving = Serving(create_app(bare_room(tables)))
    tablet = Device(browser, serving.address, SIZES[0])
    try:
        # Questions of more than 60 letters need a line of some height; a low tablet says them above.
        cases = ((3, 0, 3, SIZES), (5, 0, 2, SIZES[:1]), (5, 0, 5, SIZES), (3, 60, 2, SIZES[1:]))
        for players, letters, at_once, sizes in cases:
            table = asked_of_several(tables, players, letters, at_once)
            open_to_all = table.game.questions_for(table.state, None)
            texts = {question.text for question in open_to_all if not question.optional}
            for wide, high in sizes:
                tablet.page.set_viewport_size({"width": wide, "height": high})
                tablet.open(f"/t/{table.id}/")
                shown = tablet.page.evaluate(SHOWN_JS)
                assert {one["text"] for one in shown} == texts
                for one in shown:
                    assert one["whole"], (players, wide, one)
                    assert one["size"] >= 14, (players, wide, one)
                assert len({one["mark"] for one in shown}) == 1, "the last one as the others"
    finally:
        tablet.close()
        serving.stop()
        tables.close()
