"""Help on the lamps: what is worth choosing glows in three shades, by motion and level, not by colour."""

from __future__ import annotations

from companion.coach.helpers import helped_questions
from companion.coach.levels import level_now, shown
from companion.games.contract import Light, LightPicture, State
from companion.table.advice import FAIR, GOOD, POOR
from companion.table.snapshot import Now
from companion.table.table import Table

LAMPS = {GOOD: ("breathe", 3), FAIR: ("slow-pulse", 2), POOR: ("off", 0)}
"""By shade: motion and level. A poor answer stays dark: a faint lamp says elsewhere that a thing is done."""


def with_helped_lamps(table: Table[State], now: Now[State], picture: LightPicture) -> LightPicture:
    """The lamps with those beside the answers of the one seat that is asked and has help, if it is the only
    one; as everybody at the table may know it."""
    advice, coaching = now.around.advice, table.game.coaching
    if advice is None or coaching is None or advice.number != now.number:
        return picture
    asked = tuple(helped_questions(table.game, now))
    found = advice.find(asked[0].player, asked[0].kind, None) if len(asked) == 1 else None
    if found is None:
        return picture
    view = table.game.view(now.state, None)
    lights = {
        lamp: LAMPS[one.shade]
        for one, _recommended in shown(found, level_now(table, now, found.seat))
        for lamp in coaching.lamps(view, one.decision)
    }
    if not lights:
        return picture
    segments = tuple(
        (
            name,
            tuple(
                Light(light.colour, *lights[name, at]) if (name, at) in lights else light
                for at, light in enumerate(lamps)
            ),
        )
        for name, lamps in picture.segments
    )
    return LightPicture(segments, picture.calls)
