"""Tests behind real proxies, nginx and Caddy, with the files of docs/deployment.md: at the root of a name and
below a path of one. Only ports, certificates and the place of Caddy's own files are the test's."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from companion.web.access.rules import ANYBODY, RULES
from companion.web.request.visitor import client_address
from companion.web.transport.trusted_hosts import ENVIRONMENT_VARIABLE
from tests.peers.debian import ROOT
from tests.rigs.ports import free_port
from tests.web.conftest import Serving, bare_room

pytestmark = pytest.mark.peer
GUIDE = (ROOT / "docs/deployment.md").read_text(encoding="utf-8")
NAME, PATH_NAME, PATH = "tables.example.org", "example.org", "/games/table"
WAIT_SECONDS = 30.0
Proxy = Callable[[str], SimpleNamespace]


def documented(language: str, part: int) -> str:
    """The file that the guide shows: the first is for a name, the second below a path."""
    return re.findall(rf"^ *```{language}\n(.*?)^ *```", GUIDE, re.S | re.M)[part]


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A table, by a companion as the guide starts it."""
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, f"{NAME},{PATH_NAME}")
    monkeypatch.setitem(RULES, "whence", ANYBODY)
    tables = Tables(Journal(tmp_path / "journal.db"))
    app = create_app(bare_room(tables))
    app.add_url_rule("/whence", "whence", client_address)
    serving = Serving(app, proxies=("127.0.0.1",))
    yield SimpleNamespace(port=serving.port, tables=tables)
    serving.stop()
    tables.close()


@pytest.fixture(params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, tmp_path: Path, served: SimpleNamespace) -> Iterator[Proxy]:
    """proxy(name) starts it with the guide's file of that name's part; what is asked of it goes over TLS."""
    program = shutil.which(request.param, path="/usr/sbin:/usr/local/sbin:/usr/bin") or ""
    if not program:
        pytest.skip(f"no {request.param} here")
    running: list[subprocess.Popen[bytes]] = []

    def start(name: str) -> SimpleNamespace:
        port = free_port()
        write = {"nginx": _nginx, "caddy": _caddy}[request.param]
        log = tmp_path / "proxy.log"
        with log.open("wb") as said:
            command = [program, *write(tmp_path, name, port, served.port)]
            running.append(subprocess.Popen(command, stdout=said, stderr=said))
        end = time.monotonic() + WAIT_SECONDS
        while True:
            try:
                if _ask(port, name, "/healthz" if name == NAME else f"{PATH}/healthz")[0] == 200:
                    break
            except OSError:
                assert running[-1].poll() is None, log.read_text()
            assert time.monotonic() < end, log.read_text()
            time.sleep(0.1)
        return SimpleNamespace(port=port, ask=partial(_ask, port, name))

    yield start
    for one in running:
        one.terminate()
        one.wait(20)


