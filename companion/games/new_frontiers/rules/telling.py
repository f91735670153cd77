"""Facts just in time on a real table: a rule that meets what nobody told asks for it, and then goes on.

`play` tries a step. If a rule in it reads an untold fact, the step waits (`ToldState.pending`) and the table
is asked; each answer is told to the catalogue, and the step is tried again. What is asked after a step is
found in the same way: by trying its questions. So no list says which rule needs which fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.games.contract import LATER, Asks, Correction, Question, Untold, told_by_piece
from companion.games.new_frontiers.rules import asking, facts, telling_forms
from companion.games.new_frontiers.rules import round as rounds
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.income import without_stated
from companion.games.new_frontiers.rules.move import EmpireMove
from companion.games.new_frontiers.rules.setup import home_goods
from companion.games.new_frontiers.rules.state import State, ToldState, for_show
from companion.games.new_frontiers.tiles import loading
from companion.games.new_frontiers.tiles.catalogue import NAME, POWERS, Development, Goal, World
from companion.games.new_frontiers.tiles.telling import BONUS, GRAY_SIDE, KIND, VP, told
from companion.translation import _

Step = EmpireMove | Correction


@dataclass(frozen=True)
class Tell(EmpireMove):
    """What is printed on tiles: "W14/price=cost 3", as the form of `telling_forms` gives it."""

    do: ClassVar[str] = "tell"
    facts: tuple[str, ...]

    def words(self, state: State) -> str:
        return telling_forms.said_words(state, self.facts)

    def apply(self, state: State) -> State:
        assert isinstance(state, ToldState)
        asks = state.asks
        tiles = _told_tiles(state, self.facts, asks)
        shown = (*state.shown, *dict.fromkeys(tile for tile, _fact in asks.facts)) if asks else state.shown
        if asks and asks.moment in ("settle", "phase", "score"):
            shown = state.shown
        state = state.changed(catalogue=state.catalogue.with_tiles(tiles).strict, asks=None, shown=shown)
        return _large_are_single(state, tiles)


@dataclass(frozen=True)
class PlaceHomeGoods(EmpireMove):
    """A good on every windfall home (p. 3). Nobody is asked for it: it waits in `ToldState.pending` for what
    the homes say."""

    do: ClassVar[str] = "place-home-goods"

    def words(self, state: State) -> str:
        return _("The players begin on their home colonies")

    def apply(self, state: State) -> State:
        return home_goods(state)


def _large_are_single(state: ToldState, told_now: Iterable[World | Development]) -> ToldState:
    """A development beyond the rulebook's that turns out to be large is there once (p. 2)."""
    large = {
        tile.id
        for tile in told_now
        if isinstance(tile, Development) and tile.large and tile.id not in loading.catalogue()
    }
    if not large:
        return state
    stacks = tuple((id, min(left, 1) if id in large else left) for id, left in state.supply.developments)
    return state.changed(supply=state.supply.changed(developments=stacks))


MOVES = (Tell, AskWhatItSays)


def begin(state: State) -> State:
    """The start of a real table, which `setup.new` leaves without the goods of homes."""
    if not isinstance(state, ToldState):
        return state
    return _asked(state) if state.doing is not None else _go(state, PlaceHomeGoods(None))


def play(state: State, move: EmpireMove) -> State:
    """As `round.play`, at a table where facts may be untold."""
    if not isinstance(state, ToldState):
        return rounds.play(state, move)
    if isinstance(move, Tell):
        return go_on(move.apply(state))
    return move.apply(state) if isinstance(move, AskWhatItSays) else _go(state, move)


def go_on(state: State) -> State:
    """After facts were told: the step that waited for them, or the next question."""
    if not isinstance(state, ToldState):
        return state
    step = state.pending
    return _go(state.changed(pending=None), step) if isinstance(step, Step) else _asked(state)


def correct(state: State, correction: Correction) -> State:
    return _go(state, correction) if isinstance(state, ToldState) else facts.correct(state, correction)


def words(state: State, move: EmpireMove) -> str:
    if not isinstance(state, ToldState):
        return rounds.words(state, move)
    sentence = move.words(for_show(state))
    if isinstance(move, Tell | AskWhatItSays):
        return sentence
    after = play(state, move)
    besides = "" if isinstance(after, ToldState) and after.pending else without_stated(after, move.player)
    return _("{sentence} ({besides})", sentence=sentence, besides=besides) if besides else sentence


def asks(state: State) -> Asks | None:
    return state.asks if isinstance(state, ToldState) else None


def question(state: State) -> Question | None:
    """What must be told now; None: nothing."""
    asked = asks(state)
    if asked is None:
        return None
    shown = for_show(state)
    text = telling_forms.question_words(shown, asked)
    note = telling_forms.ranges_words(_ended(shown)) if asked.moment == "score" else ""
    return Question(None, Tell.do, text, does=(Tell.do,), form=telling_forms.form(shown, asked, note))


def _ended(shown: State) -> State:
    """The end of the game that waits for what is untold, with blanks for it."""
    assert isinstance(shown, ToldState)
    step, state = shown.pending, shown.changed(pending=None, asks=None)
    if isinstance(step, Correction):
        return facts.correct(state, step)
    assert isinstance(step, EmpireMove)
    return rounds.play(state, step)


