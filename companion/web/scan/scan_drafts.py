"""The scans of the room's journal, for all pages of scans."""

from __future__ import annotations

from companion.scan.drafts import Drafts
from companion.web.request.services import services


def drafts() -> Drafts:
    """The scans of this room's journal."""
    return services().drafts
