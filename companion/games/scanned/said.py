"""What people say to a finished table: what each move has, whatever it says.

Moves say what is, never what to add, so that the same one twice is one. Two phones speak to one table: a move
is outdated only when what it is about has changed since that phone looked. What a move must know of the tiles
is in it (`in_box`), so that a table replays whatever box is in use by then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from companion.games.contract.decisions import Move
from companion.games.contract.reasons import Illegal
from companion.games.contract.rules import Game
from companion.games.scanned.draft import Draft
from companion.translation import _

MAX_KEY = 200
"""Letters of a doubt's key."""

Named = Callable[[str], str]
"""From a tile to its name."""


@dataclass(frozen=True, kw_only=True)
class Said(Move[Draft]):
    """player: the seat that it is about, None: no one seat. doubt: the key of the question that it answers;
    "": none."""

    player: int | None = field(default_factory=lambda: None)  # no attribute of the class: others require it
    doubt: str = ""

    says: ClassVar[str] = ""

    @property
    def about(self) -> frozenset[str]:
        """Two that share none of these never disturb each other."""
        return frozenset((*self.topics(), f"doubt/{self.doubt}") if self.doubt else self.topics())

    def topics(self) -> tuple[str, ...]:
        """What it is about: its tile, its photo, or what it alone says."""
        photo, tile = getattr(self, "photo", ""), getattr(self, "tile", "")
        return (f"photo/{photo}",) if photo else (f"{self.do}/{tile}" if tile else self.do,)

    def in_box(self, draft: Draft, game: Game[Any]) -> Said:
        """The same with what `game`, with the box in use, says of it. Raises Illegal."""
        return self

    def offered_as(self, state: Draft) -> None:
        """Legal unless `check` refuses it; nothing lists what people may say."""
        self.check(state)

    def check(self, draft: Draft) -> None:
        """Raises Illegal. What it is about must be told, and of a seat that is there."""
        if "" in [getattr(self, told, None) for told in ("tile", "photo", "name")]:
            raise too_little()
        if self.player is not None:
            check_seat(self.player, draft)

    def apply(self, state: Draft) -> Draft:
        after = self.changed(state)
        doubt = self.doubt[:MAX_KEY]
        if not doubt or doubt in after.settled:
            return after
        return replace(after, settled=(*after.settled, doubt))

    def changed(self, draft: Draft) -> Draft:
        return draft

    def saying(self) -> str:
        """The same marked, with {tile} and {player} where it has them: `says`, unless it says more than one
        thing."""
        return self.says

    def told(self, draft: Draft, name: Named) -> str:
        """What it says, for "undo", in the language that holds."""
        tile = getattr(self, "tile", "")
        return _(self.saying(), tile=name(tile) if tile else "", player=draft.called(self.player))


def check_seat(seat: int, draft: Draft) -> None:
    if not 0 <= seat < len(draft.players):
        raise Illegal(_("There is no such player: load the page again."))


def too_little() -> Illegal:
    return Illegal(_("The page sent too little: load it again."))
