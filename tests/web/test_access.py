"""Tests of access: host and staff by PIN, seats and tables by tokens, everybody else read-only."""

from __future__ import annotations

import re
import time
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeSerializer
from limits import RateLimitItemPerMinute

from companion.access.house import House
from companion.access.pins import LONGEST_SECONDS, Attempts, BadPin, Guesser
from companion.access.reach import public_endpoints
from companion.access.tokens import Token
from companion.games.contract import Player, Setup
from companion.system.steady_time import Moment
from companion.table.settings import Settings
from companion.table.table import Table
from companion.web import create_app
from companion.web.access import enforcement
from companion.web.access.rules import ANYBODY, GUEST, RULES, SEAT_IF_NAMED
from companion.web.access.rules import HOST as HOST_ONLY
from companion.web.access.rules import STAFF as STAFF_ONLY
from companion.web.request import visitor
from companion.web.request.services import services_of
from companion.web.transport.asgi import TOO_BUSY
from tests.web.forms_game import FormsGame

HOST, STAFF = "739214", "528461"
LOCAL = "http://localhost"
FORMS = FormsGame()


@pytest.fixture
def guarded(room: SimpleNamespace) -> Any:
    """The application of a house with both PINs."""
    app = create_app(room)
    app.testing = True
    house = services_of(app).house
    house.set_pin("host", HOST)
    house.set_pin("staff", STAFF)
    yield app
    services_of(app).live.close()


@pytest.fixture
def house(guarded: Flask) -> House:
    here: House = services_of(guarded).house
    return here


def device(app: Flask, token: str = "") -> FlaskClient:
    """A separate device, which has scanned the code with this token."""
    client = app.test_client()
    if token:
        assert client.get(f"/?token={token}").status_code == 303
    return client


def sign_in(client: FlaskClient, pin: str) -> Any:
    return client.post("/staff/sign-in", data={"pin": pin})


def staff(app: Flask, pin: str = STAFF) -> FlaskClient:
    client = app.test_client()
    assert sign_in(client, pin).status_code == 303
    return client


def bid(client: FlaskClient, table: Table[Any], player: int, **more: Any) -> int:
    sent = {
        "seen": table.number,
        "key": f"key-{time.monotonic_ns()}",
        "decision": {"do": "bid", "player": player, "amount": 1},
    }
    return client.post(f"/t/{table.id}/decisions", json=sent | more).status_code


# --- the rules


def test_every_address_has_a_rule_and_every_rule_an_address(app: Flask) -> None:
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == set(RULES)


def test_an_address_without_a_rule_is_refused(guarded: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(RULES, "timer.index")
    assert device(guarded).get("/timer").status_code == 403


def addresses(app: Flask, table: str, seat: int) -> list[tuple[str, str, str]]:
    """(endpoint, method, path) of every route, for this table and this seat."""
    parts = {"table_id": table, "seat": str(seat), "what": "delete", "name": "stones", "id": "abcdef"}
    found = []
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: parts.get(part[1], "1"), str(rule))
        found += [
            (rule.endpoint, method, path)
            for method in sorted(rule.methods or ())
            if method in ("GET", "POST")
        ]
    return found


def refused(client: FlaskClient, method: str, path: str) -> bool:
    headers = {"Accept": "application/json"}
    answer = client.open(path, method=method, headers=headers, json={} if method == "POST" else None)
    return answer.status_code == 403 or answer.text == "event: refused\ndata: {}\n\n"


def test_where_a_refusal_speaks_of_a_code_one_may_be_typed() -> None:
    rules = set(RULES.values())
    assert {rule.name for rule in rules if rule.by_code} == {
        rule.name for rule in rules if "tablet shows" in rule.refusal
    }


def test_while_too_many_photos_are_worked_on_one_is_asked_to_wait(client: FlaskClient) -> None:
    answer = client.get("/", environ_overrides={TOO_BUSY: True})
    assert (answer.status_code, "wait a minute" in answer.text) == (503, True)


def test_everybody_is_trusted_at_home(client: FlaskClient, app: Flask, table: Table[Any]) -> None:
    for endpoint, method, path in addresses(app, table.id, 0):
        if endpoint not in (
            "tables.change",
            "live.live",
            "live.strip",
            "sign_in.take_pin",
            "score.pdf",
            "api.table_score",
            "api.table_events",
        ):
            assert not refused(client, method, path), path


