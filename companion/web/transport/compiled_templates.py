"""Templates as Python code, kept from one start of the program to the next.

The first page of a table needs a dozen templates, and to compile them takes longer than to send the page.
What is kept here is run as code: its folder is for its owner alone.
"""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from companion import __version__
from companion.system.private_files import make_private_folder

_log = logging.getLogger(__name__)


class CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """In a folder that only its owner can write; where there can be none, every start compiles anew."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        try:
            make_private_folder(folder)
        except OSError as wrong:
            _log.info("Compiled templates are not kept in %s: %s", folder, wrong.strerror)
        self._usable = _only_own(folder)

    def get_source_checksum(self, source: str) -> str:
        # The code depends on its compiler, too.
        return super().get_source_checksum(f"{__version__} {jinja2.__version__} {source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        if self._usable:
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if not self._usable:
            return
        try:
            super().dump_bytecode(bucket)
        except OSError as wrong:  # a full disk, or somebody has deleted the folder
            _log.info("A compiled template is not kept: %s", wrong.strerror)


def _only_own(folder: Path) -> bool:
    """It is there, this user's, and nobody else can write it. Windows keeps a person's folders by itself."""
    try:
        there = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(there.st_mode):
        return False
    if os.name == "posix":
        return there.st_uid == os.getuid() and not there.st_mode & 0o022
    return True
