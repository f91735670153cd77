"""Tests of joining by a short code: typed where a seat is refused, on the front page and at /join."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from hypothesis import given
from hypothesis import strategies as st

from companion.access import short_codes
from companion.access.house import House
from companion.access.short_codes import GOOD_SECONDS, LENGTH, LETTERS, SHOWN_SECONDS, ShortCodes, as_typed
from companion.system.steady_time import Moment
from companion.table.table import Table
from companion.web.request.services import services_of

HOST = "739214"


@pytest.fixture
def guarded(app: Flask) -> Flask:
    services_of(app).house.set_pin("host", HOST)
    return app


@pytest.fixture
def house(guarded: Flask) -> House:
    return services_of(guarded).house


@pytest.fixture
def tablet(guarded: Flask, house: House, table: Table[Any]) -> Any:
    client = guarded.test_client()
    assert client.get(f"/?token={house.token('tablet', table.id)}").status_code == 303
    return client


def shown(client: Any, path: str) -> str:
    """The code that a page shows."""
    code = re.search(r"<b data-short-code[^>]*>([A-Z]+)</b>", client.get(path).text)
    assert code, path
    return code[1]


def type_in(client: Any, code: str) -> Any:
    return client.post("/join", data={"code": code})


def test_a_copy_of_the_page_without_cookies_gets_in_by_the_tablet_s_code(
    guarded: Flask, tablet: Any, table: Table[Any]
) -> None:
    code = shown(tablet, f"/t/{table.id}/join")
    assert shown(tablet, f"/t/{table.id}/set-up") == code
    phone = guarded.test_client()
    refused = phone.get(f"/t/{table.id}/seat/0")
    assert refused.status_code == 403
    for page in (refused, phone.get("/"), phone.get("/join")):
        assert 'name="code"' in page.text
    answer = type_in(phone, f" {code.lower()[:2]} {code.lower()[2:]}")
    assert (answer.status_code, answer.location) == (303, f"/t/{table.id}/seats")
    assert phone.post(f"/t/{table.id}/seats/0/take").status_code == 303
    assert phone.get(f"/t/{table.id}/seat/0").status_code == 200
    assert phone.get(f"/t/{table.id}/seat/1").status_code == 403


def test_a_seat_that_another_browser_of_the_phone_has_is_opened_by_its_own_code(
    guarded: Flask, house: House, table: Table[Any]
) -> None:
    browser, copy = guarded.test_client(), guarded.test_client()
    for client in (browser, copy):
        client.get(f"/t/{table.id}/seats?token={house.token('join', table.id)}")
    browser.post(f"/t/{table.id}/seats/1/take")
    assert "Join with another phone" in copy.get(f"/t/{table.id}/seats").text
    answer = type_in(copy, shown(browser, f"/t/{table.id}/join?seat=1"))
    assert answer.location == f"/t/{table.id}/seat/1"
    assert copy.get(answer.location).status_code == 200
    assert copy.get(f"/t/{table.id}/seat/0").status_code == 403


def test_a_stranger_is_shown_no_code(guarded: Flask, table: Table[Any]) -> None:
    stranger = guarded.test_client()
    assert stranger.get(f"/t/{table.id}/code").status_code == 403
    assert "data-short-code" not in stranger.get(f"/t/{table.id}/").text


def test_tries_are_limited_by_address_and_a_right_one_gives_them_back(
    guarded: Flask, tablet: Any, table: Table[Any]
) -> None:
    code = shown(tablet, f"/t/{table.id}/join")
    wrong = next(word for word in ("AAAA", "CCCC") if word != code)
    phone = guarded.test_client()
    for _n in range(3):
        assert type_in(phone, wrong).status_code == 422
        assert type_in(phone, code).status_code == 303
    answers = [type_in(phone, wrong) for _n in range(9)]
    assert [it.status_code for it in answers] == [422] * 8 + [429]
    assert "No tablet shows this code now" in answers[0].text
    assert type_in(phone, code).status_code == 429
    other = guarded.test_client()
    other.environ_base["REMOTE_ADDR"] = "10.0.0.7"
    assert type_in(other, code).status_code == 303


def test_tries_of_an_hour_and_of_all_together_are_few(
    guarded: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(services_of(guarded).code_attempts, "_now", lambda: now[0])

    def compared(address: int) -> bool:
        phone = guarded.test_client()
        phone.environ_base["REMOTE_ADDR"] = f"10.0.0.{address}"
        return bool(type_in(phone, "AAAA").status_code == 422)

    tries = []
    for now[0] in range(0, 3600, 60):
        tries.append(compared(1))
    assert (sum(tries[:10]), sum(tries)) == (8, 30)
    now[0] += 7200
    assert sum(compared(2 + n % 10) for n in range(60)) == 40


@pytest.mark.parametrize("typed", ["", "A", "ABCDE", "👍👍👍👍", "A\u0000CE"])
def test_what_is_no_code_is_said_in_a_sentence(client: Any, typed: str) -> None:
    answer = type_in(client, typed)
    assert answer.status_code in (400, 422)
    assert "Traceback" not in answer.text


class Clock:
    now = 1_000_000.0

    def __call__(self) -> Moment:
        return Moment(self.now)


def test_a_code_is_good_for_ten_minutes_and_shown_for_five(house: House, table: Table[Any]) -> None:
    clock = Clock()
    codes = ShortCodes(house, clock)
    first = codes.show("join", table.id)
    clock.now += SHOWN_SECONDS - 1
    assert codes.show("join", table.id).letters == first.letters
    clock.now += 2
    second = codes.show("join", table.id)
    assert second.letters != first.letters
    clock.now += GOOD_SECONDS - SHOWN_SECONDS - 2
    assert codes.opens(first.letters) is not None
    clock.now += 2
    assert codes.opens(first.letters) is None
    assert codes.opens(second.letters) is not None
    clock.now -= 10 * GOOD_SECONDS
    assert codes.opens(second.letters) is None, "the clock was set back"


def test_a_code_ends_with_what_it_opens(house: House, table: Table[Any]) -> None:
    codes = ShortCodes(house)
    join, seat = codes.show("join", table.id), codes.show("seat", table.id, 1)
    house.free_seat(table.id, 1)
    assert codes.opens(seat.letters) is None
    assert codes.opens(join.letters) is not None
    house.revoke_guests(table.id)
    assert codes.opens(join.letters) is None
    assert codes.show("join", table.id).letters != join.letters


def test_no_two_codes_are_the_same_and_old_ones_make_room(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(short_codes, "MAX_CODES", 10)
    drawn = iter(["AAAA", "AAAA", "CCCC", *(f"{a}{b}EE" for a in "HJKL" for b in "HJKL")])
    monkeypatch.setattr(short_codes, "_new_letters", lambda: next(drawn))
    codes = ShortCodes(house)
    assert [codes.show("join", f"t{n}").letters for n in range(2)] == ["AAAA", "CCCC"]
    for n in range(2, 12):
        codes.show("join", f"t{n}")
    assert codes.opens("AAAA") is None
    assert len(house.store.get("codes")) == 10


@given(st.text(LETTERS, min_size=LENGTH, max_size=LENGTH), st.sampled_from(" -.\u00a0"))
def test_it_is_read_however_it_is_typed(code: str, between: str) -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    for typed in (code, code.lower(), wide, between.join(code), f" {code} "):
        assert as_typed(typed) == code


def test_letters_of_other_alphabets_that_look_the_same_are_the_same() -> None:
    assert {as_typed(typed) for typed in ("СУХТ", "сухт", "СΥΧΤ", "cyxt")} == {"CYXT"}
    assert as_typed("ΑΕΗΚΜΡΤΧΥ") == "AEHKMPTXY"
    assert as_typed("ԜҺҮ ÁÇÉĤĴĶĹḾṔŔŤŴẌÝ Ёе\u0301") == "WHYACEHJKLMPRTWXYEE", "marks that a keyboard adds"


@pytest.mark.browser
def test_a_tablet_shows_the_next_code_before_the_old_one_ends(
    device: Any, table: Table[Any], app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(short_codes, "SHOWN_SECONDS", GOOD_SECONDS - 1)
    page = device(f"/t/{table.id}/join", size=(1024, 600)).page
    first = page.inner_text("[data-short-code]")
    page.wait_for_function(
        "first => document.querySelector('[data-short-code]').textContent !== first", arg=first
    )
    phone = device("/join", size=(390, 844)).page
    phone.fill("#code", page.inner_text("[data-short-code]").lower())
    phone.press("#code", "Enter")
    phone.wait_for_url(f"**/t/{table.id}/seats")
