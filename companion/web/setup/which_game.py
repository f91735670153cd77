"""Finds the game that a page is about: the one its address names, else the one begun last."""

from __future__ import annotations

from flask import request

from companion import games
from companion.web.request.addressed import room


def game_asked_for(capability: str = "") -> str:
    """The game's name. capability: only games that have it (`games.titles`) are meant without being named.
    Raises UnknownGame."""
    asked = request.args.get("game")
    if asked:
        return asked
    fitting = {name for name, _title in games.titles(capability)}
    begun = (row.game for row in room().tables.list() if row.game in fitting)
    return next(begun, None) or games.default_name(capability)
