"""What is printed on each sort of entry of A New Frontier, one row a fact (contract/printed.py).

The forms at the table and in the box, the box file and the check of it only look at these rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.a_new_frontier.book import choices as of
from companion.games.a_new_frontier.book.choices import METRIC_WORDS, METRICS
from companion.games.a_new_frontier.book.rows import (
    EntryRow,
    Piece,
    choice,
    name,
    number,
    suite,
    tactics,
    text,
    yes,
)
from companion.games.a_new_frontier.book.rows_of_several import builds, several, tied, voters, wants
from companion.games.contract import Saying
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import Values
from companion.translation import Sentence, _, labelled, marked

TECHS = tuple(f"tech_{n}" for n in (1, 2, 3))
TITLES = tuple(f"title_{n}" for n in range(1, of.TITLES + 1))
MORE = "technologies.more."
_METRICS = tuple(zip(METRICS, METRIC_WORDS, strict=True))
_METRIC_WORDS = dict(_METRICS)


def _techs(piece: Piece) -> tuple[Saying, ...]:
    return tuple(Saying(id, id.rpartition("-")[2], _(branch)) for id, branch in piece.others)


def _tech_named(id: str) -> str:
    branch, _dash, place = id.rpartition("-")
    return f"{_(of.BRANCH_WORDS.get(branch, branch))} {place}"


def _values(piece: Any) -> Values:
    found: Values = piece.values
    return found


def _put(piece: Any, changes: Mapping[str, Any]) -> Any:
    return piece.put(changes)


def _nothing(_piece: Any, _field: str) -> None:
    """What a field has of which nobody told anything."""


def _sort(kind: str, *rows: EntryRow) -> Printed[Any]:
    return Printed(kind, rows, values=_values, put=_put, blank=_nothing)


TEXT = text("text", marked("what it says"))
REMIND = choice("remind", marked("to remember during"), of.PHASE_CHOICES, wish=True)
"""The owner's own wish, nothing printed: no table is asked for it."""
CARD = (
    number("might", marked("strength it adds"), -9, 9, needed=False),
    number("casualties", marked("casualties it adds"), -9, 9, needed=False),
    number("steal", marked("credits it adds to stealing"), -9, 9, needed=False),
    yes("destroys_two", marked("may destroy two facilities"), "cards.destroys_two"),
    yes("steals_first", marked("steals before opponents with more Might"), "cards.steals_first"),
)
"""What a conflict card adds for whoever played it; it is offered, and told at the table."""
REWARDS = (
    number("prestige", marked("prestige it brings"), 0, 9, needed=False),
    number("credits", marked("credits it brings"), 0, 20, needed=False),
    number("vp", marked("VP it brings"), 0, 9, needed=False),
)
PLANET = _sort("planet", name("planets.names"))
TACTIC = _sort("tactic", name("cards.tactics"), TEXT, *CARD)
STRATEGY = _sort(
    "strategy",
    name("cards.strategies"),
    TEXT,
    tactics("tactics", marked("tactics that may follow")),
    tactics("beats", marked("wins ties against"), needed=False),
    *CARD,
)
POLICY = _sort(
    "policy",
    name("policies.names"),
    text("red", marked("the red agenda")),
    text("blue", marked("the blue agenda")),
    yes("planet", marked("for one planet"), "policies.planet_specific"),
    tied(),
    voters(),
)
MISSION = _sort("mission", TEXT, wants(), *REWARDS)
MISSION_OF_FIVE = _sort("mission", TEXT, suite(), wants(), *REWARDS)
TECHNOLOGY = _sort(
    "technology",
    TEXT,
    number("needs", marked("technologies needed"), 0, 4, f"{MORE}techs needed for 2B and 3"),
    yes("at_once", marked("takes effect at once"), f"{MORE}which other techs act at once"),
    builds(f"{MORE}which techs give facilities"),
    number("end_vp", marked("VP at the end of the game"), 0, 20, needed=False),
    REMIND,
)
FACILITY = _sort("facility", TEXT, REMIND)
FACTION = _sort(
    "faction",
    name("factions.names"),
    text("ability", marked("abilities"), "factions.abilities"),
    text("advanced", marked("advanced abilities"), "factions.abilities"),
    several(
        "techs",
        marked("starting technologies"),
        TECHS,
        "factions.starting technologies",
        sayings=_techs,
        words_of=lambda id: labelled(_("starting technologies"), _tech_named(id)),
        folded=True,
    ),
    number("archaeotechs", marked("archaeotechs at the start"), 0, 3, needed=False),
    REMIND,
)
ARCHAEOTECH = _sort(
    "archaeotech",
    name(),
    text("top", marked("the top option")),
    choice("top_use", marked("the top option does"), of.USE_CHOICES, open=True),
    text("bottom", marked("the bottom option"), needed=False),
    choice("bottom_use", marked("the bottom option does"), of.USE_CHOICES, open=True),
)


def _steps(
    key: str, words: str, last: int, highest: int, path: str, needed: int = 1, lowest: int = 1, first: int = 1
) -> list[EntryRow]:
    """A row for each step of a track, a table or a board; the first `needed` are always there."""
    steps = range(first, last + 1)
    return [
        number(f"{key}_{n}", Sentence(words, number=n), lowest, highest, path, needed=n <= needed)
        for n in steps
    ]


_INFLUENCE = _steps(
    "influence", marked("prestige for {number} influence"), of.INFLUENCE, 22, "influence.steps", 4
)
INFLUENCE = _sort("board", *_INFLUENCE)
_MORE = marked("Might for {number} casualties")
CONFLICT_TABLE = _sort(
    "board",
    number("casualties_1", marked("Might for 1 casualty"), 1, 25, "table.casualties"),
    *_steps("casualties", _MORE, of.CASUALTIES, 25, "table.casualties", first=2),
    *_steps("steal", marked("Might to steal {number}"), of.STEALS, 25, "table.steal"),
)
_LEVELS = _steps("level", marked("level {number} colonies"), of.LEVELS, 6, "colonies.levels", 0, 0)
COLONIES = _sort("board", *_LEVELS)
_TIE = marked("tie-breaker {number}")
SCORING = _sort(
    "board",
    several(
        "titles",
        marked("titles for the most"),
        TITLES,
        "scoring.titles",
        sayings=lambda _piece: tuple(Saying(what, _(words).capitalize()) for what, words in _METRICS),
        words_of=lambda one: labelled(_("titles for the most"), _(_METRIC_WORDS[one])),
    ),
    *(
        choice(f"tie_{n}", Sentence(_TIE, number=n), _METRICS, "scoring.tie_breakers", needed=False)
        for n in (1, 2)
    ),
)
BRANCH = _sort("board", name(f"{MORE}the tenth branch"))


def start(ships: of.Choices) -> Printed[Any]:
    """What a corporation starts with. ships: id and name of those that all build."""
    fleet = (
        number(
            f"fleet_{id}",
            marked("{ship} in each fleet", ship=ship),
            0,
            9,
            "start.fleet",
            needed=False,
            counted=True,
        )
        for id, ship in ships
    )
    return _sort(
        "board",
        number("credits", marked("credits"), 0, 60, "start.credits"),
        number("prosperity", marked("prosperity tokens on each planet"), 0, 9, "start.prosperity"),
        *fleet,
    )


def ship(id: str) -> Printed[Any]:
    return _sort(
        "ship",
        number("cost", marked("cost"), 0, 30, f"ships.{id}.cost"),
        number("attack", marked("attack value"), 0, 20, f"ships.{id}.attack"),
        number("defense", marked("defense value"), 0, 20, f"ships.{id}.defense"),
    )
