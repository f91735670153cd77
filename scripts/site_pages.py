"""The site's pages outside docs/: the README and its neighbours, and references generated from the code.

A MkDocs hook (see mkdocs.yml). Every page of docs/ is in the navigation; those that `SECTIONS` does not name
are under "Developers".
"""

from __future__ import annotations

import importlib
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
from mkdocs.structure.files import File, Files

from companion.cli import COMMANDS
from companion.table.settings import CHOICES, SECONDS_RANGES, Settings

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
    "Start": ("index.md", "CHANGELOG.md"),
    "Players": ("screens.md", "timer.md", "scan.md", "plays.md"),
    "Hosts": (
        "hardware.md",
        "box.md",
        "lights.md",
        "vision.md",
        "table.md",
        "systems.md",
        "deployment.md",
        "settings.md",
        "commands.md",
    ),
    "Makers": (
        "tile-language.md",
        "score-request.md",
        "record.md",
        "lessons.md",
        "api.md",
        "home-assistant.md",
    ),
    "Cafes": ("deployment.md", "security.md", "SECURITY.md", "dependencies.md"),
}
LAST = "Developers"


def on_files(files: Files, config: Any) -> Files:
    for name, source in OUTSIDE.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=_from_the_top(text)))
    files.append(File.generated(config, "commands.md", content=commands_page()))
    files.append(File.generated(config, "settings.md", content=settings_page()))
    pages = {file.src_uri for file in files.documentation_pages()}
    named = {page for section in SECTIONS.values() for page in section}
    config["nav"] = [
        *({title: [page for page in section if page in pages]} for title, section in SECTIONS.items()),
        {LAST: sorted(pages - named)},
    ]
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


def commands_page() -> str:
    """All commands with their options, from the code."""
    parts = ["# Commands\n\nMade from the program's own `--help`.\n"]
    for name, place in COMMANDS.items():
        module, attribute = place.split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        parts += _of(command, f"companion {name}")
    return "\n".join(parts)


def settings_page() -> str:
    """All settings of a table, from the code."""
    usual = Settings()
    rows = [
        "# Settings of a table\n",
        (Settings.__doc__ or "").strip(),
        "",
        "| setting | may be | usual |",
        "|---|---|---|",
    ]
    for field in fields(Settings):
        if field.name == "pages":
            continue
        if field.name in CHOICES:
            may_be = ", ".join(f"`{choice}`" for choice in CHOICES[field.name])
        elif field.name in SECONDS_RANGES:
            may_be = "{:g} to {:g} seconds".format(*SECONDS_RANGES[field.name])
        else:
            may_be = "yes or no" if isinstance(getattr(usual, field.name), bool) else "text"
        rows.append(f"| `{field.name}` | {may_be} | `{getattr(usual, field.name)}` |")
    return "\n".join(rows) + "\n"


def _of(command: click.Command, path: str) -> list[str]:
    context = click.Context(command, info_name=path, terminal_width=96, max_content_width=96)
    parts = [f"## {path}\n", f"```text\n{command.get_help(context)}\n```\n"]
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            parts += _of(inner, f"{path} {name}")
    return parts


def _from_the_top(text: str) -> str:
    """Adjusts the links of a page from the repository's root as if it were in docs/."""
    return text.replace("](docs/", "](")