def _nginx(folder: Path, name: str, port: int, upstream: int) -> list[str]:
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}"]
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    site = documented("nginx", 0)
    if name == PATH_NAME:
        begin, end = site.index("    location / {"), site.index("    location /metrics")
        # "within the server above, in place of its location /"
        site = site[:begin] + documented("nginx", 1) + site[end:].split("\n", 1)[1]
        site = site.replace(NAME, PATH_NAME)
    # The second of its two processes is the one that answers: the first is being updated.
    for shown, used in ((8000, free_port()), (8001, upstream)):
        site = site.replace(f"127.0.0.1:{shown}", f"127.0.0.1:{used}")
    site = re.sub(r"(ssl_certificate) .*;", rf"\1 {certificate};", site)
    site = re.sub(r"(ssl_certificate_key) .*;", rf"\1 {key};", site)
    site = site.replace("listen 443", f"listen 127.0.0.1:{port}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    file = folder / "nginx.conf"
    alone = f"daemon off; pid {folder}/pid; error_log stderr; events {{}}"
    file.write_text(f"{alone}\nhttp {{ access_log off; {temporary}\n{site}\n}}\n")
    return ["-p", str(folder), "-c", str(file)]


def _caddy(folder: Path, name: str, port: int, upstream: int) -> list[str]:
    alone = ("admin off", "skip_install_trust", "auto_https disable_redirects")
    own = "\n".join(("{", *alone, f"storage file_system {folder}/caddy", "}\n"))
    site = documented("caddy", 0 if name == NAME else 1).replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    site = re.sub(rf"^ *{name} {{", f"https://{name}:{port} {{\n tls internal", site, flags=re.M)
    file = folder / "Caddyfile"
    file.write_text(own + site)
    return ["run", "--adapter", "caddyfile", "--config", str(file)]


def _line(port: int, name: str) -> http.client.HTTPSConnection:
    """A connection to the proxy by that name."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    line = http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=trusting)
    plain = socket.create_connection(("127.0.0.1", port), timeout=30)
    line.sock = trusting.wrap_socket(plain, server_hostname=name)
    return line


def _ask(port: int, name: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, str, Any]:
    with closing(_line(port, name)) as line:
        said = {"Host": name, **{key.replace("_", "-"): value for key, value in headers.items()}}
        line.request("GET" if body is None else "POST", path, body, said)
        answer = line.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace"), answer.headers


def test_a_name_leads_to_the_table(proxy: Proxy, served: SimpleNamespace) -> None:
    through = proxy(NAME)
    status, page, _headers = through.ask("/")
    assert (status, "<title>" in page) == (200, True)
    assert through.ask("/metrics")[0] == 403
    # What a guest writes of itself is not believed: this machine is who asks the proxy.
    assert through.ask("/whence", X_Forwarded_For="203.0.113.9")[1] == "127.0.0.1"
    players = [{"name": name, "colour": name.lower()} for name in ("Blue", "Green")]
    table = {"game": "new-frontiers", "players": players, "seed": 1}
    begun = through.ask("/api/v1/tables", json.dumps(table).encode(), Content_Type="application/json")
    assert begun[0] == 201, begun
    assert served.tables.open(json.loads(begun[1])["table"]).number
    # A photo is larger than what a proxy usually lets through; the companion says what it thinks of it.
    too_large = through.ask("/api/v1/tables", b"x" * (2 << 20), Content_Type="application/json")
    assert too_large[0] == 413
    assert "sentence" in json.loads(too_large[1])


def test_live_lines_are_not_held_back(proxy: Proxy, served: SimpleNamespace) -> None:
    through = proxy(NAME)
    players = [{"name": name, "colour": name.lower()} for name in ("Blue", "Green")]
    asked = {"game": "new-frontiers", "players": players, "seed": 1}
    begun = through.ask("/api/v1/tables", json.dumps(asked).encode(), Content_Type="application/json")
    table = served.tables.open(json.loads(begun[1])["table"])
    with closing(_line(through.port, NAME)) as line:
        line.request("GET", f"/api/v1/tables/{table.id}/events", headers={"Host": NAME})
        answer = line.getresponse()
        assert answer.status == 200
        assert _next_number(answer) == table.number
        asked_of = table.questions[0].player
        table.submit(table.game.options(table.state, asked_of)[0].decision, table.number, "peer-0001", "test")
        # A line that were buffered would come when the proxy's buffer is full, or never.
        assert _next_number(answer) == table.number


def _next_number(answer: http.client.HTTPResponse) -> int:
    while line := answer.readline():
        if line.startswith(b'data: {"state"'):
            return int(json.loads(line[6:])["state"]["number"])
    raise AssertionError("the stream ended")


def test_below_a_path_every_address_has_it(proxy: Proxy) -> None:
    through = proxy(PATH_NAME)
    status, page, _headers = through.ask(f"{PATH}/")
    assert status == 200
    named = set(re.findall(r"""(?:href|src|action)=["'](/[^"']*)""", page))
    assert len(named) > 5
    assert [it for it in sorted(named) if not it.startswith(PATH + "/")] == []
    script = next(it for it in sorted(named) if "/static/" in it)
    assert through.ask(script)[0] == 200
    assert through.ask(PATH)[0] in (301, 302, 308)
    assert through.ask(f"{PATH}/metrics")[0] == 403
