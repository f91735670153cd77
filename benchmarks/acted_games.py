"""Whole games acted out by a simulated hand under a drawn camera: is the journal what the hands did?

    python benchmarks/acted_games.py [--games 3] [--players 3] [--light typical|hard] [--seed 1]

Every decision that moves a tile is carried out on a drawn table by an arm that reaches in, lays and goes;
the camera, reader, tracker and referee must find out. The clock is simulated at 15 pictures a second, so the
delays are those of the rules of stillness and of the reading, without the computer's own time.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import cv2
import numpy as np

from companion import games
from companion.games.game import Decision, Player, Setup, Spot
from companion.table.journal import Journal
from companion.table.judge import CAMERA
from companion.table.referee import Referee
from companion.table.tables import Tables
from companion.vision.camera import Image
from companion.vision.eyes import View
from companion.vision.rendered import RenderedTable

RATE = 15
SYMBOL_MM = 20.0
PATIENCE = 6.0
"""Seconds that the camera has for a decision after the hand has gone; then it is told by touch."""
SKIN = (120, 150, 205)


class Camera:
    """What a webcam makes of a drawn table: blur, noise, uneven light, and the arm that reaches in."""

    def __init__(self, table: RenderedTable, light: str, seed: int) -> None:
        self.table = table
        random = np.random.default_rng(seed)
        high, wide = table.size[1], table.size[0]
        self.blur, noise, level = (0.5, 2.5, 235) if light == "typical" else (1.0, 5.0, 125)
        self._grain = random.normal(0, noise, (high + 64, wide + 64, 1)).astype(np.int8)
        ramp = np.linspace(level * 0.75, level, wide, dtype=np.float32)
        self._lamp = np.repeat(np.tile(ramp, (high, 1))[:, :, None], 3, axis=2).astype(np.uint8)
        self._random = random

    def snap(self, arm: tuple[float, float] | None = None) -> Image:
        """A picture, with the arm's hand over this point (mm)."""
        image = self.table.picture()
        if arm is not None:
            self._reach(image, arm)
        image = cv2.GaussianBlur(image, (0, 0), self.blur)
        image = cv2.multiply(image, self._lamp, scale=1 / 255)
        y, x = self._random.integers(0, 64, 2)
        grain = self._grain[y : y + image.shape[0], x : x + image.shape[1]]
        return np.asarray(cv2.add(image, cv2.merge([grain] * 3), dtype=cv2.CV_8U), dtype=np.uint8)

    def _reach(self, image: Image, to: tuple[float, float]) -> None:
        scale = self.table.px_per_mm
        high, wide = image.shape[:2]
        x, y = int(to[0] * scale), int(to[1] * scale)
        edge = (int(x * 0.8 + wide * 0.1), -50 if y < high / 2 else high + 50)
        cv2.line(image, (x, y), edge, SKIN, int(75 * scale))
        cv2.ellipse(image, (x, y), (int(45 * scale), int(38 * scale)), 0, 0, 360, SKIN, -1)


@dataclass
class Tale:
    """What came of the decisions that moved tiles."""

    outcomes: Counter[str] = field(default_factory=Counter)
    spurious: int = 0
    disagreements: int = 0
    delays: list[float] = field(default_factory=list)


