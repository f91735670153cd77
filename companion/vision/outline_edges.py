"""Edges of a piece near an outline of it that is only nearly right: where the piece is as dark as its ground
a mask bites into it."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from companion.vision.fronts_on_plane import Floats

REACHES = (0.16, 0.1, 0.06, 0.04)
"""How far from the outline edges are looked for, as a part of half a piece's width, step by step."""
EDGE_PX, MIN_EDGE = 2, 10.0
"""Pixels on both sides of an edge, and how unlike these are at least (Lab)."""
MAX_OFF_PX = 1.5
"""How far from the outline an edge on it may lie."""


def lab_of(small: Any) -> Floats:
    """The picture in which edges are looked for. small: blue, green, red."""
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB), np.float32)


def clearest_edges(lab: Floats, rim: Floats, out: Floats, reach_px: float) -> tuple[Floats, Any]:
    """For each point of the rim the clearest edge so near to it along its way out, and whether it is one."""
    reach = round(reach_px) + EDGE_PX
    at = rim[:, None] + out[:, None] * np.arange(-reach, reach + 1)[None, :, None]
    x, y = at[..., 0].astype(np.float32), at[..., 1].astype(np.float32)
    shown = cv2.remap(lab, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    unlike = np.linalg.norm(shown[:, 2 * EDGE_PX :] - shown[:, : -2 * EDGE_PX], axis=2)
    best, each = unlike.argmax(axis=1), np.arange(len(rim))
    return at[each, best + EDGE_PX], unlike[each, best] >= MIN_EDGE
