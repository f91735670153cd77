"""Tests of the pages' scripts: native modules, all requested at once and cached for good."""

from __future__ import annotations

import re
from base64 import b64encode
from graphlib import TopologicalSorter
from hashlib import sha256
from pathlib import Path

import pytest

from companion.installed_games import folders
from companion.web import create_app
from companion.web.request.services import services_of
from companion.web.transport import assets
from tests.default_run import first_by_default

SCRIPTS = Path(__file__).parents[2] / "companion" / "web" / "static" / "js"


PAGES = ("/", "/t/{id}/", "/t/{id}/seat/0", "/new", "/box", "/scan", "/timer", "/plays")

LATER = ("/one-stream.js", "/awake.js", "/digits.js")
"""A page loads these once it is shown: it is complete without them."""

FETCHED_FILES_JS = """() => [...performance.getEntriesByType("resource")].map(it => new URL(it.name).pathname)
  .filter(it => it.endsWith(".js")).sort()"""


@pytest.mark.browser
@pytest.mark.parametrize("path", first_by_default(PAGES, 3))
def test_a_page_names_every_script_that_it_needs(device, table, path):
    """So a browser requests all at once, and not each after reading the one before."""
    one = device(path.format(id=table.id))
    named = one.page.evaluate(
        """() => [...document.querySelectorAll("head link[rel=modulepreload], head script[src]")]
          .map(it => new URL(it.href ?? it.src).pathname).sort()"""
    )
    assert len(named) == len(set(named))
    fetched = one.page.evaluate(FETCHED_FILES_JS)
    assert [file for file in fetched if not file.endswith(LATER)] == named
    # Number fields take the digits of other scripts once a page is ready; one without them does not wait.
    numbers = one.page.locator("input[type=number], input[inputmode=numeric], input[inputmode=decimal]")
    assert any(file.endswith("/digits.js") for file in fetched) == (numbers.count() > 0)


def test_no_two_scripts_import_each_other():
    """TopologicalSorter raises where they do; what is loaded only when it is needed counts too."""
    imports = re.compile(
        r'^import (?:[^;"]+ from )?"\./([^"]+)";|\b(?:import|loadScript)\("\./([^"]+)"\)', re.M
    )
    found = {
        it.name: {a or b for a, b in imports.findall(it.read_text("utf-8"))} for it in SCRIPTS.glob("*.js")
    }
    order = list(TopologicalSorter(found).static_order())
    assert order.index("words.js") < order.index("token-forms.js") < order.index("answer-forms.js")


@pytest.mark.parametrize("name", assets.SCRIPT_IMPORTS)
def test_what_a_page_names_is_there(client, name):
    main = re.search(r'<script type="module" src="([^"]+)"', client.get("/").text)
    assert main is not None
    for script in (name, *assets.SCRIPT_IMPORTS[name]):
        answer = client.get(main[1].replace("main.js", script))
        assert answer.status_code == 200, script
        assert answer.mimetype == "text/javascript"


def test_scripts_and_styles_are_kept_for_good_under_the_address_of_their_content(client):
    page = client.get("/").text
    files = re.findall(r'(?:href|src)="(/static/[^"#]+)', page)
    # The icon, the shared and the page's own styles, the font, and the shared scripts: its own is inline.
    assert len(files) == 5 + len(assets.SCRIPT_IMPORTS["main.js"])
    for file in files:
        answer = client.get(file)
        assert answer.status_code == 200, file
        assert "immutable" in answer.headers["Cache-Control"], file
    font = re.search(r'url\("(/static/fonts/[^"]+)"', client.get(next(f for f in files if "house" in f)).text)
    assert font is not None
    assert font[1] in files  # requested at once, with the address that the style will use


def test_a_script_that_changes_has_another_address(client, monkeypatch):
    before = re.search(r"/static/js-\w+/", client.get("/").text)
    monkeypatch.setattr(assets, "_digest", lambda path, changed: "other")
    monkeypatch.setattr(assets, "CHECK_EVERY_SECONDS", -1)
    again = create_app(services_of(client.application).room).test_client().get("/").text
    assert before is not None
    assert before[0] not in again
    assert re.search(r"/static/js-\w+/main.js", again)


def test_a_games_style_has_another_address_when_a_sheet_that_it_imports_changes(client, monkeypatch):
    styles = {name: folder / "style.css" for name, folder in folders().items()}
    (name, imported), *_ = [
        (name, assets._style_files(file)[1])
        for name, file in styles.items()
        if "@import" in file.read_text("utf-8")
    ]
    address = client.application.jinja_env.globals["game_style"]
    digest = assets._digest
    with client.application.test_request_context():
        before = address(name)
        monkeypatch.setattr(
            assets, "_digest", lambda path, at: "other" if path == str(imported) else digest(path, at)
        )
        assert address(name) != before


def test_scripts_are_sent_without_their_comments_and_with_all_their_code(client):
    """Line by line: a line number in an error is that of the file."""
    folder, files = scripts_folder(client), sorted(SCRIPTS.glob("*.js"))
    assert len(files) > 40
    for file in files:
        sent = client.get(folder + file.name).text.split("\n")
        kept = file.read_text("utf-8").split("\n")
        assert len(sent) == len(kept), file.name
        left_out = [
            line.strip() for line, now in zip(kept, sent, strict=True) if line.lstrip() != now.lstrip()
        ]
        assert [line for line in left_out if not line.startswith("//")] == _blocks(kept), file.name
        assert file.parent.name == "vendor" or not [line for line in sent if line[:1] == " "], file.name
        assert not [line for line in sent if line.strip().startswith(("//", "/**"))], file.name


def scripts_folder(client):
    """Where the scripts lie, by their present digest."""
    return re.search(r"/static/js-\w+/", client.get("/").text)[0]


def _blocks(lines):
    """The lines of comments that describe a function."""
    found, inside = [], False
    for line in map(str.strip, lines):
        inside = inside or line.startswith("/**")
        if inside:
            found.append(line)
        inside = inside and not line.endswith("*/")
    return found


@pytest.mark.parametrize(("path", "inline"), [("/rules", 1), ("/plays", 2)])
def test_the_page_itself_holds_what_runs_before_the_first_paint(client, path, inline):
    """How the device shows it; and times, where it shows any."""
    answer = client.get(path)
    scripts = re.findall(r"<script>(.*?)</script>", answer.text, re.S)
    assert len(scripts) == inline
    for script in scripts:
        digest = b64encode(sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in answer.headers["Content-Security-Policy"]


def test_no_page_needs_the_internet():
    for script in SCRIPTS.glob("*.js"):
        assert not re.search(r"https?://", script.read_text("utf-8")), script.name
