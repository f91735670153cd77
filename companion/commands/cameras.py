"""Commands about cameras: set one up, and play a recording again."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

import click

from companion.cli import CommandError
from companion.commands.options import (
    NAMED_FILE,
    camera_option,
    database_option,
    host_option,
    named_cameras,
    port_option,
)


@click.command("replay-video")
@click.argument("file", type=NAMED_FILE)
@click.option("--json", "as_json", is_flag=True, help='{"events", "entries", "differs"}')
def replay_video(file: Path, as_json: bool) -> int:
    """Play a recording of the eyes again: what they notice, and what the referee makes of it.

    Save one on the camera's page. Exit status 1: it came out otherwise than it did then.
    """
    from companion.simulation.replaying import BadRecord, Event, play_again
    from companion.vision.camera import CameraLost

    def tell(event: Event) -> None:
        if not as_json:
            click.echo(f"{event.at:7.2f} s  {event.who:8} {event.words}")

    try:
        again = play_again(file, on_event=tell)
    except (BadRecord, CameraLost) as wrong:
        raise CommandError(wrong.sentence) from None
    if as_json:
        report = {
            "events": [asdict(event) for event in again.events],
            "entries": [entry.words for entry in again.entries],
            "differs": list(again.differs),
        }
        click.echo(json.dumps(report, indent=1))
    else:
        for sentence in again.differs:
            click.echo(f"OTHERWISE  {sentence}")
        click.echo("It came out as it did then." if not again.differs else "It came out otherwise.")
    return 1 if again.differs else 0


@click.command()
@camera_option
@click.option("--list", "as_list", is_flag=True, help="Name the cameras plugged in here.")
@click.option(
    "--pictures",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    help="With --list: a picture of each, into this folder.",
)
@click.option("--picture", type=NAMED_FILE, default=None, help="Judge this picture of the table.")
@click.option("--json", "as_json", is_flag=True)
@host_option
@port_option
@database_option
def calibrate(
    cameras: tuple[str, ...],
    as_list: bool,
    pictures: Path | None,
    picture: Path | None,
    as_json: bool,
    host: str,
    port: int,
    database: str | None,
) -> int:
    """Set a camera up: its picture with what is read, how large the tags come out, and what to do about it.

    Opens the camera's page. With --picture it prints the verdict on a photo (exit status 1: not good enough
    to play by), with --list the cameras' names.
    """
    if as_list:
        return _list(pictures, as_json)
    if picture is not None:
        return _judge(picture, as_json)
    from companion.commands.running import camera_page

    camera_page(named_cameras(cameras) or ("auto",), host, port, database)
    return 0


def _list(folder: Path | None, as_json: bool) -> int:
    from companion.vision.camera import CameraLost
    from companion.vision.devices import devices
    from companion.vision.overlay import small_jpeg
    from companion.vision.sources import snapshot

    rows = []
    for device in devices():
        row = {"name": device.name, "place": str(device.place)}
        if folder is not None:
            path = folder / f"{re.sub(r'[^A-Za-z0-9]+', '-', device.name).strip('-').lower()}.jpg"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                path.write_bytes(small_jpeg(snapshot(device)))
                row["picture"] = str(path)
            except CameraLost as lost:
                row["trouble"] = lost.sentence
            except OSError as wrong:
                raise CommandError(f"{folder} cannot be written to: {wrong.strerror or wrong}.") from None
        rows.append(row)
        if not as_json:
            more = row.get("picture") or row.get("trouble", "")
            click.echo(f'--camera "{row["name"]}"  {row["place"]}  {more}'.rstrip())
    if as_json:
        click.echo(json.dumps(rows, indent=1))
    elif not rows:
        click.echo("No camera is plugged in here. A phone's webcam app gives an address: --camera rtsp://...")
    return 0


def _judge(picture: Path, as_json: bool) -> int:
    from companion import games
    from companion.vision.camera import CameraLost, UploadedPhoto, load_image
    from companion.vision.camera_check import check_picture
    from companion.vision.table_layout import layout_of

    game = games.most_tagged()
    try:
        source = UploadedPhoto(load_image(picture), rate=1000)
    except CameraLost as lost:
        raise CommandError(lost.sentence) from None
    findings = check_picture(
        source, layout_of(game.tracking.plan(game.seats[0])), game.tag_prefix, game.tracking.tiles()
    )
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in findings], indent=1))
    else:
        marks = {"good": "good", "poor": "poor", "bad": "BAD "}
        for finding in findings:
            click.echo(f"{marks[finding.level]}  {finding.sentence}")
    return 1 if any(finding.level == "bad" for finding in findings) else 0
