"""Tests of the command line's contract: results on stdout, one clear line on stderr, and the exit status."""

from __future__ import annotations

import ast
import contextvars
import json
import logging
import os
import re
import socket
import subprocess
import sys
from importlib.metadata import EntryPoint
from itertools import pairwise
from pathlib import Path

import click
import cv2
import numpy as np
import pytest
import sqlalchemy as sa
from PIL import features

from companion import games
from companion.cli import COMMANDS, SUMMARIES, commands, main
from companion.commands import running
from companion.commands.options import CameraName
from companion.games.contract import Player, Setup
from companion.system.network import url
from companion.system.options_file import defaults_of, read_settings
from companion.table.chance import setup_with_draws
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.vision.read_files import read_files
from companion.vision.tags import modules
from tests.conftest import NO_COMPANION
from tests.reports import REPORTS


class CommandResult:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    def refused_in_one_line(self) -> bool:
        lines = self.err.strip().splitlines()
        return self.status == 2 and self.out == "" and len(lines) == 1 and lines[0].startswith("companion: ")


@pytest.fixture
def run_command(capsys, tmp_path, monkeypatch):
    """Runs a command line with its own data folder."""
    for named in ("XDG_DATA_HOME", "WIN_PD_OVERRIDE_LOCAL_APPDATA"):
        monkeypatch.setenv(named, str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def run(*arguments: object) -> CommandResult:
        with pytest.raises(SystemExit) as left:
            main([str(a) for a in arguments])
        result = capsys.readouterr()
        return CommandResult(int(left.value.code or 0), result.out, result.err)

    return run


def tag_picture(tag: str, path: Path) -> Path:
    code = np.kron(np.where(modules(tag), 0, 255).astype(np.uint8), np.ones((6, 6), np.uint8))
    cv2.imwrite(str(path), cv2.copyMakeBorder(code, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=255))
    return path


def settings_file(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


SIMULATE_COMMAND = ("simulate", "--game", "new-frontiers", "--json")


def test_help_names_every_command_and_imports_none():
    for name in COMMANDS:
        command = commands.get_command(click.Context(commands), name)
        assert SUMMARIES[name] == command.get_short_help_str(300), name
    asked = "import sys; from companion.cli import main; main(['--help'])"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", asked], capture_output=True, text=True, check=True
    )
    assert all(f"  {name} " in done.stdout for name in COMMANDS)
    assert "companion.commands" not in done.stderr
    assert "flask" not in done.stderr


def test_the_logs_options_may_stand_in_the_settings_file(run_command, tmp_path):
    log = tmp_path / "log"
    file = settings_file(tmp_path / "s.toml", f"log-format = 'json'\nverbose = true\nlog-file = '{log}'\n")
    assert run_command("--settings", file, *SIMULATE_COMMAND, "--games", "1").status == 0
    assert log.exists()
    wrong = settings_file(tmp_path / "w.toml", "log-format = 'xml'\n")
    result = run_command("--settings", wrong, "plays", "list")
    assert result.refused_in_one_line()
    assert "--log-format" in result.err


def test_options_come_from_line_environment_and_settings_file_in_this_order(
    run_command, tmp_path, monkeypatch
):
    file = settings_file(tmp_path / "s.toml", "[simulate]\ngames = 3\nplayers = 2\n")

    def games_played(*more):
        return json.loads(run_command("--settings", file, *SIMULATE_COMMAND, *more).out)["games"]

    assert games_played() == 3
    monkeypatch.setenv("COMPANION_SIMULATE_GAMES", "2")
    assert games_played() == 2
    assert games_played("--games", "1") == 1
    assert len(json.loads(run_command("--settings", file, *SIMULATE_COMMAND).out)["scores"][0]) == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[simulate]\nmoon = 3", "has no option 'moon'"),
        ("[moon]\ngames = 3", "there is no command 'moon'"),
        ("simulate = 3", "must be a table"),
        ("[simulate", "is not TOML"),
        ("[simulate]\ngames = 'many'", "not a valid integer"),
    ],
)
def test_settings_that_cannot_be_used_are_refused_in_one_line(run_command, tmp_path, text, says):
    result = run_command(
        "--settings", settings_file(tmp_path / "s.toml", text), "simulate", "--game", "new-frontiers"
    )
    assert result.refused_in_one_line()
    assert says in result.err


