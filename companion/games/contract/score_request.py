"""What the score requests of all games have in common (docs/score-request.md).

Their fields are read, or refused in the same words, and their sheets become JSON in the same way.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from companion.games.contract.decisions import Json
from companion.games.contract.player_names import clean_name
from companion.games.contract.reasons import Illegal
from companion.games.contract.score import PlayerScore, ScoreSheet
from companion.translation import _, marked

MAX_NUMBER = 9999
MAX_ENTRIES = 200
"""Far more than lie before the players of any game."""


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object of a request. what: what a refusal calls it ("Player 1 (Ann)").

    A field that is missing or null is 0, empty or false. Everything raises Illegal for what is not as it
    should be.
    """

    what: str
    values: Mapping[str, Json]

    @classmethod
    def of(cls, value: Json, what: str, known: Collection[str] | None) -> Fields:
        """known: the names that the fields may have; None: any."""
        if not isinstance(value, Mapping):
            raise Illegal(_("{what} must be a JSON object.", what=what))
        if known is not None and (unknown := [name for name in value if name not in known]):
            raise Illegal(
                _(
                    "{what} has no field {field}; it may have {fields}.",
                    what=what,
                    field=_shown(unknown[0]),
                    fields=", ".join(known),
                )
            )
        return cls(what, value)

    def object(self, name: str, what: str, known: Collection[str] | None) -> Fields:
        """The object in the field `name`, as `of`."""
        value = self.values.get(name)
        return Fields.of({} if value is None else value, what, known)

    def entries(self, name: str) -> list[Json]:
        value = self.values.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self._wrong(name, marked("{what}: {field} must be a list."))
        if len(value) > MAX_ENTRIES:
            sentence = marked("{what}: {field} must not have more than {most} entries.")
            raise self._wrong(name, sentence, most=MAX_ENTRIES)
        return value

    def number(self, name: str, lowest: int = 0, highest: int = MAX_NUMBER) -> int:
        return self._number(name, self.values.get(name), lowest, highest)

    def numbers(self, name: str, count: int, highest: int = MAX_NUMBER) -> tuple[int, ...]:
        """A list of exactly `count` numbers from 0."""
        given = self.entries(name) or [0] * count
        if len(given) != count:
            raise self._wrong(name, marked("{what}: {field} must list {count} numbers."), count=count)
        return tuple(self._number(name, each, 0, highest) for each in given)

    def flag(self, name: str, of: str) -> bool:
        """of: what the field says something about ("Old Earth")."""
        value = self.values.get(name)
        if value is None or isinstance(value, bool):
            return bool(value)
        raise self._wrong(name, marked("{what}: the {field} of {thing} must be true or false."), thing=of)

    def _number(self, name: str, value: Json, lowest: int, highest: int) -> int:
        if value is None:
            return 0
        if type(value) is not int or not lowest <= value <= highest:
            sentence = marked("{what}: {field} must be a whole number from {lowest} to {most}.")
            raise self._wrong(name, sentence, lowest=lowest, most=highest)
        return value

    def _wrong(self, name: str, sentence: str, **values: Json) -> Illegal:
        return Illegal(_(sentence, what=self.what, field=_shown(name), **values))

    def wrong(self, sentence: str, page: int | None = None, **values: Json) -> Illegal:
        """A marked sentence about this {player}. page: of the rulebook."""
        return Illegal(_(sentence, player=self.what, **values), page)


def request_fields(game: str, request: Json, known: Collection[str]) -> Fields:
    """A whole request for `game`: `known` are its fields besides "game" and "players"."""
    fields = Fields.of(request, _("The score request"), ("game", "players", *known))
    if fields.values.get("game", game) != game:
        raise Illegal(_('The "game" of this score request must be {name}.', name=f'"{game}"'))
    return fields


def player_fields(
    request: Fields, least: int, most: int, known: Collection[str]
) -> tuple[tuple[str, Fields], ...]:
    """The players of a request, each with the name: "Player 1" where there is none."""
    entries = request.entries("players")
    if not least <= len(entries) <= most:
        raise Illegal(_('"players" must list {least} to {most} players.', least=least, most=most))
    return tuple(_player(entry, number, known) for number, entry in enumerate(entries, start=1))


def _player(entry: Json, number: int, known: Collection[str]) -> tuple[str, Fields]:
    who = _("Player {number}", number=number)
    fields = Fields.of(entry, who, ("name", *known))
    name = fields.values.get("name", who)
    name = clean_name(name) if isinstance(name, str) else ""
    if not name:
        raise Illegal(_('{player} needs a "name" that is a text.', player=who))
    return name, Fields(f"{who} ({name:.40})", fields.values)


def sheet_to_json(sheet: ScoreSheet, itemized: Collection[str] = ()) -> dict[str, Json]:
    """`{"players": [{"name", "total", "rank", "winner", "tie_break", "lines": [{"source", "vp", "why"}]}]}`.

    why: the terms that add up to the line's vp, each `{"label", "value", "tile"}`. itemized: the sources of
    which each term becomes a line.
    """
    return {"players": [_player_to_json(player, itemized) for player in sheet.players]}


def _player_to_json(player: PlayerScore, itemized: Collection[str]) -> dict[str, Json]:
    lines: list[dict[str, Json]] = []
    for line in player.lines:
        terms = [{"label": t.label, "value": t.value, "tile": t.tile} for t in line.why.terms]
        if line.source in itemized:
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


def _shown(name: object) -> str:
    return repr(name)[:60]
