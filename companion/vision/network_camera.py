"""Cameras in the network: streams, and addresses that give one picture at a time.

What an address gives is found by asking it once. Where it gives no picture, the sentence names the cause as
the device said it: a page for people, a user or password that is refused, a path that is not there.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

import cv2

from companion.system.addresses import is_password_cut, request_target, without_password
from companion.translation import marked
from companion.vision.addresses import CameraAddress, authorization, parse_address
from companion.vision.camera import CameraLost, Frame, Source, decode_image
from companion.vision.live_camera import READ_TIMEOUT_SECONDS, LiveCapture
from companion.vision.picture_budget import MAX_LIVE_PIXELS
from companion.vision.untrue_pictures import LiveSource

ASK_SECONDS = 3.0
"""Seconds that an address may take to say what it gives."""
SNAPSHOT_INTERVAL_SECONDS = 0.1
"""Seconds from one asking for a picture to the next at least."""
MAX_SNAPSHOT_BYTES = 32 * 1024 * 1024


def open_network_camera(address: str, open_timeout: float = 6.0) -> Source:
    """The camera at an RTSP, MJPEG or snapshot address. Raises CameraLost."""
    if is_password_cut(address):
        raise CameraLost(
            marked(
                "The password in the address of {camera} must be percent-encoded: write %23 for #, %3F for "
                "?, %2F for /, %40 for @ and %25 for %.",
                camera=without_password(address),
            )
        )
    try:
        camera = parse_address(address)
        _port = urlsplit(camera.address).port  # raises ValueError for what is no number
    except ValueError:
        raise CameraLost(
            marked("{camera} is no whole address: see how the camera's app writes it.",
                   camera=without_password(address))
        ) from None  # fmt: skip
    if address.lower().startswith("http"):
        snapshots = _ask(camera)
        if snapshots is not None:
            return snapshots
        return StreamCamera(address, camera.shown, open_timeout)
    try:
        return StreamCamera(address, camera.shown, open_timeout)
    except CameraLost as lost:
        raise CameraLost(_why_no_rtsp(camera) or lost.sentence) from None


class StreamCamera(LiveCapture[cv2.VideoCapture]):
    """A camera on the network: an RTSP or MJPEG address, as phone webcam apps give."""

    def __init__(self, address: str, name: str, open_timeout: float = 6.0) -> None:
        def capture() -> cv2.VideoCapture:
            opening, reading = int(open_timeout * 1000), int(READ_TIMEOUT_SECONDS * 1000)
            settings = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, opening, cv2.CAP_PROP_READ_TIMEOUT_MSEC, reading]
            return cv2.VideoCapture(address, cv2.CAP_FFMPEG, settings)

        super().__init__(capture, name, _no_picture(name))
        self.wait_open(open_timeout + 1.0)


class SnapshotCamera(LiveSource):
    """An address that gives one picture each time that it is asked."""

    def __init__(self, camera: CameraAddress) -> None:
        self._camera = camera
        self._opener = _opener()
        self._challenge = ""
        self._asked_at = 0.0
        self._number = 0

    def read(self, timeout: float = 1.0) -> Frame:
        # A camera that takes a second for a picture would be lost, and opened again, for ever.
        end = time.monotonic() + max(timeout, READ_TIMEOUT_SECONDS)
        time.sleep(max(0.0, min(timeout, self._asked_at + SNAPSHOT_INTERVAL_SECONDS - time.monotonic())))
        self._asked_at = time.monotonic()
        try:
            with self.answer(end - time.monotonic()) as answer:
                data = _whole(answer, end)
        except HTTPError as refused:
            raise CameraLost(_why_refused(self._camera, refused.code)) from None
        except (OSError, http.client.HTTPException, ValueError):
            raise CameraLost(_no_picture(self._camera.shown)) from None
        image = decode_image(data, self._camera.shown, most=MAX_LIVE_PIXELS)
        self._number += 1
        return Frame(image, self._number, time.monotonic())

    def answer(self, timeout: float) -> http.client.HTTPResponse:
        """What the address gives. Raises HTTPError, OSError, HTTPException or ValueError."""
        try:
            return self._answer(timeout)
        except HTTPError as refused:
            asked = refused.headers.get_all("WWW-Authenticate") or []
            if refused.code != 401 or not self._camera.user or not asked:
                raise
            # Digest first, as it sends no password: some cameras offer both.
            challenge = sorted(asked, key=lambda each: not each.lower().startswith("digest"))[0]
            self._challenge = challenge
            return self._answer(timeout)

    def _answer(self, timeout: float) -> http.client.HTTPResponse:
        camera = self._camera
        target = request_target(camera.address)
        base = urlsplit(camera.address)
        request = Request(f"{base.scheme}://{base.netloc}{target}", headers={"User-Agent": "companion"})
        if self._challenge:
            proof = authorization(self._challenge, "GET", target, camera.user, camera.password)
            request.add_unredirected_header("Authorization", proof)
        answer: http.client.HTTPResponse = self._opener.open(request, timeout=max(0.1, timeout))
        return answer

    def describe(self) -> str:
        return self._camera.shown

    def close(self) -> None:
        """Nothing to let go: every picture is asked for anew."""


def _ask(camera: CameraAddress) -> SnapshotCamera | None:
    """Asks an address what it gives: a camera of snapshots; None: something that may be a stream. Raises
    CameraLost if it gives neither."""
    snapshots = SnapshotCamera(camera)
    try:
        with snapshots.answer(ASK_SECONDS) as answer:
            kind = answer.headers.get_content_type()
    except HTTPError as refused:
        if refused.code in (401, 403, 404, 410):
            raise CameraLost(_why_refused(camera, refused.code)) from None
        return None
    except (OSError, http.client.HTTPException, ValueError):
        return None  # FFmpeg may be more patient; if not, it is the same sentence
    if kind.startswith("image/"):
        return snapshots
    if kind in ("text/html", "application/xhtml+xml"):
        raise CameraLost(
            marked(
                "{camera} is a page for people, not a picture: open it in a browser and look for the address "
                "of the video (most apps: /video) or of one picture (/shot.jpg).",
                camera=camera.shown,
            )
        )
    return None


def _why_refused(camera: CameraAddress, code: int) -> str:
    if code in (401, 403):
        if not camera.user:
            return marked(
                "{camera} asks for a user and a password: put them into its address, as in "
                "http://user:password@10.0.0.7/video.",
                camera=camera.shown,
            )
        return marked(
            "{camera} refuses this user or password: correct them. In an address write %23 for #, %3F for ?, "
            "%2F for /, %40 for @ and %25 for %.",
            camera=camera.shown,
        )
    if code in (404, 410):
        return marked(
            "The device answers, but there is nothing at {camera}: correct what follows the first / (most "
            "apps: /video).",
            camera=camera.shown,
        )
    return _no_picture(camera.shown)


def _no_picture(name: str) -> str:
    return marked(
        "The stream {camera} gives no picture: is the address right and the phone awake?", camera=name
    )


def _why_no_rtsp(camera: CameraAddress) -> str:
    """Why an RTSP address gives no picture, as it says to DESCRIBE (RFC 2326, 10.2); "": it does not say."""
    code, challenge = _describe(camera, "")
    if code == 401 and camera.user and challenge:
        proof = authorization(challenge, "DESCRIBE", camera.address, camera.user, camera.password)
        code, _challenge = _describe(camera, proof)
    return _why_refused(camera, code) if code in (401, 403, 404, 410) else ""


def _describe(camera: CameraAddress, proof: str) -> tuple[int, str]:
    """The number of the answer to DESCRIBE, 0: none, and how it asks for a password."""
    parts = urlsplit(camera.address)
    secure = parts.scheme.lower() == "rtsps"
    lines = [f"DESCRIBE {camera.address} RTSP/1.0", "CSeq: 1", "Accept: application/sdp"]
    lines += [f"Authorization: {proof}"] if proof else []
    try:
        line = socket.create_connection((parts.hostname, parts.port or (322 if secure else 554)), ASK_SECONDS)
        with _unchecked().wrap_socket(line) if secure else line as talking:
            talking.sendall("\r\n".join([*lines, "", ""]).encode())
            answer = b""
            while b"\r\n\r\n" not in answer and len(answer) < 1 << 16 and (more := talking.recv(4096)):
                answer += more
    except (OSError, ValueError):
        return 0, ""
    head = answer.decode("latin-1").partition("\r\n\r\n")[0].split("\r\n")
    words = head[0].split()
    asked = [line.partition(":")[2].strip() for line in head if line.lower().startswith("www-authenticate:")]
    asked.sort(key=lambda each: not each.lower().startswith("digest"))
    code = int(words[1]) if len(words) > 1 and words[0].startswith("RTSP/") and words[1].isdecimal() else 0
    return code, asked[0] if asked else ""


def _opener() -> OpenerDirector:
    """Without a proxy: a camera is in this network; and without redirects, which would lead out of it."""
    return build_opener(ProxyHandler({}), HTTPSHandler(context=_unchecked()), _NoRedirects())


class _NoRedirects(HTTPRedirectHandler):
    """An answer that leads elsewhere is an error like any other."""

    def redirect_request(self, *_request: object) -> None:
        return None


def _unchecked() -> ssl.SSLContext:
    """Cameras sign their certificates themselves; FFmpeg does not check them either."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _whole(answer: http.client.HTTPResponse, end: float) -> bytes:
    """All of an answer. Raises TimeoutError at `end` (monotonic), and ValueError for too large a one."""
    data = bytearray()
    while chunk := answer.read1(1 << 16):
        data += chunk
        if time.monotonic() > end:
            raise TimeoutError
        if len(data) > MAX_SNAPSHOT_BYTES:
            raise ValueError
    return bytes(data)
