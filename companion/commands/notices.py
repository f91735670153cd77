"""Options for notifying other programs: MQTT and webhooks."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click
from flask import Flask

from companion.cli import CommandError
from companion.room.room import Room
from companion.web.request.services import services_of

Option = Callable[[Callable[..., Any]], Callable[..., Any]]


mqtt_option: Option = click.option(
    "--mqtt",
    default=None,
    metavar="ADDRESS",
    help="Tell this MQTT broker of the table, for Home Assistant: mqtt://[user:password@]host[:port][/name].",
)
webhook_option: Option = click.option(
    "--webhook",
    "webhooks",
    multiple=True,
    metavar="ADDRESS",
    help="POST every finished game and each change of a station there as JSON. Again for a second one.",
)
webhook_secret_option: Option = click.option(
    "--webhook-secret",
    default="",
    metavar="TEXT",
    help="Sign what is posted with this secret, in the header X-Companion-Signature. Better said in the "
    "environment, COMPANION_SERVE_WEBHOOK_SECRET, than where every user of the machine reads it.",
)


@contextlib.contextmanager
def notices(
    mqtt: str | None,
    webhooks: Sequence[str],
    room: Room,
    app: Flask,
    language: str,
    webhook_secret: str = "",
) -> Iterator[None]:
    """Context manager that runs the MQTT client and the webhooks asked for. Raises CommandError."""
    here = services_of(app)
    with contextlib.ExitStack() as stack:
        if mqtt:
            stations = _mqtt(mqtt, room, language)
            stack.callback(stations.close)
            here.tellers.append(stations)
        if webhooks:
            made = _webhooks(webhooks, webhook_secret)
            stack.callback(made.close)
            here.tellers.append(made)
            here.receivers += made.follow(room.tables, here.keeper)
            for receiver in here.receivers:
                receiver.start()  # what ended while no program ran
            changes = _station_changes(app, made.notify_station, language)
            stack.callback(changes.close)
            here.tellers.append(changes)
        yield


def try_notices(mqtt: str | None, webhooks: Sequence[str]) -> None:
    """Raises CommandError for what `notices` refuses; nobody is told anything."""
    if mqtt:
        _mqtt_parts(mqtt)
    _webhooks(webhooks, "").close()


# Imported where they are asked for: most tables use neither, and paho-mqtt may not be installed.


def _mqtt(address: str, room: Room, language: str) -> Any:
    client, broker = _mqtt_parts(address)
    stations = client(room, broker, language)
    stations.start()
    return stations


def _mqtt_parts(address: str) -> tuple[Any, Any]:
    """The client's class and the broker. Raises CommandError."""
    from companion.home_automation.broker import BadBroker, broker

    try:
        from companion.home_automation.mqtt import MqttStations
    except ModuleNotFoundError:
        raise CommandError(
            "--mqtt needs paho-mqtt: install the companion with its extra mqtt (docs/install.md)."
        ) from None
    try:
        return MqttStations, broker(address)
    except BadBroker as wrong:
        raise CommandError(str(wrong)) from None


def _station_changes(app: Flask, tell: Callable[[Mapping[str, object]], None], language: str) -> Any:
    from companion.web.api.station_changes import StationChanges

    return StationChanges(app, tell, language)


def _webhooks(addresses: Sequence[str], secret: str) -> Any:
    from companion.home_automation.webhooks import BadAddress, Webhooks

    try:
        return Webhooks(addresses, secret=secret)
    except BadAddress as wrong:
        raise CommandError(str(wrong)) from None
