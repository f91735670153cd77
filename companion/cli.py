"""The command line. Results go to stdout, an error as one line to stderr.

Exit status: 0 done, 1 a result that says no, 2 bad usage or unreadable input.
"""

from __future__ import annotations

import errno
import importlib
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from companion import __version__
from companion.system.garbage import all_made_lasts
from companion.system.logs import configure_handler
from companion.system.options_file import BadSettings, defaults_of, read_settings, settings_file

COMMANDS = {
    "demo": "companion.commands.run_demo:demo",
    "serve": "companion.commands.serve:serve",
    "pin": "companion.commands.pin:pin",
    "read": "companion.commands.pictures:read",
    "tags": "companion.commands.pictures:tags",
    "score": "companion.commands.records:score",
    "simulate": "companion.commands.records:simulate",
    "replay": "companion.commands.records:replay",
    "plays": "companion.commands.plays:plays",
    "record": "companion.commands.records:record",
    "import": "companion.commands.records:import_record",
    "backup": "companion.commands.journals:backup",
    "restore": "companion.commands.journals:restore",
    "check": "companion.commands.journals:check",
    "box": "companion.commands.box:box",
    "lessons": "companion.commands.lessons:lessons",
    "calibrate": "companion.commands.cameras:calibrate",
    "replay-video": "companion.commands.cameras:replay_video",
    "doctor": "companion.commands.doctor:doctor",
    "lights": "companion.commands.lights:lights",
    "service": "companion.commands.service:service",
    "new-game": "companion.commands.new_game:new_game",
}


DATABASE_VARIABLE = "COMPANION_DATABASE"
"""The journal that all commands mean, where none is named."""
LOG_OPTIONS = ("verbose", "log-file", "log-format")
"""They may stand in the settings file above the commands' tables."""

SUMMARIES = {
    "demo": "A whole table on this machine, with nothing attached.",
    "serve": "A real table: its cameras, its lights, its tablets and phones.",
    "pin": "Sets the PIN of the host or of the staff (docs/security.md).",
    "read": "Read the tags in pictures.",
    "tags": "Write the sticker sheets as a PDF, true to the millimetre, with the tiles of the box in use.",
    "score": "Score a finished table described in a JSON file (docs/score-request.md).",
    "simulate": "Play random legal games and sum them up.",
    "replay": "Play a recorded game again; stop at its first illegal decision.",
    "plays": "The plays that were finished: list them, take them along.",
    "record": "Write the record of TABLE, as JSON (docs/record.md).",
    "import": "Make a table of a recorded game, with its whole history.",
    "backup": "Write a backup of all tables, also while they are played.",
    "restore": "Put the backup FILE in the journal's place.",
    "check": "Replay every table of the journal; say which do not follow by the rules of this version.",
    "box": "The owner's own tiles: FILE is a box file, or the name of a box in your data folder.",
    "lessons": "The lessons that a table can be taught with (docs/lessons.md).",
    "calibrate": "Set a camera up: its picture with what is read, how large the tags come out, and what to "
    "do about it.",
    "replay-video": "Play a recording of the eyes again: what they notice, and what the referee makes of it.",
    "doctor": "Say what works, what does not and what to do.",
    "lights": "The lights board: flash it, test it, measure it.",
    "service": "The companion as a service of this machine (Linux with systemd): it starts by itself and is "
    "restarted when it stops.",
    "new-game": 'Begin a game of your own: TITLE is its name, as "High Bidder".',
}
"""The first sentence of each command: `companion --help` need not import them. A test compares them."""


class CommandError(click.ClickException):
    """An error shown as one sentence, with exit status 2."""

    exit_code = 2


