"""Home Assistant's core from the package index: a version on this machine's Python, and one on a Debian 13's.
Their environments are kept in build/peers."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from tests.peers.debian import KEPT, NEAR, authorities, bare_root, into, python_here
from tests.rigs.ports import free_port

VERSIONS = {"2025.1.4": "", "2026.2.3": "trixie"}
"""Those tried, and the Debian whose Python runs it: the second, the newest on any 3.13, needs a later 3.13.
The device's discovery in one message needs 2024.11."""
PYTHON = "3.13"
AT_ITS_START = """
import json, pathlib, homeassistant.bootstrap as it
folder = pathlib.Path(it.__file__).parent / "components"
seen, todo = set(), {"mqtt", "api", "config", "onboarding", *it.DEFAULT_INTEGRATIONS}
while todo - seen:
    seen.add(name := (todo - seen).pop())
    manifest = json.loads((folder / name / "manifest.json").read_text())
    print("\\n".join(manifest.get("requirements", ())))
    todo |= set(manifest.get("dependencies", ()))
"""
"""What it would install itself at its first start."""
START_SECONDS = 240.0
ANSWER_SECONDS = 60.0


class Installed:
    """A version in an environment of its own. Skips the test where it cannot be had."""

    def __init__(self, version: str) -> None:
        place, suite = KEPT / f"home-assistant-{version}", VERSIONS[version]
        self.root = place / "root" if suite else Path("/")
        self._enter = into(self.root) if suite else []
        self._venv = "/opt/home-assistant" if suite else str(place)
        if (place / "made").exists():
            return
        shutil.rmtree(place, ignore_errors=True)
        if suite:
            place.mkdir(parents=True)
            authorities(bare_root(place, suite, "unshare", "chroot"))
            self._step("apt-get", "update", "-qq")  # some of what it needs has no wheel for that Python
            self._step("apt-get", "install", "-qq", "--no-install-recommends", "g++", "python3-dev")
        python = "/usr/bin/python3" if suite else python_here(PYTHON)
        if python is None:
            pytest.skip(f"no Python {PYTHON} here, on which this Home Assistant runs")
        self._step(python, "-m", "venv", self._venv)
        self._step(f"{self._venv}/bin/pip", "install", "-q", "uv")
        install = (f"{self._venv}/bin/uv", "pip", "install", "-q", "--python", f"{self._venv}/bin/python")
        self._step(*install, f"homeassistant=={version}")
        needed = self._step(f"{self._venv}/bin/python", "-c", AT_ITS_START).split()
        self._step(*install, *needed)
        (place / "made").touch()

    def start(self, folder: Path, log: Path) -> subprocess.Popen[bytes]:
        words = [f"{self._venv}/bin/python", "-m", "homeassistant", "-c", f"/{folder.relative_to(self.root)}"]
        near = {"PATH": f"{self._venv}/bin:/usr/bin:/usr/sbin", "VIRTUAL_ENV": self._venv}
        with log.open("wb") as said:
            return subprocess.Popen([*self._enter, *words], env=NEAR | near, stdout=said, stderr=said)

    def _step(self, *words: str) -> str:
        done = subprocess.run(
            [*self._enter, *words], env=NEAR, capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode:
            said = (done.stdout + done.stderr).strip().splitlines() or ["it says nothing"]
            pytest.skip(f"Home Assistant cannot be installed here: {said[-1]}")
        return done.stdout


class HomeAssistant:
    """A new home, set up by its own API as its first page does, with this broker."""

    def __init__(self, version: str, broker_port: int) -> None:
        here = Installed(version)
        port = free_port()
        self._address = f"http://127.0.0.1:{port}"
        self._token = ""
        self._folder = Path(tempfile.mkdtemp(dir=here.root / "tmp"))
        (self._folder / "configuration.yaml").write_text(
            f"http:\n  server_host: 127.0.0.1\n  server_port: {port}\napi:\nconfig:\nonboarding:\n"
        )
        self._log = self._folder / "said"
        self._program = here.start(self._folder, self._log)
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
        shutil.rmtree(self._folder)
