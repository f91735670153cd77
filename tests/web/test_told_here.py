"""Tests of what guests tell of pieces: what is not offered needs a second device; the score says who told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.box.shelf import Shelf
from companion.games.contract import Telling, decision_to_json
from companion.games.contract.telling import ALL, Saying, TellingField
from companion.games.contract.told import Told
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.rigs.told_box import Owner, asked_for_homes, printed_box, setup
from tests.web.conftest import bare_room
from tests.web.test_access import HOST, STAFF, device, staff

BOAST = "Settle: +9 Military"


@pytest.fixture
def cafe(tmp_path: Any) -> Iterator[SimpleNamespace]:
    """A guarded house, and a table of a box of which nobody told anything: two phones and the tablet."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables), boxes=Shelf(tmp_path / "boxes"))
    house = services_of(app).house
    house.set_pin("host", HOST)
    house.set_pin("staff", STAFF)
    table = asked_for_homes(tables.create("new-frontiers", setup(2, 1)))
    assert isinstance(table.questions[0].form, Telling)
    phones = [device(app, house.token("seat", table.id, seat)) for seat in (0, 1)]
    yield SimpleNamespace(
        app=app, table=table, phones=phones, tablet=device(app, house.token("tablet", table.id))
    )
    services_of(app).live.close()
    tables.close()


def told(table: Any, *more: str) -> list[str]:
    """What is printed on the piece that is asked for, as far as it is offered; and more."""
    return [*Owner(printed_box(1), Random(1)).told(table.state, table.questions[0].form), *more]


def boast(table: Any) -> str:
    return f"{table.questions[0].form.fields[0].piece}/powers={BOAST}"


def tell(client: Any, table: Any, value: list[str], key: str) -> Any:
    body = {"question": table.questions[0].kind, "player": None, "value": value, "seen": table.number}
    named = {"X-Device": f"the phone {key}"}
    return client.post(f"/t/{table.id}/answers", json=body | {"key": f"{key:_<9}"}, headers=named)


def test_what_nobody_offers_waits_for_a_second_device(cafe: SimpleNamespace) -> None:
    table, (ann, ben) = cafe.table, cafe.phones
    table.set(corrections="second")
    before = table.number
    for n in range(2):  # one device twice is not two
        asked = tell(ann, table, told(table, boast(table)), f"ann-{n}")
        assert (asked.status_code, "another device" in asked.json["sentence"]) == (422, True)
    assert table.number == before
    page = ben.get(f"/t/{table.id}/seat/1").text
    assert "the phone ann-1 tells" in page
    assert BOAST in page
    waits = {"path": table.settings.asked["path"], "value": table.settings.asked["value"]}

    def confirm(client: Any, **more: Any) -> Any:
        sent = {"seen": table.number, "key": f"confirm-{id(more)}"} | waits | more
        return client.post(f"/t/{table.id}/corrections", json=sent, headers={"X-Device": "Ben"})

    assert confirm(ann).status_code == 422
    assert confirm(ben, value="Settle: +8 Military").status_code != 200
    assert table.number == before
    assert confirm(ben).status_code == 200
    assert table.entries()[before].by == "the phone ann-1 & Ben"
    assert not table.settings.asked
    # What is offered is everybody's to tell, as before.
    assert tell(ben, table, told(table), "ben").status_code == 200


def test_by_decision_too_and_where_the_tablet_alone_corrects_it_tells(cafe: SimpleNamespace) -> None:
    table, (ann, _ben) = cafe.table, cafe.phones
    table.set(corrections="tablet")
    form = table.questions[0].form
    decision = table.game.answer(table.state, table.questions[0], tuple(told(table, boast(table))))
    sent = {"decision": decision_to_json(decision), "seen": table.number, "key": "decided-1"}
    refused = ann.post(f"/t/{table.id}/decisions", json=sent)
    assert (refused.status_code, "only the tablet or the staff" in refused.json["sentence"]) == (403, True)
    refused = ann.post(f"/api/v1/tables/{table.id}/decisions", json=sent | {"key": "decided-2"})
    assert refused.status_code == 403
    assert table.number == 2
    assert tell(cafe.tablet, table, told(table, boast(table)), "tablet").status_code == 200
    assert table.questions[0].form != form
    assert tell(staff(cafe.app), table, told(table, boast(table)), "staff").status_code == 200


def test_where_everybody_corrects_everybody_tells(cafe: SimpleNamespace) -> None:
    table, (ann, _ben) = cafe.table, cafe.phones
    table.set(corrections="everybody")
    assert tell(ann, table, told(table, boast(table)), "ann").status_code == 200


def test_who_told_it_stands_beside_the_score(cafe: SimpleNamespace) -> None:
    table, (ann, _ben) = cafe.table, cafe.phones
    table.set(standing="shown")
    page = cafe.tablet.get(f"/t/{table.id}/score").text
    assert "told at this table" not in page
    tell(ann, table, told(table), "ann")
    page = cafe.tablet.get(f"/t/{table.id}/score").text
    assert "What was told at this table, and by whom" in page
    assert "the phone ann" in page
    table.undo(table.number, "undo-it-1", "the tablet")
    assert "the phone ann" not in cafe.tablet.get(f"/t/{table.id}/score").text


def test_of_every_sort_of_field_only_what_is_not_offered_is_unusual() -> None:
    offered = (Saying("1", "1"), Saying("2", "2"))
    fields = (
        TellingField("P", "vp", "VP", offered),
        TellingField("P", "powers", "powers", offered, several=True, typed=True, ended=False),
        TellingField("P", "name", "name", ()),
        TellingField("P", "cards", "cards", (), numbers=(0, 9)),
    )
    form = Telling(fields=fields, pieces=(("P", "a piece"),))
    value = ("P/vp=99", "P/powers=1", "P/powers=3", f"P/powers={ALL}", "P/name=Any", "P/cards=9", "later")
    assert form.unusual(Told.read(value)) == ((fields[0], "99"), (fields[1], "3"))
    assert form.unusual(Told()) == ()
