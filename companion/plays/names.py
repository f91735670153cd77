"""The names of a play's players: seats that nobody named, and names that are given once it is over."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from companion.games.contract import Illegal, Json, ScoreSheet
from companion.games.contract.player_names import checked_name, name_key
from companion.games.contract.setup import colour_name
from companion.plays.play import Play, Seated
from companion.translation import _, languages, speaking


@lru_cache(maxsize=64)
def _colour_words(colour: str) -> frozenset[str]:
    """What the colour is called, in every language."""
    words = {colour.casefold()}
    for code in languages():
        with speaking(code):
            words.add(colour_name(colour).casefold())
    return frozenset(words)


def unnamed(seat: Seated) -> bool:
    """Whether the seat is called by its colour or not at all, so that the play does not tell who sat
    there."""
    name = seat.name.strip().casefold()
    return not name or name in _colour_words(seat.colour)


def checked_names(play: Play, entered: Mapping[int, str]) -> tuple[str, ...]:
    """The names of all seats with the entered ones; an empty entry keeps the old name. Raises Illegal."""
    names = tuple(checked_name(entered.get(n, "")) or seat.name for n, seat in enumerate(play.players))
    if len({name_key(name) for name in names}) < len(names):
        raise Illegal(_("Two players have the same name: make them different."))
    return names


def with_names(play: Play, names: Sequence[str]) -> Play:
    """The play with these names by seat: on its sheets and in the sentences about it."""
    before = [seat.name for seat in play.players]
    return replace(
        play,
        players=tuple(replace(seat, name=name) for seat, name in zip(play.players, names, strict=True)),
        sheets={code: _renamed_sheet(sheet, names) for code, sheet in play.sheets.items()},
        nearly={
            code: tuple(renamed(sentence, before, names) for sentence in sentences)
            for code, sentences in play.nearly.items()
        },
    )


def with_written_names(sheet: ScoreSheet, before: Sequence[str], after: Sequence[str]) -> ScoreSheet:
    """The sheet with the players' names as they can be written; both by the sheet's order."""
    return replace(
        sheet,
        players=tuple(
            replace(player, name=name, tie_break=renamed(player.tie_break, before, after))
            for player, name in zip(sheet.players, after, strict=True)
        ),
    )


def renamed(sentence: str, before: Sequence[str], after: Sequence[str]) -> str:
    """The sentence with the players' names changed; a name that begins a longer one, a tile's, stays. A name
    may begin or end with what is no letter: a sign, an emoji, a mark above or below."""
    now = {old: new for old, new in zip(before, after, strict=True) if old and old != new}
    if not now:
        return sentence
    longest_first = "|".join(map(re.escape, sorted(now, key=len, reverse=True)))
    of_a_player = re.compile(rf"(?<!\w)({longest_first})(?!\w)(?! [A-Z])")
    return of_a_player.sub(lambda found: now[found[1]], sentence)


def kept_names(before: Play, play: Play) -> Play:
    """A play that takes another's place, with the names that were given to that one's unnamed seats."""
    if len(before.players) != len(play.players):
        return play
    names = [
        old.name if unnamed(new) and old.colour == new.colour else new.name
        for old, new in zip(before.players, play.players, strict=True)
    ]
    return with_names(play, names) if names != [seat.name for seat in play.players] else play


def _renamed_sheet(sheet: Mapping[str, Json], names: Sequence[str]) -> Mapping[str, Json]:
    players = [{**player, "name": names[player["player"]]} for player in sheet["players"]]
    return {**sheet, "players": players}
