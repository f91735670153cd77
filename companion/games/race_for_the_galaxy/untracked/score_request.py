"""A score request, which describes a finished table as JSON, to its score sheet; no tracked game is needed.

The request: `{"game": "race-for-the-galaxy", "six_cost": "cards" or "rulebook", "players": [{"name",
"vp_chips", "hand", "tableau": [{"card", "good"}]}], "cards": [..]}`. Cards by name or id; what one leaves
out is 0 or none. six_cost: whose VP three 6-cost developments have, the cards' (usual) or those of page 12.
`cards` are an owner's own cards, with the fields of a box file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.games.contract import Illegal, Json, PlayerScore
from companion.games.race_for_the_galaxy.cards.catalogue import Card, Catalogue
from companion.games.race_for_the_galaxy.cards.load import with_own, with_rulebook_conditions
from companion.games.race_for_the_galaxy.rules import pages
from companion.games.race_for_the_galaxy.rules.scoring import DEVELOPMENTS, WORLDS, Finished, sheet
from companion.translation import _

GAME = "race-for-the-galaxy"
_REQUEST_FIELDS = ("game", "players", "six_cost", "cards")
_PLAYER_FIELDS = ("name", "vp_chips", "hand", "tableau")
_CARD_FIELDS = ("card", "good")
_MAX_NUMBER = 9999
_MAX_PLAYERS = 4
_MAX_LIST_CARDS = 120


def answer(catalogue: Catalogue, request: Json) -> dict[str, Json]:
    """`{"players": [{"name", "total", "rank", "winner", "tie_break", "lines": [{"source", "vp", "why"}]}]}`.

    why: the terms that add up to the line's vp, each `{"label", "value", "tile"}`. Raises Illegal, with one
    sentence that says what to correct, for a request that is not as it should be.
    """
    cards, players = read(catalogue, request)
    return {"players": [_player_to_json(player) for player in sheet(cards, players).players]}


def read(catalogue: Catalogue, request: Json) -> tuple[Catalogue, list[Finished]]:
    """What a request describes: the cards it is scored with, and the players. Raises Illegal."""
    request = _object(request, _("A score request"), _REQUEST_FIELDS)
    if request.get("game", GAME) != GAME:
        raise Illegal(_('The "game" of this score request must be {name}.', name=f'"{GAME}"'))
    own = _list(request, "cards", _("The score request"))
    if not all(isinstance(entry, Mapping) for entry in own):
        raise Illegal(_('"cards" must list JSON objects.'))
    catalogue = with_own(catalogue, own) if own else catalogue
    six_cost = request.get("six_cost", "cards")
    if six_cost not in ("cards", "rulebook"):
        raise Illegal(_('"six_cost" must be "cards" or "rulebook".'))
    if six_cost == "rulebook":
        catalogue = with_rulebook_conditions(catalogue)
    entries = _list(request, "players", _("The score request"))
    if not 1 <= len(entries) <= _MAX_PLAYERS:
        raise Illegal(_('"players" must list 1 to {most} players.', most=_MAX_PLAYERS))
    reader = _Reader(catalogue)
    return catalogue, [
        reader.player(entry, _("Player {number}", number=number)) for number, entry in enumerate(entries, 1)
    ]


class _Reader:
    """Reads the players of one request, and sees to it that no card lies in two places."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._taken: Counter[str] = Counter()
        self._holder: dict[str, str] = {}

    def player(self, entry: Json, who: str) -> Finished:
        entry = _object(entry, who, _PLAYER_FIELDS)
        name = entry.get("name", who)
        if not isinstance(name, str) or not name.strip():
            raise Illegal(_('{player} needs a "name" that is a text.', player=who))
        who = f"{who} ({name.strip():.40})"
        cards: list[str] = []
        keys: set[str] = set()
        goods = 0
        for held in _list(entry, "tableau", who):
            if isinstance(held, str):
                held = {"card": held}
            held = _object(held, _("{player}: a card of the tableau", player=who), _CARD_FIELDS)
            card = self._card(held.get("card"), who)
            if card.key in keys:
                raise Illegal(_("{player} has {card} twice.", player=who, card=card.name), pages.DEVELOP)
            keys.add(card.key)
            cards.append(card.id)
            goods += self._good(held, card, who)
        return Finished(
            name.strip(), _number(entry, "vp_chips", who), _number(entry, "hand", who), goods, tuple(cards)
        )

    def _good(self, held: Mapping[str, Json], card: Card, who: str) -> bool:
        good = held.get("good", False)
        if not isinstance(good, bool):
            raise Illegal(
                _('{player}: the "good" of {card} must be true or false.', player=who, card=card.name)
            )
        # A good on a world without a kind counts as entered: it is a card on a world (p. 7).
        if good and card.development:
            raise Illegal(_("{player}: {card} never has a good.", player=who, card=card.name), pages.SETTLE)
        return good

    def _card(self, named: Json, who: str) -> Card:
        """The next copy that is free of the card named by its name, id or tag."""
        if not isinstance(named, str):
            raise Illegal(_("{player}: a card is named by a text, its name or id.", player=who))
        short = named.strip().removeprefix("RG:")
        copies = self._catalogue.copies(short) or self._catalogue.copies(short.upper())
        if not copies:
            raise Illegal(_("{player}: there is no card {card}.", player=who, card=f"{named!r:.60}"))
        key = copies[0].key
        all_copies = self._catalogue.by_key[key]
        if self._taken[key] >= len(all_copies):
            raise Illegal(
                _(
                    "{player}: all copies of {card} lie with others ({other}).",
                    player=who,
                    card=copies[0].name,
                    other=self._holder[key],
                )
            )
        self._holder[key] = who
        self._taken[key] += 1
        return all_copies[self._taken[key] - 1]


def _object(value: Json, what: str, known: Iterable[str]) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise Illegal(_("{what} must be a JSON object.", what=what))
    unknown = [name for name in value if name not in known]
    if unknown:
        raise Illegal(
            _(
                "{what} has no field {field}; it may have {fields}.",
                what=what,
                field=f"{unknown[0]!r:.60}",
                fields=", ".join(known),
            )
        )
    return value


def _list(fields: Mapping[str, Json], name: str, what: str) -> list[Json]:
    value = fields.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > _MAX_LIST_CARDS:
        raise Illegal(
            _(
                "{what}: {field} must be a list of at most {most} entries.",
                what=what,
                field=repr(name),
                most=_MAX_LIST_CARDS,
            )
        )
    return value


def _number(fields: Mapping[str, Json], name: str, what: str) -> int:
    value = fields.get(name)
    if value is None:
        return 0
    if type(value) is not int or not 0 <= value <= _MAX_NUMBER:
        raise Illegal(
            _(
                "{what}: {field} must be a whole number from 0 to {most}.",
                what=what,
                field=repr(name),
                most=_MAX_NUMBER,
            )
        )
    return value


def _player_to_json(player: PlayerScore) -> dict[str, Json]:
    lines: list[dict[str, Json]] = []
    for line in player.lines:
        terms = [{"label": t.label, "value": t.value, "tile": t.tile} for t in line.why.terms]
        if line.source in (WORLDS, DEVELOPMENTS):
            lines += [{"source": t["label"], "vp": t["value"], "why": [t]} for t in terms]
        else:
            lines.append({"source": line.source, "vp": line.vp, "why": terms})
    return {
        "name": player.name,
        "total": player.total,
        "rank": player.rank,
        "winner": player.winner,
        "tie_break": player.tie_break,
        "lines": lines,
    }
