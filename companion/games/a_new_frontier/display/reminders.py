"""Reminders for a player: tokens of technologies and abilities, missions, loans, upkeep.

The rulebook's own tips (p. 11, 12), and whatever an owner's entries want remembered. Nothing here is a rule.
"""

from __future__ import annotations

from companion.games.a_new_frontier.rules import archaeotech, missions
from companion.games.a_new_frontier.rules.course.planet import LOAN_CREDITS, maintenance
from companion.games.a_new_frontier.rules.facilities import NOT_PLACED
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, Corp, State, taken_by_others
from companion.games.a_new_frontier.wording.names import (
    facility_words,
    mission_words,
    planet_words,
    tech_words,
)
from companion.translation import _, listed, marked, plural

TECHS = {
    "operations-2A": (
        "planning",
        marked(
            "its token on the planning board stands for a bid; as that phase begins, gain 3 credits for it, "
            "in turn 5, too (p. 11)"
        ),
    ),
    "engineering-1A": ("planning", marked("its token goes on Exploration as a reminder (p. 11)")),
    "logistics-1B": ("planning", marked("a build action builds 3 ships (p. 11)")),
    "production-2A": ("planning", marked("a build action upgrades the mine by 2 (p. 11)")),
    "strategy-2B": ("planning", marked("your attacks count twice for Alpha Security (p. 11)")),
    "strategy-1B": ("planets", marked("for the first 2 Barracudas of each fleet (p. 11)")),
    "tactics-1A": ("planets", marked("the winner decides first whether to use it (p. 11)")),
    "tactics-1B": ("planets", marked("always in play (p. 11)")),
    "tactics-2A": ("planets", marked("if there is something left to steal (p. 11)")),
    "tactics-2B": ("planets", marked("the strategy card's strength counts along (p. 11)")),
    "logistics-2A": ("planets", marked("less maintenance (p. 11)")),
    "logistics-3": ("planets", marked("choose a planet that costs no maintenance (p. 11)")),
    "politics-2A": ("politics", marked("a reward for 1 successful vote, a larger one for 2 (p. 11)")),
}
"""The phase of each technology's reminder, in the words of the rulebook's tips."""
FACILITIES = {
    "shield-generator": ("alpha", marked("check it after Alpha Security (p. 6, 12)")),
    "research-facility": ("alpha", marked("take its level 1 technologies after Alpha Security (p. 6, 12)")),
    "exploration-center": ("alpha", marked("check it after Alpha Security (p. 6, 12)")),
    "defense-system": ("planets", marked("also when you attack (p. 12)")),
    "refinery": ("planets", marked("check it when you build (p. 12)")),
    "space-dock": ("planets", marked("check it when you build (p. 12)")),
    "factory": ("planets", marked("check it when you build (p. 12)")),
    "satellite": ("planning", marked("first in turn order there already (p. 5)")),
    "planetary-council": ("politics", marked("for policies of a planet (p. 12)")),
    "broadcast-tower": ("planets", marked("first in turn order while you complete a mission there (p. 12)")),
}


def reminders(state: State, seat: int) -> tuple[str, ...]:
    """Sentences for a seat's own page; the most pressing first."""
    if state.over:
        return ()
    corp = state.corps[seat]
    return (
        *_archaeotechs(state, seat),
        *_missions(state, seat),
        *_money(state, seat),
        *_prestige(state, corp),
        *_things(state, seat),
    )


def _archaeotechs(state: State, seat: int) -> list[str]:
    """What this player named in private and another has discarded since, face up: said on the own page alone,
    and not before, since a name that is refused would tell what the other holds."""
    taken = listed(archaeotech.words(state, id) for id in taken_by_others(state, seat))
    if not taken:
        return []
    found = [_("Discarded by another player, so none of yours: {archaeotechs}.", archaeotechs=taken)]
    if state.corps[seat].archaeotech and archaeotech.registered(state):
        found.append(_("Say again which archaeotechs are yours."))
    return found