def _go(state: ToldState, step: Step) -> State:
    try:
        if isinstance(step, Correction):
            after = facts.correct(state, step)
        elif isinstance(step, PlaceHomeGoods):
            after = step.apply(state)
        else:
            after = rounds.play(state, step)
    except Untold as untold:
        return state.changed(pending=step, asks=_asks_for(state, step, untold))
    assert isinstance(after, ToldState)
    if after.doing is None and state.doing is not None and state.doing.action == "homes":
        return _go(after, PlaceHomeGoods(None))
    if after.over and (missing := untold_score(after)):
        return state.changed(pending=step, asks=Asks("score", missing, missing))
    return _asked(after)


def _asked(state: ToldState) -> State:
    """With what must be told before the open questions can be asked; the facts of a tile that has just come
    into an empire first, while somebody has it in hand."""
    if state.asks is not None or state.over:
        return state
    choosing = state.doing is not None and state.doing.action == "homes"
    for seat, tile in () if choosing else _in_empires(state):
        if tile.id not in state.shown and (open_facts := _of_placed(tile)):
            return state.changed(asks=Asks("placed", open_facts, (), seat))
    try:
        for asked in asking.questions(state):
            if asked.form is None and asked.chance is None and asked.player is not None:
                asking.options(state, asked.player)
                asking.refusals(state, asked.player)
    except Untold as untold:
        return state.changed(asks=_asks_for(state, None, untold))
    return state


def _asks_for(state: ToldState, step: Step | None, untold: Untold) -> Asks:
    holder = _holder(state, untold.piece, step)
    need = (untold.piece, untold.fact)
    if untold.fact in POWERS:
        same = tuple(
            (tile.id, untold.fact)
            for seat, tile in _in_empires(state)
            if untold.fact in tile.untold and not _is_new(state, seat, tile.id)
        )
        return Asks("phase", tuple(dict.fromkeys((need, *same))), (), holder)
    tile = state.catalogue[untold.piece]
    if isinstance(tile, Goal):
        return Asks("rule", (need,), (need,), holder)
    if untold.fact in GRAY_SIDE and not isinstance(step, PlaceHomeGoods):
        gray = tuple((tile.id, fact) for fact in GRAY_SIDE if fact in tile.untold)
        return Asks("settle" if step is None else "rule", gray, gray, holder)
    if untold.fact == KIND and tile.id not in state.shown and _places(step, tile.id):
        return Asks("placed", _of_placed(tile), (need,), holder)
    return Asks("rule", (need,), (need,), holder)


def _places(step: Step | None, tile: str) -> bool:
    """The step turns this tile over, or begins with it."""
    return getattr(step, "world", None) == tile or (step is not None and tile[:1] == "H")


def _of_placed(tile: World | Development) -> tuple[tuple[str, str], ...]:
    """All that the side of a tile tells that lies in an empire, as far as it is untold."""
    return tuple((tile.id, fact) for fact in tile.untold if fact not in (NAME, BONUS, *GRAY_SIDE))


def untold_score(state: State) -> tuple[tuple[str, str], ...]:
    """The VP, and what a "?" counts, that nobody told of the tiles in empires."""
    return tuple(
        dict.fromkeys(
            (tile.id, fact)
            for _seat, tile in _in_empires(state)
            for fact in tile.untold
            if fact in (VP, BONUS)
        )
    )


def _in_empires(state: State) -> Iterator[tuple[int, World | Development]]:
    for seat, empire in enumerate(state.empires):
        for id in (*(colony.world for colony in empire.colonies), *empire.developments):
            tile = state.catalogue[id]
            if not isinstance(tile, Goal):
                yield seat, tile


def _is_new(state: State, seat: int, tile: str) -> bool:
    empire = state.empires[seat]
    return tile in empire.new_developments or any(c.new and c.world == tile for c in empire.colonies)


def _holder(state: State, tile: str, step: Step | None) -> int | None:
    """Who has the tile in hand."""
    mats = state.setup.drawn("mats") or ()
    for seat, empire in enumerate(state.empires):
        own = (*(colony.world for colony in empire.colonies), *empire.explored, *empire.developments)
        if tile in own or (tile[:1] == "H" and mats[seat : seat + 1] == (tile[:-1],)):
            return seat
    return step.player if isinstance(step, EmpireMove) else None


def _told_tiles(state: State, said: Iterable[str], asked: Asks | None) -> tuple[World | Development, ...]:
    """The tiles with what was said of them. Without LATER in it, what was asked and takes more than one
    answer (keywords, powers) and has none is told to be none."""
    texts = tuple(said)
    by_tile = told_by_piece(texts)
    if asked is not None and LATER not in texts:
        for tile, fact in asked.facts:
            if fact in POWERS and asked.moment == "placed":
                fact = "powers"
            if fact in ("keywords", "powers", *POWERS):
                by_tile.setdefault(tile, {}).setdefault(fact, ())
    shown = state.catalogue.shown
    found: list[World | Development] = []
    for id, of_tile in by_tile.items():
        known = shown.get(id)
        if isinstance(known, World | Development):
            if LATER in texts and "powers" in of_tile:
                of_tile |= telling_forms.by_type(of_tile.pop("powers"))
            found.append(told(known, of_tile))
    return tuple(found)
