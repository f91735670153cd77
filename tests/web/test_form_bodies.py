"""Tests of the typed forms: every route that takes a form declares it, and no view reads one by itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from flask import Flask
from msgspec import Meta, Struct

from companion.web.request.form_body import FORMS, entered, read_form
from companion.web.request.json_body import BODIES
from companion.web.request.reading import Refused
from tests.web.everything import Everything, full_room

WEB = Path(__file__).parents[2] / "companion" / "web"
READS_FORMS = {"request/form_body.py", "access/guard.py", "what.py"}
"""guard.py looks for characters that no database stores, before anything is understood; the way back from
what.py stands in its address or beside the photo."""
PICTURES = {
    "box.take_fronts",
    "box.take_photo",
    "box.photo",
    "hand.look",
    "phone_camera.frame",
    "put_away.photo",
    "told_photo.photo",
    "what.look",
}
"""Routes that are sent a picture."""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    with full_room(tmp_path_factory.mktemp("forms"), rendered=False) as all_of_it:
        yield all_of_it


def test_no_view_reads_a_form_by_itself() -> None:
    found = set()
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            of_form = isinstance(node, ast.Attribute) and node.attr in ("form", "values")
            if of_form and isinstance(node.value, ast.Name) and node.value.id == "request":
                found.add(path.relative_to(WEB).as_posix())
    assert found - {name for name in found if name.startswith("scan/")} == READS_FORMS


def test_every_route_that_changes_something_says_what_it_takes(there: Everything) -> None:
    posted = {
        rule.endpoint
        for rule in there.serving.app.url_map.iter_rules()
        if rule.methods and "POST" in rule.methods
    }
    undeclared = {name for name in posted - BODIES.keys() - FORMS.keys() if not name.startswith("scan.")}
    assert undeclared == PICTURES
    assert FORMS.keys() <= posted


class Kept(Struct, rename={"one_way": "one-way"}):
    name: dict[str, str] = {}
    one_way: bool = False
    seat: int = 0
    field: tuple[str, ...] = ()
    of: Annotated[int, Meta(ge=1, le=9)] | None = None


class Add(Struct, tag_field="do", tag="add"):
    name: str


class Drop(Struct, tag_field="do", tag="drop"):
    station: str = ""


def read(kind: Any, data: dict[str, Any]) -> Any:
    with Flask(__name__).test_request_context("/", method="POST", data=data):
        return read_form(kind)


def test_a_form_is_read_as_its_type() -> None:
    sent = {"name-0": "Ann", "name-1": "Ben", "one-way": "yes", "seat": " 2 ", "field": ["a", "b"], "of": ""}
    assert read(Kept, sent) == Kept({"0": "Ann", "1": "Ben"}, True, 2, ("a", "b"), None)
    assert read(Kept, {"one-way": "no"}) == Kept()


@pytest.mark.parametrize("twelve", ["１２", "١٢", "१२", "12"])
def test_digits_of_other_scripts_are_the_digits_they_are(twelve: str) -> None:
    assert read(Kept, {"seat": twelve}).seat == 12


def test_what_a_form_does_chooses_its_type() -> None:
    assert read(Add | Drop, {"do": "add", "name": "3", "station": "1"}) == Add("3")
    assert read(Add | Drop, {"do": "drop", "station": "1"}) == Drop("1")


@pytest.mark.parametrize(
    ("kind", "sent", "sentence"),
    [
        (Kept, {"seat": "two"}, 'The request needs "seat": a whole number.'),
        (Kept, {"of": "10"}, 'The request needs "of": a whole number from 1 to 9.'),
        (Add | Drop, {"do": "add"}, 'The request needs "name".'),
        (Add | Drop, {"do": "fly"}, 'The request needs "do": one of add, drop.'),
    ],
)
def test_what_a_form_must_say_is_one_sentence(kind: Any, sent: dict[str, str], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        read(kind, sent)
    assert refused.value.sentence == sentence


def test_a_form_can_be_shown_as_it_was_typed() -> None:
    with Flask(__name__).test_request_context("/", method="POST", data={"seat": "two"}):
        assert dict(entered()) == {"seat": "two"}
