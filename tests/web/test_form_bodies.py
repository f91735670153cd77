"""Tests of the typed forms: every route that takes a form declares it, and no view reads one by itself."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from flask import Flask
from msgspec import Meta, Struct
from werkzeug.datastructures import FileStorage

from companion.translation import marked
from companion.web.request.form_body import FORMS, Upload, entered, in_json, read_form
from companion.web.request.json_body import BODIES
from companion.web.request.picture_body import PICTURES
from companion.web.request.reading import Refused
from tests.web.everything import Everything, full_room

BODY = ("form", "values", "files", "data", "stream", "json", "get_data", "get_json")
"""What of a request is its body."""
WEB = Path(__file__).parents[2] / "companion" / "web"
READS_BODIES = {"request/form_body.py", "request/json_body.py", "request/picture_body.py", "access/guard.py"}
"""guard.py looks for characters that no database stores, before anything is understood."""


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    with full_room(tmp_path_factory.mktemp("forms"), rendered=False, photographed=False) as all_of_it:
        yield all_of_it


def test_no_view_reads_a_body_by_itself() -> None:
    found = set()
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            of_body = isinstance(node, ast.Attribute) and node.attr in BODY
            if of_body and isinstance(node.value, ast.Name) and node.value.id == "request":
                found.add(path.relative_to(WEB).as_posix())
    assert found == READS_BODIES


def test_every_route_that_changes_something_says_what_it_takes(there: Everything) -> None:
    posted = {
        rule.endpoint
        for rule in there.serving.app.url_map.iter_rules()
        if rule.methods and "POST" in rule.methods
    }
    assert posted == BODIES.keys() | FORMS.keys() | PICTURES.keys()


class Kept(Struct, rename={"one_way": "one-way"}):
    name: dict[str, str] = {}
    one_way: bool = False
    seat: int = 0
    field: tuple[str, ...] = ()
    of: Annotated[int, Meta(ge=1, le=9)] | None = None


class Sent(Struct):
    photo: FileStorage | None = None
    more: tuple[FileStorage, ...] = ()
    change: Annotated[dict[str, int], in_json(marked("Load it again."))] = {}


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


def test_a_form_has_files_and_json() -> None:
    files = {"photo": (io.BytesIO(b"one"), "a.jpg"), "more": [(io.BytesIO(b"two"), "b.jpg")]}
    with Flask(__name__).test_request_context("/", method="POST", data={**files, "change": '{"chips": 5}'}):
        sent = read_form(Sent)
        assert sent.photo is not None
        assert [file.read() for file in (sent.photo, *sent.more)] == [b"one", b"two"]
    assert sent.change == {"chips": 5}
    assert read(Sent, {"change": ""}) == Sent()


def test_files_beyond_their_limit_are_refused_with_the_forms_own_sentence() -> None:
    heavy = {"photo": (io.BytesIO(b"x" * (2 << 20)), "a.jpg")}
    with Flask(__name__).test_request_context("/", method="POST", data=heavy), pytest.raises(Refused) as no:
        read_form(Sent, Upload(1 << 20, marked("This photo has more than {most} MB.")))
    assert (no.value.status, no.value.sentence) == (413, "This photo has more than 1 MB.")


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
        (Sent, {"change": "{"}, "Load it again."),
        (Sent, {"change": "[]"}, "Load it again."),
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
