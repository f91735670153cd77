"""Every word that people read, in the language of the one who reads it: gettext catalogues, read with Babel.

The source is English and a message is its own key, so that code reads as what it says. A catalogue is a file
`translations/<language>/messages.po`, of the whole house beside this module and of each game in its own
package; a language is offered as soon as one such file exists, and what it leaves out is said in English.
The files are read as they are: there is no compiling step that could be forgotten.

Which language holds is a matter of the thread of work (a request, the rendering of a page): `speaking`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

SOURCE = "en"
"""The language of the messages in the code."""

FOLDER = Path(__file__).resolve().parent

_spoken: ContextVar[str] = ContextVar("language", default=SOURCE)


def language() -> str:
    """The language that holds here, as a code ("de")."""
    return _spoken.get()


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """Within it, words come in this language; one that no catalogue speaks means English."""
    token = _spoken.set(wanted if wanted in languages() else SOURCE)
    try:
        yield
    finally:
        _spoken.reset(token)


def _(message: str, **values: Any) -> str:
    """The message in the language that holds, its `{names}` filled in."""
    said = _catalogue(_spoken.get()).gettext(message) if message else ""
    return said.format(**values) if values else said


def plural(one: str, many: str, number: int, **values: Any) -> str:
    """The form for `number` things in the language that holds; `{number}` stands for the number."""
    said = _catalogue(_spoken.get()).ngettext(one, many, number)
    return said.format(number=number, **values)


def marked(message: str) -> str:
    """Marks a message for the catalogues where it is written down; whoever shows it says `_(it)`."""
    return message


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that can be had, English first."""
    found = {path.parent.name for folder in _folders() for path in folder.glob("*/messages.po")}
    return (SOURCE, *sorted(found - {SOURCE}))


def _folders() -> tuple[Path, ...]:
    """The house's own catalogues, then the games'."""
    return (FOLDER / "translations", *sorted(FOLDER.glob("games/*/translations")))


@cache
def _catalogue(wanted: str) -> NullTranslations:
    """All catalogues of a language as one."""
    merged: Translations | None = None
    for folder in _folders():
        path = folder / wanted / "messages.po"
        if not path.is_file():
            continue
        compiled = BytesIO()
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, locale=wanted))
        compiled.seek(0)
        read = Translations(compiled)
        merged = read if merged is None else merged.merge(read)
    return merged or NullTranslations()
