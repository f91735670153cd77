"""A phone's webcam app: MJPEG over http, which can be killed and started again on the same port."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2


class WebcamApp:
    """image: what it always sends. silent: it sends nothing more, but keeps the connection open."""

    def __init__(self, image: Any) -> None:
        self.jpeg = cv2.imencode(".jpg", image)[1].tobytes()
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
            self._serving = None
