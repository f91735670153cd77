"""Fixtures: a served room with the installed games, and the examples as modules."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from companion.table.journal import Journal
from companion.table.tables import Tables
from companion.web import create_app
from tests.web.conftest import Serving, bare_room

EXAMPLES = Path(__file__).parents[3] / "examples"


def example(name: str) -> ModuleType:
    """The module of examples/<name>.py."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def real(tmp_path: Path) -> Iterator[SimpleNamespace]:
    """A served room with the installed games."""
    tables = Tables(Journal(tmp_path / "journal.db"))
    room = bare_room(tables)
    serving = Serving(create_app(room))
    yield SimpleNamespace(room=room, serving=serving, tables=tables, address=serving.address)
    serving.stop()
    tables.close()
