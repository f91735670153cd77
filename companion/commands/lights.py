"""`companion lights`: flash a board, test its lights, measure it, print a template for drilling."""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion import games
from companion.cli import CommandError
from companion.commands.options import NAMED_FILE, load_game
from firmware_bridge import frames
from firmware_bridge.bridge import Bridge
from firmware_bridge.flash import FlashError, flash
from firmware_bridge.frames import Lamp, Scene
from firmware_bridge.measure import Figures, at, measure

port_option = click.option(
    "--port",
    "--lights",
    "port",
    default="auto",
    show_default=True,
    help="The board's serial port, or auto; --lights, as `companion serve` says it, is the same.",
)


@click.group()
def lights() -> None:
    """The lights board: flash it, test it, measure it."""


@lights.command("flash")
@port_option
@click.option("--config", type=NAMED_FILE, help="Your config.py (default: the board keeps its own).")
def flash_command(port: str, config: Path | None) -> None:
    """Put the firmware on the board, and wait until it runs."""
    try:
        version = flash(port, config, say=click.echo)
    except FlashError as error:
        raise CommandError(str(error)) from None
    click.echo(f"The board runs the lights firmware {version}.")


@lights.command()
@port_option
@click.option("--brightness", default=96, show_default=True, type=click.IntRange(1, 255))
def test(port: str, brightness: int) -> int:
    """Light every LED, one at a time, and ask whether it is the right one."""
    bridge, counts = _board(port)
    wrong: list[str] = []
    try:
        for segment, count in counts.items():
            answers = []
            for light in range(count):
                lamps = [Lamp("white", "off", 0)] * count
                lamps[light] = Lamp("white", "steady", 3)
                bridge.show(Scene(brightness, ((segment, tuple(lamps)),)))
                if not bridge.wait(2.0):
                    raise CommandError(bridge.status().sentence)
                answers.append(click.confirm(f"Does only {_place(segment, light)} shine?", default=True))
            wrong += [_place(segment, light) for light, good in enumerate(answers) if not good]
            if count > 1 and not any(answers[: count // 2]):
                click.echo(
                    f'If they light up in the reverse order, write REVERSED = ("{segment}",) in config.py.'
                )
    finally:
        bridge.close()
    if wrong:
        click.echo(f"Not right: {', '.join(wrong)}. hardware.md, When something is dark, says where to look.")
        return 1
    click.echo(f"All {sum(counts.values())} lights are right.")
    return 0


@lights.command()
@port_option
@click.option("--states", default=500, show_default=True, type=click.IntRange(10, 100_000))
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
def selftest(port: str, states: int, as_json: bool) -> int:
    """Measure the board: from a state posted to its LEDs latched and confirmed, and dark pauses."""
    bridge, counts = _board(port)
    try:
        figures = measure(bridge, counts, states)
    finally:
        bridge.close()
    good = (
        not (figures.lost or figures.late) and at(0.99, figures.latched) <= 20 and at(1, figures.dark) <= 50
    )
    click.echo(json.dumps(_as_json(figures, good)) if as_json else _in_words(figures))
    return 0 if good else 1


@lights.command()
@click.option("--out", type=NAMED_FILE, default=Path("lights-template.pdf"), show_default=True)
@click.option("--game", "game_name", default=None, help="Which game (needed when there are several).")
@click.option(
    "--pitch",
    "pitches",
    multiple=True,
    metavar="SEGMENT=MM",
    help="mm from one light of a segment to the next; may be repeated.",
)
@click.option("--hole", default=5.0, show_default=True, help="mm across.")
def template(out: Path, game_name: str | None, pitches: tuple[str, ...], hole: float) -> None:
    """A sheet to print in true size: where the holes for the LEDs go."""
    from companion.printing.lights_template import make_template

    game = load_game(game_name)
    segments = [s for s in game.lights.segments if s.count > 1 and not s.optional]
    if not segments:
        raise CommandError(f"{game.title} has no lights.")
    pitch = {s.name: s.pitch_mm for s in segments}
    for text in pitches:
        name, _equals, mm = text.partition("=")
        if name not in pitch:
            raise CommandError(f"{game.title} has no lights {name!r}: choose of {', '.join(pitch)}.")
        try:
            pitch[name] = float(mm)
        except ValueError:
            raise CommandError(f"--pitch is written like {name}=33.3, not {text!r}.") from None
    if not all(8 <= mm <= 250 for mm in pitch.values()) or not 1 <= hole <= 20:
        raise CommandError("A pitch is between 8 and 250 mm, a hole between 1 and 20 mm.")
    rows = {f"Lights {s.words}": (s.count, pitch[s.name]) for s in segments}
    try:
        pages = make_template(out, rows, hole)
    except OSError as error:
        raise CommandError(
            f"{out} cannot be written ({error.strerror}): name another file with --out."
        ) from None
    click.echo(f"{out}: {pages} page{'s' if pages > 1 else ''}; print at 100 %.")


def _board(port: str) -> tuple[Bridge, dict[str, int]]:
    """A bridge that is online, and the lights that its board has. Raises CommandError with what is wrong."""
    from companion.room.lights import TableLights

    bridge = Bridge(port)
    try:
        if TableLights(bridge).wait_for_status(5.0).state not in ("online", "wrong counts"):
            raise CommandError(bridge.status().sentence)
        board = bridge.board()
        if board is None:
            raise CommandError(bridge.status().sentence)
    except BaseException:
        bridge.close()
        raise
    return bridge, {name: count for name, count in board.counts.items() if count}


def _place(segment: str, light: int) -> str:
    """What a person calls a light, in the words of the game whose board has it."""
    for game in map(games.load, games.names()):
        for known in game.lights.segments:
            if known.name == segment and known.lamp:
                return known.lamp.format(number=light + 1)
    return f"{segment} light {light + 1}"


def _as_json(figures: Figures, good: bool) -> dict[str, object]:
    return {
        "firmware": frames.FIRMWARE,
        "states": len(figures.latched) + figures.lost,
        "latched_ms": {
            "median": at(0.5, figures.latched),
            "p99": at(0.99, figures.latched),
            "most": at(1, figures.latched),
        },
        "dark_ms": {"median": at(0.5, figures.dark), "most": at(1, figures.dark)},
        "sent_again": figures.resent,
        "not_confirmed": figures.lost,
        "dark_too_late": figures.late,
        "good": good,
    }


def _in_words(figures: Figures) -> str:
    return "\n".join(
        (
            f"state posted to LEDs latched and confirmed: median {at(0.5, figures.latched):.1f} ms, "
            f"p99 {at(0.99, figures.latched):.1f} ms, most {at(1, figures.latched):.1f} ms (goal: p99 20)",
            f"dark pause asked for to dark: median {at(0.5, figures.dark):.1f} ms, "
            f"most {at(1, figures.dark):.1f} ms (goal: 50)",
            f"frames sent again: {figures.resent}; not confirmed: {figures.lost}; "
            f"dark too late: {figures.late}",
        )
    )
