"""Tests with two thousand requests that no page sends, over every route: none causes an error."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from werkzeug.routing import Rule

from companion.web.request.json_body import BODIES
from tests.default_run import first_by_default
from tests.web.everything import TILE, Everything, full_room
from tests.web.sent_bodies import drawn_body

REQUESTS = (100, 2_000)
"""Of one series: the first hundred of the second are the first."""

FIELD_TEXTS = (
    "",
    "0",
    "00009",
    "-1",
    "1e9",
    "9" * 40,
    "x" * 300,
    "self",
    "blue",
    "²",
    "a\0b",
    "../../x",
    "{}",
    "[]",
    '{"do": []}',
    "%",
    "\u202e",
    "NF:W07A",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    2**31,
    2**63,
    2**70,
    1.5,
    [],
    {},
    [[]],
    {"do": []},
    {"do": "bid"},
    {"self": 1},
    [None],
    *FIELD_TEXTS,
)
FIELD_NAMES = tuple(
    """seen key decision do path value to names settings self pages draws moment change tile face spot photo
    player name-0 colour-0 game title seed setup laid option-game chance rest seat counted players count
    id role fields text toml box language theme seconds minutes mode action number tag zone camera corners
    target words by good goods numbers x y w h rotation""".split()  # noqa: SIM905
)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"Accept": "application/json"},
    {"Accept-Language": "de"},
    {"Accept-Language": "\u00fc;q=x"},
    {"Range": "bytes=9-1"},
    {"If-None-Match": '"x'},
    {"Last-Event-ID": "x"},
    {"Cookie": "language=xx; device=%00; seat=99"},
)


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    with full_room(tmp_path_factory.mktemp("fuzz"), rendered=False, photographed=False) as all_of_it:
        yield all_of_it


def address(rule: Rule, known: dict[str, tuple[str, ...]], rng: Random) -> str:
    """The rule's address, with an existing or an impossible value for each part."""
    path = str(rule)
    for name in rule.arguments:
        some = known[name] if name in known and rng.random() < 0.8 else FIELD_TEXTS[1:]
        for shape in (f"<{name}>", f"<int:{name}>", f"<path:{name}>"):
            path = path.replace(shape, rng.choice(some).replace("%", "%25").replace("\0", "%00"))
    return path


def request(rng: Random, method: str, seen: int, kind: Any) -> dict[str, Any]:
    """The rest of a request: JSON, a form, a file, raw bytes or nothing. kind: of the route's JSON."""
    sent: dict[str, Any] = {"headers": rng.choice(HEADERS)}
    if rng.random() < 0.5:
        sent["query_string"] = {name: rng.choice(FIELD_TEXTS) for name in rng.sample(FIELD_NAMES, 3)}
    if method == "GET":
        return sent
    fields: dict[str, Any] = {
        name: rng.choice(VALUES) for name in rng.sample(FIELD_NAMES, rng.randrange(1, 8))
    }
    if kind is not None and rng.random() < 0.7:
        fields = drawn_body(kind, rng, VALUES)
    if rng.random() < 0.7:
        fields |= {"seen": rng.choice((0, 1, seen, seen, 2**63)), "key": f"key-{rng.randrange(10**9):09}"}
    match rng.randrange(6):
        case 0 | 1 | 2:
            sent["json"] = fields if rng.random() < 0.9 else rng.choice(VALUES)
        case 3:
            form = {
                name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()
            }
            sent["data"] = form
        case 4:
            sent["data"] = {"photo": (io.BytesIO(rng.randbytes(99)), rng.choice(FIELD_TEXTS)), "key": "x" * 9}
        case 5:
            kind = rng.choice(("application/json", "text/plain", "application/x-www-form-urlencoded"))
            raw = (b"[" * 9_000, b"9" * 9_000, b'{"pages": "\\ud800"}', b'{"a\\u0000": 1}', rng.randbytes(50))
            sent |= {"data": rng.choice(raw), "content_type": kind}
    return sent


@pytest.mark.parametrize("count", first_by_default(REQUESTS))
def test_random_requests_break_nothing(there: Everything, count: int) -> None:
    app, rng = there.serving.app, Random("fuzz")
    app.testing = False
    known = {
        "table_id": (there.table.id, there.ended.id),
        "seat": ("0", "1"),
        "name": ("new-frontiers",),
        "id": (TILE,),
        "scan_id": (there.scan.rpartition("/")[2],),
        "role": ("home", "colony"),
        "number": ("0", "1", "7"),
        "place": ("0",),
    }
    rules = [
        (rule, method)
        for rule in sorted(app.url_map.iter_rules(), key=str)
        for method in sorted(rule.methods or ())
        if method in ("GET", "POST", "PUT", "DELETE", "PATCH")
        if not str(rule).endswith(("/live", "/strip", "/events")) and not str(rule).startswith("/static/")
    ]
    client, broken = app.test_client(), []
    for number in range(count):
        rule, method = rules[number % len(rules)]
        path, sent = (
            address(rule, known, rng),
            request(rng, method, there.table.number, BODIES.get(rule.endpoint)),
        )
        answer = client.open(path, method=method, **sent)
        if answer.status_code >= 500:
            broken.append(f"{answer.status_code} {method} {path} {sent!r:.300}")
        answer.close()
        if rule.endpoint == "tables.change":  # what this archived is found again by the next requests
            for table in (there.table, there.ended):
                there.room.tables.restore(table.id)
    assert not broken, "\n".join(broken)


def test_the_ones_that_once_broke_it_are_answered(there: Everything) -> None:
    app = there.serving.app
    app.testing = False
    client, base = app.test_client(), f"/t/{there.table.id}"
    key = {"seen": 1, "key": "long-enough"}
    posts: tuple[tuple[str, Any], ...] = (
        (f"{base}/settings", {"self": 1}),
        (f"{base}/settings", {"pages": {"x": "\ud800"}}),
        (f"{there.scan}/changes", {"seen": 1, "key": "long-enough", "change": {"do": []}}),
        (f"{there.scan}/changes", {"seen": 2**63, "key": "long-enough", "change": {"do": "undo"}}),
        (f"{there.scan}/changes", {"seen": 0, "key": "long-enough", "change": {"do": "undo"}}),
        (f"{base}/undo", key | {"seen": 2**63}),
        (f"{base}/undo", key | {"seen": 0}),
        (f"{base}/jump", key | {"to": 2**63}),
    )
    for path, data in posts:
        answer = client.post(path, json=data)
        assert 400 <= answer.status_code < 500, (path, data, answer.status_code)
    for path in (f"{base}/seat/00009", f"{base}/seat/%00", "/t/%00/", f"{base}/history?seat=%00"):
        assert 400 <= client.get(path).status_code < 500 or "history" in path, path
