"""The installed games: entry points of the group `companion.games`, and the folder that each game lies in.

A game's folder holds its templates, style.css, icons.svg and translations beside its modules.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint
from importlib.metadata import entry_points as installed
from importlib.util import find_spec
from pathlib import Path

GROUP = "companion.games"


@cache
def entry_points() -> tuple[EntryPoint, ...]:
    """Every entry point of the group, by name; two packages may offer the same name."""
    return tuple(sorted(installed(group=GROUP), key=lambda found: (found.name, found.value)))


@cache
def folders() -> dict[str, Path]:
    """The folder of each game that is a package, by the game's name. No game is loaded for it."""
    found: dict[str, Path] = {}
    for entry in entry_points():
        folder = _folder(entry.module)
        if folder is not None:
            found.setdefault(entry.name, folder)
    return found


def _folder(module: str) -> Path | None:
    """The folder of the package that `module` is or lies in; None: it cannot be found, or is a lone file."""
    try:
        spec = find_spec(module)
        if spec is not None and spec.submodule_search_locations is None and spec.parent:
            spec = find_spec(spec.parent)
    except Exception:  # a parent package that cannot be imported; loading the game says why
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))
