"""The command `demo`: a whole table with nothing attached."""

from __future__ import annotations

from random import Random

import click

from companion import games
from companion.cli import CommandError
from companion.commands.notices import mqtt_option, notices, webhook_option
from companion.commands.options import database_option, host_option, https_option, load_game, port_option
from companion.commands.running import aside_option, language_option, open_tables, print_welcome, running
from companion.games.contract import Player, Setup
from companion.room.demo import BY
from companion.room.lights import TableLights, demo_lights
from companion.simulation.computer_seats import ComputerSeats
from companion.table.settings import Settings
from companion.table.tables import Tables

OPENING_ROUNDS = 2
"""Rounds of a demo's game that are played before it is shown."""
PLAYERS = 3


@click.command()
@host_option
@port_option
@https_option
@database_option
@aside_option
@language_option
@click.option(
    "--seed",
    type=int,
    default=None,
    help="Begin a new game with this seed (default: go on with the last, if it is as asked for).",
)
@click.option("--players", type=click.IntRange(1, 10), default=None, help="How many play (default: 3).")
@click.option("--game", "game_name", default=None, help="Which game.")
@click.option(
    "--auto/--wait",
    default=None,
    help="Let it play itself from the start, or wait for you (default: it plays while its page is open).",
)
@click.option("--speed", default=1.0, show_default=True, type=click.FloatRange(0.25, 16))
@mqtt_option
@webhook_option
def demo(
    host: str,
    port: int,
    https_port: int | None,
    database: str | None,
    set_damaged_aside: bool,
    language: str,
    seed: int | None,
    players: int | None,
    game_name: str | None,
    auto: bool | None,
    speed: float,
    mqtt: str | None,
    webhooks: tuple[str, ...],
) -> None:
    """A whole table on this machine, with nothing attached.

    The camera is rendered, the lights are the real firmware on MicroPython's host build where that is
    installed, and the game plays itself or waits for you.
    """
    tables = open_tables(database, "demo.db", set_damaged_aside)
    opened = running(host, port, https_port, tables, _lights_of_any_game, language, rendered=True)
    with opened as (room, server), notices(mqtt, webhooks, room, server.app, language):
        if seed is not None or not goes_on(tables, game_name, players):
            begin_demo(tables, game_name, players or PLAYERS, 1 if seed is None else seed)
        room.resume()
        if room.home.demo is not None:
            room.home.demo.set(bool(auto), speed)
            room.home.demo.only_watched = room.home.demo.on_arrival = auto is None
        print_welcome(
            room.address + "demo",
            "Everything you see is drawn or simulated; the program behind it is the real one.",
        )
        server.run()


def _lights_of_any_game() -> TableLights:
    """Demo lights with the segments of every game: any may be played."""
    each = (games.load(name).lights.segments for name in games.names())
    return demo_lights([segment for segments in each for segment in segments])


def goes_on(tables: Tables, game_name: str | None, players: int | None) -> bool:
    """Whether the last table can be continued: it is of this game and for so many, where that is said, it is
    readable by this version, and its game is not over."""
    for row in tables.list()[:1]:
        try:
            table = tables.open(row.id)
        except LookupError:
            return False
        asked_for = game_name in (None, table.game.name) and players in (None, len(table.setup.players))
        return asked_for and table.read_only is None and not table.game.phase(table.state).over
    return False


def begin_demo(tables: Tables, game_name: str | None, players: int, seed: int) -> None:
    game = load_game(game_name)
    fewest, most = game.seats
    if not fewest <= players <= most:
        raise CommandError(f"{game.title} is for {fewest} to {most} players: give --players in that range.")
    seats = tuple(Player(colour.capitalize(), colour) for colour in game.colours[:players])
    settings = Settings(draws="camera", pages={"opening": OPENING_ROUNDS})
    table = tables.create(game.name, Setup(seats), title="Demo", seed=seed, settings=settings, by=BY)
    # The first rounds are played beforehand, since a table in play shows more than an empty one.
    computers = ComputerSeats(table, Random(seed))
    while game.phase(table.state).round <= OPENING_ROUNDS:
        sampled = table.sampled()
        decision = computers.decision(table.now) if sampled is None else sampled[0]
        if decision is None:
            return
        table.submit(decision, table.number, f"opening-{table.number}", BY)
