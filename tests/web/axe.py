"""What axe-core finds on a page: once for all tests that ask it.

It is put into a page once for all its themes, and tells of the violations alone, by their HTML: what is
right, too, would be half the time, and selectors a fifth. A theme is other colours and nothing else
(test_contrast.py), so after the first one the rules of colours are asked alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

RUN_JS = """(rules) => axe.run({ resultTypes: ["violations"], selectors: false, ...rules })
  .then(({ violations }) => violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) =>
      `${id} (${nodes.length}): ${nodes.slice(0, 3).map((it) => it.html.slice(0, 120))}`))"""
THEMES = ("dark", "light", "contrast")
OF_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""All that axe-core asks by default of colours."""


def axe_source() -> str:
    """The script of axe-core; a test that asks for it is skipped where it is not installed."""
    return (
        Path(pytest.importorskip("axe_playwright_python").__file__).with_name("axe.min.js").read_text("utf-8")
    )


def serious(page: Any, colours_alone: bool = False) -> list[str]:
    """The violations on a page that axe-core calls serious or critical, one line each."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(axe_source())
    found: list[str] = page.evaluate(RUN_JS, OF_COLOURS if colours_alone else {})
    return found


def serious_in_themes(page: Any, what: str, themes: tuple[str, ...] = THEMES) -> list[str]:
    """What is serious in each theme, after what the page is."""
    found = []
    for number, theme in enumerate(themes):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += [f"{what} {theme}: {wrong}" for wrong in serious(page, colours_alone=number > 0)]
    return found
