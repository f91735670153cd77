"""Tests of the guide's small game: the page shows the files of examples/high-bidder, `companion new-game`
writes them, and the game is installed beside the companion and played to its end, on pages, by lights, with
lessons."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from companion import games, installed_games
from companion.cli import commands
from companion.games.contract import Player, Setup, Untold, decision_to_json
from companion.lessons.checking import faults, unreached
from companion.lessons.checking import play as play_lessons
from companion.lessons.lesson_files import of_game
from companion.simulation.simulate import new_game, steps
from companion.table.journal import Journal
from companion.table.record import record, replay
from companion.table.settings import Settings
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.request.services import services_of
from tests.web.conftest import bare_room

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "new-game.md"
EXAMPLE = ROOT / "examples" / "high-bidder"
FILE_BLOCK = re.compile(r"```(?:python|toml|html|css)\n(?:# |\{# |/\* )(\S+)(?: #\}| \*/)?\n(.*?)```", re.S)


def clear_caches() -> None:
    for module in [name for name in sys.modules if name.partition(".")[0] == "high_bidder"]:
        del sys.modules[module]
    for found in (installed_games.entry_points, installed_games.folders, games.installed):
        found.cache_clear()


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The example's package, as pip would install it."""
    shutil.copytree(EXAMPLE / "high_bidder", tmp_path / "high_bidder")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    record = tmp_path / "high_bidder-1.0.dist-info"
    record.mkdir()
    (record / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    offered = project["entry-points"]["companion.games"]
    lines = "".join(f"{name} = {place}\n" for name, place in offered.items())
    (record / "entry_points.txt").write_text(f"[companion.games]\n{lines}", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    clear_caches()
    yield games.load("high-bidder")
    monkeypatch.undo()
    clear_caches()


def test_every_file_of_the_page_is_taken() -> None:
    text = PAGE.read_text("utf-8")
    blocks = FILE_BLOCK.findall(text)
    assert len(blocks) == 6
    # One more shows what is printed on a piece, and is run below.
    assert len(re.findall(r"^```\w+$", text, re.M)) == 6 + 1 + text.count("```sh")
    for name, shown in blocks:
        assert (EXAMPLE / name).read_text("utf-8") == shown, name


def test_new_game_writes_the_example(tmp_path: Path) -> None:
    def files_of(folder: Path) -> dict[str, str]:
        found = (file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
        return {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in found}

    made = CliRunner().invoke(commands, ["new-game", "High Bidder", "--out", str(tmp_path / "made")])
    assert made.exit_code == 0, made.output
    assert files_of(tmp_path / "made") == files_of(EXAMPLE)
    assert shlex.join([sys.executable, "-m", "pip", "install", "-e", str(tmp_path / "made")]) in made.output
    again = CliRunner().invoke(commands, ["new-game", "High Bidder", "--out", str(tmp_path / "made")])
    assert (again.exit_code, "there already" in again.output) == (2, True)
    for title in ("42", "class", 'a"b', "\n", "x" * 61, "?"):
        refused = CliRunner().invoke(commands, ["new-game", title, "--out", str(tmp_path / "not")])
        assert refused.exit_code == 2, title
    assert not (tmp_path / "not").exists()


def test_a_game_that_was_just_begun_is_installed_and_plays_its_own_tests(tmp_path: Path) -> None:
    """By uv, with a name of several words and an accent, beside the companion."""
    title, place = "Café der Räuber", tmp_path / "begun"
    made = CliRunner().invoke(commands, ["new-game", title, "--out", str(place)])
    assert made.exit_code == 0, made.output
    there = tmp_path / "installed"
    install = ["uv", "pip", "install", "--quiet", "--offline", "--no-deps", "--no-build-isolation"]
    into = ["--python", sys.executable, "--target", str(there)]
    subprocess.run([sys.executable, "-m", *install, *into, str(place)], check=True, cwd=tmp_path)
    where = {"PYTHONPATH": os.pathsep.join((str(there), str(ROOT))), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    env = {**os.environ, **where}
    tried = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(place / "tests")],
        env=env,
        cwd=place,
        capture_output=True,
        text=True,
    )
    assert tried.returncode == 0, tried.stdout
    assert title in (there / "cafe_der_rauber" / "rules.py").read_text("utf-8")


def test_its_lights_call_who_must_bid_and_its_lessons_come_up(game: Any) -> None:
    state = new_game(game, 3, (), Random(1))
    picture = game.lights.light(state)
    assert picture.calls == (("seats", 0), ("seats", 1), ("seats", 2))
    bid = game.answer(state, game.questions(state)[0], 5)
    after = game.lights.light(game.play(state, bid))
    assert after.calls == (("seats", 1), ("seats", 2))
    (segment,) = game.lights.segments
    assert all(len(lights) <= segment.count and name == segment.name for name, lights in after.segments)
    book = of_game("high-bidder")
    assert [lesson.id for lesson in book.lessons] == ["aim", "poor"]
    wrong = [fault for fault in faults(game, book) if "translat" not in str(fault).casefold()]
    assert wrong == []
    assert list(unreached(book, play_lessons(game, book, 10, 1, lambda: None), 10)) == []
    assert game.lessons.set_up(state)


def test_a_whole_game_is_two_hundred_lines_at_most() -> None:
    files = dict(FILE_BLOCK.findall(PAGE.read_text("utf-8")))
    assert sum(len(text.splitlines()) for text in files.values()) <= 200


def mypy(folder: Path) -> subprocess.CompletedProcess[str]:
    """What mypy says of the game, by the installed companion's types."""
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", ".mypy_cache", "high_bidder"],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != "MYPYPATH"},
        capture_output=True,
        text=True,
    )


def test_mypy_checks_the_game_against_the_contract(game: Any, tmp_path: Path) -> None:
    """From outside of the companion's folders, as its author does: the package is typed."""
    right = mypy(tmp_path)
    assert right.returncode == 0, right.stdout
    rules = tmp_path / "high_bidder" / "rules.py"
    text = rules.read_text("utf-8")
    text = text.replace("form=Amount(0,", 'form=Amount("0",')
    rules.write_text(text.replace('return Phase("bid", _("Bidding"), state.round)', 'return "bid"'), "utf-8")
    wrong = mypy(tmp_path).stdout
    assert 'Argument 1 to "Amount" has incompatible type "str"; expected "int"' in wrong
    assert 'got "str", expected "Phase"' in wrong


def test_the_game_is_found_beside_those_that_come_with_the_companion(game: Any) -> None:
    assert {"high-bidder", "new-frontiers"} <= set(games.names())
    assert games.failures() == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_computer_players_play_it_to_the_end(game: Any, players: int) -> None:
    rng = Random(players)
    state = new_game(game, players, (), rng)
    for step in steps(game, state, game.players["random"], rng):
        assert game.decision(decision_to_json(step.decision)) == step.decision
        state = step.after
    assert game.phase(state).over
    sheet = game.score(state)
    assert sheet.final
    assert (
        3
        <= sum(line.vp for player in sheet.players for line in player.lines if line.source == "points")
        <= 18
    )


def test_a_seat_learns_of_another_bid_only_that_it_is_made(game: Any) -> None:
    state = new_game(game, 2, (), Random(1))
    question = game.questions(state)[0]
    low, high = (game.play(state, game.answer(state, question, coins)) for coins in (1, 5))
    assert game.view(low, 1) == game.view(high, 1) != game.view(state, 1)
    assert game.view(low, 0) != game.view(high, 0)


def test_it_is_played_on_the_pages(game: Any, tmp_path: Path) -> None:
    tables = Tables(Journal(tmp_path / "journal.db"), games.load)
    setup = Setup((Player("Ann", "blue"), Player("Bob", "green")))
    table = tables.create("high-bidder", setup, seed=1, settings=Settings(dice="hand"))
    app = create_app(bare_room(tables))
    client, keys = app.test_client(), iter(range(100))
    path = f"/t/{table.id}/"

    def post(what: str, **body: Any) -> Any:
        body |= {"seen": table.number, "key": f"request-{next(keys):04}"}
        return client.post(path + what, json=body)

    try:
        assert 'name="amount"' in client.get(f"{path}seat/0").text
        assert 'name="amount"' not in client.get(path).text, "a secret bid is made on the seat's own page"
        for coins in ((5, 3), (0, 4), (2, 1)):
            for seat, bid in enumerate(coins):
                answer = post("answers", question="bid", player=seat, value=bid)
                assert answer.status_code == 200, answer.json
            assert post("draws", numbers=[4]).status_code == 200
        assert table.game.phase(table.state).over
        assert table.state.points == (8, 4)
        assert table.state.coins == (3, 2)
        assert 'class="bidders"' in client.get(path).text
        assert "/static/games/high-bidder/style.css" in client.get(path).text
        assert client.get(f"{path}score").status_code == 200
        refused = post("answers", question="bid", player=0, value=1)
        assert (refused.status_code, refused.json["sentence"]) == (
            422,
            "This is no longer asked: look again.",
        )
        replay(record(table))
    finally:
        services_of(app).live.close()
        tables.close()


def test_the_printed_facts_of_the_page_are_told_and_read_as_it_says() -> None:
    (block,) = (
        b for b in re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S) if "Printed(" in b
    )
    assert len([line for line in block.splitlines() if line.strip()]) <= 20
    made: dict[str, Any] = {"__name__": __name__}
    exec(block, made)
    card, strict = made["card"], made["CARD"].strict(made["card"])
    assert (card.price, card.untold) == (4, ("name",))
    assert strict.price == 4
    assert made["CARD"].in_box(card) == {"price": 4, "untold": ["name"]}
    unread = made["CARD"].from_box(made["Card"]("C8"), {"price": 12})[1]
    assert [one.sentence for one in unread] == ["what it costs cannot be “12”."]
    with pytest.raises(Untold):
        _ = made["CARD"].strict(made["Card"]("C9")).price
