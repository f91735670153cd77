"""The settings of a table as its form shows them: what there is to choose, for this game in this house."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Game, State
from companion.lessons.teaching import book_of
from companion.table.settings import Settings
from companion.table.table import Table
from companion.translation import _
from companion.web.play.coach import has_coach
from companion.web.request.addressed import room
from companion.web.request.devices import DevicesHere, devices_for
from companion.web.setup.choices import Choice, how_taught, standing_shown, who_draws


@dataclass(frozen=True, slots=True)
class Seconds:
    name: str
    label: str
    value: float


@dataclass(frozen=True, slots=True)
class SettingsForm:
    """put_on: the words that offer to turn camera and lights to the table, "": they are, or there are
    none."""

    settings: tuple[Choice, ...]
    seconds: tuple[Seconds, ...]
    put_on: str


def settings_form(table: Table[State]) -> SettingsForm:
    now, game, devices = table.settings, table.game, devices_for(table.game)
    return SettingsForm(
        choices_of(now, game, devices),
        seconds_of(now) if devices.camera else (),
        "" if room().serving(table.id) else devices.put_on,
    )


def choices_of(now: Settings, game: Game[Any], devices: DevicesHere) -> tuple[Choice, ...]:
    return (
        *_of_everybody(now, devices, game),
        *_of_devices(now, devices),
        *_of_helpers(now, game),
        *_of_score(now),
    )


def seconds_of(now: Settings) -> tuple[Seconds, ...]:
    """Those of the camera."""
    return (
        Seconds("moment", _("Seconds until a move is taken automatically"), now.moment),
        Seconds("patience", _("Seconds before a mismatch is shown"), now.patience),
    )


def _of_everybody(now: Settings, devices: DevicesHere, game: Game[Any]) -> Iterator[Choice]:
    yield Choice("draws", _("Who draws"), who_draws(devices, now.draws), now.draws)
    if game.rolls_dice:
        dice = (("virtual", _("The companion rolls")), ("hand", _("We roll, and enter it")))
        yield Choice("dice", _("Who rolls dice"), dice, now.dice)
    taken_back = (("confirm", _("Anybody, with a second tap")), ("tablet", _("Only the tablet")))
    yield Choice("undo", _("Who takes back another player's step"), taken_back, now.undo)
    correctors = (
        ("everybody", _("Everybody")),
        ("second", _("Everybody, once a second device confirms")),
        ("tablet", _("Only the tablet and the staff")),
    )
    legend = _("Who corrects the round, the cards and what pieces say")
    yield Choice("corrections", legend, correctors, now.corrections)


def _of_devices(now: Settings, devices: DevicesHere) -> Iterator[Choice]:
    if devices.camera:
        moves = (
            ("by itself", _("Taken automatically after a moment")),
            ("ask", _("Someone confirms it")),
            ("off", _("The camera does not decide")),
        )
        yield Choice("referee", _("When the camera understands a move"), moves, now.referee)
    if devices.lights:
        lights = (("day", _("Day")), ("evening", _("Evening: dimmer, for a dark room")))
        yield Choice("lights", _("How bright the lights are"), lights, now.lights)


def _of_helpers(now: Settings, game: Game[Any]) -> Iterator[Choice]:
    if book_of(game.name):
        yield Choice("teaching", _("Lessons"), how_taught(), now.teaching)
        asked = (
            ("on", _("Yes: a question a round, while nobody waits")),
            ("off", _("No")),
            ("lot", _("By lot, at half of the tables: the plays show whether it teaches")),
        )
        yield Choice("ahead", _("Ask who is taught one step ahead"), asked, now.ahead)
    if has_coach(game):
        coach = (("on", _("For who asks, on the own page")), ("off", _("Nobody asks the coach")))
        yield Choice("coach", _("Suggestions by the coach"), coach, now.coach)
        limits = (
            ("0", _("With every answer")),
            ("1", _("With the first answer")),
            ("2", _("With the first two")),
            ("4", _("With the first four")),
        )
        yield Choice("help_limit", _("Help in a round, for seats that have it"), limits, now.help_limit)


def _of_score(now: Settings) -> Iterator[Choice]:
    yield Choice("standing", _("Show the standing while we play"), standing_shown(), now.standing)
    ending = (("hidden", _("No")), ("shown", _("Yes: on the score page")))
    yield Choice("ending", _("Say how much longer the game needs"), ending, now.ending)
