"""What axe-core finds on a page: once for all tests that ask it.

It is put into a page once for all its themes, and tells of the violations alone: what is right, too, would be
half the time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

RUN_JS = """() => axe.run({ resultTypes: ["violations"] }).then((it) => it.violations
  .filter(({ impact }) => ["serious", "critical"].includes(impact))
  .map(({ id, nodes }) =>
    `${id} (${nodes.length}): ${nodes.slice(0, 3).map((it) => it.html.slice(0, 120))}`))"""
THEMES = ("dark", "light", "contrast")


def axe_source() -> str:
    """The script of axe-core; a test that asks for it is skipped where it is not installed."""
    return (
        Path(pytest.importorskip("axe_playwright_python").__file__).with_name("axe.min.js").read_text("utf-8")
    )


def serious(page: Any) -> list[str]:
    """The violations on a page that axe-core calls serious or critical, one line each."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(axe_source())
    found: list[str] = page.evaluate(RUN_JS)
    return found


def serious_in_themes(page: Any, what: str, themes: tuple[str, ...] = THEMES) -> list[str]:
    """What is serious in each theme, after what the page is."""
    found = []
    for theme in themes:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += [f"{what} {theme}: {wrong}" for wrong in serious(page)]
    return found