def test_a_stranger_may_look_at_tables_and_nothing_else(guarded: Flask, table: Table[Any]) -> None:
    stranger = device(guarded)
    for endpoint, method, path in addresses(guarded, table.id, 0):
        if endpoint in (
            "sign_in.take_pin",
            "short_code.enter",
            "live.live",
            "live.strip",
            "score.pdf",
            "api.table_score",
            "api.table_events",
        ):
            continue  # a stream; a PDF that the table hides from everybody; tested elsewhere
        open_to_all = RULES[endpoint] is ANYBODY or RULES[endpoint] is SEAT_IF_NAMED
        assert refused(stranger, method, path) != open_to_all, path
        if method == "POST" and endpoint != "sign_in.sign_out":
            assert not open_to_all, path


def test_a_seat_s_token_opens_nothing_of_another_seat_table_or_the_staff(
    guarded: Flask, house: House, room: SimpleNamespace, table: Table[Any]
) -> None:
    players = (Player("Ada", "blue"), Player("Ben", "green"), Player("Cleo", "red"))
    other = room.tables.create("stones", Setup(players), seed=2, settings=Settings(draws="hand"))
    phone = device(guarded, house.token("seat", table.id, 1))
    tried = 0
    for at, seat in ((table, 0), (table, 2), (other, 1)):
        for endpoint, method, path in addresses(guarded, at.id, seat):
            rule = RULES[endpoint]
            if rule in (ANYBODY, GUEST) or endpoint == "live.strip":
                continue
            own_table = at is table and ("at the table" in rule.name or rule.name == "joining")
            about_a_seat = "<seat>" in next(str(r) for r in guarded.url_map.iter_rules(endpoint))
            if "a seat's view" in rule.name:
                path += f"?seat={seat}&view=seat"
            elif own_table and not about_a_seat:
                continue  # the phone is at this table; whose step it is, is tested below
            if endpoint == "join.take":
                continue  # a code allows to take a free seat of its own table; tested below
            tried += 1
            assert refused(phone, method, path), f"{method} {path}"
    assert tried > 120
    assert bid(phone, table, 0) == 403
    assert bid(phone, other, 1) == 403
    assert bid(phone, table, 1) == 200
    assert device(guarded).get("/").status_code == 200


def test_a_seat_answers_corrects_and_takes_back_for_itself_alone(
    guarded: Flask, house: House, table: Table[Any]
) -> None:
    mine, theirs = (device(guarded, house.token("seat", table.id, seat)) for seat in (0, 1))
    assert bid(mine, table, 0) == 200

    def step(client: FlaskClient, what: str, **data: Any) -> int:
        key = f"key-{time.monotonic_ns()}"
        sent = {"seen": table.number, "key": key, **data}
        return client.post(f"/t/{table.id}/{what}", json=sent).status_code

    for data in ({"seat": 0}, {}):
        assert step(theirs, "undo", **data) == 403
        assert step(theirs, "jump", to=1, **data) == 403
    assert step(theirs, "corrections", path="coins/0", value=9) == 403
    assert step(theirs, "clock", do="time-out", player=0) == 403
    assert table.number == 2
    assert step(theirs, "corrections", path="coins/1", value=9) == 200
    assert step(theirs, "settings") == 403
    assert step(theirs, "active") == 403
    assert step(mine, "undo", seat=0) in (200, 428)


def test_who_corrects_what_is_nobody_s_is_the_table_s_setting(
    guarded: Flask, house: House, table: Table[Any]
) -> None:
    ann, ben = (device(guarded, house.token("seat", table.id, seat)) for seat in (0, 1))
    tablet = device(guarded, house.token("tablet", table.id))
    path = next(fact.path for fact in table.game.facts(table.state) if fact.player is None)

    def correct(client: FlaskClient, value: str, **more: Any) -> Any:
        sent = {"seen": table.number, "key": f"key-{time.monotonic_ns()}", "path": path, "value": value}
        return client.post(f"/t/{table.id}/corrections", json=sent | more, headers={"X-Device": "a phone"})

    assert correct(ann, "0").status_code == 200
    table.set(corrections="tablet")
    assert [correct(who, "1").status_code for who in (ann, tablet)] == [403, 200]
    assert correct(staff(guarded), "bag").status_code == 200
    table.set(corrections="second")
    before = table.number
    for _twice in range(2):  # one device twice is not two
        assert "another device" in correct(ann, "0").json["sentence"]
    assert "Yes, correct it" in ben.get(f"/t/{table.id}/seat/1").text
    assert "Yes, correct it" not in ann.get(f"/t/{table.id}/seat/0").text
    assert "another device" in correct(ben, "1").json["sentence"], "another value is another correction"
    assert ann.post(f"/t/{table.id}/corrections/drop", json={}).status_code == 200
    assert not table.settings.asked
    assert correct(ann, "0").status_code == 422
    assert table.number == before
    assert correct(ben, "0").status_code == 200
    assert table.entries()[-1].by == "a phone & a phone"
    assert "a phone, confirmed by a phone" in tablet.get(f"/t/{table.id}/history").text
    assert correct(tablet, "1").status_code == 200
    assert (house.usual_corrections, table.settings.asked) == ("tablet", {})