class Acting:
    """One game: the table, the eyes, the referee, and the hand."""

    def __init__(self, folder: Path, players: int, seed: int, light: str) -> None:
        self.game = games.load(games.names()[0])
        colours = self.game.colours[:players]
        setup = Setup(tuple(Player(colour.capitalize(), colour) for colour in colours))
        tables = Tables(Journal(str(folder / f"{seed}.db")))
        self.table = tables.create(self.game.name, setup, seed=seed)
        self.table.set(draws="camera")
        self.drawn = RenderedTable(setup.players, self.game.tile, self.game.tag_prefix, symbol_mm=SYMBOL_MM)
        self.view = View(self.drawn.layout, self.game.tag_prefix, self.game.tiles())
        self.camera = Camera(self.drawn, light, seed)
        self.now = 1000.0
        self.referee = Referee(self.table, clock=lambda: self.now)
        self.random = Random(seed)
        self.frames = 0
        self.tale = Tale()
        self._last_change = 0.0

    def run(self, seconds: float, arm: tuple[float, float] | None = None) -> None:
        for _ in range(max(1, round(seconds * RATE))):
            self.now += 1 / RATE
            self.frames += 1
            number = self.table.number
            self.view.look(self.camera.snap(arm), self.now)
            self.referee.on_seen(self.view.seen(self.now, self.frames))
            self.referee.tick()
            if self.table.number != number:
                self._last_change = self.now

    # --- the hand

    def carry(self, tile: str, to: Spot | None) -> None:
        """Takes a tile from where it lies (or from the bag) to a spot, turning it, or away."""
        info = self.game.tile(tile)
        laid = self.drawn.tiles().get(tile)
        reach = ((laid.x_mm, laid.y_mm) if laid else None) or (self.drawn.layout.size_mm[0] / 2, 20.0)
        self.run(0.2, arm=(reach[0], reach[1] + 30))
        self.run(0.2, arm=reach)
        if to is None:
            self.drawn.remove(tile)
            self.run(0.2, arm=reach)
            return
        same = laid is not None and self.drawn.layout.zone_at(laid.x_mm, laid.y_mm) == to.zone
        if same and laid is not None:
            self.drawn.remove(tile)
            self.run(0.3, arm=reach)
            self.drawn.put(tile, to.face, laid.x_mm, laid.y_mm, laid.angle)
            self.run(0.2, arm=reach)
            return
        x, y = self.drawn.nearest_free_spot(to.zone, info.size_mm if info else 58, but=tile)
        angle = self.random.uniform(0, 360)
        for step in range(1, 6):  # over other people's tiles, on the straight way
            at = (reach[0] + (x - reach[0]) * step / 5, reach[1] + (y - reach[1]) * step / 5)
            self.drawn.put(tile, laid.face if laid else to.face, *at, angle=angle)
            self.run(1 / RATE, arm=(at[0], at[1] + 30 * (1 if y > 300 else -1)))
        self.drawn.put(tile, to.face, x, y, angle)
        self.run(0.15, arm=(x, y))

    def begin(self) -> None:
        """The table as it is laid out before the game."""
        for tile, spot in self.game.layout(self.table.state).items():
            self.drawn.put_in(spot.zone, tile, spot.face)
        self.run(2.0)

    def play(self, most: int) -> None:
        client = self.game.players()["sensible"]
        for _ in range(most):
            now = self.table.now
            if self.game.over(now.state) or not now.questions:
                return
            question = now.questions[0]
            if question.draw is not None:
                draw = question.draw
                names = self.random.sample(draw.pool, min(draw.count, len(draw.pool)))
                # What lies on the table has no order, so a draw that has none is told in the names' order.
                self.act(self.game.drawn(now.state, tuple(names if draw.ordered else sorted(names))))
                continue
            options = self.game.options(now.state, question.player)
            known = self.game.view(now.state, question.player)
            self.act(client.choose(self.game, known, question, options, self.random))

    def act(self, decision: Decision) -> None:
        state, number = self.table.state, self.table.number
        after = self.game.play(state, decision)
        before, target = self.game.layout(state), self.game.layout(after)
        moved = [tile for tile, spot in target.items() if before.get(tile) != spot]
        gone = [tile for tile in before if tile not in target]
        if not moved and not gone:
            self.table.submit(decision, number, f"touch/{number}", "hand")
            return
        for tile in moved:
            self.carry(tile, target[tile])
        rested = self.now
        for tile in gone:
            self.carry(tile, None)
        waited = self.now + PATIENCE
        asked = False
        while self.table.number == number and self.now < waited and not asked:
            self.run(1 / RATE)
            proposal = self.referee.view.proposal
            asked = proposal is not None and len(proposal.options) > 1 and self.now > rested + 2.0
        if self.table.number == number:
            self.tale.outcomes["asked" if asked else "missed"] += 1
            seen = self.view.seen(self.now, 0).spots
            unlike = {t: (seen.get(t), spot) for t, spot in target.items() if seen.get(t) != spot}
            lie = {t: self.drawn.tiles().get(t) for t in unlike}
            print(f"  at entry {number}: acted {decision}; seen and meant {unlike}, laid {lie}", flush=True)
            self.table.submit(decision, number, f"touch/{number}", "hand")
        elif self.table.state == after:
            self.tale.outcomes["right by itself"] += 1
            self.tale.delays.append(self._last_change - rested)
        else:
            self.tale.outcomes["wrong"] += 1
            told = [entry.data for entry in self.table.entries()[number:]]
            print(f"  at entry {number}: acted {decision}, told {told}", flush=True)
            while (
                self.table.number > number and self.table.now.before is not None and self.table.state != state
            ):
                self.table.undo(self.table.number, f"mend/{self.table.number}", "hand")
            if self.table.state == state:
                self.table.submit(decision, self.table.number, f"touch/{self.table.number}", "hand")
        # Hands rest: the table must stay as it is, and agree.
        quiet = self.table.number
        # Nobody draws a world again within a second of its return to the bag; no camera could tell that.
        self.run(1.6 if gone else 0.8)
        self.tale.spurious += self.table.number - quiet
        self.tale.disagreements += self.referee.view.disagreement is not None


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--games", type=int, default=1)
    asked.add_argument("--players", type=int, default=0, help="0: 2 to 5 in turn")
    asked.add_argument("--light", choices=["typical", "hard"], default="typical")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--most", type=int, default=2000, help="decisions a game at most")
    wishes = asked.parse_args()
    outcomes: Counter[str] = Counter()
    delays: list[float] = []
    spurious = disagreements = frames = 0
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for n in range(wishes.games):
            acting = Acting(Path(folder), wishes.players or 2 + n % 4, wishes.seed + n, wishes.light)
            acting.begin()
            acting.play(wishes.most)
            tale = acting.tale
            told = sum(entry.by == CAMERA for entry in acting.table.entries())
            print(
                f"game {wishes.seed + n}: {dict(tale.outcomes)}, spurious {tale.spurious}, "
                f"disagreements {tale.disagreements}, entries {acting.table.number} ({told} by camera), "
                f"{acting.frames} pictures",
                flush=True,
            )
            outcomes += tale.outcomes
            delays += tale.delays
            spurious += tale.spurious
            disagreements += tale.disagreements
            frames += acting.frames
            acting.referee.close()
    whole = sum(outcomes.values())
    print(f"\n{wishes.games} games in {wishes.light} light, {whole} decisions that moved tiles:")
    for outcome, count in outcomes.most_common():
        print(f"  {outcome}: {count} ({100 * count / whole:.1f} %)")
    print(f"  spurious: {spurious}; disagreements after agreement was due: {disagreements}")
    if delays:
        median, late = np.percentile(delays, [50, 95])
        print(f"  from the last tile's rest to the entry: median {median:.2f} s, p95 {late:.2f} s")
    print(f"  {frames} pictures in {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    main()
