"""What people say of the players: who they are, their numbers, that their tiles were counted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, TypedDict

from companion.games.contract.player_names import checked_name, name_key
from companion.games.contract.reasons import Illegal
from companion.games.contract.rules import Game, check_seats
from companion.games.scanned.draft import Draft, ScanPlayer, book_of, told_table
from companion.games.scanned.said import MAX_KEY, Named, Said, check_seat, too_little
from companion.translation import _, marked

MAX_NUMBER = 9999
MAX_NAME = 80
"""Letters of a number's name."""


class NamedPlayer(TypedDict):
    name: str
    colour: str


@dataclass(frozen=True, kw_only=True)
class NamePlayers(Said):
    do = "players"
    says = marked("the players")
    players: tuple[NamedPlayer, ...]

    def in_box(self, draft: Draft, game: Game[Any]) -> NamePlayers:
        check_seats(game.title, game.seats, len(self.players))
        if not {player["colour"] for player in self.players} <= {*game.colours}:
            raise Illegal(_("Choose a colour for each player."))
        return self

    def check(self, draft: Draft) -> None:
        if len({player["colour"] for player in self.players}) < len(self.players):
            raise Illegal(_("Two players have the same colour: give each their own."))
        if len({name_key(player.called) for player in self._named()}) < len(self.players):
            raise Illegal(_("Two players have the same name: make them different."))

    def changed(self, draft: Draft) -> Draft:
        return replace(draft, players=self._named())

    def _named(self) -> tuple[ScanPlayer, ...]:
        return tuple(ScanPlayer(checked_name(p["name"]), p["colour"]) for p in self.players)


@dataclass(frozen=True, kw_only=True)
class TypeNumbers(Said):
    """values: by the numbers' names; None: not known. A text is what somebody typed that is no number."""

    do = "numbers"
    player: int = field()
    values: dict[str, int | str | None]

    def topics(self) -> tuple[str, ...]:
        return tuple(f"number/{self.player}/{name}" for name in self.values)

    def in_box(self, draft: Draft, game: Game[Any]) -> TypeNumbers:
        self.check(draft)
        book = book_of(draft, game)
        for asked in book.asked(told_table(draft, book), self.player):
            _refuse_over(asked.highest, self.values.get(asked.name))
        return self

    def check(self, draft: Draft) -> None:
        super().check(draft)
        if "" in self.values:
            raise too_little()
        for value in self.values.values():
            _refuse_over(MAX_NUMBER, value)

    def changed(self, draft: Draft) -> Draft:
        numbers = dict(draft.numbers)
        for name, value in self.values.items():
            key = f"{self.player}/{name[:MAX_NAME]}"
            if isinstance(value, int):
                numbers[key] = value
            else:
                numbers.pop(key, None)
        return replace(draft, numbers=numbers)

    def saying(self) -> str:
        return marked("a number of {player}") if len(self.values) == 1 else marked("numbers of {player}")


def _refuse_over(most: int, value: int | str | None) -> None:
    if value is not None and not (isinstance(value, int) and 0 <= value <= most):
        raise Illegal(_("Type a whole number from 0 to {most}.", most=most))


@dataclass(frozen=True, kw_only=True)
class ConfirmCounts(Said):
    """all: by seat ("0"), the mark of the tiles that somebody counted there and found right."""

    do = "counted"
    all: dict[str, str]

    def topics(self) -> tuple[str, ...]:
        return tuple(f"counted/{seat}" for seat in self.all)

    def check(self, draft: Draft) -> None:
        for seat, mark in self.all.items():
            check_seat(int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else -1, draft)
            if not mark:
                raise too_little()

    def changed(self, draft: Draft) -> Draft:
        marks = {seat: mark[:MAX_KEY] for seat, mark in self.all.items()}
        return replace(draft, counted={**draft.counted, **marks})

    def told(self, draft: Draft, name: Named) -> str:
        if len(self.all) == 1:
            return _("{player}'s pieces counted", player=draft.called(int(next(iter(self.all)))))
        return _("everybody's pieces counted")
