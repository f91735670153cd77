"""The game as lights: seven lamps for the phases I II III IV $ V and the round's end, and the seats.

A player is a colour and a rhythm, and what a lamp means is a motion and a level, so that everything can be
read by eyes that see no colour. Nothing of a secret choice shows before it is revealed.
"""

from __future__ import annotations

from companion.games.contract import Light, LightPicture, Segment
from companion.games.race_for_the_galaxy.rules import round as rounds
from companion.games.race_for_the_galaxy.rules import trade
from companion.games.race_for_the_galaxy.rules.scoring import score
from companion.games.race_for_the_galaxy.rules.state import State
from companion.translation import _

LAMPS = ("explore", "develop", "settle", "consume", "trade", "produce", "end")
"""The lamps beside the phases, in their order."""
SIGNS = ("explore", "develop", "settle", "consume", "vp", "produce", "discards")
"""The icon that lies under each of them on a drawn table."""
TRACK_LAMPS = 6
RHYTHMS = {"red": "double-blink", "yellow": "triple-blink", "green": "slow-pulse", "blue": "steady"}
"""A motion for each of the players' colours."""
FAINT, PLAIN, BRIGHT = 1, 2, 3

CHOSEN = Light("white", "steady", PLAIN)
DONE = Light("white", "steady", FAINT)
NOW = Light("white", "breathe", BRIGHT)
CHOOSING = Light("white", "breathe", FAINT)
LAST_ROUND = Light("amber", "breathe", PLAIN)


class Lights:
    """The lights capability: the seats, and a lamp for each phase and for the round's end."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return (
            Segment("track", TRACK_LAMPS, _("along the seats"), _("seat {number}")),
            Segment(
                "tiles",
                len(LAMPS),
                _("for the phases I, II, III, IV, $, V and the round's end"),
                _("lamp {number} of the phases"),
                66.6,
                signs=SIGNS,
            ),
        )

    def light(self, state: State) -> LightPicture:
        return light(state.shown)


def light(state: State) -> LightPicture:
    """Segments "track" (the seats, from the first lamp on) and "tiles" (LAMPS)."""
    if state.over:
        return _ceremony(state)
    acting = rounds.asked(state)
    track = [player_light(state, seat, BRIGHT if seat in acting else FAINT) for seat in _seats(state)]
    track += [Light()] * (TRACK_LAMPS - len(track))
    tiles = tuple(_lamp(state, name) for name in LAMPS)
    calls = tuple(("track", seat) for seat in acting)
    return LightPicture((("track", tuple(track)), ("tiles", tiles)), calls)


def _seats(state: State) -> range:
    return range(len(state.empires))


def player_light(state: State, seat: int, level: int) -> Light:
    colour = state.empires[seat].colour
    return Light(colour, RHYTHMS[colour], level)


def _lamp(state: State, name: str) -> Light:
    if name == "end":
        return LAST_ROUND if state.endings or state.pool <= 0 else Light()
    if state.at < 0:
        return CHOOSING if state.at == -1 else Light()
    if name == "trade":
        return _trade(state)
    places = [at for at, phase in enumerate(state.plan) if phase.rstrip("2") == name]
    if not places:
        return Light()
    if state.at in places:
        return Light() if name == "consume" and _trading(state) else NOW
    return DONE if state.at > places[-1] else CHOSEN


def _trading(state: State) -> bool:
    return state.phase == "consume" and any(trade.Trading.is_at(state, seat) for seat in _seats(state))


def _trade(state: State) -> Light:
    """The $ lamp: somebody chose Consume: Trade."""
    if not any("consume-trade" in empire.chosen for empire in state.empires):
        return Light()
    if _trading(state):
        return NOW
    return CHOSEN if state.plan.index("consume") > state.at else DONE


def _ceremony(state: State) -> LightPicture:
    """The game is over: the players by rank, the winners bright, and the lamps of the phases are theirs."""
    ranked = sorted(score(state).players, key=lambda player: player.rank)
    winners = [player.player for player in ranked if player.winner]
    track = [player_light(state, p.player, BRIGHT if p.winner else PLAIN) for p in ranked]
    track += [Light()] * (TRACK_LAMPS - len(track))
    tiles = tuple(player_light(state, winners[n % len(winners)], BRIGHT) for n in range(len(LAMPS)))
    return LightPicture((("track", tuple(track)), ("tiles", tiles)))
