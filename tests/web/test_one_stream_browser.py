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


@pytest.mark.slow
@pytest.mark.long
def test_seven_pages_of_a_table_are_all_up_to_date(
    tabs: Callable[[str], Any], table: Any, post: Callable[..., Any]
) -> None:
    """More than a browser opens connections to a host, six."""
    seats = [f"/t/{table.id}/seat/{n}" for n in range(3)]
    pages = [tabs(path) for path in (*seats, *[f"/t/{table.id}/"] * 4)]
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


ANOTHER_LEADS_JS = """() => new Promise((go) => {
  const [says, hears] = [0, 1].map(() => new BroadcastChannel("companion.streams"));
  hears.addEventListener("message", ({ data }) => { if (data.from === "!") go(); });
  says.postMessage({ from: "!", kind: "lead" });
})"""
"""Until the page has heard it, whose channel is the older one."""


@pytest.mark.slow
@pytest.mark.waits
def test_a_lead_that_ended_without_a_word_is_replaced_though_the_clock_was_set_back(
    tabs: Callable[[str], Any], table: Any, post: Callable[..., Any]
) -> None:
    """By a page that was killed: it says no more that it leads, and hands nothing over."""
    page = tabs(f"/t/{table.id}/")
    page.evaluate(ANOTHER_LEADS_JS)
    page.evaluate("() => { const now = Date.now; Date.now = () => now() - 3600_000; }")
    post(f"/t/{table.id}/corrections", table.number, path="coins/0", value=7)
    all_show([page], table.number)


NOT_LEFT = "close other pages of it in this browser"
HOLD_JS = """async (number) => {
  const address = (n) => `${document.getElementById("live").dataset.live.split("?")[0]}?n=${n}`;
  window.held = [...Array(number).keys()].map((n) => new EventSource(address(n)));
  const open = () => window.held.filter((it) => it.readyState === EventSource.OPEN).length;
  while (open() < 5) await new Promise((go) => setTimeout(go, 20));
}"""
"""Streams as other pages would have: a browser opens six connections to a host."""
ANOTHER_COMES_JS = """() => new BroadcastChannel("companion.streams").postMessage({
  from: "~", kind: "join", key: "~/1", address: window.held[0].url,
})"""


def said_of_a_tap(page: Any) -> str:
    """After the 20 seconds for which a tap is sent again."""
    page.locator("#question [data-decision]").first.click()
    said = page.locator("#toasts .toast.bad p", has_not_text="sent again by itself")
    said.first.wait_for()
    return str(said.first.inner_text())


@pytest.mark.slow
@pytest.mark.waits
def test_a_tap_that_does_not_leave_the_browser_is_said_to_be_that(
    tabs: Callable[[str], Any], table: Any
) -> None:
    """Other pages hold all connections, and this one's stream goes on."""
    page = tabs(f"/t/{table.id}/seat/0")
    page.evaluate(HOLD_JS, 5)
    said = said_of_a_tap(page)
    assert "is heard" in said
    assert NOT_LEFT in said


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.waits
def test_a_page_whose_stream_does_not_leave_the_browser_says_what_may_be(
    tabs: Callable[[str], Any], table: Any
) -> None:
    """Its stream waits for a connection like its taps; nothing says that there is no network."""
    page = tabs(f"/t/{table.id}/seat/0")
    page.evaluate(HOLD_JS, 9)
    # When another page comes, the one that leads opens its stream anew: behind those that wait.
    page.evaluate(ANOTHER_COMES_JS)
    page.wait_for_selector(f"#line .toast:has-text('{NOT_LEFT}')")
    said = said_of_a_tap(page)
    assert "is heard" not in said
    assert NOT_LEFT in said
    # The others go, and it is up to date by itself.
    page.evaluate("window.held.forEach((it) => it.close())")
    page.wait_for_selector("html:not([data-line])")


@pytest.mark.slow
@pytest.mark.waits
def test_a_tap_without_a_network_says_that(tabs: Callable[[str], Any], table: Any) -> None:
    page = tabs(f"/t/{table.id}/seat/0")
    page.context.set_offline(True)
    assert said_of_a_tap(page).startswith("There is no connection to the companion")
