"""Tests of the JSON API: what a seat may read, and that writes do the same as the pages' requests."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.table.settings import Settings
from companion.web import create_app
from companion.web.api.endpoint import ENDPOINTS, PREFIX, PROBLEMS
from companion.web.api.openapi import decision_name, document
from companion.web.request.services import services_of
from tests.web.forms_game import FormsGame

DOCS = (Path(__file__).parents[3] / "docs" / "api.md").read_text("utf-8")
KEYS = itertools.count()


@pytest.fixture
def forms(monkeypatch: pytest.MonkeyPatch, room: SimpleNamespace) -> Any:
    """A table of the game that has every answer form, and a client."""
    game = FormsGame()
    monkeypatch.setattr(games, "names", lambda: (game.name,))
    monkeypatch.setattr(games, "load", lambda name: game)
    monkeypatch.setattr(room.tables, "_load", lambda name: game)
    players = (Player("Ann", "blue"), Player("Ben", "green"))
    settings = Settings(draws="hand", dice="hand")
    table = room.tables.create(game.name, Setup(players), settings=settings)
    client = create_app(room).test_client()
    return SimpleNamespace(table=table, client=client, path=f"{PREFIX}/tables/{table.id}")


def read(there: SimpleNamespace, seat: int | None = None, what: str = "") -> Any:
    answer = there.client.get(there.path + what + ("" if seat is None else f"?seat={seat}"))
    assert answer.status_code == 200, answer.text
    return answer.json


def asked(there: SimpleNamespace, seat: int | None, kind: str) -> Any:
    return next(
        q for q in read(there, seat)["questions"] if q["kind"] == kind and q["player"] in (seat, None)
    )


def send(there: SimpleNamespace, what: str, **body: Any) -> Any:
    seen = {"seen": there.table.number, "key": f"api-test-{next(KEYS):06}"}
    return there.client.post(f"{there.path}/{what}", json=seen | body)


def test_every_answer_form_is_read_and_answered(forms: SimpleNamespace) -> None:
    cards = asked(forms, 0, "cards")["answer"]
    assert (cards["form"], cards["least"], cards["most"], cards["sum_most"]) == ("subset", 2, 3, 8)
    assert cards["items"][3]["refused"] == "A comet needs a telescope."
    refused = send(forms, "answers", question="cards", player=0, value=["moon", "comet"])
    assert (refused.status_code, refused.json["sentence"]) == (422, "A comet needs a telescope.")
    assert send(forms, "answers", question="cards", player=0, value=["moon", "sun"]).status_code == 200

    bid = asked(forms, 1, "bid")["answer"]
    assert bid == {"form": "amount", "lowest": 0, "highest": 30, "usual": 3, "unit": "coins"}
    for seat in (0, 1):
        assert send(forms, "answers", question="bid", player=seat, value=seat + 5).status_code == 200

    plan = asked(forms, 0, "plan")["answer"]
    assert (plan["form"], plan["least"], plan["most"]) == ("allocation", 2, 4)
    assert plan["places"][1] == {"id": "mine", "words": "Mine", "highest": 1, "accepts": ["worker"]}
    laid = [["worker", "mine", 1], ["cart", "town", 1]]
    assert send(forms, "answers", question="plan", player=0, value=laid).status_code == 200

    roll = asked(forms, None, "rolled")["answer"]
    assert (roll["form"], roll["dice"]) == ("roll", [6, 20])
    assert send(forms, "draws", numbers=[6, 20]).json["words"].startswith("Rolled")
    assert read(forms)["over"]
    sheet = read(forms, what="/score")
    assert sheet["final"]
    assert [p["name"] for p in sheet["players"]] == ["Ann", "Ben"]


def test_a_choice_is_answered_by_an_option_as_it_came(forms: SimpleNamespace) -> None:
    cheer = asked(forms, 1, "cheer")
    assert cheer["aside"]
    assert cheer["answer"]["options"][0]["words"] == "Cheer"
    done = send(forms, "decisions", decision=cheer["answer"]["options"][0]["decision"])
    assert done.json == {"number": forms.table.number, "words": "Ben cheers"}
    assert read(forms)["facts"]["cheers"] == 1


def test_a_seat_reads_no_others_secret(forms: SimpleNamespace) -> None:
    send(forms, "answers", question="cards", player=0, value=["moon", "sun"])
    assert {q["answer"]["form"] for q in read(forms)["questions"]} == {"elsewhere"}
    ben = {q["player"]: q["answer"]["form"] for q in read(forms, 1)["questions"]}
    assert ben == {0: "elsewhere", 1: "amount"}
    send(forms, "answers", question="bid", player=0, value=17)
    for reader in (None, 1):
        assert read(forms, reader, "/history")[-1]["words"] == "Ann has answered in secret"
        assert "17" not in str(read(forms, reader)["last"])
    assert read(forms, 0, "/history")[-1]["words"] == "Ann bids 17"
    assert read(forms, 0)["last"] == "Ann bids 17"


def test_a_correction_undo_redo_and_a_jump(forms: SimpleNamespace) -> None:
    fact = next(f for f in read(forms, what="/facts") if f["path"] == "cheers")
    assert fact["value"] == 0
    assert send(forms, "corrections", path="cheers", value=4).status_code == 200
    assert read(forms)["facts"]["cheers"] == 4
    assert send(forms, "undo").status_code == 200
    assert read(forms)["facts"]["cheers"] == 0
    assert send(forms, "redo").status_code == 200
    assert send(forms, "jump", to=1).status_code == 200
    assert read(forms)["facts"]["cheers"] == 0
    assert [e["effective"] for e in read(forms, what="/history")] == [True, False, True, True, True]
    after = forms.client.get(f"{forms.path}/history?after=3").json
    assert [entry["kind"] for entry in after] == ["redo", "jump"]


def test_an_outdated_request_and_anothers_step(forms: SimpleNamespace) -> None:
    send(forms, "answers", question="cards", player=0, value=["moon", "sun"])
    late = forms.client.post(f"{forms.path}/redo", json={"seen": 1, "key": "api-test-late"})
    assert late.status_code == 409
    assert late.json["number"] == forms.table.number
    other = send(forms, "undo", seat=1)
    assert (other.status_code, other.json["player"]) == (428, 0)
    assert send(forms, "undo", seat=1, confirm=other.json["confirm"]).status_code == 200


@pytest.mark.parametrize(
    ("what", "body", "named"),
    [
        ("undo", {}, "seen"),
        ("undo", {"seen": 1}, "key"),
        ("undo", {"seen": "1", "key": "long-enough"}, "seen"),
        ("undo", {"seen": True, "key": "long-enough"}, "seen"),
        ("undo", {"seen": 1, "key": "short"}, "key"),
        ("undo", {"seen": 1, "key": "long-enough", "sight": 1}, "sight"),
        ("decisions", {"seen": 1, "key": "long-enough", "decision": "bid"}, "decision"),
        ("answers", {"seen": 1, "key": "long-enough", "question": "bid", "player": 0, "value": 1.5}, "value"),
    ],
)
def test_a_malformed_request_names_its_field(
    forms: SimpleNamespace, what: str, body: Any, named: str
) -> None:
    answer = forms.client.post(f"{forms.path}/{what}", json=body)
    assert answer.status_code == 400
    assert f"{named}" in answer.json["sentence"]
    assert forms.table.number == 1


@pytest.mark.parametrize("path", ["/tables/nobody", "/nothing", "/plays/none", "/tables/nobody/events"])
def test_what_is_not_there_is_said_in_json(forms: SimpleNamespace, path: str) -> None:
    answer = forms.client.get(PREFIX + path, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.mimetype) == (404, "application/json")
    assert answer.json["sentence"]


def test_a_seat_that_is_not_there(forms: SimpleNamespace) -> None:
    assert forms.client.get(f"{forms.path}?seat=2").status_code == 404
    assert forms.client.get(f"{forms.path}?seat=x").status_code == 400


def test_words_come_in_the_callers_language(forms: SimpleNamespace) -> None:
    german = forms.client.get(f"{forms.path}?seat=7", headers={"Accept-Language": "de"}).json
    assert german["sentence"] != forms.client.get(f"{forms.path}?seat=7").json["sentence"]


def test_the_standing_stays_hidden(forms: SimpleNamespace) -> None:
    assert forms.client.get(f"{forms.path}/score").status_code == 403
    forms.table.set(standing="shown")
    assert not read(forms, what="/score")["final"]


def test_a_seats_token_reads_and_answers_for_that_seat_alone(
    room: SimpleNamespace, forms: SimpleNamespace
) -> None:
    """In a house with a PIN, a program without a token sees what is open to all, and changes nothing."""
    cheer = asked(forms, 1, "cheer")["answer"]["options"][0]["decision"]
    app = create_app(room)
    client = app.test_client()
    services_of(app).house.set_pin("host", "739214")
    token = services_of(app).house.token("seat", forms.table.id, 1)
    bearer = {"Authorization": f"Bearer {token}"}
    assert client.get(forms.path).status_code == 200
    assert client.get(f"{forms.path}?seat=1").status_code == 403
    assert client.get(f"{forms.path}?seat=1", headers=bearer).status_code == 200
    assert client.get(f"{forms.path}?seat=0", headers=bearer).status_code == 403
    body = {"seen": 1, "key": "token-test", "question": "cards", "player": 0, "value": ["moon", "sun"]}
    assert client.post(f"{forms.path}/answers", json=body).status_code == 403
    assert client.post(f"{forms.path}/answers", json=body, headers=bearer).status_code == 403
    assert forms.table.number == 1
    decision = {"seen": 1, "key": "token-cheer", "decision": cheer}
    assert client.post(f"{forms.path}/decisions", json=decision, headers=bearer).status_code == 200


# --- beginning ------------------------------------------------------------------------------------------


@pytest.fixture
def new(real: SimpleNamespace) -> Any:
    client = real.serving.app.test_client()
    return lambda **body: client.post(f"{PREFIX}/tables", json=body)


@pytest.mark.parametrize("name", games.names())
def test_a_table_of_each_game_is_begun(real: SimpleNamespace, new: Any, name: str) -> None:
    client = real.serving.app.test_client()
    game = next(g for g in client.get(f"{PREFIX}/games").json if g["name"] == name)
    players = [{"name": c.title(), "colour": c} for c in game["colours"][: game["fewest"]]]
    options = {o["name"]: o["choices"][-1]["value"] for o in game["options"]}
    begun = new(
        game=name, players=players, options=options, seed=5, title="By hand", settings={"standing": "shown"}
    )
    assert begun.status_code == 201, begun.text
    (listed,) = client.get(f"{PREFIX}/tables").json
    assert (listed["id"], listed["title"]) == (begun.json["table"], "By hand")
    assert listed["players"] == [p["name"] for p in players]
    table = real.tables.open(begun.json["table"])
    said = options | dict(table.game.marks)
    assert (table.seed, dict(table.setup.options), table.settings.standing) == (5, said, "shown")


@pytest.mark.parametrize("settings", [{}, {"draws": "virtual"}])
def test_what_a_program_leaves_out_is_not_what_people_chose(
    real: SimpleNamespace, new: Any, settings: dict[str, str]
) -> None:
    """The next form proposes what is usual where a printed box lies on the table: hands draw."""
    players = [{"name": c.title(), "colour": c} for c in ("blue", "red")]
    assert new(game="new-frontiers", players=players, settings=settings).status_code == 201
    page = real.serving.app.test_client().get("/new?game=new-frontiers").text
    for field, value in ({"draws": "hand", "chance": "hand"} | settings).items():
        assert re.search(rf'name="{field}" value="{value}" checked', page), field


def test_one_key_begins_one_table(real: SimpleNamespace, new: Any) -> None:
    game = games.load(games.default_name())
    players = [{"name": c.title(), "colour": c} for c in game.colours[: game.seats[0]]]
    asked = {"game": game.name, "players": players, "key": "begin-friday", "seen": 0}
    first = new(**asked)
    assert first.status_code == 201, first.text
    assert new(**asked).json == first.json
    assert len(real.tables.list()) == 1
    refused = new(**asked | {"title": "Another"})
    assert (refused.status_code, len(real.tables.list())) == (422, 1)
    assert "key of its own" in refused.json["sentence"]
    assert new(**asked | {"key": "begin-sunday"}).json != first.json
    assert new(**asked | {"key": "short"}).status_code == 400
    without = {k: v for k, v in asked.items() if k not in ("key", "seen")}
    assert new(**without).json != new(**without).json


def test_a_setup_draw_is_told(real: SimpleNamespace, new: Any) -> None:
    """The first draw of the first game that has one."""
    for name in games.names():
        game = games.load(name)
        setup = Setup(tuple(Player(c.title(), c) for c in game.colours[: game.seats[0]]))
        if draws := game.setup_draws(setup):
            break
    names = list(reversed(draws[0].pool))[: draws[0].count]
    players = [{"name": p.name, "colour": p.colour} for p in setup.players]
    begun = new(game=name, players=players, chance={draws[0].what: names})
    assert begun.status_code == 201, begun.text
    assert real.tables.open(begun.json["table"]).setup.drawn(draws[0].what) == tuple(names)
    assert new(game=name, players=players, chance={draws[0].what: ["nothing"]}).status_code == 422
    assert new(game=name, players=players, chance={"nothing": []}).status_code == 422


@pytest.mark.parametrize(
    "change",
    [
        {"players": [{"name": "Ann", "colour": "no colour"}] * 3},
        {"options": {"nothing": "x"}},
        {"settings": {"nothing": 1}},
        {"settings": {"draws": "never"}},
    ],
)
def test_a_table_that_cannot_be_is_not_begun(real: SimpleNamespace, new: Any, change: Any) -> None:
    game = games.load(games.default_name())
    players = [{"name": c.title(), "colour": c} for c in game.colours[: game.seats[0]]]
    answer = new(**{"game": game.name, "players": players} | change)
    assert answer.status_code == 422
    assert answer.json["sentence"]
    assert not real.tables.list()


def test_a_request_that_no_endpoint_takes_says_why(real: SimpleNamespace, new: Any) -> None:
    client = real.serving.app.test_client()
    body = client.post("/api/v1/tables", data='{"game": "x"}')
    assert (body.status_code, "Content-Type: application/json" in body.json["sentence"]) == (400, True)
    wrong = client.delete("/api/v1/tables")
    assert wrong.status_code == 405
    assert wrong.json["sentence"].startswith("/api/v1/tables takes GET")
    elsewhere = client.get("/api/v1/tables", headers={"Host": "elsewhere.example"})
    assert (elsewhere.status_code, "elsewhere.example" in elsewhere.json["sentence"]) == (421, True)
    game = games.load(games.default_name())
    players = [{"name": c.title(), "colour": c} for c in ("mauve", *game.colours[1 : game.seats[0]])]
    refused = new(game=game.name, players=players)
    assert refused.status_code == 422
    assert "'mauve'" in refused.json["sentence"]
    assert game.colours[-1] in refused.json["sentence"]


def test_the_document_explains_the_fields_of_a_new_table() -> None:
    fields = document()["components"]["schemas"]["NewTable"]["properties"]
    for name in ("options", "settings", "serve", "chance"):
        assert fields[name]["description"], name
    assert "docs/settings.md" in fields["settings"]["description"]


# --- the document ---------------------------------------------------------------------------------------


def test_the_document_refers_to_nothing_that_is_missing() -> None:
    made = document()
    named = set(re.findall(r"#/components/schemas/([^\"']+)['\"]", str(made)))
    assert named <= made["components"]["schemas"].keys()
    assert made["openapi"].startswith("3.1")


def test_the_document_describes_each_games_decisions() -> None:
    schemas = document()["components"]["schemas"]
    for name in games.names():
        game = games.load(name)
        state = game.new(_whole_setup(game))
        for question in game.questions(state):
            for option in game.options(state, question.player):
                schema = schemas[decision_name(name, option.decision.do)]
                assert set(schema["required"]) - {"do"} <= set(vars(option.decision))


def _whole_setup(game: Any) -> Setup:
    setup = Setup(tuple(Player(c.title(), c) for c in game.colours[: game.seats[0]]))
    while draws := game.setup_draws(setup):
        setup = setup.with_draw(draws[0].what, draws[0].pool[: draws[0].count])
    return setup


def test_the_text_names_every_endpoint_and_status() -> None:
    named = set(re.findall(r"`((?:GET|POST) [^` ?]+)", DOCS))
    assert named == {f"{e.method} {e.path}" for e in ENDPOINTS}
    assert {int(status) for status in re.findall(r"^\| (\d{3}) ", DOCS, re.M)} == {*PROBLEMS, 200, 201, 405}
