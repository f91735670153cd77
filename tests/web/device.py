"""A device of a browser test: a browser context of its own with one page.

A new context and the process of its page cost a sixth of a second of the processor, nearly as much as a
page does. So a device that is closed is kept, emptied, for the next one with the same options, unless a
test did something to it that outlasts its page.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

PAGE_TIMEOUT_MS = 60_000
"""Time after which a page that does not load or change fails a test; a loaded machine is slow."""

LASTING = ("add_init_script", "emulate_media", "expose_binding", "expose_function", "on", "once", "route")
"""What is called on a page and holds for every page that is loaded into it afterwards; `clock` as well."""

EMPTY = """async () => {
  for (const it of await navigator.serviceWorker?.getRegistrations() ?? []) await it.unregister();
  for (const name of await window.caches?.keys() ?? []) await caches.delete(name);
  localStorage.clear();
  sessionStorage.clear();
}"""
"""Takes away what a page's server may have left in the browser, but for cookies."""

_closed: dict[tuple[Any, ...], list[tuple[Any, Any]]] = {}
_altered: WeakSet[Any] = WeakSet()
_open: WeakSet[Device] = WeakSet()


class Device:
    """A browser of its own on a page, which notes every error its console shows."""

    def __init__(
        self, browser: Any, address: str, size: tuple[int, int], fresh: bool = False, **options: Any
    ) -> None:
        """fresh: has nothing in its cache, not even of a server that several tests share."""
        viewport = {"width": size[0], "height": size[1]}
        self._key = (id(browser), repr(sorted(options.items())))
        if not fresh and (kept := _closed.get(self._key)):
            self._context, self.page = kept.pop()
            self.page.set_viewport_size(viewport)
        else:
            self._context = browser.new_context(viewport=viewport, **options)
            self.page = self._context.new_page()
            _note_alterations(type(self.page))
        self.page.set_default_timeout(PAGE_TIMEOUT_MS)
        self.errors: list[str] = []
        self.page.on("pageerror", self._note)
        _altered.discard(self.page)
        self.address = address
        _open.add(self)

    def _note(self, wrong: Any) -> None:
        self.errors.append(str(wrong))

    def hold(self, pattern: str) -> Callable[[], None]:
        """Keeps back what its pages ask for there, until what this returns is called."""
        held: list[Any] | None = []

        def on_request(route: Any) -> None:
            if held is None:
                route.continue_()
            else:
                held.append(route)

        def let_go() -> None:
            nonlocal held
            waiting, held = held or [], None
            for route in waiting:
                route.continue_()

        self.page.route(pattern, on_request)
        return let_go

    @property
    def context(self) -> Any:
        """The whole context; what a test does with it may outlast its page."""
        _altered.add(self.page)
        return self._context

    def close(self) -> None:
        """Puts the device away."""
        import playwright.sync_api

        _open.discard(self)
        with contextlib.suppress(playwright.sync_api.Error):
            if self.page not in _altered and len(self._context.pages) == 1:
                self.page.remove_listener("pageerror", self._note)
                self.page.evaluate(EMPTY)
                self.page.goto("about:blank")
                self._context.clear_cookies()
                _closed.setdefault(self._key, []).append((self._context, self.page))
                return
        self._context.close()

    def open(self, path: str) -> Any:
        """Raises AssertionError where the companion says that it cannot answer: that page is ready, too, and
        what the test looks for would only never come."""
        answer = self.page.goto(self.address + path)
        assert answer is None or answer.status < 500, (
            f"{path}: {answer.status}, {self.page.inner_text('body')}"
        )
        self.page.wait_for_selector("html[data-ready]")
        return self.page

    def number(self) -> int:
        """The entry that the page shows."""
        return int(self.page.get_attribute("#live", "data-number"))

    def until(self, number: int) -> None:
        """Waits until the page shows entry `number`, or a later one, or the count of a finished game."""
        self.page.wait_for_function(
            """n => document.querySelector(".finale")
              || Number(document.getElementById("live")?.dataset.number) >= n""",
            arg=number,
        )

    def press(self, button: Any, number: int, how: str = "click") -> None:
        """Presses it until the page has gone on from entry `number`, or to the count of a finished game: what
        has just changed or moved, however late it came, asks for a second touch; while the last answer is on
        its way, none is taken."""
        import playwright.sync_api

        went = """(number) => document.querySelector(".finale")
          || Number(document.getElementById("live")?.dataset.number) > number ? "on"
          : document.getElementById("toasts")?.textContent.includes("just changed") && "nowhere" """
        for _ in range(12):
            self.page.evaluate("document.querySelectorAll('.toast').forEach((it) => it.remove())")
            getattr(button, how)()
            with contextlib.suppress(playwright.sync_api.TimeoutError):
                answer = self.page.wait_for_function(went, arg=number, timeout=PAGE_TIMEOUT_MS / 6)
                if answer.json_value() == "on":
                    return
        raise AssertionError(f"the page stays at entry {number} though {button} is pressed")


def shown() -> list[str]:
    """What each open device shows, for the report of a test that failed."""
    import playwright.sync_api

    said = []
    for one in tuple(_open):
        with contextlib.suppress(playwright.sync_api.Error):
            words = " / ".join(one.page.inner_text("body", timeout=2000).split("\n"))[:1500]
            said.append(f"{one.page.url} {one.page.viewport_size} {one.errors}\n{words}")
    return said


def _note_alterations(kind: type) -> None:
    """Has pages of this class note for good what outlasts them."""
    if hasattr(kind, "notes_alterations"):
        return
    kind.notes_alterations = True  # type: ignore[attr-defined]
    for name in LASTING:
        setattr(kind, name, _noted(getattr(kind, name)))
    clock: Any = kind.clock  # type: ignore[attr-defined]
    kind.clock = property(_noted(clock.fget))  # type: ignore[attr-defined]


def _noted(method: Any) -> Any:
    def call(page: Any, *values: Any, **named: Any) -> Any:
        _altered.add(page)
        return method(page, *values, **named)

    return call
