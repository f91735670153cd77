"""How much memory a served companion takes while phones are its cameras and photos are sent to it.

    python -m tests.rigs.pictures_in_flight [seconds]

Prints for each crowd of pictures: megabytes before, at most, and the answers by status. Linux only.
"""

from __future__ import annotations

import http.client
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from companion import games
from companion.games.contract import Player, Setup
from companion.table.journal import Journal
from companion.table.tables import Tables
from tests.rigs.ports import free_port

GAME = "new-frontiers"
FORM = b'--x\r\nContent-Disposition: form-data; name="photo"; filename="p"\r\n\r\n%b\r\n--x--\r\n'


@dataclass
class Measured:
    """Megabytes that the process took before and at most; the statuses of what was sent, by kind."""

    before: int
    most: int = 0
    answers: dict[str, Counter[int]] = field(default_factory=dict)


def picture(wide: int, high: int, kind: str = ".jpg", *options: int, bits: int = 8) -> bytes:
    """A colourful picture file of this size. kind: as OpenCV names it, ".png" with transparent parts."""
    channels, smooth = (4, cv2.INTER_NEAREST) if kind == ".png" else (3, cv2.INTER_LINEAR)
    small = np.random.default_rng(1).integers(0, 255, (90, 120, channels), np.uint8)
    large = cv2.resize(small, (wide, high), interpolation=smooth)
    return cv2.imencode(kind, large if bits == 8 else large.astype(np.uint16) << 8, options)[1].tobytes()


PHOTOS = {
    "48 megapixels of JPEG": lambda: picture(8000, 6000, ".jpg", cv2.IMWRITE_JPEG_QUALITY, 50),
    "50 megapixels, progressive": lambda: picture(
        8164, 6124, ".jpg", cv2.IMWRITE_JPEG_QUALITY, 50, cv2.IMWRITE_JPEG_PROGRESSIVE, 1
    ),
    "16 megapixels of 16-bit RGBA": lambda: picture(4600, 3460, ".png", bits=16),
    "16 megapixels of WebP": lambda: picture(4600, 3460, ".webp", cv2.IMWRITE_WEBP_QUALITY, 60),
}


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """The process id and the port of a companion with a table that is played."""
    with tempfile.TemporaryDirectory() as folder:
        database, port = Path(folder, "played.db"), free_port()
        tables, game = Tables(Journal(database)), games.load(GAME)
        tables.create(game.name, Setup(tuple(Player(c.capitalize(), c) for c in game.colours[:2])), seed=5)
        tables.close()
        options = ["--host", "127.0.0.1", "--port", str(port), "--camera", "none", "--lights", "none"]
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "from companion.cli import main; main()",
                "serve",
                "--database",
                str(database),
                *options,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                try:
                    send(port, "GET", "/")
                    break
                except OSError:
                    time.sleep(0.1)
            time.sleep(1)  # what it loads after its first page
            yield process.pid, port
        finally:
            process.terminate()
            process.wait(30)


def send(port: int, method: str, path: str, body: bytes | None = None, kind: str = "image/jpeg") -> int:
    """The status of the answer; 0: the connection was closed before one."""
    talking = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        talking.request(method, path, body, {"Accept": "application/json", "Content-Type": kind})
        return talking.getresponse().status
    except http.client.HTTPException:
        return 0
    finally:
        talking.close()


def send_photo(port: int, photo: bytes) -> int:
    """The status of the answer to "What is this card?"."""
    return send(port, "POST", f"/what/{GAME}", FORM % photo, "multipart/form-data; boundary=x")


def megabytes(pid: int, what: str = "VmHWM") -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith(what))


def measure(phones: int, frame: bytes, photos: dict[str, bytes], seconds: float) -> Measured:
    """What so many phones take that send `frame` ten times a second, while two senders of each of the photos
    ask what they show. Before is with one small picture of each, for what is loaded with the first."""
    with served() as (pid, port):
        send_photo(port, picture(640, 480))
        send(port, "POST", "/camera/phone/phone0x/frame", picture(640, 480))
        time.sleep(1)
        found, until = Measured(megabytes(pid, "VmRSS")), time.monotonic() + seconds

        def count(kind: str, status: int) -> None:
            found.answers.setdefault(kind, Counter())[status] += 1

        def phone(number: int) -> None:
            while time.monotonic() < until:
                count("frames", send(port, "POST", f"/camera/phone/phone{number}x/frame", frame))
                time.sleep(0.1)

        def photo(kind: str, body: bytes) -> None:
            while time.monotonic() < until:
                count(kind, send_photo(port, body))

        senders = [threading.Thread(target=phone, args=(number,)) for number in range(phones)]
        senders += [threading.Thread(target=photo, args=it) for it in photos.items() for _ in range(2)]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        found.most = megabytes(pid)
        return found


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 15.0
    quality = (cv2.IMWRITE_JPEG_QUALITY, 40)
    crowds = {
        "six phones, 100 megapixels": (6, picture(12000, 8400, ".jpg", *quality)),
        "six phones, 4K": (6, picture(3840, 2160)),
        "one phone, 4K": (1, picture(3840, 2160)),
        "six phones, 1080p": (6, picture(1920, 1080)),
    }
    photos = {kind: make() for kind, make in PHOTOS.items()}
    for name, (phones, frame) in crowds.items():
        print(name, measure(phones, frame, {}, seconds), flush=True)
    print("photos alone", measure(0, b"", photos, 2 * seconds), flush=True)
    print("both", measure(6, crowds["six phones, 4K"][1], photos, 2 * seconds), flush=True)


if __name__ == "__main__":
    main()
