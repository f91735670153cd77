"""The form that a request brings, decoded as the type that its route declares before its view runs.

Forms have only texts: a field that is a truth is one that was ticked ("yes", "1"), one that is a list is sent
several times, one that is a `dict` is a family of fields ("name-0" and "name-1" are {"0": ..., "1": ...}),
unless it is `in_json`. A `FileStorage` is a file that came along. An empty number was not entered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from flask import Blueprint, request
from msgspec import Meta, inspect
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import RequestEntityTooLarge

from companion.translation import _, with_plain_digits
from companion.untrusted_text import UnreadableText, read_json
from companion.web.request.json_body import BODIES, View, decode, read_body
from companion.web.request.reading import Refused
from companion.web.transport.long_work import takes_upload

FORMS: dict[str, Any] = {}
"""By endpoint: the type of its form; None: it needs none, since its address says all."""

_NOT_TICKED = ("", "0", "no")
_FILE = inspect.CustomType(FileStorage)


@dataclass(frozen=True, slots=True)
class Upload:
    """What a form with files may be. too_large: the (marked) sentence for more than `max_bytes`, with {most}
    megabytes; check: as `takes_upload` wants it."""

    max_bytes: int
    too_large: str
    check: Callable[..., object] | None = None


def in_json(sentence: str) -> Meta:
    """Of a field that is sent as JSON text, "" for nothing, and the (marked) sentence for what is none."""
    return Meta(extra={"sentence": sentence, "json": True})


def form_post(pages: Blueprint, path: str, kind: Any = None, upload: Upload | None = None) -> Any:
    """Registers a view that is sent a form. It gets the parts of its path and, if a type is declared, `form`,
    which is a `kind`: a Struct, or a union of Structs told apart by their tag."""

    def register(view: View) -> View:
        if upload is not None:
            takes_upload(upload.max_bytes, upload.check)(view)

        def call(**parts: Any) -> Any:
            return view(**parts) if kind is None else view(form=read_form(kind, upload), **parts)

        call.__dict__.update(view.__dict__)  # long work stays marked as such
        FORMS[f"{pages.name}.{view.__name__}"] = kind
        pages.add_url_rule(path, view.__name__, call, methods=["POST"])
        return view

    return register


def json_or_form_post(pages: Blueprint, path: str, kind: Any) -> Callable[[View], View]:
    """Registers a view that a script sends JSON and a page without scripts a form. It gets the parts of its
    path and `said`, which is a `kind` in both."""

    def register(view: View) -> View:
        def call(**parts: Any) -> Any:
            return view(said=read_body(kind) if request.is_json else read_form(kind), **parts)

        name = f"{pages.name}.{view.__name__}"
        BODIES[name] = FORMS[name] = kind
        pages.add_url_rule(path, view.__name__, call, methods=["POST"])
        return view

    return register


def read_form(kind: Any, upload: Upload | None = None) -> Any:
    """The request's form as a `kind`. Raises Refused."""
    data: dict[str, Any] = {}
    if upload is not None:
        request.max_content_length = upload.max_bytes
        try:
            request.files  # noqa: B018, reads the body
        except RequestEntityTooLarge:
            raise Refused(413, _(upload.too_large, most=upload.max_bytes >> 20)) from None
    for struct in map(inspect.type_info, get_args(kind) or (kind,)):
        assert isinstance(struct, inspect.StructType)
        if struct.tag_field is not None:
            tag = request.form.get(struct.tag_field, "")
            data[struct.tag_field] = tag
            if tag != struct.tag:
                continue
        data |= {field.encode_name: value for field in struct.fields if (value := _value(field)) is not None}
    return decode(data, kind, strict=False)


def family(texts: Mapping[str, str], name: str) -> dict[str, str]:
    """What the fields of a family say: "option-draws" is "draws" of the family "option"."""
    before = f"{name}-"
    return {key.removeprefix(before): text for key, text in texts.items() if key.startswith(before)}


def entered() -> Mapping[str, str]:
    """All that the form says, as it was typed: to show the form once more as it was filled in."""
    return request.form


def _value(field: inspect.Field) -> Any:
    """What the form says of this field; None: nothing."""
    kinds = _kinds(field.type)
    name = field.encode_name
    if any(isinstance(kind, inspect.ListType | inspect.VarTupleType) for kind in kinds):
        items = [item for kind in kinds for item in _kinds(getattr(kind, "item_type", kind))]
        return (request.files if _FILE in items else request.form).getlist(name)
    if _FILE in kinds:
        return request.files.get(name)
    if isinstance(field.type, inspect.Metadata) and (field.type.extra or {}).get("json"):
        return _json(request.form.get(name, ""))
    if any(isinstance(kind, inspect.DictType) for kind in kinds):
        return family(request.form, name)
    text = request.form.get(name)
    if any(isinstance(kind, inspect.BoolType) for kind in kinds):
        return (text or "") not in _NOT_TICKED
    if text is not None and any(isinstance(kind, inspect.IntType | inspect.FloatType) for kind in kinds):
        return with_plain_digits(text).strip() or None
    return text


def _json(text: str) -> Any:
    """What a text says as JSON; one that is none stays a text, to be refused; "": nothing."""
    try:
        return read_json(text) if text else None
    except UnreadableText:
        return text


def _kinds(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types that a value may have, without limits around them."""
    if isinstance(kind, inspect.Metadata):
        return _kinds(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(inner for one in kind.types for inner in _kinds(one))
    return (kind,)
