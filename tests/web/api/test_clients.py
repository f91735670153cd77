"""Tests that generators make working clients of the API's OpenAPI document.

openapi-python-client comes with the developers' tools. The OpenAPI Generator (with its Java) and
datamodel-code-generator are the extra `clients`; the slow run tries them where they are installed.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion import games
from companion.web.api.endpoint import ENDPOINTS
from companion.web.api.openapi import document


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


@pytest.mark.slow
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
    stale = call("decide", begun.table, body=models.DecisionBody(0, "client-00002", decision))
    assert isinstance(stale, models.StaleProblem)


@pytest.mark.slow
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


@pytest.mark.slow
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