def _missions(state: State, seat: int) -> list[str]:
    corp = state.corps[seat]
    done = [each for each in corp.missions if missions.is_accomplished(state, seat, each)]
    left = [each for each in corp.missions if each not in done]
    found = []
    if done:
        words = listed(mission_words(each, state.book) for each in done)
        found.append(_("Accomplished, to be claimed: {missions}.", missions=words))
    if left:
        words = listed(mission_words(each, state.book) for each in left)
        found.append(_("Before the next marketing phase: {missions}.", missions=words))
    return found


def _money(state: State, seat: int) -> list[str]:
    corp, found = state.corps[seat], []
    for planet in corp.loans:
        found.append(
            _(
                "A loan of {credits} at {planet}: repaid before the planet phase is over, or ships go.",
                credits=LOAN_CREDITS,
                planet=planet_words(state.book, planet),
            )
        )
    cost = sum(maintenance(state, seat, planet) for planet in range(PLANET_COUNT))
    if state.phase == "planning" and cost:
        found.append(
            plural(
                "Your ships cost {number} credit of maintenance this turn.",
                "Your ships cost {number} credits of maintenance this turn.",
                cost,
            )
        )
    if state.phase == "planning" and corp.bonus:
        found.append(
            plural(
                "{number} technology level from colonies.",
                "{number} technology levels from colonies.",
                corp.bonus,
            )
        )
    if corp.relocating:
        found.append(_("Strategic relocation is open until your R & D."))
    waiting = [facility_words(kind) for kind, planet in corp.facilities if planet == NOT_PLACED]
    if waiting:
        found.append(_("To be placed in the next R & D phase: {facilities}.", facilities=listed(waiting)))
    return found


def _prestige(state: State, corp: Corp) -> list[str]:
    if state.phase == "planning" and 0 < corp.prestige <= 3:
        return [
            _(
                "Prestige {prestige}: each attack costs 1, and at 0 the employees go on strike.",
                prestige=corp.prestige,
            )
        ]
    return []


def _things(state: State, seat: int) -> list[str]:
    """Of technologies, facilities and the faction: the tips of this phase, with the text that somebody typed
    instead, then what the owner wants remembered."""
    corp, book, phase = state.corps[seat], state.book, state.phase
    found = [
        _tip(tech_words(id, book), book.text(f"technology-{id}"), _(TECHS[id][1]))
        for id in corp.techs
        if id in TECHS and TECHS[id][0] == phase and not book.text(f"technology-{id}", "remind")
    ]
    kinds = dict.fromkeys(kind for kind, _planet in corp.facilities)
    for kind in kinds:
        when, tip = FACILITIES.get(kind, ("", ""))
        if when == phase and not book.text(f"facility-{kind}", "remind"):
            planets = listed(
                planet_words(book, at) for each, at in corp.facilities if each == kind and at >= 0
            )
            name = f"{facility_words(kind)} ({planets})" if planets else facility_words(kind)
            found.append(_tip(name, book.text(f"facility-{kind}"), _(tip)))
    own = [(f"technology-{id}", tech_words(id, book)) for id in corp.techs]
    own += [(f"facility-{kind}", facility_words(kind)) for kind in kinds]
    found += [f"{name}{_(':')} {book.text(id)}" for id, name in own if book.text(id, "remind") == phase]
    if book.text(corp.faction, "remind") == phase:
        abilities = [(_("Faction ability"), book.text(corp.faction, "ability"))]
        if state.advanced:
            abilities.append((_("Advanced ability"), book.text(corp.faction, "advanced")))
        found += [f"{name}{_(':')} {text}" for name, text in abilities if text]
    return found


def _tip(name: str, text: str, tip: str) -> str:
    return f"{name}{_(':')} {text}" if text else f"{name}{_(':')} {tip}."
