"""Who may undo a step: each seat its own; another seat's only after a confirmation that names the player."""

from __future__ import annotations

from companion.games.contract import Illegal
from companion.table.redaction import Cover
from companion.translation import _


class NeedsConfirmation(Exception):
    """The step is another player's: ask, and send the request again with `confirm` = `number`.

    number: the entry that would be taken back; player: the seat whose it is.
    """

    def __init__(self, sentence: str, number: int, player: int) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.number = number
        self.player = player


def check_undo(
    *,
    number: int,
    owner: int | None,
    name: str,
    words: str,
    cover: Cover | None,
    seat: int | None,
    confirm: int | None,
    only_tablet: bool,
) -> None:
    """Returns when the step of entry `number` may be taken back.

    owner: the seat whose step it is, None: nobody's (a public draw, a correction); name: that player's;
    words: the step as everybody may read it; cover: set while it is a secret. seat: whose page asks, None:
    the table's own page; confirm: the entry that a second tap named. only_tablet: the table's setting.
    Raises Illegal or NeedsConfirmation.
    """
    if owner is None or owner == seat:
        return
    if seat is not None and cover is not None and cover.until != "never":
        raise Illegal(_("This is {player}'s secret answer: only {player} takes it back.", player=name))
    if seat is not None and only_tablet:
        raise Illegal(
            _("This step is {player}'s: it is taken back at the tablet or by {player}.", player=name)
        )
    if confirm != number and (seat is not None or cover is not None):
        sentence = _("This step is {player}'s: {what}. Take it back?", player=name, what=words)
        raise NeedsConfirmation(sentence, number, owner)
