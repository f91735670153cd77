"""Errors in one sentence: as a page for a person, as JSON for a page's script."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from flask import Flask, Response, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.games import UnknownGame
from companion.games.contract import Illegal
from companion.table.journal_errors import JournalError
from companion.table.referee import ProposalClosed
from companion.table.settings import BadSetting
from companion.table.snapshot import ReadOnly, Stale
from companion.table.steps import Outdated
from companion.table.tables import NoSuchTable
from companion.table.undo_rights import NeedsConfirmation
from companion.timer.store import NoSuchTimer
from companion.translation import _, marked
from companion.vision.sent_photos import BadPicture
from companion.web.request.reading import Lacking, Refused, illegal_json

_log = logging.getLogger(__name__)

API = "/api/"
"""Every answer below this path is JSON, refusals too."""

_SENTENCES = {
    400: marked("The request could not be understood: load the page again and repeat the step."),
    404: marked("There is no such page: go back to the list of tables."),
    405: marked("This page cannot do that: load it again and repeat the step."),
    413: marked("The request is too large: load the page again and repeat the step."),
    415: marked("The request's body must be a JSON object."),
}


def register(app: Flask) -> None:
    app.register_error_handler(Lacking, _lacking_page)
    app.register_error_handler(Refused, lambda e: error_response(e.status, e.sentence))
    app.register_error_handler(NoSuchTable, lambda e: error_response(404, e.sentence))
    app.register_error_handler(NoSuchTimer, lambda e: error_response(404, e.sentence))
    app.register_error_handler(UnknownGame, lambda e: error_response(404, e.sentence))
    app.register_error_handler(BadPicture, lambda e: error_response(400, e.sentence))
    app.register_error_handler(BadSetting, lambda e: error_response(422, e.sentence))
    app.register_error_handler(ReadOnly, lambda e: error_response(status_of(e), e.sentence))
    app.register_error_handler(JournalError, lambda e: error_response(status_of(e), e.sentence))
    app.register_error_handler(Illegal, lambda e: error_response(status_of(e), e.sentence, illegal_json(e)))
    app.register_error_handler(Stale, _stale_response)
    app.register_error_handler(NeedsConfirmation, _confirmation_response)
    app.register_error_handler(ProposalClosed, lambda e: error_response(410, e.sentence))
    app.register_error_handler(HTTPException, _http_response)
    app.register_error_handler(Exception, _unexpected_response)


def status_of(wrong: Illegal | JournalError | ReadOnly) -> int:
    """Of HTTP, where a table does not take something."""
    if isinstance(wrong, JournalError):
        return 507 if wrong.kind == "full" else 503
    return 423 if isinstance(wrong, ReadOnly) else 422


def wants_json() -> bool:
    """The page's script and the API's callers send and read JSON; a person's browser asks for a page."""
    if request.is_json or request.path.startswith(API):
        return True
    return request.accept_mimetypes.best_match(["text/html", "application/json"]) == "application/json"


def _lacking_page(wrong: Lacking) -> ResponseReturnValue:
    """What is true, and the way on to what helps in this game."""
    if request.method not in ("GET", "HEAD"):
        return error_response(wrong.status, wrong.sentence)
    asked = {**request.args, **(request.view_args or {})}
    return render_template(
        "lacking.html",
        game=wrong.game,
        heading=wrong.heading,
        sentence=wrong.sentence,
        table_id=asked.get("table_id") or asked.get("table", ""),
        viewer=asked.get("seat", ""),
    )


def _stale_response(wrong: Stale) -> ResponseReturnValue:
    more = {"done": wrong.same is not None, "still_asked": wrong.still_asked}
    return outdated_response(wrong, wrong.sentence, wrong.news, more)


def outdated_response(
    wrong: Outdated, sentence: str, news: Sequence[str], more: dict[str, Any] | None = None
) -> ResponseReturnValue:
    """409 with the current number and what the device missed, so that its page can show it."""
    data = {"sentence": sentence, "number": wrong.number, "news": list(news), **(more or {})}
    return error_response(409, sentence, data)


def _confirmation_response(wrong: NeedsConfirmation) -> ResponseReturnValue:
    """428 with the number of the entry that a second tap has to name, and its player."""
    data = {"sentence": wrong.sentence, "confirm": wrong.number, "player": wrong.player}
    return error_response(428, wrong.sentence, data)


def _http_response(wrong: HTTPException) -> ResponseReturnValue:
    status = wrong.code or 500
    if status < 400:
        return wrong
    allowed = getattr(wrong, "valid_methods", None)
    sentence = _SENTENCES.get(status) or marked("{what}: go back and try again.", what=wrong.name)
    if allowed and request.path.startswith(API):
        sentence = marked("{path} takes {methods}.", path=request.path, methods=", ".join(sorted(allowed)))
    answered = error_response(status, sentence)
    return (*answered, {"Allow": ", ".join(sorted(allowed))}) if allowed else answered


def _unexpected_response(wrong: Exception) -> ResponseReturnValue:
    _log.error("%s %s failed", request.method, request.path, exc_info=wrong)
    return error_response(
        500,
        marked(
            "Something in the companion broke; what was played up to now is kept, and the log says more: "
            "load the page again."
        ),
    )


def error_response(
    status: int, sentence: str, data: dict[str, Any] | None = None
) -> tuple[Response | str, int]:
    """The sentence as a page, or as JSON with `data`."""
    sentence = _(sentence)  # into this device's language, where it was made without one
    if wants_json():
        return jsonify(data or {"sentence": sentence}), status
    return render_template("error.html", status=status, sentence=sentence, back=_sent_from()), status


def _sent_from() -> str:
    """The address of the page whose form is refused; "": no page's of this companion, or of one that only an
    answer leads to."""
    page = urlsplit(request.referrer or "")
    if request.method != "POST" or page.netloc != request.host or page.path.startswith("//"):
        return ""
    if not current_app.url_map.bind("").test(unquote(page.path.removeprefix(request.script_root)), "GET"):
        return ""
    return page._replace(scheme="", netloc="", fragment="").geturl()
