"""The pages of New Frontiers as they are sent: nothing refers to what is not there, and they are light."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont

import companion.web
from companion import games
from companion.games.contract import Player, Setup
from companion.installed_games import folders
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.live.views import MARKS
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

ROOT = Path(companion.web.__file__).parent.parent
STATIC = Path(companion.web.__file__).parent / "static"
LOADED = 112_000
"""Bytes that a page may be with the styles, scripts and font that it loads, pictures aside, as a browser is
sent them."""
BUDGET = 150_000
"""Bytes of a page alone, before it is squeezed."""


class Page(HTMLParser):
    """What a page's elements are called and what they refer to."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.uses: set[str] = set()
        self.empty: list[str] = []
        self.files: set[str] = set()
        self.nameless: list[str] = []
        self._button: str | None = None
        self._drawing = ""
        self._words = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.ids.append(given["id"])
        for name in ("popovertarget", "for", "aria-labelledby", "aria-describedby"):
            if name in given:
                self.targets.add(given[name])
        if tag == "use":
            self.uses.add(given["href"].partition("#")[2])
        if self._drawing:
            self._drawing = ""
        if tag == "svg":
            self._drawing = self.get_starttag_text() or tag
        if tag == "link" and given.get("rel") == "stylesheet":
            self.files.add(given["href"])
        if tag == "script" and "src" in given:
            self.files.add(given["src"])
        if tag in ("button", "summary"):
            self._button, self._words = self.get_starttag_text() or tag, given.get("aria-label", "")
        elif self._button:
            self._words += given.get("aria-label", "")

    def handle_data(self, data: str) -> None:
        if self._button:
            self._words += data.strip()

    def handle_endtag(self, tag: str) -> None:
        if tag == "svg" and self._drawing:
            self.empty.append(self._drawing)
        if tag in ("button", "summary") and self._button:
            if not self._words:
                self.nameless.append(self._button)
            self._button = None


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """A table of five in its tenth round, with goals: as full a page as a real game shows."""
    game = games.load("new-frontiers")
    players = tuple(Player(colour.capitalize(), colour) for colour in game.colours)
    setup = setup_with_draws(game, Setup(players, (("game", "later"), ("goals", "yes"))), seed=5)
    tables = Tables(Journal(tmp_path_factory.mktemp("look") / "journal.db"), games.load)
    table: Any = tables.create(
        "new-frontiers", setup, seed=5, settings=Settings(draws="virtual", standing="shown")
    )
    player, rng, key = game.players["sensible"], Random(5), iter(range(10**6))
    while not game.phase(table.state).over and game.phase(table.state).round < 10:
        question = table.questions[0]
        name = f"look-{next(key):06}"
        if question.player is None:
            table.sample_chance(table.number, name)
            continue
        options = game.options(table.state, question.player)
        decision = player.choose(game, table.state, question, options, rng)
        table.submit(decision, table.number, name, "table")
    app = create_app(bare_room(tables))
    yield SimpleNamespace(client=app.test_client(), table=table, path=f"/t/{table.id}")
    services_of(app).live.close()
    tables.close()


@pytest.fixture(params=["/", "/seat/0", "/seat/4", "/legend", "/score", "/history"])
def html(played: SimpleNamespace, request: pytest.FixtureRequest) -> str:
    answer = played.client.get(played.path + request.param)
    assert answer.status_code == 200
    return str(answer.text)


def icons_in(file: Path) -> list[str]:
    return re.findall(r'<symbol id="([^"]+)"', file.read_text("utf-8"))


def test_a_page_refers_only_to_what_is_there(html: str) -> None:
    page = Page(html)
    assert len(page.ids) == len(set(page.ids)), "an id twice"
    assert page.targets <= set(page.ids)
    assert page.uses <= set(icons_in(STATIC / "icons" / "sprite.svg"))
    assert not page.empty, "a drawing with nothing in it"


def test_no_icon_is_kept_that_nothing_shows() -> None:
    house = STATIC.parents[2]
    kinds = ("templates/**/*.html", "companion/**/*.html", "companion/**/*.py", "companion/**/*.js")
    files = [file for kind in (*kinds, "companion/**/*.toml") for file in house.glob(kind)]
    marks = {f"mark-{mark}" for mark in MARKS.values()}
    games = tuple(folders().values())
    shared = [file for file in files if not any(game in file.parents for game in games)]
    for icons, users in (
        (STATIC / "icons" / "sprite.svg", shared),
        *((game / "icons.svg", files) for game in games if (game / "icons.svg").exists()),
    ):
        written = "\n".join(file.read_text("utf-8") for file in users)
        named = set(re.findall(r"[\"']([a-z_-]+)[\"']", written)) | marks
        assert [icon for icon in icons_in(icons) if icon not in named] == []