def test_a_settings_file_that_is_named_must_be_there(run_command, tmp_path):
    assert run_command("--settings", tmp_path / "no.toml", "plays", "list").refused_in_one_line()


def test_options_of_commands_within_commands_and_of_several_values(tmp_path):
    file = settings_file(tmp_path / "s.toml", '[lights.test]\nbrightness = 7\n[serve]\ncamera = "Desk Cam"\n')
    kept = read_settings(file)
    lights = commands.get_command(click.Context(commands), "lights")
    serve = commands.get_command(click.Context(commands), "serve")
    ctx = click.Context(commands)
    assert defaults_of(lights, kept["lights"], "lights", ctx) == {"test": {"brightness": 7}}
    assert defaults_of(serve, kept["serve"], "serve", ctx) == {"cameras": ["Desk Cam"]}
    assert CameraName().split_envvar_value("Desk Cam;rtsp://10.0.0.7/a") == ["Desk Cam", "rtsp://10.0.0.7/a"]


def test_the_log_goes_into_a_file_with_times(run_command, tmp_path):
    log = tmp_path / "companion.log"
    run_command("--log-file", log, "--verbose", "plays", "list")
    # A new context: a request of another test may have left its table in this one.
    contextvars.Context().run(logging.getLogger("companion").info, "a line")
    assert re.search(r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ INFO companion: a line$", log.read_text(), re.M)


def test_a_log_file_that_cannot_be_written_is_refused_in_one_line(run_command, tmp_path):
    assert run_command("--log-file", tmp_path / "no" / "x.log", "plays", "list").refused_in_one_line()


def test_a_simulation_ends_with_its_scores_and_rounds_drawn(run_command):
    result = run_command("simulate", "--game", "new-frontiers", "--games", 2)
    assert result.status == 0
    assert result.out.count("█") >= 20
    assert "Rounds:" in result.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run_command, command):
    result = run_command(command, "--help")
    assert result.status == 0
    assert "Usage: companion " + command in result.out


