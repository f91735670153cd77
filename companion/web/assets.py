"""Scripts, styles and icons: loaded once by a device, and anew only when they have changed.

Every address of a static file carries the file's digest (`?v=...`), so browsers may keep it for good. A
script's imports carry none; they are asked for anew with their ETag, which costs a few bytes.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from flask import Flask, request

_YEAR = 365 * 24 * 3600


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

    @lru_cache(maxsize=256)
    def address(name: str, _changed: float) -> str:
        return app.url_for("static", filename=name)

    def url_for(endpoint: str, **values: Any) -> str:
        """As Flask's; an icon's address stands a hundred times on a page and is made once."""
        if endpoint == "static" and values.keys() == {"filename"}:
            path = folder / values["filename"]
            return address(values["filename"], path.stat().st_mtime if path.is_file() else 0.0)
        return app.url_for(endpoint, **values)

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
