"""What people and cameras have told of putting a table away, as it is kept with the table's settings."""

from __future__ import annotations

from datetime import datetime

import msgspec

from companion.games.contract import Json


class Seen(msgspec.Struct, frozen=True):
    """zone: of the table plan, "" where a photo showed the piece."""

    zone: str
    at: datetime


class PutAway(msgspec.Struct, frozen=True):
    """begun: when the table was first put away; None: not yet. seen: pieces by id that a camera or a photo
    has seen since. whole: the items that somebody looked over; missing: the pieces that somebody misses.
    counts: how many of a part there are. finished: when the list was closed. laid: the areas that somebody
    has laid out again."""

    begun: datetime | None = None
    seen: dict[str, Seen] = {}
    whole: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    counts: dict[str, int] = {}
    finished: datetime | None = None
    laid: frozenset[str] = frozenset()

    def at_begin(self, at: datetime) -> PutAway:
        return self if self.begun else self._changed(begun=at)

    def at_end(self, at: datetime) -> PutAway:
        """The list is closed; any change opens it again."""
        return msgspec.structs.replace(self, finished=at)

    def with_laid(self, area: str, laid: bool) -> PutAway:
        return msgspec.structs.replace(self, laid=self.laid | {area} if laid else self.laid - {area})

    def played_on(self) -> PutAway:
        """The game lies again: nothing of it is put away."""
        return PutAway()

    def with_whole(self, item: str, whole: bool, alone: str = "") -> PutAway:
        """alone: the only piece of the item, which is then not missing."""
        gone = self.missing - {alone} if whole else self.missing
        return self._changed(whole=self.whole | {item} if whole else self.whole - {item}, missing=gone)

    def with_missing(self, piece: str, missing: bool, alone_in: str = "") -> PutAway:
        """A piece that is found is no longer missing, whoever said so. alone_in: the item that has no other
        piece, which is then not whole."""
        gone = self.missing | {piece} if missing else self.missing - {piece}
        return self._changed(missing=gone, whole=self.whole - {alone_in} if missing else self.whole)

    def with_count(self, part: str, count: int | None) -> PutAway:
        """count: None takes the number back."""
        counts = {name: number for name, number in self.counts.items() if name != part}
        return self._changed(counts=counts if count is None else {**counts, part: count})

    def with_seen(self, seen: dict[str, Seen]) -> PutAway:
        """What is seen is not missing."""
        return self._changed(seen={**self.seen, **seen}, missing=self.missing - seen.keys())

    def _changed(self, **changes: object) -> PutAway:
        return msgspec.structs.replace(self, **{"finished": None, **changes})


def put_away_to_json(kept: PutAway) -> dict[str, Json]:
    data: dict[str, Json] = msgspec.to_builtins(kept)
    return data | {"whole": sorted(kept.whole), "missing": sorted(kept.missing), "laid": sorted(kept.laid)}


def put_away_from_json(data: Json) -> PutAway:
    """The reverse of `put_away_to_json`; what cannot be read is as if nobody had told it."""
    try:
        return msgspec.convert(dict(data), PutAway)
    except (TypeError, ValueError, msgspec.ValidationError):
        return PutAway()
