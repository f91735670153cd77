"""Describes steps, for the history and for undo, and phases in words."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import archaeotech, facts
from companion.games.a_new_frontier.rules import decisions as do
from companion.games.a_new_frontier.rules.effects import effects, place_words, sources
from companion.games.a_new_frontier.rules.marketing import mission_words
from companion.games.a_new_frontier.rules.politics_state import agenda_words
from companion.games.a_new_frontier.rules.research import facility_words, placed_words, tech_words
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State
from companion.games.contract import Correction, Decision
from companion.translation import _, listed


def phase_words(state: State) -> str:
    return {
        "missions": _("Setting up"),
        "planning": _("Planning"),
        "revealing": _("Boards revealed"),
        "alpha": _("Alpha Security"),
        "planets": _("Planets"),
        "exploration": _("Exploration"),
        "politics": _("Politics"),
        "marketing": _("Marketing"),
        "research": _("R & D"),
        "over": _("The end"),
    }[state.phase]


def words(state: State, step: Decision | Correction) -> str:
    """A sentence about a step; state: before the step."""
    if isinstance(step, Correction):
        return facts.correction_words(state, step)
    who = "" if step.player is None else _name(state, step.player)
    planned = _planned(state, step, who) or _fought(state, step, who)
    return planned or _supported(state, step, who)


def _name(state: State, seat: int) -> str:
    return state.corps[seat].name if 0 <= seat < len(state.corps) else "?"


def _planet(state: State, planet: int) -> str:
    return state.book.planets[planet] if 0 <= planet < PLANET_COUNT else "?"


def _planned(state: State, step: Decision, who: str) -> str:
    match step:
        case do.LayPlan():
            return _("{player} has finished planning", player=who)
        case do.FinishOnBoard():
            return _("{player} has finished planning on the board", player=who)
        case do.Reveal():
            return _("{player} tells what lies on the board", player=who)
        case do.AskAgain():
            return _("{player} asks to change the plan", player=who)
        case do.AgreeAgain(whose=whose, yes=True):
            return _("{player} lets {other} change the plan", player=who, other=_name(state, whose))
        case do.AgreeAgain(whose=whose):
            return _("{player} does not let {other} change the plan", player=who, other=_name(state, whose))
        case do.ChooseTarget(planet=planet):
            return _("{player} sends Alpha Security to {planet}", player=who, planet=_planet(state, planet))
        case do.DrawTarget(planet=planet):
            return _("The lot sends Alpha Security to {planet}", planet=_planet(state, planet))
        case do.Relocate():
            return _("{player} relocates ships", player=who)
    return ""


def _fought(state: State, step: Decision, who: str) -> str:
    match step:
        case do.ChooseStrategy(card=card):
            return _("{player} plays {card}", player=who, card=card)
        case do.ChooseTactics(card=card):
            return _("{player} plays {card}", player=who, card=card)
        case do.TellStrength(strength=strength):
            return _("{player} shows a strength of {number}", player=who, number=strength)
        case do.TellMight(might=might):
            return _("{player} ends up at {number} Might", player=who, number=might)
        case do.TellDice(dice=dice):
            return _("The dice show {dice}", dice=listed(str(die) for die in dice))
        case do.ReRoll(whose=whose) if whose == step.player:
            return _("{player} rolls again", player=who)
        case do.ReRoll(whose=whose):
            return _("{player} forces {other} to roll again", player=who, other=_name(state, whose))
        case do.LoseShips(ships=()) | do.RepayWith(ships=()):
            return _("{player} loses no ship", player=who)
        case do.LoseShips(ships=ships) | do.RepayWith(ships=ships):
            return _("{player} loses {ships}", player=who, ships=_ships(state, ships))
        case do.Steal(credits=credits, both=True):
            return _("{player} steals {credits} credits, 4 of them foregone", player=who, credits=credits)
        case do.Steal(credits=credits, forego=True):
            return _("{player} steals {credits} credits, 2 of them foregone", player=who, credits=credits)
        case do.Steal(credits=credits):
            return _("{player} steals {credits} credits", player=who, credits=credits)
        case do.LoseFacility(facility=facility):
            return _("{player} loses a facility: {what}", player=who, what=facility_words(facility))
    return ""


def _ships(state: State, ships: tuple[str, ...]) -> str:
    book = state.book.ships
    return listed(book[ship].name if ship in book else ship for ship in ships)


def _supported(state: State, step: Decision, who: str) -> str:
    match step:
        case do.Explore(level=0):
            return _("{player} goes to the wormhole", player=who)
        case do.Explore(level=-1):
            return _("{player} wastes an exploration action", player=who)
        case do.Explore(level=level):
            return _("{player} allies with a level {level} colony", player=who, level=level)
        case do.UseColony(mine=None):
            return _("{player} takes a technology level from the colony", player=who)
        case do.UseColony(mine=mine):
            return _("{player} upgrades the mine at {planet}", player=who, planet=_planet(state, mine or 0))
        case do.ChooseProposers():
            return _("{player} says who squares off", player=who)
        case do.Propose(policy=policy, agenda=agenda, planet=planet):
            return _("{player} proposes {agenda}", player=who, agenda=agenda_words(policy, agenda, planet))
        case do.Vote() | do.FavourVote():
            return _("{player} votes", player=who)
        case do.TakeMission(mission=mission):
            return _("{player} takes {mission}", player=who, mission=mission_words(mission))
        case do.DrawMissions(missions=missions):
            return _("Missions drawn: {missions}", missions=listed(mission_words(each) for each in missions))
        case do.ClaimMission(mission=mission):
            return _("{player} completes {mission}", player=who, mission=mission_words(mission))
        case do.ChooseTechs(techs=()):
            return _("{player} takes no technology", player=who)
        case do.ChooseTechs(techs=techs):
            return _(
                "{player} researches {techs}",
                player=who,
                techs=listed(tech_words(id, state.book) for id in techs),
            )
        case do.EarnTechs(techs=techs):
            return _(
                "{player} earns {techs} with research facilities",
                player=who,
                techs=listed(tech_words(id, state.book) for id in techs),
            )
        case do.PlaceFacility(facility=facility, planet=-1):
            return _("{player} keeps {what} for later", player=who, what=placed_words(state, facility))
        case do.PlaceFacility(facility=facility, planet=planet):
            return _(
                "{player} places {what} at {planet}",
                player=who,
                what=placed_words(state, facility),
                planet=_planet(state, planet),
            )
        case do.GiveCredits(laid=laid):
            given = [
                _("{number} to {player}", number=n, player=_name(state, int(to.removeprefix("to-"))))
                for _credit, to, n in laid
            ]
            return _("{player} gives credits: {given}", player=who, given=listed(given))
        case do.DiscardArchaeotechs():
            return _("{player} discards down to 3 archaeotechs", player=who)
        case do.NameArchaeotechs():
            return _("{player} looks through the archaeotechs", player=who)
        case do.UseArchaeotech(archaeotech=id):
            return _("{player} uses {archaeotech}", player=who, archaeotech=archaeotech.words(state, id))
        case do.TellEffect(laid=laid):
            return _effects(state, step, who, laid)
    return _("Something happens")


def _effects(state: State, step: Decision, who: str, laid: do.PlacedTokens) -> str:
    known = sources(state, step.player) if step.player is not None else {}
    parts = [
        _(
            "{source}: {what} {number}",
            source=known.get(source, source),
            what=place_words(kind, amount < 0),
            number=abs(amount),
        )
        for source, kind, amount in effects(laid)
    ]
    return _("{player} – {effects}", player=who, effects=listed(parts))
