"""Tests, by reading the code, that the program uses nothing that Windows, macOS or Linux lacks.
`tests/web/test_server_elsewhere.py` serves pages with what the other systems have."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import companion

TOP = Path(companion.__file__).resolve().parent.parent
FILES = sorted(
    path
    for package in ("companion", "firmware_bridge")
    for path in (TOP / package).rglob("*.py")
    if not {"firmware", "stand_in"} & {*path.relative_to(TOP).parts}  # run on the board, by MicroPython
)

UNPORTABLE = """
import crypt fcntl grp nis posix pty pwd readline resource spwd syslog termios tty
os O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK WNOHANG chown chroot ctermid fchown fdatasync fork forkpty
os fstatvfs getegid geteuid getgid getgroups getloadavg getpgid getpgrp getsid getuid killpg lchown mkfifo
os mknod nice openpty pipe2 posix_fadvise posix_fallocate posix_spawn posix_spawnp pread pwrite
os sched_getaffinity sched_setaffinity setegid seteuid setgid setpgid setsid setuid statvfs sync sysconf
os tcgetpgrp ttyname uname wait wait3 wait4
signal SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGUSR1 SIGUSR2 alarm pause
signal pthread_kill pthread_sigmask setitimer siginterrupt sigwait
socket AF_NETLINK AF_PACKET AF_UNIX CMSG_LEN MSG_DONTWAIT MSG_NOSIGNAL SCM_RIGHTS SO_BINDTODEVICE
socket SO_REUSEPORT recv_fds send_fds
select devpoll epoll kevent kqueue poll
selectors DevpollSelector EpollSelector KqueueSelector PollSelector
time clock_settime pthread_getcpuclockid tzset
"""
"""Modules, and names in modules, that Windows lacks or only Linux has."""
UNPORTABLE_NAMES: dict[str, set[str]] = {}
for _line in UNPORTABLE.strip().splitlines():
    UNPORTABLE_NAMES.setdefault(_line.split()[0], set()).update(_line.split()[1:])
UNPORTABLE_MODULES = UNPORTABLE_NAMES["import"]

MADE_FOR_POSIX = {
    "firmware_bridge/host_board.py": "MicroPython's host build behind a pty; `available` looks for both "
    "first, and elsewhere the demo draws its strip",
    "companion/system/private_files.py": "groups of files; `give_to_group` refuses --group elsewhere",
    "companion/system/installed_service.py": "the service of a Linux with systemd; `is_installed` says no "
    "elsewhere, and `enter` asks it first",
    "companion/commands/service.py": "the same; `systemctl` is missed with one sentence",
    "companion/commands/service_start.py": "the same: `service` calls it",
}
"""Modules that state at their top that they need more; their callers check for it first."""


class PortabilityVisitor(ast.NodeVisitor):
    """Collects uses of names that not every system has, unless a check or an alternative surrounds them."""

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self._guards = 0

    def visit_Try(self, node: ast.Try) -> None:
        caught = " ".join(ast.unparse(it.type) for it in node.handlers if it.type)
        guards = any(name in caught for name in ("ImportError", "AttributeError"))
        self._within(node.body, guards)
        for rest in (*node.handlers, *node.orelse, *node.finalbody):
            self.visit(rest)

    def visit_If(self, node: ast.If) -> None:
        self.visit(node.test)
        self._within([*node.body, *node.orelse], _is_platform_check(node.test))

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.visit(node.test)
        self._within([node.body, node.orelse], _is_platform_check(node.test))

    def _within(self, nodes: list[ast.stmt] | list[ast.expr], guards: bool) -> None:
        self._guards += guards
        for node in nodes:
            self.visit(node)
        self._guards -= guards

    def visit_Import(self, node: ast.Import) -> None:
        for name in node.names:
            if name.name in UNPORTABLE_MODULES:
                self._note(node, name.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if module in UNPORTABLE_MODULES:
            self._note(node, module)
        for name in node.names:
            if name.name in UNPORTABLE_NAMES.get(module, ()):
                self._note(node, f"{module}.{name.name}")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.attr in UNPORTABLE_NAMES.get(node.value.id, ()):
            self._note(node, f"{node.value.id}.{node.attr}")

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = {it.arg for it in node.keywords}
        texts = [it.value for it in node.args if isinstance(it, ast.Constant) and isinstance(it.value, str)]
        if "preexec_fn" in given:
            self._note(node, "preexec_fn")
        if name == "strftime" and any("%-" in text for text in texts):
            self._note(node, "strftime with %-")
        if "encoding" not in given and _uses_default_encoding(node, name, texts):
            self._note(node, f"{name} without encoding")

    def _note(self, node: ast.AST, what: str) -> None:
        if not self._guards:
            self.found.append((getattr(node, "lineno", 0), what))


def _is_platform_check(test: ast.expr) -> bool:
    source_text = ast.unparse(test)
    return any(part in source_text for part in ("os.name", "sys.platform", "hasattr(", "platform.system()"))


def _uses_default_encoding(node: ast.Call, name: str, texts: list[str]) -> bool:
    """Whether the call reads or writes text in the machine's default encoding."""
    given = {it.arg: it.value for it in node.keywords}
    mode = given.get("mode")
    if name == "read_text":
        return isinstance(node.func, ast.Attribute) and not node.args
    if name == "write_text":
        return isinstance(node.func, ast.Attribute) and len(node.args) < 2
    if name in ("open", "fdopen"):
        if isinstance(mode, ast.Constant):
            texts = [str(mode.value)]
        elif isinstance(node.func, ast.Name) or name == "fdopen":  # the file comes first, then the mode
            texts = [it for it in texts if len(it) <= 3] or ["r"]
        return any(text and set(text) <= {*"rwaxt+"} for text in texts)
    if name in ("run", "Popen", "check_output", "check_call"):
        return "text" in given or "universal_newlines" in given
    return name == "TextIOWrapper"


