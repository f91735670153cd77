"""Finds the tags that are known by their looks: corner squares, three that stand as a tag's do, and which tag
they are; in a picture with tags of a given size, or straightened to the table's plane, hidden ones, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.vision.camera import Image
from companion.vision.finder import CornerTriples, Floats, find_triples
from companion.vision.flat_search import SEARCH_SHRINK, TagPlane, straighten
from companion.vision.hidden_tags import Box, HiddenTags
from companion.vision.sightings import Sighting, sighting_of, without_duplicates
from companion.vision.tag_matcher import TagMatcher
from companion.vision.tags import Tag


@dataclass(frozen=True, slots=True)
class Search:
    """What a search gave. found: each tag once. unmatched: corners at which no known tag stands out, of each
    size that was searched."""

    found: list[Sighting]
    unmatched: list[CornerTriples]


class KnownTags:
    """The search of one camera, which remembers its hidden tags. tags: the known ones by their texts."""

    def __init__(self, matcher: TagMatcher, tags: dict[str, Tag]) -> None:
        self._matcher, self._tags = matcher, tags
        self._hidden = HiddenTags(matcher, tags)

    def reset(self) -> None:
        """The camera looks elsewhere now."""
        self._hidden.reset()

    def of_sizes(self, plain: Image, sizes: Iterable[float]) -> Search:
        """The tags of these sizes (pixels a module), each the same in the whole picture."""
        found: list[Sighting] = []
        unmatched: list[CornerTriples] = []
        for size in sizes:
            named, others = self._matcher.match_all(plain, find_triples(plain, size * SEARCH_SHRINK))
            found += self._sightings(named)
            unmatched.append(others)
        return Search(without_duplicates(found), unmatched)

    def on_plane(
        self,
        plain: Image,
        plane: TagPlane,
        factors: Sequence[float] = (1.0,),
        box: Box | None = None,
        hidden: bool = True,
    ) -> Search | None:
        """The tags on the table's plane, of the sizes of stickers that lie there; None: the straightened
        picture would be too large. factors: to try besides; box: left, top, right, bottom in pixels; None:
        the whole picture; hidden: whether hidden tags are looked for."""
        found: list[Sighting] = []
        unmatched: list[CornerTriples] = []
        for size, factor in ((ratio * factor, factor) for ratio in plane.ratios for factor in factors):
            straightened = straighten(plain, plane, size, box)
            if straightened is None:
                return None
            named, others = self._matcher.match_all(plain, straightened.triples())
            found += self._sightings(named)
            unmatched.append(others)
            if factor == 1.0 and hidden:
                found += self._hidden.find(plain, straightened, found, box)
            elif factor == 1.0:
                self._hidden.remember(found)
        return Search(without_duplicates(found), unmatched)

    def _sightings(self, named: Iterable[tuple[str, Floats]]) -> list[Sighting]:
        return [sighting_of(tag, quad) for text, quad in named if (tag := self._tags.get(text)) is not None]
