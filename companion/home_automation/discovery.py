"""Home Assistant's description of a table as a device: its topics, sensors and buttons.

One message for the whole device ("device-based discovery", Home Assistant 2024.11 and newer).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata

from companion import __version__
from companion.games.contract import Json
from companion.translation import _, marked

STATUS_TOPIC = "homeassistant/status"
"""Home Assistant publishes "online" here when it has started: it then needs the description again."""


@dataclass(frozen=True, slots=True)
class Topics:
    """The topics of a table. node: what it is called at the broker."""

    node: str

    def _of(self, name: str) -> str:
        return f"companion/{self.node}/{name}"

    @property
    def config(self) -> str:
        return f"homeassistant/device/companion_{self.node}/config"

    @property
    def availability(self) -> str:
        return self._of("availability")

    @property
    def state(self) -> str:
        return self._of("state")

    @property
    def entry(self) -> str:
        return self._of("entry")

    @property
    def undo(self) -> str:
        return self._of("undo")

    @property
    def next(self) -> str:
        return self._of("next")


SENSORS = {
    "turn": (marked("Turn"), "mdi:account-clock"),
    "round": (marked("Round"), "mdi:counter"),
    "phase": (marked("Phase"), "mdi:progress-clock"),
    "game": (marked("Game"), "mdi:dice-multiple"),
    "last": (marked("What just happened"), "mdi:history"),
    "undoes": (marked("Undo takes back"), "mdi:undo"),
    "camera": (marked("Camera"), "mdi:camera"),
    "lights": (marked("Lights"), "mdi:led-strip-variant"),
    "message": (marked("Message"), "mdi:message-text"),
}
"""By their name in the state: what they are called, and their picture."""

DIAGNOSTIC = frozenset(("undoes", "camera", "lights", "message", "alarm"))
"""Those about the companion itself: Home Assistant shows them apart from those about the game."""

BUTTONS = {
    "undo": (marked("Undo"), "mdi:undo"),
    "next": (marked("Next"), "mdi:skip-next"),
}


def device(topics: Topics, address: str, station: str = "") -> Json:
    """What is published at `topics.config`, in the language that holds. address: of the table's pages.
    station: what people call it, if not as its topics."""
    components: dict[str, Json] = {
        name: {
            "platform": "sensor",
            "name": _(words),
            "icon": icon,
            "unique_id": f"companion_{topics.node}_{name}",
            "state_topic": topics.state,
            "value_template": f"{{{{ value_json.{name} }}}}",
            **_category(name),
        }
        for name, (words, icon) in SENSORS.items()
    }
    components["alarm"] = {
        "platform": "binary_sensor",
        "name": _("Alarm"),
        "device_class": "problem",
        **_category("alarm"),
        "unique_id": f"companion_{topics.node}_alarm",
        "state_topic": topics.state,
        "value_template": "{{ 'ON' if value_json.alarm else 'OFF' }}",
        "json_attributes_topic": topics.state,
        "json_attributes_template": "{{ {'sentences': value_json.alarm} | tojson }}",
    }
    for name, (words, icon) in BUTTONS.items():
        components[name] = {
            "platform": "button",
            "name": _(words),
            "icon": icon,
            "unique_id": f"companion_{topics.node}_{name}",
            "command_topic": getattr(topics, name),
        }
    about: dict[str, Json] = {
        "identifiers": [f"companion_{topics.node}"],
        "name": _("Table {name}", name=station or topics.node),
        "manufacturer": "table-companion",
        "sw_version": __version__,
    }
    if address:
        about["configuration_url"] = address
    return {
        "device": about,
        "origin": _origin(),
        "availability_topic": topics.availability,
        "qos": 1,
        "components": components,
    }


def _category(name: str) -> dict[str, Json]:
    return {"entity_category": "diagnostic"} if name in DIAGNOSTIC else {}


def _origin() -> dict[str, Json]:
    """Who describes the device, and where help is: the project's page, if the installed package names one."""
    about: dict[str, Json] = {"name": "table-companion", "sw_version": __version__}
    with suppress(PackageNotFoundError):  # run from its source
        for line in metadata("table-companion").get_all("Project-URL") or ():
            label, _comma, address = line.partition(", ")
            if label == "Issues":
                about["support_url"] = address
    return about