def test_pages_for_every_game_show_icons_of_no_game() -> None:
    shared = set(icons_in(STATIC / "icons" / "sprite.svg"))
    for page in (STATIC.parents[2] / "templates").glob("*.html"):
        shown = set(re.findall(r"\b(?:icon|sprite)\(['\"]([a-z-]+)['\"][,)]", page.read_text("utf-8")))
        assert shown <= shared, page.name


def test_every_button_has_a_name(html: str) -> None:
    assert not Page(html).nameless


def test_the_score_sheet_draws_the_tiles_that_its_reasons_come_from(played: SimpleNamespace) -> None:
    table = played.table
    sheet = table.game.score(table.game.view(table.state, None))
    terms = [term for player in sheet.players for line in player.lines for term in line.why.terms]
    tiles = [term for term in terms if term.tile and not term.tile.startswith("G")]
    html = played.client.get(played.path + "/score").text
    drawn = re.findall(r'<i class="term-tile"><svg.*?</svg></i><span>([^<]*)</span>', html)
    assert len(tiles) > 20
    assert sorted(unescape(label) for label in drawn) == sorted(term.label for term in tiles)


def test_the_standing_is_on_a_seats_page_only_where_the_table_wants_it(played: SimpleNamespace) -> None:
    path = played.path + "/seat/0"
    assert 'id="score-now"' in played.client.get(path).text
    played.table.set(standing="hidden")
    try:
        html = played.client.get(path).text
        assert 'id="score-now"' not in html
        assert "VP now" not in html
    finally:
        played.table.set(standing="shown")


def test_no_small_print_parts_a_figure_from_its_unit(played: SimpleNamespace) -> None:
    html = played.client.get(played.path + "/").text
    printed = re.findall(r'<p class="tile-what">(.*?)</p>|<span class="answer-what">(.*?)</span>', html, re.S)
    said = " ".join(map("".join, printed))
    assert re.search(r"\d\xa0VP\b", said)
    assert not re.search(r"\d VP\b", said)


def squeezed(client: FlaskClient, path: str) -> int:
    answer = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    return len(answer.data)


@pytest.mark.parametrize("path", ["/", "/seat/0", "/score", "/legend"])
def test_a_page_with_all_it_loads_is_light(played: SimpleNamespace, path: str) -> None:
    html = played.client.get(played.path + path).text
    scripts = set(re.findall(r"/static/js-\w+/[\w/.-]+\.js", html))
    assert len(scripts) > 15, "a page names all modules that its own import (SCRIPT_IMPORTS)"
    fonts = {"/static/fonts/" + file.name for file in STATIC.glob("fonts/*.woff2")}
    files = {name.partition("?")[0] for name in Page(html).files | scripts}
    total = sum(squeezed(played.client, name) for name in {*files, *fonts, played.path + path})
    assert total < LOADED, total


def test_a_page_of_five_is_small_even_before_it_is_squeezed(played: SimpleNamespace) -> None:
    answer = played.client.get(played.path + "/", headers={"Accept-Encoding": "gzip"})
    html = gzip.decompress(answer.data)
    assert len(re.sub(rb'<svg class="face.*?</svg>', b"", html, flags=re.S)) < BUDGET
    # Fifty drawn tiles of up to 2.5 KB each; squeezed, as they are sent, they are within LOADED (above).
    assert len(html) < 1.6 * BUDGET


def test_a_seat_sees_no_goal_of_another(played: SimpleNamespace) -> None:
    table = played.table
    state = table.state
    holders = [seat for seat, empire in enumerate(state.empires) if empire.hidden_goal]
    if not holders:
        goal = next(iter(state.catalogue.goals))
        state = state.with_empire(0, replace(state.empires[0], hidden_goal=goal))
        holders = [0]
    game = table.game
    name = state.catalogue[state.empires[holders[0]].hidden_goal].name
    for player in (None, *range(5)):
        empire = game.display.page(game.view(state, player), player).empires[holders[0]]
        assert (empire.hidden_goal is not None and empire.hidden_goal.name == name) == (player == holders[0])
        assert empire.has_hidden_goal


@pytest.mark.parametrize("path", ["/", "/seat/0"])
def test_what_is_made_up_is_shown_as_unverified(played: SimpleNamespace, path: str) -> None:
    page = played.client.get(played.path + path).text
    empire = played.table.state.empires[0]
    for colony in empire.colonies:
        tile = played.table.state.catalogue.world(colony.world)
        said = re.search(rf'<h\d>{re.escape(tile.name)}\b.*?<p class="tile-what">(.*?)</p>', page, re.S)
        assert said is not None
        assert ("unverified" in said[1]) == bool(tile.assumed or tile.source == "stand-in")


@pytest.mark.parametrize(
    "face", sorted(ROOT.glob("**/fonts/*hyperlegible*.[tw]*f*")), ids=lambda face: face.name
)
def test_a_zero_has_no_stroke_through_it(face: Path) -> None:
    """A stroke parts the inside into two: a zero in a score is an outline and one inside."""
    assert TTFont(face)["glyf"]["zero"].numberOfContours == 2
