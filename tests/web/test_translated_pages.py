"""Tests of every page of a played table in German and in French: no English text is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import pytest
from babel.messages.pofile import read_po

from companion import games
from companion.box.shelf import Shelf
from companion.games.contract import Correction, Player, Setup
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.complete_languages import COMPLETE
from tests.default_run import first_by_default
from tests.test_translation import FOLDERS, catalogue_messages, forms
from tests.web.conftest import bare_room

ROOT = Path(__file__).resolve().parents[2]
TEXT_ATTRIBUTES = ("aria-label", "title", "placeholder", "alt")

ENGLISH_WORDS = re.compile(
    r"\b(?:the|of|and|you|your|with|from|is|are|for|not|this|that|to|each|every|has|have|its|their|no)\b"
)
"""Small words of nearly every English sentence, but of no German or French one."""
WORDS_TOO = {"es": ("has", "no")}
"""Those of them that are also words of the language."""


def english_words(text: str, code: str) -> bool:
    return any(word not in WORDS_TOO.get(code, ()) for word in ENGLISH_WORDS.findall(text))


class PageTexts(HTMLParser):
    """Every text of a page, one by one: between tags, and in attributes that are read aloud."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self._quiet = 0
        self._own = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._quiet += tag in ("script", "style")
        if not (given.get("lang") and tag != "html"):
            self.texts |= {value.strip() for name, value in attrs if name in TEXT_ATTRIBUTES and value}
        self._own = bool(given.get("lang")) and tag != "html"

    def handle_endtag(self, tag: str) -> None:
        self._quiet -= tag in ("script", "style")
        self._own = False

    def handle_data(self, data: str) -> None:
        if not self._quiet and not self._own and data.strip():
            self.texts.add(" ".join(data.split()))


def messages(code: str) -> tuple[set[str], list[re.Pattern[str]]]:
    """The English messages that differ in a language: texts, and patterns for those with placeholders."""
    whole, patterns = set(), []
    # A single letter is ignored: it may mean something else there.
    for folder in run_path(str(ROOT / "scripts" / "messages.py"))["homes"]():
        with (folder / code / "messages.po").open("rb") as file:
            for message in read_po(file, locale=code):
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                strings = message.string if isinstance(message.id, tuple) else (message.string,)
                for said in ids:
                    if not said or said in strings or not all(strings):
                        continue
                    if "{" not in said:
                        whole |= {said} if len(said) > 1 else set()
                        continue
                    # A message of little more than placeholders would match everything.
                    bare = re.sub(r"\{\w*\}", " ", said)
                    if len(re.findall(r"[a-z]{2,}", bare)) >= 2:
                        patterns.append(
                            re.compile(re.sub(r"\\\{\w*\\\}", "(?:.+?)", re.escape(said)), re.DOTALL)
                        )
    return whole, patterns


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """A table in mid-game with corrections and undone steps, one that is over, and a scan."""
    folder = tmp_path_factory.mktemp("german")
    tables = Tables(Journal(folder / "journal.db"), games.load)
    room = bare_room(tables)
    room.home.open_cameras, room.home.has_camera, room.home.served = (lambda game: None), False, None
    app = create_app(room, Shelf(folder / "boxes"))
    game = games.load(games.default_name())

    def played(seed: int, rounds: int, players: int) -> Any:
        people = tuple(Player(f"Xx{n}", colour) for n, colour in enumerate(game.colours[:players]))
        setup = setup_with_draws(game, Setup(people), seed)
        table = tables.create(game.name, setup, seed=seed, settings=Settings(draws="virtual"))
        mind, rng = game.players["sensible"], Random(seed)
        while not game.phase(table.state).over and game.phase(table.state).round < rounds:
            question = table.questions[0]
            options = game.options(table.state, question.player)
            decision = mind.choose(game, table.state, question, options, rng)
            table.submit(decision, table.number, f"step-{table.number:06}", "Xx0's phone")
        return table

    middle, over = played(3, 5, 3), played(4, 99, 2)
    fact = next(f for f in game.facts(middle.state) if not f.choices)
    middle.correct(Correction(fact.path, fact.value + 1), middle.number, "correct it", "the tablet")
    middle.undo(middle.number, "undo it", "a phone")
    middle.redo(middle.number, "redo it", "camera")
    middle.jump(9, middle.number, "jump to", "a device")
    middle.set(standing="shown")
    client = app.test_client()
    begun = client.post("/scan", data={"game": game.name, "players": "2"})
    assert begun.status_code == 303
    yield SimpleNamespace(scan=begun.location, client=client, app=app, game=game, middle=middle, over=over)
    services_of(app).live.close()
    tables.close()


