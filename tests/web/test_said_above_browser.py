"""Browser tests of what is said: it is seen above every form and panel, and read aloud once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from companion.web import create_app
from tests.default_run import first_by_default
from tests.web.conftest import Device, Serving, bare_room
from tests.web.layout import new_tables
from tests.web.test_opened_parts_browser import SIZES, begun, drawing, redoable

pytestmark = pytest.mark.browser

GAMES = {
    "New Frontiers": lambda served: redoable(served, 4),
    "A New Frontier": lambda served: drawing(served, "a-new-frontier", 3, 0),
    "Race for the Galaxy": lambda served: begun(served, "race-for-the-galaxy", 3),
}

UNSEEN_JS = """async (address) => {
  const { toast } = await import(address);
  const panels = [...document.querySelectorAll(":is(#live, body) [popover]:not(.toasts)")];
  const found = [];
  let shown = 0;
  const look = (when) => {
    const close = toast("It is refused, for a reason of some length that the rulebook gives.", "bad");
    const words = document.querySelector("#toasts .toast p");
    const { left, top, width, height } = words.getBoundingClientRect();
    // A touch goes to the form below: what is seen there is asked without that
    words.parentElement.style.pointerEvents = "auto";
    const above = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!words.contains(above)) found.push(`${when}: under ${above?.outerHTML.slice(0, 80)}`);
    if (top < 0 || top + height > innerHeight) found.push(`${when}: out of the window`);
    shown += 1;
    close();
  };
  look("nothing is open");
  for (const panel of panels) {
    panel.showPopover();
    if (!panel.matches(":popover-open")) continue;
    look(`#${panel.id} is open`);
    if (!panel.matches(":popover-open")) found.push(`#${panel.id} was closed`);
    panel.hidePopover();
  }
  if (document.querySelector("#toasts").matches(":popover-open")) found.push("an empty box stays above");
  return { found, shown };
}"""
"""Opens each form and panel alone, and looks whether a refusal is seen there."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    tables = new_tables(tmp_path_factory.mktemp("said"))
    serving = Serving(create_app(bare_room(tables)))
    yield SimpleNamespace(tables=tables, address=serving.address)
    serving.begin_stop()
    tables.close()


@pytest.mark.parametrize("path", first_by_default(["seat/0", ""]))
@pytest.mark.parametrize("game", first_by_default(GAMES))
def test_a_refusal_is_seen_above_every_form_and_panel(
    browser: Any, served: SimpleNamespace, game: str, path: str
) -> None:
    table, found = GAMES[game](served), []
    one = Device(browser, served.address, SIZES[0])
    page = one.open(f"/t/{table.id}/{path}")
    address = re.search(r'href="([^"]+/toast[^"]*\.js)"', page.content())
    assert address
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        result = page.evaluate(UNSEEN_JS, address[1])
        assert result["shown"] > 1
        found += [f"{width} x {height}: {it}" for it in result["found"]]
    assert not one.errors
    one.close()
    assert not found, "\n".join(found)


REFUSED_JS = """() => {
  const sends = fetch;
  let sent = 0;
  const refusal = () => Response.json({ sentence: `Refused for reason ${sent += 1}.` }, { status: 422 });
  window.fetch = async (address, how) => (how?.method === "POST" ? refusal() : sends(address, how));
}"""

TOASTS_JS = """async (address) => {
  const { toast } = await import(address);
  const said = () => [...document.querySelectorAll("#toasts .bad p")].map((it) => it.textContent);
  const before = said();
  toast("Taken back.", "bad", { words: "Undo", act() {} });
  for (const words of ["One.", "Two.", "Three."]) toast(words, "bad");
  return [before, said()];
}"""


def test_who_taps_fast_reads_one_sentence(device: Any, table: Any) -> None:
    """Three of them lay over half a phone's page."""
    page = device(f"/t/{table.id}/seat/0", size=(390, 844)).page
    page.evaluate(REFUSED_JS)
    for n in range(1, 4):
        page.locator("#question [data-decision]").first.click()
        page.locator("#toasts .toast", has_text=f"Refused for reason {n}.").wait_for()
    address = re.search(r'href="([^"]+/toast[^"]*\.js)"', page.content())
    assert address
    before, after = page.evaluate(TOASTS_JS, address[1])
    assert before == ["Refused for reason 3."]
    assert after == ["Taken back.", "Three."], "what one may still press stays"


def test_one_live_region_stays_and_says_only_what_is_new(device: Any, table: Any) -> None:
    """By the accessibility tree: a region that is replaced is a new node there, and says nothing."""
    one = device(f"/t/{table.id}/seat/0", size=(390, 844))
    page = one.page
    tree = page.context.new_cdp_session(page)
    tree.send("Accessibility.enable")

    def live() -> dict[int, str]:
        """The live regions, by their nodes, with their texts."""
        nodes = tree.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}

        def text(node: Any) -> str:
            inside = "".join(text(by_id[child]) for child in node.get("childIds", []) if child in by_id)
            return inside or str(node.get("name", {}).get("value", ""))

        return {
            node["backendDOMNodeId"]: text(node)
            for node in nodes
            if any(p["name"] == "live" for p in node.get("properties", []))
        }

    before, asked = live(), page.inner_text("#question .question-text")
    number = table.number
    one.press(page.locator("#question [data-decision]").first, number)
    page.wait_for_function(
        "asked => document.querySelector('#question .question-text').innerText !== asked", arg=asked
    )
    page.wait_for_function("() => document.getElementById('said').textContent")
    after = live()
    assert set(before) == set(after), "no live region came or went"
    changed = [after[node] for node in after if after[node] != before[node]]
    shown = page.evaluate(
        """() => {
          const words = document.querySelector("#question [data-aloud] > span").cloneNode(true);
          words.querySelector(".rule-page")?.remove();
          return words.textContent.trim();
        }"""
    )
    assert [shown in words for words in changed].count(True) == 1
    # What comes next and leaves the question as it is says nothing.
    page.evaluate("document.getElementById('said').textContent = ''")
    table.set(help="2026-11-29T20:00:00+00:00")
    page.wait_for_selector(".help-called")
    assert page.text_content("#said") == ""
