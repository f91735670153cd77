"""Starts the companion with the options of its app page in Home Assistant, and with its MQTT broker."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

OPTIONS = Path("/data/options.json")
INGRESS = "172.30.32.2"
"""Home Assistant's own proxy, always at this address."""
BROKER = "http://supervisor/services/mqtt"


def arguments(options: Mapping[str, Any], broker: Mapping[str, Any] | None) -> list[str]:
    """The command line. broker: what Home Assistant says of its MQTT service; None: there is none."""
    made = ["companion", "serve", "--port", "8000", "--proxy", INGRESS]
    for camera in options.get("cameras") or ["none"]:
        made += ["--camera", camera]
    made += ["--lights", options.get("lights") or "none", "--language", options.get("language") or "en"]
    if options.get("mqtt") and broker is not None:
        made += ["--mqtt", broker_address(broker)]
    return made


def broker_address(broker: Mapping[str, Any]) -> str:
    """ "mqtt://user:password@host:port" of the service's description."""
    who = ":".join(quote(str(broker[it]), safe="") for it in ("username", "password") if broker.get(it))
    scheme = "mqtts" if broker.get("ssl") else "mqtt"
    return f"{scheme}://{f'{who}@' if who else ''}{broker['host']}:{broker['port']}"


def find_broker() -> Mapping[str, Any] | None:
    token = os.environ.get("SUPERVISOR_TOKEN", "")
    asked = urllib.request.Request(BROKER, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            found: Mapping[str, Any] = json.load(answer)["data"]
            return found
    except (OSError, ValueError, KeyError):
        return None


def main() -> None:
    options = json.loads(OPTIONS.read_text("utf-8")) if OPTIONS.exists() else {}
    if options.get("trusted_hosts"):
        os.environ["COMPANION_TRUSTED_HOSTS"] = options["trusted_hosts"]
    command = arguments(options, find_broker() if options.get("mqtt") else None)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
