"""Archaeotechs by name: which ones a corporation holds, and playing one at any time (p. 8)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.decisions import (
    DiscardArchaeotechs,
    NameArchaeotechs,
    UseArchaeotech,
)
from companion.games.a_new_frontier.rules.state import State, gain, with_archaeotech
from companion.games.contract import Illegal, Item, Option, Question, Subset
from companion.translation import _

PAGE = 8
SIDES = ("top", "bottom")
MAX_KEPT = 3
"""Archaeotechs that a player may keep."""
ROLL_BY_USE = {"roll-own": "own", "roll-forced": "forced"}


def registered(state: State) -> tuple[str, ...]:
    """The archaeotechs that the owner has entered and that nobody has discarded."""
    return tuple(
        id for id in state.book.owner_entries if id.startswith("archaeotech-") and id not in state.used
    )


def words(state: State, id: str) -> str:
    return state.book.text(id, "name") or _("an archaeotech")


def uses(state: State, id: str) -> tuple[tuple[str, str, str], ...]:
    """(side, what it does in words, its use) of each option that the token has."""
    return tuple(
        (side, text, state.book.text(id, f"{side}_use") or "none")
        for side in SIDES
        if (text := state.book.text(id, side))
    )


def questions(state: State, seat: int) -> tuple[Question, ...]:
    corp, found = state.corps[seat], []
    if corp.archaeotech and registered(state):
        items = tuple(Item(id, words(state, id)) for id in registered(state))
        form = Subset(items, 0, min(corp.archaeotech, len(items)))
        text = _("{player}: which archaeotechs are yours?", player=corp.name)
        found.append(Question(seat, "name-archaeotechs", text, PAGE, private=True, form=form, optional=True))
    if options(state, seat):
        text = _("{player}: use an archaeotech?", player=corp.name)
        found.append(Question(seat, "use-archaeotech", text, PAGE, optional=True))
    return tuple(found)


def options(state: State, seat: int) -> tuple[Option, ...]:
    return tuple(
        Option(
            UseArchaeotech(seat, id, side),
            _("{archaeotech}: {what}", archaeotech=words(state, id), what=text),
            likely=-6,
        )
        for id in state.corps[seat].named
        for side, text, use in uses(state, id)
        if not refusal_reason(state, use)
    )


def refusal_reason(state: State, use: str) -> str:
    """Why this use is not possible now; "": it is. Dice are rolled again by their own answer."""
    if use in ROLL_BY_USE:
        return _("Dice are rolled again while a conflict's Might is told.")
    if use == "vp-1" and state.phase != "politics":
        return _("The extra VP comes with VP of politics.")
    if use == "prestige-1" and getattr(state.step, "fight", None) is None:
        return _("The extra prestige comes with prestige of a conflict.")
    return ""


def play(state: State, decision: NameArchaeotechs | UseArchaeotech) -> State:
    """Raises Illegal."""
    seat = decision.player
    assert seat is not None
    corp = state.corps[seat]
    if isinstance(decision, NameArchaeotechs):
        named = decision.names
        if len(set(named)) != len(named) or not set(named) <= set(registered(state)):
            raise Illegal(_("Name archaeotechs that are registered and not discarded."), PAGE)
        if len(named) > corp.archaeotech:
            raise Illegal(
                _("{player} has only {count}.", player=corp.name, count=corp.archaeotech),
                PAGE,
                _("Name no more than {most}.", most=corp.archaeotech),
            )
        return state.with_corp(seat, named=tuple(sorted(named)))
    use = next((u for side, _text, u in uses(state, decision.archaeotech) if side == decision.side), None)
    if decision.archaeotech not in corp.named or use is None:
        raise Illegal(_("{player} has no such archaeotech.", player=corp.name), PAGE)
    if why := refusal_reason(state, use):
        raise Illegal(why, PAGE)
    state = discarded(state, seat, decision.archaeotech)
    what, _dash, amount = use.partition("-")
    return gain(state, seat, what, int(amount), "archaeotech") if amount.isdigit() else state


def must_choose(state: State, seat: int) -> bool:
    """Whether the seat has more than 3 (p. 8), some of them named, so that its player must choose."""
    corp = state.corps[seat]
    return corp.archaeotech > MAX_KEPT and bool(corp.named)


def kept(state: State, seat: int) -> State:
    """The state with this seat's archaeotechs discarded down to 3, where none is named."""
    return with_archaeotech(state, seat, min(MAX_KEPT, state.corps[seat].archaeotech))


def discard_question(state: State, seat: int) -> Question:
    corp = state.corps[seat]
    over = corp.archaeotech - MAX_KEPT
    items = tuple(Item(id, words(state, id)) for id in corp.named)
    least = max(0, over - (corp.archaeotech - len(corp.named)))
    text = _(
        "{player}: discard {count} archaeotechs. Which of these go? The rest of them are new ones.",
        player=corp.name,
        count=over,
    )
    form = Subset(items, least, min(over, len(items)))
    return Question(seat, "discard-archaeotechs", text, PAGE, private=True, form=form)


def discard(state: State, decision: DiscardArchaeotechs) -> State:
    """Raises Illegal."""
    seat = decision.player
    assert seat is not None
    if wrong := discard_question(state, seat).form.problem(decision.names):  # type: ignore[union-attr]
        raise Illegal(wrong, PAGE)
    for id in decision.names:
        state = discarded(state, seat, id)
    return kept(state, seat)


def discarded(state: State, seat: int, id: str) -> State:
    """The state without that named archaeotech, which is discarded face up."""
    state = with_archaeotech(state, seat, state.corps[seat].archaeotech - 1, id)
    return state.changed(used=(*state.used, id))


def reroll_source(state: State, seat: int, kind: str) -> str | None:
    """The archaeotech with which a seat may reroll: its id, "" for one not named; None: there is none.

    kind: "own" or "forced".
    """
    corp = state.corps[seat]
    for id in corp.named:
        if any(ROLL_BY_USE.get(use) == kind for _side, _text, use in uses(state, id)):
            return id
    return "" if corp.archaeotech > len(corp.named) else None
