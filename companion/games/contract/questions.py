"""Questions, the forms in which they may be answered, and the names of answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from companion.games.contract.chance import Draw, Roll
from companion.games.contract.decisions import Decision
from companion.games.contract.later import reads_later
from companion.games.contract.reasons import Tally
from companion.games.contract.values import Value
from companion.translation import _


@reads_later("words", "group", "needs_words")
class Item(Value, frozen=True):
    """One thing of a Subset. value: its share of the running sum; refused: why it cannot be chosen.

    group: the row of a tree under which a page shows it, there by its short name; have: it is there already.
    needs: (how many, of which others) must be chosen with it, and needs_words why not while they are not.
    note: what is known of it besides its name, in a line; a Naming shows it.
    """

    id: str
    words: str
    value: int = 0
    tile: str | None = None
    refused: str = ""
    group: str = ""
    short: str = ""
    have: bool = False
    needs: tuple[tuple[int, tuple[str, ...]], ...] = ()
    needs_words: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Subset:
    """An answer form: from `least` to `most` of the items, each once. The value is a tuple of item ids.

    sum_words: what the values of the chosen items add up to ("VP", "cost"); "": no sum is shown.
    sum_least, sum_most: bounds of that sum; None: none. usual: the items that a page begins with.
    """

    items: tuple[Item, ...]
    least: int = 0
    most: int | None = None
    sum_words: str = ""
    sum_least: int | None = None
    sum_most: int | None = None
    usual: tuple[str, ...] = ()

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item.group for item in self.items if item.group))

    def total(self, chosen: Iterable[str]) -> int:
        values = {item.id: item.value for item in self.items}
        return sum(values.get(id, 0) for id in chosen)

    def problem(self, value: object) -> str:
        """Why `value` is no answer of this form, as a sentence; "": it is one."""
        if not isinstance(value, tuple | list) or not all(isinstance(id, str) for id in value):
            return _("This is answered with a list of things.")
        items = {item.id: item for item in self.items}
        if len(set(value)) != len(value) or not set(value) <= items.keys():
            return _("Choose each thing once, and only from those that are offered.")
        if refused := next((items[id].refused for id in value if items[id].refused), ""):
            return refused
        most = len(items) if self.most is None else self.most
        if not self.least <= len(value) <= most:
            if self.least == most:
                return _("Choose {count}.", count=most)
            return _("Choose {least} to {most}.", least=self.least, most=most)
        total = self.total(value)
        if self.sum_least is not None and total < self.sum_least:
            return _(
                "{what}: {total}; at least {least}.", what=self.sum_words, total=total, least=self.sum_least
            )
        if self.sum_most is not None and total > self.sum_most:
            return _("{what}: {total}; at most {most}.", what=self.sum_words, total=total, most=self.sum_most)
        return ""

    def sample(self, rng: Random) -> tuple[str, ...]:
        """A random value within the counts; the sum may still refuse it."""
        free = [item.id for item in self.items if not item.refused]
        most = len(free) if self.most is None else min(self.most, len(free))
        return tuple(rng.sample(free, rng.randint(min(self.least, most), most)))


@dataclass(frozen=True, slots=True)
class Amount:
    """An answer form: a whole number from `lowest` to `highest` (a bid). usual: where a page begins;
    None: with no number, which is typed."""

    lowest: int
    highest: int
    usual: int | None = None
    unit: str = ""

    def problem(self, value: object) -> str:
        """Why `value` is no answer of this form, as a sentence; "": it is one."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.lowest <= value <= self.highest:
            return _(
                "Answer with a number from {lowest} to {highest}.", lowest=self.lowest, highest=self.highest
            )
        return ""

    def sample(self, rng: Random) -> int:
        return rng.randint(self.lowest, self.highest)


@reads_later("words")
class Token(Value, frozen=True):
    """A kind of token of an Allocation, and how many of it there are to place."""

    id: str
    words: str
    count: int


class Place(Value, frozen=True):
    """A place of an Allocation. highest: how many tokens it takes at most (None: any); accepts: the ids of
    the tokens that may lie there; empty: all.

    group: the heading of a page under which it stands, with the others of its group; lot: how many tokens a
    page lays there at a time; note: what a page says of it besides. under: the id of a place without whose
    tokens nothing lies here; a page shows this one only then.
    """

    id: str
    words: str
    highest: int | None = None
    accepts: tuple[str, ...] = ()
    group: str = ""
    lot: int = 1
    note: str = ""
    under: str = ""


