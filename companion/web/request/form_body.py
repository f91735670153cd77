"""The form that a request brings, decoded as the type that its route declares before its view runs.

Forms have only texts: a field that is a truth is one that was ticked ("yes", "1"), one that is a list is sent
several times, one that is a `dict` is a family of fields ("name-0" and "name-1" are {"0": ..., "1": ...}).
An empty number was not entered.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from flask import Blueprint, request
from msgspec import inspect

from companion.web.request.json_body import View, decode
from companion.web.request.reading import with_plain_digits

FORMS: dict[str, Any] = {}
"""By endpoint: the type of its form; None: it needs none, since its address says all."""

_NOT_TICKED = ("", "0", "no")


def form_post(pages: Blueprint, path: str, kind: Any = None) -> Any:
    """Registers a view that is sent a form. It gets the parts of its path and, if a type is declared, `form`,
    which is a `kind`: a Struct, or a union of Structs told apart by their tag."""

    def register(view: View) -> View:
        def call(**parts: Any) -> Any:
            return view(**parts) if kind is None else view(form=read_form(kind), **parts)

        call.__dict__.update(view.__dict__)  # long work stays marked as such
        FORMS[f"{pages.name}.{view.__name__}"] = kind
        pages.add_url_rule(path, view.__name__, call, methods=["POST"])
        return view

    return register


def read_form(kind: Any) -> Any:
    """The request's form as a `kind`. Raises Refused."""
    data: dict[str, Any] = {}
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
        return request.form.getlist(name)
    if any(isinstance(kind, inspect.DictType) for kind in kinds):
        return family(request.form, name)
    text = request.form.get(name)
    if any(isinstance(kind, inspect.BoolType) for kind in kinds):
        return (text or "") not in _NOT_TICKED
    if text is not None and any(isinstance(kind, inspect.IntType | inspect.FloatType) for kind in kinds):
        return with_plain_digits(text).strip() or None
    return text


def _kinds(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """The types that a value may have, without limits around them."""
    if isinstance(kind, inspect.Metadata):
        return _kinds(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(inner for one in kind.types for inner in _kinds(one))
    return (kind,)
