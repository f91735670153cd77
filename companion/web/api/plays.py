"""Endpoints for the finished plays that are kept (docs/plays.md)."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from companion.plays.play import Play, PlaySummary
from companion.plays.store import PlayFilter, day_begin
from companion.web.api.endpoint import get, value_or_none
from companion.web.plays.plays import catch_up
from companion.web.request.services import services


class PlaysQuery(Struct):
    """text: words of names, comment and place; game: by name; players: how many; since, until: days by the
    companion's clock; limit, offset: which part of the list, the last ended first."""

    text: Annotated[str, Meta(max_length=200)] = ""
    game: Annotated[str, Meta(max_length=60)] = ""
    players: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    since: date | UnsetType = UNSET
    until: date | UnsetType = UNSET
    limit: Annotated[int, Meta(ge=1, le=500)] = 100
    offset: Annotated[int, Meta(ge=0, le=10**6)] = 0


class FoundPlays(Struct):
    """found: how many there are in all; unread: how many tables were not looked through for an end yet."""

    found: int
    unread: int
    plays: tuple[PlaySummary, ...]


@get("/plays", FoundPlays, query=PlaysQuery, refusals=(400, 403, 429, 503))
def list_plays(query: PlaysQuery) -> FoundPlays:
    """The plays that the query finds, without their sheets."""
    unread = catch_up()
    search = PlayFilter(
        query.text,
        query.game,
        day_begin(value_or_none(query.since)),
        day_begin(value_or_none(query.until), 1),
        value_or_none(query.players),
    )
    plays = services().keeper.plays
    return FoundPlays(plays.count(search), unread, plays.briefs(search, query.limit, query.offset))


@get("/plays/<play_id>", Play)
def one_play(play_id: str) -> Play:
    """One play, with its score sheet in every language."""
    return services().keeper.plays.get(play_id)