def addresses(house: SimpleNamespace) -> list[str]:
    """The addresses of every page in this house."""
    m, o, name = f"/t/{house.middle.id}", f"/t/{house.over.id}", house.game.name
    tiles = {tile.type: tile.id for tile in house.game.box.book().tiles()}.values()  # one of each type
    return [
        house.scan, f"{house.scan}/seat/0", f"{house.scan}/seat/0/add/world", f"{house.scan}/sheet",
        f"{house.scan}/join", "/secure", "/camera", "/camera/choose", f"{m}/verify",
        f"{m}/correct/touched?path=credits/0", f"/scan?gone={house.scan.rsplit('/', 1)[1]}",
        "/", "/new", "/join", "/plays", "/plays/statistics", f"/plays/table-{house.over.id}", "/scan",
        "/box", f"/box/{name}/verify", *(f"/box/{name}/tile/{id}" for id in tiles),
        f"{m}/", f"{o}/", f"{m}/seat/0", f"{m}/seat/1", f"{o}/seat/0", f"{m}/history", f"{m}/history?seat=0",
        f"{m}/correct", f"{m}/correct?seat=1", f"{m}/score", f"{o}/score", f"{m}/legend", f"{m}/seats",
        f"{m}/join", f"{m}/settings", f"{m}/watch", "/nowhere", f"{m}/seat/7", "/demo", "/t/nobody/",
    ]  # fmt: skip


def names_of(game: Any) -> set[str]:
    """Names that are the same in every language: tiles, games and programs."""
    names = {tile.name for tile in game.tracking.tiles()} | {game.title, "BG Stats"}
    return names | {game.box.book().usual_from or game.title}


@cache
def still_english(code: str) -> re.Pattern[str]:
    """What is said in English, since nobody has translated it yet; no release has any."""
    left = [
        re.sub(r"\\\{\w*\\\}", "(?:.+?)", re.escape(said))
        for folder in FOLDERS
        for message in catalogue_messages(folder, code)
        if not all(forms(message)[1])
        for said in forms(message)[0]
    ]
    return re.compile("|".join(left) or "(?!)", re.DOTALL)


JUDGED: dict[tuple[str, str], bool] = {}
"""By language and text whether it is English: most texts of a page stand on many, and are held against a
thousand messages."""


def english_of(html: str, game: Any, known: tuple[set[str], list[re.Pattern[str]]], code: str) -> list[str]:
    names = sorted(names_of(game), key=len, reverse=True)

    def judged(text: str) -> bool:
        if (code, text) not in JUDGED:
            JUDGED[code, text] = is_english(text, names, known, code)
        return JUDGED[code, text]

    return sorted(filter(judged, PageTexts(html).texts))


def is_english(text: str, names: list[str], known: tuple[set[str], list[re.Pattern[str]]], code: str) -> bool:
    """names: the same in every language; known: `messages` of this one."""
    if still_english(code).fullmatch(unescape(text)):
        return False
    for name in names:
        text = text.replace(name, "·")
    whole, patterns = known
    return text in whole or any(p.fullmatch(text) for p in patterns) or english_words(text, code)


@pytest.fixture(scope="module", params=first_by_default(COMPLETE))
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def known(code: str) -> tuple[set[str], list[re.Pattern[str]]]:
    return messages(code)


def test_the_looking_finds_english(house, known, code):
    html = house.client.get(f"/t/{house.middle.id}/").text
    found = english_of(html, house.game, known, code)
    assert "This table's settings" in map(unescape, found)
    assert len(found) > 40


def test_no_english_is_left_on_any_page(house, code, known):
    left = {}
    names = {tile.name for tile in house.game.tracking.tiles()} | {
        t.name for t in house.game.box.book().tiles()
    }
    for path in addresses(house):
        answer = house.client.get(path, headers={"Accept-Language": code})
        assert answer.status_code in (200, 404), path
        if path.partition("?")[0].rpartition("/")[2] != "touched":  # a part of a page
            assert f'<html lang="{code}">' in answer.text, path
        english = english_of(answer.text, house.game, known, code)
        if path.startswith(("/box", "/plays")):
            # A box names its tiles as in its file, and a play as they were called when it was stored.
            english = [sentence for sentence in english if sentence not in names]
        if english:
            left[path] = english
    assert left == {}


def test_refusals_of_every_kind_are_translated(house, code, known):
    """Of rules, outdated taps and malformed requests, which a script shows as they arrive."""
    table = house.middle
    path = f"/t/{table.id}"
    sent = [
        ("decisions", {"decision": {"do": "nothing"}}),
        ("decisions", {}),
        ("decisions", {"seen": 1, "decision": {"do": "nothing"}}),
        ("draws", {}),
        ("draws", {"names": 3}),
        ("corrections", {"path": "nowhere", "value": 1}),
        ("corrections", {"path": 3, "value": 1}),
        ("jump", {"to": 9999}),
        ("undo", {"seen": 2}),
        ("settings", {"moment": 99}),
        ("proposals/x", {"do": "take"}),
    ]
    for n, (what, body) in enumerate(sent):
        data = {"seen": table.number, "key": f"refused-{code}-{n}"} | body
        answer = house.client.post(f"{path}/{what}", json=data, headers={"Accept-Language": code})
        assert answer.status_code >= 400, what
        sentence = answer.json["sentence"]
        assert not english_words(re.sub(r'"[^"]*"|«[^»]*»', "", sentence), code), sentence
        assert sentence not in known[0]


def test_a_game_s_states_do_not_depend_on_who_reads(house):
    """A game played in German is the same as in English: only texts depend on the language."""
    from companion.translation import speaking

    game, table = house.game, house.over
    setup = table.setup
    with speaking("de"):
        state = game.new(setup)
        for entry in table.effective()[1:]:
            state = game.play(state, game.decision(entry.data))
    assert state == table.state
