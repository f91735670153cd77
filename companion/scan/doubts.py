"""Names what may be wrong with a photo or with what was read in it, each with a sentence for a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.translation import _, marked
from companion.vision.camera import Point

NO_TAG = marked(
    "No tag can be read in this photo, and stickers with tags are what is looked for: where there are some, "
    "go nearer, hold still, and avoid glare."
)
"""Said of a photo of any kind: nearer alone helps nobody whose tiles have no stickers."""

WORDS: dict[str, str] = {}
"""Sentences for people by the kind of doubt, each with what to do."""


def _kind(name: str, words: str) -> str:
    WORDS[name] = words
    return name


HARD = _kind("hard", marked("{tile} could hardly be read: is it that piece?"))
MAYBE = _kind("maybe", marked("Here is a tag that could hardly be read: which of these pieces is it?"))
UNREAD = _kind("unread", marked("Here is a tag that could not be read: which piece is it?"))
BARE = _kind("bare", marked("Here seems to lie a piece whose tag is not seen: which is it?"))
CUT = _kind("cut", marked("A piece is cut off by the edge of the photo: take one more that shows all of it."))
GLARE = _kind(
    "glare",
    marked("A lamp shines back from here and may hide a piece: take one more photo from another side."),
)
SMALL = _kind(
    "small", marked("The tags are small in this photo: go nearer, and take several photos if need be.")
)
DARK = _kind("dark", marked("The photo is dark: switch a lamp on, and take it again."))
NOTHING = _kind("nothing", NO_TAG)
STRANGE = _kind(
    "strange", marked("The tag {tile} belongs to no piece of this game's box: register the piece first.")
)
TWICE = _kind("twice", marked("{tile} lies in two places in this photo: two pieces carry the same tag."))
FACES = _kind("faces", marked("{tile} was seen with both faces up: which one counts?"))
MATS = _kind("mats", marked("{tile} was seen in two areas: whose is it?"))
APART = _kind("apart", marked("{tile} lies apart from the rest: whose is it?"))
BETWEEN = _kind("between", marked("{tile} lies between two areas: whose is it?"))
PLAYERS = _kind("players", marked("{tile} was photographed for two players: whose is it?"))
UNTIED = _kind("untied", marked("It is not known whose pieces this photo shows: say for whom it was taken."))
GONE = _kind("gone", marked("Is {tile} still there? Where another piece has taken its place, take it out."))
GOOD = _kind("good", marked("{good} good on {tile}: is that right?"))
LOOKS = _kind("looks", marked("By its look this is {tile}: is it?"))

HINTS = frozenset({SMALL, DARK, GOOD})
"""Kinds that leave no tile in doubt: they are about a whole photo, or about a good, which is a question of
its own."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing that a person should look at.

    kind: of WORDS; values: what its sentence names besides its first tile; outline: where, in pixels of the
    opened photo, clockwise (empty: the whole photo, or no place); tiles: ids it is about; photo: which one,
    from 0, once assembled; player: the seat whose photo or mat it is about, where that is known.
    """

    kind: str
    values: tuple[tuple[str, str], ...] = ()
    outline: tuple[Point, ...] = ()
    tiles: tuple[str, ...] = ()
    photo: int | None = field(default=None, kw_only=True)
    player: int | None = field(default=None, kw_only=True)

    def said(self, name: Callable[[str], str]) -> str:
        """The sentence, with the tile's name in the same language. name: of a tile's id."""
        values = dict(self.values)
        if self.tiles:
            values["tile"] = name(self.tiles[0])
        return _(WORDS[self.kind], **values)
