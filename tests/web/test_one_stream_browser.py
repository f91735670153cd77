"""Browser tests of many pages in one browser: they share a stream, and whoever holds it hands over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.web.request.services import services_of
from tests.web.conftest import Serving
from tests.web.drawn import eventually

pytestmark = pytest.mark.browser

SHOWS = "(number) => document.querySelector('#live').dataset.number == number"


@pytest.fixture
def tabs(browser: Any, serving: Serving) -> Any:
    """Opens pages in one browser."""
    context = browser.new_context(viewport={"width": 800, "height": 600})
    context.set_default_timeout(60_000)

    def open_tab(path: str) -> Any:
        page = context.new_page()
        page.goto(serving.address + path)
        page.wait_for_selector("html[data-ready]")
        return page

    yield open_tab
    context.close()


def all_show(pages: list[Any], number: int) -> None:
    for page in pages:
        page.wait_for_function(SHOWS, arg=number)
        page.wait_for_selector("html:not([data-line])")


def connections(app: Any) -> int:
    """Streams that browsers hold: each is one of the answers that the server has not ended."""
    return services_of(app).live.connected


@pytest.mark.long
def test_eight_pages_of_a_table_are_all_up_to_date(
    tabs: Callable[[str], Any], table: Any, post: Callable[..., Any]
) -> None:
    """More than a browser opens connections to a host, six."""
    seats = [f"/t/{table.id}/seat/{n}" for n in range(3)]
    pages = [tabs(path) for path in (*seats, *[f"/t/{table.id}/"] * 5)]
    post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=7)
    all_show(pages, table.number)
    # The page that holds the stream goes, and another takes it.
    pages.pop(0).close()
    post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=8)
    all_show(pages, table.number)
    # A tap is not lost among them.
    late = tabs(f"/t/{table.id}/seat/0")
    assert late.evaluate("fetch('/readyz').then((it) => it.status)") == 200
    post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=9)
    all_show([*pages, late], table.number)


def test_a_page_that_is_closed_is_watched_no_more(tabs: Callable[[str], Any], table: Any, app: Any) -> None:
    first, second = tabs(f"/t/{table.id}/"), tabs(f"/t/{table.id}/seat/1")
    eventually(lambda: connections(app) == 2)
    second.close()
    eventually(lambda: connections(app) == 1)
    first.close()
    eventually(lambda: connections(app) == 0)


def test_a_page_without_channels_has_a_stream_of_its_own(
    tabs: Callable[[str], Any], browser: Any, serving: Serving, table: Any, post: Callable[..., Any]
) -> None:
    context = browser.new_context()
    context.add_init_script("delete window.BroadcastChannel")
    page = context.new_page()
    page.goto(f"{serving.address}/t/{table.id}/")
    page.wait_for_selector("html[data-ready]")
    other = tabs(f"/t/{table.id}/")
    post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=7)
    all_show([page, other], table.number)
    context.close()
