"""Hides from a seat the others' plans, and the ships of their fleets while hidden (p. 1, 5), and what their
questions would tell of these."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.archaeotech import UseArchaeotech, registered
from companion.games.a_new_frontier.rules.course.planet import RepayWith
from companion.games.a_new_frontier.rules.course.starting_fleets import FleetsStep
from companion.games.a_new_frontier.rules.exchange import GiveCredits
from companion.games.a_new_frontier.rules.fight.cards import TellStrength
from companion.games.a_new_frontier.rules.fight.dice import ReRoll
from companion.games.a_new_frontier.rules.fight.stage import stage_of
from companion.games.a_new_frontier.rules.planet_state import Fight, PlanetStep
from companion.games.a_new_frontier.rules.politics_state import PoliticsStep
from companion.games.a_new_frontier.rules.state import HIDDEN_SHIP, PLANET_COUNT, Corp, State
from companion.games.a_new_frontier.wording.names import planet_words
from companion.games.contract import Question
from companion.translation import _

HIDDEN_CARD = "?"


def view(state: State, player: int | None) -> State:
    """The state as this seat may know it; None: as it lies open to all."""
    corps = tuple(
        corp if seat == player or state.over else _hidden(state, seat, corp)
        for seat, corp in enumerate(state.corps)
    )
    return state.changed(corps=corps, step=_step(state, player), gained=state.gained)


def _hidden(state: State, seat: int, corp: Corp) -> Corp:
    shown, fleets = open_fleet(state, seat), []
    for planet, fleet in enumerate(corp.fleets):
        fleets.append(fleet if planet == shown else (HIDDEN_SHIP,) * len(fleet))
    if isinstance(state.step, FleetsStep):
        # How somebody has divided a starting fleet is seen once all have: till then, as it began.
        each = sum(map(len, fleets)) // PLANET_COUNT
        fleets = [(HIDDEN_SHIP,) * each] * PLANET_COUNT
    on_board = corp.on_board if corp.on_board is None else 0
    return corp.changed(plan=None, fleets=tuple(fleets), named=(), on_board=on_board, last_board=())


def open_fleet(state: State, seat: int) -> int | None:
    """The planet where a fleet lies open: from the strength on, in a conflict there (p. 7)."""
    step = state.step
    if not isinstance(step, PlanetStep) or step.fight is None:
        return None
    return step.fight.planet if step.fight.strengths[seat] is not None else None


def _step(state: State, player: int | None) -> object:
    step = state.step
    if isinstance(step, PlanetStep) and step.fight is not None:
        return step.changed(fight=_fight(state, step.fight, player))
    if isinstance(step, PoliticsStep):
        votes = tuple(vote if vote is None or seat == player else () for seat, vote in enumerate(step.votes))
        favour = tuple(
            whom if whom is None or seat == player else seat for seat, whom in enumerate(step.favour)
        )
        return step.changed(votes=votes, favour=favour)
    return step


def _fight(state: State, fight: Fight, player: int | None) -> Fight:
    """Cards are covered until all who fight have chosen theirs."""

    def covered(cards: tuple[str | None, ...]) -> tuple[str | None, ...]:
        return tuple(
            card if card is None or seat == player else HIDDEN_CARD for seat, card in enumerate(cards)
        )

    strategies, tactics = stage_of(fight).lie_open(state)
    if not strategies:
        fight = fight.changed(strategies=covered(fight.strategies))
    return fight if tactics else fight.changed(tactics=covered(fight.tactics))


def questions(state: State, asked: tuple[Question, ...], player: int | None) -> tuple[Question, ...]:
    """What is asked in this state, as this seat may read it; None: as everybody may."""
    read = (each if each.player in (player, None) else _covered(state, each) for each in asked)
    return tuple(each for each in read if each is not None)


def _covered(state: State, question: Question) -> Question | None:
    """Another's question without what is hidden, to be answered on its owner's page; None: even that it is
    asked would tell something."""
    if question.secret or question.private:
        return question.changed(form=None)
    assert question.player is not None
    corp = state.corps[question.player]
    if question.kind == TellStrength.do:
        # The fleet is open information only once its strength is indicated (p. 7).
        assert isinstance(state.step, PlanetStep)
        assert state.step.fight is not None
        planet = planet_words(state.book, state.step.fight.planet)
        text = _("{player}: your strength at {planet}?", player=corp.name, planet=planet)
        return question.changed(text=text, form=None, private=True)
    if question.kind == RepayWith.do:
        return question.changed(form=None, private=True)
    # Asked while there are credits beside those on the board, or an archaeotech that fits.
    unseen = {
        GiveCredits.do: corp.planned,
        UseArchaeotech.do: True,
        ReRoll.do: bool(registered(state)),
    }
    return None if unseen.get(question.kind) else question
