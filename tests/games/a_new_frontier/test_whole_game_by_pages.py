"""Whole games of four and five by their pages: begun on /new, with nothing registered, some planning on the
printed board and the others on phones, until the score. What is pressed and sent is what each page offers."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient

from companion.box.shelf import Shelf
from companion.games.a_new_frontier.rules.told_forms import EntryTelling
from companion.games.contract import Json, Question, decision_to_json
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

from .build import BLUE, GAME, GREEN

ON_BOARD = (BLUE, GREEN)
"""Who plans on the printed board."""


class Evening:
    """One table, and everybody's device. told: how often what is printed was asked."""

    def __init__(self, client: FlaskClient, tables: Tables, players: int) -> None:
        self.client = client
        form = {"game": GAME.name, "draws": "hand", "chance": "virtual", "option-boards": "yes", "seed": "4"}
        for seat, colour in enumerate(GAME.colours[:players]):
            form |= {f"name-{seat}": colour.capitalize(), f"colour-{seat}": colour}
        begun = client.post("/new", data=form)
        assert begun.status_code == 303, begun.text
        self.table: Table = tables.open(tables.list()[0].id)
        self.rng = Random(players)
        self.told = 0
        self.on_board = 0

    def page(self, seat: int | None) -> str:
        answer = self.client.get(f"/t/{self.table.id}/{'' if seat is None else f'seat/{seat}'}")
        assert answer.status_code == 200
        return answer.text

    def post(self, page: str, what: str, **body: Json) -> None:
        """As the page's own script does: with the number of the entry that the page shows."""
        seen = int(re.search(r'data-number="(\d+)"', page)[1])  # type: ignore[index]
        sent = {"seen": seen, "key": f"key-{seen:08}", **body}
        answer = self.client.post(f"/t/{self.table.id}/{what}", json=sent)
        assert answer.status_code == 200, (what, body, answer.get_json())

    def step(self) -> None:
        question = self.rng.choice([each for each in self.table.questions if not each.optional])
        page = self.page(question.player)
        assert html.escape(question.text, quote=False) in page or question.text in html.unescape(page)
        if question.draw is not None:
            offered = [name for name in question.draw.pool if f'value="{name}"' in page]
            self.post(page, "draws", names=self.rng.sample(offered, question.draw.count))
        elif question.roll is not None:
            self.post(page, "draws", numbers=list(question.roll.sample(self.rng)))
        elif (pressed := self.pressed(question, page)) is not None:
            self.post(page, "decisions", decision=pressed)
        else:
            self.post(
                page, "answers", question=question.kind, player=question.player, value=self.value(question)
            )
            assert 'data-answer-form="' in page

    def pressed(self, question: Question, page: str) -> Json | None:
        """One of the page's buttons; None: the question has a form."""
        buttons = [json.loads(html.unescape(found)) for found in re.findall(r"data-decision='([^']*)'", page)]
        if question.kind == "plan" and question.player in ON_BOARD:
            self.on_board += 1
            return next(each for each in buttons if each["do"] == "finish-on-board")
        if question.form is not None:
            return None
        own = [each for each in buttons if each["do"] in question.does and each["player"] == question.player]
        return self.rng.choice(own)

    def value(self, question: Question) -> Json:
        """What is entered into the form on the page."""
        form, state = question.form, self.table.state
        if isinstance(form, EntryTelling):
            self.told += 1
            return list(form.sample(self.rng))
        view = GAME.view(state, question.player)
        chosen = GAME.players["random"].choose(GAME, view, question, (), self.rng)
        return decision_to_json(chosen) and json.loads(json.dumps(chosen.value))


FORMS = {5: 20, 4: 20}
"""By the number of players, how often what is printed is asked in the game of this seed."""


@pytest.mark.slow
@pytest.mark.parametrize("players", FORMS)
def test_a_whole_game_by_its_pages_with_the_printed_board_and_with_phones(
    tmp_path: Path, players: int
) -> None:
    journal, shelf = Journal(tmp_path / "journal.db"), Shelf(tmp_path / "boxes")
    tables = Tables(journal)
    app = create_app(bare_room(tables), boxes=shelf)
    evening = Evening(app.test_client(), tables, players)
    table = evening.table
    while not table.state.over:
        evening.step()
    assert table.state.turn == 5
    assert evening.on_board == 5 * len(ON_BOARD)
    assert evening.told == FORMS[players]
    assert GAME.check(table.state) == ()
    score = html.unescape(evening.client.get(f"/t/{table.id}/score").text)
    for player in GAME.score(table.state).players:
        assert player.name in score
        assert str(player.total) in score
    assert "ship-kraken" in shelf.text(GAME.name)
    again = Tables(Journal(tmp_path / "journal.db"))
    assert again.open(table.id).state == table.state
    services_of(app).live.close()
    for each in (again, tables):
        each.close()