@pytest.mark.parametrize(
    "line",
    [
        ["nothing-like-this"],
        ["read"],
        ["read", "no-such-file.png"],
        ["score", "no-such-file.json"],
        ["simulate", "--players", "9"],
        ["simulate", "--players", "many"],
        ["simulate", "--player", "oracle"],
        ["simulate", "--option", "game=never"],
        ["simulate", "--game", "chess"],
        ["replay", "no-such-file.json"],
        ["record", "nobody"],
        ["box", "check", "no-such-file.toml"],
        ["tags"],
        ["tags", "--out", "no/such/folder/tags.pdf"],
        ["tags", "--out", "tags.pdf", "--shift", "1"],
        ["tags", "--out", "tags.pdf", "--shift", "nan,0"],
        ["tags", "--out", "tags.pdf", "--scale", "2"],
        ["tags", "--out", "tags.pdf", "--proxies", "--shift", "0.5,-1"],
        ["tags", "--out", "tags.pdf", "--proxies", "--labels", "l7120"],
        ["demo", "--players", "0"],
        ["demo", "--seed", "1", "--port", "99999"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_one_line_and_status_2(run_command, line):
    result = run_command(*line)
    assert result.refused_in_one_line(), (result.status, result.out, result.err)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"game": 3}', '{"game": "chess"}', "[" * 100_000])
@pytest.mark.parametrize("command", ["score", "replay"])
def test_files_that_are_no_request_are_refused(run_command, tmp_path, command, text):
    file = tmp_path / "given.json"
    file.write_text(text)
    assert run_command(command, file).refused_in_one_line()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_may_be_in_any_unicode(run_command, tmp_path, encoding):
    """Notepad and PowerShell write a byte order mark before the text, or two bytes per character."""
    file = tmp_path / "given.json"
    file.write_text(json.dumps({"game": "Żółw"}, ensure_ascii=False), encoding=encoding)
    assert 'must be an object whose "game" is one of' in run_command("score", file).err


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_what_goes_into_a_file_or_a_pipe_is_utf_8_on_every_system(encoding):
    """On Windows a program that is not attached to a terminal gets the legacy code page."""
    code = (
        "import click, companion.cli as cli;"
        "cli.commands = click.Command('it', callback=lambda: click.echo('▄█ Żółw'));"
        "cli.main([])"
    )
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    result = subprocess.run(
        [sys.executable, "-c", code], env=environment, stdin=subprocess.DEVNULL, capture_output=True
    )
    assert result.stdout.decode("utf-8").strip() == "▄█ Żółw"
    assert result.stderr == b""


def test_a_file_that_is_no_text_is_refused(run_command, tmp_path):
    file = tmp_path / "given.json"
    file.write_bytes(bytes(range(256)))
    for command in (["score"], ["replay"], ["box", "check"]):
        assert run_command(*command, file).refused_in_one_line()


def test_read_gives_the_tags_of_a_picture(run_command, tmp_path):
    picture = tag_picture("NF:W07A", tmp_path / "tile.png")
    (result,) = json.loads(run_command("read", picture, "--json").out)
    assert result.keys() == {"file", "ms", "tags"}
    (tag,) = result["tags"]
    assert tag["tag"] == "NF:W07A"
    assert (tag["x"], tag["y"]) == pytest.approx((60 + 10.5 * 6, 60 + 10.5 * 6), abs=1.5)
    assert len(tag["corners"]) == 4


SIX_TAGS = ["NF:W01A", "NF:W01B", "NF:W02A", "NF:W05B", "NF:W06A", "NF:W06B"]


@pytest.mark.parametrize("name", ["whole.jpg", "no-end-marker.jpg", "transparent.png", "photo.avif"])
def test_read_reads_pictures_as_viewers_show_them(run_command, name):
    if name.endswith("avif") and not features.check("avif"):
        pytest.skip("this Pillow reads no AVIF")
    result = run_command("read", REPORTS / name, "--json")
    assert (result.status, result.err) == (0, "")
    (read,) = json.loads(result.out)
    assert sorted(tag["tag"] for tag in read["tags"]) == SIX_TAGS
    assert "broken" not in read


def test_read_says_that_a_part_of_a_picture_is_broken(run_command, tmp_path):
    cut = tmp_path / "cut.jpg"
    cut.write_bytes((REPORTS / "whole.jpg").read_bytes()[:50_000])
    result = run_command("read", REPORTS / "hole.jpg", cut, REPORTS / "whole.jpg", REPORTS / "hole-other.jpg")
    hole, half, whole, other = result.out.splitlines()
    assert (result.status, result.err) == (1, "")
    assert hole.endswith("; a part of this picture is broken")
    assert other.endswith("; a part of this picture is broken")
    assert "NF:W06A" in hole
    assert half.endswith("; a part of this picture is broken")
    assert "NF:W01A" in half
    assert whole.endswith("ms)")


def test_read_reads_the_good_and_names_the_bad(run_command, tmp_path):
    good, bad = tag_picture("NF:W07A", tmp_path / "good.png"), tmp_path / "bad.zip"
    bad.write_bytes(b"PK no picture")
    result = run_command("read", bad, good, "gone.png")
    assert result.status == 1
    assert result.out.startswith(f"{good}: NF:W07A (")
    assert result.err.splitlines() == [
        f"{bad} cannot be read as a picture: use a whole JPEG or PNG file.",
        "gone.png cannot be opened: No such file or directory.",
    ]
    given = json.loads(run_command("read", bad, good, "--json").out)
    assert [sorted(one) for one in given] == [["error", "file"], ["file", "ms", "tags"]]


def test_read_names_the_kind_of_picture_that_it_cannot_read(run_command):
    result = run_command("read", REPORTS / "photo.heic")
    assert result.refused_in_one_line()
    assert "is in the HEIC format, which cannot be read here: save it as JPEG." in result.err


def test_read_has_one_picture_in_memory_at_a_time(tmp_path):
    """Each picture is opened when the one before is let go."""
    files = [tag_picture("NF:W07A", tmp_path / f"{n}.png") for n in range(2)]
    results = read_files([*files, tmp_path / "later.png"])
    next(results)
    next(results)
    tag_picture("NF:W07A", tmp_path / "later.png")
    assert next(results)["tags"]


def test_simulate_keeps_its_contract_and_its_seed(run_command):
    line = ("simulate", "--players", 2, "--games", 3, "--seed", 5, "--json")
    result = json.loads(run_command(*line).out)
    assert result["games"] == 3
    assert len(result["rounds"]) == len(result["scores"]) == 3
    assert all(len(scores) == 2 for scores in result["scores"])
    assert sum(result["end_reasons"].values()) >= 3
    again = json.loads(run_command(*line).out)
    assert (again["scores"], again["rounds"]) == (result["scores"], result["rounds"])


def test_https_without_a_place_for_its_keys_is_refused(run_command, tmp_path):
    folder = tmp_path / "data" / "table-companion"
    folder.mkdir(parents=True)
    (folder / "https").write_text("a file where the folder would be")
    result = run_command("serve", "--port", 0, "--https", 0)
    assert result.refused_in_one_line()
    assert "without --https" in result.err


def test_tags_that_do_not_exist_are_refused_with_those_that_do(run_command, tmp_path):
    said = run_command("tags", "--only", "Q", "--out", tmp_path / "tags.pdf")
    assert said.status == 2
    assert "choose of the letters DGHTWZ" in said.err
    assert not (tmp_path / "tags.pdf").exists()


def test_tags_writes_a_sheet_for_every_tile(run_command, tmp_path):
    result = run_command("tags", "--out", tmp_path / "tags.pdf")
    assert result.status == 0
    assert (tmp_path / "tags.pdf").read_bytes().startswith(b"%PDF")


def test_box_check_names_what_is_made_up(run_command):
    result = run_command("box", "check")
    assert result.status in (0, 1)
    assert "worlds" in result.out


def test_score_adds_up(run_command, tmp_path):
    game = games.load("new-frontiers")
    world = next(t.id for t in game.tracking.tiles() if t.id.startswith("W"))
    request = {
        "game": "new-frontiers",
        "players": [
            {"name": "Blue", "vp_chips": 7, "credits": 3, "colonists": 1, "colonies": [{"tile": world}]}
        ],
    }
    file = tmp_path / "table.json"
    file.write_text(json.dumps(request))
    (player,) = json.loads(run_command("score", file, "--json").out)["players"]
    assert player["total"] == sum(line["vp"] for line in player["lines"])
    assert player["winner"]


def test_a_busy_port_is_one_sentence(run_command):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run_command("demo", "--host", "127.0.0.1", "--port", taken.getsockname()[1])
    assert result.refused_in_one_line()
    assert "--port" in result.err


def test_a_damaged_journal_is_refused_left_alone_and_set_aside_only_when_asked(run_command, tmp_path):
    file = tmp_path / "tables.db"
    file.write_bytes(b"this is no database at all" * 100)
    result = run_command("serve", "--database", file, "--port", 0)
    assert result.refused_in_one_line()
    assert "--set-damaged-aside" in result.err
    assert file.read_bytes().startswith(b"this is no database")


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("ALTER TABLE tables DROP COLUMN deleted", "tables.deleted"),
        ("UPDATE companion_schema SET version = 0", "does not say which form"),
        ("DELETE FROM companion_schema", "does not say which form"),
    ],
)
def test_a_start_with_a_journal_that_is_not_whole_is_one_sentence(run_command, tmp_path, statement, says):
    journal = Journal(tmp_path / "tables.db")
    with journal.transaction() as connection:
        connection.execute(sa.text(statement))
    journal.close()
    result = run_command("serve", "--database", tmp_path / "tables.db", "--port", 0)
    assert result.refused_in_one_line(), result.err
    assert says in result.err
    assert "newer" not in result.err


