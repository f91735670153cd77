"""Scripts, styles and icons: loaded once by a device, and again only when they have changed.

Every address contains a digest of the content, so browsers may cache it for good: a file's in `?v=`; a
script's in its folder's name, so that it also holds for what the script imports by "./name.js". The styles of
every page are served as one file, and those of the table's and the seat's page as another (STYLE_SHEETS).
Scripts are native modules; a page names all modules that its own imports (SCRIPT_IMPORTS), so that a browser
requests all of them at once. What must run before the first paint is inline in the page.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import lru_cache
from hashlib import blake2b, sha256
from os.path import isfile
from pathlib import Path
from time import monotonic
from typing import Any

from flask import Flask, Response, abort, g, request
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from werkzeug.security import safe_join

from companion.installed_games import folders
from companion.web.transport.root_path import root_path

_YEAR_SECONDS = 365 * 24 * 3600

CHECK_EVERY_SECONDS = 2.0
"""Time for which a file is assumed unchanged: a page names the icons' file a hundred times."""

STYLE_SHEETS = {
    "house": ("tokens", "base", "parts", "live"),
    "table-page": ("table", "answer-forms"),
    "seat-page": ("answer-forms", "seat"),
    "own-hand": ("own-hand",),
}
"""By style sheet that is served as one: its files in their order. "house" is every page's."""

SCRIPT_IMPORTS = {
    "main.js": (
        "above.js", "aloud.js", "answer-forms.js", "clock.js", "correct.js", "fit.js",
        "fold.js", "forms.js", "guard.js", "live.js", "morph.js", "prompts.js",
        "send.js", "slide.js", "taps.js", "toast.js", "vendor/idiomorph.js", "words.js",
    ),
    "box-page.js": ("photo.js",),
    "checklist.js": ("photo.js",),
    "photo-of-many.js": ("photo.js",),
    "rules.js": ("rules-panel.js",),
    "scan.js": ("scan-photos.js",),
}  # fmt: skip
"""By script of a page: all modules that it imports, directly or indirectly, beyond those of main.js."""

INLINE_SCRIPTS = ("early", "times")
"""Every page has the first; the second those that show times."""

STATIC_ENDPOINTS = ("static", "style_sheet", "script", "game_style")
"""The endpoints whose answers are the same for everyone."""

_STATIC = Path(__file__).resolve().parents[1] / "static"
_SCRIPTS = _STATIC / "js"
_SPRITE = _STATIC / "icons" / "sprite.svg"


@lru_cache(maxsize=256)
def _digest(path: str, _changed: float) -> str:
    return blake2b(Path(path).read_bytes(), digest_size=5).hexdigest()


def _digests(files: list[Path]) -> str:
    each = "".join(_digest(str(file), file.stat().st_mtime) for file in files)
    return blake2b(each.encode(), digest_size=5).hexdigest()


_CSS_FOLDER = _STATIC / "css"
_SHEET_FILES = {name: [_CSS_FOLDER / f"{part}.css" for part in parts] for name, parts in STYLE_SHEETS.items()}
_CSS_IMPORT = re.compile(r'^@import "([\w-]+\.css)";\n', re.M)


def _style_files(file: Path) -> list[Path]:
    """A style sheet and the shared sheets that it imports."""
    return [file, *(_CSS_FOLDER / name for name in _CSS_IMPORT.findall(file.read_text("utf-8")))]


def _read_style(file: Path) -> str:
    """A style sheet without its comments (a sixth of the bytes sent), the space between its rules (a
    twentieth) and that before its values, about child combinators and behind commas, and with its imports of
    shared sheets replaced by their text. No string of ours has such a sign."""
    text = re.sub(r"/\*.*?\*/\n?", "", file.read_text("utf-8"), flags=re.S)
    text = _CSS_IMPORT.sub(lambda it: _read_style(_CSS_FOLDER / it[1]), text)
    close = re.sub(r"\s*([{};>])\s+|\s+([{}])", r"\1\2", text).replace(";}", "}")
    return re.sub(r"([{;][a-z-]+): |, ", lambda it: f"{it[1]}:" if it[1] else ",", close)


