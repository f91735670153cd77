"""Archaeotechs by name: which ones a corporation holds, and playing one at any time (p. 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.games.a_new_frontier.book.entries import archaeotech_ids
from companion.games.a_new_frontier.book.stand_ins import called
from companion.games.a_new_frontier.rules.moves import SeatMove, ask
from companion.games.a_new_frontier.rules.setup import asks_texts
from companion.games.a_new_frontier.rules.state import State, gain, held, with_archaeotech
from companion.games.a_new_frontier.wording.names import with_text as name_with_text
from companion.games.contract import Item, Option, Question, Subset, later
from companion.translation import _, plural

PAGE = 8
SIDES = ("top", "bottom")
MAX_KEPT = 3
"""Archaeotechs that a player may keep."""
ROLL_BY_USE = {"roll-own": "own", "roll-forced": "forced"}


@dataclass(frozen=True)
class NameArchaeotechs(SeatMove):
    """Which registered archaeotechs the seat holds; the others it holds stay unnamed (p. 8)."""

    do: ClassVar[str] = "name-archaeotechs"
    names: tuple[str, ...]

    def words(self, state: State) -> str:
        return _("{player} looks through the archaeotechs", player=self.who(state))

    def apply(self, state: State) -> State:
        return state.with_corp(self.seat, named=tuple(sorted(self.names)))


@dataclass(frozen=True)
class UseArchaeotech(SeatMove):
    """Play and discard a named archaeotech at any time; side: "top" or "bottom" (p. 8)."""

    do: ClassVar[str] = "use-archaeotech"
    archaeotech: str
    side: str

    def words(self, state: State) -> str:
        name = words(state, self.archaeotech)
        return _("{player} uses {archaeotech}", player=self.who(state), archaeotech=name)

    def apply(self, state: State) -> State:
        use = next(use for side, _text, use in uses(state, self.archaeotech) if side == self.side)
        state = discarded(state, self.seat, self.archaeotech)
        what, _dash, amount = use.partition("-")
        return gain(state, self.seat, what, int(amount), "archaeotech") if amount.isdigit() else state


@dataclass(frozen=True)
class ShowArchaeotech(SeatMove):
    """Lay open an archaeotech of which nobody has told what it says: it is told now, as far as people like,
    and used. archaeotech: the id under which it will be known. With two options, its player says which."""

    do: ClassVar[str] = "show-archaeotech"
    archaeotech: str

    def words(self, state: State) -> str:
        return _("{player} lays an archaeotech open", player=self.who(state))

    def apply(self, state: State) -> State:
        id, corp = self.archaeotech, state.corps[self.seat]
        sides = [side for side, _text, _use in uses(state, id)]
        if not sides:
            # What it does is told as another gain or loss.
            return with_archaeotech(state, self.seat, corp.archaeotech - 1).changed(
                used=(*state.used, id) if id in registered(state) else state.used
            )
        # Nobody holds more by name than they have: where all were named, one of the names was wrong.
        names = (*held(state, self.seat)[: corp.archaeotech - 1], id)
        state = state.with_corp(self.seat, named=tuple(sorted(names)))
        possible = [option.decision for option in options(state, self.seat)]
        only = UseArchaeotech(self.seat, id, sides[0])
        return only.apply(state) if len(sides) == 1 and only in possible else state


@dataclass(frozen=True)
class DiscardArchaeotechs(SeatMove):
    """Which of the named ones go when there are more than 3; the others that go are not named (p. 8)."""

    do: ClassVar[str] = "discard-archaeotechs"
    names: tuple[str, ...]

    def words(self, state: State) -> str:
        return _("{player} discards down to 3 archaeotechs", player=self.who(state))

    def apply(self, state: State) -> State:
        for id in self.names:
            state = discarded(state, self.seat, id)
        return kept(state, self.seat).changed(step=state.step.changed(discarding=None))


MOVES = (NameArchaeotechs, UseArchaeotech, ShowArchaeotech, DiscardArchaeotechs)


def registered(state: State) -> tuple[str, ...]:
    """The archaeotechs that the owner has entered and that nobody has discarded."""
    return tuple(id for id in state.book.owned if id.startswith("archaeotech-") and id not in state.used)


def untold(state: State) -> str | None:
    """The id under which an archaeotech that is laid open will be told; None: all are known, or this table
    does not ask."""
    if not state.setup.told or not asks_texts(state):
        return None
    known = state.book.owned
    return next(
        (id for id in archaeotech_ids() if id not in known and f"archaeotech {id}" not in state.asked), None
    )


def words(state: State, id: str) -> str:
    return called(state.book.text(id, "name")) or _("an archaeotech")


def with_text(state: State, id: str) -> str:
    """With what its options say."""
    return name_with_text(words(state, id), " / ".join(text for _side, text, _use in uses(state, id)))


def uses(state: State, id: str) -> tuple[tuple[str, str, str], ...]:
    """(side, what it does in words, its use) of each option that the token has."""
    return tuple(
        (side, text, state.book.text(id, f"{side}_use") or "none")
        for side in SIDES
        if (text := state.book.text(id, side))
    )


def questions(state: State, seat: int) -> tuple[Question, ...]:
    corp, found = state.corps[seat], []
    if not corp.archaeotech and not corp.named:
        return ()
    if corp.archaeotech and registered(state):
        items = tuple(Item(id, words(state, id)) for id in registered(state))
        form = Subset(items, 0, min(corp.archaeotech, len(items)))
        text = later(lambda: _("{player}: which archaeotechs are yours?", player=corp.name))
        found.append(ask(NameArchaeotechs, seat, text, PAGE, private=True, form=form, optional=True))
    if options(state, seat):
        text = later(lambda: _("{player}: use an archaeotech?", player=corp.name))
        found.append(ask(UseArchaeotech, seat, text, PAGE, optional=True))
    if show_options(state, seat):
        text = later(
            lambda: _("{player}: lay an archaeotech open that nobody has entered yet?", player=corp.name)
        )
        found.append(ask(ShowArchaeotech, seat, text, PAGE, optional=True))
    return tuple(found)


def options(state: State, seat: int) -> tuple[Option, ...]:
    return tuple(
        Option(
            UseArchaeotech(seat, id, side),
            _("{archaeotech}: {what}", archaeotech=words(state, id), what=text),
            likely=-6,
        )
        for id in held(state, seat)
        for side, text, use in uses(state, id)
        if _is_possible(state, use)
    )


def show_options(state: State, seat: int) -> tuple[Option, ...]:
    """Offered by how many there are, which everybody sees: which of them are named is their owner's."""
    id = untold(state) if state.corps[seat].archaeotech else None
    return () if id is None else (Option(ShowArchaeotech(seat, id), _("Lay it open"), likely=-7),)