def test_a_journal_that_may_only_be_read_is_said_at_the_start(run_command, tmp_path):
    path = tmp_path / "tables.db"
    Journal(path).close()
    result = run_command("serve", "--database", f"sqlite:///file:{path}?mode=ro&uri=true", "--port", 0)
    assert result.refused_in_one_line(), result.err
    assert "may not be written" in result.err


def test_an_address_of_ipv6_stands_in_brackets():
    assert url("::1", 8000) == "http://[::1]:8000/"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows moves no file that a program has open")
def test_the_end_does_not_say_that_all_is_kept_where_the_journal_is_gone(tmp_path):
    tables = Tables(Journal(tmp_path / "tables.db"))
    assert running._lost(tables) == ""
    (tmp_path / "tables.db").rename(tmp_path / "aside.db")
    assert "companion restore" in running._lost(tables)
    tables.close()


def test_an_emptied_journal_is_refused_at_the_start(run_command, tmp_path):
    (tmp_path / "tables.db").write_bytes(b"")
    result = run_command("serve", "--database", tmp_path / "tables.db", "--port", 0)
    assert result.refused_in_one_line()
    assert "is there but empty" in result.err
    assert "--set-damaged-aside" in result.err


def faulty_journal(how: str, file: Path) -> tuple[str, str]:
    """Makes a journal with this fault. Returns a word of the error message, and the id of its table."""
    if how == "damaged":
        file.write_bytes(b"this is no database at all" * 100)
        return "damaged", "kobura"
    if how == "missing":
        return "no journal", "kobura"
    if how == "a folder":
        file.mkdir()
        return "cannot be opened", "kobura"
    tables = Tables(Journal(file))
    players = (Player("Blue", "blue"), Player("Green", "green"))
    game = games.load("new-frontiers")
    table = tables.create(game.name, setup_with_draws(game, Setup(players), seed=1), seed=1)
    change, word = {
        "newer": ("UPDATE companion_schema SET version = 99", "newer version"),
        "half gone": ("DROP TABLE entries", "entries"),
        "another game's": ("UPDATE tables SET game = 'chess'", "no game called 'chess'"),
        "of other rules": ("UPDATE entries SET data = 'nothing'", "no longer follows"),
    }[how]
    with tables.journal.transaction(exclusive=True) as connection:
        connection.execute(sa.text(change))
    tables.close()
    return word, table.id


