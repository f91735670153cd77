"""Tests of the typed bodies: every route with JSON has one, and a value of a wrong type is never taken."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from flask import Flask
from msgspec import Struct
from werkzeug.routing import Rule

from companion.table.settings import Settings
from companion.web.request.json_body import BODIES, decode, said
from companion.web.request.reading import Refused
from tests.web.everything import TILE, Everything, full_room
from tests.web.sent_bodies import right_bodies, wrong_bodies
from tests.web.test_scripts import scripts_folder

WEB = Path(__file__).parents[2] / "companion" / "web"
READS_JSON = WEB / "request" / "json_body.py"


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    with full_room(tmp_path_factory.mktemp("bodies"), rendered=False, photographed=False) as all_of_it:
        yield all_of_it


def rules_of(app: Flask) -> dict[str, Rule]:
    return {rule.endpoint: rule for rule in app.url_map.iter_rules() if rule.endpoint in BODIES}


def address_of(rule: Rule, there: Everything) -> str:
    values = {
        "table_id": there.table.id,
        "name": there.table.game.name,
        "scan_id": there.scan.rpartition("/")[2],
        "number": "0",
        "id": TILE,
    }
    path = str(rule).replace("<int:", "<")
    for name in rule.arguments:
        path = path.replace(f"<{name}>", values.get(name, "x"))
    return path


def test_every_declared_body_is_of_a_route(there: Everything) -> None:
    assert rules_of(there.serving.app).keys() == BODIES.keys()


def test_no_view_reads_json_by_itself() -> None:
    found = []
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("get_json", "json"):
                owner = node.value.id if isinstance(node.value, ast.Name) else ""
                if (node.attr == "get_json" or owner == "request") and path != READS_JSON:
                    found.append(f"{path.relative_to(WEB)}:{node.lineno}")
    # The answer of another view, which is read again to add a sentence to it.
    assert [place.partition(":")[0] for place in found] == ["camera/calibrate.py"]


@pytest.mark.parametrize("endpoint", sorted(BODIES))
def test_a_right_body_is_understood(endpoint: str) -> None:
    for body in right_bodies(BODIES[endpoint]):
        decode(body, BODIES[endpoint])


@pytest.mark.parametrize("endpoint", sorted(BODIES))
def test_a_value_of_a_wrong_type_is_never_taken(there: Everything, endpoint: str) -> None:
    """Every value of every body as a number, 1.0, a text, true, a list, an object and null."""
    app = there.serving.app
    app.testing = False
    path, number = address_of(rules_of(app)[endpoint], there), there.table.number
    client = app.test_client()
    for field, body in wrong_bodies(BODIES[endpoint]):
        answer = client.post(path, json=body)
        assert answer.status_code == 400, (path, body, answer.text)
        sentence = answer.json["sentence"]
        assert sentence.endswith("."), (field, body, sentence)
        assert "`" not in sentence, "msgspec's words are for programmers"
    assert there.table.number == number


class Sample(Struct, forbid_unknown_fields=True):
    name: str
    seat: int
    sort: Literal["a", "b"] = "a"
    all: list[int] = []
    at: Annotated[tuple[float, float], said("A place has two numbers.")] = (0, 0)
    more: list[Sample] = []


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"seat": 1}, 'The request needs "name".'),
        ({"name": 1, "seat": 1}, 'The request needs "name": a text.'),
        ({"name": "x", "seat": 1.0}, 'The request needs "seat": a whole number.'),
        ({"name": "x", "seat": 1, "sort": "c"}, 'The request needs "sort": one of a, b.'),
        ({"name": "x", "seat": 1, "all": {}}, 'The request needs "all": a list, each a whole number.'),
        ({"name": "x", "seat": 1, "all": [1, 2.0]}, 'The request needs "all": a list, each a whole number.'),
        ({"name": "x", "seat": 1, "at": [1, "2"]}, "A place has two numbers."),
        (
            {"name": "x", "seat": 1, "more": [{"name": "x", "seat": 1, "sort": 1}]},
            'The request needs "sort": one of a, b.',
        ),
        ({"name": "x", "seat": 1, "x`": 1}, 'The request has "x`", which is not known here.'),
    ],
)
def test_what_is_wrong_is_one_sentence(body: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        decode(body, Sample)
    assert (refused.value.status, refused.value.sentence) == (400, sentence)


@pytest.mark.parametrize("name", sorted(Settings.__dataclass_fields__))
def test_a_setting_of_a_wrong_type_is_refused_with_a_sentence(there: Everything, name: str) -> None:
    client, before = there.serving.app.test_client(), there.table.settings
    for wrong in (1.5e9, True, [1], [[]], {"a": []}, None):
        answer = client.post(f"/t/{there.table.id}/settings", json={name: wrong})
        kept = answer.status_code == 200 and isinstance(wrong, dict)  # pages and lessons keep what they like
        assert kept or answer.status_code == 422, (name, wrong, answer.text)
    there.table.change(lambda _settings: before)


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("t/{table}/lessons", {"do": "lay", "task": [], "laid": True}),
        ("t/{table}/lessons", {"do": "skip", "lesson": [], "seats": [0]}),
        ("t/{table}/lessons", {"do": "read", "at": "aim/" + "9" * 5000, "seats": [0]}),
        ("{scan}/say", {"seen": 1, "key": "long-enough", "change": {"do": []}}),
        ("{scan}/say", {"seen": 1, "key": "long-enough", "change": {"do": {}}}),
        ("{scan}/say", {"seen": 1, "key": "long-enough", "change": "tile"}),
    ],
)
def test_the_ones_that_once_broke_it_are_refused(there: Everything, what: str, body: Any) -> None:
    app = there.serving.app
    app.testing = False
    path = "/" + what.format(table=there.table.id, scan=there.scan.removeprefix("/"))
    answer = app.test_client().post(path, json=body)
    assert answer.status_code == 400, answer.text


@pytest.mark.parametrize("folder", ["/static/", "/static/js/", "/static/css/", "/static/games/"])
def test_a_file_whose_name_is_too_long_is_not_there(there: Everything, folder: str) -> None:
    app = there.serving.app
    app.testing = False
    folder = scripts_folder(app.test_client()) if folder == "/static/js/" else folder
    assert app.test_client().get(folder + "x" * 300).status_code == 404


def test_a_form_that_a_seat_answers_is_answered_by_that_seat_alone() -> None:
    kind = BODIES["play.answer"]
    body = {"seen": 1, "key": "long-enough", "question": "bid", "player": 1, "value": 3}
    assert type(msgspec.convert(body, kind).player) is int
    for player in (1.0, True, "1"):
        with pytest.raises(Refused):
            decode(body | {"player": player}, kind)
