"""Tests that generators make working clients of the API's OpenAPI document.

openapi-python-client comes with the developers' tools, openapi-typescript from npm, into build/peers; what
they make plays whole games. The OpenAPI Generator (with its Java) and datamodel-code-generator are the extra
`clients`.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Player, Setup
from companion.web.api.endpoint import ENDPOINTS
from companion.web.api.openapi import document
from tests.peers.debian import KEPT
from tests.web.api.conftest import example

pytestmark = pytest.mark.peer
NPM = ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3", "@types/node@20")
HERE = Path(__file__).parent


@pytest.fixture
def described(tmp_path: Path) -> Path:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps({**document(), "servers": [{"url": "http://localhost"}]}), encoding="utf-8")
    return file


def generate(*words: str | Path) -> str:
    """Runs a generator that is a module of this Python; what it said."""
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_generated_client_begins_a_table_and_answers(
    described: Path, real: SimpleNamespace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """openapi-python-client: no endpoint is left out, and what it made plays."""
    config = tmp_path / "config.yml"
    config.write_text("post_hooks: []\n", encoding="utf-8")
    words = ["-m", "openapi_python_client", "generate", "--path", described, "--config", config]
    said = generate(*words, "--meta", "none", "--output-path", tmp_path / "made_client")
    assert "Warning" not in said, said
    made = {file.stem for file in (tmp_path / "made_client" / "api" / "default").glob("*.py")} - {"__init__"}
    assert made == {endpoint.name for endpoint in ENDPOINTS}

    monkeypatch.syspath_prepend(str(tmp_path))
    package: Any = importlib.import_module("made_client")
    models: Any = importlib.import_module("made_client.models")
    client = package.Client(base_url=real.address.rstrip("/"))

    def call(name: str, *parts: str, **more: Any) -> Any:
        module: Any = importlib.import_module(f"made_client.api.default.{name}")
        return module.sync(*parts, client=client, **more)

    game = next(it for it in call("playable_games") if it.name == games.default_name())
    players = [models.NewPlayer(c.title(), c) for c in game.colours[: game.fewest]]
    begun = call("begin_table", body=models.NewTable(game=game.name, players=players, seed=1))
    state = call("table_state", begun.table)
    assert state.number == real.tables.open(begun.table).number
    question = next(q for q in state.questions if isinstance(q.answer, models.Choice))
    decision = question.answer.options[0].decision
    body = models.DecisionBody(seen=state.number, key="client-00001", decision=decision)
    done = call("decide", begun.table, body=body)
    assert done.number == real.tables.open(begun.table).number > state.number
    _play_on(real, call, models, begun.table, len(players))
    assert real.tables.open(begun.table).game.phase(real.tables.open(begun.table).state).over
    stale = call("decide", begun.table, body=models.DecisionBody(0, "client-00002", decision))
    assert isinstance(stale, models.StaleProblem)


def _play_on(real: SimpleNamespace, call: Any, models: Any, table: str, seats: int) -> None:
    """Takes the first answer that is allowed until the game is over, by the made types alone."""
    bot, number = example("bot"), 0
    while not (state := call("table_state", table)).over:
        assert state.number != number, "nobody can answer anything"
        number = state.number
        for seat in range(seats):
            state = call("table_state", table, seat=seat)
            asked = [it for it in state.questions if it.player in (seat, None) and not it.answered]
            for question in asked:
                if any(_answers(bot, call, models, table, state.number, question)):
                    break


def _answers(bot: Any, call: Any, models: Any, table: str, seen: int, question: Any) -> Iterator[bool]:
    """Tries an answer after another; whether it was taken."""
    keys = (f"client-{seen:06}-{tried:04}" for tried in range(1000))
    form = question.answer
    if isinstance(form, models.Draw | models.Roll):
        yield isinstance(call("draw", table, body=models.DrawBody(seen, next(keys))), models.Done)
    elif isinstance(form, models.Choice):
        for option in form.options:
            body = models.DecisionBody(seen=seen, key=next(keys), decision=option.decision)
            yield isinstance(call("decide", table, body=body), models.Done)
    elif not isinstance(form, models.Elsewhere):
        for key in keys:
            value = bot.value(form.to_dict())
            body = models.AnswerBody(seen, key, question.kind, question.player, value)
            yield isinstance(call("answer", table, body=body), models.Done)


@pytest.fixture(scope="module")
def node_tools() -> Path:
    """The folder of openapi-typescript and what its types are used with."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("no npm here")
    made = KEPT / f"npm-{'-'.join(it.rpartition('@')[2] for it in NPM)}"
    if not made.exists():
        part = made.with_name(f"{made.name}.part")
        part.mkdir(parents=True, exist_ok=True)
        (part / "package.json").write_text("{}")
        words = ["npm", "install", "--no-audit", "--no-fund", "--silent", *NPM]
        done = subprocess.run(words, cwd=part, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            pytest.skip(f"npm cannot install here: {(done.stderr.splitlines() or ['it says nothing'])[-1]}")
        part.replace(made)
    return made


def test_types_for_typescript_play_a_whole_game(
    described: Path, real: SimpleNamespace, node_tools: Path, tmp_path: Path
) -> None:
    """openapi-typescript: a bot that is written with its types passes the strict compiler, and plays."""

    def run(*words: str | Path) -> str:
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    tools = node_tools / "node_modules/.bin"
    with suppress(FileExistsError):
        (tmp_path / "node_modules").symlink_to(node_tools / "node_modules")
    # As docs/api.md says: what may be left out is not asked for, and a decision is any object.
    flags = ["--default-non-nullable", "false", "--empty-objects-unknown"]
    run(tools / "openapi-typescript", described, *flags, "-o", tmp_path / "api.d.ts")
    shutil.copy(HERE / "bot.ts", tmp_path)
    strict = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node", "bot.ts"]
    (tmp_path / "package.json").write_text('{"type": "module"}')
    run(tools / "tsc", *strict)
    game = games.load(games.default_name())
    players = tuple(Player(colour.title(), colour) for colour in game.colours[: game.seats[0]])
    table = real.tables.create(game.name, Setup(players), seed=1)
    number = run("node", "bot.js", real.address.rstrip("/"), table.id, str(len(players)))
    assert int(number) == table.number
    assert game.phase(table.state).over


@pytest.mark.parametrize("language", ["python", "typescript-fetch"])
def test_the_openapi_generator_makes_a_client(described: Path, tmp_path: Path, language: str) -> None:
    pytest.importorskip("openapi_generator_cli")
    made = tmp_path / "made"
    run = "from openapi_generator_cli import cli; cli()"
    said = generate("-c", run, "generate", "-i", described, "-g", language, "-o", made)
    assert "[error]" not in said.casefold()
    files = made.rglob("default_api.py" if language == "python" else "DefaultApi.ts")
    api = next(iter(files)).read_text(encoding="utf-8").replace("_", "").casefold()
    assert not [e.name for e in ENDPOINTS if f"{e.name.replace('_', '')}(" not in api]


def test_datamodel_code_generator_makes_types(described: Path, tmp_path: Path) -> None:
    pytest.importorskip("datamodel_code_generator")
    file = tmp_path / "models.py"
    words = ["--input", described, "--input-file-type", "openapi", "--output", file]
    generate("-m", "datamodel_code_generator", *words, "--output-model-type", "pydantic_v2.BaseModel")
    spec = importlib.util.spec_from_file_location("made_models", file)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules["made_models"] = module
    try:
        spec.loader.exec_module(module)
        assert module.Begun(table="kobura").table == "kobura"
        assert module.NewTable.model_fields["players"].is_required()
    finally:
        del sys.modules["made_models"]
