"""The finished plays on the command line: `plays list`, and `plays export` as CSV or JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import click

from companion.cli import CommandError
from companion.commands.counted import counted
from companion.commands.options import NAMED_FILE, database_option, existing_tables
from companion.plays.export import SEPARATORS, json_text, to_csv, to_json
from companion.plays.play import Play
from companion.plays.store import PlayFilter, Plays, day_begin
from companion.plays.tracked import PlayKeeper

PROGRESS_SECONDS = 2.0
"""Between two progress messages."""


@click.group()
def plays() -> None:
    """The plays that were finished: list them, take them along."""


def _filter_options(command: Callable[..., object]) -> Callable[..., object]:
    """Adds the options that select plays."""
    for option in (
        click.option("--text", default="", help="Words of names, comment or place."),
        click.option("--game", "game_name", default="", help="Of this game only."),
        click.option("--players", type=click.IntRange(1, 100), default=None, help="How many played."),
        click.option("--since", default="", metavar="DAY", help="From this day on (2026-03-14)."),
        click.option("--until", default="", metavar="DAY", help="Up to this day."),
        database_option,
    ):
        command = option(command)
    return command


@plays.command("list")
@_filter_options
def list_plays(
    text: str, game_name: str, players: int | None, since: str, until: str, database: str | None
) -> None:
    """One line for each play, the newest first."""
    found = _find_plays(database, _play_filter(text, game_name, players, since, until))
    for play in found:
        at = play.ended.astimezone().strftime("%Y-%m-%d %H:%M")
        ranked = sorted(zip(play.players, play.brief.results, strict=True), key=lambda pair: pair[1].rank)
        result = ", ".join(f"{who.name} {r.total}{' (won)' if r.winner else ''}" for who, r in ranked)
        click.echo(f"{play.id}  {at}  {play.game}  {result}")
    if not found:
        click.echo(
            "No play is kept." if not (text or game_name or players or since or until) else "No play fits."
        )


@plays.command()
@click.argument("play_ids", metavar="[PLAY]...", nargs=-1)
@click.option("--csv", "form", flag_value="csv", help="As CSV (docs/plays.md).")
@click.option("--json", "form", flag_value="json", default="json", help="As JSON (the usual).")
@click.option(
    "--separator",
    type=click.Choice(tuple(SEPARATORS)),
    default="comma",
    show_default=True,
    help="Between the cells of CSV; German, French and Spanish spreadsheets expect semicolons.",
)
@click.option("--out", type=NAMED_FILE, default=None, help="Into this file.")
@_filter_options
def export(
    play_ids: tuple[str, ...],
    form: str,
    separator: str,
    out: Path | None,
    text: str,
    game_name: str,
    players: int | None,
    since: str,
    until: str,
    database: str | None,
) -> None:
    """Write plays, all that are found or those named, to standard output or a file."""
    found = _find_plays(database, _play_filter(text, game_name, players, since, until))
    if play_ids:
        by_id = {play.id: play for play in found}
        missing = [play_id for play_id in play_ids if play_id not in by_id]
        if missing:
            raise CommandError(f"There is no play {missing[0]!r:.80}: `companion plays list` names them.")
        found = tuple(by_id[play_id] for play_id in dict.fromkeys(play_ids))
    made = to_csv((play.brief for play in found), separator) if form == "csv" else json_text(to_json(found))
    if out is None:
        click.echo(made.encode(), nl=False)
        return
    try:
        out.write_bytes(made.encode())
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror or 'writing failed'}.") from None
    click.echo(f"{counted(len(found), 'play')} written to {out}.", err=True)


def _find_plays(database: str | None, search: PlayFilter) -> tuple[Play, ...]:
    """Raises CommandError."""
    with existing_tables(database) as tables:
        kept = Plays(tables.journal)
        keeper = PlayKeeper(tables, kept)
        while left := keeper.catch_up(PROGRESS_SECONDS):
            click.echo(f"still to be looked through for finished games: {counted(left, 'table')}", err=True)
        return kept.list(search)


def _play_filter(text: str, game: str, players: int | None, since: str, until: str) -> PlayFilter:
    return PlayFilter(text, game, day_begin(_day(since)), day_begin(_day(until), 1), players)


def _day(text: str) -> date | None:
    """None for none. Raises CommandError."""
    if not text:
        return None
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise CommandError(f"A day is written like 2026-03-14, not {text!r:.40}.") from None