@pytest.mark.parametrize("prefix", ["/t", "/api/v1/tables"])
def test_no_other_value_for_a_seat_answers_its_secret_question(
    guarded: Flask,
    room: SimpleNamespace,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    prefix: str,
) -> None:
    """1.0 and true are equal to seat 1, but are no seat: the right and the answer are of one typed value."""
    monkeypatch.setattr(room.tables, "_load", lambda name: FORMS)
    table = room.tables.create(FORMS.name, Setup((Player("Ann", "blue"), Player("Ben", "green"))), seed=1)
    ann = device(guarded, house.token("seat", table.id, 0))

    def answer(question: str, player: Any, value: Any) -> int:
        sent = {"seen": table.number, "key": f"key-{time.monotonic_ns()}"}
        sent |= {"question": question, "player": player, "value": value}
        return ann.post(f"{prefix}/{table.id}/answers", json=sent).status_code

    assert answer("cards", 0, ["moon", "sun"]) == 200
    before = table.number
    for other in (1.0, True, "1", [1], {"seat": 1}, None):
        assert answer("bid", other, 17) in (400, 403, 422), other
        assert table.number == before, other
    assert answer("bid", 1, 17) == 403
    assert table.number == before
    assert answer("bid", 0, 17) == 200


@pytest.mark.parametrize("prefix", ["/t", "/api/v1/tables"])
def test_anothers_key_gives_nothing_of_its_secret_step(
    guarded: Flask, house: House, table: Table[Any], prefix: str
) -> None:
    ann, ben = (device(guarded, house.token("seat", table.id, seat)) for seat in (0, 1))
    assert bid(ann, table, 0, key="the-key-of-ann") == 200
    for seen in (1, 2):
        sent = {"seen": seen, "key": "the-key-of-ann", "decision": {"do": "bid", "player": 1, "amount": 2}}
        answer = ben.post(f"{prefix}/{table.id}/decisions", json=sent)
        assert (answer.status_code, "bids" in answer.text) == (422, False)
    for seat in ("", "?seat=0", "?seat=1"):
        told = ben.get(f"/t/{table.id}/steps/the-key-of-ann{seat}").json
        assert told == {"done": True, "words": "Blue has answered in secret"}
    mine = ann.get(f"/t/{table.id}/steps/the-key-of-ann?seat=0").json
    assert mine == {"done": True, "words": "Blue bids 1"}


# --- tokens


def test_a_phone_joins_by_the_code_and_takes_a_free_seat_once(
    guarded: Flask, house: House, table: Table[Any]
) -> None:
    tablet = device(guarded, house.token("tablet", table.id))
    shown = tablet.get(f"/t/{table.id}/join").text
    path = re.search(r'figcaption><a href="https?://[^/]+(/[^"]+)"', shown)
    assert path is not None
    one, two = device(guarded), device(guarded)
    for phone in (one, two):
        assert phone.get(path[1], follow_redirects=True).status_code == 200
    assert one.get(f"/t/{table.id}/seat/1").status_code == 403
    assert one.post(f"/t/{table.id}/seats/1/take").status_code == 303
    assert one.get(f"/t/{table.id}/seat/1").status_code == 200
    assert bid(one, table, 1) == 200
    taken = two.post(f"/t/{table.id}/seats/1/take")
    assert taken.status_code == 409
    assert "Green" in taken.text
    # The tablet is shared by players without a phone, and shows no secrets of the others.
    assert tablet.get(f"/t/{table.id}/seat/1").status_code == 403
    assert tablet.get(f"/t/{table.id}/seat/0").status_code == 200
    # A lost phone: the tablet frees the seat, and the old token is worthless then.
    assert two.post(f"/t/{table.id}/seats/1/free").status_code == 403
    assert tablet.post(f"/t/{table.id}/seats/1/free").status_code == 303
    assert one.get(f"/t/{table.id}/seat/1").status_code == 403
    assert two.post(f"/t/{table.id}/seats/1/take").status_code == 303
    assert bid(one, table, 1) == 403


