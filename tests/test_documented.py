"""Tests of what the documents tell a reader to type and to look at: commands, files and links are there."""

from __future__ import annotations

import importlib
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click

from companion.cli import commands

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    *ROOT.glob("*.md"),
    *(it for top in ("docs", "home_assistant", ".github") for it in (ROOT / top).rglob("*.md")),
]
TEXTS = {page: page.read_text("utf-8") for page in sorted(PAGES)}
WANTED = "first-issues.md"
"""What is still to be made; a command in it may be one that is not there yet."""
SET_BY_MAKE = ("ARGS", "GAME", "LANGUAGE", "ONLY", "PEERS", "TURN")
FILES = "py|js|css|toml|json|po|txt|sh"
FOLDERS = (
    "companion",
    "tests",
    "scripts",
    "benchmarks",
    "firmware_bridge",
    "examples",
    "docs",
    "home_assistant",
)
IS_THERE = {f"/{it.relative_to(ROOT).as_posix()}" for top in FOLDERS for it in (ROOT / top).rglob("*.*")}
TO_COME = "nl"
"""The language that whoever follows a document begins."""
LEFT_OUT = re.compile(r"^(\.{3}|FILE|\[FILE\]|\[OTHER\])$")


def code(text: str) -> Iterator[str]:
    """Each command line of the text: lines of its blocks for a shell, and what stands between backticks."""
    for language, block in re.findall(r"^ *```(\w*)\n(.*?)^ *```", text, re.S | re.M):
        if language not in ("", "sh"):
            continue
        yield from (line.strip().removeprefix("$ ") for line in re.sub(r"\\\n *", "", block).splitlines())
    for paragraph in re.split(r"\n\s*\n|\n *[-|] ?|\n *[0-9]+\. ", without_blocks(text)):
        yield from (" ".join(words.split()) for words in re.findall(r"`([^`]+)`", paragraph))


def without_blocks(text: str) -> str:
    return re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M)


def typed(program: str) -> list[tuple[str, list[str]]]:
    """Every command of the program that a document tells, with its page and its words."""
    found = []
    for page, text in TEXTS.items():
        for line in code("" if page.name == WANTED else text):
            for part in re.split(r"&&|\|\||;|\|", line.partition("  #")[0]):
                try:
                    words = shlex.split(part)
                except ValueError:
                    continue  # prose or a template between backticks
                while words and re.fullmatch(r"sudo|time|[A-Z_]+=\S*", words[0]):
                    del words[0]
                if words and words[0].removeprefix(".venv/bin/") == program and len(words) > 1:
                    found.append((page.name, words[1:]))
    return found


def refuse(command: click.Command, words: list[str]) -> None:
    """Raises UsageError where the command takes no such words. Of values, choices and numbers are tried."""
    context = click.Context(command, info_name=command.name, resilient_parsing=True)
    if isinstance(command, click.Group):
        values, words, _order = command.make_parser(context).parse_args(words)
        if words and not LEFT_OUT.match(words[0]):
            inner = command.get_command(context, words[0])
            if inner is None:
                raise click.UsageError(f"no command {words[0]}")
            refuse(inner, words[1:])
        return
    own, _dashes, passed_on = (words, "", [])
    if command.name == "install" and "--" in words:
        own, passed_on = words[: words.index("--")], words[words.index("--") + 1 :]
    values, more, _order = command.make_parser(context).parse_args([it for it in own if it != "..."])
    if more:
        raise click.UsageError(f"too much: {more}")
    for option in command.params:
        value = values.get(option.name or "")
        if isinstance(option.type, click.Choice | click.IntRange) and isinstance(value, str):
            option.type.convert(value, option, context)
    if passed_on and passed_on != ["OPTIONS"]:
        serve = commands.get_command(context, "serve")
        assert serve is not None
        refuse(serve, passed_on)


def test_every_command_that_a_document_tells_is_taken() -> None:
    wrong, told = [], typed("companion")
    for page, words in told:
        try:
            refuse(commands, words)
        except click.UsageError as error:
            wrong.append((page, " ".join(words), error.format_message()))
    assert wrong == []
    assert len({tuple(words) for _page, words in told}) > 80


def test_every_target_of_make_that_a_document_tells_is_there() -> None:
    rules = (ROOT / "Makefile").read_text("utf-8")
    told = typed("make")
    for page, words in told:
        for word in words:
            name, _equals, _value = word.partition("=")
            is_there = name in SET_BY_MAKE or re.search(rf"^{re.escape(name)}:", rules, re.M)
            assert is_there, (page, words)
    assert len(told) > 20


def test_what_the_set_up_installs_is_told_with_its_place() -> None:
    """Who types `python` in a clone has none, or the system's, which lacks all that is needed. The page of
    the figures says it once for all of its commands."""
    assert "`python` is `.venv/bin/python` there" in " ".join(TEXTS[ROOT / "BENCHMARKS.md"].split())
    assert [
        (page.name, line)
        for page, text in TEXTS.items()
        if page.name != "BENCHMARKS.md"
        for line in code(text)
        if re.match(r"([A-Z_]+=(\"[^\"]*\"|\S+) )*(python|pytest) (-m|\w+/)", line)
    ] == []


def test_every_program_that_a_document_tells_is_there() -> None:
    told = [*typed("python"), *typed("python3"), *typed("pytest")]
    for page, words in told:
        options = [it for it in words if not it.startswith("-")]
        if words[0] == "-m":
            folder = ROOT / words[1].replace(".", "/")
            there = folder.with_suffix(".py").exists() or folder.is_dir()
            assert there or importlib.util.find_spec(words[1]), (page, words)
            files = [it for it in options[1:] if it.startswith(("tests/", "scripts/"))]
        else:
            files = options[:1]
        for file in files:
            assert (ROOT / file.partition("::")[0]).exists(), (page, words)
    assert len(told) > 20


def test_every_file_and_link_is_there() -> None:
    dead = []
    for page, whole in TEXTS.items():
        text = without_blocks(whole)
        for target in re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"", text):
            link = target[0] or target[1]
            path, _hash, anchor = link.partition("#")
            file = (page.parent / path).resolve() if path else page
            if re.match(r"[a-z]+:", link):
                continue
            if not file.exists() or (anchor and file.suffix == ".md" and anchor not in anchors(file)):
                dead.append((page.name, link))
        for named in re.findall(rf"`([\w.-]+/[\w./-]+\.(?:{FILES}))(?:::\w+)?`", text):
            if TO_COME not in re.split(r"[/.]", named) and not any(
                it.endswith(f"/{named}") for it in IS_THERE
            ):
                dead.append((page.name, named))
    assert dead == []


def test_every_picture_is_shown() -> None:
    kept = [*(ROOT / "docs" / "pictures").glob("*.*"), *(ROOT / "docs").glob("*.svg")]
    assert [it.name for it in kept if not any(it.name in text for text in TEXTS.values())] == []


@cache
def anchors(page: Path) -> frozenset[str]:
    """As GitHub names the headings of a document."""
    heads = re.findall(r"^#+ (.+)$", without_blocks(page.read_text("utf-8")), re.M)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", head).lower() for head in heads)
    return frozenset(re.sub(r"[^\w\- ]", "", head).strip().replace(" ", "-") for head in plain)
