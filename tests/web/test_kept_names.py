"""Tests that names stay as they are on pages that a browser may translate, within sentences too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.games.contract.rules import game_at
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import languages, speaking
from companion.web import create_app
from companion.web.request.named_here import printed_names
from companion.web.request.services import services_of
from companion.web.transport.kept_names import with_names_kept
from tests.web.conftest import SIZES, Device, bare_room
from tests.web.everything import Everything, full_room, pages, play_steps
from tests.web.layout import resizer_without_paint

ITALIAN = {"Accept-Language": "it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7"}
NAMES = ("Rose", "May", "Björn", "שלום", "Ann & Bo")
KEPT = '<bdi translate="no">{}</bdi>'
UNMARK_JS = """() => {
  const boxes = () => [...document.querySelectorAll("body *:not(bdi, kept-names)")]
    .map((it) => [it, it.getBoundingClientRect()]);
  const before = boxes();
  const marks = [...document.querySelectorAll("bdi[translate=no]:not([class]), kept-names")];
  for (const it of marks) it.replaceWith(...it.childNodes);
  document.body.normalize();
  const moved = boxes().flatMap(([it, now], n) => {
    const was = before[n][1];
    const by = ["x", "y", "width", "height"].map((side) => Math.abs(now[side] - was[side]));
    return Math.max(...by) > 1 ? [it.outerHTML.slice(0, 160)] : [];
  });
  return [marks.length, moved];
}"""
"""How many marks a page has, and the elements that lie elsewhere without them."""


class Translated(HTMLParser):
    """The texts that a browser translates: those that no element keeps, and that are shown as text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._around: list[tuple[str, bool]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "img", "input", "link", "meta", "hr", "source", "col", "wbr"):
            unread = tag in ("script", "style", "textarea", "svg")
            self._around.append((tag, unread or ("translate", "no") in attrs))

    def handle_endtag(self, tag: str) -> None:
        assert self._around.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and not any(kept for _tag, kept in self._around):
            self.texts.append(" ".join(data.split()))


def translated_names(html: str, names: set[str]) -> list[str]:
    """The texts of a page in which a browser would translate one of the names."""
    found = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len)))})(?!\w)")
    return [text for text in Translated(html).texts if found.search(text)]


def names_of_owned(table: Table[Any]) -> set[str]:
    """The names of what the players have, as a finished play keeps them: those that are the same in all
    languages are printed."""
    display, state = game_at(table.game, table.state).display, table.state
    seats = range(len(table.setup.players))
    names = {name for seat in seats for them in display.owned(state, seat).values() for name in them}
    for code in languages():
        with speaking(code):
            names = {name for name in names if display.named(name) == name}
    return names


def test_a_name_is_kept_in_every_text_and_nowhere_else() -> None:
    for before, after in (
        ("<p>Rose, pick.</p>", f"<p><kept-names>{KEPT.format('Rose')}, pick.</kept-names></p>"),
        ("<p> Rose </p>", f"<p> {KEPT.format('Rose')} </p>"),
        ("<!doctype html Rose><p>Roses</p>",) * 2,
        ("<p>Roses, Primrose</p>", "<p>Roses, Primrose</p>"),
        ("<svg><text>Rose</text></svg>",) * 2,
        ("<title>Rose · Race</title>", '<title translate="no">Rose · Race</title>'),
        ('<a title="Rose > May" href=Rose>x</a><!-- Rose -->',) * 2,
        ("<option value=1>Rose</option>", '<option value=1 translate="no">Rose</option>'),
        ("<option>by Rose</option>", '<option translate="no">by Rose</option>'),
        ("<option>Primrose</option>",) * 2,
        ("Rose &amp; May", KEPT.format("Rose &amp; May")),
        ('<i translate="no"><i>Rose</i> Rose</i>',) * 2,
        (
            '<bdi translate="no"> Ida </bdi> <p>Ida’s</p>',
            f'<bdi translate="no"> Ida </bdi> <p><kept-names>{KEPT.format("Ida")}’s</kept-names></p>',
        ),
    ):
        assert with_names_kept(before, ("Rose", "May", "Rose & May")) == after
        assert with_names_kept(after, ("Rose", "May", "Rose & May")) == after
    assert with_names_kept("&amp; it&#39;s", ("amp", "39")) == "&amp; it&#39;s"
    assert with_names_kept("<p>Rose</p>", ()) == "<p>Rose</p>"


@pytest.mark.parametrize("asked", ["en-GB,en;q=0.9", "", "*"])
def test_a_browser_that_reads_the_pages_language_gets_no_marks(client: Any, table: Any, asked: str) -> None:
    path = f"/t/{table.id}/"
    plain = client.get(path, headers={"Accept-Language": asked}).text
    kept = client.get(path, headers=ITALIAN).text
    assert plain.count("<bdi") < kept.count("<bdi")
    assert client.get(path, headers={"Accept-Language": asked}).text.count("<bdi") == plain.count("<bdi")


def test_a_table_whose_game_is_gone_is_said_to_such_a_browser_too(
    client: Any, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_table_id: str) -> None:
        raise games.UnknownGame("There is no game called 'chess'.")

    monkeypatch.setattr(room.tables, "open", gone)
    for asked in ({}, ITALIAN):
        refused = client.get("/t/dadeke/", headers=asked)
        assert (refused.status_code, "no game called" in refused.text) == (404, True)