def test_who_leaves_gives_the_seat_to_the_next_phone(guarded: Flask, house: House, table: Table[Any]) -> None:
    code = house.token("join", table.id)
    leaver, next_one = device(guarded, code), device(guarded, code)
    seat = f"/t/{table.id}/seat/1"
    assert leaver.post(f"/t/{table.id}/seats/1/take").status_code == 303
    assert next_one.post(f"{seat}/leaving", data={"to": "phone"}).status_code == 403
    assert leaver.get(f"{seat}/leaving").status_code == 200
    assert leaver.post(f"{seat}/leaving", data={"to": "phone"}).status_code == 303
    assert leaver.get(seat).status_code == 403
    assert next_one.post(f"/t/{table.id}/seats/1/take").status_code == 303
    assert next_one.get(seat).status_code == 200
    # At the tablet the code of the very seat is shown, and its old phone is out.
    tablet = device(guarded, house.token("tablet", table.id))
    back = tablet.post(f"{seat}/leaving", data={"to": "player"}).headers["Location"]
    assert back.endswith(f"/t/{table.id}/")  # and not at the phone's secrets
    led = tablet.post(f"{seat}/leaving", data={"to": "phone"}).headers["Location"]
    assert led.endswith(f"/t/{table.id}/join?seat=1")
    assert tablet.get(led).status_code == 200
    assert next_one.get(seat).status_code == 403


def test_a_revoked_code_is_refused_with_a_sentence(guarded: Flask, house: House, table: Table[Any]) -> None:
    token = house.token("join", table.id)
    assert house.tokens.read(token) == Token("join", table.id, -1, house.table(table.id).epoch("join", -1))
    phone = device(guarded, house.token("seat", table.id, 0))
    house.revoke_guests(table.id)
    answer = device(guarded).get(f"/t/{table.id}/seats?token={token}")
    assert answer.status_code == 403
    assert "no longer good" in answer.text
    assert phone.get(f"/t/{table.id}/seat/0").status_code == 403
    assert bid(phone, table, 0) == 403


def test_reset_undone_makes_the_old_tokens_good_and_no_later_one(
    guarded: Flask, house: House, table: Table[Any]
) -> None:
    before, phone = house.table(table.id), house.token("seat", table.id, 0)
    house.revoke_guests(table.id)
    between = house.token("seat", table.id, 0)
    house.restore_table(table.id, before)
    house.free_seat(table.id, 2)
    assert device(guarded, phone)
    for seat in (0, 1, 2):
        assert house.token("seat", table.id, seat) != between
    assert device(guarded).get(f"/?token={between}").status_code == 403


@pytest.mark.parametrize(
    "change", [lambda t: t[:-2], lambda t: "A" + t, lambda t: t.partition(".")[0], lambda t: "x" * 5000]
)
def test_a_token_that_this_house_did_not_sign_is_refused(
    guarded: Flask, house: House, table: Table[Any], change: Any
) -> None:
    forged = change(house.token("tablet", table.id))
    assert device(guarded).get(f"/?token={forged}").status_code == 403
    asked = device(guarded).get(f"/t/{table.id}/join", headers={"Authorization": f"Bearer {forged}"})
    assert asked.status_code == 403


def test_a_program_carries_its_token_as_bearer(guarded: Flask, house: House, table: Table[Any]) -> None:
    headers = {"Authorization": f"Bearer {house.token('seat', table.id, 1)}"}
    assert guarded.test_client().get(f"/t/{table.id}/seat/1", headers=headers).status_code == 200
    assert guarded.test_client().get(f"/t/{table.id}/seat/0", headers=headers).status_code == 403


def test_whoever_begins_a_game_has_its_tablet(
    guarded: Flask, house: House, room: SimpleNamespace, table: Table[Any]
) -> None:
    tablet = device(guarded, house.token("tablet", table.id))
    form = {"game": "stones", "name-0": "Ada", "colour-0": "blue", "name-1": "Ben", "colour-1": "green"}
    begun = tablet.post("/new", data=form)
    assert begun.status_code == 303, begun.text
    path = begun.location.removesuffix("set-up")
    assert tablet.get(f"{path}join").status_code == 200
    assert device(guarded).post("/new", data=form).status_code == 403


