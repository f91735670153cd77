"""The fields of each sort of entry: what is printed on every card, technology, faction and board."""

from __future__ import annotations

from functools import cache

from companion.games.a_new_frontier.book.entry_fields import (
    AGENDA_CHOICES,
    CASUALTIES,
    DEED_CHOICES,
    INFLUENCE,
    LEVELS,
    METRIC_WORDS,
    METRICS,
    NO_CHOICE,
    NO_YES_CHOICES,
    PHASE_CHOICES,
    STEALS,
    TARGET_CHOICES,
    TIE_CHOICES,
    TITLES,
    USE_CHOICES,
    Field,
)
from companion.translation import marked

TEXT = Field("text", marked("what it says"), "words")
REMIND = Field("remind", marked("to remember during"), "choice", choices=PHASE_CHOICES)


def _name(path: str, known: bool) -> Field:
    return Field("name", marked("name"), path=path, known=known)


def number(
    name: str, words: str, path: str, lowest: int = 0, highest: int = 60, known: bool = False
) -> Field:
    return Field(name, words, "number", lowest, highest, path=path, known=known)


def optional(name: str, words: str, path: str, highest: int) -> Field:
    return Field(name, words, "number", 0, highest, path=path, needed=False)


CARD_NUMBERS = (
    Field("might", marked("strength it adds"), "number", -9, 9, needed=False),
    Field("casualties", marked("casualties it adds"), "number", -9, 9, needed=False),
    Field("steal", marked("credits it adds to stealing"), "number", -9, 9, needed=False),
)
"""What a conflict card adds for whoever played it; it is offered, and told at the table."""


@cache
def planet_fields() -> tuple[Field, ...]:
    return (_name("planets.names", False),)


@cache
def ship_fields(id: str, cost_known: bool) -> tuple[Field, ...]:
    return (
        number("cost", marked("cost"), f"ships.{id}.cost", highest=30, known=cost_known),
        number("attack", marked("attack value"), f"ships.{id}.attack", highest=20),
        number("defense", marked("defense value"), f"ships.{id}.defense", highest=20),
    )


CARD_CHOICES = (
    Field(
        "destroys_two",
        marked("may destroy two facilities"),
        "choice",
        choices=NO_YES_CHOICES,
        path="cards.destroys_two",
        needed=False,
    ),
    Field(
        "steals_first",
        marked("steals before opponents with more Might"),
        "choice",
        choices=NO_YES_CHOICES,
        path="cards.steals_first",
        needed=False,
    ),
)
"""CARD_RULES as fields."""


@cache
def tactic_fields(known: bool) -> tuple[Field, ...]:
    return (_name("cards.tactics", known), TEXT, *CARD_NUMBERS, *CARD_CHOICES)


@cache
def strategy_fields(known: bool, tactics: tuple[tuple[str, str], ...]) -> tuple[Field, ...]:
    return (
        _name("cards.strategies", known),
        TEXT,
        Field("tactics", marked("tactics that may follow"), "many", choices=tactics),
        Field("beats", marked("wins ties against"), "many", choices=tactics, needed=False),
        *CARD_NUMBERS,
        *CARD_CHOICES,
    )


@cache
def policy_fields(known: bool) -> tuple[Field, ...]:
    return (
        _name("policies.names", known),
        Field("red", marked("the red agenda"), "words"),
        Field("blue", marked("the blue agenda"), "words"),
        Field(
            "planet",
            marked("for one planet"),
            "choice",
            choices=NO_YES_CHOICES,
            path="policies.planet_specific",
        ),
        Field(
            "ties", marked("decides ties in Might"), "choice", choices=AGENDA_CHOICES, path="policies.ties"
        ),
        Field("tie_for", marked("ties go to"), "choice", choices=TIE_CHOICES, path="policies.ties"),
        Field(
            "voters",
            marked("1 VP for its voters"),
            "choice",
            choices=AGENDA_CHOICES,
            path="policies.voters_agenda",
        ),
        Field(
            "own_vote",
            marked("holds its own vote"),
            "choice",
            choices=AGENDA_CHOICES,
            path="policies.own_vote_agenda",
        ),
    )


@cache
def mission_fields(suites: tuple[tuple[str, str], ...] = ()) -> tuple[Field, ...]:
    suite = Field("suite", marked("suite"), "choice", choices=suites, path="missions.suites")
    return (
        TEXT,
        *((suite,) if suites else ()),
        Field("deed", marked("what must be done"), "choice", choices=DEED_CHOICES),
        Field("target", marked("to whom"), "choice", choices=TARGET_CHOICES),
        optional("prestige", marked("prestige it brings"), "", 9),
        optional("credits", marked("credits it brings"), "", 20),
        optional("vp", marked("VP it brings"), "", 9),
    )