def _read_script(file: Path) -> str:
    """A script without the comments on lines of their own (an eighth of the bytes sent) and without the space
    before its lines (a fiftieth); line numbers stay. Third-party scripts stay as they are: their comments
    name their authors."""
    text = file.read_text("utf-8")
    if file.parent.name == "vendor":
        return text
    return re.sub(r"^[ \t]+", "", _JS_COMMENT.sub(lambda it: "\n" * it[0].count("\n"), text), flags=re.M)


_JS_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*.*?\*/[ \t]*)$", re.M | re.S)

_SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', re.S)


@lru_cache(maxsize=32)
def _symbols(file: Path, _changed: float) -> dict[str, Markup]:
    return {name: Markup(shapes) for name, shapes in _SYMBOL.findall(file.read_text("utf-8"))}


def icon_shapes(game: str | None, name: str) -> Markup:
    """The shapes of an icon, for an <svg> of 24 units: from the game's own icons, else from the shared ones.

    They are inline in the page, because a browser fetches and lays out a <use> of another file only after it
    has shown the page.
    """
    until, icons = _icons.get(game, (0.0, {}))
    now = monotonic()
    if now > until:
        icons = dict(_symbols(_SPRITE, _SPRITE.stat().st_mtime))
        own = folders()[game] / "icons.svg" if game in folders() else None
        if own is not None and own.is_file():
            icons |= _symbols(own, own.stat().st_mtime)
        _icons[game] = now + CHECK_EVERY_SECONDS, icons
    return icons.get(name, Markup())


_icons: dict[str | None, tuple[float, dict[str, Markup]]] = {}
"""By game: until when its icons are assumed unchanged, and the icons."""


@pass_context
def sprite(context: Context, name: str) -> Markup:
    """`icon_shapes` for the page's game, if it shows one."""
    shown = context.get("game")
    return icon_shapes(getattr(shown, "name", None), name)


def inline_script(name: str) -> str:
    """A script that runs before the first paint, small enough to be inline."""
    return _read_script(_SCRIPTS / f"{name}.js").strip()


def inline_csp_sources() -> str:
    """The source expressions by which a Content-Security-Policy allows the inline scripts."""
    digests = (sha256(inline_script(name).encode()).digest() for name in INLINE_SCRIPTS)
    return " ".join(f"'sha256-{b64encode(digest).decode()}'" for digest in digests)


def register_assets(app: Flask) -> None:
    """What pages need of styles, scripts and icons, what serves them, and how long they are kept."""
    addresses = Addresses(app)
    app.url_defaults(_with_digest)
    app.add_url_rule(
        f"/static/css/<any({', '.join(map(repr, STYLE_SHEETS))}):name>.css",
        "style_sheet",
        addresses.style_sheet,
    )
    app.add_url_rule("/static/games/<name>/style.css", "game_style", _game_style)
    app.add_url_rule("/static/js-<version>/<path:name>", "script", _script)
    app.jinja_env.globals["url_for"] = addresses.url_for
    app.jinja_env.globals["module"] = addresses.module
    app.jinja_env.globals["sprite"] = sprite
    app.jinja_env.globals["game_style"] = addresses.game_style
    for name in INLINE_SCRIPTS:
        app.jinja_env.globals[f"{name}_script"] = Markup(inline_script(name))
    app.before_request(addresses.refuse_unknown_digest)
    app.after_request(_keep)


