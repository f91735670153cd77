"""Tests of the templates that are kept compiled for the next start."""

from __future__ import annotations

import os
from pathlib import Path

import jinja2
import pytest

from companion.web.transport import compiled_templates
from companion.web.transport.compiled_templates import CompiledTemplates

ONLY_POSIX = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")


class _Counting(jinja2.Environment):
    compiled = 0

    def compile(self, *args, **more):
        self.compiled += 1
        return super().compile(*args, **more)


def _start(folder: Path, text: str = "{{ 1 + 1 }}") -> _Counting:
    """A start of the program that shows one page."""
    pages = _Counting(loader=jinja2.DictLoader({"page.html": text}), bytecode_cache=CompiledTemplates(folder))
    assert pages.get_template("page.html").render() in ("2", "3")
    return pages


def test_the_next_start_compiles_only_what_has_changed(tmp_path, monkeypatch):
    folder = tmp_path / "cache" / "templates"
    assert _start(folder).compiled == 1
    assert _start(folder).compiled == 0
    assert _start(folder, "{{ 1 + 2 }}").compiled == 1
    monkeypatch.setattr(compiled_templates, "__version__", "another")
    assert _start(folder, "{{ 1 + 2 }}").compiled == 1
    assert len(list(folder.iterdir())) == 1  # what is old is replaced


@ONLY_POSIX
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_code_is_not_taken_from_a_folder_that_others_can_write(tmp_path, mode):
    folder = tmp_path / "templates"
    _start(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(mode)
    assert _start(folder).compiled == 1


@ONLY_POSIX
def test_code_is_not_taken_through_a_link(tmp_path):
    _start(tmp_path / "templates")
    (tmp_path / "link").symlink_to(tmp_path / "templates")
    assert _start(tmp_path / "link").compiled == 1


def test_pages_are_shown_where_nothing_can_be_kept(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "templates"):
        assert _start(folder).compiled == 1
    gone = _Counting(
        loader=jinja2.DictLoader({"page.html": "2"}), bytecode_cache=CompiledTemplates(tmp_path / "gone")
    )
    (tmp_path / "gone").rmdir()
    assert gone.get_template("page.html").render() == "2"
