"""Translation of all user-visible texts: gettext catalogues, read with Babel.

The source language is English and a message is its own key. A catalogue is a file
`translations/<language>/messages.po`, beside this module for the companion and in each game's package; a
language is offered as soon as one such file exists, and missing messages are shown in English. The .po files
are read directly: there is no compile step.

The current language is a context variable of the thread or request: `speaking`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from gettext import NullTranslations
from io import BytesIO, StringIO
from pathlib import Path

from babel import Locale
from babel.dates import format_datetime
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations
from markupsafe import Markup, escape

from companion.installed_games import folders
from companion.text_files import read_text

SOURCE = "en"
"""The language of the messages in the code."""

FOLDER = Path(__file__).resolve().parent

_spoken: ContextVar[str] = ContextVar("language", default=SOURCE)


language: Callable[[], str] = _spoken.get
"""The current language, as a code ("de")."""


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """Context manager that sets the current language; one without a catalogue means English."""
    token = _spoken.set(wanted if wanted in languages() else SOURCE)
    try:
        yield
    finally:
        _spoken.reset(token)


def _(message: str, /, **values: object) -> str:
    """The message in the current language, its `{names}` filled in; Markup when one of `values` is. What is
    written from right to left is isolated from the sentence; a number below 0 has the sign of a minus.

    A Sentence is translated from its message and values.
    """
    spoken = _spoken.get()
    if spoken == SOURCE and type(message) is str:
        if not values:
            return message
        for value in values.values():  # fast path: the rules make thousands a second
            if type(value) is int:
                if value < 0:
                    break
            elif value.__class__ is not str or not value.isascii():
                break
        else:
            return message.format_map(values)
    made_of = getattr(message, "made_of", None)
    if made_of is not None:
        template, parts = made_of
        return _(template, **{name: _(v) if hasattr(v, "made_of") else v for name, v in parts.items()})
    if spoken == SOURCE or not message:
        return _filled(message, message, values)
    return _filled(_catalogue(spoken).gettext(message), message, values)


def plural(one: str, many: str, number: int, **values: object) -> str:
    """The plural form for `number` in the current language; `{number}` stands for the number."""
    spoken = _spoken.get()
    if spoken == SOURCE:
        return _(one if number == 1 else many, number=number, **values)
    translated = _catalogue(spoken).ngettext(one, many, number)
    return _filled(translated, one if number == 1 else many, {"number": number, **values})


def _filled(translated: str, source: str, values: Mapping[str, object]) -> str:
    """A translation with unknown placeholders falls back to English."""
    if not values:
        return translated
    if any(isinstance(value, Markup) for value in values.values()):
        translated, source = escape(translated), escape(source)
    if _spoken.get() == "fr" and translated is not source:
        translated = _elided(translated, values)
    values = {name: _written(value) for name, value in values.items()}
    try:
        return translated.format(**values)
    except (LookupError, ValueError):
        return source.format(**values)


def _written(value: object) -> object:
    """A value as a sentence has it."""
    if isinstance(value, str):
        return isolated(value)
    return figure(value) if isinstance(value, int) else value


_FSI, _PDI = ISOLATES = "\u2068", "\u2069"
"""First strong isolate and pop directional isolate."""
_ISOLATED = re.compile(f"{_FSI}[^{_FSI}{_PDI}]*{_PDI}")
_TURNING = re.compile(
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff"
    "\U0001e800-\U0001eeff]"
)
"""Letters of scripts that are written from right to left, and signs that turn the direction."""


def isolated(text: str) -> str:
    """A name, or what else somebody wrote, as it stands in a sentence: what is written from right to left
    stands between isolates, so that numbers and names beside it stay where they belong; anything else, and
    what is isolated already, as it is. Source: Unicode Standard Annex 9, 2.5.

    >>> isolated("Ann"), isolated("\u05e9\u05dc\u05d5\u05dd") == "\u2068\u05e9\u05dc\u05d5\u05dd\u2069"
    ('Ann', True)
    """
    if text.isascii() or not _TURNING.search(text):
        return text
    rest, found = _ISOLATED.subn("", text)
    while found:
        rest, found = _ISOLATED.subn("", rest)
    return _FSI + text + _PDI if _TURNING.search(rest) else text


def without_isolates(text: str) -> str:
    """For other programs' files, which read a name letter by letter."""
    return text.replace(_FSI, "").replace(_PDI, "")


