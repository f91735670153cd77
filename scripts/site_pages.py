"""The site's pages outside docs/: the README and its neighbours, and references generated from the code.

A MkDocs hook (see mkdocs.yml). Every page of docs/ is in the navigation, under the tab of its reader.
"""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import click
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from companion.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
OUTSIDE = {
    "index.md": "README.md",
    "hardware.md": "hardware.md",
    "BENCHMARKS.md": "BENCHMARKS.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md": "CODE_OF_CONDUCT.md",
    "SECURITY.md": "SECURITY.md",
}
SECTIONS = {
    "Play": (
        "index.md",
        "first-evening.md",
        "install.md",
        "new-frontiers-decisions.md",
        "race-for-the-galaxy.md",
        "a-new-frontier.md",
        "lessons.md",
        "rules-reference.md",
        "coach.md",
        "scan.md",
        "plays.md",
        "timer.md",
        "screens.md",
    ),
    "Build": (
        "hardware.md",
        "raspberry-pi.md",
        "box.md",
        "vision.md",
        "lights.md",
        "systems.md",
        "reports.md",
    ),
    "Cafe": ("cafe.md", "deployment.md", "security.md", "SECURITY.md", "table.md", "upgrading.md"),
    "Extend": (
        "CONTRIBUTING.md",
        "first-issues.md",
        "architecture.md",
        "new-game.md",
        "api.md",
        "home-assistant.md",
        "tile-language.md",
        "translation.md",
        "look.md",
        "rules-coverage.md",
        "rules-coverage-race-for-the-galaxy.md",
        "a-new-frontier-rules.md",
        "rules-by-page.md",
        "tests.md",
        "CODE_OF_CONDUCT.md",
    ),
    "Reference": (
        "commands.md",
        "settings.md",
        "pages.md",
        "record.md",
        "score-request.md",
        "dependencies.md",
        "BENCHMARKS.md",
        "CHANGELOG.md",
    ),
}
"""Each tab is for one kind of reader; every page stands under exactly one of them."""
OTHERS = "Extend"
"""Where a page stands that none names."""


def on_files(files: Files, config: Any) -> Files:
    for name, source in OUTSIDE.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=_from_the_top(text)))
    files.append(File.generated(config, "commands.md", content=commands_page()))
    files.append(File.generated(config, "rules-by-page.md", content=rules_by_page()))
    files.append(File.generated(config, "tests.md", content=what_the_tests_show()))
    files.append(File.generated(config, "screens.md", content=every_page_in_pictures()))
    pages = {file.src_uri for file in files.documentation_pages()}
    named = [page for section in SECTIONS.values() for page in section]
    if wrong := {page for page in named if named.count(page) > 1 or page not in pages}:
        raise PluginError(f"scripts/site_pages.py: no page, or twice: {sorted(wrong)}")
    sections = {**SECTIONS, OTHERS: (*SECTIONS[OTHERS], *sorted(pages.difference(named)))}
    config["nav"] = [{title: list(section)} for title, section in sections.items()]
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Replaces links to source code, which the site does not have, by plain text."""
    at_home = re.sub(r"\]\(\.\./([A-Z_]+\.md|hardware\.md)", r"](\1", markdown).replace(
        "](../README.md", "](index.md"
    )
    return re.sub(
        r"\[([^\]]+)\]\((?:\.\./)?(?:companion|tests|scripts|benchmarks|firmware_bridge|examples|LICENSE)[^)]*\)",
        r"\1",
        at_home,
    )


COMMANDS_TEXT = """# Commands

Made from the program's own `--help`. The everyday commands are `demo`, `serve` and `doctor`; `read`, `tags`,
`score`, `plays`, `simulate`, `record`, `replay` and `box check` work without a table; `backup`, `restore` and
`check` keep the journal safe ([table.md](table.md)).

Each option may also be set in the environment or in a settings file: [settings.md](settings.md).
`companion --service` before a command means the tables of this machine's service.
"""


def commands_page() -> str:
    """All commands with their options, from the code."""
    parts = [COMMANDS_TEXT]
    for name, place in COMMANDS.items():
        module, attribute = place.split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        parts += _of(command, f"companion {name}")
    return "\n".join(parts)


def rules_by_page() -> str:
    """For each game, the tests that cite a page of its rulebook, by that page: a test that ends in `_p7`
    shows a rule of page 7."""
    parts = [
        "# Rules by the rulebook's page\n\nMade from the tests' own names: what each shows, by the page.\n"
    ]
    for folder in sorted((ROOT / "tests" / "games").iterdir()):
        cited: dict[int, list[str]] = {}
        for file in sorted(folder.glob("test_*.py")):
            for name in re.findall(r"^def test_(\w+)\(", file.read_text(encoding="utf-8"), re.M):
                for page in {int(page) for page in re.findall(r"_p(\d+)(?=_|$)", name)}:
                    words = re.sub(r"(_p\d+)+(?=_|$)", "", name).replace("_", " ")
                    cited.setdefault(page, []).append(f"{words} (`{file.stem}`)")
        if not cited:
            continue
        title = folder.name.replace("_", " ").title()
        parts.append(f"## {title}\n\n{sum(map(len, cited.values()))} citations of {len(cited)} pages.\n")
        for page in sorted(cited):
            parts.append(f"### {title}, page {page}\n")
            parts += [f"- {line}" for line in sorted(cited[page])]
            parts.append("")
    return "\n".join(parts) + "\n"


def what_the_tests_show() -> str:
    """The tests' own names as sentences, file by file."""
    parts = ["# What the tests show\n\nMade from the tests' own names.\n"]
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        if names := re.findall(r"^def test_(\w+)\(", file.read_text(encoding="utf-8"), re.M):
            lines = [f"- {name.replace('_', ' ')}" for name in names]
            parts.append(f"## {file.relative_to(ROOT / 'tests')}\n\n" + "\n".join(lines) + "\n")
    return "\n".join(parts)


def every_page_in_pictures() -> str:
    """The sheets that `make pictures` wrote."""
    parts = ["# Every page in pictures\n\nMade by `make pictures`; dark above, light below.\n"]
    for sheet in sorted((ROOT / "docs/pictures/pages").glob("*.webp")):
        title = sheet.stem.replace("-", " ").capitalize()
        parts.append(f"## {title}\n\n![{title}, at each screen](pictures/pages/{sheet.name})\n")
    return "\n".join(parts)


def _of(command: click.Command, path: str) -> list[str]:
    context = click.Context(command, info_name=path, terminal_width=96, max_content_width=96)
    parts = [f"## {path}\n", f"```text\n{command.get_help(context)}\n```\n"]
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            parts += _of(inner, f"{path} {name}")
    return parts


def _from_the_top(text: str) -> str:
    """Adjusts the links of a page from the repository's root as if it were in docs/."""
    return re.sub(r'(\]\(|src="|srcset=")docs/', r"\1", text)
