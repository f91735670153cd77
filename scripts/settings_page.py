"""Writes docs/settings.md: every option of the program, its variable and its name in the settings file, and
the settings of a table with the words of the page that changes them.

    .venv/bin/python scripts/settings_page.py
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path

import click

from companion import games
from companion.cli import COMMANDS, LOG_OPTIONS, commands
from companion.commands.options import CameraName, Listed
from companion.games.contract import Game
from companion.table.settings import CHOICES, SECONDS_RANGES, Settings
from companion.web.play.table_settings import choices_of, seconds_of
from companion.web.request.devices import DevicesHere

PAGE = Path(__file__).resolve().parent.parent / "docs" / "settings.md"
NO_PLACE = ("help", "version")
BY_A_PROGRAM = {
    "second_thoughts": ("0 to 30 seconds", "for how long putting tiles back takes a decision back"),
    "more_time": ("seat (from 0) to 100 to 1000 percent", "who has more time than a question's seconds"),
}
"""What no page offers; the API takes it as it takes the others."""
KEPT = {
    "asked", "branch", "computers", "copy", "help", "helped", "pages", "put_away", "station", "taught",
}  # fmt: skip
"""What the program keeps with a table by its own pages: no setting for anybody to type."""

HEAD = """# Settings

Written by `scripts/settings_page.py` from the program; a test fails where it is not current.

## Of the program

Each option of a command may stand in three places. The command line goes first, then the environment,
then the settings file: `settings.toml` in your settings folder (on Linux `~/.config/table-companion`),
the one that `--settings` names, or the service's, which `companion service install -- OPTIONS` writes.
In the file a command is a table, and an option has its name without dashes:

```toml
game = "new_frontiers"      # the game that is meant where none is named; COMPANION_GAME
log-format = "json"         # the log's options stand above the tables

[serve]
port = 8080
camera = ["Desk Cam", "auto"]
https = 8443
trust = false

[lights.test]
brightness = 40
```

An option that may be given again is a list there; in the environment a space stands between its values,
or what the table says. A switch is `true` or `false`, in the environment also `1` or `0`.
`COMPANION_DATABASE` is the journal of every command that has none of its own.
"""
TABLE_HEAD = """## Of a table

They are kept with the table and changed at any time, on its page **Settings**, or given by a program that
begins a table ([the API](api.md)).

| setting | on the page | may be | usual |
|---|---|---|---|
"""


def page() -> str:
    of_table = "\n".join(_table_settings())
    return "\n".join((HEAD, *_tables_of_options(), f"{TABLE_HEAD}{of_table}\n"))


APART = ("demo", "serve")
"""Commands with a table of their own: what most people set. The others' options stand in one."""


def _tables_of_options() -> Iterator[str]:
    context = click.Context(commands, info_name="companion")
    own = [it for it in commands.params if _named(it) not in ("service",)]
    yield from _section("companion", "in the file, above the tables", (_row(it, "") for it in _options(own)))
    rest: list[tuple[str, ...]] = []
    for name in COMMANDS:
        command = commands.get_command(context, name)
        assert command is not None
        if name in APART:
            rows = (_row(it, name) for it in _options(command.params))
            yield from _section(f"companion {name}", f"in the file, `[{name}]`", rows)
        else:
            rest += _of_command(command, name)
    yield from _section("The other commands", "in the file", rest, "command | ")


def _of_command(command: click.Command, path: str) -> Iterator[tuple[str, ...]]:
    table = path.replace(" ", ".")
    for option in _options(command.params):
        names, variables, in_file, *more = _row(option, table)
        yield f"`{path}`", names, variables, f"`[{table}]` {in_file}", *more
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _of_command(inner, f"{path} {name}")


def _options(parameters: list[click.Parameter]) -> Iterator[click.Option]:
    return (it for it in parameters if isinstance(it, click.Option) and _named(it) not in NO_PLACE)


def _section(title: str, place: str, rows: Iterable[tuple[str, ...]], first: str = "") -> Iterator[str]:
    yield f"### {title}\n"
    yield f"| {first}option | environment | {place} | usual | |\n|{'---|' * (5 + bool(first))}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _row(option: click.Option, table: str) -> tuple[str, ...]:
    names = ", ".join(f"`{it}`" for it in (*option.opts, *option.secondary_opts) if it.startswith("--"))
    value = "" if option.is_flag else f" {_value(option)}"
    between = {CameraName: ", `;` between", Listed: ", `,` between"}
    usual = ", a space between" if option.multiple else ""
    apart = next((it for kind, it in between.items() if isinstance(option.type, kind)), usual)
    in_file = f"`{_named(option)}`{' (a list)' if option.multiple else ''}"
    return (
        names + value.replace("|", "\\|"),
        ", ".join(f"`{it}`" for it in variables_of(option)) + apart,
        in_file if table or _named(option) in LOG_OPTIONS else "",
        _usual(option),
        (option.help or "").replace("|", "\\|"),
    )


def variables_of(option: click.Option) -> list[str]:
    """The program's own options have theirs by their names."""
    if isinstance(option.envvar, str):
        return [option.envvar]
    return list(option.envvar or (f"COMPANION_{_named(option)}".upper().replace("-", "_"),))


def _value(option: click.Option) -> str:
    """What stands behind the option."""
    kind = option.type
    if option.metavar is None and isinstance(kind, click.IntRange | click.FloatRange):
        low, high = ("" if it is None else f"{it:g}" for it in (kind.min, kind.max))
        return f"{low} to {high}" if high else f"from {low}"
    return option.make_metavar(click.Context(commands))


def _named(option: click.Parameter) -> str:
    return next(it for it in option.opts if it.startswith("--")).lstrip("-") if option.opts else ""


def _usual(option: click.Option) -> str:
    usual = option.to_info_dict()["default"]
    if option.is_flag:
        return "" if usual is None else ("on" if usual else "off")
    return f"`{usual}`" if isinstance(usual, str | int | float) and usual != "" else ""


def _table_settings() -> Iterator[str]:
    usual = Settings()
    everything = DevicesHere(camera=True, lights=True, reads_draws=True)
    installed: list[Game] = [games.load(name) for name in games.names()]
    words = {it.name: it for game in installed for it in choices_of(usual, game, everything)}
    seconds = {it.name: it.label for it in seconds_of(usual)}
    for field in fields(Settings):
        name = field.name
        if name in words:
            said = dict(words[name].values)
            may_be = "; ".join(f"`{it}`: {said[it]}" for it in CHOICES[name])
            row = (f"`{name}`", words[name].legend, may_be, f"`{getattr(usual, name)}`")
        elif name in seconds:
            may_be = "{:g} to {:g} seconds".format(*SECONDS_RANGES[name])
            row = (f"`{name}`", seconds[name], may_be, f"`{getattr(usual, name):g}`")
        elif name in BY_A_PROGRAM:
            may_be, means = BY_A_PROGRAM[name]
            row = (f"`{name}`", f"nowhere: {means}", may_be, f"`{getattr(usual, name)}`")
        elif name in KEPT:
            continue
        else:
            raise SystemExit(f"scripts/settings_page.py: say what the setting {name} means.")
        yield f"| {' | '.join(row)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
