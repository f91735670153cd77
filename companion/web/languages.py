"""The language of each device: what its owner chose on it, else what its browser asks for.

Where none of these can be had, it is the house's: the one that the program was started with.

The choice is a cookie, so that the first page already comes in it. Everything a request makes, refusals too,
is made in that language; what is made for all devices alike (the pages of a live table) once for each.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from babel import Locale, UnknownLocaleError
from flask import Flask, current_app, request

from companion.translation import (
    SOURCE,
    _,
    decimal,
    language,
    languages,
    listed,
    moment,
    own_name,
    plural,
    script_words,
    speaking,
)

COOKIE = "language"
_SPEAKING = "companion.speaking"


def device_language() -> str:
    """The language that this request's device reads, of those that can be had."""
    offered = languages()
    chosen = request.cookies.get(COOKIE, "")
    if chosen in offered:
        return chosen
    for wanted in request.accept_languages.values():
        # A kind of a language ("de-AT") is served by the language; what comes first in the list counts first.
        code = wanted.replace("-", "_").lower()
        while code:
            for known in offered:
                if known.lower() == code:
                    return known
            code = code.rpartition("_")[0]
    house: str = current_app.extensions["house language"]
    return house


def region() -> str:
    """The language that holds here in the kind that the device's browser names ("en_GB"), for dates."""
    for wanted in request.accept_languages.values():
        try:
            locale = Locale.parse(wanted, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        if locale.language == language().partition("_")[0]:
            return str(locale)
    return language()


def device_moment(at: datetime) -> str:
    """A day and a time of day, in the form of the device's region."""
    return moment(at, region())


def chosen_language() -> str:
    """What was chosen on this device; "": nothing, it follows the browser."""
    said = request.cookies.get(COOKIE, "")
    return said if said in languages() else ""


def register(app: Flask, house: str = SOURCE) -> None:
    """To be called before anything else that looks at a request: its refusals are words too.

    house: what a device gets that asks for no language that can be had.
    """
    app.extensions["house language"] = house
    app.jinja_env.globals.update(_=_, plural=plural, language=language)
    app.jinja_env.globals.update(listed=listed, decimal=decimal, moment=device_moment)
    app.jinja_env.globals.update(
        languages=languages, own_name=own_name, script_words=script_words, chosen_language=chosen_language
    )

    @app.before_request
    def speak() -> None:
        if request.endpoint != "static":
            request.environ[_SPEAKING] = begun = speaking(device_language())
            begun.__enter__()

    @app.teardown_request
    def fall_silent(_wrong: Any) -> None:
        # Kept with the request, not in `g`: a page rendered within one shares its `g`.
        begun = request.environ.pop(_SPEAKING, None)
        if begun is not None:
            begun.__exit__(None, None, None)
