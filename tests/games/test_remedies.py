"""Tests that each refusal of the rules says what would make the move legal. `without_remedy.toml` lists the
exceptions with their reasons."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import games
from companion.games.contract import Illegal
from companion.web.request.reading import illegal_json

HERE = Path(__file__).parent
RULE_MODULES = {
    "new-frontiers": ("new_frontiers/rules",),
    "race-for-the-galaxy": ("race_for_the_galaxy/rules",),
    "a-new-frontier": ("a_new_frontier/rules",),
}
"""The modules in which a game refuses moves. Messages about files name the field and its form themselves."""

REFUSAL_CALLS = ("Illegal", "Refusal", "no")
"""The calls that make a refusal: the contract's classes, and the helper that some modules use."""
REMEDY_POSITIONS = {"Illegal": 2, "Refusal": 5, "no": 10**3}
"""The number of positional arguments in front of the remedy."""
TRANSLATION_FUNCTIONS = ("_", "plural", "marked")

KNOWN_WITHOUT_REMEDY = tomllib.loads((HERE / "without_remedy.toml").read_text("utf-8"))


def modules(game: str) -> Iterator[Path]:
    root = Path(games.__file__).parent
    for one in RULE_MODULES[game]:
        place = root / one
        yield from sorted(place.rglob("*.py")) if place.is_dir() else [place]


def called_name(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def messages(node: ast.AST) -> list[str]:
    """The translatable texts anywhere in this expression."""
    return [
        str(one.args[0].value)
        for one in ast.walk(node)
        if called_name(one) in TRANSLATION_FUNCTIONS
        and isinstance(one, ast.Call)
        and isinstance(one.args[0], ast.Constant)
    ]


def has_remedy(call: ast.Call, own: int) -> bool:
    return any(keyword.arg == "remedy" for keyword in call.keywords) or len(call.args) > own


def refusals_without_remedy(file: Path) -> Iterator[str]:
    """The refusals of a module that have no remedy: the sentence of each, or its code where the sentence is
    put together elsewhere."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        name = called_name(node)
        if name not in REFUSAL_CALLS or not isinstance(node, ast.Call):
            continue
        words = next((k.value for k in node.keywords if k.arg == "sentence"), None)
        sentence = words or node.args[1 if name == "Refusal" else 0]
        if has_remedy(node, REMEDY_POSITIONS[name]):
            continue
        yield from messages(sentence) or [f"{file.name}: {ast.unparse(sentence)}"]


def known_reasons(game: str) -> dict[str, str]:
    return {sentence: why for why, sentences in KNOWN_WITHOUT_REMEDY[game].items() for sentence in sentences}


@pytest.mark.parametrize("game", RULE_MODULES)
def test_every_refusal_has_a_remedy_or_a_reason_for_none(game: str) -> None:
    found = {sentence for file in modules(game) for sentence in refusals_without_remedy(file)}
    known = known_reasons(game)
    assert sorted(found - known.keys()) == [], "give it a remedy, or a reason for none in without_remedy.toml"
    assert sorted(known.keys() - found) == [], "no such refusal is without a remedy any more"


def test_a_remedy_goes_to_the_device_that_asked() -> None:
    told = illegal_json(Illegal("Ann has 1 credit.", 5, "2 credits more are needed."))
    assert told == {"sentence": "Ann has 1 credit.", "page": 5, "remedy": "2 credits more are needed."}


def test_a_bare_refusal_is_found(tmp_path: Path) -> None:
    code = """
raise Illegal(_("One."), 5)
raise Illegal(_("Two."), 5, _("Do it."))
Refusal(words, _("Three."), 5, tile)
Refusal(words, _("Four."), 5, tile, why, _("Do it."))
no(plural("Five.", "Fives.", 2), remedy=_("Do it."))
no(sentence, tally)
"""
    file = tmp_path / "rules.py"
    file.write_text(code, "utf-8")
    assert list(refusals_without_remedy(file)) == ["One.", "Three.", "rules.py: sentence"]
