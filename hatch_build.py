"""What the package index shows of the project: the README with links that work there, and its addresses.

A hook of hatchling, run when the package is built. The repository's address is not written down anywhere: a
release knows where it runs (GITHUB_REPOSITORY), a clone where it came from; COMPANION_REPOSITORY names any.
Without any, as in a source archive, links stay as they are.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURES = (".png", ".webp", ".gif", ".svg", ".jpg")


class CustomMetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        root = Path(self.root)
        version = re.search(r'__version__ = "(.+)"', (root / "companion/__init__.py").read_text("utf-8"))
        assert version is not None
        home = repository(root)
        text = (root / "README.md").read_text("utf-8")
        if home:
            text = with_whole_links(text, home, f"v{version[1]}")
            metadata["urls"] = {
                "Source": home,
                "Issues": f"{home}/issues",
                "Changelog": f"{home}/blob/v{version[1]}/CHANGELOG.md",
                "Documentation": f"{home}/tree/v{version[1]}/docs",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def repository(root: Path) -> str:
    """The address of the repository's page, without a slash at its end; "": not known."""
    if named := os.environ.get("COMPANION_REPOSITORY"):
        return named.rstrip("/")
    if running := os.environ.get("GITHUB_REPOSITORY"):
        return f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{running}"
    try:
        asked = ["git", "-C", str(root), "remote", "get-url", "origin"]
        found = subprocess.run(asked, capture_output=True, encoding="utf-8", check=False).stdout.strip()
    except FileNotFoundError:
        return ""
    found = re.sub(r"^git@([^:]+):", r"https://\1/", found)
    return found.removesuffix(".git") if found.startswith("https://") and "@" not in found else ""


def with_whole_links(text: str, home: str, ref: str) -> str:
    """The Markdown with every address of a file of the repository as one that works anywhere."""

    def whole(path: str) -> str:
        if re.match(r"[a-z]+:|#|/", path):
            return path
        return f"{home}/{'raw' if path.endswith(PICTURES) else 'blob'}/{ref}/{path}"

    text = re.sub(r"\]\(([^)\s]+)\)", lambda link: f"]({whole(link[1])})", text)
    return re.sub(r'\b(src|srcset|href)="([^"]+)"', lambda at: f'{at[1]}="{whole(at[2])}"', text)
