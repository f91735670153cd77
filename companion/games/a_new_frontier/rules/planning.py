"""The planning phase: everybody lays a board in secret, and may mend an honest mistake (p. 5)."""

from __future__ import annotations

from companion.games.a_new_frontier.rules.decisions import AgreeAgain, AskAgain, FinishOnBoard, LayPlan
from companion.games.a_new_frontier.rules.planning_board import form, plan_of
from companion.games.a_new_frontier.rules.setup import boards, newcomers
from companion.games.a_new_frontier.rules.state import Plan, State
from companion.games.contract import Decision, Illegal, Option, Question
from companion.translation import _

PAGE = 5


def questions(state: State) -> tuple[Question, ...]:
    found = []
    for seat, corp in enumerate(state.corps):
        if not corp.planned:
            found.append(
                Question(
                    seat,
                    "plan",
                    _("{player}: plan the turn.", player=corp.name),
                    PAGE,
                    secret=True,
                    form=form(state, seat),
                )
            )
            if boards(state):
                text = _("{player}: finished, with the plan on the printed board?", player=corp.name)
                found.append(Question(seat, "finish-on-board", text, PAGE, optional=True))
        elif not any(whose == seat for whose, _agreed in state.again):
            text = _("{player}: an honest mistake in the plan?", player=corp.name)
            found.append(Question(seat, "ask-again", text, PAGE, optional=True))
    for whose, agreed in state.again:
        for seat in state.seats:
            if seat != whose and seat not in agreed:
                text = _(
                    "{player}: may {other} change the plan?",
                    player=state.corps[seat].name,
                    other=state.corps[whose].name,
                )
                found.append(Question(seat, "agree-again", text, PAGE, optional=True))
    return tuple(found)


def options(state: State, seat: int) -> tuple[Option, ...]:
    found = []
    asking = [whose for whose, _agreed in state.again]
    if boards(state) and not state.corps[seat].planned:
        words = _("Finished: my plan lies on the printed board")
        found.append(Option(FinishOnBoard(seat), words, likely=-9))
    if state.corps[seat].planned and seat not in asking:
        found.append(Option(AskAgain(seat), _("Ask the others to let me change it")))
    for whose, agreed in state.again:
        if seat != whose and seat not in agreed:
            name = state.corps[whose].name
            found += [
                Option(AgreeAgain(seat, whose, True), _("Let {player} change the plan", player=name)),
                Option(AgreeAgain(seat, whose, False), _("{player} keeps the plan", player=name)),
            ]
    return tuple(found)


def play(state: State, decision: Decision, *, fits: bool = False) -> State:
    """The state after an answer of this phase; `done` says whether everybody has finished. fits: as for
    `plan_of`."""
    seat = decision.player
    assert seat is not None
    if isinstance(decision, LayPlan | FinishOnBoard):
        if state.corps[seat].planned:
            raise Illegal(
                _("{player} has finished planning.", player=state.corps[seat].name),
                PAGE,
                _("Ask the others to change the plan."),
            )
        track = state.track if seat in state.track else (*state.track, seat)
        if isinstance(decision, FinishOnBoard):
            if not boards(state):
                raise Illegal(_("At this table turns are planned on phones."), PAGE)
            return state.with_corp(seat, plan=Plan(), planned=True, on_board=0).changed(track=track)
        plan = plan_of(state, seat, decision.laid, fits=fits)
        return state.with_corp(seat, plan=plan, planned=True, on_board=None).changed(track=track)
    if isinstance(decision, AskAgain):
        if not state.corps[seat].planned or any(whose == seat for whose, _a in state.again):
            raise Illegal(_("There is no finished plan to change."), PAGE)
        return state.changed(again=(*state.again, (seat, ())))
    if isinstance(decision, AgreeAgain):
        return _agreed(state, decision)
    raise Illegal(_("Now the turn is planned."), PAGE)


def _agreed(state: State, decision: AgreeAgain) -> State:
    seat = decision.player
    asked = next((each for each in state.again if each[0] == decision.whose), None)
    if asked is None or seat is None or seat == decision.whose or seat in asked[1]:
        raise Illegal(_("Nobody asks you that."), PAGE)
    left = tuple(each for each in state.again if each != asked)
    if not decision.yes:
        return state.changed(again=left)
    agreed = (*asked[1], seat)
    if len(agreed) < len(state.corps) - 1:
        return state.changed(again=(*left, (decision.whose, agreed)))
    # The place on the track stays: what is mended is a mistake, not the order of finishing.
    return state.with_corp(decision.whose, planned=False).changed(again=left)


def done(state: State) -> bool:
    return all(corp.planned for corp in state.corps)


def final_track(state: State) -> tuple[int, ...]:
    """The track once all have finished: the highest bid for the first place (optional), then new players,
    then everybody else, each as they finished (p. 3, 5)."""
    new = newcomers(state)
    bids = {s: p.initiative for s in state.seats if (p := state.corps[s].plan) is not None and p.initiative}
    first = min(bids, key=lambda seat: (-bids[seat], state.track.index(seat)), default=None)
    return tuple(sorted(state.track, key=lambda s: (s != first, s >= new, state.track.index(s))))
