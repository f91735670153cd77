"""The app for Home Assistant OS: its description, and its options as those of `companion serve`."""

from __future__ import annotations

import importlib.util
import json
import re
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml

from companion.commands.serve import serve
from companion.home_automation.broker import broker

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "examples" / "home-assistant-app"
REQUIRED = {"name", "version", "slug", "description", "arch"}
ARCHITECTURES = {"aarch64", "amd64"}
FIELD = re.compile(r"(str|bool|url|int|float|port|email|password|list\([\w|]+\))(\(\d*,\d*\))?\??")


def loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    made: dict[str, Any] = yaml.safe_load((FOLDER / "config.yaml").read_text("utf-8"))
    return made


@pytest.fixture(scope="module")
def run() -> Any:
    return loaded(FOLDER / "run.py")


def test_the_description_has_what_home_assistant_wants(described: dict[str, Any]) -> None:
    assert described.keys() >= REQUIRED
    assert re.fullmatch(r"[-_.a-z0-9]+", described["slug"])
    assert set(described["arch"]) <= ARCHITECTURES
    assert described["options"].keys() == described["schema"].keys()
    fields = [
        it for value in described["schema"].values() for it in (value if isinstance(value, list) else [value])
    ]
    assert all(FIELD.fullmatch(it) for it in fields)
    assert all(described[it] for it in ("usb", "video", "uart")), "a camera and a board are passed on"
    assert described["ingress_stream"], "live lines must not be buffered"
    words = yaml.safe_load((FOLDER / "translations" / "en.yaml").read_text("utf-8"))
    assert words["configuration"].keys() == described["schema"].keys()


def test_its_options_are_those_of_serve(described: dict[str, Any], run: Any, monkeypatch: Any) -> None:
    monkeypatch.delenv("COMPANION_SERVE_MQTT", raising=False)
    options = {**described["options"], "camera": "/dev/video0", "webhooks": ["https://example.org/hook"]}
    name, *given = run.arguments(options, None)
    assert name == "serve"
    asked = serve.make_context("serve", list(given), resilient_parsing=False).params
    assert asked["port"] == described["ingress_port"]
    assert asked["webhooks"] == ("https://example.org/hook",)
    languages = described["schema"]["language"].removeprefix("list(").removesuffix(")").split("|")
    choice = next(it for it in serve.params if it.name == "language").type
    assert languages == list(choice.choices)


def test_the_broker_of_home_assistant_is_told(described: dict[str, Any], run: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("COMPANION_SERVE_MQTT", "")
    found = {"host": "core-mosquitto", "port": 1883, "username": "addons", "password": "a@b/c", "ssl": False}
    run.arguments(described["options"], found)
    told = broker(run.os.environ["COMPANION_SERVE_MQTT"])
    assert (told.host, told.port, told.user, told.password) == ("core-mosquitto", 1883, "addons", "a@b/c")


@pytest.mark.parametrize(("body", "there"), [({"data": {"host": "h", "port": 1883}}, True), ({}, False)])
def test_the_supervisor_is_asked_for_it(run: Any, body: Any, there: bool) -> None:
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.path, self.headers["Authorization"]))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.handle_request, daemon=True).start()
        found = run.mqtt_service("secret", f"http://127.0.0.1:{server.server_port}")
    assert (found is not None) == there
    assert asked == [("/services/mqtt", "Bearer secret")]
    assert run.mqtt_service("secret", "http://127.0.0.1:9") is None


def test_the_folder_has_the_wheel_and_its_version(tmp_path: Path) -> None:
    wheel = tmp_path / "table_companion-1.2.3-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    made = loaded(ROOT / "scripts" / "home_assistant_app.py").assemble(wheel, tmp_path / "app")
    assert yaml.safe_load((made / "config.yaml").read_text("utf-8"))["version"] == "1.2.3"
    assert {it.name for it in made.iterdir()} >= {"Dockerfile", "run.py", wheel.name, "translations"}
    assert not (made / "__pycache__").exists()
