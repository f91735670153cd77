"""Reads the settings file: the usual game, and options of the commands, in TOML, a table for each command.

game = "chess"

[serve]
camera = ["Desk Cam"]
port = 8080

[lights.test]
brightness = 40
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import click
import platformdirs

from companion.text_files import line_of_typeset_signs, line_of_windows_path, read_text


class BadSettings(Exception):
    """The settings file cannot be used; one sentence says why."""


def settings_file() -> Path:
    """Where the settings file lies unless --settings names another; it need not be there."""
    return Path(platformdirs.user_config_dir("table-companion", appauthor=False)) / "settings.toml"


def read_settings(file: Path) -> dict[str, object]:
    """The file's tables; {} where there is none. Raises BadSettings."""
    try:
        text = read_text(file)
    except FileNotFoundError:
        return {}
    except OSError as wrong:
        raise BadSettings(f"{file} cannot be read ({wrong.strerror}).") from None
    except UnicodeDecodeError:
        raise BadSettings(f"{file} is not text that can be read here: save it as UTF-8.") from None
    if line := line_of_windows_path(text):
        raise BadSettings(
            f"{file}, line {line}: write a path of Windows in single quotes, as in 'C:\\Users\\me', or with "
            "/ for \\."
        )
    try:
        return tomllib.loads(text)
    except ValueError as wrong:
        if line := line_of_typeset_signs(text):
            raise BadSettings(
                f"{file}, line {line}: type plain quotation marks and spaces, not those of a word processor."
            ) from None
        raise BadSettings(f"{file} is not TOML ({wrong}): correct it.") from None


def defaults_of(command: click.Command, given: object, where: str, ctx: click.Context) -> dict[str, object]:
    """Options as click's default map wants them, by parameter. given: options by the names of the command
    line, without the dashes. Raises BadSettings for what is no option."""
    if not isinstance(given, dict):
        raise BadSettings(f"{where} must be a table of options.")
    found: dict[str, object] = {}
    options = {
        name.lstrip("-"): parameter
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    }
    for name, value in given.items():
        inner = command.get_command(ctx, name) if isinstance(command, click.Group) else None
        if inner is not None:
            found[name] = defaults_of(inner, value, f"{where}.{name}", ctx)
        elif name in options:
            option = options[name]
            assert option.name is not None
            found[option.name] = [value] if option.multiple and not isinstance(value, list) else value
        else:
            raise BadSettings(
                f"{where} has no option {name!r}: `companion {where.replace('.', ' ')} --help`."
            )
    return found
