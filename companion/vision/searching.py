"""The first stage of a pass over a picture: three corner squares that stand as a tag's do, in the whole of it
or in parts, at the sizes that tags may have there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from companion.vision.camera import Image
from companion.vision.finder import CornerTriples, find_triples
from companion.vision.flat_search import SEARCH_SHRINK, Box, StraightenedPicture, TagPlane, straighten


@dataclass(frozen=True, slots=True)
class Aim:
    """What is looked for, and where. sizes: of tags, in pixels a module the same all over; on a plane: in
    parts of its commonest sticker. plane: the table's, or None. box: left, top, right, bottom in pixels;
    None: the whole picture. hidden: whether tags are looked for of which a part is hidden (on a plane); None:
    nor are those that are read remembered for that."""

    sizes: tuple[float, ...]
    plane: TagPlane | None = None
    box: Box | None = None
    hidden: bool | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """What a search for tags of one size gave. triples: what may be tags; straightened: the picture as it
    was searched on a plane."""

    triples: CornerTriples
    straightened: StraightenedPicture | None = None


@dataclass(frozen=True, eq=False, slots=True)
class SearchedPart:
    """A part of the picture that was searched for one aim. plain: the picture, in gray, in which its points
    are given; at: where the upper left corner of that lies in the whole."""

    aim: Aim
    plain: Image
    at: tuple[int, int]
    grounds: tuple[Ground, ...]


def search(plain: Image, aims: Iterable[Aim]) -> list[SearchedPart]:
    """Each aim's part of a gray picture, searched."""
    return [_on_plane(plain, aim, aim.plane) if aim.plane else _of_sizes(plain, aim) for aim in aims]


def _of_sizes(plain: Image, aim: Aim) -> SearchedPart:
    left, top = 0, 0
    if aim.box is not None:
        left, top, right, bottom = aim.box
        plain = np.ascontiguousarray(plain[top:bottom, left:right])
    grounds = tuple(Ground(find_triples(plain, size * SEARCH_SHRINK)) for size in aim.sizes)
    return SearchedPart(aim, plain, (left, top), grounds)


def _on_plane(plain: Image, aim: Aim, plane: TagPlane) -> SearchedPart:
    pictures = [straighten(plain, plane, size, aim.box) for size in aim.sizes]
    return SearchedPart(aim, plain, (0, 0), tuple(Ground(each.triples(), each) for each in pictures))
