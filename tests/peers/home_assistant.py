"""Home Assistant's core from the package index, in an environment of its own that is kept in build/peers."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.peers.debian import KEPT

VERSION, PYTHON = "2025.1.4", "3.13"
"""The newest that runs on the first 3.13; the device's discovery in one message needs 2024.11."""
NEEDED = ("home-assistant-frontend==20250109.2", "paho-mqtt==1.6.1", "numpy==2.2.1")
"""What it would install itself at its first start."""
START_SECONDS = 240.0
ANSWER_SECONDS = 60.0


def installed() -> Path:
    """Its Python. Skips the test where it cannot be had."""
    place = KEPT / f"home-assistant-{VERSION}"
    if (place / "made").exists():
        return place / "bin/python"
    own = [sys.executable] if sys.version_info[:2] == (3, 13) else []
    found = [*own, *Path(os.environ.get("PYENV_ROOT", "/root/.pyenv")).glob(f"versions/{PYTHON}*/bin/python")]
    python = next(iter(found), None) or shutil.which(f"python{PYTHON}")
    if python is None:
        pytest.skip(f"no Python {PYTHON} here, on which Home Assistant {VERSION} runs")
    uv = shutil.which("uv") or str(Path(sys.executable).with_name("uv"))
    steps = (
        [python, "-m", "venv", "--clear", place],
        [uv, "pip", "install", "-q", "--python", place / "bin/python", f"homeassistant=={VERSION}", *NEEDED],
    )
    for step in steps:
        done = subprocess.run(step, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            said = done.stderr.strip().splitlines() or ["it says nothing"]
            pytest.skip(f"Home Assistant cannot be installed here: {said[-1]}")
    (place / "made").touch()
    return place / "bin/python"


class HomeAssistant:
    """A new home in `folder`, set up by its own API as its first page does, with this broker."""

    def __init__(self, folder: Path, broker_port: int) -> None:
        python = installed()
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            port = free.getsockname()[1]
        self._address = f"http://127.0.0.1:{port}"
        self._token = ""
        folder.mkdir()
        (folder / "configuration.yaml").write_text(
            f"http:\n  server_host: 127.0.0.1\n  server_port: {port}\napi:\nconfig:\nonboarding:\n"
        )
        self._log = folder / "said"
        near = {"PATH": f"{python.parent}:{os.environ['PATH']}", "VIRTUAL_ENV": str(python.parents[1])}
        with self._log.open("wb") as said:
            self._program = subprocess.Popen(
                [python, "-m", "homeassistant", "-c", folder], env=os.environ | near, stdout=said, stderr=said
            )
        try:
            self._set_up(broker_port)
        except BaseException:
            self.close()
            raise

    def _set_up(self, broker_port: int) -> None:
        end = time.monotonic() + START_SECONDS
        while True:
            try:
                self.ask("/api/onboarding")
                break
            except (OSError, urllib.error.HTTPError):
                goes_on = self._program.poll() is None and time.monotonic() < end
                assert goes_on, self._log.read_text("utf-8", "replace")[-3000:]
                time.sleep(0.5)
        who = {"client_id": f"{self._address}/", "name": "Ann", "username": "ann", "language": "en"}
        begun = self.ask("/api/onboarding/users", {**who, "password": "a-long-one"})
        form = {"grant_type": "authorization_code", "code": begun["auth_code"], "client_id": who["client_id"]}
        asked = urllib.request.Request(f"{self._address}/auth/token", urllib.parse.urlencode(form).encode())
        with urllib.request.urlopen(asked, timeout=ANSWER_SECONDS) as answer:
            self._token = json.load(answer)["access_token"]
        flow = self.ask("/api/config/config_entries/flow", {"handler": "mqtt"})["flow_id"]
        broker = {"broker": "127.0.0.1", "port": broker_port}
        made = self.ask(f"/api/config/config_entries/flow/{flow}", broker)
        assert made["type"] == "create_entry", made

    def ask(self, path: str, body: Any = None) -> Any:
        """Its answer as JSON; with a body it is posted."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self._address}{path}", data, headers)
        with urllib.request.urlopen(asked, timeout=ANSWER_SECONDS) as answer:
            return json.load(answer)

    def states(self, begin: str) -> dict[str, str]:
        """The states of the entities whose names begin so after their kind."""
        found = {it["entity_id"]: it["state"] for it in self.ask("/api/states")}
        return {name: state for name, state in found.items() if name.partition(".")[2].startswith(begin)}

    def until(self, entity: str, state: str) -> None:
        end = time.monotonic() + ANSWER_SECONDS
        while (now := self.states("").get(entity)) != state:
            assert time.monotonic() < end, (entity, now, state)
            time.sleep(0.1)

    def close(self) -> None:
        self._program.terminate()
        try:
            self._program.wait(30)
        except subprocess.TimeoutExpired:
            self._program.kill()
            self._program.wait()
