"""Makes the folder of the companion's app for Home Assistant OS: `make home-assistant-app`.

    python scripts/home_assistant_app.py [--wheel FILE]

Into build/home-assistant-app come the files of home_assistant, the companion's wheel (built
now if none is named) and its version. Home Assistant builds its container from that folder.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE, MADE = ROOT / "home_assistant", ROOT / "build" / "home-assistant-app"


def assemble(wheel: Path, target: Path = MADE) -> Path:
    """Writes the folder anew. wheel: table_companion-VERSION-py3-none-any.whl."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(SOURCE, target, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(wheel, target)
    described = target / "config.yaml"
    version = wheel.name.split("-")[1]
    described.write_text(
        re.sub(r"(?m)^version: .*$", f'version: "{version}"', described.read_text("utf-8")), "utf-8"
    )
    return target


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--wheel", type=Path)
    given = asked.parse_args().wheel
    with tempfile.TemporaryDirectory() as folder:
        if given is None:
            command = [sys.executable, "-m", "build", "--wheel", "--outdir", folder]
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
            given = next(Path(folder).glob("*.whl"))
        print(f"Copy this folder to /addons of Home Assistant OS: {assemble(given)}")


if __name__ == "__main__":
    main()
