"""Starts the companion as an app of Home Assistant, with the options that are set there."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

OPTIONS = Path("/data/options.json")
SUPERVISOR = "http://supervisor"
INGRESS = "172.30.32.2"
"""The Supervisor, which shows the pages within Home Assistant: it is believed where they are seen."""


def arguments(options: Mapping[str, Any], broker: Mapping[str, Any] | None) -> list[str]:
    """What `companion serve` is called with. broker: what the Supervisor says of its MQTT broker; None: there
    is none, or it is not wanted."""
    made = ["serve", "--host", "0.0.0.0", "--port", "8000", "--proxy", INGRESS]
    for name in ("camera", "lights", "language"):
        made += [f"--{name}", str(options[name])]
    if broker is not None:
        user = quote(str(broker.get("username") or ""), safe="")
        password = quote(str(broker.get("password") or ""), safe="")
        who = f"{user}:{password}@" if user else ""
        scheme = "mqtts" if broker.get("ssl") else "mqtt"
        os.environ["COMPANION_SERVE_MQTT"] = f"{scheme}://{who}{broker['host']}:{broker['port']}"
    for address in options.get("webhooks", ()):
        made += ["--webhook", address]
    return made


def mqtt_service(token: str, supervisor: str = SUPERVISOR) -> dict[str, Any] | None:
    """The broker that Home Assistant offers to its apps; None: none."""
    asked = urllib.request.Request(
        f"{supervisor}/services/mqtt", headers={"Authorization": f"Bearer {token}"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            found = json.load(answer).get("data") or {}
    except (OSError, ValueError):
        return None
    return found if {"host", "port"} <= found.keys() else None


def main() -> None:
    options = json.loads(OPTIONS.read_text("utf-8"))
    token = os.environ.get("SUPERVISOR_TOKEN", "")
    broker = mqtt_service(token) if options["mqtt"] and token else None
    os.execvp("companion", ["companion", *arguments(options, broker)])


if __name__ == "__main__":
    main()
