"""The language of each device: the one chosen on it, else what its browser asks for.

Where none of these is available, it is the house's language: the one that the program was started with.

The choice is a cookie, so that the first page is already in that language. Everything made for a request,
refusals too, is in it; pages shared by devices (those of a live table) are made once for each language.
"""

from __future__ import annotations

from contextlib import ExitStack
from datetime import datetime

from babel import Locale, UnknownLocaleError
from babel.dates import format_time
from flask import Flask, request

from companion.translation import (
    SOURCE,
    _,
    decimal,
    in_turn,
    isolated,
    language,
    languages,
    listed,
    moment,
    own_name,
    plural,
    script_words,
    speaking,
)
from companion.web.request.named_here import may_be_translated
from companion.web.transport.kept_names import keeping_names, names_are_kept

COOKIE = "language"
_SPEAKING = "companion.speaking"


def device_language(house: str) -> str:
    """The language of this request's device, of those available; `house` where it asks for none of them."""
    offered = languages()
    chosen = request.cookies.get(COOKIE, "")
    if chosen in offered:
        return chosen
    for wanted in request.accept_languages.values():
        # A regional variant ("de-AT") is served by its language; the list is in order of preference.
        code = wanted.replace("-", "_").lower()
        while code:
            for known in offered:
                if known.lower() == code:
                    return known
            code = code.rpartition("_")[0]
    return house


def region() -> str:
    """The current language in the browser's regional variant ("en_GB"), for dates."""
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


def device_clock(at: datetime) -> str:
    """A time of day, likewise."""
    return format_time(at.astimezone(), "short", locale=region())


def chosen_language() -> str:
    """The language chosen on this device; "": none, it follows the browser."""
    code = request.cookies.get(COOKIE, "")
    return code if code in languages() else ""


def register(app: Flask, house: str = SOURCE) -> None:
    """To be called before anything else that may refuse a request, so that refusals are translated too.

    house: the language of devices that ask for none of those available.
    """
    app.jinja_env.globals.update(_=_, plural=plural, language=language)
    app.jinja_env.filters["isolated"] = isolated
    app.jinja_env.globals.update(
        listed=listed, in_turn=in_turn, decimal=decimal, moment=device_moment, clock=device_clock
    )
    app.jinja_env.globals.update(
        languages=languages,
        own_name=own_name,
        script_words=script_words,
        chosen_language=chosen_language,
        names_are_kept=names_are_kept,
    )

    @app.before_request
    def set_request_language() -> None:
        if request.endpoint != "static":
            request.environ[_SPEAKING] = begun = ExitStack()
            begun.enter_context(speaking(device_language(house)))
            begun.enter_context(keeping_names(may_be_translated()))

    @app.teardown_request
    def reset_request_language(_error: object) -> None:
        # Kept with the request, not in `g`: a page rendered within one shares its `g`.
        begun = request.environ.pop(_SPEAKING, None)
        if begun is not None:
            begun.close()
