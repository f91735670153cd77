"""The names of a table's players and pieces, for pages that keep them from a browser's translation."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import Any

import jinja2
from flask import has_request_context, request

from companion.games import UnknownGame
from companion.games.contract import State
from companion.games.contract.rules import game_at
from companion.table.journal_errors import JournalError
from companion.table.snapshot import NoSuchTable
from companion.table.table import Table
from companion.translation import language, languages, speaking
from companion.web.request.services import services
from companion.web.transport.kept_names import names_are_kept, with_names_kept


def may_be_translated() -> bool:
    """Whether this request's browser asks for another language before the page's."""
    first = next(iter(request.accept_languages.values()), "*").replace("_", "-").partition("-")[0]
    return first not in ("*", language().partition("_")[0])


class NameKeepingTemplate(jinja2.Template):
    """A template of the pages; what is rendered keeps its names where `names_are_kept`."""

    def render(self, *args: Any, **values: Any) -> str:
        made = super().render(*args, **values)
        if not names_are_kept() or not (self.name or "").endswith(".html"):
            return made
        shown = dict(*args, **values)
        table = shown.get("table")
        table = table if isinstance(table, Table) else _addressed_table()
        if table is not None:
            played: Any = game_at(table.game, table.state)
            return with_names_kept(made, printed_names(played) | {it.name for it in table.setup.players})
        game = shown.get("game")
        names = {it.name for one in services().room.tables.live() for it in one.setup.players}
        return with_names_kept(made, names | printed_names(game) if hasattr(game, "box") else names)


def _addressed_table() -> Table[State] | None:
    """The table of this request's address; None: there is none, or it cannot be read."""
    named = (request.view_args or {}).get("table_id", "") if has_request_context() else ""
    with suppress(NoSuchTable, UnknownGame, JournalError):
        return services().room.tables.open(named) if named else None
    return None


@lru_cache(maxsize=16)
def printed_names(game: Any) -> frozenset[str]:
    """The names that are printed on the pieces of this game, in its box or known by their tags: they are the
    same in all languages and have capitals, as names have; what else a piece is called by are words."""
    called = []
    for code in languages():
        with speaking(code):
            called.append({tile.name for tile in game.tracking.tiles()} | _called_in_box(game))
    names = set.intersection(*called)
    return frozenset(name for name in names if all(word[0].isupper() for word in name.split() if word[3:]))


def _called_in_box(game: Any) -> set[str]:
    if game.box is None:
        return set()
    book = game.box.book()
    return {book.called(piece) for piece in book.pieces().values()}
