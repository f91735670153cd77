"""What a corporation might have had besides at the end, each scored again on the whole sheet (p. 12).

One thing at a time: VP tokens, prestige, credits, ships at one planet, a mine level, a colony, a mission of a
suite, a facility. Nothing is estimated, and what reads a fact that nobody told is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from companion.games.a_new_frontier.book.book import Book
from companion.games.a_new_frontier.rules.scoring import (
    MAX_COLONIES,
    MAX_MINE,
    Holding,
    holding,
    sheet,
)
from companion.games.a_new_frontier.rules.state import MAX_PRESTIGE, PLANET_COUNT, State
from companion.games.a_new_frontier.wording.names import planet_marked, suite_marked
from companion.games.contract import Untold, WhatIf
from companion.translation import Sentence

MAX_VP_TRIED = 60
"""In VP; larger defeats are not examined."""
MAX_TRIED = 9
"""Of credits, ships, facilities."""

_Change = tuple[int, str, Holding]
"""How many things more, in words, and the corporation that has them."""


class NewFrontierWhatIfs:
    """The what-ifs capability."""

    def what_ifs(self, state: State, player: int) -> tuple[Iterator[WhatIf], ...]:
        """At the end of a tracked game."""
        return what_ifs(state.book, [holding(corp) for corp in state.corps], player)


def what_ifs(book: Book, all_of: Sequence[Holding], player: int) -> tuple[Iterator[WhatIf], ...]:
    """Of each kind, the fewest things first."""
    own = all_of[player]

    def scored(kind: str, changes: Iterator[_Change]) -> Iterator[WhatIf]:
        for things, words, changed in changes:
            try:
                anew = sheet(book, (*all_of[:player], changed, *all_of[player + 1 :]))
            except Untold:
                continue
            yield WhatIf(player, kind, things, words, anew)

    planets = range(PLANET_COUNT)
    return (
        scored("vp", _more(MAX_VP_TRIED, _vp_words, lambda n: replace(own, vp=own.vp + n))),
        scored(
            "prestige",
            _more(MAX_PRESTIGE - own.prestige, _prestige, lambda n: replace(own, prestige=own.prestige + n)),
        ),
        scored("credits", _more(MAX_TRIED, _credits, lambda n: replace(own, credits=own.credits + n))),
        *(scored(f"ships-{at}", _more_ships(book, own, at)) for at in planets),
        *(scored(f"mine-{at}", _a_mine_level(book, own, at)) for at in planets),
        scored(
            "colonies",
            _more(MAX_COLONIES - own.colonies, _colonies, lambda n: replace(own, colonies=own.colonies + n)),
        ),
        scored("missions", _one_more_mission(book, all_of, own)),
        scored("facilities", _more(1, _facilities, lambda n: replace(own, facilities=own.facilities + n))),
    )


def _more(most: int, words: Callable[[int], str], changed: Callable[[int], Holding]) -> Iterator[_Change]:
    for n in range(1, most + 1):
        yield n, words(n), changed(n)


def _vp_words(n: int) -> str:
    return Sentence("{number} more VP in tokens", number=n)


def _prestige(n: int) -> str:
    return Sentence("{number} more prestige", number=n)


def _credits(n: int) -> str:
    return Sentence("1 more credit") if n == 1 else Sentence("{number} more credits", number=n)


def _colonies(n: int) -> str:
    return Sentence("1 more colony") if n == 1 else Sentence("{number} more colonies", number=n)


def _facilities(_n: int) -> str:
    return Sentence("1 more facility")


def _more_ships(book: Book, own: Holding, at: int) -> Iterator[_Change]:
    planet = planet_marked(book, at)
    for n in range(1, MAX_TRIED + 1):
        words = (
            Sentence("1 more ship at {planet}", planet=planet)
            if n == 1
            else Sentence("{number} more ships at {planet}", number=n, planet=planet)
        )
        yield n, words, replace(own, fleets=_raised(own.fleets, at, n))


def _a_mine_level(book: Book, own: Holding, at: int) -> Iterator[_Change]:
    for n in range(1, MAX_MINE - own.mines[at] + 1):
        words = (
            Sentence("a mine 1 level higher at {planet}", planet=planet_marked(book, at))
            if n == 1
            else Sentence(
                "a mine {number} levels higher at {planet}", number=n, planet=planet_marked(book, at)
            )
        )
        yield n, words, replace(own, mines=_raised(own.mines, at, n))


def _one_more_mission(book: Book, all_of: Sequence[Holding], own: Holding) -> Iterator[_Change]:
    """One that nobody has accomplished, of each suite."""
    done = {mission for each in all_of for mission in each.completed}
    for suite in book.suites:
        free = (f"{suite}-{n}" for n in range(1, book.missions_each + 1))
        for mission in [one for one in free if one not in done][:1]:
            words = Sentence("1 more {suite} mission", suite=suite_marked(suite))
            yield 1, words, replace(own, completed=(*own.completed, mission))


def _raised(numbers: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*numbers[:at], numbers[at] + by, *numbers[at + 1 :])
