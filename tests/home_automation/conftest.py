"""A real Mosquitto broker of this machine, and a client that listens to it."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.rigs.ports import free_port

TIMEOUT_SECONDS = 20.0


class Mosquitto:
    """A broker on its own port, which can be stopped and started again."""

    def __init__(self, program: str, folder: Path) -> None:
        self.port = free_port()
        self._run = [program, "-c", str(folder / "mosquitto.conf")]
        (folder / "mosquitto.conf").write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(self._run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _attempt in range(200):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            threading.Event().wait(0.05)
        raise AssertionError("Mosquitto does not come up")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            self._process = None


class Listener:
    """Every message of the broker, by topic. It acts as Home Assistant."""

    def __init__(self, port: int) -> None:
        import paho.mqtt.client as paho
        from paho.mqtt.enums import CallbackAPIVersion

        self.heard: dict[str, list[Any]] = {}
        self._news = threading.Condition()
        self._subscribed = threading.Event()
        self.client = paho.Client(CallbackAPIVersion.VERSION2)
        self.client.reconnect_delay_set(0.1, 0.2)
        self.client.on_connect = lambda client, *_rest: client.subscribe("#", 1)
        self.client.on_subscribe = lambda *_rest: self._subscribed.set()
        self.client.on_message = self._hear
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert self._subscribed.wait(TIMEOUT_SECONDS)

    def _hear(self, _client: Any, _data: Any, message: Any) -> None:
        text = message.payload.decode()
        with self._news:
            said = json.loads(text) if text.startswith(("{", "[")) else text
            self.heard.setdefault(message.topic, []).append(said)
            self._news.notify_all()

    def until(self, topic: str, wanted: Callable[[Any], bool]) -> Any:
        """The last message of the topic that `wanted` accepts, as soon as there is one."""
        with self._news:

            def there() -> bool:
                said = self.heard.get(topic)
                return bool(said) and wanted(said[-1])

            assert self._news.wait_for(there, TIMEOUT_SECONDS), (topic, self.heard.get(topic, [])[-1:])
            return self.heard[topic][-1]

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin") or shutil.which("mosquitto")
    if program is None:
        pytest.skip("no Mosquitto is installed here")
    made = Mosquitto(program, tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def listener(mosquitto: Mosquitto) -> Iterator[Listener]:
    made = Listener(mosquitto.port)
    yield made
    made.close()
