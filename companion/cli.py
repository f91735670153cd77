"""The commands. Each says its result on stdout; what went wrong is one line on stderr.

Exit status: 0 done, 1 a result that says no, 2 bad usage or unreadable input.
"""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Sequence

import click

from companion import __version__

COMMANDS = {
    "demo": "companion.commands.play:demo",
    "serve": "companion.commands.play:serve",
    "read": "companion.commands.pictures:read",
    "tags": "companion.commands.pictures:tags",
    "score": "companion.commands.records:score",
    "simulate": "companion.commands.records:simulate",
    "replay": "companion.commands.records:replay",
    "plays": "companion.commands.plays:plays",
    "record": "companion.commands.records:record",
    "box": "companion.commands.box:box",
    "calibrate": "companion.commands.cameras:calibrate",
    "replay-video": "companion.commands.cameras:replay_video",
    "doctor": "companion.commands.doctor:doctor",
    "lights": "companion.lights_cli:lights",
    "service": "companion.commands.service:service",
}


class Sorry(click.ClickException):
    """What a person asked for cannot be done: one sentence, exit status 2."""

    exit_code = 2


class Commands(click.Group):
    """Loads a command when it is called: `companion read` need not wait for a web server's imports."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, attribute = COMMANDS[name].split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
def commands() -> None:
    """A companion for board games on a real table: it follows the game, lights it and keeps the score.

    `companion demo` shows everything with nothing attached; `companion serve` is for a real table.
    """


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command line and exit; every refusal is one line."""
    _write_utf8()
    try:
        status = commands.main(args=arguments, prog_name="companion", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as nothing:
        click.echo(nothing.format_message())
        sys.exit(0)
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "companion"
        _refuse(f"{error.format_message()} (see `{where} --help`)")
    except click.ClickException as error:
        _refuse(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        click.echo("stopped", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


def _write_utf8() -> None:
    """Into a file or a pipe we write UTF-8, what we read: Windows would write its own code page, which has
    neither the blocks of a QR code nor everyone's name. A terminal keeps its encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                encoding=None if stream.isatty() else "utf-8",
                errors="replace" if stream.isatty() else "backslashreplace",
            )


def _refuse(sentence: str) -> None:
    click.echo(f"companion: {' '.join(sentence.split())}", err=True)
    sys.exit(2)
