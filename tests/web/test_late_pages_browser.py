"""Browser tests of a page of which not all comes, or that is touched before: it says so and asks again until
it is whole; and of a browser that keeps nothing for it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.contract import MIDDLE, Spot
from companion.table.observation import SeenTable
from companion.table.referee import Referee
from tests.default_run import first_by_default

pytestmark = pytest.mark.browser

CUTS = {
    "the first script hangs": ("**/main.js", "hang"),
    "the first script is cut off": ("**/main.js", "abort"),
    "a script that it needs hangs": ("**/live.js", "hang"),
    "a script that it needs is not found": ("**/live.js", "404"),
}


@pytest.mark.parametrize("cut", first_by_default(CUTS))
def test_a_page_without_its_scripts_says_so_and_asks_again(device: Any, table: Any, cut: str) -> None:
    address, how = CUTS[cut]
    one = device("/join", fresh=True)
    page, held = one.page, []
    page.clock.install()

    def stop(route: Any) -> None:
        held.append(route)
        if how == "abort":
            route.abort()
        elif how == "404":
            route.fulfill(status=404)

    page.route(address, stop)
    page.goto(f"{one.address}/t/{table.id}/seat/0", wait_until="commit")
    page.wait_for_selector("#late", state="attached")
    if how == "hang":
        page.wait_for_timeout(100)
        assert page.is_hidden("#late"), "what is on its way is waited for"
        page.clock.fast_forward(16_000)
    page.locator("#late:not([hidden]) p", has_text="asked for again").wait_for()
    # Nothing lies over it. It is asked for again by itself meanwhile, and then says so again.
    page.wait_for_function(
        """() => {
          const words = document.querySelector("#late:not([hidden]) p");
          const { left, top, width, height } = words?.getBoundingClientRect() ?? {};
          return words?.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }"""
    )
    page.unroute(address)
    page.clock.fast_forward(2_000)
    page.wait_for_selector("html[data-ready]")
    number = table.number
    one.press(page.locator("#question [data-decision]").first, number)
    assert table.number > number


@pytest.mark.slow
def test_a_page_whose_first_event_does_not_come_says_so_and_takes_answers(
    device: Any, table: Any, quick_beats: None
) -> None:
    """Its stream hangs: what is asked stands there and can be answered, and once events come all is shown."""
    one = device("/join", fresh=True)
    page, held = one.page, []
    page.route("**/streams?**", lambda route: held.append(route))
    page.route("**/live?**", lambda route: held.append(route))
    page.goto(f"{one.address}/t/{table.id}/seat/0")
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#line .toast:has-text('trying again')")
    number = table.number
    page.locator("#question [data-decision]").first.click()
    page.wait_for_function("() => !document.querySelector('[aria-busy]')")
    assert table.number > number
    page.unroute("**/streams?**")
    page.unroute("**/live?**")
    one.until(table.number)
    page.wait_for_selector("#line .toast", state="detached")


def test_what_is_touched_before_the_scripts_are_there_is_done_once_when_they_are(
    device: Any, table: Any
) -> None:
    """An answer, the settings' form that is opened, and a number that is to be corrected, while a script that
    all need is on its way."""
    one = device("/join", fresh=True)
    page, let_go = one.page, one.hold("**/live.js")
    page.goto(f"{one.address}/t/{table.id}/seat/0", wait_until="commit")
    number = table.number
    page.locator("#question [data-decision]").first.click()
    page.locator("[popovertarget=seat-menu]").click()
    page.locator("[popovertarget=preferences]").first.click()
    assert table.number == number
    let_go()
    one.until(number + 1)
    page.locator("label:has([data-preference=theme][value=light])").click()
    page.wait_for_selector("html[data-theme=light]")
    assert table.number == number + 1


def test_a_proposal_that_is_touched_before_the_scripts_are_there_waits_for_a_person(
    device: Any, table: Any, post: Any, room: Any
) -> None:
    """It would be taken while they are on their way, or while the line is gone for a moment."""
    table.set(draws="camera", moment=30.0)
    for player in range(3):
        post(f"/t/{table.id}/decisions", table.number, decision={"do": "bid", "player": player, "amount": 1})
    referee = room.home.referee = Referee(table)
    room.home.active = table.id
    spots = {f"S0{n}": Spot(MIDDLE, "A") for n in (1, 2, 3, 4)}
    referee.on_seen(SeenTable(spots, 10.0, watching=frozenset({MIDDLE}), number=1))
    one = device("/join", fresh=True)
    page, let_go = one.page, one.hold("**/live.js")
    page.goto(f"{one.address}/t/{table.id}/", wait_until="commit")
    lost = iter([True, True, True])
    page.route("**/proposals/*", lambda asked: asked.abort() if next(lost, False) else asked.continue_())
    with page.expect_response("**/proposals/*") as answered:
        page.locator(".card[data-hold] .card-words").click()
    assert answered.value.status == 200
    assert not next(lost, False), "it was said again until it was heard"
    proposal = referee.spoken().proposal
    assert proposal is not None
    assert proposal.commits_at is None
    let_go()
    page.wait_for_selector(".card.held:not([data-hold])")
    referee.close()


STORES = {
    "cookies are blocked": 'throw new DOMException("Access is denied for this document.", "SecurityError")',
    "a web view without a store": "return null",
}


@pytest.mark.parametrize("store", first_by_default(STORES))
def test_a_browser_that_keeps_nothing_shows_pages_that_work(device: Any, table: Any, store: str) -> None:
    one = device("/join", fresh=True)
    one.page.add_init_script(
        f"""for (const name of ["localStorage", "sessionStorage"]) {{
          Object.defineProperty(window, name, {{ configurable: true, get() {{ {STORES[store]}; }} }});
        }}"""
    )
    one.open(f"/t/{table.id}/seat/0")
    assert one.page.is_hidden("#late")
    one.press(one.page.locator("#question [data-decision]").first, table.number)
    one.page.locator("[popovertarget=seat-menu]").click()
    one.page.locator("[popovertarget=preferences]").first.click()
    one.page.locator("label:has([data-preference=theme][value=light])").click()
    one.page.wait_for_selector("html[data-theme=light]")
