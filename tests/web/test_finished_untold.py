"""A finished game of which a correction takes back what its score reads: its pages answer and the table is
asked before the sum, in each game. Journals from before such corrections were refused hold some."""

from __future__ import annotations

import re

import pytest

from companion.box.editing import tile_text
from companion.box.shelf import Shelf
from companion.games.contract import Correction, Illegal, Telling, box_of, game_at
from companion.games.contract.told import Told
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.default_run import first_by_default
from tests.games.a_new_frontier.printed_copy import PrintedCopy as FrontierCopy
from tests.games.new_frontiers.printed_copy import PrintedCopy as NewFrontiersCopy
from tests.games.race_for_the_galaxy.printed_copy import PrintedCopy as RaceCopy
from tests.rigs.told_wrongly import form, played, told_facts
from tests.web.conftest import bare_room

COPIES = (RaceCopy, NewFrontiersCopy, FrontierCopy)


@pytest.fixture
def house(tmp_path):
    tables = Tables(Journal(tmp_path / "journal.db"))
    room = bare_room(tables)
    room.update_tiles = lambda table: None
    app = create_app(room, Shelf(tmp_path / "boxes"))
    yield tables, app
    services_of(app).live.close()
    tables.close()


def pages(app, table):
    """The status of all that can be looked at of a table, by address."""
    found = {}
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and "table_id" in rule.arguments <= {"table_id", "seat"}:
            address = re.sub(r"<[^>]*seat>", "1", re.sub(r"<[^>]*table_id>", table.id, rule.rule))
            if not address.endswith(("events", "live")):
                with app.test_client().get(address) as answer:
                    found[address] = answer.status_code
    return found


def without(table, piece, key):
    """The correction by which this fact is not told after all."""
    kept = form(table, piece).chosen.without((key,))
    text = tile_text(box_of(game_at(table.game, table.state)).book().told(piece, kept).tile)
    return Correction(f"tile/{piece}", text)


def is_asked_then(game, state, taken_back):
    """Whether something is asked after this correction; some are refused, as of a colony with an ally."""
    try:
        return bool(game.questions(game.correct(state, taken_back)))
    except Illegal:
        return False


@pytest.mark.parametrize("copy", first_by_default(COPIES), ids=lambda copy: copy.game)
def test_a_finished_game_that_lacks_what_its_score_reads_asks_for_it_and_its_pages_answer(house, copy):
    tables, app = house
    table = played(tables, copy(0), 0, players="fewest")
    before, state = table.game.score(table.state), table.state
    assert table.game.phase(state).over
    facts = ((field.piece, field.key) for field in told_facts(table) if field.key != "name")
    taken_back = (without(table, *fact) for fact in facts)
    gone = next(one for one in taken_back if is_asked_then(table.game, state, one))
    table.correct(gone, table.number, "key-of-the-correction", "Mia’s phone")
    (question,) = table.questions
    assert isinstance(question.form, Telling)
    assert not table.game.phase(table.state).over, "it is over when it is told"
    answered = pages(app, table)
    assert {f"/t/{table.id}/", f"/t/{table.id}/score", f"/t/{table.id}/seat/1"} <= answered.keys()
    assert {address: status for address, status in answered.items() if status >= 500} == {}
    value = Told(field.item(one) for field in told_at(table, state, question.form) for one in field.chosen)
    table.submit(table.game.answer(table.state, question, value), table.number, "key-of-the-answer", "Mia")
    assert (table.questions, table.game.score(table.state)) == ((), before)
    assert table.game.phase(table.state).over


def told_at(table, state, asked):
    """The fields of the form of a piece as it was told in this state, of those that are asked."""
    book = box_of(game_at(table.game, state)).book()
    for field in asked.fields:
        yield book.telling(field.piece).field_of(field.piece, field.key)
