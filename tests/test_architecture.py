"""Nothing outside a game's own folder names it (docs/architecture.md); `.importlinter` holds the imports."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from companion import games, installed_games

ROOT = Path(__file__).resolve().parent.parent
GAMES = tuple(installed_games.folders().values())
SHARED = [
    path
    for folder in ("companion", "firmware_bridge")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not any(game in path.parents for game in GAMES)
]


def string_literals(tree: ast.AST) -> set[str]:
    """The string literals of a module but for docstrings, which may name a game as an example."""
    docstrings = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    }


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_shared_code_names_no_game(path: Path) -> None:
    assert not string_literals(ast.parse(path.read_text("utf-8"))) & set(games.names())
