"""Makes the OpenAPI 3.1 document of the API from its endpoints and their types.

msgspec, which decodes and encodes them, gives the JSON schemas too, so that no second description can differ.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from inspect import getdoc
from typing import Any

import msgspec
from flask import Response, request

from companion import __version__, games
from companion.games.contract import Decision, Game, Json, State
from companion.games.contract.decisions import Written
from companion.web.api.endpoint import ENDPOINTS, PREFIX, PROBLEMS, Endpoint, pages

_REF = "#/components/schemas/{name}"
_IN_PATH = re.compile(r"<(\w+)>")
_TOKEN = "A table's or a seat's token, out of its join code; needed where the house does not trust everybody."
_PATH_PARTS = {
    "table_id": "The table's id, as its address has it.",
    "play_id": "The play's id.",
}


@pages.get("/openapi.json")
def openapi() -> Response:
    """This document."""
    return Response(msgspec.json.encode(document()), mimetype="application/json")


def document() -> Json:
    """The OpenAPI document, as JSON; `servers` is where the request came to."""
    return {**_document(), "servers": [{"url": request.url_root.rstrip("/")}] if request else []}


@cache
def _document() -> dict[str, Json]:
    problems = tuple({kind for kind, _words in PROBLEMS.values()})
    bodies = tuple(e.body for e in ENDPOINTS if e.body is not None)
    queries = tuple(e.query for e in ENDPOINTS if e.query is not None)
    answers = tuple(e.answer for e in ENDPOINTS)
    made, components = msgspec.json.schema_components(
        (*answers, *bodies, *queries, *problems), ref_template=_REF
    )
    schema_of: dict[Any, Json] = dict(zip((*answers, *bodies, *queries, *problems), made, strict=True))
    for query in queries:
        components.pop(query.__name__, None)
    # A class has one name for many: those of OpenAPI allow no more than these letters.
    schemas = {name: _worded(_for_clients(schema)) for name, schema in components.items()} | _decisions()
    parameters = {query: _parameters(query) for query in queries}
    paths: dict[str, Json] = {}
    for endpoint in ENDPOINTS:
        path = PREFIX + _IN_PATH.sub(r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, schema_of, parameters)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table companion",
            "version": __version__,
            "description": "Tables of board games: what is asked, answering it, and what was played. "
            "docs/api.md says more.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": _TOKEN}},
        },
        "security": [{}, {"token": []}],
    }


def _operation(
    endpoint: Endpoint, schema_of: dict[Any, Json], parameters: dict[Any, list[Json]]
) -> dict[str, Json]:
    kind = "text/event-stream" if endpoint.stream else "application/json"
    answers: dict[str, Json] = {
        str(endpoint.status): {
            "description": "Done." if endpoint.method == "POST" else "As asked.",
            "content": {kind: {} if endpoint.stream else {"schema": schema_of[endpoint.answer]}},
        }
    }
    if endpoint.stream:
        schema = schema_of[endpoint.answer]
        several = "items" in schema
        named = (schema["items"] if several else schema)["$ref"].rpartition("/")[2]
        answers[str(endpoint.status)]["description"] = (
            f"Server-sent events; the data of each but beats is {'a list of ' if several else 'a '}{named}."
        )
    for status in sorted(endpoint.refusals):
        problem, words = PROBLEMS[status]
        content = {"application/json": {"schema": schema_of[problem]}}
        answers[str(status)] = {"description": words, "content": content}
    in_path = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": _PATH_PARTS[name],
            "schema": {"type": "string", "minLength": 1},
        }
        for name in _IN_PATH.findall(endpoint.path)
    ]
    operation = {
        "operationId": endpoint.name,
        "summary": _text(endpoint.view),
        "parameters": [*in_path, *(parameters[endpoint.query] if endpoint.query else ())],
        "responses": answers,
    }
    if endpoint.body is not None:
        content = {"application/json": {"schema": schema_of[endpoint.body]}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _parameters(query: Any) -> list[Json]:
    """A query's fields; each may be left out."""
    _root, components = msgspec.json.schema_components((query,), ref_template=_REF)
    parameters: list[Json] = []
    for name, schema in components[query.__name__]["properties"].items():
        parameter = {"name": name, "in": "query", "required": False, "schema": schema}
        if words := _field_words(query, name):
            parameter["description"] = words
        parameters.append(parameter)
    return parameters


