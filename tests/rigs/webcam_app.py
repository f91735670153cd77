"""A phone's webcam app: MJPEG over http, which can be killed and started again on the same port; and a camera
in the network that gives single pictures, a page, and refuses as RFC 7617 and RFC 7616 say.
"""

from __future__ import annotations

import base64
import hashlib
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
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


NONCE = "dcd98b7102dd2f0e8b11d0f600bfb0c0"


class NetworkCamera:
    """/shot.jpg one picture; / a page; /basic.jpg and /digest.jpg for `user` and `password` only; the rest
    is not there. asked: the paths asked for, with what proved the user."""

    def __init__(self, jpeg: bytes, user: str, password: str) -> None:
        self.jpeg, self.user, self.password = jpeg, user, password
        self.asked: list[tuple[str, str]] = []

    def answer(self, path: str, proof: str) -> tuple[int, str, str, bytes]:
        """Status, type of content, how to prove oneself, content."""
        self.asked.append((path, proof))
        if path.startswith("/shot.jpg"):
            return 200, "image/jpeg", "", self.jpeg
        if path == "/":
            return 200, "text/html; charset=utf-8", "", b"<h1>My camera app</h1>"
        if path == "/basic.jpg":
            right = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
            good = proof == f"Basic {right}"
            return (
                (200, "image/jpeg", "", self.jpeg) if good else (401, "text/html", 'Basic realm="cam"', b"")
            )
        if path == "/digest.jpg":
            if self.is_digest_right("GET", path, proof):
                return 200, "image/jpeg", "", self.jpeg
            return 401, "text/html", f'Digest realm="cam", qop="auth", nonce="{NONCE}"', b""
        return 404, "text/html", "", b"not found"

    def is_digest_right(self, method: str, uri: str, proof: str) -> bool:
        """As RFC 7616, 3.4.1, has it, for MD5."""
        said = dict(re.findall(r'(\w+)="?([^",]*)"?', proof.removeprefix("Digest ")))
        if not proof.startswith("Digest ") or said.get("username") != self.user or said.get("nonce") != NONCE:
            return False

        def md5(text: str) -> str:
            return hashlib.md5(text.encode()).hexdigest()

        secret, what = md5(f"{self.user}:cam:{self.password}"), md5(f"{method}:{uri}")
        middle = f":{said['nc']}:{said['cnonce']}:{said['qop']}:" if "qop" in said else ":"
        return said.get("response") == md5(f"{secret}:{NONCE}{middle}{what}") and said["uri"] == uri

    @contextmanager
    def serve_http(self) -> Iterator[int]:
        """Gives its port."""
        camera = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                proof = self.headers.get("Authorization", "")
                status, kind, challenge, content = camera.answer(self.path, proof)
                self.send_response(status)
                self.send_header("Content-Type", kind)
                if challenge:
                    self.send_header("WWW-Authenticate", challenge)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None: ...

        with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as serving:
            serving.daemon_threads = True
            threading.Thread(target=serving.serve_forever, args=(0.05,), daemon=True).start()
            yield serving.server_address[1]
            serving.shutdown()

    @contextmanager
    def serve_rtsp(self) -> Iterator[int]:
        """Gives the port of an RTSP server that has no stream: 401 without the right Digest, then 404."""
        camera = self

        class Answer(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                while request := self.rfile.readline().decode().split():
                    heads = dict(
                        iter(lambda: tuple(self.rfile.readline().decode().strip().split(": ", 1)), ("",))
                    )
                    proof = heads.get("Authorization", "")
                    code = (
                        "404 Not Found"
                        if camera.is_digest_right(request[0], request[1], proof)
                        else (f'401 Unauthorized\r\nWWW-Authenticate: Digest realm="cam", nonce="{NONCE}"')
                    )
                    self.wfile.write(f"RTSP/1.0 {code}\r\nCSeq: {heads.get('CSeq', 1)}\r\n\r\n".encode())

        class Serving(socketserver.ThreadingTCPServer):
            daemon_threads = True

        with Serving(("127.0.0.1", 0), Answer) as serving:
            threading.Thread(target=serving.serve_forever, args=(0.05,), daemon=True).start()
            yield serving.server_address[1]
            serving.shutdown()
