"""What lies open, or is in hand at a step, and is asked for before a rule needs it (`in_time.py`).

So a question tells nothing of a plan or a hand: costs are asked before anybody plans, cards once they are
shown, all of a sort at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.a_new_frontier.book.entries import TENTH_BRANCH
from companion.games.a_new_frontier.rules import politics
from companion.games.a_new_frontier.rules.archaeotech import ShowArchaeotech
from companion.games.a_new_frontier.rules.course import turn
from companion.games.a_new_frontier.rules.marketing import ClaimMission
from companion.games.a_new_frontier.rules.politics_state import PoliticsStep
from companion.games.a_new_frontier.rules.research import ChooseTechs, ResearchStep
from companion.games.a_new_frontier.rules.setup import asks_texts, few_forms, told_by_holders
from companion.games.a_new_frontier.rules.state import PLANET_COUNT, State
from companion.games.a_new_frontier.rules.told_forms import asked_rows, asks_for
from companion.games.contract import Asks
from companion.games.contract.in_time import Step


def first(state: State) -> Asks | None:
    """What lies open and is asked now; None: nothing."""
    for moment, ids in lying_open(state):
        found = tuple(id for id in dict.fromkeys(ids) if _is_wanted(state, moment, id))
        if found:
            return _asks(state, moment, found, _holder(state, moment, found))
    return None


def wanted_by(state: State, move: Step | None) -> Asks | None:
    """What a step is about is asked before it is done: its player has it in hand."""
    if isinstance(move, ClaimMission):
        if not _is_wanted(state, "claim", f"mission-{move.mission}"):
            return None
        moment = "claim"
        # All that were taken lie open in the second row (p. 10).
        taken = (each for corp in state.corps for each in corp.missions) if few_forms(state) else ()
        entries = tuple(dict.fromkeys(f"mission-{each}" for each in (move.mission, *taken)))
    elif isinstance(move, ChooseTechs):
        moment, entries = "techs", tuple(f"technology-{id}" for id in move.techs)
        if few_forms(state) and not move.more:
            return None
        if any(state.book.techs[id].branch == TENTH_BRANCH for id in move.techs):
            entries = (*entries, "board-branch")
    elif isinstance(move, ShowArchaeotech):
        moment, entries = "archaeotech", (move.archaeotech,)
    else:
        return None
    found = tuple(id for id in entries if _is_wanted(state, moment, id))
    return _asks(state, moment, found, move.player) if found else None


def _asks(state: State, moment: str, ids: tuple[str, ...], holder: int | None) -> Asks:
    """What is asked of these entries then, of whoever has them in hand."""
    asks = asks_for(state.book, moment, ids)
    return asks.changed(holder=holder) if told_by_holders(state) else asks


def _holder(state: State, moment: str, ids: tuple[str, ...]) -> int | None:
    """Whose faction it is; what else lies open is anybody's to tell."""
    seats = (seat for seat in state.seats if moment == "factions" and state.corps[seat].faction in ids)
    return next(seats, None)


def not_begun(state: State) -> bool:
    return state.phase == "missions" and not state.offered


def asked_key(moment: str, id: str) -> str:
    return f"{moment} {id}"


def _is_wanted(state: State, moment: str, id: str) -> bool:
    return asked_key(moment, id) not in state.asked and bool(asked_rows(state.book.pieces[id], moment))


def lying_open(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(moment, entries) of what the phase may need, and everybody sees."""
    few = few_forms(state)
    if not_begun(state):
        planets = (f"planet-{n}" for n in range(1, PLANET_COUNT + 1))
        # The costs stand on the boards, too; a plan needs them next.
        yield "start", ("board-start", *planets, *(state.book.ship_entries if few else ()))
        factions = tuple(corp.faction for corp in state.corps)
        for those in ((each,) for each in factions) if told_by_holders(state) else (factions,):
            yield "factions", those
    if not few:
        yield from _texts(state)
    yield from turn.phase(state).lies_open(state)


def _texts(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(moment, entries) of what lies open and no rule reads: it stands where people read it."""
    if few_forms(state) and isinstance(state.step, PoliticsStep):
        yield "agendas", tuple(politics.proposed(state))
    if state.offered:
        moment = "row" if asks_texts(state) else "missions"
        yield moment, tuple(f"mission-{each}" for each in state.offered)
    if asks_texts(state):
        yield "facilities", tuple(f"facility-{kind}" for kind in _built(state))


def beside(state: State) -> Asks | None:
    """What somebody may tell beside what is asked, and nobody waits for."""
    if not state.setup.told or state.over or not few_forms(state):
        return None
    for moment, ids in _texts(state):
        if found := tuple(id for id in dict.fromkeys(ids) if _is_wanted(state, moment, id)):
            return asks_for(state.book, moment, found)
    return None


def _built(state: State) -> Iterator[str]:
    """The kinds of facilities that stand, wait on a planning board, or are placed now."""
    for corp in state.corps:
        yield from (kind for kind, _planet in corp.facilities)
    if isinstance(state.step, ResearchStep):
        yield from (kind for _seat, kind in state.step.placing if kind in state.book.facilities)
