"""Browser tests of a page's budgets on a device, and that nothing on it jumps. Everything is counted, so the
machine's load does not matter."""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.default_run import first_by_default
from tests.web.conftest import PATHS, SIZES, Device

pytestmark = pytest.mark.browser

MAX_REQUESTS = 30
MAX_KILOBYTES = 125
MAX_ELEMENTS = 2600
"""Elements of the page of a table of five in mid-game, as a browser counts them."""

PAGES = {"tablet": "/t/{id}/", "phone": "/t/{id}/seat/0"}
IN_PARTS = [
    ("tablet", PAGES["tablet"]),
    ("tablet", "/t/{id}/lay-out"),
    ("phone", PAGES["phone"]),
    ("tablet", "/t/{id}/put-away"),
]

RECORD_SHIFTS_JS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const it of list.getEntries()) {
    window.shifts.push([it.value, ...it.sources.map(({ node }) => node?.id || node?.className || "")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


def recording_device(browser, serving, path, size):
    """A device that records layout shifts on its page."""
    one = Device(browser, serving.address, SIZES[size], fresh=True)
    one.page.add_init_script(RECORD_SHIFTS_JS)
    one.open(path)
    return one


@pytest.mark.parametrize("size", first_by_default(sorted(PAGES)))
def test_a_first_page_asks_for_little(browser, full_table, size):
    serving, table = full_table
    one = recording_device(browser, serving, PAGES[size].format(id=table.id), size)
    one.page.wait_for_function("document.fonts.status === 'loaded'")
    one.page.wait_for_timeout(300)
    sent = one.page.evaluate(
        """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
            .filter((it) => !it.name.includes("/live?")).map((it) => it.transferSize)"""
    )
    assert len(sent) <= MAX_REQUESTS
    assert sum(sent) < MAX_KILOBYTES * 1000
    assert one.page.evaluate("document.querySelectorAll('*').length") < MAX_ELEMENTS
    # The font may arrive after the first paint, and its letters have slightly different widths.
    assert sum(shift[0] for shift in one.page.evaluate("shifts")) < 0.05
    one.close()


@pytest.mark.parametrize(("size", "path"), first_by_default(IN_PARTS, 2))
def test_a_page_that_comes_in_parts_does_not_jump(browser, full_table, size, path):
    """Over a slow line, or on a busy machine, a browser paints what there is of a page: the board that came
    before the areas around it moved by a quarter of the window; what is laid out again moved by as much, as
    a player more made a column more."""
    serving, table = full_table
    path = path.format(id=table.id)
    one = recording_device(browser, serving, path, size)
    page = one.context.request.get(one.address + path).text()
    one.page.evaluate(
        """async (page) => {
          window.shifts = [];
          document.open();
          for (let at = 0; at < page.length; at += page.length / 8) {
            document.write(page.slice(at, at + page.length / 8));
            for (let n = 0; n < 2; n += 1) await new Promise((go) => requestAnimationFrame(go));
          }
          document.close();
          for (let n = 0; n < 2; n += 1) await new Promise((go) => requestAnimationFrame(go));
        }""",
        page,
    )
    assert sum(shift[0] for shift in one.page.evaluate("shifts")) < 0.05
    assert one.page.is_visible("#question, .set-up-of")
    one.close()


def test_times_in_the_devices_own_form_move_nothing(browser, full_table):
    """As a script wrote them once the page was there, they broke lines of a phone's history."""
    serving, table = full_table
    one = recording_device(browser, serving, f"/t/{table.id}/history", "phone")
    assert one.page.locator(".history time").first.inner_text().endswith("M")
    assert sum(shift[0] for shift in one.page.evaluate("shifts")) < 0.05
    one.close()


@pytest.mark.parametrize("size", first_by_default(sorted(PAGES)))
def test_a_second_page_asks_for_nothing_that_the_first_had(browser, full_table, size):
    serving, table = full_table
    one = recording_device(browser, serving, PAGES[size].format(id=table.id), size)
    asked = []
    one.page.on("request", lambda request: asked.append(request))
    one.open(f"/t/{table.id}/history")
    from_net = [
        request.url
        for request in asked
        if "/static/" in request.url
        and not (request.response() and request.response().from_service_worker)
        and one.page.evaluate("url => performance.getEntriesByName(url)[0]?.transferSize ?? 0", request.url)
    ]
    assert from_net == []
    one.close()


def play_step(table, rng):
    now = table.now
    question = now.questions[0]
    options = table.game.options(now.state, question.player)
    decision = table.game.players["sensible"].choose(table.game, now.state, question, options, rng)
    table.submit(decision, now.number, f"budget-{now.number:06}", "test")


TRANSLATE_JS = """() => {
  const turn = (element) => {
    const texts = [], walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.textContent.trim()) continue;
      if (text.parentElement?.closest("script, style, font, [translate=no]")) continue;
      const outer = document.createElement("font"), inner = document.createElement("font");
      inner.textContent = `~${text.textContent}~`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  turn(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) for (const it of [...addedNodes, target]) {
      if (it.isConnected) turn(it.nodeType === Node.TEXT_NODE ? it.parentElement : it);
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""What browsers that translate a page do to it: each text comes to stand in two elements more."""
WORDS_JS = "() => document.querySelector('#live').innerText.replaceAll('~', '').replace(/\\s+/g, ' ')"
SMALL_FIELDS_JS = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((it) => it.checkVisibility() && parseFloat(getComputedStyle(it).fontSize) < 16)
  .map((it) => it.name)"""


@pytest.mark.slow
@pytest.mark.parametrize("size", first_by_default(sorted(PAGES)))
def test_a_page_that_its_browser_translates_follows_the_table(browser, full_table, size):
    serving, table = full_table
    path = PAGES[size].format(id=table.id)
    one, other = (Device(browser, serving.address, SIZES[size], fresh=True) for _ in range(2))
    page, begin, rng = one.open(path), table.number, Random(4)
    page.evaluate(TRANSLATE_JS)
    try:
        for _ in range(12):
            play_step(table, rng)
            one.until(table.number)
        wanted = other.open(path).evaluate(WORDS_JS)
        page.wait_for_function(f"(wanted) => ({WORDS_JS})() === wanted", arg=wanted)
        assert "~" in page.inner_text("#live")
        names = page.locator("#live .who").all_text_contents()
        assert names
        assert not any("~" in name for name in names)
    finally:
        table.jump(begin, table.number, f"told-{table.number:06}", "test")
    assert not one.errors
    for device in (one, other):
        device.close()


@pytest.mark.slow
def test_no_field_is_so_small_that_an_iphone_enlarges_the_page(browser, full_table):
    serving, table = full_table
    one = Device(browser, serving.address, SIZES["phone"])
    for path in PATHS:
        one.page.goto(one.address + path.format(id=table.id))
        assert one.page.evaluate(SMALL_FIELDS_JS) == [], path
    one.close()


LASTING_ELEMENTS = {
    "tablet": ".bar-tools button, .lamp, .stats > .stat, .stats summary, .action, .gauge, .area, #question",
    "phone": ".tab, .lamp",
}
"""Elements that stay on a page through a game; a selected action tile is drawn lower in its place."""


CROWDED_CLASS_JS = "() => document.documentElement.className"


@pytest.mark.slow
@pytest.mark.parametrize("size", first_by_default(sorted(PAGES)))
def test_nothing_jumps_under_the_finger(browser, full_table, size):
    """Through forty entries, lasting elements stay in place to the pixel: on the tablet all of them; on the
    phone, which scrolls, the bar and the lower edge. No entry makes the browser send a request."""
    serving, table = full_table
    one = recording_device(browser, serving, PAGES[size].format(id=table.id), size)
    page = one.page
    page.evaluate("async () => { await document.fonts.ready; }")  # its letters have other widths
    where = f"""() => [...document.querySelectorAll("{LASTING_ELEMENTS[size]}")].map((it) => {{
        const box = it.getBoundingClientRect();
        return [it.id || it.className, Math.round(box.left), Math.round(box.top)];
    }})"""
    before, begin, rng = page.evaluate(where), table.number, Random(4)
    crowded = page.evaluate(CROWDED_CLASS_JS)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    try:
        for _ in range(40):
            if table.game.phase(table.state).over:
                break
            play_step(table, rng)
            one.until(table.number)
            # A crowded edge gets more room, once; everything beside it moves then, and stays there.
            if (roomy := page.evaluate(CROWDED_CLASS_JS)) != crowded:
                crowded, before = roomy, page.evaluate(where)
            assert page.evaluate(where) == before
    finally:
        table.jump(begin, table.number, f"back-{table.number:06}", "test")
        one.until(table.number)
    # A stream that fell silent on a busy machine is opened again, without a stamp: no entry causes this
    # request.
    assert [url for url in asked if not re.search(r"/live\b.*\bstamp=[^&]", url)] == []
    one.close()
