"""The JSON that a request brings, decoded as the type that its route declares before its view runs.

No view reads JSON by itself, so that what is checked (whose seat is it?) and what is done are the same value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar
from unicodedata import normalize

import msgspec
from flask import Blueprint, Response, request
from msgspec import Meta, Struct, ValidationError, inspect

from companion.translation import _
from companion.web.request.reading import Refused

View = Callable[..., Any]
T = TypeVar("T")

BODIES: dict[str, Any] = {}
"""By endpoint: the type of its body."""

_PLACE = re.compile(r" - at `\$([^`]*)`$")
_STEP = re.compile(r"\.([\w-]+)|\[(?:\d+|\.\.\.)\]")
_MISSING = re.compile(r"^Object missing required field `([^`]*)`")
_UNKNOWN = re.compile(r"^Object contains unknown field `(.*)`", re.DOTALL)
"""What msgspec's errors say; only the name of an unknown field is the sender's."""


def said(sentence: str, **limits: Any) -> Meta:
    """The limits of a field, and the (marked) sentence that says what it must be."""
    return Meta(extra={"sentence": sentence}, **limits)


def json_post(
    pages: Blueprint, path: str, kind: Any, *, max_bytes: int | None = None
) -> Callable[[View], View]:
    """Registers a view that is sent JSON. It gets the parts of its path, and `body`, which is a `kind`; it
    returns a response, or a Struct to be sent as JSON. max_bytes: of this route's bodies, instead of the
    usual."""

    def register(view: View) -> View:
        def call(**parts: Any) -> Any:
            if max_bytes is not None:
                request.max_content_length = max_bytes
            answered = view(body=read_body(kind), **parts)
            return json_response(answered) if isinstance(answered, Struct) else answered

        call.__dict__.update(view.__dict__)  # long work stays marked as such
        BODIES[f"{pages.name}.{view.__name__}"] = kind
        pages.add_url_rule(path, view.__name__, call, methods=["POST"])
        return view

    return register


def read_body(kind: Any) -> Any:
    """The request's JSON object as a `kind`. Raises Refused."""
    if not request.is_json:
        raise Refused(
            400, _("The request needs the header {header}.", header="Content-Type: application/json")
        )
    data = request.get_json(silent=True)
    if not isinstance(data, dict):
        raise Refused(400, _("The request's body must be a JSON object."))
    return decode(data, kind)


def decode(data: Any, kind: Any, strict: bool = True) -> Any:
    """strict: a text is no number, as in JSON; a query has nothing but texts. Raises Refused."""
    try:
        return msgspec.convert(_composed(data), kind, strict=strict)
    except ValidationError as wrong:
        raise Refused(400, _sentence(kind, str(wrong))) from None


def _composed(data: Any) -> Any:
    """With each text as most devices write it, an accent within its letter (NFC): names that look alike are
    alike."""
    if isinstance(data, str):
        return normalize("NFC", data)
    if isinstance(data, list):
        return [_composed(one) for one in data]
    return {key: _composed(one) for key, one in data.items()} if isinstance(data, dict) else data


def needed(value: T | None, name: str) -> T:
    """A field that a body may leave out, where it is needed. Raises Refused."""
    if value is None:
        raise Refused(400, _('The request needs "{name}".', name=name))
    return value


def json_response(answer: Any, status: int = 200) -> Response:
    response = Response(msgspec.json.encode(answer), status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


# --- what is wrong, in one sentence ----------------------------------------------------------------------


def _sentence(kind: Any, wrong: str) -> str:
    """Which field is wrong, and what it must be: in its own words, else in those of its type."""
    if unknown := _UNKNOWN.match(wrong):
        return _('The request has "{name}", which is not known here.', name=f"{unknown[1]:.60}")
    place, missing = _PLACE.search(wrong), _MISSING.match(wrong)
    steps = _STEP.findall(place[1]) if place else []
    if missing:
        steps.append(missing[1])
    if not steps:
        return _("The request could not be understood: load the page again and repeat the step.")
    own, name, inner = "", "", _type_info(kind)
    field = inner
    for step in steps:
        inner = _field_type(inner, step) if step else _item_type(inner)
        own = _own_sentence(inner) or own
        if step:
            name, field = step, inner
    if own:
        return _(own)
    if missing:
        return _('The request needs "{name}".', name=name)
    return _('The request needs "{name}": {what}.', name=name, what=_what(field))


@cache
def _type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    match kind:
        case inspect.StructType():
            yield kind
        case inspect.Metadata():
            yield from _structs(kind.type)
        case inspect.UnionType():
            for one in kind.types:
                yield from _structs(one)


def _field_type(kind: inspect.Type, name: str) -> inspect.Type:
    """Of the field with this name, in the structs that a value of this type is, has or may be."""
    structs = tuple(_structs(kind))
    tags = tuple(struct.tag for struct in structs if struct.tag_field == name)
    if tags:
        return inspect.LiteralType(tags)
    fields = (field for struct in structs for field in struct.fields if field.encode_name == name)
    return next((field.type for field in fields), inspect.AnyType())


def _item_type(kind: inspect.Type) -> inspect.Type:
    """Of the values in a list or an object of this type. Those of a tuple here are all alike."""
    match kind:
        case inspect.Metadata():
            return _item_type(kind.type)
        case inspect.ListType():
            return kind.item_type
        case inspect.TupleType():
            return kind.item_types[0]
        case inspect.DictType():
            return kind.value_type
        case inspect.UnionType():
            found = map(_item_type, kind.types)
            return next((one for one in found if not isinstance(one, inspect.AnyType)), inspect.AnyType())
    return inspect.AnyType()


def _own_sentence(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(extra={"sentence": str(sentence)}):
            return sentence
        case inspect.Metadata():
            return _own_sentence(kind.type)
        case inspect.UnionType():
            return next(filter(None, map(_own_sentence, kind.types)), "")
    return ""


def _what(kind: inspect.Type) -> str:
    """What a value of this type is, for people."""
    match kind:
        case inspect.Metadata():
            return _what(kind.type)
        case inspect.UnionType():
            return _what(kind.types[0])
        case inspect.BoolType():
            return _("true or false")
        case inspect.IntType(ge=int(lowest), le=int(highest)):
            return _("a whole number from {lowest} to {highest}", lowest=lowest, highest=highest)
        case inspect.IntType():
            return _("a whole number")
        case inspect.FloatType():
            return _("a number")
        case inspect.StrType(max_length=int(most)):
            return _("a text of {fewest} to {most} letters", fewest=kind.min_length or 0, most=most)
        case inspect.StrType():
            return _("a text")
        case inspect.LiteralType():
            return _("one of {choices}", choices=", ".join(map(str, kind.values)))
        case inspect.ListType():
            return _("a list, each {what}", what=_what(kind.item_type))
        case inspect.TupleType():
            return _("a list of {number}", number=len(kind.item_types))
    return _("an object")
