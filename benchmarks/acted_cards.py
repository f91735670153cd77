"""Whole games of Race for the Galaxy, acted out by simulated hands with tagged sleeves under a drawn camera.

    python benchmarks/acted_cards.py [--games 2] [--players 3] [--light typical|hard] [--seed 1]

An arm carries every placed card to its player's area and leaves, while the player may still choose; cards
discarded from a tableau are carried away. The camera, reader, tracker and referee must recognize these
decisions; all others, which no camera sees, are entered by touch. The players' cards come from the game's
dealer. Sometimes a card is lifted and laid down again. Goods, which are cards face down, are not drawn. The
clock is simulated at 15 pictures a second.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from companion.games.contract import Decision, Difference, Spot, seat_zone
from companion.simulation.computer_seats import ComputerSeats
from tests.rigs.acting import ActedGame
from tests.rigs.figures import row

GAME = "race-for-the-galaxy"


class ActedCardGame(ActedGame):
    """A game whose cards are laid while the tracker's layout still keeps their placement secret."""

    def __init__(self, folder: Path, players: int, seed: int, light: str) -> None:
        super().__init__(folder, players, seed, light, game=GAME)
        self.seats = ComputerSeats(self.table, Random(seed))

    def play(self, max_decisions: int) -> None:
        for _ in range(max_decisions):
            now = self.table.now
            decision = self.seats.decision(now)
            if decision is None:
                return
            laid = self._laid(now.state, decision)
            if laid is not None:
                self._place(decision, *laid)
            elif "gone" in self._tile_moves(now.state, decision):
                self.act([decision])
            else:
                self._submit_by_touch(decision)
                layout = self.game.tracking.layout(self.table.state)
                placed = {one.placed for one in self.table.state.progress}
                self._clear_away([c for c in self.drawn.tiles() if c not in layout and c not in placed])

    def _laid(self, state: Any, decision: Decision) -> tuple[str, Spot] | None:
        """The card that this decision lays, and its spot in the player's area; None: it lays none."""
        card = getattr(decision, "card", None)
        if card is None or decision.player is None or card in self.game.tracking.layout(state):
            return None
        spot = Spot(seat_zone(decision.player), "A")
        explained = self.game.tracking.explain(state, (Difference(card, None, spot),))
        return (card, spot) if decision in [option.decision for option in explained.options] else None

    def _place(self, decision: Decision, card: str, spot: Spot) -> None:
        state, number = self.table.state, self.table.number
        through = self._detour_zone(spot.zone)
        self.run(self.hands.carry(card, spot, through))
        kind = "placed, through an area" if through else "placed"
        self._await_decisions(state, number, [decision], kind, self.now)
        self._check_table_stays(self.table.state)


def play(seed: int, players: int, light: str, max_decisions: int) -> dict[str, Any]:
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        acting = ActedCardGame(Path(folder), players, seed, light)
        acting.lay_out_table()
        acting.play(max_decisions)
        acting.referee.close()
        result = acting.result
        return {
            "seed": seed,
            "players": players,
            "outcomes": dict(result.outcomes),
            "kinds": dict(result.kinds),
            "spurious": result.spurious,
            "silent": result.silent,
            "disagreements": result.disagreements,
            "delays": [delay for some in result.delays.values() for delay in some],
            "over": acting.game.phase(acting.table.state).over,
            "entries": acting.table.number,
            "pictures": acting.frames,
            "ms a picture": round(1000 * acting.processing_seconds / max(1, acting.frames), 1),
            "seconds": round(time.perf_counter() - started),
            "notes": result.notes,
        }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--light", default="typical", choices=("typical", "hard"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=2000, help="decisions of a game at most")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    outcomes: Counter[str] = Counter()
    delays: list[float] = []
    for seed in range(args.seed, args.seed + args.games):
        one = play(seed, args.players, args.light, args.most)
        outcomes.update(one["outcomes"])
        delays += one.pop("delays")
        print(json.dumps(one), flush=True)
    whole = sum(outcomes.values())
    by_itself = outcomes["right by itself"]
    median, late = np.percentile(delays, [50, 95]) if delays else (0, 0)
    row(
        f"{args.games} of {args.players} players, {args.light} light",
        placements=str(whole),
        right_by_themselves=f"{by_itself} ({100 * by_itself / max(1, whole):.2f} %)",
        other="; ".join(f"{name} {n}" for name, n in outcomes.items() if name != "right by itself") or "0",
        rest_to_entry__median=f"{median:.2f} s",
        p95=f"{late:.2f} s",
    )


if __name__ == "__main__":
    main()
