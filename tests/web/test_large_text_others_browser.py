"""Firefox and WebKit tests of pages whose letters are twice as large, in German: no word stands a letter a
line, and no page scrolls sideways. Chromium looks at all pages (test_large_text_browser.py); here are those
where the others differ: lists of choices, scroll bars, and where they divide words."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tests.web.layout import random_game_tables
from tests.web.other_browsers import OtherBrowser
from tests.web.test_large_text_browser import FAULTS_JS
from tests.web.test_other_browsers import other, served

__all__ = ["other", "served"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDER_JS = """
const page = document.documentElement, more = page.scrollWidth - page.clientWidth;
return more > 0 ? [`${more} px wider than the window`] : [];
"""


def test_large_text_is_read_without_scrolling_sideways(
    other: OtherBrowser,
    served: SimpleNamespace,
) -> None:
    (table,) = random_game_tables(served.tables, "new-frontiers", (3,), (4,), (12,)).values()
    other.open(served.address + "/")
    other.set_language("de")
    other.run("localStorage['companion.text'] = '2'")
    wrong = []
    for path in ("/", "/box", f"/t/{table.id}/"):
        for size in ((390, 844), (1024, 600)):
            other.resize(*size)
            other.open(served.address + path)
            other.settle()
            found = other.run(WIDER_JS)
            if path != "/box":
                found += other.run(f"return ({FAULTS_JS})()")
            wrong += [f"{path}, {size}: {it}" for it in found]
    other.run("localStorage.removeItem('companion.text')")
    assert not wrong, "\n".join(wrong)
