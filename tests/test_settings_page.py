"""Tests that docs/settings.md says what the program takes."""

from __future__ import annotations

import re

import click
import pytest

from companion.cli import COMMANDS, commands
from scripts import settings_page


def test_the_page_is_current() -> None:
    """`.venv/bin/python scripts/settings_page.py` writes it anew."""
    assert settings_page.PAGE.read_text(encoding="utf-8") == settings_page.page()


def test_every_variable_that_the_program_reads_is_named() -> None:
    sources = (settings_page.PAGE.parents[1] / "companion").rglob("*.py")
    read = {it for file in sources for it in re.findall(r"\"(COMPANION_[A-Z_]+)\"", file.read_text("utf-8"))}
    assert len(read) > 5
    assert read - set(re.findall(r"\bCOMPANION_[A-Z_]+\b", settings_page.page())) == set()


def test_every_variable_that_it_names_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    named = set(re.findall(r"^\| (?:`[\w -]+` \| )?`--.*?\| `(COMPANION_\w+)`", settings_page.page(), re.M))
    read: set[str] = set()

    def look(command: click.Command, context: click.Context) -> None:
        for option in command.params:
            if not isinstance(option, click.Option):
                continue
            for variable in settings_page.variables_of(option):
                with monkeypatch.context() as set_alone:
                    set_alone.setenv(variable, "x")
                    if option.resolve_envvar_value(context) == "x":
                        read.add(variable)
        for name, inner in getattr(command, "commands", {}).items():
            look(inner, click.Context(inner, info_name=name, parent=context))

    root = click.Context(commands, info_name="companion", auto_envvar_prefix="COMPANION")
    look(commands, root)
    for name in COMMANDS:
        command = commands.get_command(root, name)
        assert command is not None
        look(command, click.Context(command, info_name=name, parent=root))
    assert named - read == set()
    assert len(named) > 100
