"""Facts just in time on a real table of New Frontiers: what it gives to the driver (contract/in_time.py).

Nothing here says which rule needs which fact; that is found by trying. Here stands what is asked in one
breath with a fact, and who has the tile in hand; `telling.py` has what was told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.contract import Asks, Correction, Question, Untold, Value
from companion.games.contract.in_time import InTime, Step
from companion.games.new_frontiers.rules import scoring, told_forms
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.course import asking, facts
from companion.games.new_frontiers.rules.course import round as rounds
from companion.games.new_frontiers.rules.course.telling import PlaceHomeGoods, Tell, with_told_homes
from companion.games.new_frontiers.rules.income import without_stated
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.selecting import SelectAction
from companion.games.new_frontiers.rules.setup import (
    asks_all_facts,
    asks_what_counts,
    asks_whole_side,
)
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.catalogue import Development, Goal, Tile, World, printed_on
from companion.games.new_frontiers.tiles.printed import NAME
from companion.games.new_frontiers.tiles.printed_world import GRAY_SIDE, KIND
from companion.games.new_frontiers.tiles.printed_worth import (
    BONUS,
    KEYWORD,
    POWERS,
    VP,
)
from companion.translation import _


class _InTime(InTime[State]):
    def do(self, state: State, step: Step) -> State:
        if isinstance(step, Correction):
            after = with_told_homes(facts.correct(state, step))
        elif isinstance(step, PlaceHomeGoods):
            after = step.apply(state)
        else:
            _need_homes_of_goods(state, step)
            after = rounds.play(state, step)
        return after

    def offered(self, state: State, step: Step) -> bool:
        if not isinstance(step, EmpireMove) or step.player is None or not asks_all_facts(state):
            return True
        offered = step.offered_as(state)
        options = asking.options(state, step.player)
        return not options or offered is None or any(option.decision == offered for option in options)

    def open(self, state: State) -> Iterator[Value]:
        for asked in asking.questions(state):
            yield asked
            if asked.player is not None:
                yield from asking.options(state, asked.player)
                yield from asking.refusals(state, asked.player)

    def count(self, state: State) -> object:
        kinds = () if asks_what_counts(state) else [tile.kind for tile in _colonies(state)]
        return kinds, scoring.score(state)

    def of_sum(self, ended: State) -> tuple[tuple[str, str], ...]:
        if not asks_all_facts(ended):
            return untold_vp(ended)
        missing = {*self.missing(ended)}
        held = (tile for _seat, tile in _in_empires(ended))
        goals = ended.catalogue.goals.values()
        return tuple(
            (tile.id, fact) for tile in (*held, *goals) for fact in tile.untold if (tile.id, fact) in missing
        )

    def least(self, state: State, untold: Untold) -> State:
        tile = state.catalogue.shown[untold.piece]
        least = replace(tile, untold=tuple(fact for fact in tile.untold if fact != untold.fact))
        return state.changed(catalogue=state.catalogue.with_tiles((least,)).strict)

    def all_told(self, state: State) -> bool:
        return state.catalogue.shown is state.catalogue

    def first(self, state: State) -> Asks | None:
        """The facts of a tile that has just come into an empire, while somebody has it in hand; of a home
        once its owner is asked something in an action."""
        choosing = state.doing is not None and state.doing.action == "homes"
        asked = () if state.doing is None or not state.homes_due else asking.asked(state)
        for seat, tile in () if choosing else _in_empires(state):
            due = _is_due_home(state, seat, tile)
            now = tile.id not in state.opened and (not due or seat in asked)
            if now and (open_facts := _of_placed(tile)):
                return Asks("placed", open_facts, ((tile.id, KIND),) if due else (), seat)
        return None

    def next_step(self, before: State, step: Step, after: State) -> Step | None:
        homes = before.doing is not None and before.doing.action == "homes"
        return PlaceHomeGoods(None) if homes and after.doing is None else None

    def asks_for(self, state: State, step: Step | None, untold: Untold) -> Asks:
        holder = _holder(state, untold.piece, step)
        need = (untold.piece, untold.fact)
        tile = state.catalogue[untold.piece]
        if holder is not None and tile.id not in state.opened and _is_due_home(state, holder, tile):
            return Asks("placed", _of_placed(tile), ((tile.id, KIND),), holder)
        if untold.fact in POWERS:
            same = tuple(
                (tile.id, untold.fact)
                for seat, tile in _in_empires(state)
                if untold.fact in tile.untold and not _is_new(state, seat, tile.id)
            )
            return Asks("phase", tuple(dict.fromkeys((need, *same))), (), holder)
        together = next((row.asked_with for row in printed_on(tile).rows if row.key == untold.fact), ())
        if together and not isinstance(step, PlaceHomeGoods):
            beside = tuple((tile.id, fact) for fact in together if fact in tile.untold)
            return Asks("settle" if step is None else "rule", beside, beside, holder)
        if tile.id not in state.opened and (
            (untold.fact == KIND and _places(step, tile))
            or (untold.fact in (KIND, KEYWORD) and _is_explored(state, tile) and asks_whole_side(state))
        ):
            return Asks("placed", _of_placed(tile), (need,), holder)
        return Asks("rule", (need,), (need,), holder)


IN_TIME = _InTime()


def begin(state: State) -> State:
    """The start of a real table, which `setup.new` leaves without the goods of homes."""
    if not state.setup.told:
        return state
    return IN_TIME.told(state) if state.doing is not None else IN_TIME.play(state, PlaceHomeGoods(None))


def play(state: State, move: EmpireMove) -> State:
    """As `round.play`, at a table where facts may be untold."""
    if not state.setup.told:
        return rounds.play(state, move)
    if isinstance(move, Tell):
        return go_on(move.apply(state))
    return move.apply(state) if isinstance(move, AskWhatItSays) else IN_TIME.play(state, move)


def go_on(state: State) -> State:
    """After facts were told: the step that waited for them, or the next question."""
    return IN_TIME.told(state) if state.setup.told else state


def correct(state: State, correction: Correction) -> State:
    return IN_TIME.play(state, correction) if state.setup.told else facts.correct(state, correction)


def words(state: State, move: EmpireMove) -> str:
    if not state.setup.told:
        return rounds.words(state, move)
    sentence = move.words(state.shown)
    if isinstance(move, Tell | AskWhatItSays):
        return sentence
    after = play(state, move)
    besides = "" if after.pending else without_stated(after, move.player)
    return _("{sentence} ({besides})", sentence=sentence, besides=besides) if besides else sentence


def question(state: State) -> Question | None:
    """What must be told now; None: nothing."""
    asked = state.asks
    if asked is None:
        return None
    shown = state.shown
    text = told_forms.question_words(shown, asked)
    note = told_forms.missing_words(_ended(shown), asked) if asked.moment == "score" else ""
    return Question(None, Tell.do, text, does=(Tell.do,), form=told_forms.form(shown, asked, note))


def _ended(shown: State) -> State:
    """The end of the game that waits for what is untold, with blanks for it."""
    ended = shown.changed(pending=None, asks=None)
    return ended if shown.pending is None else IN_TIME.do(ended, shown.pending)


def untold_vp(state: State) -> tuple[tuple[str, str], ...]:
    """The VP, and what a "?" counts, that nobody told of the tiles in empires."""
    return tuple(
        dict.fromkeys(
            (tile.id, fact)
            for _seat, tile in _in_empires(state)
            for fact in tile.untold
            if fact in (VP, BONUS)
        )
    )


def _places(step: Step | None, tile: Tile) -> bool:
    """The step turns this tile over, or begins with it."""
    is_home = isinstance(tile, World) and tile.is_home
    return getattr(step, "world", None) == tile.id or (step is not None and is_home)


def _is_explored(state: State, tile: Tile) -> bool:
    return any(tile.id in empire.explored for empire in state.empires)


def _of_placed(tile: Tile) -> tuple[tuple[str, str], ...]:
    """All that the side of a tile tells that lies in an empire, as far as it is untold."""
    return tuple((tile.id, fact) for fact in tile.untold if fact not in (NAME, BONUS, *GRAY_SIDE))


def _in_empires(state: State) -> Iterator[tuple[int, World | Development]]:
    for seat, empire in enumerate(state.empires):
        for id in (*(colony.world for colony in empire.colonies), *empire.developments):
            tile = state.catalogue[id]
            if not isinstance(tile, Goal):
                yield seat, tile


def _colonies(state: State) -> Iterator[World]:
    return (tile for _seat, tile in _in_empires(state) if isinstance(tile, World))


def _is_due_home(state: State, seat: int, tile: Tile) -> bool:
    return seat in state.homes_due and isinstance(tile, World) and tile.is_home


def _need_homes_of_goods(state: State, step: Step) -> None:
    """Raises Untold for a home that nobody told, before an action in which its good, or that it produces one,
    counts though its owner is asked nothing."""
    if not isinstance(step, SelectAction) or step.action not in ("produce", "trade-consume"):
        return
    for seat, tile in _in_empires(state):
        if _is_due_home(state, seat, tile):
            raise Untold(tile.id, KIND)


def _is_new(state: State, seat: int, tile: str) -> bool:
    empire = state.empires[seat]
    return tile in empire.new_developments or any(c.new and c.world == tile for c in empire.colonies)


def _holder(state: State, tile: str, step: Step | None) -> int | None:
    """Who has the tile in hand."""
    mats, home = state.setup.drawn("mats") or (), state.catalogue.homes.get(tile)
    for seat, empire in enumerate(state.empires):
        own = (*(colony.world for colony in empire.colonies), *empire.explored, *empire.developments)
        if tile in own or (home is not None and mats[seat : seat + 1] == (f"H{home.mat}",)):
            return seat
    return step.player if isinstance(step, EmpireMove) else None
