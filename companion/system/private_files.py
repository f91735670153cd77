"""Files and folders that only their owner may open, or the owner and one group.

Where a file is begun here, nobody else can open it even for a moment. One that others could open (an older
program made it, or a person copied it) is closed to them; what was given to its group alone stays so, because
somebody chose that. Windows keeps a person's data folder to that person without this.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

_OTHERS = 0o007
_POSIX = os.name == "posix"

FILE, FOLDER = 0o600, 0o700
GROUP_FILE, GROUP_FOLDER = 0o660, 0o2770
"""New files of a group's folder belong to the group, too (set-group-ID)."""


class NoSuchGroup(Exception):
    """There is no group of this name, or this program may not give files to it: one sentence says so."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def begin_private(file: Path) -> None:
    """Begins an empty file for its owner alone; closes one that is there to others. In a folder of a group
    the new file is the group's, too. Raises OSError where it cannot be begun."""
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    except FileExistsError:
        close_to_others(file)
    else:
        if _POSIX and stat.S_IMODE(file.parent.stat().st_mode) & ~0o007 == GROUP_FOLDER:
            file.chmod(GROUP_FILE)


def make_private_folder(folder: Path) -> None:
    """Makes the folder, with those above it, for its owner alone. One that is there stays as it is. Raises
    OSError."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.mkdir(mode=FOLDER)
    except FileExistsError:
        return
    if _POSIX and stat.S_IMODE(folder.parent.stat().st_mode) & ~0o007 == GROUP_FOLDER:
        folder.chmod(GROUP_FOLDER)


def close_to_others(path: Path) -> None:
    """Takes a file or folder that everybody may open away from all but its owner, where that can be done: not
    for another person's, nor where the disk knows no owners."""
    with contextlib.suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if _POSIX and mode & _OTHERS:
            path.chmod(FOLDER if path.is_dir() else FILE)


def group_number(group: str) -> int:
    """The number of a group of this machine. Raises NoSuchGroup."""
    if not _POSIX:
        raise NoSuchGroup("--group is for systems whose files have groups, as Linux and macOS.")
    import grp

    try:
        return grp.getgrnam(group).gr_gid
    except KeyError:
        raise NoSuchGroup(f"There is no group {group!r} on this machine.") from None


def give_to_group(path: Path, group: str) -> None:
    """Lets a group read and write the file or folder, and nobody else besides the owner. Raises
    NoSuchGroup."""
    number = group_number(group)
    try:
        os.chown(path, -1, number)
        path.chmod(GROUP_FOLDER if path.is_dir() else GROUP_FILE)
    except OSError as wrong:
        raise NoSuchGroup(
            f"{path} cannot be given to the group {group} ({wrong.strerror}): whoever owns it must be a "
            "member of that group."
        ) from None
