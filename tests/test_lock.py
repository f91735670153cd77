"""Tests that uv.lock matches pyproject.toml and names the public index alone, and of docs/dependencies.md."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from packaging.requirements import Requirement

from scripts import dependencies

ROOT = Path(__file__).parent.parent
LOCK = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_every_dependency_is_locked_as_it_is_asked_for() -> None:
    """`make lock` corrects a difference."""
    (own,) = (package for package in LOCK["package"] if package["name"] == PROJECT["name"])
    locked = {(one["name"], one.get("specifier", "")) for one in own["metadata"]["requires-dist"]}
    extras = PROJECT["optional-dependencies"]
    asked = [
        Requirement(line) for line in [*PROJECT["dependencies"], *(x for e in extras.values() for x in e)]
    ]
    # uv writes the parts of a specifier in its own order.
    assert {(name, specifier_parts(wanted)) for name, wanted in locked} == {
        (one.name.lower().replace("_", "-"), specifier_parts(str(one.specifier))) for one in asked
    }
    assert set(own["metadata"]["provides-extras"]) == set(extras)


def specifier_parts(specifier: str) -> frozenset[str]:
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


def test_the_page_tells_every_package_and_why_it_is_there() -> None:
    """`make lock` rewrites the page."""
    rows = re.findall(
        r"^\| ([a-z0-9-]+) \| \S+ \| (.+) \| (.+) \|$", dependencies.PAGE.read_text("utf-8"), re.M
    )
    wanted = dependencies.wanted()
    assert [name for name, _licence, _why in rows if name != "package"] == sorted(wanted)
    assert not [name for name, licence, _why in rows if licence == "?"]
    direct = {name for name, (_version, by) in wanted.items() if "" in by or any(b[0] == "[" for b in by)}
    assert direct == set(dependencies.REASONS)