def test_names_of_earlier_guests_are_not_offered_to_the_next(
    guarded: Flask, client: FlaskClient, house: House, table: Table[Any], app: Flask
) -> None:
    tablet = device(guarded, house.token("tablet", table.id))
    assert 'value="Green"' not in tablet.get("/new").text
    assert "Green" not in device(guarded).get("/").text
    house.trust(True)
    assert 'value="Green"' in tablet.get("/new").text


# --- PINs and sessions


def test_a_pin_opens_the_staff_s_pages_and_the_host_s_only_to_the_host(
    guarded: Flask, table: Table[Any]
) -> None:
    one, tried = staff(guarded), 0
    for endpoint, method, path in addresses(guarded, table.id, 0):
        if RULES[endpoint] in (STAFF_ONLY, HOST_ONLY):
            assert refused(one, method, path) == (RULES[endpoint] is HOST_ONLY), path
            tried += 1
    assert tried > 60
    assert one.get("/staff/access").status_code == 303
    assert staff(guarded, HOST).get("/staff/access").status_code == 200
    one.post("/staff/sign-out")
    assert one.get("/plays").status_code == 303


def test_one_is_led_to_the_page_that_asked(guarded: Flask) -> None:
    client = guarded.test_client()
    asked = client.get("/plays?q=x")
    assert asked.location == "/staff/sign-in?next=/plays?q%3Dx"
    for onward, where in (
        ("/plays?q=x", "/plays?q=x"),
        ("//evil.example/", "/staff"),
        ("/\\evil.example", "/staff"),
        ("https://evil.example/", "/staff"),
        ("/a\r\nX: y", "/staff"),
    ):
        answer = client.post("/staff/sign-in", data={"pin": STAFF, "next": onward})
        assert answer.location == where


