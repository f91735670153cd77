"""The pages' scripts: main.js brings all that it imports, and every file is used."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from companion.web import assets, create_app
from companion.web.scripts import CannotJoin, joined

SCRIPTS = Path(__file__).parents[2] / "companion" / "web" / "static" / "js"


def imports(name, seen=None):
    """What a script imports, and what that imports, as paths below the scripts' folder."""
    seen = set() if seen is None else seen
    for found in re.findall(r'^import .* from "\./([^"]+)";', (SCRIPTS / name).read_text("utf-8"), re.M):
        if found not in seen:
            seen.add(found)
            imports(found, seen)
    return seen


def test_the_first_script_brings_all_that_it_imports(client):
    page = client.get("/").text
    (address,) = re.findall(r'<script type="module" src="([^"]+)"', page)
    whole = client.get(address).text
    assert not re.search(r"^import\b", whole, re.M)
    assert set(re.findall(r"^// ([\w-]+\.js)$", whole, re.M)) == {"main.js", *imports("main.js")}
    for name in imports("main.js"):
        handed_on = client.get(address.replace("main.js", name)).text
        own = re.findall(
            r"^export (?:async )?(?:function|const) (\w+)", (SCRIPTS / name).read_text("utf-8"), re.M
        )
        assert handed_on == f'export {{ {", ".join(own)} }} from "./main.js";\n'


@pytest.mark.parametrize(
    ("scripts", "wrong"),
    [
        ({"main.js": 'import "./a.js";', "a.js": ""}, "main.js has an import"),
        ({"main.js": "export default 1;"}, "main.js has an import or export"),
        ({"main.js": "export let x = 1;"}, "main.js has an import or export"),
        ({"main.js": 'const it = import("./a.js");'}, "main.js has an import"),
        ({"main.js": 'import { x } from "./a.js";', "a.js": "const x = 1;"}, "what a.js has not: x"),
        ({"main.js": 'import { x } from "./a.js";', "a.js": 'import { y } from "./main.js";'}, "one another"),
        (
            {
                "main.js": 'import { x } from "./a.js";\nimport { y } from "./b.js";',
                "a.js": "export const x = 1;",
                "b.js": "export const x = 2;\nexport const y = 3;",
            },
            "same name: x",
        ),
    ],
)
def test_scripts_that_cannot_be_joined_are_refused(tmp_path, scripts, wrong):
    for name, text in scripts.items():
        (tmp_path / name).write_text(text + "\n", "utf-8")
    with pytest.raises(CannotJoin, match=wrong):
        joined(tmp_path)


def test_scripts_and_styles_are_kept_for_good_under_the_address_of_their_content(client):
    page = client.get("/").text
    files = re.findall(r'(?:href|src)="(/static/[^"#]+)', page)
    assert len(files) == 4  # the icon, the styles, the font, the scripts
    for file in files:
        answer = client.get(file)
        assert answer.status_code == 200, file
        assert "immutable" in answer.headers["Cache-Control"], file
    font = re.search(r'url\("(/static/fonts/[^"]+)"', client.get(next(f for f in files if "house" in f)).text)
    assert font is not None
    assert font[1] in files  # asked for at once, by the address that the style will ask for


def test_a_script_that_changes_has_another_address(client, monkeypatch):
    before = re.search(r"/static/js-\w+/", client.get("/").text)
    monkeypatch.setattr(assets, "_digest", lambda path, changed: "other")
    monkeypatch.setattr(assets, "LOOKED", -1)
    again = create_app(client.application.extensions["room"]).test_client().get("/").text
    assert before is not None
    assert before[0] not in again
    assert re.search(r"/static/js-\w+/main.js", again)


def test_the_page_itself_holds_what_runs_before_the_first_paint(client):
    answer = client.get("/")
    script = re.search(r"<script>(.*?)</script>", answer.text, re.S)
    assert script is not None
    digest = b64encode(sha256(script[1].encode()).digest()).decode()
    assert f"'sha256-{digest}'" in answer.headers["Content-Security-Policy"]
    assert answer.text.count("<script>") == 1


def test_no_page_needs_the_internet():
    for script in SCRIPTS.glob("*.js"):
        assert not re.search(r"https?://", script.read_text("utf-8")), script.name
