"""Reads JSON that a strip sent, as deep as a strip's may nest: a deeper one would end Python's reader."""

from __future__ import annotations

import json
import re
from typing import Any

MAX_DEPTH = 40
"""Of nested brackets, those in texts counted too: a strip's state nests four deep."""
_BRACKET = re.compile(rb"[\[{\]}]")


def read_json(text: bytes) -> Any:
    """The JSON value. Raises ValueError: it is not JSON, or nests deeper than MAX_DEPTH."""
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[0] in (b"[", b"{") else -1
        if depth > MAX_DEPTH:
            raise ValueError(f"it nests more than {MAX_DEPTH} brackets")
    return json.loads(text)
