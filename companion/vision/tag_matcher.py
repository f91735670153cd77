"""The second stage of a pass: which of the known tags stand where corner squares were found, whole ones and
those of which a part is hidden.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.vision.burnt_tags import BurntMatcher
from companion.vision.camera import Image
from companion.vision.finder import CornerTriples, Floats
from companion.vision.hidden_tags import HiddenTags
from companion.vision.part_matcher import PartMatcher
from companion.vision.searching import SearchedPart
from companion.vision.sightings import Sighting, sighting_of, without_duplicates
from companion.vision.tag_memory import TagMemory
from companion.vision.tag_templates import TagTemplates
from companion.vision.tags import Tag, parse_tag
from companion.vision.whole_matcher import WholeMatcher


@dataclass(frozen=True, eq=False, slots=True)
class NamedPart:
    """A part of the picture (as a `SearchedPart`) with the known tags in it, each once. unmatched: corners at
    which no known tag stands out, of each size that was searched."""

    plain: Image
    at: tuple[int, int]
    found: list[Sighting]
    unmatched: list[CornerTriples]


class TagMatcher:
    """Tells known tags apart. texts: every tag that may be there; others compete too
    (`tag_looks.decoy_tags`). prefixes: the games whose tags get their name; None: any."""

    def __init__(self, texts: Iterable[str], prefixes: Collection[str] | None = None) -> None:
        self.templates = TagTemplates(texts)
        self.texts = self.templates.texts
        tags = {text: parse_tag(text, prefixes) for text in self.texts}
        self._tags: dict[str, Tag] = {text: tag for text, tag in tags.items() if tag is not None}
        burnt = BurntMatcher(self.templates)
        self.whole = WholeMatcher(self.templates, burnt)
        self.parts = PartMatcher(self.templates, burnt)
        self._hidden = HiddenTags(self.parts, burnt, self._tags)

    def name(self, searched: Iterable[SearchedPart], memory: TagMemory) -> list[NamedPart]:
        """The known tags in each part. memory: what the camera's searches on planes remember of hidden
        tags."""
        return [self._named(part, memory) for part in searched]

    def _named(self, part: SearchedPart, memory: TagMemory) -> NamedPart:
        found: list[Sighting] = []
        unmatched: list[CornerTriples] = []
        for ground in part.grounds:
            named, others = self.whole.match_all(part.plain, ground.triples)
            found += self.sightings(named)
            unmatched.append(others)
            if ground.straightened is None or part.aim.hidden is None:
                continue
            if part.aim.hidden:
                found += self._hidden.find(part.plain, ground.straightened, found, part.aim.box, memory)
            else:
                memory.remember(found)
        return NamedPart(part.plain, part.at, without_duplicates(found), unmatched)

    def sightings(self, named: Iterable[tuple[str, Floats]]) -> list[Sighting]:
        return [sighting_of(tag, quad) for text, quad in named if (tag := self._tags.get(text)) is not None]
