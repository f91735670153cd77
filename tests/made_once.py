"""What takes seconds to make and is the same for all workers of a run: the first that needs it makes it."""

from __future__ import annotations

import os
import pickle
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def made_once(name: str, make: Callable[[], T]) -> T:
    """What `make` gives, pickled in the folder that the workers share. name: a file's, no other's."""
    kept = Path(os.environ["COMPANION_TEST_TEMPLATES"]) / f"{name}.pickle"
    if kept.exists():
        found: T = pickle.loads(kept.read_bytes())
        return found
    made = make()
    with tempfile.NamedTemporaryFile(dir=kept.parent, delete=False) as begun:
        begun.write(pickle.dumps(made))
    os.replace(begun.name, kept)
    return made