JOURNAL_FAULTS = ("damaged", "missing", "a folder", "newer", "half gone", "another game's", "of other rules")


@pytest.mark.parametrize("how", JOURNAL_FAULTS)
def test_a_record_from_a_journal_in_trouble_is_one_line(run_command, tmp_path, how):
    word, table = faulty_journal(how, tmp_path / "evening.db")
    before = sorted(path.name for path in tmp_path.iterdir())
    result = run_command("record", table, "--database", tmp_path / "evening.db")
    assert result.refused_in_one_line(), (result.status, result.err)
    assert word in result.err
    assert {path.name for path in tmp_path.iterdir()} - {*before, "evening.db-wal", "evening.db-shm"} == set()


@pytest.mark.parametrize("how", ["damaged", "missing", "a folder", "newer", "half gone"])
@pytest.mark.parametrize("command", [("plays", "list"), ("plays", "export")])
def test_plays_from_a_journal_in_trouble_are_one_line(run_command, tmp_path, how, command):
    word, _table = faulty_journal(how, tmp_path / "evening.db")
    result = run_command(*command, "--database", tmp_path / "evening.db")
    assert result.refused_in_one_line(), (result.status, result.err)
    assert word in result.err


@pytest.mark.parametrize("how", ["damaged", "a folder", "newer"])
def test_doctor_names_a_journal_in_trouble(run_command, tmp_path, how):
    word, _table = faulty_journal(how, tmp_path / "evening.db")
    result = run_command("doctor", "--database", tmp_path / "evening.db")
    assert (result.status, result.err) == (1, "")
    assert word in result.out


def test_doctor_begins_no_journal_by_looking(run_command, tmp_path):
    result = run_command("doctor", "--database", tmp_path / "evening.db")
    assert "works  database" in result.out
    assert "evening.db yet" in result.out
    run_command("doctor")
    assert [path.name for path in tmp_path.rglob("*.db*")] == []
    # A folder that is named is not made: of a stick that is not plugged in it would be the wrong one.
    said = run_command("doctor", "--database", tmp_path / "far" / "evening.db").out
    assert "WRONG  database: there is no journal" in said
    assert not (tmp_path / "far").exists()


def test_doctor_names_a_place_where_no_journal_can_be_begun(run_command, tmp_path):
    (tmp_path / "full").write_text("a file where the folder would be")
    result = run_command("doctor", "--database", tmp_path / "full" / "evening.db")
    assert result.status == 1
    assert "WRONG  database" in result.out
    assert "--database" in result.out


def test_doctor_says_what_is_wrong_and_what_to_do(run_command):
    result = run_command("doctor", *NO_COMPANION, "--camera", "99", "--json")
    findings = {finding["what"]: finding for finding in json.loads(result.out)}
    assert result.status == 1
    assert findings["camera"]["ok"] is False
    assert findings["camera"]["do"]
    assert findings["database"]["ok"] is True
    assert findings["lights"]["ok"] is None


def test_doctor_names_a_game_that_cannot_be_loaded(run_command, monkeypatch):
    bad = EntryPoint("lost-game", "no_such_package:game", "companion.games")
    monkeypatch.setattr("companion.installed_games.entry_points", lambda: (bad,))
    games.installed.cache_clear()
    try:
        result = run_command("doctor")
    finally:
        games.installed.cache_clear()
    assert result.status == 1
    assert "WRONG  games: The game lost-game (no_such_package:game) cannot be loaded" in result.out


