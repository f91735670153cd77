"""The JSON API under /api/v1 (docs/api.md): what the pages show and do, for other programs."""

from companion.web.api import events, openapi, other_origins, plays, reading, stations, tables, writing
from companion.web.api.endpoint import ENDPOINTS, PREFIX, pages

__all__ = [
    "ENDPOINTS",
    "PREFIX",
    "events",
    "openapi",
    "other_origins",
    "pages",
    "plays",
    "reading",
    "stations",
    "tables",
    "writing",
]
