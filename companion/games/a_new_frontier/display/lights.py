"""The lamps: turn order along one segment, the phases along another."""

from __future__ import annotations

from companion.games.a_new_frontier.rules import scoring
from companion.games.a_new_frontier.rules.course import turn
from companion.games.a_new_frontier.rules.state import State, for_show
from companion.games.contract import Light, LightPicture, Segment
from companion.translation import _

TRACK_LAMPS = 6
PHASES = ("planning", "planets", "exploration", "politics", "marketing", "research")
OFF = Light()


class Lights:
    """The lights capability. Lamp n of "track" shines in the colour of whoever is nth in turn order; lamp n
    of "phases" shines while its phase is played. At the end the track has the players by rank, the winners
    bright, and the phases' lamps are the winners'."""

    @property
    def segments(self) -> tuple[Segment, ...]:
        return (
            Segment("track", TRACK_LAMPS, _("along the turn order track")),
            Segment("phases", len(PHASES), _("beside the phases")),
        )

    def light(self, state: State) -> LightPicture:
        state = for_show(state)
        if state.over:
            return _ended(state)
        asked = {q.player for q in turn.phase(state).questions(state) if not q.optional}
        track = []
        calls = []
        for place in range(TRACK_LAMPS):
            if place >= len(state.track):
                track.append(OFF)
                continue
            seat = state.track[place]
            if seat in asked:
                calls.append(("track", place))
            motion = "slow-pulse" if seat in asked else "steady"
            track.append(Light(state.corps[seat].colour, motion, 3 if seat in asked else 1))
        now = {"alpha": "planets", "missions": "planning", "fleets": "planning"}.get(state.phase, state.phase)
        phases = tuple(
            Light("white", "breathe" if phase == "planning" else "steady", 2) if phase == now else OFF
            for phase in PHASES
        )
        return LightPicture((("track", tuple(track)), ("phases", phases)), tuple(calls))


def _ended(state: State) -> LightPicture:
    ranked = sorted(scoring.score(state).players, key=lambda each: each.rank)
    winners = [each.player for each in ranked if each.winner]
    track = [Light(state.corps[p.player].colour, "steady", 3 if p.winner else 1) for p in ranked]
    track += [OFF] * (TRACK_LAMPS - len(track))
    phases = tuple(
        Light(state.corps[winners[n % len(winners)]].colour, "steady", 3) for n in range(len(PHASES))
    )
    return LightPicture((("track", tuple(track)), ("phases", phases)))
