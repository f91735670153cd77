"""The display capability: the templates' context, and the description of a finished play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.a_new_frontier.display.view_model import GamePage, page
from companion.games.a_new_frontier.rules.setup import suite
from companion.games.a_new_frontier.rules.state import State, for_show
from companion.games.a_new_frontier.wording.names import faction_words, kept_words, suite_words, tech_words
from companion.translation import _, times


class Display:
    """See the module."""

    def page(self, state: State, player: int | None) -> GamePage:
        return page(for_show(state), player)

    def starts(self, state: State) -> int | None:
        """Nobody begins: the turn order is made anew each turn."""
        return None

    def owned(self, state: State, player: int) -> Mapping[str, tuple[str, ...]]:
        corp = state.corps[player]
        missions = Counter(suite_words(suite(each)) for each in corp.completed)
        return {
            _("Faction"): (faction_words(corp.faction, state.book),),
            _("Technologies"): tuple(tech_words(id, state.book) for id in (*corp.techs, *corp.coming)),
            _("Missions"): tuple(times(count, name) for name, count in sorted(missions.items())),
        }

    def art(self, owned: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """Nothing of a corporation is drawn."""
        return ()

    def named(self, name: str) -> str:
        return kept_words(name)
