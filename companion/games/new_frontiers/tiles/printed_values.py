"""How numbers and choices of printed facts are read out of fields, as a box file and a tile have them."""

from __future__ import annotations

from companion.games.contract import Illegal, Json
from companion.games.contract.printed_fact import Values
from companion.translation import _


def whole(text: str, lowest: int = 0) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 2 and int(text) >= lowest


def number(fields: Values, name: str, otherwise: int | None = None) -> int | None:
    """A number as a field has it. Raises TypeError: it has none."""
    value = fields.get(name)
    if value is None:
        return otherwise
    if type(value) is not int:
        raise TypeError(value)
    return value


def choice(value: Json, choices: tuple[str, ...], field: str) -> str | None:
    """The choice that a field says, in any case ("rare elements" is Rare); None: it says none."""
    if value is None:
        return None
    short = " ".join(str(value).lower().split()).removesuffix(" elements").removesuffix(" technology")
    found = next((choice for choice in choices if choice.lower() == short), None)
    if found is None:
        raise Illegal(_("{field} is one of {choices}.", field=repr(field), choices=", ".join(choices)))
    return found
