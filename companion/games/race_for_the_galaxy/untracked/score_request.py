"""A score request, which describes a finished table as JSON, to its score sheet; no tracked game is needed.

The request: `{"game": "race-for-the-galaxy", "edition": "second" or "first", "players": [{"name",
"vp_chips", "hand", "tableau": [{"card", "good"}]}], "cards": [..]}`. Cards by name or id; what one leaves
out is 0 or none. edition: of the cards, the second if it is left out.
`cards` are an owner's own cards, with the fields of a box file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.contract import Fields, Illegal, Json, player_fields, request_fields, sheet_to_json
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.load import EDITIONS, first_edition, with_own
from companion.games.race_for_the_galaxy.rules import pages
from companion.games.race_for_the_galaxy.rules.scoring import DEVELOPMENTS, WORLDS, Finished, sheet
from companion.translation import _, marked

GAME = "race-for-the-galaxy"
_REQUEST_FIELDS = ("edition", "cards")
_PLAYER_FIELDS = ("vp_chips", "hand", "tableau")
_CARD_FIELDS = ("card", "good")
_MAX_PLAYERS = 4


def answer(catalogue: Catalogue, request: Json) -> dict[str, Json]:
    """`{"players": [{"name", "total", "rank", "winner", "tie_break", "lines": [{"source", "vp", "why"}]}]}`.

    why: the terms that add up to the line's vp, each `{"label", "value", "tile"}`. Raises Illegal, with one
    sentence that says what to correct, for a request that is not as it should be.
    """
    fields = request_fields(GAME, request, _REQUEST_FIELDS)
    own = fields.entries("cards")
    if not all(isinstance(entry, Mapping) for entry in own):
        raise Illegal(_('"cards" must list JSON objects.'))
    edition = fields.values.get("edition", EDITIONS[0])
    if edition not in EDITIONS:
        raise Illegal(_('"edition" must be "first" or "second".'))
    if edition == "first":
        catalogue = first_edition()
    catalogue = with_own(catalogue, own) if own else catalogue
    reader = _Reader(catalogue)
    players = player_fields(fields, 1, _MAX_PLAYERS, _PLAYER_FIELDS)
    finished = [reader.player(name, player) for name, player in players]
    return sheet_to_json(sheet(catalogue, finished), (WORLDS, DEVELOPMENTS))


class _Reader:
    """Reads the players of one request, and sees to it that no card lies in two places."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._taken: Counter[str] = Counter()
        self._holder: dict[str, str] = {}

    def player(self, name: str, player: Fields) -> Finished:
        cards: list[str] = []
        keys: set[str] = set()
        goods = 0
        for entry in player.entries("tableau"):
            named = {"card": entry} if isinstance(entry, str) else entry
            what = _("{player}: a card of the tableau", player=player.what)
            held = Fields.of(named, what, _CARD_FIELDS)
            card = self._card(held.values.get("card"), player)
            if card.key in keys:
                raise player.wrong(marked("{player} has {card} twice."), pages.DEVELOP, card=card.name)
            keys.add(card.key)
            cards.append(card.id)
            good = held.flag("good", card.name)
            # A good on a world without a kind counts as entered: it is a card on a world (p. 7).
            if good and card.development:
                raise player.wrong(marked("{player}: {card} never has a good."), pages.SETTLE, card=card.name)
            goods += good
        return Finished(name, player.number("vp_chips"), player.number("hand"), goods, tuple(cards))

    def _card(self, named: Json, player: Fields) -> Card:
        """The next copy that is free of the card named by its name, id or tag."""
        if not isinstance(named, str):
            raise player.wrong(marked("{player}: a card is named by a text, its name or id."))
        short = named.strip().removeprefix("RG:")
        copies = self._catalogue.copies(short) or self._catalogue.copies(short.upper())
        if not copies:
            raise player.wrong(marked("{player}: there is no card {card}."), card=f"{named!r:.60}")
        key = copies[0].key
        all_copies = self._catalogue.by_key[key]
        if self._taken[key] >= len(all_copies):
            sentence = marked("{player}: all copies of {card} lie with others ({other}).")
            raise player.wrong(sentence, card=copies[0].name, other=self._holder[key])
        self._holder[key] = player.what
        self._taken[key] += 1
        return all_copies[self._taken[key] - 1]
