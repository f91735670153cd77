"""Firefox and WebKit, the engine of every iPad, as Debian packages them: `firefox-esr`, and
`webkit2gtk-driver` with its MiniBrowser, which needs a screen (`xvfb`).

Playwright drives only its own builds of these two. Both speak W3C WebDriver themselves: WebKitWebDriver over
HTTP, Firefox over the socket that geckodriver, which Debian lacks, would use.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, ClassVar

from tests.rigs.ports import free_port

TIMEOUT_SECONDS = 60.0
MINIBROWSER_PATTERN = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
ELEMENT_KEY = "element-6066-11e4-a52e-4f735466cecf"
"""The key under which W3C WebDriver names an element."""

FIREFOX_PREFERENCES = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "extensions.getAddons.cache.enabled": False,
}
# MiniBrowser's own bar would not let its window become as narrow as a phone.
NARROW_WINDOW_CSS = """
headerbar, headerbar *, toolbar, toolbar *, entry, button, notebook > header, notebook > header * {
  min-width: 0; min-height: 0; padding: 0; margin: 0; border: 0;
  font-size: 1px; -gtk-icon-transform: scale(0.1);
}
"""


class MissingProgram(Exception):
    """A program is not installed; the message names its package."""


class CommandFailed(Exception):
    """The browser refused a command."""


class OtherBrowser:
    """One window of a browser; a subclass says how commands reach it."""

    def send(self, command: str, **values: Any) -> Any:
        raise NotImplementedError

    def resize(self, width: int, height: int) -> None:
        raise NotImplementedError

    def open(self, address: str) -> None:
        """Opens a page of the companion and waits until its script has started."""
        self.send("navigate", url=address)
        self.until("return document.documentElement?.dataset.ready !== undefined")

    def set_language(self, language: str) -> None:
        """Chooses the language of the pages of this address from now on."""
        self.run("document.cookie = `language=${arguments[0]}; path=/`", language)

    def run(self, script: str, *values: Any) -> Any:
        """The value that the body of a function returns in the page."""
        return self.send("script", script=script, args=list(values))

    def until(self, script: str, *values: Any) -> Any:
        """Waits until a script returns something, and returns it."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while not (found := self.run(script, *values)):
            if time.monotonic() > end:
                raise AssertionError(f"{type(self).__name__} waited in vain for: {script}")
            time.sleep(0.05)
        return found

    def settle(self) -> None:
        """Waits until the page has reacted to a new size or an update and is drawn."""
        self.run(
            """window.drawn = false;
            const done = () => setTimeout(() => { window.drawn = true; });
            requestAnimationFrame(() => requestAnimationFrame(done));"""
        )
        self.until("return window.drawn")

    def click(self, selector: str) -> None:
        """Clicks the first visible element that matches the selector."""
        find = """return [...document.querySelectorAll(arguments[0])].find((it) => it.checkVisibility())"""
        found = self.until(find, selector)
        self.send("click", id=found[ELEMENT_KEY])

    def open_tab(self) -> Any:
        """Opens another tab and goes there; its handle."""
        handle = self.send("tab", type="tab")["handle"]
        self.send("go", handle=handle)
        return handle

    def screenshot(self) -> bytes:
        """What is in the window, as PNG. WebKit must have been started for pictures."""
        return base64.b64decode(self.send("screenshot"))


