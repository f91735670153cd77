"""What tests share that a power is one class, in any game: the next one is a class, and no rule names it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import MISSING, fields
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from companion.games.contract import Game
from companion.simulation.simulate import steps


def keep(monkeypatch: pytest.MonkeyPatch, forms: dict[str, Any]) -> None:
    """What a test defines is none of the game's after it."""
    for kind, known in forms.items():
        monkeypatch.setitem(forms, kind, known)


def named(rules: ModuleType, forms: Iterable[type]) -> list[tuple[str, str]]:
    """Where the rules name one of these classes."""
    found, names = [], {form.__name__ for form in forms}
    for file in sorted(Path(str(rules.__file__)).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            word = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
            found += [(file.name, word)] if word in names else []
    return found


def defaults_of_its_sort(form: type) -> list[str]:
    """The fields whose default is what all powers say that lack them, so that one may be forgotten unseen."""
    return [one.name for one in fields(form) if one.default is not MISSING and one.name not in vars(form)]


def play_to_the_end(game: Game[Any], state: Any, kind: str, rng: Random) -> None:
    for step in steps(game, state, game.players[kind], rng):
        state = step.after
        assert not game.check(state)
    assert game.phase(state).over
