"""Tests of a server below a path of another site: every address has the path, by header and by option."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from types import SimpleNamespace
from typing import Any

import click
import pytest

from companion.commands.options import RootPathType
from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app, timer
from companion.web.request.services import services_of
from companion.web.transport.root_path import BehindProxies
from tests.rigs.path_proxy import PathProxy
from tests.web.conftest import PATHS, Device, Serving, bare_room
from tests.web.everything import Everything, full_room
from tests.web.stream import Stream

ROOT = "/games/table"
SLOW = ("/new/fits",)
"""It simulates games."""
PROXY = "127.0.0.1"


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    with full_room(tmp_path_factory.mktemp("sub-path"), rendered=False) as made:
        yield made


def addresses(text: str) -> set[str]:
    """What a page or a file names that looks like an address of this site."""
    return {unescape(it) for it in re.findall(r"""["'(](/[a-z][^"'()\s<>]*)["')]""", text)}


def check_pages(app: Any, paths: Iterable[str]) -> int:
    """The number of addresses that these pages name, all of them below the path."""
    client, seen = app.test_client(), 0
    for path in paths:
        answer = client.get(path, environ_overrides={"SCRIPT_NAME": ROOT})
        found = addresses(answer.text) | ({answer.location} if answer.location else set())
        assert [it for it in sorted(found) if not it.startswith(ROOT + "/")] == [], path
        seen += len(found)
    return seen


def test_every_address_of_the_usual_pages_is_below_the_path(full_table: Any) -> None:
    serving, table = full_table
    client, here = serving.app.test_client(), f"/t/{table.id}/"
    assert ROOT not in client.get(here).text  # fills the caches for the root
    assert check_pages(serving.app, (it.format(id=table.id) for it in PATHS if it not in SLOW)) > 1000
    page = client.get(here).text  # and what is at the root remains there
    assert ROOT not in page
    assert "/static/js-" in page


@pytest.mark.slow
def test_every_address_of_every_page_is_below_the_path(everything: Everything) -> None:
    assert check_pages(everything.serving.app, everything.paths) > 2000


@pytest.mark.parametrize("path", ["/service-worker.js", "/app.webmanifest", "/app.webmanifest?tablet=1"])
def test_the_app_is_below_the_path(client: Any, path: str) -> None:
    at_root = client.get(path).text
    text = client.get(path, environ_overrides={"SCRIPT_NAME": ROOT}).text
    assert text != at_root
    if path == "/service-worker.js":
        assert all(it.startswith(ROOT + "/") for it in json.loads(text.partition("= ")[2].partition(";")[0]))
        return
    made = json.loads(text)
    assert made["scope"] == ROOT + "/"
    assert made["start_url"].startswith(ROOT + "/")
    assert made["id"].startswith(ROOT + "/")
    assert all(it["src"].startswith(ROOT + "/static/") for it in made["icons"])


def test_styles_and_the_description_of_the_api_name_the_path(client: Any) -> None:
    style = client.get("/static/css/house.css", environ_overrides={"SCRIPT_NAME": ROOT}).text
    assert f'url("{ROOT}/static/fonts/' in style
    assert 'url("/static' not in style
    described = client.get("/api/v1/openapi.json", environ_overrides={"SCRIPT_NAME": ROOT}).json
    assert described is not None
    assert described["servers"] == [{"url": f"http://localhost{ROOT}"}]


@pytest.fixture
def guarded(app: Any) -> Any:
    services_of(app).house.set_pin("host", "271828")
    return app.test_client()


@pytest.mark.parametrize(("scheme", "prefix"), [("http", ""), ("https", "__Secure-")])
def test_signing_in_keeps_cookies_for_the_path_alone(guarded: Any, scheme: str, prefix: str) -> None:
    below = {"SCRIPT_NAME": ROOT, "wsgi.url_scheme": scheme}
    asked = guarded.get("/staff", environ_overrides=below)
    assert asked.location == f"{ROOT}/staff/sign-in?next={ROOT}/staff"
    form = {"pin": "271828", "next": f"{ROOT}/staff/wall"}
    signed = guarded.post("/staff/sign-in", data=form, environ_overrides=below)
    assert signed.location == f"{ROOT}/staff/wall"
    cookies = signed.headers.getlist("Set-Cookie")
    assert cookies
    assert all(it.startswith(f"{prefix}companion-") and f"Path={ROOT}" in it for it in cookies)
    out = guarded.post("/staff/sign-out", environ_overrides=below)
    assert f"Path={ROOT}" in out.headers["Set-Cookie"]
    elsewhere = guarded.post("/staff/sign-in", data={**form, "next": "/another/app"}, environ_overrides=below)
    assert elsewhere.location == f"{ROOT}/staff"


def test_a_scanned_code_leads_to_the_page_below_the_path(guarded: Any, table: Any) -> None:
    token = services_of(guarded.application).house.token("join", table.id)
    answer = guarded.get(f"/t/{table.id}/seats?token={token}", environ_overrides={"SCRIPT_NAME": ROOT})
    assert answer.location == f"{ROOT}/t/{table.id}/seats"
    assert f"Path={ROOT}" in answer.headers["Set-Cookie"]


def test_what_the_staff_and_the_timer_send_leads_to_pages_below_the_path(guarded: Any, table: Any) -> None:
    """In Home Assistant's own page everybody comes below a path, the staff too."""
    below = {"SCRIPT_NAME": "/api/hassio_ingress/aB3_x"}

    def lead(path: str, **form: str) -> str:
        answer = guarded.post(path, data=form, environ_overrides=below)
        assert answer.status_code == 303, (path, answer.status_code)
        return str(answer.location)

    pin = {"pin": "271828", "next": f"{below['SCRIPT_NAME']}/staff"}
    found = [lead("/staff/sign-in", **pin), lead(f"/staff/tables/{table.id}/answered")]
    found += [lead(f"/t/{table.id}/help"), lead("/timer", **{"name-0": "Ann"})]
    found.append(lead("/staff/sign-out"))
    assert [it for it in found if not it.startswith(below["SCRIPT_NAME"] + "/")] == []


