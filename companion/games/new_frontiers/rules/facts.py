"""Every fact that a person may overrule, by its path, and its correction.

Places and players are named in words ("explored by green"), which stand in journals: `Fact.said` has them
in the language that holds.

    round, last-round, turn            how far the game is
    track/SEAT/DISK                    a disk's place on the priority track, 1 in front
    action/NAME, produce-credits       who selected an action tile; the credits on Produce
    credits/SEAT, chips/SEAT, colonists/SEAT       an empire's (colonists: those on no colony)
    done/SEAT                          the player's part of the action being done
    home/SEAT, settled-colonists/SEAT/WORLD, good/SEAT/WORLD
    development/SEAT/ID, world/ID, goal/ID         where a tile is
    side/STACK                         which side of a development with two is in play
    stockpile-credits/SEAT, stockpile-goods/SEAT/KIND
    by-hand/SEAT/TILE                  VP that people counted for a "?" that the language does not know
    supply/vp, supply/colonists, supply/goods/KIND, supply/development/ID

Pieces are moved, not made: colonists, goods, chips and tiles that an empire has more of come out of the
supply as far as it has them, and go back into it. Credits have no limit (rulebook p. 10). What then does
not add up, `checks.py` says.
"""

from __future__ import annotations

from companion.games.contract import Correction, Fact, checked_fact
from companion.games.new_frontiers.rules.course_facts import COURSE
from companion.games.new_frontiers.rules.empire_facts import EMPIRE
from companion.games.new_frontiers.rules.endings import with_endings
from companion.games.new_frontiers.rules.placing import with_lost_goods
from companion.games.new_frontiers.rules.round import resume
from companion.games.new_frontiers.rules.round_end import reopen
from companion.games.new_frontiers.rules.state import State, for_show
from companion.games.new_frontiers.rules.tile_facts import TILES
from companion.translation import _

_KINDS = {kind.name: kind for kind in (*COURSE, *EMPIRE, *TILES)}


def facts(state: State) -> tuple[Fact, ...]:
    """Everything that may be overruled now. What lies face down is listed without telling what it is."""
    return tuple(fact for kind in _KINDS.values() for fact in kind.read(state))


def find(state: State, path: str) -> Fact | None:
    """The fact at `path`; None: there is no such fact now."""
    state = for_show(state)
    kind = _KINDS.get(path.split("/")[0])
    return next((fact for fact in kind.read(state) if fact.path == path), None) if kind else None


def correct(state: State, correction: Correction) -> State:
    """The state with one fact overruled; a question that has no answer any more is passed over.

    Raises Illegal: no such fact, or not a value that it may have.
    """
    fact = checked_fact(find(state, correction.path), correction)
    name, *rest = fact.path.split("/")
    kind = _KINDS[name]
    ended = state.over and bool(state.endings)
    state = kind.change(state, rest, correction.value)
    if kind.ends_game:
        state = with_endings(state)
    return reopen(state) if ended and not state.endings else resume(state)


def correction_words(state: State, correction: Correction) -> str:
    """ "Blue: credits: 5 instead of 3". Raises Illegal as `correct` does."""
    fact = checked_fact(find(state, correction.path), correction)
    words = fact.correction_words(correction.value)
    turn = find(state, "turn")
    if fact.path.startswith("track/") and state.doing is not None and turn is not None:
        return _(
            "{correction}. The order of the action being done stays: it is changed at “{turn}”.",
            correction=words,
            turn=turn.label,
        )
    return (
        with_lost_goods(words, state, correct(state, correction)) if fact.path.startswith("home/") else words
    )
