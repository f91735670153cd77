"""Counts the house: lines by room and language, and what makes it hard to take over.

    python scripts/bill.py [COMMIT]

Tracked files only; COMMIT: as they were then.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import PurePath

ROOT_PACKAGES = ("companion", "firmware_bridge")
LONG_LINE = 140
SMALL_MODULE = 40
JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.S)
STRING = re.compile(r"'[^']*'|\"[^\"]*\"")
CONDITION = re.compile(r"\b(?:el)?if\b(.*?)(?=\b(?:el)?if\b|\belse\b|$)", re.S)
"""What is asked: of a statement, and of what is written one way or another within a line."""
LOGIC = re.compile(r"\b(and|or)\b|\|")
"""Of a condition that asks for more than whether one thing is there."""
FORM_READ = re.compile(r"\brequest\.(form|values)\b")
SCAN = re.compile(
    r"companion/(scan|web/scan|games/scanned)/|companion/games/\w+/untracked/|companion/games/contract/untracked\.py"
)


def tracked(commit: str) -> dict[str, str]:
    """Each text file that git knows, with what it says."""
    archive = subprocess.run(["git", "ls-tree", "-r", "--name-only", commit], capture_output=True, check=True)
    names = archive.stdout.decode().splitlines()
    wanted = [
        name for name in names if PurePath(name).suffix in (".py", ".html", ".js", ".css", ".toml", ".md")
    ]
    asked = "".join(f"{commit}:{name}\n" for name in wanted).encode()
    told = subprocess.run(["git", "cat-file", "--batch"], input=asked, capture_output=True, check=True).stdout
    found = {}
    for name in wanted:
        head, _newline, told = told.partition(b"\n")
        size = int(head.split()[-1])
        found[name], told = told[:size].decode(errors="replace"), told[size + 1 :]
    return found


def room_of(module: str) -> str:
    """As docs/architecture.md has them: of the games each is one, and what they share are two more."""
    parts = module.split(".")
    if parts[0] != "companion" or len(parts) == 1:
        return parts[0]
    if parts[1] == "games" and len(parts) > 2:
        return f"games/{parts[2]}"
    return parts[1]


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def main() -> None:
    files = tracked(sys.argv[1] if len(sys.argv) > 1 else "HEAD")
    code = {
        name: text for name, text in files.items() if name.endswith(".py") and name.startswith(ROOT_PACKAGES)
    }
    lines = {name: text.count("\n") for name, text in files.items()}
    modules = {name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in code}
    rooms: Counter[str] = Counter()
    arrows: defaultdict[str, set[str]] = defaultdict(set)
    typed = 0
    for name, text in code.items():
        own = room_of(name.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        rooms[own] += lines[name]
        tree = ast.parse(text)
        typed += sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree))
        for path in imported(tree):
            module = path if path in modules else path.rpartition(".")[0]
            if module in modules and room_of(module) != own:
                arrows[own].add(room_of(module))
    exported = ast.parse(files["companion/games/contract/__init__.py"])
    (members,) = (node.value for node in exported.body if isinstance(node, ast.Assign))
    assert isinstance(members, ast.List)
    templates = [text for name, text in files.items() if name.endswith(".html")]
    tags = [STRING.sub("''", tag) for text in templates for tag in JINJA.findall(text)]
    conditions = [asked for tag in tags for asked in CONDITION.findall(tag.strip("{}%- "))]
    statements = sum(bool(re.match(r"\{%-? *(el)?if\b", tag)) for tag in tags)
    with_logic = sum(bool(LOGIC.search(asked)) for asked in conditions)
    long = sum(len(line) > LONG_LINE for text in templates for line in text.splitlines())
    small = [n for n in code if lines[n] < SMALL_MODULE and not n.endswith("__init__.py")]
    of_translation = sum("translation" in to for to in arrows.values())
    print(f"Python of {' and '.join(ROOT_PACKAGES)}: {sum(rooms.values()):,} lines, {len(code)} modules")
    for room, number in rooms.most_common():
        print(f"  {room:28} {number:7,}")
    for ending in (".html", ".js", ".css", ".toml"):
        some = [n for name, n in lines.items() if name.endswith(ending) and not name.startswith("tests/")]
        print(f"{ending[1:]}: {sum(some):,} lines in {len(some)} files")
    tests = [n for name, n in lines.items() if name.startswith("tests/") and name.endswith(".py")]
    print(f"tests: {sum(tests):,} lines in {len(tests)} files")
    print(f"a scanned table: {sum(lines[name] for name in code if SCAN.match(name)):,} lines")
    print(f"modules below {SMALL_MODULE} lines: {len(small)}")
    print(f"rooms: {len(rooms)}; arrows: {sum(map(len, arrows.values()))}, {of_translation} to translation")
    print(f"members of the contract: {len(members.elts)}; Any: {typed}")
    within = len(conditions) - statements
    print(f"templates: {len(conditions)} conditions, {within} of them within a line, {with_logic} with logic")
    print(f"lines of templates above {LONG_LINE}: {long}")
    raw = sorted(name for name, text in code.items() if FORM_READ.search(text))
    print(f"modules that read a form's texts: {', '.join(raw)}")


if __name__ == "__main__":
    main()