class Firefox(OtherBrowser):
    """Talks Marionette: `length:[0, number, command, values]` to `length:[1, number, error, value]`."""

    _command_names: ClassVar = {
        "navigate": "WebDriver:Navigate",
        "script": "WebDriver:ExecuteScript",
        "click": "WebDriver:ElementClick",
        "screenshot": "WebDriver:TakeScreenshot",
        "tab": "WebDriver:NewWindow",
        "go": "WebDriver:SwitchToWindow",
        "close tab": "WebDriver:CloseWindow",
        "handle": "WebDriver:GetWindowHandle",
    }

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS)
        self._reader = self._socket.makefile("rb")
        self._message_numbers = itertools.count(1)
        self._read()
        self._command("WebDriver:NewSession", {})

    def _read(self) -> Any:
        digits = b""
        while (byte := self._reader.read(1)) != b":":
            if not byte:
                raise CommandFailed("Firefox has gone.")
            digits += byte
        return json.loads(self._reader.read(int(digits)))

    def _command(self, name: str, values: dict[str, Any]) -> Any:
        message = json.dumps([0, next(self._message_numbers), name, values]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, wrong, value = self._read()
        if wrong:
            raise CommandFailed(f"{name}: {wrong['message']}")
        return value["value"] if isinstance(value, dict) and "value" in value else value

    def send(self, command: str, **values: Any) -> Any:
        if command == "screenshot":
            values |= {"full": False, "hash": False}
        return self._command(self._command_names[command], values)

    def resize(self, width: int, height: int) -> None:
        """Of the page alone: a window is never narrower than 450 pixels."""
        self._command("WebDriver:SetWindowRect", {"width": max(width, 500), "height": height + 200})
        self._command("Marionette:SetContext", {"value": "chrome"})
        self.run(
            """const page = document.querySelector("browser[primary]") ?? gBrowser.selectedBrowser;
            for (const [name, value] of [["width", arguments[0]], ["height", arguments[1]]]) {
              for (const kind of ["", "min-", "max-"]) page.style.setProperty(kind + name, value + "px");
            }""",
            width,
            height,
        )
        self._command("Marionette:SetContext", {"value": "content"})
        self.until("return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height)


class WebKit(OtherBrowser):
    """Talks W3C WebDriver over HTTP."""

    _paths: ClassVar = {
        "navigate": ("POST", "/url"),
        "script": ("POST", "/execute/sync"),
        "click": ("POST", "/element/{id}/click"),
        "screenshot": ("GET", "/screenshot"),
        "size": ("POST", "/window/rect"),
        "tab": ("POST", "/window/new"),
        "go": ("POST", "/window"),
        "close tab": ("DELETE", "/window"),
        "handle": ("GET", "/window"),
    }

    def __init__(self, port: int, program: str) -> None:
        self._base = f"http://127.0.0.1:{port}"
        wanted = {"webkitgtk:browserOptions": {"binary": program, "args": ["--automation"]}}
        made = self._command("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._base += f"/session/{made['sessionId']}"

    def _command(self, method: str, path: str, values: dict[str, Any]) -> Any:
        body = json.dumps(values).encode() if method == "POST" else None
        request = urllib.request.Request(
            self._base + path, body, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise CommandFailed(f"{path}: {json.load(error)['value']}") from error

    def send(self, command: str, **values: Any) -> Any:
        method, path = self._paths[command]
        return self._command(method, path.format_map(values), values)

    def resize(self, width: int, height: int) -> None:
        """Of the page: the window is higher by what is left of its bar."""
        asked, end = (
            "return [outerWidth - innerWidth, outerHeight - innerHeight]",
            time.monotonic() + TIMEOUT_SECONDS,
        )
        while (now := self.run("return [innerWidth, innerHeight]")) != [width, height]:
            if time.monotonic() > end:
                raise AssertionError(f"the page is {now}, not {width} x {height}")
            beside, above = self.run(asked)
            self.send("size", x=0, y=0, width=width + beside, height=height + above)
            time.sleep(0.2)

    def close(self) -> None:
        self._command("DELETE", "", {})


def find_program(name: str, package: str) -> str:
    """The path of a program; with a wildcard, of the first match. Raises MissingProgram."""
    found = shutil.which(name) if "*" not in name else next(map(str, sorted(Path("/").glob(name[1:]))), None)
    if found is None:
        raise MissingProgram(f"{Path(name).name} is not here: install the package {package}.")
    return found


@contextmanager
def running_process(*command: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program that runs until the block ends."""
    running = subprocess.Popen(
        command,
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield running
    finally:
        running.terminate()
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait(10)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    made = Path(mkdtemp(prefix="browser-"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def wait_for(what: Any, for_what: str) -> Any:
    end = time.monotonic() + TIMEOUT_SECONDS
    while not (found := what()):
        if time.monotonic() > end:
            raise AssertionError(f"{for_what} did not start")
        time.sleep(0.1)
    return found


@contextmanager
def firefox() -> Iterator[OtherBrowser]:
    """A Firefox without a window."""
    with temporary_folder() as profile:
        lines = [
            f"user_pref({json.dumps(it)}, {json.dumps(value)});" for it, value in FIREFOX_PREFERENCES.items()
        ]
        (profile / "user.js").write_text("\n".join(lines))
        port_file = profile / "MarionetteActivePort"
        found = find_program("firefox-esr", "firefox-esr")
        command = (found, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access")
        with running_process(*command, "--profile", str(profile)):
            yield Firefox(int(wait_for(lambda: port_file.is_file() and port_file.read_text(), "Firefox")))


@contextmanager
def screen() -> Iterator[str]:
    """A screen that nobody sees; its name."""
    read, write = os.pipe()
    program = find_program("Xvfb", "xvfb")
    showing = subprocess.Popen(
        [program, "-displayfd", str(write), "-screen", "0", "2000x2000x24", "-nolisten", "tcp"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as line:
            yield f":{line.readline().strip()}"
    finally:
        showing.terminate()
        showing.wait(10)


@contextmanager
def webkit(pictures: bool = False) -> Iterator[OtherBrowser]:
    """WebKit's MiniBrowser on a screen that nobody sees.

    pictures: it can be asked for pictures; its pages cost twice the work.
    """
    with temporary_folder() as settings, ExitStack() as running:
        (settings / "gtk-3.0").mkdir()
        (settings / "gtk-3.0" / "gtk.css").write_text(NARROW_WINDOW_CSS)
        driver = find_program("WebKitWebDriver", "webkit2gtk-driver")
        mini = find_program(MINIBROWSER_PATTERN, "webkit2gtk-driver")
        display = running.enter_context(screen())
        port = free_port()
        environment = {
            "DISPLAY": display,
            "XDG_CONFIG_HOME": str(settings),
            "GDK_BACKEND": "x11",
        }
        if not pictures:
            # Without a graphics card each layer would be drawn by an emulated one. Without layers a picture
            # waits for a drawn layer until it gives up, after 2 s or never.
            environment["WEBKIT_DISABLE_COMPOSITING_MODE"] = "1"
        running.enter_context(running_process(driver, f"--port={port}", **environment))

        def answers() -> bool:
            with socket.socket() as asked:
                return asked.connect_ex(("127.0.0.1", port)) == 0

        wait_for(answers, "WebKitWebDriver")
        window = WebKit(port, mini)
        try:
            yield window
        finally:
            window.close()


BROWSERS = {"firefox": firefox, "webkit": webkit}
WITH_PICTURES = {"firefox": firefox, "webkit": partial(webkit, pictures=True)}
