"""Converts values of draws, rolls and forms to decisions; explains refused answers."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import (
    archaeotech,
    effects,
    exchange,
    exploration,
    planning,
    politics,
    relocation,
    research,
    revealing,
)
from companion.games.a_new_frontier.rules import decisions as do
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State
from companion.games.contract import Decision, Draw, Illegal, Json, Question, Refusal, Roll
from companion.translation import _


def answer(state: State, question: Question, value: Json) -> Decision:
    """The decision that a value makes. Raises Illegal for a value that is none."""
    if question.draw is not None:
        return _drawn(question.draw, value)
    if question.roll is not None:
        return do.TellDice(None, _dice(question.roll, value))
    seat = question.player
    if question.form is None or seat is None:
        raise Illegal(_("This is answered by one of the options."))
    if wrong := question.form.problem(value):
        raise Illegal(wrong, question.page)
    decision = _of_form(seat, question.kind, value)
    _check(state, decision)
    return decision


def _check(state: State, decision: Decision) -> None:
    """Checks by the rules what a form cannot express (too few credits for a board, a fleet left empty). The
    state may be a seat's view, so nothing that needs others' secrets is played. The form's own check was made
    before; a plan's form, which is expensive, is not built again. Raises Illegal."""
    match decision:
        case do.LayPlan():
            planning.play(state, decision, fits=True)
        case do.GiveCredits():
            exchange.play(state, decision)
        case do.Reveal():
            revealing.play(state, decision)
        case do.NameArchaeotechs():
            archaeotech.play(state, decision)
        case do.Vote(player=int(seat), laid=laid):
            politics.check_vote(state, seat, laid)
        case do.Relocate():
            relocation.play(state, decision)
        case do.TellEffect():
            effects.play(state, decision)
        case do.ChooseTechs():
            research.play(state, decision)
        case do.EarnTechs():
            research.earn(state, decision)


def _of_form(seat: int, kind: str, value: Json) -> Decision:
    match kind:
        case "plan":
            return do.LayPlan(seat, _laid(value))
        case "give-credits":
            return do.GiveCredits(seat, _laid(value))
        case "reveal":
            return do.Reveal(seat, _laid(value))
        case "name-archaeotechs":
            return do.NameArchaeotechs(seat, tuple(value))
        case "vote":
            return do.Vote(seat, _laid(value))
        case "relocate":
            return do.Relocate(seat, _laid(value))
        case "tell-effect":
            return do.TellEffect(seat, _laid(value))
        case "tell-strength":
            return do.TellStrength(seat, value)
        case "tell-might":
            return do.TellMight(seat, value)
        case "lose-ships":
            return do.LoseShips(seat, _ships(value))
        case "repay-with":
            return do.RepayWith(seat, _ships(value))
        case "choose-techs":
            return do.ChooseTechs(seat, tuple(value))
        case "earn-techs":
            return do.EarnTechs(seat, tuple(value))
        case "discard-archaeotechs":
            return do.DiscardArchaeotechs(seat, tuple(value))
    raise Illegal(_("This is answered by one of the options."))


def _laid(value: Json) -> do.PlacedTokens:
    return tuple((token, place, count) for token, place, count in value)


def _ships(value: Json) -> tuple[str, ...]:
    """The kinds of ships of items like "kraken:0"."""
    return tuple(sorted(item.partition(":")[0] for item in value))


def _drawn(draw: Draw, value: Json) -> Decision:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise Illegal(_("A draw is told as a list of names."))
    if len(set(value)) != len(value) or len(value) != draw.count or not set(value) <= set(draw.pool):
        raise Illegal(_("Tell {count} of what may come up.", count=draw.count))
    if draw.what == "alpha-security":
        return do.DrawTarget(None, int(value[0].rpartition("-")[2]) - 1)
    return do.DrawMissions(None, tuple(value))


def _dice(roll: Roll, value: Json) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or len(value) != len(roll.dice):
        raise Illegal(_("Tell what each of {count} dice shows.", count=len(roll.dice)))
    for die, sides in zip(value, roll.dice, strict=True):
        if type(die) is not int or not 1 <= die <= sides:
            raise Illegal(_("A die shows a number from 1 to {sides}.", sides=sides))
    return tuple(value)


def refusals(state: State, player: int) -> tuple[Refusal, ...]:
    """Colonies out of reach, and facilities' places that are taken."""
    step = state.step
    found = []
    if isinstance(step, exploration.ExplorationStep) and step.queue[:1] == (player,):
        reach = state.influence[player] + exploration.highest_boost(state, player)
        if state.corps[player].wormhole:
            found += [
                Refusal(
                    _("Ally with a level {level} colony", level=level),
                    _("Your influence reaches level {reach}, with sacrifices.", reach=reach),
                    exploration.PAGE,
                    remedy=exploration.more_influence(),
                )
                for level in sorted(set(state.colonies))
                if level > reach
            ]
    if isinstance(step, research.ResearchStep) and step.placing and step.placing[0][0] == player:
        kind = step.placing[0][1]
        for where in range(PLANET_COUNT):
            if why := research.refused_place(state, player, kind, where):
                remedy = research.place_remedy(state, where)
                found.append(Refusal(state.book.planets[where], why, 12, remedy=remedy))
    return tuple(found)