def test_a_table_is_played_again_by_its_name_an_archived_one_too(run_command, tmp_path):
    tables = Tables(Journal(tmp_path / "one.db"))
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = tables.create("new-frontiers", Setup(players), seed=1)
    tables.archive(table.id)
    assert table.number == 1
    tables.close()
    result = run_command("replay", table.id, "--database", tmp_path / "one.db")
    assert (result.status, result.out) == (0, "1 entry, all legal; the game goes on\n")
    nobody = run_command("replay", "nobody", "--database", tmp_path / "one.db")
    assert nobody.refused_in_one_line()
    assert table.id in nobody.err


def test_a_table_comes_back_from_its_record_in_another_journal(run_command, tmp_path):
    tables = Tables(Journal(tmp_path / "one.db"))
    players = (Player("Blue", "blue"), Player("Green", "green"))
    table = tables.create("new-frontiers", Setup(players), title="Friday", seed=1)
    away = tables.create("new-frontiers", Setup(players), seed=2)
    tables.archive(table.id)
    tables.delete(away.id)
    tables.close()
    assert table.id in run_command("record", "nobody", "--database", tmp_path / "one.db").err
    assert run_command("record", away.id, "--database", tmp_path / "one.db").status == 0
    result = run_command("record", table.id, "--database", tmp_path / "one.db")
    (tmp_path / "friday.json").write_text(result.out, encoding="utf-8")
    made = run_command("import", tmp_path / "friday.json", "--database", tmp_path / "two.db")
    assert made.status == 0
    again = Tables(Journal(tmp_path / "two.db"))
    (row,) = again.list()
    assert row.title == "Friday"
    assert again.open(row.id).number == table.number
    assert again.open(row.id).state == table.state
    again.close()


def test_what_is_no_record_is_not_imported(run_command, tmp_path):
    (tmp_path / "no.json").write_text('{"form": 1}', encoding="utf-8")
    result = run_command("import", tmp_path / "no.json", "--database", tmp_path / "two.db")
    assert result.refused_in_one_line()


def test_the_game_that_is_meant_where_none_is_named_is_a_setting(run_command, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_GAME", "")  # restored afterwards, whatever a settings file sets
    for name, title in games.titles():
        monkeypatch.setenv("COMPANION_GAME", name)
        assert f"{title} is for" in run_command("simulate", "--players", "9").err
        monkeypatch.delenv("COMPANION_GAME")
        file = settings_file(tmp_path / "s.toml", f'game = "{name}"\n[simulate]\nplayers = 9\n')
        assert f"{title} is for" in run_command("--settings", file, "simulate").err
    monkeypatch.setenv("COMPANION_GAME", "no-such-game")
    result = run_command("simulate", "--games", "1")
    assert result.refused_in_one_line()
    assert "no-such-game" in result.err


def test_a_library_that_the_system_lacks_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """OpenCV's wheel on a Debian without a screen."""

    def missing(_name: str) -> None:
        raise ImportError("libxcb.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr("companion.cli.importlib.import_module", missing)
    with pytest.raises(SystemExit) as ended:
        main(["serve"])
    assert ended.value.code == 2
    assert "libxcb.so.1" in (said := capsys.readouterr().err)
    assert said.count("\n") == 1
    assert "libgl1" in said


def test_no_command_says_one_tables() -> None:
    """What is counted goes through `counted`. "0 of 1 tables replay" counts a part."""
    found = []
    for file in sorted(Path(running.__file__).parent.glob("*.py")):
        for text in ast.walk(ast.parse(file.read_text("utf-8"))):
            parts = text.values if isinstance(text, ast.JoinedStr) else []
            for value, words in pairwise(parts):
                how_many = isinstance(value, ast.FormattedValue) and re.match(
                    r"(len|sum)\(|(count|entries|left)$|.*\.(number|pages)$", ast.unparse(value.value)
                )
                if how_many and isinstance(words, ast.Constant) and re.match(r" [a-z]+s\b", str(words.value)):
                    found.append((file.name, ast.unparse(text)))
    assert [line for _file, line in found if "replay" not in line and "lights are right" not in line] == []
