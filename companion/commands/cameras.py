"""Commands about the eyes: what a recording of them comes to when it is played again."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from companion.cli import Sorry


@click.command("replay-video")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help='{"events", "entries", "differs"}')
def replay_video(file: Path, as_json: bool) -> int:
    """Play a recording of the eyes again: what they notice, and what the referee makes of it.

    Save one on the camera's page. Exit status 1: it came out otherwise than it did then.
    """
    from companion.replaying import BadRecord, Event, play_again
    from companion.vision.camera import CameraLost

    def tell(event: Event) -> None:
        if not as_json:
            click.echo(f"{event.at:7.2f} s  {event.who:8} {event.words}")

    try:
        again = play_again(file, tell=tell)
    except (BadRecord, CameraLost) as wrong:
        raise Sorry(wrong.sentence) from None
    if as_json:
        told = {
            "events": [asdict(event) for event in again.events],
            "entries": [entry.words for entry in again.entries],
            "differs": list(again.differs),
        }
        click.echo(json.dumps(told, indent=1))
    else:
        for sentence in again.differs:
            click.echo(f"OTHERWISE  {sentence}")
        click.echo("It came out as it did then." if not again.differs else "It came out otherwise.")
    return 1 if again.differs else 0
