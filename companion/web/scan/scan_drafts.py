"""The scans of the room's journal, for all pages of scans."""

from __future__ import annotations

from flask import current_app

from companion.scan.drafts import Drafts
from companion.web.request.addressed import room


def drafts() -> Drafts:
    """The scans of this room's journal."""
    found: Drafts | None = current_app.extensions.get("drafts")
    if found is None:
        found = current_app.extensions["drafts"] = Drafts(room().tables.journal)
    return found
