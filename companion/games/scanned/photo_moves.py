"""What is said of photos: that one was added, taken out, and whose tiles it shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.games.contract.reasons import Illegal
from companion.games.scanned.draft import Draft, PhotoRef
from companion.games.scanned.said import Said
from companion.translation import _, marked

MAX_PHOTOS = 30
"""Of one scan."""


@dataclass(frozen=True, kw_only=True)
class AddPhoto(Said):
    """A photo that was read. photo: its id in the store; player: whose tiles it shows, None: the whole table;
    mats: the mats that it or one before shows, each with its player."""

    do = "add"
    says = marked("a photo")
    photo: str
    mats: dict[str, int] = field(default_factory=dict)

    def check(self, draft: Draft) -> None:
        super().check(draft)
        if len(draft.shots) >= MAX_PHOTOS:
            raise Illegal(
                _("A scan has {most} photos at most: take one that is not needed out.", most=MAX_PHOTOS)
            )

    def changed(self, draft: Draft) -> Draft:
        shots = (*draft.shots, PhotoRef(self.photo, self.player))
        return replace(draft, shots=shots, mats={**self.mats, **draft.mats})


@dataclass(frozen=True, kw_only=True)
class DropPhoto(Said):
    do = "drop"
    says = marked("a photo taken out")
    photo: str

    def changed(self, draft: Draft) -> Draft:
        return replace(draft, shots=tuple(shot for shot in draft.shots if shot.id != self.photo))


@dataclass(frozen=True, kw_only=True)
class GivePhoto(Said):
    """player: whose tiles the photo shows; None: the whole table's."""

    do = "taken"
    says = marked("whose photo it is")
    photo: str
    player: int | None = field()

    def changed(self, draft: Draft) -> Draft:
        return replace(
            draft,
            shots=tuple(replace(s, player=self.player) if s.id == self.photo else s for s in draft.shots),
        )
