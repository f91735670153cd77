"""Errors of the journal's database, each with one sentence that says what to do."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Literal

import sqlalchemy as sa

from companion.translation import marked

Trouble = Literal["damaged", "full", "read-only", "locked", "newer", "unreachable", "foreign"]


class JournalError(Exception):
    """The journal cannot be read or written. kind: what is wrong, for a page that offers a way on."""

    def __init__(self, kind: Trouble, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence


_SQLITE: tuple[tuple[str, Trouble], ...] = (
    ("SQLITE_FULL", "full"),
    ("SQLITE_READONLY", "read-only"),
    ("SQLITE_PERM", "read-only"),
    ("SQLITE_BUSY", "locked"),
    ("SQLITE_LOCKED", "locked"),
    ("SQLITE_CORRUPT", "damaged"),
    ("SQLITE_NOTADB", "damaged"),
    ("SQLITE_IOERR_SHORT_READ", "damaged"),
)
_POSTGRESQL: dict[str, Trouble] = {
    "53100": "full",
    "25006": "read-only",
    "55P03": "locked",
    "40P01": "locked",
    "XX001": "damaged",
    "XX002": "damaged",
}


def display_name(url: sa.URL) -> str:
    """The database for a message: the file, or the URL without its password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    return url.set(query={}).render_as_string(hide_password=True)


def foreign_error(url: sa.URL) -> JournalError:
    return JournalError(
        "foreign",
        marked(
            "{name} is another program's database, and was left as it is: choose another file.",
            name=display_name(url),
        ),
    )


_AT_IN_QUERY = re.compile(r"[^@:/?#\[\] ]*/[^@/?#]*\?[^@?#=]+=[^?#]*")
"""HOST/DATABASE?user=me@home: there is no password before it. (Behind HOST:PORT it is taken for one.)"""


def refuse_torn_password(address: str) -> None:
    """Raises JournalError for a database address whose password has a sign that ends it, so that a part of it
    would be taken for the host and printed where that does not answer."""
    rest = address.partition("://")[2]
    who, at, _host = rest.rpartition("@")
    torn = any(sign in who for sign in "@/?#[] ") or "%" in re.sub("%[0-9A-Fa-f]{2}", "", who)
    if at and torn and not _AT_IN_QUERY.fullmatch(rest):
        raise JournalError(
            "unreachable",
            "The password in the database address has a sign that means something else there: write / as "
            "%2F, ? as %3F, # as %23, @ as %40, % as %25 and a space as %20.",
        )


def as_journal_error(wrong: BaseException | str | None, url: sa.URL) -> JournalError:
    """The driver's exception (or SQLite's own finding of damage) as a JournalError."""
    name = display_name(url)
    kind = "damaged" if isinstance(wrong, str) else _kind(wrong)
    detail = str(wrong).partition("\n")[0].rstrip(".")
    if kind == "unreachable" and url.get_backend_name() == "sqlite":
        detail = _why_unreadable(url.database) or detail
    given = url.query.get("password", ())  # more than one where it is given more than once
    for secret in (url.password, *([given] if isinstance(given, str) else given)):
        detail = detail.replace(str(secret), "…") if secret else detail
    sentences: dict[Trouble, str] = {
        "damaged": marked(
            "The journal {name} is damaged ({detail}) and was left as it is: restore a copy, or set it aside "
            "to begin a new one.",
            name=name,
            detail=detail,
        ),
        "full": marked(
            "The disk is full, so nothing more was written to the journal {name}: free some space and do the "
            "last step again.",
            name=name,
        ),
        "read-only": marked(
            "The journal {name} may not be written: allow this program to write there, or choose another "
            "file.",
            name=name,
        ),
        "locked": locked_error(url).sentence,
        "unreachable": marked(
            "The journal {name} cannot be opened ({detail}): check that the place exists and that this "
            "program may write there.",
            name=name,
            detail=detail,
        ),
    }
    return JournalError(kind, sentences[kind])


def locked_error(url: sa.URL) -> JournalError:
    """The error of a write that timed out waiting for others."""
    return JournalError(
        "locked",
        marked(
            "Another program is holding the journal {name}: close it, then do the last step again.",
            name=display_name(url),
        ),
    )


def _why_unreadable(file: str | None) -> str:
    """The system's reason why a file cannot be read, where SQLite only says that it cannot be opened; "" for
    one that can be, or is not there yet."""
    try:
        if file:
            Path(file).open("rb").close()
    except FileNotFoundError:
        return ""
    except OSError as wrong:
        return wrong.strerror or ""
    return ""


def _kind(wrong: BaseException | None) -> Trouble:
    code = getattr(wrong, "sqlite_errorname", None) or ""
    for begin, kind in _SQLITE:
        if code.startswith(begin):
            return kind
    return _POSTGRESQL.get(getattr(wrong, "sqlstate", None) or "", "unreachable")


def set_aside(path: str | Path, now: datetime) -> Path:
    """Moves a damaged SQLite journal away, so that a new one can begin; only on a person's request. Returns
    its new path. Raises JournalError where it cannot be moved."""
    return move_aside(Path(path), "damaged", now)


def move_aside(path: Path, why: str, now: datetime) -> Path:
    """Gives a SQLite journal, with its companions (-wal, -shm), a name with `why` and the date.

    Nothing is deleted or overwritten. Returns its new path. Raises JournalError and moves nothing where that
    is not possible (Windows does not move a file that a program has open).
    """
    aside = path.with_name(f"{path.name}.{why}-{now:%Y%m%d-%H%M%S}")
    count = 1
    while aside.exists():
        count += 1
        aside = path.with_name(f"{path.name}.{why}-{now:%Y%m%d-%H%M%S}-{count}")
    moved: list[tuple[Path, Path]] = []
    try:
        for end in ("-wal", "-shm", ""):
            part = path.with_name(path.name + end)
            if part.exists():
                moved.append((part, part.rename(aside.with_name(aside.name + end))))
    except OSError as wrong:
        for part, there in moved:
            there.rename(part)
        raise JournalError(
            "locked",
            f"The journal {path} could not be moved away ({wrong.strerror}): close every program that has it "
            "open, then try again.",
        ) from None
    return aside
