"""All that the program keeps beyond a request is known: docs/security.md says of what requests make grow how
large it may become and which test holds it, and `stores.toml` why the rest does not grow by requests."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONTAINERS = frozenset(
    {
        *("dict", "OrderedDict", "deque", "defaultdict", "Counter", "set", "list"),
        *("WeakValueDictionary", "WeakKeyDictionary", "WeakSet"),
    }
)


def begins_empty(value: ast.expr | None) -> bool:
    """Whether this makes a container that is still to be filled."""
    if isinstance(value, ast.Dict | ast.List):
        return not (value.keys if isinstance(value, ast.Dict) else value.elts)
    if not isinstance(value, ast.Call):
        return False
    made = value.func.value if isinstance(value.func, ast.Subscript) else value.func
    if isinstance(made, ast.Attribute) and ast.unparse(made.value) in ("collections", "weakref"):
        made = ast.Name(made.attr)
    name = made.id if isinstance(made, ast.Name) else ""
    return name in ("deque", "defaultdict") or (name in CONTAINERS and not value.args)


def has_no_size(decorator: ast.expr) -> bool:
    """Whether it keeps every result of a function."""
    text = ast.unparse(decorator)
    sized = re.fullmatch(r"(functools\.)?lru_cache\((maxsize=)?[A-Z0-9_]+\)", text)
    return bool(re.match(r"(functools\.)?(lru_)?cache\b", text)) and not sized


def assigned(node: ast.AST) -> tuple[ast.expr, ast.expr | None] | None:
    if isinstance(node, ast.Assign):
        return node.targets[0], node.value
    return (node.target, node.value) if isinstance(node, ast.AnnAssign) else None


def stores(source: str) -> Iterator[str]:
    """The stores of a module: "NAME" of its own, "CLASS.NAME" of an object's, "FUNCTION" of which
    every result is kept."""
    tree = ast.parse(source)
    for node in tree.body:
        if (found := assigned(node)) is not None and begins_empty(found[1]):
            yield ast.unparse(found[0])
    for kind in ast.walk(tree):
        if isinstance(kind, ast.FunctionDef) and any(map(has_no_size, kind.decorator_list)):
            yield kind.name
        if isinstance(kind, ast.ClassDef):
            for node in ast.walk(kind):
                found = assigned(node)
                if found is None or not begins_empty(found[1]) or not isinstance(found[0], ast.Attribute):
                    continue
                if isinstance(found[0].value, ast.Name) and found[0].value.id == "self":
                    yield f"{kind.name}.{found[0].attr}"


def there() -> set[str]:
    """All stores, as "MODULE STORE" by the module's path below companion."""
    return {
        f"{path.relative_to(ROOT / 'companion').with_suffix('').as_posix()} {store}"
        for path in (ROOT / "companion").rglob("*.py")
        for store in stores(path.read_text("utf-8"))
    }


PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
KEPT = PAGE.partition("can make the server keep in memory**")[2].partition("\n**Names.**")[0]
GROWS = {f"{module} {store}" for module, store in re.findall(r"`([\w/]+) ([\w.]+)`", KEPT)}
DOES_NOT = {
    store
    for group in tomllib.loads((ROOT / "tests" / "stores.toml").read_text("utf-8")).values()
    for store in group["stores"]
}


def test_every_store_is_listed_and_every_listed_one_is_there() -> None:
    assert len(GROWS) > 30
    found = there()
    assert found - GROWS - DOES_NOT == set(), "say its bound in docs/security.md, or why it needs none here"
    assert (GROWS | DOES_NOT) - found == set()
    assert set() == GROWS & DOES_NOT


def test_every_bound_names_its_test() -> None:
    lines = [line for line in KEPT.splitlines() if line.startswith("| ")][1:]
    assert len(lines) > 20
    assert [line for line in lines if "::" not in line.rpartition("|")[0].rpartition("|")[2]] == []


def test_a_new_store_is_seen() -> None:
    source = """
from functools import cache, lru_cache
_of_each: dict[str, int] = {}
CHOICES = {"a": 1}
class Kept:
    def __init__(self):
        self._last = deque(maxlen=3)
        self._known: WeakValueDictionary[str, int] = WeakValueDictionary()
        self.plain = dict(a=1)
        here = []
@cache
def answer(question): ...
@lru_cache
def other(question): ...
@lru_cache(maxsize=64)
def bounded(question): ...
"""
    # A dict of keywords is filled already, but is as well listed.
    assert {*stores(source)} == {"_of_each", "Kept._last", "Kept._known", "Kept.plain", "answer", "other"}
