"""A table's settings; kept with the table, changeable at any time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from typing import Any

from companion.games.contract import Json
from companion.translation import _

CHOICES: dict[str, tuple[str, ...]] = {
    "draws": ("virtual", "camera", "hand"),
    "dice": ("virtual", "hand"),
    "undo": ("confirm", "tablet"),
    "corrections": ("everybody", "second", "tablet"),
    "referee": ("by itself", "ask", "off"),
    "lights": ("day", "evening"),
    "standing": ("hidden", "shown"),
    "ending": ("hidden", "shown"),
    "teaching": ("off", "reminders", "lessons"),
    "ahead": ("on", "off", "lot"),
    "coach": ("on", "off"),
    "help_limit": ("0", "1", "2", "4"),
}
HELP_LEVELS = NO_HELP, CAREFUL, GUIDED, TAUGHT = "none", "careful", "guided", "taught"
"""Of a seat: no help; only what would hurt; every answer graded; one answer recommended, and the lessons."""
MORE_TIME_PERCENT_RANGE = (100, 1000)
"""Of `more_time`: a seat's time in percent of the question's."""
TEXT_PATTERNS = {
    "help": re.compile(r"[0-9TZ:.+-]{0,40}"),
    "station": re.compile(r"\d{0,6}"),
    "branch": re.compile(r"[^\x00-\x1f]{0,40}"),
    "copy": re.compile(r"[^\x00-\x1f]{0,40}"),
}
SECONDS_RANGES = {"moment": (0.0, 30.0), "patience": (1.0, 60.0), "second_thoughts": (0.0, 30.0)}


class BadSetting(ValueError):
    """An invalid setting; `sentence` says what is allowed."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True)
