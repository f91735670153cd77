"""Declares an endpoint of the API once: for Flask its route and decoding, for OpenAPI its description."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from flask import Blueprint, Response, request
from msgspec import UNSET, Struct, UnsetType

from companion.web.request.json_body import BODIES, decode, json_response, read_body
from companion.web.transport.asgi import starts_stream

PREFIX = "/api/v1"

pages = Blueprint("api", __name__, url_prefix=PREFIX)

View = Callable[..., object]
V = TypeVar("V")


class Problem(Struct, omit_defaults=True):
    """Why nothing was done, in one sentence. page: of the rulebook; remedy: what would make it legal."""

    sentence: str
    page: int | None = None
    remedy: str = ""


class StaleProblem(Struct):
    """The request was made on an outdated table. number: of the last entry now; news: what came since; done:
    one of these did just this; still_asked: only others answered meanwhile, send it again on `number`."""

    sentence: str
    number: int
    news: list[str]
    done: bool
    still_asked: bool


class ConfirmProblem(Struct):
    """It takes back a step of another player: send it again with this number as `confirm`."""

    sentence: str
    confirm: int
    player: int | None


PROBLEMS: dict[int, tuple[type[Struct], str]] = {
    400: (Problem, "The request is malformed."),
    403: (Problem, "Not allowed to this caller, or not shown now."),
    404: (Problem, "There is no such table, seat, game or play."),
    409: (StaleProblem, "The request was made on an outdated table; nothing was done."),
    413: (Problem, "The request is too large."),
    421: (Problem, "This server is not called so: see --trusted-host."),
    422: (Problem, "The rules or the table's settings do not allow it; nothing was done."),
    423: (Problem, "The table can only be looked at."),
    428: (ConfirmProblem, "It takes back another player's step, and needs `confirm`."),
    429: (Problem, "This address asks too often: wait a minute."),
    503: (Problem, "The journal cannot be used now, or too many are listening; nothing was done."),
    507: (Problem, "The disk is full; nothing was done."),
}
"""What each status of a refusal means, and its body."""

MISDIRECTED = 421
"""Before any endpoint is reached."""
READS = (400, 403, 404, 429, 503)
WRITES = (400, 403, 404, 409, 413, 422, 423, 429, 503, 507)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """path: as Flask writes it, below PREFIX. answer: the type of the body, or of an event's data for a
    stream. query, body: the types of what is sent. refusals: the statuses that it may refuse with."""

    method: str
    path: str
    view: View
    answer: object
    status: int
    query: type[Struct] | None
    body: type[Struct] | None
    refusals: tuple[int, ...]
    stream: bool

    @property
    def name(self) -> str:
        return self.view.__name__


ENDPOINTS: list[Endpoint] = []


def get(
    path: str,
    answer: object,
    *,
    query: type[Struct] | None = None,
    refusals: tuple[int, ...] = READS,
    stream: bool = False,
) -> Callable[[View], View]:
    """Registers a view that reads. It gets the parts of its path, and `query`; it returns an `answer`."""
    return _register("GET", path, answer, 200, query, None, refusals, stream)


def post(
    path: str,
    answer: object,
    *,
    body: type[Struct],
    refusals: tuple[int, ...] = WRITES,
    status: int = 200,
) -> Callable[[View], View]:
    """Registers a view that writes. It gets the parts of its path, and `body`; it returns an `answer`."""
    return _register("POST", path, answer, status, None, body, refusals, False)


def _register(
    method: str,
    path: str,
    answer: object,
    status: int,
    query: type[Struct] | None,
    body_type: type[Struct] | None,
    refusals: tuple[int, ...],
    stream: bool,
) -> Callable[[View], View]:
    def register(view: View) -> View:
        everywhere = (*refusals, MISDIRECTED)
        made = Endpoint(method, path, view, answer, status, query, body_type, everywhere, stream)
        ENDPOINTS.append(made)
        if body_type is not None:
            BODIES[f"{pages.name}.{made.name}"] = body_type

        def call(**parts: str) -> Response:
            given: dict[str, object] = dict(parts)
            if query is not None:
                given["query"] = decode(request.args.to_dict(), query, strict=False)
            if body_type is not None:
                given["body"] = read_body(body_type)
            answered = view(**given)
            return answered if isinstance(answered, Response) else json_response(answered, status)

        pages.add_url_rule(path, made.name, starts_stream(call) if stream else call, methods=[method])
        return view

    return register


def value_or_none(value: V | UnsetType) -> V | None:
    """A field of a query; None: it was left out. (Were it None by itself, "null" would be read as that.)"""
    return None if value is UNSET else value
