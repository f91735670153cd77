"""Fits the points that the coach expects of empires in New Frontiers, on games of computer players.

    python scripts/fit_coaching.py [--games 1500] [--jobs 2]

Writes companion/games/new_frontiers/coaching/weights.toml: for each number of players a weight for each of
`features.ALL_FEATURES` (`coach_weights.py`).
"""

from __future__ import annotations

from companion.games.new_frontiers.coaching import features
from companion.games.new_frontiers.rules.scoring import standing
from scripts.coach_weights import Fit, run

FIT = Fit(
    "new-frontiers",
    "fit_coaching.py",
    (2, 3, 4, 5),
    (
        (),
        (("game", "later"),),
        (("goals", "yes"),),
        (("game", "later"), ("goals", "yes")),
    ),
    0.3,
    features.ALL_FEATURES,
    features.empire_features,
    features.left,
    standing,
)

if __name__ == "__main__":
    run(FIT, __doc__.splitlines()[0], 1500)