_ELISION = re.compile(r"\b(d|qu|D|Qu)e \{(\w+)\}")
_BEGINS_WITH_VOWEL = re.compile(r"(?:<[^>]*>)*(?!on(?:ce|ze)\b|oui\b)[aeiouâàéèêëîïôœùû]", re.IGNORECASE)


def _elided(template: str, values: Mapping[str, object]) -> str:
    """French: "de {name}" and "que {name}" before a name that begins with a vowel ("d’Anna")."""

    def joined(found: re.Match[str]) -> str:
        vowel = _BEGINS_WITH_VOWEL.match(str(values.get(found[2], "")))
        return f"{found[1]}’{{{found[2]}}}" if vowel else found[0]

    made = _ELISION.sub(joined, template)
    return Markup(made) if isinstance(template, Markup) else made


class Sentence(str):
    """An English text that keeps its message and values, so that it can be translated later.

    made_of: (message, values). `_` translates any text with this attribute.
    """

    made_of: tuple[str, Mapping[str, object]]

    def __new__(cls, message: str, /, **values: object) -> Sentence:
        made = super().__new__(cls, _filled(message, message, values))
        made.made_of = (message, values)
        return made


def marked(message: str, /, **values: object) -> str:
    """Marks a message for translation where it is shown, by `_(it)`: a constant, or a text made in one thread
    and shown in others. Until then it is English."""
    return Sentence(message, **values) if values else message


def first_capital(text: str) -> str:
    """The text with a capital at its beginning: a sentence, a label."""
    return text[:1].upper() + text[1:]


# --- lists, numbers and times ---------------------------------------------------------------------------

MINUS = "\u2212"
"""What people read; keyboards have a hyphen for it, and files and programs read that."""


def figure(number: int) -> str:
    """A number as people read it: "3", "−2"."""
    return str(number).replace("-", MINUS)


def signed(number: int) -> str:
    """What a number adds: "+2", "−1", "+0"."""
    return f"{number:+d}".replace("-", MINUS)


def listed(items: Iterable[str]) -> str:
    """ "Blue, Green and Red"."""
    # en_GB: no comma before "and".
    style = "en_GB" if _spoken.get() == SOURCE else _spoken.get()
    words = [str(item) for item in items]
    made = format_list([isolated(word) for word in words], locale=style)
    if style == "es" and len(words) > 1 and _BEGINS_WITH_I.match(words[-1]):
        before, _y, last = made.rpartition(" y ")  # CLDR's lists know nothing of the word that follows
        return f"{before} e {last}" if last == isolated(words[-1]) else made
    return made


_BEGINS_WITH_I = re.compile(r"h?[ií](?![ae])", re.IGNORECASE)
"""Spanish: "Ana e Ignacio", but "agua y hielo"."""


def labelled(label: str, words: str) -> str:
    """ "Cost: 3"; in French with a space before the colon that does not break."""
    return _("{what}: {chosen}", what=label, chosen=words)


def in_row(items: Iterable[str]) -> str:
    """ "Blue, Green, Red"."""
    return ", ".join(map(isolated, items))


def times(number: int, thing: str) -> str:
    """ "2 × Stingray", in one line: narrow places would end one with "2 ×"."""
    return f"{number}\u00a0×\u00a0{thing}"


def in_turn(items: Iterable[str]) -> str:
    """ "2 VP for each colony; 1 VP for each good": what may have commas of its own."""
    return ("\u00a0; " if _spoken.get() == "fr" else "; ").join(items)


