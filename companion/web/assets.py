"""Scripts, styles and icons: loaded once by a device, and anew only when they have changed.

Every address of a static file carries the file's digest (`?v=...`), so browsers may keep it for good. A
script's imports carry none; they are asked for anew with their ETag, which costs a few bytes.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from typing import Any

from flask import Flask, request

_YEAR = 365 * 24 * 3600

LOOKED = 2.0
"""Seconds for which a file is taken to be what it was: a page names the icons' file a hundred times."""


@lru_cache(maxsize=256)
def _digest(path: str, _changed: float) -> str:
    return blake2b(Path(path).read_bytes(), digest_size=5).hexdigest()


def stamped_assets(app: Flask) -> None:
    folder = Path(app.static_folder or "")

    @app.url_defaults
    def stamp(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint != "static" or "v" in values:
            return
        path = folder / str(values.get("filename", ""))
        if path.is_file():
            values["v"] = _digest(str(path), path.stat().st_mtime)

    known: dict[str, tuple[float, str]] = {}

    def url_for(endpoint: str, **values: Any) -> str:
        """As Flask's; a file's address is made once in LOOKED seconds."""
        if endpoint != "static" or values.keys() != {"filename"}:
            return app.url_for(endpoint, **values)
        name = values["filename"]
        until, address = known.get(name, (0.0, ""))
        now = monotonic()
        if now > until:
            address = app.url_for("static", filename=name)
            known[name] = now + LOOKED, address
        return address

    app.jinja_env.globals["url_for"] = url_for

    @app.after_request
    def keep(response: Any) -> Any:
        if request.endpoint == "static" and response.status_code == 200:
            if request.args.get("v"):
                response.cache_control.public = True
                response.cache_control.max_age = _YEAR
                response.cache_control.no_cache = None
            else:
                response.cache_control.no_cache = True
        elif request.endpoint != "static" and "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response
