"""uv.lock holds what pyproject.toml asks for, and names the public index alone."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LOCK = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_every_dependency_is_locked_as_it_is_asked_for() -> None:
    """`make lock` mends it."""
    (own,) = (package for package in LOCK["package"] if package["name"] == PROJECT["name"])
    locked = {(one["name"], one.get("specifier", "")) for one in own["metadata"]["requires-dist"]}
    extras = PROJECT["optional-dependencies"]
    asked = [
        Requirement(line) for line in [*PROJECT["dependencies"], *(x for e in extras.values() for x in e)]
    ]
    # uv writes the parts of a specifier in an order of its own.
    assert {(name, parts(wanted)) for name, wanted in locked} == {
        (one.name.lower().replace("_", "-"), parts(str(one.specifier))) for one in asked
    }
    assert set(own["metadata"]["provides-extras"]) == set(extras)


def parts(specifier: str) -> frozenset[str]:
    return frozenset(filter(None, specifier.replace(" ", "").split(",")))


def test_it_names_no_other_index() -> None:
    text = (ROOT / "uv.lock").read_text("utf-8")
    hosts = {urlsplit(address).hostname for address in re.findall(r'https?://[^"]+', text)}
    assert hosts == {"pypi.org", "files.pythonhosted.org"}
    assert not re.search(r"(?:path|directory|find-links) = ", text)


def test_every_version_has_a_digest() -> None:
    for package in LOCK["package"]:
        for file in (*package.get("wheels", ()), *filter(None, [package.get("sdist")])):
            assert file["hash"].startswith("sha256:"), package["name"]
