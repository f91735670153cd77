"""Nothing outside a game's own folder imports a game or names it (docs/architecture.md)."""

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


def imported_modules(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


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
def test_shared_code_knows_no_game(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    packages = {f"companion.games.{folder.name}" for folder in GAMES}
    assert not {
        name for name in imported_modules(tree) if any(name.startswith(package) for package in packages)
    }
    assert not string_literals(tree) & set(games.names())


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_a_game_knows_the_contract_only(folder: Path) -> None:
    own = f"companion.games.{folder.name}"
    allowed = ("companion.games.contract", own, "companion.translation", "companion.untrusted_text")
    for path in folder.rglob("*.py"):
        for name in imported_modules(ast.parse(path.read_text("utf-8"))):
            if name.split(".")[0] == "companion" and name not in ("companion", "companion.games"):
                assert name.startswith(allowed), f"{path.relative_to(ROOT)} imports {name}"
