"""Tests of the app for Home Assistant OS: its description by the documented form, and what it starts."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from companion import __version__
from companion.commands.serve import serve
from companion.home_automation.broker import broker
from companion.translation import languages

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "home_assistant"
CONFIG: dict[str, Any] = yaml.safe_load((APP / "config.yaml").read_text("utf-8"))

FIELDS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "version": str,
    "slug": str,
    "description": str,
    "arch": list,
    "startup": str,
    "boot": str,
    "init": bool,
    "ingress": bool,
    "ingress_port": int,
    "ingress_stream": bool,
    "panel_icon": str,
    "panel_title": str,
    "host_network": bool,
    "watchdog": str,
    "video": bool,
    "uart": bool,
    "usb": bool,
    "udev": bool,
    "services": list,
    "backup": str,
    "options": dict,
    "schema": dict,
}
"""The fields that the app uses, and their types: https://developers.home-assistant.io/docs/add-ons/configuration"""


def loaded(path: Path) -> ModuleType:
    described = importlib.util.spec_from_file_location(path.stem, path)
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def start() -> ModuleType:
    return loaded(APP / "start.py")


def test_the_description_has_the_documented_form() -> None:
    for field, value in CONFIG.items():
        assert isinstance(value, FIELDS[field]), field
    assert {"name", "version", "slug", "description", "arch"} <= CONFIG.keys()
    assert CONFIG["version"] == __version__
    assert re.fullmatch(r"[-_.A-Za-z0-9]+", CONFIG["slug"])
    assert set(CONFIG["arch"]) <= {"amd64", "aarch64"}
    assert CONFIG["startup"] in ("initialize", "system", "services", "application", "once")
    assert all(re.fullmatch(r"[a-z]+:(provide|want|need)", it) for it in CONFIG["services"])
    assert CONFIG["host_network"]
    assert re.fullmatch(r"https?://\[HOST\]:\[PORT:8000\]/healthz", CONFIG["watchdog"])


def test_each_option_has_a_type_and_a_value_of_it() -> None:
    schema, options = CONFIG["schema"], CONFIG["options"]
    assert schema.keys() == options.keys()
    kinds = {"str": str, "str?": str, "bool": bool}
    for name, kind in schema.items():
        if isinstance(kind, list):
            assert all(isinstance(it, kinds[kind[0]]) for it in options[name])
        elif (among := re.fullmatch(r"list\((.+)\)", kind)) is not None:
            assert options[name] in among[1].split("|")
        else:
            assert isinstance(options[name], kinds[kind]), name
    assert schema["language"] == f"list({'|'.join(sorted(languages()))})"


@pytest.mark.parametrize("cameras", [[], ["/dev/video0", "rtsp://10.0.0.8/stream"]])
def test_what_it_starts_is_a_command_of_the_companion(start: ModuleType, cameras: list[str]) -> None:
    service = {
        "host": "core-mosquitto",
        "port": 1883,
        "username": "addons",
        "password": "a@b/c:d",
        "ssl": False,
    }
    command = start.arguments({**CONFIG["options"], "cameras": cameras}, service)
    assert command[:2] == ["companion", "serve"]
    given = serve.make_context("serve", command[2:]).params
    assert given["cameras"] == tuple(cameras or ["none"])
    assert given["lights"] == "auto"
    assert given["port"] == CONFIG["ingress_port"]
    assert given["proxies"] == (start.INGRESS,)
    told = broker(given["mqtt"])
    assert (told.host, told.port, told.user, told.password) == ("core-mosquitto", 1883, "addons", "a@b/c:d")


def test_without_a_broker_it_starts_all_the_same(start: ModuleType) -> None:
    command = start.arguments(CONFIG["options"], None)
    assert serve.make_context("serve", command[2:]).params["mqtt"] is None
    open_broker = {"host": "10.0.0.2", "port": 8883, "ssl": True}
    assert start.broker_address(open_broker) == "mqtts://10.0.0.2:8883"


def test_the_folder_has_the_wheel_and_its_version(tmp_path: Path) -> None:
    wheel = tmp_path / "table_companion-1.2.3-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    made = loaded(ROOT / "scripts" / "home_assistant_app.py").assemble(wheel, tmp_path / "app")
    assert yaml.safe_load((made / "config.yaml").read_text("utf-8"))["version"] == "1.2.3"
    assert {it.name for it in made.iterdir()} == {"Dockerfile", "config.yaml", "start.py", wheel.name}
    text = (made / "Dockerfile").read_text("utf-8")
    assert "COPY *.whl" in text
    assert "COPY start.py" in text
    linter = Path(sys.executable).with_name("hadolint")
    if linter.exists():
        done = subprocess.run([linter, APP / "Dockerfile"], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout
