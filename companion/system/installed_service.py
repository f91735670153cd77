"""The companion as a service of this machine: where its unit, options and tables lie, and whose they are.

`companion service install` writes these files; `companion --service ...` acts on what they say, so that a
PIN, a backup or a check is meant for the service's tables, not for those of the person who types it.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

UNIT = Path("/etc/systemd/system/table-companion.service")
RULES = Path("/etc/udev/rules.d/60-table-companion.rules")
SETTINGS = Path("/etc/table-companion/settings.toml")
"""Its options; for its user alone, since an address in it may hold a password."""
STATE = Path("/var/lib/table-companion")
"""Its data folder lies in it (XDG_DATA_HOME)."""
BOOTED = Path("/run/systemd/system")
"""Where systemd runs the machine (sd_booted): its programs may be there, as in a container, without it."""
CACHE = Path("/var/cache/table-companion")
"""Its cache folder lies in it (XDG_CACHE_HOME), and the program as Python compiled it."""


acting_as = ""
"""The service's account, once this process acts as it."""


class NotTheService(Exception):
    """`--service` cannot be followed; one sentence says why."""


def is_installed() -> bool:
    """Whether this machine has the service."""
    return os.name == "posix" and SETTINGS.exists()


def runs() -> bool:
    """Whether systemd has it running now."""
    asked = ["systemctl", "is-active", "--quiet", UNIT.name]
    try:
        return not subprocess.run(asked, capture_output=True, check=False).returncode
    except OSError:
        return False


def listens(port: int) -> bool:
    """Whether the port is open by the service itself, not by another companion; for root to ask."""
    asked = ["systemctl", "show", "--property=MainPID", "--value", UNIT.name]
    try:
        pid = subprocess.run(asked, capture_output=True, encoding="ascii", check=False).stdout.strip() or "0"
        process = Path("/proc", pid)
        lines = [
            line.split()
            for table in ("tcp", "tcp6")
            for line in (process / "net" / table).read_text("ascii").splitlines()[1:]
        ]
        # Of each socket its own address, its state (0A: it listens) and its number.
        sockets = {
            f"socket:[{it[9]}]" for it in lines if it[3] == "0A" and int(it[1].rpartition(":")[2], 16) == port
        }
        return not sockets.isdisjoint(_opened(process))
    except (OSError, ValueError):
        return False


def _opened(process: Path) -> Iterator[str]:
    """What a process of /proc has open, without what it closes meanwhile: a request may end at any time."""
    for number in (process / "fd").iterdir():
        with suppress(FileNotFoundError):
            yield os.readlink(number)


def enter() -> Path:
    """Makes this process act as the service: with its user's rights, in its data folder. Returns its settings
    file. Raises NotTheService."""
    if not is_installed():
        raise NotTheService("The service is not installed here: `companion service install`.")
    import pwd

    try:
        owner = SETTINGS.stat().st_uid
    except OSError as wrong:
        raise NotTheService(f"{SETTINGS} cannot be read ({wrong.strerror}).") from None
    if os.geteuid() not in (0, owner):
        name = pwd.getpwuid(owner).pw_name
        program = str(Path(sys.argv[0]).absolute())
        raise NotTheService(
            f"The service's tables belong to {name}: sudo -u {name} {shlex.join([program, *sys.argv[1:]])}"
        )
    if os.geteuid() != owner:
        who = pwd.getpwuid(owner)
        _become(who.pw_name, who.pw_uid, who.pw_gid, who.pw_dir)
    global acting_as
    acting_as = pwd.getpwuid(owner).pw_name
    os.environ.update(XDG_DATA_HOME=str(STATE), XDG_CACHE_HOME=str(CACHE))
    return SETTINGS


def _become(name: str, uid: int, gid: int, home: str) -> None:
    """Leaves root's rights for good, so that no file of the service's becomes root's."""
    os.initgroups(name, gid)
    os.setgid(gid)
    os.setuid(uid)
    os.environ.update(HOME=home, USER=name, LOGNAME=name)
