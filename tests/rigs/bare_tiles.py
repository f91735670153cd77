"""Tiles without stickers on a drawn table: printed faces of a made-up box, and what is learnt of them.

The gray face of a world has art of its own here: nobody who wrote this has seen a printed one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import cv2
import numpy as np

from companion.games.contract import Player
from companion.vision.camera import Image
from companion.vision.cut_outs import MARGIN_MM
from companion.vision.cut_outs import PX_PER_MM as LEARNT_PX_PER_MM
from companion.vision.learnt_faces import LearntFace, TileFace, learn_face
from companion.vision.rendered import SPRITE_SCALE, Pieces, RenderedTable
from companion.vision.tile_looks import TileLookReader
from tests.rigs.printed_tiles import Style, tile_picture

WORLD_MM = 58.0
GROUND = 96
"""Gray value of what a picture shows around a face that is learnt."""

Faces = Mapping[str, np.ndarray]
"""Printed faces, BGRA, by tile and face ("W07B")."""


def world_faces(look: Style, fields: Mapping[str, Mapping[str, Any]]) -> dict[str, np.ndarray]:
    """Both faces of these worlds; fields: what is printed on each, by its id."""
    faces = {}
    for world, printed in fields.items():
        faces[f"{world}B"] = tile_picture(look, "world", printed)
        gray = {name: value for name, value in printed.items() if name not in ("kind", "good", "powers")}
        faces[f"{world}A"] = tile_picture(look, "world", gray | {"id": f"{printed['id']} gray"})
    return faces


def learnt(faces: Faces, tags: Iterable[str], rng: Random) -> list[LearntFace]:
    """What is learnt of these faces from a photograph of each alone, in uneven light, with noise."""
    found = []
    for tag in tags:
        side, rim = round(WORLD_MM * LEARNT_PX_PER_MM), round(MARGIN_MM * LEARNT_PX_PER_MM)
        rgba = cv2.resize(faces[tag], (side, side), interpolation=cv2.INTER_AREA).astype(np.float32)
        kept = np.full((side + 2 * rim, side + 2 * rim, 3), GROUND, np.float32)
        opaque = rgba[:, :, 3:] / 255
        kept[rim:-rim, rim:-rim] = rgba[:, :, :3] * opaque + GROUND * (1 - opaque)
        kept = cv2.GaussianBlur(kept, (0, 0), rng.uniform(0.8, 2.0))
        across = np.linspace(rng.uniform(0.75, 1.0), rng.uniform(0.75, 1.0), kept.shape[1])[None, :, None]
        grain = np.random.default_rng(rng.randrange(1 << 30)).normal(0, 3.0, kept.shape)
        photo = np.clip(kept * across + grain, 0, 255).astype(np.uint8)
        _, jpeg = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 88])
        picture = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
        found.append(learn_face(TileFace(tag, tag, picture, WORLD_MM, True)))
    return found


@dataclass(frozen=True)
class BareBox:
    """A made-up box without stickers: its printed faces, and what tells them by what was learnt of them."""

    faces: Faces
    reader: TileLookReader


class BareTable(RenderedTable):
    """A drawn table whose tiles have these printed faces, and no sticker."""

    def __init__(
        self,
        players: Sequence[Player] | int,
        pieces: Pieces,
        prefix: str,
        faces: Faces,
        size: tuple[int, int] = (1920, 1080),
        stickers: Collection[str] = (),
    ) -> None:
        """stickers: the tiles that have one all the same."""
        super().__init__(players, pieces, prefix, size)
        side = round(WORLD_MM * self.px_per_mm * SPRITE_SCALE)
        for tag, face in faces.items():
            if tag[:-1] not in stickers:
                small: Image = cv2.resize(face, (side, side), interpolation=cv2.INTER_AREA)
                self._faces[tag[:-1], tag[-1]] = small