def test_a_session_ends_by_itself(guarded: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(visitor, "moment", lambda: Moment(now))
    one = staff(guarded)
    for _ in range(30):  # in use all day
        now += visitor.SESSION_IDLE_SECONDS * 0.9
        answer = one.get("/plays").status_code
        if answer != 200:
            break
    assert (answer, 0 < now - visitor.MAX_SESSION_SECONDS - time.time() < 1800) == (303, True)
    two = staff(guarded)
    now += visitor.SESSION_IDLE_SECONDS + 1
    assert two.get("/plays").status_code == 303


def test_a_session_s_cookie_has_the_numbers_that_1_0_reads(guarded: Flask, house: House) -> None:
    one = staff(guarded)
    cookie = next(cookie for cookie in one._cookies.values() if "staff" in cookie.key)
    signed = URLSafeSerializer(house.secret, salt="companion staff cookie")
    session = signed.loads(cookie.value)
    before = {key: session[key] for key in ("role", "began", "seen", "epoch")}
    assert all(abs(before[when] - time.time()) < 3600 for when in ("began", "seen"))
    two = guarded.test_client()
    two.set_cookie(cookie.key, str(signed.dumps(before)))
    assert two.get("/plays").status_code == 200


def test_a_new_pin_ends_all_sessions(guarded: Flask, house: House) -> None:
    one = staff(guarded)
    house.set_pin("staff", "918273")
    assert one.get("/plays").status_code == 303


def test_signing_out_ends_a_device_and_all_of_them_their_copies_too(guarded: Flask) -> None:
    one, host = staff(guarded), staff(guarded, HOST)
    copied = next(cookie for cookie in one._cookies.values() if "staff" in cookie.key)
    copy = guarded.test_client()
    copy.set_cookie(copied.key, copied.value)
    one.post("/staff/sign-out")
    assert one.get("/plays").status_code == 303
    assert copy.get("/plays").status_code == 200
    host.post("/staff/access", data={"do": "sign-out-all"})
    assert copy.get("/plays").status_code == 303


def test_guests_of_any_table_have_timers_and_scans(guarded: Flask, house: House, table: Table[Any]) -> None:
    guest, stranger = device(guarded, house.token("seat", table.id, 0)), device(guarded)
    for path in ("/timer", "/scan"):
        assert (refused(guest, "GET", path), refused(stranger, "GET", path)) == (False, True)


def test_guessing_a_pin_is_slowed_to_uselessness(guarded: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a few guesses from many addresses are checked; a known device can still sign in."""
    looked: list[str] = []
    house = services_of(guarded).house
    right = house.role_of
    monkeypatch.setattr(
        house, "role_of", lambda pin, among: looked.append(pin) or (right(pin, among) if pin == STAFF else "")
    )
    known = staff(guarded)
    looked.clear()
    statuses = set()
    for n in range(150):
        place = {"REMOTE_ADDR": f"10.0.{n // 3 % 200}.7"}
        client = guarded.test_client()
        statuses.add(client.post("/staff/sign-in", data={"pin": f"{n:06}"}, environ_base=place).status_code)
    assert statuses == {403, 429}
    assert len(looked) == 40  # forty an hour of all unknown devices
    assert sign_in(guarded.test_client(), STAFF).status_code == 429
    assert sign_in(known, STAFF).status_code == 303


def test_whoever_knows_the_staff_s_pin_guesses_the_host_s_no_faster(
    guarded: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signing in as staff between the guesses, on one device and on ever new ones, resets nothing."""
    tried: list[str] = []

    def role_of(pin: str, among: frozenset[str]) -> str:
        tried.extend([pin] if "host" in among and pin != STAFF else [])
        return "staff" if pin == STAFF else ""

    monkeypatch.setattr(services_of(guarded).house, "role_of", role_of)
    client = guarded.test_client()
    for n in range(40):
        for guess in range(3):
            sign_in(client, f"{3 * n + guess:06}")
        sign_in(client, STAFF)
        client = client if n < 20 else guarded.test_client()
    assert len(tried) == 5
    for n in range(150):  # from many addresses, too
        place = {"REMOTE_ADDR": f"10.0.{n // 3 % 200}.7"}
        client = guarded.test_client()
        for pin in (f"{n:06}", STAFF):
            client.post("/staff/sign-in", data={"pin": pin}, environ_base=place)
    assert len(tried) == 40


def test_signing_in_often_as_staff_does_not_lock_the_host_out(guarded: Flask) -> None:
    for _ in range(8):
        staff(guarded)
    staff(guarded, HOST)


def test_a_right_pin_that_is_not_compared_is_not_called_wrong(guarded: Flask) -> None:
    """The staff's device has tries of its own at the staff's PIN, and none left at the host's."""
    client = staff(guarded)
    statuses = [sign_in(client, "000000").status_code for _ in range(4)]
    statuses += [sign_in(guarded.test_client(), "000000").status_code]
    assert statuses == [403] * 5
    answer = sign_in(client, HOST)
    assert answer.status_code == 429
    assert "not compared" in answer.text
    assert "not a PIN of this house" not in answer.text


def test_guesses_are_forgotten_with_their_windows() -> None:
    now = [0.0]
    attempts, who = Attempts(lambda: now[0]), Guesser("", frozenset(), "10.0.0.1")
    assert [bool(attempts.take(who, ["host"])) for _ in range(6)] == [True] * 5 + [False]
    now[0] = 900.0
    assert attempts.take(who, ["host"])
    now[0] = 900.0 + LONGEST_SECONDS
    attempts.take(Guesser("", frozenset(), "10.0.0.2"), [])
    assert not attempts._counted


def test_all_devices_that_are_not_known_have_two_hundred_tries_a_day() -> None:
    now, tried = [0.0], 0
    attempts = Attempts(lambda: now[0])
    for n in range(24 * 60):
        now[0] += 60
        tried += bool(attempts.take(Guesser("", frozenset(), f"10.0.{n // 200}.{n % 200}"), ["host"]))
    assert tried == 200


def test_one_address_gets_five_tries(guarded: Flask) -> None:
    client = guarded.test_client()
    assert [sign_in(client, "000000").status_code for _ in range(7)] == [403] * 5 + [429] * 2


@pytest.mark.parametrize("pin", ["", "12345", "111111", "123456", "121212", " 739214", "7392\n14", "9" * 65])
def test_a_pin_that_would_be_guessed_is_refused(house: House, pin: str) -> None:
    with pytest.raises(BadPin):
        house.set_pin("host", pin)


def test_pins_are_kept_as_hashes(house: House) -> None:
    kept = str(house.store.get("house"))
    assert HOST not in kept
    assert "scrypt:" in kept


def test_the_host_sets_pins_and_trust_on_a_page(room: SimpleNamespace) -> None:
    app = create_app(room)
    client = app.test_client()
    no_pin = client.post("/staff/access", data={"do": "trust", "everybody": "no"})
    assert no_pin.status_code == 422
    assert client.post("/staff/access", data={"do": "trust"}).status_code in (400, 422), "nothing is chosen"
    differ = client.post(
        "/staff/access", data={"do": "pin", "role": "host", "pin": HOST, "again": HOST + "1"}
    )
    assert differ.status_code == 422
    assert client.get("/plays").status_code == 200
    assert (
        client.post(
            "/staff/access", data={"do": "pin", "role": "host", "pin": HOST, "again": HOST}
        ).status_code
        == 200
    )
    assert app.test_client().get("/plays").status_code == 303
    assert client.get("/plays").status_code == 200  # the device that set it is signed in as host
    assert client.post("/staff/access", data={"do": "trust", "everybody": "yes"}).status_code == 200
    assert app.test_client().get("/plays").status_code == 200


# --- addresses of the server


def test_public_addresses_and_names_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert public_endpoints("192.168.1.7") == ()
    assert public_endpoints("127.0.0.1", ["table.lan", "games.local", "10.0.0.9"]) == ()
    assert public_endpoints("8.8.4.4") == ("8.8.4.4",)
    assert public_endpoints("127.0.0.1", ["play.cafe.example"]) == ("play.cafe.example",)
    monkeypatch.setattr(
        "companion.access.reach._own_addresses", lambda: ("127.0.0.1", "10.0.0.3", "8.8.8.8", "2a00::5")
    )
    assert public_endpoints("0.0.0.0") == ("8.8.8.8",)
    assert public_endpoints("::") == ("8.8.8.8", "2a00::5")
    # Nearly every home has such an IPv6: the usual start answers nobody there, and asks for no PIN.
    assert public_endpoints("") == ("8.8.8.8",)
    monkeypatch.setattr("companion.access.reach.has_only_public_ipv6", lambda: True)
    assert public_endpoints("") == ("8.8.8.8", "2a00::5")


def test_a_public_server_trusts_nobody(room: SimpleNamespace) -> None:
    house = House(room.tables.journal, public=True, trust=True)
    assert not house.trusts_everybody
    assert House(room.tables.journal).trusts_everybody
    assert not House(room.tables.journal, trust=False).trusts_everybody


# --- requests


def test_one_address_may_not_send_without_end(guarded: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = guarded.test_client()
    answers = [client.post("/timer", data={}).status_code for _ in range(enforcement.WRITE_LIMIT.amount + 1)]
    assert answers[:-1] == [403] * enforcement.WRITE_LIMIT.amount
    assert answers[-1] == 429
    assert client.get("/").status_code == 200
    assert guarded.test_client().post("/timer", environ_base={"REMOTE_ADDR": "10.9.9.9"}).status_code == 403


@pytest.mark.parametrize("limit", ["READ_LIMIT", "STATIC_LIMIT"])
def test_nor_read_nor_fetch_files_without_end(
    guarded: Flask, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    client = guarded.test_client()
    page = client.get("/").text
    style = re.search(r'href="([^"]+/house[^"]*[.]css[^"]*)"', page)
    assert style
    path = "/" if limit == "READ_LIMIT" else style[1]
    monkeypatch.setattr(enforcement, limit, RateLimitItemPerMinute(7))
    assert [client.get(path).status_code for _ in range(8)] == [200] * 7 + [429]
    assert client.get(path, environ_base={"REMOTE_ADDR": "10.9.9.9"}).status_code == 200


def test_cookies_are_kept_from_scripts_and_other_sites(guarded: Flask) -> None:
    for scheme, name in (("http", "companion-staff"), ("https", "__Host-companion-staff")):
        client = guarded.test_client()
        answer = client.post("/staff/sign-in", data={"pin": STAFF}, base_url=f"{scheme}://localhost")
        cookie = next(c for c in answer.headers.getlist("Set-Cookie") if c.startswith(f"{name}="))
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert ("Secure" in cookie) == (scheme == "https")


@pytest.mark.parametrize(("days", "status"), [("30", 200), ("", 200), ("0", 422), ("x", 422), ("99999", 422)])
def test_the_host_says_when_names_are_forgotten(guarded: Flask, house: House, days: str, status: int) -> None:
    client = staff(guarded, HOST)
    assert client.post("/staff/access", data={"do": "names", "days": days}).status_code == status
    assert house.forget_days == (30 if days == "30" else None)
