"""Tests that the documentation builds as a site in strict mode: without dead links or missing pages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    said = built.stdout + built.stderr
    assert built.returncode == 0, said
    assert "WARNING" not in said
    for page in ("index", "security", "SECURITY", "commands", "settings", "new-game", "first-evening"):
        assert (tmp_path / "site" / f"{page}.html").is_file(), page
    text = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    tabs = [" ".join(tab.split()) for tab in re.findall(r'md-tabs__link">(.*?)</a>', text, re.S)]
    assert tabs == ["Play", "Build", "Cafe", "Extend", "Reference"]
    assert "search" in text
    rules = (tmp_path / "site" / "rules-by-page.html").read_text(encoding="utf-8")
    assert "New Frontiers, page 3" in rules
    shown = (tmp_path / "site" / "tests.html").read_text(encoding="utf-8")
    assert "the site builds without a warning" in shown
    screens = (tmp_path / "site" / "screens.html").read_text(encoding="utf-8")
    assert (tmp_path / "site" / re.findall(r'src="(pictures/pages/[^"]+)"', screens)[0]).is_file()
    assert "Race For The Galaxy, page" in rules
    # The animation of the first page is there, and a still for those who want no motion.
    assert 'media="(prefers-reduced-motion: reduce)"' in text
    for picture in re.findall(r'(?:src|srcset)="(pictures/[^"]+)"', text):
        assert (tmp_path / "site" / picture).is_file(), picture
    assert (tmp_path / "site" / "pictures" / "moving.webp").stat().st_size < 2_000_000