class Commands(click.Group):
    """Imports a command when it is called: `companion read` need not wait for a web server's imports."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, attribute = COMMANDS[name].split(":")
        if module not in sys.modules:
            with all_made_lasts():
                importlib.import_module(module)
        command: click.Command = getattr(sys.modules[module], attribute)
        _name_variables(command, f"COMPANION_{name}")
        return command


def _name_variables(command: click.Command, begin: str) -> None:
    """Gives every option an environment variable, by its name on the command line; `--database` of every
    command has COMPANION_DATABASE too."""
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.envvar is None:
            name = next(name for name in parameter.opts if name.startswith("--"))
            own = f"{begin}{name[1:]}".upper().replace("-", "_")
            parameter.envvar = [own, DATABASE_VARIABLE] if name == "--database" else own
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            _name_variables(inner, f"{begin}_{inner.name}")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
@click.option(
    "--settings",
    type=click.Path(path_type=Path, dir_okay=False, readable=False),
    default=None,
    help="A TOML file of options, a table a command (default: settings.toml in your settings folder).",
)
@click.option("-v", "--verbose", is_flag=True, help="Say more in the log, on standard error.")
@click.option(
    "--log-file",
    type=click.Path(path_type=Path, dir_okay=False, readable=False),
    default=None,
    help="Write the log here too.",
)
@click.option(
    "--log-format",
    default="text",
    show_default=True,
    type=click.Choice(["text", "json"]),
    help="json: an object a line, with the table that it is about.",
)
@click.option(
    "--service",
    is_flag=True,
    help="Act on the tables of this machine's service, with its options: companion --service pin host.",
)
@click.pass_context
def commands(
    ctx: click.Context,
    settings: Path | None,
    verbose: bool,
    log_file: Path | None,
    log_format: str,
    service: bool,
) -> None:
    """A companion for board games on a real table: it follows the game, lights it and keeps the score.

    `companion demo` shows everything with nothing attached; `companion serve` is for a real table.

    Every option may also stand in the environment, as COMPANION_SERVE_PORT for `serve --port` (several
    cameras apart by ";"), or in the settings file. The command line goes first, then the environment.
    COMPANION_GAME, or `game` in the settings file, names the game that is meant where none is named;
    COMPANION_DATABASE the journal.
    """
    if service:
        settings = _enter_service(settings)
    named = service or ctx.get_parameter_source("settings") != click.core.ParameterSource.DEFAULT
    file = settings if named and settings is not None else settings_file()
    if named and not file.exists():
        raise CommandError(f"There is no settings file {file}.")
    try:
        kept = read_settings(file)
        _take_log_options(ctx, kept)
        _log(ctx.params["verbose"], ctx.params["log_file"], ctx.params["log_format"] == "json")
        if usual := kept.pop("game", None):
            os.environ.setdefault("COMPANION_GAME", str(usual))
        if unknown := [name for name in kept if name not in COMMANDS]:
            raise BadSettings(
                f"{file}: there is no command {unknown[0]!r}; a table is named like one, as [serve]."
            )
        name = ctx.invoked_subcommand
        group = ctx.command
        command = group.get_command(ctx, name) if isinstance(group, click.Group) and name else None
        if service:
            _take_service_options(command, kept)
        if name in kept and command is not None:
            ctx.default_map = {name: defaults_of(command, kept[name], name, ctx)}
    except BadSettings as wrong:
        raise CommandError(str(wrong)) from None


def _enter_service(settings: Path | None) -> Path:
    """The settings file of the service, as which this process acts from here on. Raises CommandError."""
    if settings is not None:
        raise CommandError("--service has its own settings file: leave --settings out.")
    from companion.system.installed_service import NotTheService, enter

    try:
        return enter()
    except NotTheService as wrong:
        raise CommandError(str(wrong)) from None


def _take_service_options(command: click.Command | None, kept: dict[str, object]) -> None:
    """Gives a command what the service has where it asks for such: its backups' folder, cameras, lights,
    address; and every command, those of groups too, its journal."""
    found = kept.get("serve")
    serve = found if isinstance(found, dict) else {}
    os.environ[DATABASE_VARIABLE] = str(serve.get("database") or "")
    if command is None or command.name is None:
        return
    asked = {option.lstrip("-") for it in command.params for option in it.opts}
    shared = {name: value for name, value in serve.items() if name in asked}
    own = kept.get(command.name, {})
    kept[command.name] = {**shared, **own} if isinstance(own, dict) else own


def _take_log_options(ctx: click.Context, kept: dict[str, object]) -> None:
    """Takes the log's options out of the settings, for those that the command line leaves out."""
    for parameter in ctx.command.params:
        name = parameter.opts[-1].lstrip("-")
        if name not in LOG_OPTIONS or name not in kept:
            continue
        value = kept.pop(name)
        assert parameter.name is not None
        if ctx.get_parameter_source(parameter.name) == click.core.ParameterSource.DEFAULT:
            ctx.params[parameter.name] = parameter.process_value(ctx, value)


def _log(verbose: bool, file: Path | None, as_json: bool) -> None:
    """The log, each line with its time, goes to standard error, and to a file where one is asked for."""
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    if file is not None:
        try:
            handlers.append(logging.FileHandler(file, encoding="utf-8"))
        except OSError as wrong:
            raise CommandError(f"{file} cannot be written to ({wrong.strerror}).") from None
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        handlers=[configure_handler(handler, as_json) for handler in handlers],
        force=True,
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command line and exit; every refusal is one line."""
    _write_utf8()
    try:
        status = commands.main(
            args=arguments, prog_name="companion", standalone_mode=False, auto_envvar_prefix="COMPANION"
        )
    except click.exceptions.NoArgsIsHelpError as nothing:
        click.echo(nothing.format_message())
        sys.exit(0)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "companion"
        _refuse(f"{error.format_message()} (see `{where} --help`)")
    except click.ClickException as error:
        _refuse(error.format_message())
    except ImportError as wrong:
        if ".so" not in str(wrong):
            raise
        # OpenCV's wheel takes these of the system, which a machine without a screen may not have.
        _refuse(f"{wrong}. OpenCV needs it of the system (Debian: sudo apt install libgl1 libglib2.0-0).")
    except (KeyboardInterrupt, click.Abort):
        click.echo("stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    except OSError as wrong:
        # A folder that this account may not enter, a name that is too long: wherever a path is looked at.
        if wrong.filename is None:
            raise
        logging.getLogger(__name__).info("what could not be used", exc_info=True)
        why = f"{wrong.strerror or wrong}"
        _refuse(f"{wrong.filename} cannot be used ({why}): name another place, or give this account access.")
    sys.exit(status if isinstance(status, int) else 0)


def _write_utf8() -> None:
    """Writes UTF-8 to files and pipes: Windows would use its code page, which lacks the blocks of a QR code
    and many letters of names. A terminal keeps its encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding=None if stream.isatty() else "utf-8",
                errors="replace" if stream.isatty() else "backslashreplace",
            )


def _refuse(sentence: str) -> None:
    from companion.system.installed_service import acting_as as account

    if account and os.strerror(errno.EACCES) in sentence:
        sentence += (
            f" With --service this is done by {account}, the service's account: use a place that it may."
        )
    click.echo(f"companion: {' '.join(sentence.split())}", err=True)
    sys.exit(2)
