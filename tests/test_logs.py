"""Tests what the log leaves out where one fault would fill it."""

from __future__ import annotations

import errno
import io
import logging
import os

import pytest

from companion.system import logs
from companion.system.logs import OutOfFiles, configure_handler


def test_out_of_files_is_one_line_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is another fault's cause or only in the words of one, and with two handlers."""
    now = [0.0]
    monkeypatch.setattr(logs, "_out_of_files", OutOfFiles(lambda: now[0]))
    log, written = logging.Logger("test"), (io.StringIO(), io.StringIO())
    for each, as_json in zip(written, (False, True), strict=True):
        log.addHandler(configure_handler(logging.StreamHandler(each), as_json))
    full = OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    for number in range(200):
        now[0] = number
        try:
            try:
                raise full
            except OSError as wrong:
                raise RuntimeError("the database cannot be opened") from wrong
        except RuntimeError:
            log.exception("request %d failed", number)
        log.warning("a game cannot be loaded: %s", full)
    log.error("something else")
    for each in written:
        lines = each.getvalue().splitlines()
        assert len(lines) == 5
        assert "request 60 failed: this system opens no more files" in lines[1]
        assert "119 more like this" in lines[1]
        assert "Traceback" not in each.getvalue()
        assert "something else" in lines[-1]


def test_other_faults_keep_their_traceback() -> None:
    log, written = logging.Logger("test"), io.StringIO()
    log.addHandler(configure_handler(logging.StreamHandler(written), False))
    for _ in range(3):
        try:
            raise OSError(errno.ENOENT, "no such file")
        except OSError:
            log.exception("failed")
    assert written.getvalue().count("Traceback") == 3
