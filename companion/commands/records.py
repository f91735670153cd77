"""Commands about finished and recorded games: score, simulate, record, replay."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from companion import games, untrusted_text
from companion.cli import CommandError
from companion.commands.counted import counted
from companion.commands.options import NAMED_FILE, load_game
from companion.commands.progress import histogram, progress
from companion.games.contract import Illegal, untracked_of


def display_name(file: Path) -> str:
    return "standard input" if str(file) == "-" else str(file)


MAX_RECORD_CHARACTERS = 64 * 1024 * 1024
"""A recorded game has some 400 a step."""


def read_json(file: Path) -> Any:
    """The JSON in `file`; `-` is standard input. Raises CommandError."""
    try:
        given = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise CommandError(
            f"{file} could not be read ({error.strerror}): check the name, and who may read it."
        ) from None
    try:
        return untrusted_text.read_json(given, MAX_RECORD_CHARACTERS)
    except untrusted_text.UnreadableText as error:
        raise CommandError(
            f"{display_name(file)} is not JSON ({error.sentence}): correct it and try again."
        ) from None


@click.command()
@click.argument("file", type=NAMED_FILE)
@click.option("--json", "as_json", is_flag=True, help="The whole sheet as JSON.")
def score(file: Path, as_json: bool) -> None:
    """Score a finished table described in a JSON file (docs/score-request.md)."""
    request = read_json(file)
    name = request.get("game") if isinstance(request, dict) else None
    if name not in games.names():
        raise CommandError(
            f'{display_name(file)} must be an object whose "game" is one of: {", ".join(games.names())}.'
        )
    try:
        sheet = untracked_of(games.load(name)).score_request(request)
    except Illegal as error:
        raise CommandError(f"{display_name(file)}: {error.sentence}") from None
    if as_json:
        click.echo(json.dumps(sheet, indent=1))
        return
    for player in sheet["players"]:
        mark = "  wins" if player["winner"] else ""
        tie = f" ({player['tie_break']})" if player["tie_break"] else ""
        click.echo(f"{player['rank']}. {player['name']}: {player['total']} VP{mark}{tie}")
        for line in player["lines"]:
            click.echo(f"     {line['vp']:>3}  {line['source']}")


@click.command()
@click.option("--game", "game_name", default=None, help="Which game.")
@click.option("--players", default=3, show_default=True, help="How many play.")
@click.option("--games", "count", default=100, show_default=True, type=click.IntRange(1, 1_000_000))
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--player", "kind", default="random", show_default=True, help="Who decides: random or sensible."
)
@click.option("--option", "options", multiple=True, help="A setup option, as name=value; may be repeated.")
@click.option("--json", "as_json", is_flag=True)
def simulate(
    game_name: str | None,
    players: int,
    count: int,
    seed: int,
    kind: str,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play random legal games and sum them up."""
    from companion.simulation.simulate import simulate as run

    game = load_game(game_name)
    fewest, most = game.seats
    if not fewest <= players <= most:
        raise CommandError(f"{game.title} is for {fewest} to {most} players: give --players in that range.")
    if kind not in game.players:
        raise CommandError(f"There is no player {kind!r}: choose one of {', '.join(game.players)}.")
    chosen = dict(option.partition("=")[::2] for option in options)
    for setup_option in game.setup_options():
        value = chosen.pop(setup_option.name, None)
        allowed = [choice for choice, _ in setup_option.choices]
        if value is not None and value not in allowed:
            raise CommandError(
                f"The option {setup_option.name} is one of {', '.join(allowed)}, not {value!r}."
            )
    if chosen:
        raise CommandError(f"{game.title} has no setup option {next(iter(chosen))!r}.")
    given = tuple(option.partition("=")[::2] for option in options)
    with progress(count, "Playing", hidden=as_json) as bar:
        result = run(
            game,
            players=players,
            games=count,
            seed=seed,
            kind=kind,
            options=given,
            played=lambda: bar.update(1),
        )
    if as_json:
        click.echo(json.dumps(result))
        return
    average = sum(result["rounds"]) / count
    click.echo(
        f"{counted(count, 'game')}, {average:.1f} rounds each, "
        f"{result['decisions_per_second']:.0f} decisions a second"
    )
    for reason, times in sorted(result["end_reasons"].items()):
        click.echo(f"  {times:>6}  {reason}")
    click.echo("\nScores, by seat and game:")
    click.echo(histogram([total for totals in result["scores"] for total in totals]))
    click.echo("\nRounds:")
    click.echo(histogram(result["rounds"]))


@click.command()
@click.argument("what", metavar="FILE|TABLE")
@click.option("--database", default=None, help="Where TABLE's journal is (default: your data folder).")
@click.option("--json", "as_json", is_flag=True)
def replay(what: str, database: str | None, as_json: bool) -> int:
    """Play a recorded game again; stop at its first illegal decision.

    FILE is a record as JSON; "-" is standard input. A name that is no file is a TABLE in the journal.
    """
    from companion.table.record import BadRecord
    from companion.table.record import replay as run

    file = Path(what)
    is_table = what != "-" and file.name == what and not file.suffix and not file.exists()
    data = _record_of(what, database) if is_table else read_json(file)
    try:
        result = run(data)
    except BadRecord as error:
        raise CommandError(f"{what if is_table else display_name(file)}: {error}") from None
    if as_json:
        click.echo(json.dumps(result))
    elif result["illegal"]:
        click.echo(f"entry {result['illegal']['number']}: {result['illegal']['sentence']}")
    else:
        end = "the game is over" if result["over"] else "the game goes on"
        click.echo(f"{counted(result['entries'], 'entry', 'entries')}, all legal; {end}")
    return 1 if result["illegal"] else 0


@click.command()
@click.argument("table")
@click.option("--database", default=None, help="Where the journal is (default: your data folder).")
def record(table: str, database: str | None) -> None:
    """Write the record of TABLE, as JSON (docs/record.md)."""
    click.echo(json.dumps(_record_of(table, database), indent=1))


def _record_of(table: str, database: str | None) -> Any:
    """The record of a table of this journal, also an archived or recently deleted one. Raises
    CommandError."""
    from companion.commands.options import existing_tables
    from companion.games import UnknownGame
    from companion.table.record import record as run
    from companion.table.snapshot import NoSuchTable

    with existing_tables(database) as tables:
        known = [row.id for row in (*tables.list(), *tables.list(archived=True))]
        if table not in (*known, *(row.id for row in tables.deleted())):
            choice = f"choose one of {', '.join(known)}" if known else "no table has been begun here yet"
            raise CommandError(f"There is no table {table!r}: {choice}.")
        try:
            return run(tables.open(table))
        except (NoSuchTable, UnknownGame) as wrong:  # of another version, or of a game that is not here
            raise CommandError(str(wrong)) from None


@click.command("import")
@click.argument("file", type=NAMED_FILE)
@click.option("--database", default=None, help="Where the journal is (default: your data folder).")
def import_record(file: Path, database: str | None) -> None:
    """Make a table of a recorded game, with its whole history."""
    from companion.commands.options import open_journal
    from companion.table.journal import JournalError
    from companion.table.record import BadRecord
    from companion.table.tables import Tables

    data = read_json(file)
    try:
        with closing(Tables(open_journal(database))) as tables:
            table = tables.revive(data)
            summary = f"Table {table.id} ({table.title}) has {counted(table.number, 'entry', 'entries')}."
    except BadRecord as error:
        raise CommandError(f"{display_name(file)}: {error}") from None
    except JournalError as error:
        raise CommandError(error.sentence) from None
    click.echo(summary)
