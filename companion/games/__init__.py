"""The installed games: any installed package may provide some as entry points.

An entry point of the group `companion.games` is named as its game ("new-frontiers") and refers to a function
without parameters that returns the `Game`. The rest of the program knows games by name only, from `names()`.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint
from typing import Any

from companion import installed_games
from companion.games.contract import NO_TRACKING, Game, Illegal, State
from companion.games.scanned.game import FINISHED, FinishedGame
from companion.translation import _, marked

log = logging.getLogger(__name__)

REQUIRED_MEMBERS = tuple(
    sorted(name for name in {**vars(Game), **Game.__annotations__} if not name.startswith("_"))
)
"""The members of the `Game` protocol."""


DEFAULT_GAME_VARIABLE = "COMPANION_GAME"
"""The environment variable with the default game's name; the settings file sets it too."""


class UnknownGame(LookupError):
    """No such game is installed; `sentence` lists the installed ones."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class InstalledGames:
    """games: those that could be loaded. failures: a sentence for each that could not; both by name."""

    games: Mapping[str, Game[State]]
    failures: Mapping[str, str]


def names() -> tuple[str, ...]:
    """The names of the installed games, as in an address ("new-frontiers"): those with tracking first, each
    group in alphabetical order."""
    return tuple(installed().games)


def titles(capability: str = "") -> list[tuple[str, str]]:
    """(name, title) of every game, or of those whose pages for this capability ("box", "untracked") exist."""
    loaded = [(name, load(name)) for name in names()]
    return [(name, game.title) for name, game in loaded if not capability or _has_pages(game, capability)]


def _has_pages(game: Game[State], capability: str) -> bool:
    """A box without a book, or scoring without a final book, works on files only and has no pages."""
    offered = getattr(game, capability)
    if offered is None:
        return False
    needed = {"box": "book", "untracked": "final"}.get(capability)
    try:
        if needed is not None:
            getattr(offered, needed)()
    except Illegal:
        return False
    return True


def default_name(capability: str = "") -> str:
    """The name of the default game among those with pages for this capability: the one that
    DEFAULT_GAME_VARIABLE names, else the one with the most tagged pieces. Raises UnknownGame."""
    fitting = [name for name, _title in titles(capability)]
    chosen = os.environ.get(DEFAULT_GAME_VARIABLE)
    if chosen and load(chosen).name in fitting:
        return chosen
    if not fitting:
        raise UnknownGame(_("No game is installed that has this page."))
    return max(fitting, key=lambda name: len(load(name).tracking.tiles()))


def failures() -> tuple[str, ...]:
    """A sentence for each installed game that cannot be loaded, in the current language."""
    return tuple(_(sentence) for sentence in installed().failures.values())


def load(name: str) -> Game[State]:
    """The game of that name, or its finished tables by FINISHED and its name. Raises UnknownGame."""
    if name.startswith(FINISHED):
        finished: Game[Any] = FinishedGame(load(name.removeprefix(FINISHED)), name)
        return finished
    found = installed()
    if name in found.games:
        return found.games[name]
    if name in found.failures:
        raise UnknownGame(_(found.failures[name]))
    known = ", ".join(found.games) or _("none yet")
    raise UnknownGame(
        _("There is no game called {name}; the games here are: {known}.", name=f"{name!r:.60}", known=known)
    )


@cache
def installed() -> InstalledGames:
    """All installed games, loaded once; one that fails does not affect the others."""
    loaded: dict[str, Game[State]] = {}
    failed: dict[str, str] = {}
    for entry in installed_games.entry_points():
        if entry.name in loaded:
            log.warning("%s is offered a second time, by %s; the first is used", entry.name, entry.value)
            continue
        try:
            loaded[entry.name] = _load_entry_point(entry)
        except Exception as error:  # another package's code may raise anything
            reason = f"{type(error).__name__}: {error}"
            log.warning("the game %s (%s) cannot be loaded: %s", entry.name, entry.value, reason)
            failed[entry.name] = marked(
                "The game {name} ({place}) cannot be loaded: {reason}",
                name=entry.name,
                place=entry.value,
                reason=reason,
            )
    ordered = sorted(loaded, key=lambda name: (loaded[name].tracking is NO_TRACKING, name))
    return InstalledGames({name: loaded[name] for name in ordered}, failed)


def most_tagged() -> Game[State]:
    """The game with the most tagged pieces; a camera looks for its tags before any table is served."""
    return max((load(name) for name in names()), key=lambda game: len(game.tracking.tiles()))


def _load_entry_point(entry: EntryPoint) -> Game[State]:
    game: Game[State] = entry.load()()
    missing = [member for member in REQUIRED_MEMBERS if not hasattr(game, member)]
    if missing:
        raise TypeError(f"it has no {', '.join(missing)}")
    if game.name != entry.name:
        raise ValueError(f"it calls itself {game.name!r}")
    return game
