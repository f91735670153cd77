"""The wheel that peers get, built once; and fixtures of other folders that tests here need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.home_automation.conftest import mosquitto  # noqa: F401
from tests.peers.debian import ROOT
from tests.web.api.conftest import real  # noqa: F401


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (made,) = out.glob("*.whl")
    return made