def _field_words(kind: Any, name: str) -> str:
    """What a class's docstring says of a field: "seat: read as this seat may"."""
    found = re.search(rf"\b{name}: ([^;.]+)", _text(kind))
    return found[1].strip() if found else ""


def _worded(schema: Json) -> Json:
    """A component with its docstring in one paragraph, and what that says of a field at the field."""
    if "description" in schema:
        words = schema["description"] = " ".join(schema["description"].split())
        for name, field in schema.get("properties", {}).items():
            found = re.search(rf"(?:^|[.;] ){name}: (.+?)(?=[.;] \w+: |\.?$)", words)
            if found and "$ref" not in field:
                field.setdefault("description", found[1])
    return schema


def _for_clients(schema: Any) -> Any:
    """The schema as generators of clients read it: msgspec ends a tuple's items by `"items": false`, which
    some of them cannot read and which says nothing beside `maxItems`."""
    if isinstance(schema, list):
        return [_for_clients(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    ended = schema.get("items") is False and schema.get("maxItems") == len(schema.get("prefixItems", ()))
    return {key: _for_clients(value) for key, value in schema.items() if key != "items" or not ended}


def _text(thing: Any) -> str:
    return " ".join((getdoc(thing) or "").split())


# --- decisions ------------------------------------------------------------------------------------------


def _decisions() -> dict[str, Json]:
    """`Decision`: any of the installed games' decisions, each described by the fields of its class."""
    schemas: dict[str, Json] = {}
    for name in games.names():
        for kind in _kinds(games.load(name)):
            schemas[decision_name(name, kind.do)] = _for_clients(_decision(name, kind))
    refs = [{"$ref": _REF.format(name=name)} for name in schemas]
    words = "A decision of one of the games here. Options hold them ready to be sent."
    return {"Decision": {"description": words, "anyOf": refs}, **schemas} if refs else {}


def decision_name(game: str, do: str) -> str:
    """A decision's schema, by a name that every language takes: "new-game", "end-turn": NewGameEndTurn."""
    return "".join(part.capitalize() for part in re.split(r"[-_.]", f"{game}-{do}"))


def _decision(game: str, kind: type[Decision]) -> Json:
    _root, components = msgspec.json.schema_components((kind,), schema_hook=_as_kept, ref_template=_REF)
    schema = components[kind.__name__]
    return {
        "description": f"{game}: {_text(kind) if kind.__doc__ else kind.do}",
        "type": "object",
        "properties": {"do": {"const": kind.do}, **schema["properties"]},
        "required": ["do", *schema.get("required", ())],
        "additionalProperties": False,
    }


def _as_kept(kind: type) -> Json:
    """A field's own type, as JSON has it."""
    if issubclass(kind, Written):
        return msgspec.json.schema(kind.kept_as)
    raise NotImplementedError


def _kinds(game: Game[State]) -> list[type[Decision]]:
    """The classes of decisions that the game's package defines."""
    package = type(game).__module__.rpartition(".")[0] or type(game).__module__
    found = [kind for kind in _below(Decision) if f"{kind.__module__}.".startswith(f"{package}.") and kind.do]
    # A module that was loaded anew leaves its old classes behind.
    found = [k for k in found if getattr(sys.modules.get(k.__module__), k.__name__, None) is k]
    return sorted(found, key=lambda kind: kind.do)


def _below(kind: type[Decision]) -> list[type[Decision]]:
    return [it for below in kind.__subclasses__() for it in (below, *_below(below))]
