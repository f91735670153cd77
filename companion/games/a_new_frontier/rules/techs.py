"""Which technologies a corporation may take, together and in some order (p. 11).

What nobody told yet of a technology's needs is its player's to read: it is chosen, told, and chosen anew
where it does not fit (`Book.shown`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.book.pieces import Tech
from companion.games.a_new_frontier.rules.setup import few_forms
from companion.games.a_new_frontier.rules.state import State
from companion.games.a_new_frontier.wording.names import branch_words, tech_with_text, tech_words
from companion.games.contract import Item, Subset, later
from companion.games.contract.later import kept_for_last
from companion.translation import _

AT_THE_CHOICE = ("at_once", "builds")
"""What the rules must know of a technology when it is taken, beside what it needs (p. 11, 12)."""
MORE = "more"
"""An item of the form: one of those that are chosen says one of these, and nobody has told it."""


def owned(state: State, seat: int) -> frozenset[str]:
    corp = state.corps[seat]
    return frozenset((*corp.techs, *corp.coming))


@kept_for_last
def taken(state: State) -> Mapping[str, int]:
    """How many corporations have each technology that somebody has."""
    return Counter(id for seat in state.seats for id in owned(state, seat))


def copies_left(state: State, tech: Tech) -> int:
    return tech.copies - taken(state).get(tech.id, 0)


def branch_ready(tech: Tech, mine: frozenset[str]) -> bool:
    """The branch has what this technology needs: so many techs, 1A as the first in a new branch; who has a
    level 2 tech from the start takes a level 1 tech before any other (p. 11)."""
    branch = f"{tech.branch}-"
    same = [id for id in mine if id.startswith(branch)]
    if not same:
        return tech.needs == 0
    begun_high = not any(id.startswith(f"{branch}1") for id in same)
    if begun_high and tech.level > 1:
        return False
    return len(same) >= tech.needs


def prerequisites(state: State, tech: Tech, mine: frozenset[str]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """What else must be taken with it, as `Item.needs`: the same as `branch_ready` in some order.

    Whatever needs as much itself cannot come first, so that only those that need less count.
    """
    branch = state.book.shown.branches[tech.branch]
    same = [each for each in branch if each.id in mine]
    others = [each for each in branch if each.id not in mine and each is not tech]
    found = []
    if (missing := tech.needs - len(same)) > 0:
        found.append((missing, tuple(each.id for each in others if each.needs < tech.needs)))
    if same and tech.level > 1 and not any(each.level == 1 for each in same):
        found.append((1, tuple(each.id for each in others if each.level == 1)))
    return tuple(found)


def level_1_left(state: State, seat: int) -> bool:
    """Whether there is a level 1 technology that the seat may take."""
    mine = owned(state, seat)
    return any(
        tech.level == 1 and id not in mine and copies_left(state, tech) > 0 and branch_ready(tech, mine)
        for id, tech in state.book.shown.techs.items()
    )


@dataclass(frozen=True)
class TechsForm(Subset):
    """Technologies to take. It also refuses those whose branch lacks what they need, in any order."""

    state: State = field(kw_only=True, compare=False, repr=False)
    seat: int = field(kw_only=True)

    def problem(self, value: object) -> str:
        if wrong := super().problem(value):
            return wrong
        assert isinstance(value, tuple | list)
        book, mine = self.state.book.shown, owned(self.state, self.seat)
        left = [id for id in value if id != MORE]
        while left:
            ready = next((id for id in left if branch_ready(book.techs[id], mine)), None)
            if ready is None:
                return _needs_words(left[0], book)
            mine |= {ready}
            left.remove(ready)
        if tuple(value) == (MORE,):
            return next(each.needs_words for each in self.items if each.id == MORE)
        return ""


def techs_form(state: State, seat: int, most: int, highest: int) -> TechsForm:
    """most: levels in all; highest: the level of a single one."""
    mine = owned(state, seat)
    items = []
    for tech in state.book.shown.techs.values():
        needs = () if tech.id in mine else prerequisites(state, tech, mine)
        items.append(
            Item(
                tech.id,
                later(tech_with_text, tech.id, state.book),
                tech.level,
                refused=_refused(state, tech, mine, highest),
                group=later(branch_words, tech.branch, state.book),
                short=tech.place,
                have=tech.id in mine,
                needs=needs,
                needs_words=later(_needs_words, tech.id, state.book) if needs else "",
            )
        )
    return TechsForm(tuple(items), 0, None, _("Levels"), None, most, state=state, seat=seat)


def _refused(state: State, tech: Tech, mine: frozenset[str], highest: int) -> str:
    if tech.id in mine:
        return _("{tech} has been researched already.", tech=tech_words(tech.id, state.book))
    if copies_left(state, tech) < 1:
        return _("No {tech} is left in the tray.", tech=tech_words(tech.id, state.book))
    if tech.level > highest:
        return _("{tech} needs more levels than there are.", tech=tech_words(tech.id, state.book))
    return ""


def _needs_words(tech: str, book: Book) -> str:
    return _("{tech} needs other technologies of its branch first.", tech=tech_words(tech, book))


def with_more(form: TechsForm) -> TechsForm:
    """With a tick for what is untold: left out, the technologies say nothing of it."""
    state, book = form.state, form.state.book
    free = (item.id for item in form.items if not item.refused)
    untold = tuple(id for id in free if book.is_untold(f"technology-{id}", *AT_THE_CHOICE))
    if not untold or not few_forms(state):
        return form
    words = _("One of them takes effect at once, or builds facilities")
    item = Item(
        MORE,
        words,
        0,
        group=_("On the tokens"),
        short=_("At once, or builds"),
        needs=((1, untold),),
        needs_words=_("First choose a technology of which nobody has told that."),
    )
    return replace(form, items=(*form.items, item))
