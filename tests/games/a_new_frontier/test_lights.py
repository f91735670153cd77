"""Tests of the lamps: turn order, phases, and the winner."""

from __future__ import annotations

from companion.games.a_new_frontier.display.lights import OFF, PHASES, TRACK_LAMPS
from companion.games.contract import Light

from .build import BLUE, GAME, GREEN, RED, give, start


def lamps(state, segment):
    return dict(GAME.lights.light(state).segments)[segment]


def test_at_the_end_the_winner_is_first_and_bright_and_has_the_phases():
    state = give(give(start(), GREEN, vp=50), RED, vp=20).changed(phase="over", step=None, turn=5)
    ranked = [p.player for p in sorted(GAME.score(state).players, key=lambda p: p.rank)]
    assert ranked == [GREEN, RED, BLUE]
    assert lamps(state, "track") == (
        Light("green", "steady", 3),
        Light("red", "steady", 1),
        Light("blue", "steady", 1),
        *(OFF,) * (TRACK_LAMPS - 3),
    )
    assert lamps(state, "phases") == (Light("green", "steady", 3),) * len(PHASES)
    assert GAME.lights.light(state).calls == ()


def test_two_who_win_together_share_the_lamps():
    state = start().changed(phase="over", step=None, turn=5)
    state = give(give(state, GREEN, vp=50), RED, vp=50)
    winners = {p.player for p in GAME.score(state).players if p.winner}
    assert winners == {GREEN, RED}
    assert {light.colour for light in lamps(state, "phases")} == {"green", "red"}
    assert [light.level for light in lamps(state, "track")] == [3, 3, 1, 0, 0, 0]


def test_in_play_the_phase_shines_alone():
    shining = [light.level > 0 for light in lamps(start(), "phases")]
    assert shining == [phase == "planning" for phase in PHASES]
