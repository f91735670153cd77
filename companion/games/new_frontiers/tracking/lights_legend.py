"""The meaning of each light of New Frontiers in words, for the legend page and for hardware.md."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.contract import Light
from companion.games.new_frontiers.tracking.lights import (
    BRIGHT,
    CREDITS,
    DRAW,
    FAINT,
    FREE,
    LAST_ROUND,
    PLAIN,
    RHYTHMS,
)
from companion.translation import _, marked

PLAYER = "player"
"""In a Meaning's light: the colour of a player; as its motion, that player's rhythm."""

IN_WORDS = {
    "off": marked("dark"),
    "steady": marked("steady"),
    "slow-pulse": marked("swells and fades every 2 seconds"),
    "double-blink": marked("blinks twice, then rests"),
    "triple-blink": marked("blinks three times, then rests"),
    "long-short": marked("shines long, then short"),
    "breathe": marked("breathes slowly"),
    "flutter": marked("flutters"),
    "alarm": marked("flashes"),
}


@dataclass(frozen=True)
class Meaning:
    """A light and what it says. where: a segment. By the table: no game's light, but the table's own."""

    where: str
    light: Light
    words: str
    by_the_table: bool = False


def _player(level: int, motion: str = PLAYER) -> Light:
    return Light(PLAYER, motion, level)


MEANINGS = (
    Meaning("track", _player(PLAIN), marked("a disk lies here")),
    Meaning(
        "track", _player(BRIGHT), marked("a disk lies here, and its player must act; at the end: a winner")
    ),
    Meaning(
        "track", _player(FAINT, "breathe"), marked("a disk is halfway from here to the next space forward")
    ),
    Meaning("tiles", FREE, marked("nobody has selected this action tile this round")),
    Meaning("tiles", LAST_ROUND, marked("nobody has selected it, and the game ends after this round")),
    Meaning("tiles", CREDITS, marked("nobody has selected it, and credits lie on it")),
    Meaning(
        "tiles",
        _player(BRIGHT),
        marked("this action is being done, by this player now; at the end: a winner"),
    ),
    Meaning("tiles", _player(FAINT), marked("this player has selected it, and it is done")),
    Meaning("seats", _player(FAINT), marked("this player sits here")),
    Meaning("seats", _player(BRIGHT), marked("this player must act; at the end: a winner")),
    Meaning("explore", DRAW, marked("draw the worlds and lay them in the middle")),
    Meaning("explore", _player(BRIGHT), marked("this player picks a world")),
    Meaning("tiles", Light("white", "breathe", BRIGHT), marked("help: good to select; or a lesson"), True),
    Meaning("tiles", Light("white", "slow-pulse", PLAIN), marked("help: in between"), True),
    Meaning("tiles", Light(), marked("help: poor"), True),
    Meaning(
        "track",
        _player(BRIGHT, "flutter"),
        marked("this player must act, for more than 20 seconds now"),
        True,
    ),
    Meaning(
        "tiles",
        _player(BRIGHT, "flutter"),
        marked("this player must act, for more than 20 seconds now"),
        True,
    ),
    Meaning(
        "seats",
        _player(BRIGHT, "flutter"),
        marked("this player must act, for more than 20 seconds now"),
        True,
    ),
    Meaning(
        "track",
        Light("alarm", "alarm", BRIGHT),
        marked("the last light: table and companion disagree; see a screen"),
        True,
    ),
    Meaning(
        "tiles",
        Light("alarm", "alarm", BRIGHT),
        marked("the last light: table and companion disagree; see a screen"),
        True,
    ),
)


def players() -> tuple[tuple[str, str], ...]:
    """(player's colour, the rhythm in words)."""
    return tuple((colour, _(IN_WORDS[motion])) for colour, motion in RHYTHMS.items())


PLACES = {
    "track": marked("Priority track"),
    "tiles": marked("Action tiles"),
    "seats": marked("A light for each seat (optional)"),
    "explore": marked("Round the explored worlds (optional)"),
}


def shown(colour: str) -> tuple[tuple[str, tuple[tuple[Light, str], ...]], ...]:
    """(place, ((light, what it says), ...)) of everything, with the player of this colour as the example."""
    return tuple(
        (
            _(words),
            tuple(
                (_example(known.light, colour), _(known.words)) for known in MEANINGS if known.where == where
            ),
        )
        for where, words in PLACES.items()
    )


def _example(light: Light, colour: str) -> Light:
    motion = RHYTHMS[colour] if light.motion == PLAYER else light.motion
    return Light(colour if light.colour == PLAYER else light.colour, motion, light.level)


def rhythm(colour: str) -> Light:
    """The light of the player of this colour."""
    return Light(colour, RHYTHMS[colour], BRIGHT)


def meaning(where: str, light: Light) -> Meaning | None:
    """What a light says; None: it is dark, or says nothing."""
    for known in MEANINGS:
        wanted = known.light
        motion = RHYTHMS.get(light.colour) if wanted.motion == PLAYER else wanted.motion
        colour = light.colour in RHYTHMS if wanted.colour == PLAYER else light.colour == wanted.colour
        if where == known.where and colour and light.motion == motion and light.level == wanted.level:
            return known
    return None
