"""The fields of a tile in a text: each is read as what it must be, or refused by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.contract import Illegal, Json
from companion.games.new_frontiers.tiles.catalogue import FIELDS_BY_FACT
from companion.translation import _

MAX_NUMBER = 99


class TileError(Illegal):
    """A tile, or a file of tiles, is not as it should be: one sentence with file, tile and field."""


class Fields:
    """The fields of one tile, each read as what it must be or refused by name."""

    def __init__(self, fields: Mapping[str, Json], where: str) -> None:
        self.raw = fields
        self.where = where

    def __contains__(self, name: str) -> bool:
        return name in self.raw

    def wrong(self, name: str, must: str) -> TileError:
        return TileError(
            _("{where}: the field {field} must be {what}.", where=self.where, field=repr(name), what=must)
        )

    def text(self, name: str, otherwise: str | None = None) -> str:
        value = self.raw.get(name, otherwise)
        if not isinstance(value, str) or not (value.strip() or otherwise == ""):
            raise self.wrong(name, _("a text"))
        return value

    def number(self, name: str, otherwise: int = 0, lowest: int = 0) -> int:
        value = self.raw.get(name, otherwise)
        if type(value) is not int or not lowest <= value <= MAX_NUMBER:
            raise self.wrong(
                name, _("a whole number from {lowest} to {highest}", lowest=lowest, highest=MAX_NUMBER)
            )
        return value

    def truth(self, name: str, otherwise: bool) -> bool:
        value = self.raw.get(name, otherwise)
        if not isinstance(value, bool):
            raise self.wrong(name, _("true or false"))
        return value

    def one_of(self, name: str, choices: Iterable[str], otherwise: str | None = None) -> str | None:
        """The choice that the field says, in any case ("rare elements" is Rare)."""
        value = self.raw.get(name)
        if value is None:
            return otherwise
        found = _choice(value, choices)
        if found is None:
            raise self.wrong(name, choices_words(tuple(choices)))
        return found

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.raw.get(name, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.wrong(name, _("a list of texts"))
        return tuple(value)

    def some_facts(self) -> tuple[str, ...]:
        """What nobody told of the tile yet."""
        untold = self.texts("untold")
        if any(fact not in FIELDS_BY_FACT for fact in untold):
            raise self.wrong("untold", _("a list of {choices}", choices=choices_words(tuple(FIELDS_BY_FACT))))
        return untold

    def some_of(self, name: str, choices: tuple[str, ...]) -> tuple[str, ...]:
        found = [_choice(text, choices) for text in self.texts(name)]
        if None in found:
            raise self.wrong(name, _("a list of {choices}", choices=choices_words(choices)))
        return tuple(dict.fromkeys(text for text in found if text is not None))


def _choice(value: Json, choices: Iterable[str]) -> str | None:
    if not isinstance(value, str):
        return None
    short = " ".join(value.lower().split()).removesuffix(" elements").removesuffix(" technology")
    return next((choice for choice in choices if choice.lower() == short), None)


def choices_words(choices: tuple[str, ...]) -> str:
    return _("{choices} or {last}", choices=", ".join(choices[:-1]), last=choices[-1])
