"""The wheel that peers get, built once; and fixtures of other folders that tests here need."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.home_automation.conftest import mosquitto  # noqa: F401
from tests.peers.debian import KEPT, ROOT
from tests.web.api.conftest import real  # noqa: F401


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder on the disk: whole machines are too large for the memory in which other tests write."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (made,) = out.glob("*.whl")
    return made
