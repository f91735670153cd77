"""We played on, where nothing but a few whole ways is left: to choose one is to say yes to it."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.catching_up.evidence import Seen, standing
from companion.catching_up.told_json import seen_to_json
from companion.games.contract import MIDDLE, Player, Setup, seat_zone
from companion.games.contract.tellers import is_caught_up
from companion.table.settings import Settings
from tests.table.toy_game import Bid, Drawn, Pass, Take
from tests.web.test_played_on import buttons, page_words, think

pytestmark = pytest.mark.usefixtures("brief_searches")


@pytest.fixture
def left(room: Any, stones: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, str, str]:
    """A table at which a few whole ways are left, what is seen there, and what was told."""
    monkeypatch.setattr(type(stones), "catches_up", True, raising=False)
    players = tuple(Player(*each) for each in (("Ann", "blue"), ("Ben", "green")))
    table = room.tables.create("stones", Setup(players), seed=1, settings=Settings(draws="hand"))
    done = (Bid(0, 2), Bid(1, 1), Drawn(None, ("S01", "S02", "S03")))
    for key, one in enumerate(done):
        table.submit(one, table.number, f"tap {key}", "a phone")
    end = stones.play(stones.play(table.state, Take(0, "S03")), Pass(1))
    told = json.dumps({"stands": standing(stones, end, stones.questions(end))})
    watched = frozenset((MIDDLE, seat_zone(0)))  # nobody sees what Ben has
    return table, json.dumps(seen_to_json(Seen(stones.layout(end), watched))), told


SEND_JS = """fields => {
  const form = Object.assign(document.createElement("form"), { method: "post", action: "played-on" });
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  form.submit();
}"""


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (1024, 600), (1180, 820)], ids=str)
def test_each_step_of_one_of_a_few_whole_ways_is_looked_at_first(
    device: Any, left: tuple[Any, str, str], size: tuple[int, int]
) -> None:
    table, seen, told = left
    begun = table.number
    page = device(f"/t/{table.id}/played-on", size, has_touch=True).page
    page.evaluate(SEND_JS, {"number": str(begun), "seen": seen, "told": told})
    page.get_by_text("Look at each step first").click()
    page.locator("details button[name=told]", has_text="Ben passes").first.click()
    page.get_by_text("Right?").wait_for()
    page.get_by_text("Ben passes").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert table.number == begun, "nothing is entered by a look"
    page.go_back()
    page.locator("button[name=way]", has_text="Ben passes").first.click()
    page.wait_for_url(f"**/t/{table.id}/")
    assert table.number == begun + 2
    assert table.state.owned == (("S03",), ())


def test_who_names_one_of_a_few_whole_ways_enters_it(client: FlaskClient, left: tuple[Any, str, str]) -> None:
    """It is said that a tap enters it, and with what; each step may be looked at first; nothing else does."""
    table, seen, told = left
    begun = table.number
    page = think(client, table, seen, told=told).text
    said = page_words(page)
    assert (
        "Which of these was it? The one that you choose is entered at once, with all that was done." in said
    )
    assert "Ann takes S03" in said.partition("Which of these")[0]
    form = page[page.index("/played-on/yes") :].partition("</form>")[0]
    sent = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)"\s+value="([^"]*)"', form)}
    ways = re.findall(r'name="way" value="([^"]*)">\s*([^<]*?)\s*</button>', form)
    ways = {html.unescape(words): html.unescape(way) for way, words in ways}
    assert ways.keys() == buttons(page).keys() - {"None of these, or nobody knows"}
    passed = next(words for words in ways if "Ben passes" in words)
    steps = page_words(think(client, table, seen, told=buttons(page)[passed]).text)
    assert "Right?" in steps
    assert "Ben passes" in steps
    assert table.number == begun, "nothing is entered by a look"
    for way in ("{", "[]", '{"decisions": [{"do": "nothing"}]}'):
        assert client.post(f"/t/{table.id}/played-on/yes", data={**sent, "way": way}).status_code == 422
    for _again in range(2):
        answer = client.post(f"/t/{table.id}/played-on/yes", data={**sent, "way": ways[passed]})
        assert answer.status_code == 303
        assert table.number == begun + 2
    assert table.state.owned == (("S03",), ())
    assert table.state.coins == (0, 1)
    assert all(is_caught_up(entry.by) for entry in table.entries()[begun:])
