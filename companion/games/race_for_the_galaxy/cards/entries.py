"""The cards as the files of this folder write them: an entry each, with codes for its powers."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

SECOND_EDITION, OTHERS_OF_THE_FIRST = "cards.json", "first_edition.json"


@cache
def entries(file: str) -> tuple[dict[str, Any], ...]:
    """Those of this file, in their order."""
    return tuple(json.loads(files(__package__).joinpath(file).read_text(encoding="utf-8")))
