"""How many there are of something, as command lines say it: in English, one tile and two tiles."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """The number with its word. many: of more or none, where that is not `one` and an s."""
    return f"{number} {one if number == 1 else many or one + 's'}"