@cache
def technology_fields(needs_known: bool, facilities: tuple[tuple[str, str], ...]) -> tuple[Field, ...]:
    more = "technologies.more."
    return (
        TEXT,
        number("needs", marked("technologies needed"), f"{more}techs needed for 2B and 3", 0, 4, needs_known),
        Field(
            "at_once",
            marked("takes effect at once"),
            "choice",
            choices=NO_YES_CHOICES,
            path=f"{more}which other techs act at once",
        ),
        Field(
            "facility",
            marked("facility it builds"),
            "choice",
            choices=(NO_CHOICE, *facilities),
            path=f"{more}which techs give facilities",
        ),
        optional("facilities", marked("how many of them"), "", 2),
        optional("end_vp", marked("VP at the end of the game"), "", 20),
        REMIND,
    )


@cache
def facility_fields() -> tuple[Field, ...]:
    return (TEXT, REMIND)


@cache
def faction_fields(known: bool, techs: tuple[tuple[str, str], ...]) -> tuple[Field, ...]:
    start = "factions.starting technologies"
    return (
        _name("factions.names", known),
        Field("ability", marked("abilities"), "words", path="factions.abilities"),
        Field("advanced", marked("advanced abilities"), "words", path="factions.abilities"),
        *(
            Field(
                f"tech_{n}",
                marked("starting technology {number}", number=n),
                "choice",
                choices=techs,
                path=start,
            )
            for n in (1, 2, 3)
        ),
        optional("archaeotechs", marked("archaeotechs at the start"), "", 3),
        REMIND,
    )


@cache
def archaeotech_fields() -> tuple[Field, ...]:
    return (
        Field("name", marked("name")),
        Field("top", marked("the top option"), "words"),
        Field("top_use", marked("the top option does"), "choice", choices=USE_CHOICES),
        Field("bottom", marked("the bottom option"), "words", needed=False),
        Field("bottom_use", marked("the bottom option does"), "choice", choices=USE_CHOICES, needed=False),
    )


@cache
def start_fields(ships: tuple[tuple[str, str], ...]) -> tuple[Field, ...]:
    return (
        number("credits", marked("credits"), "start.credits"),
        number("prosperity", marked("prosperity tokens on each planet"), "start.prosperity", highest=9),
        *(
            Field(
                f"fleet_{id}",
                marked("{ship} in each fleet", ship=name),
                "number",
                path="start.fleet",
                needed=False,
            )
            for id, name in ships
        ),
    )


@cache
def influence_fields() -> tuple[Field, ...]:
    path = "influence.steps"
    return tuple(
        Field(
            f"influence_{n}", marked("prestige for {number} influence", number=n), "number", 1, 22, path=path,
            known=n == 4, needed=n < 5,
        )
        for n in range(1, INFLUENCE + 1)
    )  # fmt: skip


@cache
def table_fields() -> tuple[Field, ...]:
    rows = [
        ("casualties", n, marked("Might for {number} casualties", number=n)) for n in range(2, CASUALTIES + 1)
    ]
    rows.insert(0, ("casualties", 1, marked("Might for 1 casualty")))
    rows += [("steal", n, marked("Might to steal {number}", number=n)) for n in range(1, STEALS + 1)]
    return tuple(
        Field(f"{row}_{n}", words, "number", 1, 25, path=f"table.{row}", needed=n < 2)
        for row, n, words in rows
    )


@cache
def colony_fields() -> tuple[Field, ...]:
    return tuple(
        optional(f"level_{n}", marked("level {number} colonies", number=n), "colonies.levels", 6)
        for n in range(1, LEVELS + 1)
    )


@cache
def scoring_fields() -> tuple[Field, ...]:
    metrics = tuple(zip(METRICS, METRIC_WORDS, strict=True))
    return (
        *(
            Field(
                f"title_{n}",
                marked("title {number}: the most", number=n),
                "choice",
                choices=(NO_CHOICE, *metrics),
                path="scoring.titles",
                needed=n < 3,
            )
            for n in range(1, TITLES + 1)
        ),
        *(
            Field(
                f"tie_{n}",
                marked("tie-breaker {number}", number=n),
                "choice",
                choices=metrics,
                path="scoring.tie_breakers",
            )
            for n in (1, 2)
        ),
    )


def branch_fields() -> tuple[Field, ...]:
    return (Field("name", marked("name"), path="technologies.more.the tenth branch"),)