def test_a_table_that_is_followed_keeps_its_names(table: Any, listen: Any, post: Any) -> None:
    """So do the changes that come to an open page; another browser at the same moment gets them without."""
    one, other = (
        listen(f"/t/{table.id}/live", headers=asked) for asked in (ITALIAN, {"Accept-Language": "en"})
    )
    names = {player.name for player in table.setup.players}
    for moment in range(2):
        kept, plain = one.next(), other.next()
        shown = [str(it["html"] or it["regions"]) for it in (kept, plain)]
        assert shown[0].count("<bdi") > shown[1].count("<bdi")
        if not moment:
            assert translated_names(kept["html"], names) == []
            post(f"/t/{table.id}/corrections", 1, path="coins/0", value=2)


def test_names_are_the_same_whoever_asks_first() -> None:
    """A language's own words for a piece are no name of it."""
    game, found = games.load("a-new-frontier"), []
    for code in languages():
        printed_names.cache_clear()
        with speaking(code):
            found.append(printed_names(game))
    assert {"Factory", "Fabrik", "Satellit"}.isdisjoint(found[0])
    assert "Barracuda" in found[0]
    assert len(set(found)) == 1


@pytest.fixture
def race(tmp_path: Any) -> Iterator[tuple[Any, Table[Any]]]:
    """A browser, and a table in play whose cards came with the game: its box has none of them."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    seats = (Player("Rose", "blue"), Player("May", "red"))
    table = tables.create("race-for-the-galaxy", Setup(seats), seed=7)
    play_steps(table, 60)
    app = create_app(bare_room(tables))
    yield app.test_client(), table
    services_of(app).live.close()
    tables.close()


def test_names_of_cards_that_no_owner_registered_are_kept(race: tuple[Any, Table[Any]]) -> None:
    client, table = race
    names = names_of_owned(table)
    assert names == {"Alpha Centauri", "Old Earth"}
    for path in ("", "seat/0"):
        html = client.get(f"/t/{table.id}/{path}", headers=ITALIAN).text
        assert any(name in html for name in names)
        assert translated_names(html, names) == []


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    with full_room(tmp_path_factory.mktemp("kept-names"), rendered=False, photographed=False) as made:
        yield made


@pytest.fixture(scope="module", params=games.names())
def played(house: Everything, request: pytest.FixtureRequest) -> tuple[Any, Any, list[str]]:
    """A table of each game in play, a browser, and the addresses of all pages. One browser a game: each is a
    tablet that waits for a station, and few of one address may wait at once."""
    game = games.load(request.param)
    seats = tuple(map(Player, NAMES[: game.seats[1]], game.colours))
    table = house.room.tables.create(game.name, Setup(seats), seed=7, settings=Settings(draws="virtual"))
    play_steps(table, 60)
    known = house.known | {"table_id": (table.id,), "name": (game.name,)}
    client = house.serving.app.test_client()
    return table, client, [*pages(client, known)]


@pytest.mark.slow
def test_a_translating_browser_keeps_each_name_on_each_page(
    played: tuple[Any, Any, list[str]],
) -> None:
    table, client, paths = played
    wrong = list[str]()
    pieces = printed_names(game_at(table.game, table.state)) | names_of_owned(table)
    for path in paths:
        names = {*NAMES, *(pieces if table.id in path else ())}
        html = client.get(path, headers=ITALIAN).text
        wrong += [f"{path}: {text}" for text in translated_names(html, names)]
    assert len(paths) > 40
    assert wrong == []


MARK_JS = """(name) => {
  const mark = document.createElement("bdi");
  mark.translate = false;
  mark.textContent = name;
  document.querySelector("main, #live").append(mark);
}"""
"""A longer name that begins as another does."""
SAY_JS = """async (sentence) => {
  const main = document.querySelector("script[src*='/main.js']").src;
  (await import(main.replace("main.js", "toast.js"))).toast(sentence);
  const choice = document.createElement("option");
  choice.textContent = document.title = sentence;
  document.querySelector("main, #live").append(choice);
  await new Promise((go) => setTimeout(go));
  const title = document.querySelector("title");
  const said = [...document.querySelectorAll("#toasts p")].find((it) => it.textContent === sentence);
  return [said.innerHTML, title.translate, choice.translate];
}"""


@pytest.mark.browser
@pytest.mark.parametrize("asked", ["it-IT", "en-GB"])
def test_what_scripts_write_keeps_names_too(browser: Any, serving: Any, table: Any, asked: str) -> None:
    """Toasts, titles and choices: for a browser that may translate them."""
    one = Device(browser, serving.address, SIZES["phone"], locale=asked)
    one.open(f"/t/{table.id}/seat/0")
    name = table.setup.players[0].name
    one.page.evaluate(MARK_JS, f"{name} Bee")
    said = f"{name}’s turn, {name}s or X{name}, {name} Beeker: {name}"
    kept = f"{KEPT.format(name)}’s turn, {name}s or X{name}, {KEPT.format(name)} Beeker: {KEPT.format(name)}"
    translated = asked == "it-IT"
    wanted = [f"<kept-names>{kept}</kept-names>", False, False] if translated else [said, True, True]
    assert one.page.evaluate(SAY_JS, said) == wanted
    assert one.page.locator("script[src*='kept-names.js']").count() == translated
    one.close()


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_the_marks_move_nothing(
    browser: Any, house: Everything, played: tuple[Any, Any, list[str]], size: str
) -> None:
    table, _client, paths = played
    one, moved, marks = Device(browser, house.serving.address, SIZES[size], locale="it-IT"), [], 0
    resizer_without_paint(one)
    for path in paths:
        if table.id not in path:
            continue
        one.page.goto(one.address + path)
        one.page.wait_for_selector("html[data-ready]")
        number, here = one.page.evaluate(UNMARK_JS)
        marks += number
        moved += [(path, it) for it in here]
    assert marks > 100
    assert moved == []
    one.close()