_FIGURE = re.compile(r"(?<![^\W_])([0-9]+|\?) (?=[^\W\d_]{1,8}\b)")


def with_units(words: str) -> str:
    """The words for a narrow place: each figure stays in one line with what it counts, where that is a short
    word ("5 VP", "2 cards"); a long one may go to the next line, so that no card is too narrow for it."""
    return _FIGURE.sub("\\1\u00a0", words)


_SIGNS_OF_NUMBERS = str.maketrans(dict.fromkeys("\u2212\uff0d\ufe63", "-") | {"\u066b": "."})
"""Minus and the decimal sign, as keyboards of other scripts type them."""


def with_plain_digits(text: str) -> str:
    """The text with the digits of other scripts, as their keyboards type them, as 0 to 9, and without the
    signs of direction that are copied along with them, which nobody sees.

    >>> with_plain_digits("\uff11\uff12 \u0967\u0968 \u200f\u0661\u0662 \u22123")
    '12 12 12 -3'
    """
    if text.isascii():
        return text
    seen = (letter for letter in text.translate(_SIGNS_OF_NUMBERS) if unicodedata.category(letter) != "Cf")
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in seen)


def decimal(number: float, places: int = 1) -> str:
    """ "1.5", or "1,5"; with that many places."""
    made = format_decimal(round(number, places), "0." + "0" * places, locale=_spoken.get())
    return str(made).replace("-", MINUS)


def moment(at: datetime, region: str = "") -> str:
    """Date and time as text. region: the locale whose format is used ("en_GB"); "": the current
    language's."""
    return format_datetime(at, "medium", locale=region or _spoken.get())


# --- catalogues -----------------------------------------------------------------------------------------


@cache
def languages() -> tuple[str, ...]:
    """The codes of the available languages, English first."""
    found = {path.parent.name for folder in _folders() for path in folder.glob("*/messages.po")}
    return (SOURCE, *sorted(found - {SOURCE}))


@cache
def own_name(code: str) -> str:
    """A language as its speakers call it: "Deutsch"."""
    name = Locale.parse(code, sep="_").get_display_name(code) or code
    return first_capital(name)


@cache
def script_words(wanted: str) -> Mapping[str, str]:
    """Translations for the pages' scripts, by the English message: those extracted from .js files."""
    return {
        str(message.id): str(message.string)
        for catalog in _read(wanted)
        for message in catalog
        if message.string and isinstance(message.id, str) and _from_script(message.locations)
    }


def _from_script(locations: Iterable[tuple[str, int | None]]) -> bool:
    return any(file.endswith(".js") for file, _line in locations)


def _folders() -> tuple[Path, ...]:
    """The companion's own catalogues, then the games'."""
    return (FOLDER / "translations", *(game / "translations" for game in folders().values()))


def _read(wanted: str) -> Iterator[Catalog]:
    for folder in _folders():
        path = folder / wanted / "messages.po"
        if path.is_file():
            yield read_po(StringIO(read_text(path)), locale=wanted)


def is_translated(message: str) -> bool:
    """Whether a catalogue of the current language has this message, also with the same text."""
    return _spoken.get() == SOURCE or message in _messages(_spoken.get())


@cache
def _messages(wanted: str) -> frozenset[str]:
    """The messages without plural forms that the catalogues of a language translate."""
    return frozenset(
        message.id
        for catalog in _read(wanted)
        for message in catalog
        if isinstance(message.id, str) and message.string
    )


@cache
def _catalogue(wanted: str) -> NullTranslations:
    """All catalogues of a language, merged."""
    merged: Translations | None = None
    for catalog in _read(wanted):
        compiled = BytesIO()
        write_mo(compiled, catalog)
        compiled.seek(0)
        read = Translations(compiled)
        merged = read if merged is None else merged.merge(read)
    return merged or NullTranslations()