class Settings:
    """draws: who tells what is drawn: the virtual bag, the camera, or a person by hand. dice: who tells a
    roll: the companion or a person.

    undo: how another player's step is taken back: by a second tap that names the player, or only at the
    tablet. corrections: who overrules what is nobody's own (the round, cards, what a tile says): every seat,
    a seat that another device confirms, or only the tablet and the staff. asked: the correction that waits
    for that. more_time: seat (as text, from 0) to its time in percent of a question's seconds.
    referee: what becomes of the one decision that explains the table. moment: seconds until it commits
    itself. patience: seconds of a still table before a disagreement is spoken of. second_thoughts: seconds
    in which putting the tiles back takes a decision back that the camera told. lights: how bright they are.
    standing: whether anybody sees who leads before the end. ending: whether the
    table sees how much longer it needs. teaching: whether players are reminded of what is
    easily forgotten, or taught the game as it goes. ahead: whether who is taught is asked one tap ahead, by
    lot at half of the tables, so that both kinds can be compared. coach: whether a seat may ask for
    suggestions, or have help. helped: seat (as text, from 0) to its level of help, of HELP_LEVELS;
    help_limit: with how many answers of a round a seat is helped, "0": with all.
    computers: seat (as text, from 0) to the kind of computer player that answers for it. taught:
    how far (companion/lessons/kept.py). pages: what the pages keep. station: the id of the one where it is or
    was played, branch: the house's; "" at home. copy: the name of the box that it is played with; "": the one
    in use. put_away: what is back in the box
    (companion/put_away/kept.py).
    help: since when somebody there waits for the staff, as ISO 8601; "": nobody does.
    """

    draws: str = "virtual"
    dice: str = "virtual"
    undo: str = "confirm"
    corrections: str = "everybody"
    asked: Mapping[str, Json] = field(default_factory=dict)
    more_time: Mapping[str, int] = field(default_factory=dict)
    referee: str = "by itself"
    moment: float = 0.3
    patience: float = 3.0
    second_thoughts: float = 3.0
    lights: str = "day"
    standing: str = "hidden"
    ending: str = "hidden"
    teaching: str = "off"
    ahead: str = "on"
    coach: str = "on"
    helped: Mapping[str, str] = field(default_factory=dict)
    help_limit: str = "0"
    computers: Mapping[str, str] = field(default_factory=dict)
    taught: Mapping[str, Json] = field(default_factory=dict)
    pages: Mapping[str, Json] = field(default_factory=dict)
    station: str = ""
    branch: str = ""
    copy: str = ""
    help: str = ""
    put_away: Mapping[str, Json] = field(default_factory=dict)

    def asks_ahead(self, table_id: str) -> bool:
        """Whether who is taught is asked one tap ahead. The lot is the table's own: it never changes."""
        if self.ahead == "lot":
            return sha256(f"ahead/{table_id}".encode()).digest()[0] % 2 == 0
        return self.ahead == "on"

    def with_changes(self, /, **changes: Any) -> Settings:
        """These settings with changes. Raises BadSetting."""
        known = {f.name for f in fields(self)}
        for name, value in changes.items():
            if name not in known:
                raise BadSetting(_("There is no table setting called {name}.", name=f"{name!r:.60}"))
            if name in CHOICES and value not in CHOICES[name]:
                raise BadSetting(
                    _(
                        "The setting {name} is one of: {choices}.",
                        name=repr(name),
                        choices=", ".join(CHOICES[name]),
                    )
                )
            if name in SECONDS_RANGES:
                low, high = SECONDS_RANGES[name]
                if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
                    raise BadSetting(
                        _(
                            "The setting {name} is a number of seconds from {lowest} to {highest}.",
                            name=repr(name),
                            lowest=f"{low:g}",
                            highest=f"{high:g}",
                        )
                    )
            if name == "more_time" and not _is_more_time(value):
                lowest, highest = MORE_TIME_PERCENT_RANGE
                raise BadSetting(
                    _(
                        "The setting 'more_time' gives seats a number from {lowest} to {highest} (percent).",
                        lowest=lowest,
                        highest=highest,
                    )
                )
            if name in TEXT_PATTERNS and not (
                isinstance(value, str) and TEXT_PATTERNS[name].fullmatch(value)
            ):
                raise BadSetting(_("The setting {name} cannot be so.", name=repr(name)))
            if name == "computers" and not _is_computers(value):
                raise BadSetting(_("The setting 'computers' gives seats a kind of computer player."))
            if name == "helped" and not _is_helped(value):
                raise BadSetting(
                    _(
                        "The setting 'helped' gives seats one of: {choices}.",
                        choices=", ".join(HELP_LEVELS),
                    )
                )
            if name in ("pages", "taught", "asked", "put_away") and not isinstance(value, Mapping):
                raise BadSetting(_("The setting {name} is a JSON object.", name=repr(name)))
        return replace(self, **changes)

    def to_json(self) -> dict[str, Json]:
        return {f.name: getattr(self, f.name) for f in fields(self)} | {
            "pages": dict(self.pages),
            "taught": dict(self.taught),
            "asked": dict(self.asked),
            "put_away": dict(self.put_away),
            "more_time": dict(self.more_time),
            "computers": dict(self.computers),
            "helped": dict(self.helped),
        }

    def help_of(self, seat: int | None) -> str:
        """The level of help of a seat, of HELP_LEVELS; none for the table, and where the coach is off."""
        return NO_HELP if self.coach == "off" else self.helped.get(str(seat), NO_HELP)


def _is_more_time(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(seat, str)
        and seat.isdigit()
        and type(n) is int
        and MORE_TIME_PERCENT_RANGE[0] <= n <= MORE_TIME_PERCENT_RANGE[1]
        for seat, n in value.items()
    )


def _is_computers(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(seat, str) and seat.isdigit() and isinstance(kind, str) and kind.isidentifier()
        for seat, kind in value.items()
    )


def _is_helped(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(seat, str) and seat.isdigit() and level in HELP_LEVELS for seat, level in value.items()
    )


def settings_from_json(data: Json) -> Settings:
    """The settings stored with a table. Names and values that this version does not allow are dropped."""
    stored = data if isinstance(data, Mapping) else {}
    with suppress(BadSetting):
        return Settings().with_changes(**stored)  # all at once: after each write every open table asks
    settings = Settings()
    for name, value in stored.items():
        with suppress(BadSetting):
            settings = settings.with_changes(**{name: value})
    return settings