def placed(
    path: str, headers: dict[str, str], proxies: tuple[str, ...] = (PROXY,), root: str = "", peer: str = PROXY
) -> tuple[str, str]:
    """The root path and the path below it that the application is told."""
    scope = {
        "type": "http",
        "client": (peer, 1),
        "path": path,
        "scheme": "http",
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()],
    }
    told: list[tuple[str, str]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        told.append((scope["root_path"], scope["path"].removeprefix(scope["root_path"])))

    call = BehindProxies(application, proxies, root)(scope, None, None)  # type: ignore[arg-type]
    with pytest.raises(StopIteration):
        call.send(None)  # type: ignore[attr-defined]
    return told[0]


def test_a_named_proxy_says_the_path_and_nobody_else() -> None:
    said = {"X-Forwarded-Prefix": "/games/table/"}
    assert placed("/t/one/", said) == (ROOT, "/t/one/")
    assert placed("/t/one/", said, peer="192.168.1.9") == ("", "/t/one/")
    assert placed("/t/one/", said, proxies=()) == ("", "/t/one/")
    assert placed("/t/one/", {"X-Ingress-Path": "/api/hassio_ingress/aB3_x"}) == (
        "/api/hassio_ingress/aB3_x",
        "/t/one/",
    )
    # The header says that the path was taken off: what looks like it is the page's own.
    assert placed("/t/t/", {"X-Forwarded-Prefix": "/t"}) == ("/t", "/t/t/")


def test_the_option_is_answered_with_and_without_the_path() -> None:
    for path in ("/games/table/t/one/", "/t/one/"):
        assert placed(path, {}, root=ROOT) == (ROOT, "/t/one/")
    assert placed("/games/table", {}, root=ROOT) == (ROOT, "/")
    assert placed("/games/tables", {}, root=ROOT) == (ROOT, "/games/tables")
    assert placed("/new", {"X-Forwarded-Prefix": "/other"}, root=ROOT) == ("/other", "/new")


@pytest.mark.parametrize(
    "wrong", ["//evil.example", "/a/../b", "/a b", '/"><script>', "games", "/" + "a" * 300, "/\xe9", "/a,/b"]
)
def test_what_is_no_path_is_not_believed(wrong: str) -> None:
    assert placed("/new", {"X-Forwarded-Prefix": wrong}) == ("", "/new")
    with pytest.raises(click.BadParameter):
        RootPathType().convert(wrong, None, None)


def headers_of(port: int, **said: str) -> Any:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", "/", headers={name.replace("_", "-"): value for name, value in said.items()})
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.headers


def test_home_assistant_may_show_pages_in_its_frame_and_nobody_else(app: Any) -> None:
    serving = Serving(app, proxies=(PROXY,))
    try:
        framed = headers_of(serving.port, X_Ingress_Path="/api/hassio_ingress/x")
        assert "frame-ancestors 'self'" in framed["Content-Security-Policy"]
        assert "X-Frame-Options" not in framed
        other = headers_of(serving.port, X_Forwarded_Prefix=ROOT)
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
        assert other["X-Frame-Options"] == "DENY"
    finally:
        serving.stop()


def test_codes_lead_past_home_assistant_to_the_machine_itself(
    app: Any, table: Any, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page needs an account; behind another proxy they lead through it."""
    room.address = "http://192.168.1.7:8000/"
    serving = Serving(app, proxies=(PROXY,))
    coded: list[str] = []
    monkeypatch.setattr(timer, "qr_code", lambda address: coded.append(address) or "")
    begun = app.test_client().post("/timer", data={"name-0": "Ann"}).location
    try:
        said = {"Host": "home.local:8123", "X-Ingress-Path": "/api/hassio_ingress/x"}
        assert f"http://192.168.1.7:8000/t/{table.id}/seats" in text_of(
            serving.port, f"/t/{table.id}/join", said
        )
        text_of(serving.port, begun, said)
        assert coded == [f"http://192.168.1.7:8000{begun}"]
        said = {"Host": "games.local", "X-Forwarded-Prefix": ROOT}
        assert f"http://games.local{ROOT}/t/{table.id}/seats" in text_of(
            serving.port, f"/t/{table.id}/join", said
        )
    finally:
        serving.stop()


def text_of(port: int, path: str, said: dict[str, str]) -> str:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", path, headers=said)
    text = line.getresponse().read().decode()
    line.close()
    return text


@pytest.mark.parametrize(
    ("strips", "headers", "options"),
    [(True, {"X-Forwarded-Prefix": ROOT}, {"proxies": (PROXY,)}), (False, {}, {"root_path": ROOT})],
    ids=["by header", "by option"],
)
def test_live_events_name_the_path_where_the_device_is_below_it(
    app: Any, table: Any, room: Any, strips: bool, headers: Any, options: Any
) -> None:
    serving = Serving(app, **options)
    proxy = PathProxy(serving.port, ROOT, strips, headers)
    streams = [Stream(proxy.port, f"{ROOT}/t/{table.id}/live"), Stream(serving.port, f"/t/{table.id}/live")]
    try:
        for stream in streams:
            stream.next()
        newer = room.tables.create(table.game.name, table.setup, seed=2)
        room.home.activate(newer.id)
        below, past = (str(stream.next()["regions"]) for stream in streams)
        assert f'href="{ROOT}/t/{newer.id}/"' in below
        # Only the option holds for those who come past the proxy, too.
        assert f'href="{ROOT if "root_path" in options else ""}/t/{newer.id}/"' in past
    finally:
        for stream in streams:
            stream.close()
        proxy.stop()
        serving.stop()


@pytest.fixture
def proxied(tmp_path: Any) -> Iterator[SimpleNamespace]:
    """A room with the installed games behind a proxy at ROOT."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    room = bare_room(tables)
    serving = Serving(create_app(room), proxies=(PROXY,))
    proxy = PathProxy(serving.port, ROOT, headers={"X-Forwarded-Prefix": ROOT})
    yield SimpleNamespace(room=room, proxy=proxy)
    proxy.stop()
    serving.stop()
    tables.close()


@pytest.mark.slow
@pytest.mark.browser
def test_a_table_is_begun_and_played_below_a_path(browser: Any, proxied: SimpleNamespace) -> None:
    """From the wizard to a phone that plays on, through the proxy: nothing is asked for outside of it."""
    proxy = proxied.proxy
    tablet, phone = (Device(browser, proxy.address, size, fresh=True) for size in ((1180, 820), (390, 844)))
    page = tablet.open("/")
    page.click("text=New game")
    page.fill("#name-0", "Blue")
    page.fill("#name-1", "Green")
    page.click("text=The table")
    page.click("#setup-table summary")
    for drawn in ("chance", "draws"):
        page.click(f"label:has(input[name={drawn}][value=virtual])")
    page.click("button:has-text('Begin')")
    page.click("#begin-play")
    page.wait_for_selector("#live")
    table = proxied.room.tables.open(proxied.room.home.active)
    assert page.url == f"{proxy.address}/t/{table.id}/"

    joining = tablet.open(f"/t/{table.id}/join")
    assert f"{proxy.address}/t/{table.id}/seats" in joining.inner_text("main")
    tablet.open(f"/t/{table.id}/")
    seat = table.questions[0].player
    phone.open(f"/t/{table.id}/seats")
    phone.page.get_by_role("link", name=table.setup.players[seat].name).click()
    phone.page.wait_for_url(f"{proxy.address}/t/{table.id}/seat/{seat}")
    for _ in range(3):
        number = table.number
        asked = table.questions[0]
        one = phone if asked.player == seat else tablet
        one.until(number)
        one.press(
            one.page.locator(f"[data-decision][data-seat='{asked.player}'], [data-decision]").first, number
        )
        for other in (tablet, phone):  # by its stream
            other.until(number + 1)
    phone.page.get_by_role("button", name="More").click()
    phone.page.get_by_role("link", name="Ask the rules").click()
    phone.page.locator("#rules-panel").get_by_role("searchbox").wait_for()

    tablet.open("/")
    page.get_by_label("How this device shows pages").first.click()
    page.locator("label:has([data-language=de])").click()
    page.wait_for_selector("html[lang=de]")
    assert {it["path"] for it in page.context.cookies()} == {ROOT + "/"}
    scope = page.evaluate(
        """async (worker) => (await navigator.serviceWorker.register(worker)).scope""",
        f"{ROOT}/service-worker.js",
    )
    assert scope == proxy.address + "/"
    assert proxy.missed == []
    assert not tablet.errors + phone.errors
    for one in (tablet, phone):
        one.close()