def _with_digest(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "style_sheet":
        values["v"] = _digests(_SHEET_FILES[values["name"]])
    if endpoint == "game_style" and (style := _style_of(values["name"])):
        values["v"] = _digests(_style_files(style))
    if endpoint != "static" or "v" in values:
        return
    path = _STATIC / str(values.get("filename", ""))
    if path.is_file():
        values["v"] = _digest(str(path), path.stat().st_mtime)


def _style_of(game: str) -> Path | None:
    file = folders()[game] / "style.css" if game in folders() else None
    return file if file is not None and file.is_file() else None


def _game_style(name: str) -> Response:
    style = _style_of(name)
    if style is None:
        abort(404)
    return Response(_read_style(style), mimetype="text/css")


def _script(version: str, name: str) -> Response:
    found = safe_join(str(_SCRIPTS), name)
    if found is None or not isfile(found):  # Path.is_file raises for a name that is too long
        abort(404)
    answer = Response(_read_script(Path(found)), mimetype="text/javascript")
    answer.set_etag(_digest(found, Path(found).stat().st_mtime))
    answer.make_conditional(request, accept_ranges=True, complete_length=len(answer.data))
    return answer


def _keep(response: Any) -> Any:
    """A file is kept for good where its address has a digest, else asked for again; a page is never kept."""
    if request.endpoint in STATIC_ENDPOINTS:
        if response.status_code != 200:
            return response
        if "digest_known" in g:
            response.cache_control.public = True
            response.cache_control.max_age = _YEAR_SECONDS
            response.cache_control.immutable = True
            response.cache_control.no_cache = None
        else:
            response.cache_control.no_cache = True
    elif "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


class Addresses:
    """The addresses of files in an application's pages, each looked up again after CHECK_EVERY_SECONDS."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._known: dict[str, tuple[float, str]] = {}
        self._modules: dict[str, tuple[str, Markup]] = {}
        self._scripts: tuple[float, str] = (0.0, "")
        self._digests_of: dict[str, set[str]] = {}
        """By file, or "js" for all scripts: the digests that were asked for and were its own."""

    def refuse_unknown_digest(self) -> None:
        """Answers 404 to a digest that no file has, before anything is made or kept. One that a file had
        since this program began is known: a page may have been loaded before the file changed."""
        if request.endpoint not in STATIC_ENDPOINTS:
            return
        named = request.view_args or {}
        if request.endpoint == "script":
            said, thing = str(named["version"]), "js"
        elif (said := request.args.get("v", "")) == "":
            return
        else:
            thing = request.path.removeprefix(root_path())
        known = self._digests_of.get(thing, set())
        if said not in known:
            now = self._digest_now(request.endpoint, named)
            if said != now:
                abort(404)
            self._digests_of.setdefault(thing, set()).add(now)
        if set(request.args) <= {"v"}:
            g.digest_known = True

    def _digest_now(self, endpoint: str, named: dict[str, Any]) -> str:
        if endpoint == "script":
            return _digests(sorted(_SCRIPTS.glob("**/*.js")))
        values = dict(named)
        _with_digest(endpoint, values)
        return str(values.get("v", ""))

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Flask's `url_for`, with a file's address remembered."""
        if endpoint != "static" or values.keys() != {"filename"}:
            return self._app.url_for(endpoint, **values)
        name = values["filename"]
        until, address = self._known.get(name, (0.0, ""))
        now = monotonic()
        if now > until:
            address = self._address(name)
            self._known[name] = now + CHECK_EVERY_SECONDS, address
        return root_path() + address

    def _address(self, name: str) -> str:
        if name.startswith("js/"):
            return self._scripts_folder() + name.removeprefix("js/")
        return self._below_root(name)

    def _below_root(self, name: str) -> str:
        """A file's address without the root path of this request: remembered for requests below any."""
        return self._app.url_for("static", filename=name).removeprefix(root_path())

    def _scripts_folder(self) -> str:
        """The folder in the addresses of scripts, with a digest of all scripts; a page names twenty."""
        until, path = self._scripts
        now = monotonic()
        if now > until:
            version = _digests(sorted(_SCRIPTS.glob("**/*.js")))
            path = f"{self._below_root('js-').removesuffix('js-')}js-{version}/"
            self._scripts = now + CHECK_EVERY_SECONDS, path
        return path

    def module(self, name: str) -> Markup:
        """The tags of a page's script and of its imports; made once for each version of the scripts."""
        path = root_path() + self._scripts_folder()
        written_for, written = self._modules.get(name, ("", Markup()))
        if written_for == path:
            return written
        links = (
            Markup('<link rel="modulepreload" href="{}">').format(path + it)
            for it in SCRIPT_IMPORTS.get(name, ())
        )
        own = Markup('<script type="module" src="{}"></script>')
        made = Markup("").join([*links, own.format(path + name)])
        self._modules[name] = path, made
        return made

    def style_sheet(self, name: str) -> Response:
        """A sheet of STYLE_SHEETS, with the addresses of the files that it names."""
        text = "\n".join(_read_style(sheet) for sheet in _SHEET_FILES[name])
        named = re.sub(
            r'url\("\.\./([^"]+)"\)', lambda it: f'url("{self.url_for("static", filename=it[1])}")', text
        )
        return Response(named, mimetype="text/css")

    def game_style(self, name: str) -> str:
        """The address of a game's own style; "": it has none."""
        return self._app.url_for("game_style", name=name) if _style_of(name) else ""
