"""The game that a page is about: the one its address names, else the one begun last; links to the others."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request, url_for

from companion import games
from companion.web.live.choosable import Choosable, current
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


def links_to_games(
    titles: Sequence[tuple[str, str]],
    name: str,
    page: str,
    shown: str = "button primary",
    **more: str | None,
) -> tuple[Choosable, ...]:
    """Links to a page (an endpoint) of each game; none where there is but one. name: the game it shows;
    shown: the classes of the link to that one."""
    if len(titles) < 2:
        return ()
    return tuple(
        Choosable(
            url_for(page, game=it, **more),  # type: ignore[arg-type]
            title,
            current(it == name),
            shown if it == name else "button",
        )
        for it, title in titles
    )
