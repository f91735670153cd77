"""Nothing outside a game's own folder names it, and the trace of docs/architecture.md names what there is.

Which room may import which, `.importlinter` holds.
"""

from __future__ import annotations

import ast
from pathlib import Path

from companion import games, installed_games
from companion.games import contract

ROOT = Path(__file__).resolve().parent.parent
GAMES = tuple(installed_games.folders().values())
SHARED = [
    path
    for folder in ("companion", "firmware_bridge")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if not any(game in path.parents for game in GAMES)
]


def test_the_contract_has_no_more_names_than_one_can_know() -> None:
    """What few games have is imported from its own module."""
    assert len(contract.__all__) <= 115


LONGEST_LINE = 140
"""Letters of a template's line: more hides what is decided on it."""


def test_no_line_of_a_template_is_too_long_to_be_read() -> None:
    templates = [*(ROOT / "templates").glob("*.html"), *(ROOT / "companion").rglob("templates/*.html")]
    long = {
        f"{path.relative_to(ROOT)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    }
    assert templates
    assert long == set()


def string_literals(tree: ast.AST) -> set[str]:
    """The string literals of a module but for docstrings, which may name a game as an example."""
    nodes = [*ast.walk(tree)]
    docstrings = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    }


def test_shared_code_names_no_game() -> None:
    names = set(games.names())
    named = {path: string_literals(ast.parse(path.read_text("utf-8"))) & names for path in SHARED}
    assert {path.relative_to(ROOT).as_posix(): found for path, found in named.items() if found} == {}


def test_the_functions_of_the_trace_are_in_their_rooms() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = page.partition("| room | function | does |\n|---|---|---|\n")[2].partition("\n\n")[0].splitlines()
    rooms, room, found = dict[str, set[str]](), "", 0
    for row in rows:
        cells = [cell.strip() for cell in row.split("|")[1:3]]
        room = cells[0].strip("`") or room
        folder = "games/contract" if room == "games/<game>" else room
        if folder not in rooms:
            rooms[folder] = functions(ROOT / "companion" / folder)
        for name in cells[1].replace("`", "").split(", "):
            assert name in rooms[folder], f"{name} is not in companion/{folder}"
            found += 1
    assert f"That is {found} functions" in page


def functions(folder: Path) -> set[str]:
    """The functions of a room's modules, those of classes as `Class.function`."""
    found: set[str] = set()
    for path in folder.glob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
            if isinstance(node, kinds):
                found.add(node.name)
            elif isinstance(node, ast.ClassDef):
                found |= {f"{node.name}.{part.name}" for part in node.body if isinstance(part, kinds)}
    return found
