"""A camera on the network that goes away, hangs and comes back, against a server of our own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import pytest

from companion.table.observation import SeenTable
from companion.vision.camera_worker import Eyes, Status
from companion.vision.live_camera import without_password
from companion.vision.rendered import RenderedTable

from .conftest import TILES, eventually


class Phone:
    """A phone's webcam app: MJPEG over http. It can be killed, and begun again on the same port."""

    def __init__(self, table: RenderedTable) -> None:
        self.jpeg = cv2.imencode(".jpg", table.picture())[1].tobytes()
        self.port = 0
        self.silent = threading.Event()
        self._serving: ThreadingHTTPServer | None = None
        self._over = threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def begin(self) -> None:
        phone, over = self, threading.Event()
        self._over = over

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                try:
                    while not over.wait(0.05):
                        if phone.silent.is_set():
                            continue
                        kind = f"Content-Type: image/jpeg\r\nContent-Length: {len(phone.jpeg)}"
                        self.wfile.write(f"--frame\r\n{kind}\r\n\r\n".encode() + phone.jpeg + b"\r\n")
                except OSError:
                    pass

            def log_message(self, *_: object) -> None: ...

        class Serving(ThreadingHTTPServer):
            daemon_threads = True
            allow_reuse_address = True

        self._serving = Serving(("127.0.0.1", self.port), Answer)
        self.port = self._serving.server_address[1]
        threading.Thread(target=self._serving.serve_forever, args=(0.05,), daemon=True).start()

    def kill(self) -> None:
        self._over.set()
        if self._serving is not None:
            self._serving.shutdown()
            self._serving.server_close()


@pytest.fixture
def phone(table: RenderedTable) -> Iterator[Phone]:
    table.put("W01", "A", 300, 150)
    phone = Phone(table)
    phone.begin()
    yield phone
    phone.kill()


def test_a_killed_stream_is_noticed_and_found_again_by_itself(
    phone: Phone, table: RenderedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.vision.camera_worker.RETRY", 0.1)
    told: list[SeenTable] = []
    states: list[Status] = []
    eyes = Eyes(phone.address, table.layout, "NF", TILES.values(), told.append, states.append)
    eyes.start()
    try:
        eventually(lambda: told and "W01" in told[-1].spots)
        phone.kill()
        eventually(lambda: eyes.status().state == "lost")
        assert not told[-1].watching  # nobody watches, so nothing is missing
        phone.begin()
        eventually(lambda: eyes.status().state == "online" and "W01" in told[-1].spots)
        assert [s.state for s in states] == ["online", "lost", "online"]
        # The line stays, and nothing comes over it: noticed as well.
        phone.silent.set()
        eventually(lambda: eyes.status().state == "lost")
    finally:
        phone.silent.clear()
        eyes.stop()


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://10.0.0.7:8080/video", "http://10.0.0.7:8080/video"),
        ("rtsp://me:pass@word@host/1?x=1", "rtsp://host/1?x=1"),
        ("https://user@host", "https://host"),
    ],
)
def test_a_password_in_an_address_is_shown_to_nobody(address: str, shown: str) -> None:
    assert without_password(address) == shown
