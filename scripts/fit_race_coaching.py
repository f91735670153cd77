"""Fits the points that the coach expects of empires in Race for the Galaxy, on games of computer players.

    python scripts/fit_race_coaching.py [--games 400] [--jobs 2]

Writes companion/games/race_for_the_galaxy/coaching/weights.toml: for each number of players a weight for each
of `features.ALL_FEATURES` (`coach_weights.py`).
"""

from __future__ import annotations

from companion.games.race_for_the_galaxy.coaching import features
from companion.games.race_for_the_galaxy.rules.scoring import score
from scripts.coach_weights import Fit, run

FIT = Fit(
    "race-for-the-galaxy",
    "fit_race_coaching.py",
    (2, 3, 4),
    ((), (("start-worlds", "eleven"),), (("two-players", "experienced"),)),
    0.2,
    features.ALL_FEATURES,
    features.empire_features,
    features.left,
    score,
)

if __name__ == "__main__":
    run(FIT, __doc__.splitlines()[0], 400)