def _is_possible(state: State, use: str) -> bool:
    """Whether this use is possible now: the extra VP comes with VP of politics, the extra prestige with
    prestige of a conflict; dice are rolled again by their own answer."""
    if use == "vp-1":
        return state.phase == "politics"
    if use == "prestige-1":
        return getattr(state.step, "fight", None) is not None
    return use not in ROLL_BY_USE


def over(state: State, seat: int) -> int:
    """How many the seat has beyond the 3 that it may keep (p. 8)."""
    return max(0, state.corps[seat].archaeotech - MAX_KEPT)


def must_choose(state: State, seat: int) -> bool:
    """Whether the seat has more than 3 (p. 8), some of them named, so that its player must choose."""
    return over(state, seat) > 0 and bool(held(state, seat))


def kept(state: State, seat: int) -> State:
    """The state with this seat's archaeotechs discarded down to 3, where none is named."""
    return with_archaeotech(state, seat, min(MAX_KEPT, state.corps[seat].archaeotech))


def discard_question(state: State, seat: int) -> Question:
    corp = state.corps[seat]
    most = over(state, seat)
    items = tuple(Item(id, words(state, id)) for id in held(state, seat))
    if not items:  # what was named is used, by another who had named it too, or said again
        all_new = later(
            lambda: plural(
                "{player}: discard {number} archaeotech.",
                "{player}: discard {number} archaeotechs.",
                most,
                player=corp.name,
            )
        )
        return ask(DiscardArchaeotechs, seat, all_new, PAGE)
    least = max(0, most - (corp.archaeotech - len(items)))
    text = later(
        lambda: plural(
            "{player}: discard {number} archaeotech. Which of these goes? The rest of them are new ones.",
            "{player}: discard {number} archaeotechs. Which of these go? The rest of them are new ones.",
            most,
            player=corp.name,
        )
    )
    form = Subset(items, least, min(most, len(items)))
    return ask(DiscardArchaeotechs, seat, text, PAGE, private=True, form=form)


def discard_options(state: State, seat: int) -> tuple[Option, ...]:
    """Where none is named, none is to be chosen."""
    return () if held(state, seat) else (Option(DiscardArchaeotechs(seat, ()), _("Discard down to 3")),)


def discarded(state: State, seat: int, id: str) -> State:
    """The state without that named archaeotech, which is discarded face up."""
    state = with_archaeotech(state, seat, state.corps[seat].archaeotech - 1, id)
    return state.changed(used=(*state.used, id))


def reroll_source(state: State, seat: int, kind: str) -> str | None:
    """The archaeotech with which a seat may reroll: its id, "" for one not named; None: there is none.

    kind: "own" or "forced".
    """
    named = held(state, seat)
    for id in named:
        if any(ROLL_BY_USE.get(use) == kind for _side, _text, use in uses(state, id)):
            return id
    return "" if state.corps[seat].archaeotech > len(named) else None
