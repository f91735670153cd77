"""The pages' scripts: all that main.js imports is asked for at once, and every file is used."""

from __future__ import annotations

import re
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "companion" / "web" / "static" / "js"


def imports(name, seen=None):
    """What a script imports, and what that imports, as paths below the scripts' folder."""
    seen = set() if seen is None else seen
    for found in re.findall(r'^import .* from "\./([^"]+)";', (SCRIPTS / name).read_text("utf-8"), re.M):
        if found not in seen:
            seen.add(found)
            imports(found, seen)
    return seen


def test_what_the_first_script_imports_is_asked_for_with_it(client):
    page = client.get("/").text
    asked = set(re.findall(r'rel="modulepreload" href="/static/js/([^"]+)"', page))
    assert asked == imports("main.js")


def test_no_page_needs_the_internet():
    for script in SCRIPTS.glob("*.js"):
        assert not re.search(r"https?://", script.read_text("utf-8")), script.name
