"""Sends hostile uploads, from a separate process.

`python tests/rigs/uploads.py PORT upload|bomb SECONDS` prints one line of JSON: the server's answers, and
the processor time of this process. upload: four guests at once repeatedly send 2 GB to a scan, two with a
Content-Length, two chunked without one. bomb: eight guests at once send small files that decompress to large
pictures: a PNG of 2 gigapixels, one of 16 megapixels (the most that is decoded), and a progressive JPEG of
48.
"""

from __future__ import annotations

import http.client
import io
import json
import re
import socket
import struct
import sys
import threading
import time
import zlib
from collections import Counter
from contextlib import suppress

from PIL import Image

UPLOAD_BYTES = 2 << 30
CHUNK = bytes(1 << 16)
FORM_TYPE = "multipart/form-data; boundary=b"
FIELD = b'Content-Disposition: form-data; name="photo"; filename="a.jpg"'
FORM_HEAD = b"--b\r\n" + FIELD + b"\r\nContent-Type: image/jpeg\r\n\r\n"


def start_scan(port: int) -> str:
    """Starts a scan; returns the path to which its photos are posted."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    line.request("POST", "/scan", "game=new-frontiers&players=2", form)
    line.getresponse().read()
    line.request("GET", "/scan")
    found = re.search(rb"/scan/([a-z]+)", line.getresponse().read())
    line.close()
    return f"/scan/{found.group(1).decode() if found else 'nosuch'}/photos"


def png(wide: int, high: int) -> bytes:
    """A black picture, compressed row by row, so that a large one needs no memory here."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer, row, rows = zlib.compressobj(9), bytes(1 + (wide + 7) // 8), []
    rows = [packer.compress(row) for _ in range(high)]
    head = struct.pack(">IIBBBBB", wide, high, 1, 0, 0, 0, 0)
    data = b"".join((*rows, packer.flush()))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def jpeg(wide: int, high: int) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (wide, high)).save(out, "JPEG", progressive=True)
    return out.getvalue()


def upload(port: int, path: str, chunked: bool) -> tuple[str, int]:
    """Sends 2 GB. Returns the HTTP status ("cut off": none), and how many bytes were sent."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        length = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {UPLOAD_BYTES}"
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {FORM_TYPE}\r\n{length}\r\n\r\n"
        line.sendall(head.encode())
        frame = b"%x\r\n%b\r\n" % (len(CHUNK), CHUNK) if chunked else CHUNK
        sent = 0
        try:
            while sent < UPLOAD_BYTES:
                line.sendall(frame)
                sent += len(CHUNK)
        except OSError:
            pass
        status = b""
        with suppress(OSError):
            line.settimeout(10)
            status = line.recv(64)
        return (status[9:12].decode() or "cut off"), sent


def bomb(port: int, path: str, picture: bytes) -> tuple[str, int]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        body = FORM_HEAD + picture + b"\r\n--b--\r\n"
        line.request("POST", path, body, {"Content-Type": FORM_TYPE, "Accept": "application/json"})
        answer = line.getresponse()
        answer.read()
        return str(answer.status), len(body)
    except (OSError, http.client.HTTPException):
        return "cut off", 0
    finally:
        line.close()


def main() -> None:
    port, kind, seconds = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    path, until = start_scan(port), time.monotonic() + seconds
    answers: Counter[str] = Counter()
    bytes_sent = 0
    counting = threading.Lock()
    if kind == "upload":
        jobs = [lambda chunked=n % 2: upload(port, path, bool(chunked)) for n in range(4)]
    else:
        pictures = [png(45_000, 45_000), png(4_000, 4_000), jpeg(8_000, 6_000)]
        jobs = [lambda made=pictures[n % 3]: bomb(port, path, made) for n in range(8)]

    def repeat(job: object) -> None:
        nonlocal bytes_sent
        while time.monotonic() < until:
            became, sent = job()  # type: ignore[operator]
            with counting:
                answers[became] += 1
                bytes_sent += sent

    threads = [threading.Thread(target=repeat, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.process_time()
    print(json.dumps({"answers": answers, "megabytes": bytes_sent >> 20, "processor": took}))


if __name__ == "__main__":
    main()
