"""The page on security names a test beside each of its statements; each of them is there."""

from __future__ import annotations

import re
from pathlib import Path

from companion.access import pins, short_codes, store, waiting_tablets
from companion.box import kept_pictures
from companion.coach import reviews
from companion.table import notes, open_tables, referee
from companion.timer import store as timers
from companion.web.access import enforcement, request_counts
from companion.web.camera import phone_camera
from companion.web.live import expected_end, fragment_cache, live, shown_pages, summaries
from companion.web.play import score
from companion.web.request import visitor
from companion.web.server import answer_cache, connections
from companion.web.transport import long_work

TESTS = Path(__file__).resolve().parent
PAGE = (TESTS.parent / "docs" / "security.md").read_text("utf-8")
NAMED = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)


def test_every_test_that_the_page_names_is_there() -> None:
    assert len(NAMED) > 60
    for file, name in NAMED:
        assert re.search(rf"^def test_{name}\(", (TESTS / file).read_text("utf-8"), re.M), f"{file}::{name}"


def test_every_line_of_what_is_protected_names_its_test() -> None:
    table = PAGE.partition("## What is protected")[2].partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(lines) > 15
    assert [line for line in lines if not re.search(r"\| `[\w/]+\.py::\w+` \|$", line)] == []


def test_every_paragraph_of_who_may_do_what_names_a_test() -> None:
    part = PAGE.partition("## Guarded")[2].partition("\n## ")[0]
    told = [it for it in part.split("\n\n") if it.startswith("**")]
    assert len(told) >= 6
    assert [it[:40] for it in told if "::" not in it] == []
    rows = [line for line in part.partition("**Codes.**")[0].splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 7
    assert [line[:40] for line in rows if "::" not in line and "| all of that;" not in line] == []


def test_its_figures_are_those_of_the_program() -> None:
    (few, fast), (more, slow) = short_codes.ADDRESS_LIMITS
    (all_few, all_fast), _all_day = short_codes.ALL_LIMITS
    (hour, in_hour), (day, in_day) = pins.UNKNOWN_DEVICES_LIMITS
    (tries, in_tries), _tries_an_hour = pins.DEVICE_LIMITS
    assert (fast, slow, all_fast, in_hour, in_day, in_tries) == (600, 3600, 600, 3600, 86_400, 900)
    assert (visitor.SESSION_IDLE_SECONDS, visitor.MAX_SESSION_SECONDS) == (1800, 12 * 3600)
    assert (store.CACHE_SECONDS, open_tables.IDLE_SECONDS, short_codes.GOOD_SECONDS) == (1, 600, 600)
    sayings = (
        f"{enforcement.READ_LIMIT.amount:,} reading and {enforcement.WRITE_LIMIT.amount} writing requests",
        f"count apart, up to {enforcement.STATIC_LIMIT.amount:,}",
        f"strangers together hold {live.MAX_STRANGER_CONNECTIONS} of {live.MAX_LIVE_CONNECTIONS},",
        f"behind one address {live.MAX_LIVE_CONNECTIONS_PER_DEVICE} of these",
        f"{len(waiting_tablets.RESERVED_NUMBERS)} are for devices that the house signed in",
        f"| {waiting_tablets.MAX_PER_ADDRESS} of one address, {len(waiting_tablets.RESERVED_NUMBERS)} kept",
        f"One address may try {few} in ten minutes and {more} an hour, all together {all_few} wrong ones",
        f"among {len(short_codes.LETTERS) ** short_codes.LENGTH:,} codes",
        f"PINs** are {pins.MIN_PIN_LENGTH} to {pins.MAX_PIN_LENGTH} digits or letters",
        f"checks {tries} in a quarter of an hour for one address, and {hour} an hour and {day} a day",
        f"{answer_cache.MAX_CACHED_ANSWERS:,} answers, {answer_cache.MAX_CACHED_BYTES >> 20} MB",
        f"{shown_pages.MAX_CACHED_PAGES} pages with {shown_pages.KEPT_RENDERINGS} outlines each",
        f"| {fragment_cache.MAX_FRAGMENTS:,} [`web/test_fragment_cache.py",
        f"| {connections.MAX_CONNECTIONS}, fewer where the system gives few files",
        f"of one device {connections.MAX_CONNECTIONS_PER_DEVICE} [",
        f"device the house knew: {connections.MAX_KNOWN_ADDRESSES} [",
        f"| {long_work.MAX_REQUESTS}, of one device {long_work.MAX_REQUESTS_PER_DEVICE};",
        f"bodies {long_work.MAX_RUNNING_REQUESTS} [",
        f"newest picture, up to {phone_camera.MAX_FRAME_BYTES >> 20} MB | {phone_camera.MAX_PHONES}, and one",
        f"| {request_counts.MAX_COUNTED:,}, those whose minute",
        f"for a second | {store.MAX_CACHED_VALUES:,} [",
        f"| {notes.MAX_WAITING} a table [",
        f"| {referee._MAX_REMEMBERED_PROPOSALS} a table [",
        f"| {summaries.MAX_CACHED_SUMMARIES:,} [`web/test_kept_stores.py::cards",
        f"| {expected_end.MAX_KEPT}, one that failed too",
        f"| {score._MAX_CACHED} [",
        f"| {reviews.MAX_CACHED_REVIEWS} [",
        f"| {kept_pictures.MAX_LOOKS_A_FACE} a face and {kept_pictures.MAX_LOOKS} a game",
        f"| {timers.MAX_TIMERS}, the oldest go",
    )
    words = re.sub(r"\s+", " ", PAGE)
    assert [saying for saying in sayings if saying not in words] == []
