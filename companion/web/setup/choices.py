"""A field with few values, and those that both a new game and a table in play have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.translation import _
from companion.web.live.choosable import Choosable, boxes
from companion.web.request.devices import DevicesHere

Values = tuple[tuple[str, str], ...]
"""(value, words) of each."""


@dataclass(frozen=True, slots=True)
class Choice:
    """chosen: the value that holds. wrong: why what was entered is refused, "": it is not. attributes: of the
    field's element, for the page's scripts."""

    name: str
    legend: str
    values: Values
    chosen: str
    wrong: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def boxes(self) -> tuple[Choosable, ...]:
        return boxes(self.values, self.chosen)


def who_draws(devices: DevicesHere, chosen: str) -> Values:
    """Who may draw during play. chosen: by whom it is done now."""
    seen = devices.reads_draws or chosen == "camera"
    camera = (("camera", _("We draw, the camera reads it")),) if seen else ()
    return (("virtual", _("The companion draws")), *camera, ("hand", _("We draw, and enter it")))


def standing_shown() -> Values:
    """Whether the standing is shown while people play."""
    return (
        ("hidden", _("No: the score is a surprise")),
        ("shown", _("Yes: on the score page and on each seat’s page")),
    )


def how_taught() -> Values:
    """How much of the game is taught."""
    return (
        ("lessons", _("Teach us: lessons as we play")),
        ("reminders", _("Remind us of what is easily forgotten")),
        ("off", _("We know it")),
    )