CALLS = "preexec_fn strftime read_text write_text open fdopen run Popen check_output check_call TextIOWrapper"
SUSPECTS = {*CALLS.split(), *(name for names in UNPORTABLE_NAMES.values() for name in names)}
"""A module in which none of these words stands, not even in a text, uses none of them."""


def unportable_uses(source: str) -> list[tuple[int, str]]:
    if SUSPECTS.isdisjoint(re.findall(r"\w+", source)):
        return []
    reading = PortabilityVisitor()
    reading.visit(ast.parse(source))
    return reading.found


def test_a_module_needs_nothing_that_only_one_system_has() -> None:
    """All modules in one test: seven hundred tests would take longer than what they read."""
    found = {
        path.relative_to(TOP).as_posix(): unportable_uses(path.read_text(encoding="utf-8")) for path in FILES
    }
    assert {path: uses for path, uses in found.items() if uses and path not in MADE_FOR_POSIX} == {}
    needless = [path for path in MADE_FOR_POSIX if not found[path]]
    assert not needless, "they need nothing special any more: take them out of MADE_FOR_POSIX"


UNPORTABLE_SAMPLES = (
    ("import fcntl", "fcntl"),
    ("def f():\n    from termios import error", "termios"),
    ("import os\nos.fork()", "os.fork"),
    ("from os import getuid", "os.getuid"),
    ("import signal\nsignal.signal(signal.SIGHUP, print)", "signal.SIGHUP"),
    ("import socket\nsocket.socket(socket.AF_UNIX)", "socket.AF_UNIX"),
    ("import select\nselect.poll()", "select.poll"),
    ("import selectors\nselectors.EpollSelector()", "selectors.EpollSelector"),
    ("open('notes.txt')", "open without encoding"),
    ("open('notes.txt', 'w')", "open without encoding"),
    ("path.open('r')", "open without encoding"),
    ("path.read_text()", "read_text without encoding"),
    ("path.write_text('words')", "write_text without encoding"),
    ("subprocess.run(['x'], text=True)", "run without encoding"),
    ("now.strftime('%-d')", "strftime with %-"),
)


@pytest.mark.parametrize(("source", "what"), UNPORTABLE_SAMPLES)
def test_the_reading_finds(source: str, what: str) -> None:
    assert [name for _, name in unportable_uses(source)] == [what]


PORTABLE_SAMPLES = (
    "try:\n    import fcntl\nexcept ImportError:\n    fcntl = None",
    "import os\nif os.name == 'posix':\n    os.getuid()",
    "import select\nfree = select.poll() if hasattr(select, 'poll') else None",
    "open('picture.png', 'rb')\npath.open('rb')\npath.read_text('utf-8')\npath.write_text('x', 'utf-8')",
    "open('notes.txt', encoding='utf-8')\ntables.open(name)\nshelf.open('colour')\nsubprocess.run(['x'])",
)


@pytest.mark.parametrize("source", PORTABLE_SAMPLES)
def test_the_reading_lets_be_what_asks_first(source: str) -> None:
    assert unportable_uses(source) == []