class Running(Value, frozen=True):
    """A sum that a page of an Allocation shows as tokens are laid ("Credits 5 of 12"). weights: (token, what
    one of it adds). A page lays nothing that passes `most`; the game decides whether an answer may."""

    words: str
    most: int
    weights: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Allocation:
    """An answer form: tokens onto places. The value is a tuple of (token, place, count), each pair once.

    least, most: how many tokens are placed in all; None: up to all of them. Where the places have groups, a
    page shows what is laid once more before it sends it. submit: the words of its last button. usual: a value
    that a page lays at a touch, and usual_words of that button. instead: ids of tokens of which a page with
    one place lays one at a time, the newest.
    """

    instead: ClassVar[tuple[str, ...]] = ()

    tokens: tuple[Token, ...]
    places: tuple[Place, ...]
    least: int = 0
    most: int | None = None
    running: tuple[Running, ...] = ()
    submit: str = ""
    usual: tuple[tuple[str, str, int], ...] = ()
    usual_words: str = ""

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(place.group for place in self.places if place.group))

    def problem(self, value: object) -> str:
        """Why `value` is no answer of this form, as a sentence; "": it is one."""
        triples = _triples(value)
        if triples is None:
            return _("This is answered with tokens, each with its place and a count.")
        tokens = {token.id: token for token in self.tokens}
        places = {place.id: place for place in self.places}
        used = dict.fromkeys(tokens, 0)
        filled = dict.fromkeys(places, 0)
        for token, place, count in triples:
            if token not in tokens or place not in places or count < 1:
                return _("Lay the tokens that are offered onto the places that are offered.")
            if places[place].accepts and token not in places[place].accepts:
                return _(
                    "{token} cannot lie on {place}.", token=tokens[token].words, place=places[place].words
                )
            used[token] += count
            filled[place] += count
        for token, count in used.items():
            if count > tokens[token].count:
                return _(
                    "{token}: no more than {count}.", token=tokens[token].words, count=tokens[token].count
                )
        for place, count in filled.items():
            limit = places[place].highest
            if limit is not None and count > limit:
                return _("{place} takes {count} at most.", place=places[place].words, count=limit)
        total = sum(used.values())
        most = sum(token.count for token in self.tokens) if self.most is None else self.most
        if not self.least <= total <= most:
            if self.least == most:
                return _("Place {count}.", count=most)
            return _("Place {least} to {most}.", least=self.least, most=most)
        return ""

    def sample(self, rng: Random) -> tuple[tuple[str, str, int], ...]:
        """A random value within every limit that can be met token by token."""
        bag = [token.id for token in self.tokens for _i in range(token.count)]
        most = len(bag) if self.most is None else min(self.most, len(bag))
        rng.shuffle(bag)
        filled = {place.id: 0 for place in self.places}
        laid: dict[tuple[str, str], int] = {}
        taking: dict[str, list[Place]] = {}
        for token in bag[: rng.randint(min(self.least, most), most)]:
            if token not in taking:
                taking[token] = [p for p in self.places if not p.accepts or token in p.accepts]
            free = [p.id for p in taking[token] if p.highest is None or filled[p.id] < p.highest]
            if free:
                place = rng.choice(free)
                filled[place] += 1
                laid[token, place] = laid.get((token, place), 0) + 1
        return tuple((token, place, count) for (token, place), count in laid.items())


def _triples(value: object) -> list[tuple[str, str, int]] | None:
    if not isinstance(value, tuple | list):
        return None
    found: list[tuple[str, str, int]] = []
    for entry in value:
        if not isinstance(entry, tuple | list) or len(entry) != 3:
            return None
        token, place, count = entry
        if not isinstance(token, str) or not isinstance(place, str):
            return None
        if not isinstance(count, int) or isinstance(count, bool):
            return None
        found.append((token, place, count))
    if len({(token, place) for token, place, _count in found}) != len(found):
        return None
    return found


Form = Subset | Amount | Allocation
"""How a question is answered that is no choice from `Game.options`."""


@reads_later("text", "form")
class Question(Value, frozen=True):
    """Who must decide what now. `player` None asks the table itself, for a draw or a roll.

    kind: the game's name for it, the same in every such question ("select-action").
    text: one sentence for a person. page: where the rulebook says it.
    draw, roll: what chance must decide; of several, the first is answered first.
    form: how it is answered; None: by one of `Game.options`.
    secret: nobody else may see the answer until all who were asked have answered; private: nobody else ever
    sees it (cards kept face down). does: the `do` of the decisions that answer it; needed where a seat has
    several questions open at once, and where `GameBase.answer` makes the answer.
    optional: an answer that nobody waits for: play goes on without it, and no lamp calls for it.
    answered: this seat has answered already and may still change it; always optional too.
    seconds: the time for it; None: no limit. What a run-out clock means is `Game.timing`'s.
    meets: the sort of pieces of which the player may want one that is not offered: it is met by its name
    (`Box.sorts`).
    """

    player: int | None
    kind: str
    text: str
    page: int | None = None
    secret: bool = False
    private: bool = False
    does: tuple[str, ...] = ()
    draw: Draw | None = None
    roll: Roll | None = None
    form: Form | None = None
    optional: bool = False
    answered: bool = False
    seconds: int | None = None
    meets: str = ""

    @property
    def chance(self) -> Draw | Roll | None:
        return self.draw or self.roll


@reads_later("decision", "words", "why")
class Option(Value, frozen=True):
    """A legal answer in words, with the numbers a rule changed. `tile`: the tile it is about.

    likely: of all options of a question, the higher is the likelier next tap; 0 is ordinary. seldom: legal,
    and of no use now: pages show it behind "More".
    """

    decision: Decision
    words: str
    why: tuple[Tally, ...] = ()
    tile: str | None = None
    likely: int = 0
    seldom: bool = False
