"""The lens is covered while hands play on: is the table found again from what the camera sees afterwards?

    python benchmarks/covered_lens.py [--games 2] [--stretches 3] [--light typical|hard|both] [--seed 1]
                                      [--kept FILE] [--minutes 60]

Hands carry out 3 to 8 decisions of New Frontiers on a drawn table while something lies over the lens, which
is drawn over the picture and taken away again bit by bit. Then the camera looks at the table for as long as
the referee waits, and somebody catches up with what it sees: what is asked is answered truly. Between the
stretches the game is told by touch. A stretch is right if its end is as it was (`truthful.same`). "entered
unasked": what the camera itself entered meanwhile, right or wrong. --kept: a line of JSON for each game; a
game that has one is not played again.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from companion.catching_up.session import Proposal
from companion.games.contract import Decision
from companion.games.contract.gate import check_legal
from companion.simulation.simulate import SimulatedStep
from companion.system.garbage import collect_seldom
from companion.table.judge import CAMERA
from companion.vision.camera import Image
from companion.web.play.what_lies import as_seen
from tests.rigs.acting import ActedGame
from tests.rigs.figures import row
from tests.rigs.hands import PICTURES_PER_SECOND
from tests.rigs.truthful import Truthful, same, secrets_before
from tests.rigs.webcam import HandPosition

LEAST_DROPPED, MOST_DROPPED = 3, 8
LOOKS_SECONDS = 6.0
"""So long the camera looks on before somebody catches up: longer than the referee's patience."""
COVERING_PICTURES = 4
"""In so many the cover comes over the lens, and goes."""
DARK_PICTURES = 5
"""Of so many under the whole cover one is looked at: they show the same, and each is read all over anew."""
SLEEVE_MOVES = 64
"""By so many pixels at most, from picture to picture."""
MOST_QUESTIONS = 15
BETWEEN = 25
"""Decisions that are told by touch before the next stretch, at most."""


@dataclass
class Stretch:
    """dropped: decisions under the cover. unasked, wrong: what the camera entered by itself, and whether that
    is not what was done. offered: the referee says that the table lies otherwise. outcome: right, another,
    nothing or endless. answers: seconds of processor time."""

    dropped: int
    unasked: int = 0
    wrong: bool = False
    offered: bool = False
    outcome: str = ""
    questions: int = 0
    taps: int = 0
    answers: list[float] = field(default_factory=list)
    note: str = ""


class CoveredGame(ActedGame):
    """A game whose camera is covered now and then. cover: how much of the picture is hidden, 0 to 1."""

    cover = 0.0

    def _process_picture(self, hands: Mapping[int, HandPosition]) -> None:
        if self.cover == 1 and (self.frames + 1) % DARK_PICTURES:
            self.frames += 1
            self._clock.seconds += 1 / PICTURES_PER_SECOND
            return
        snap = self.camera.snap
        if self.cover:
            self.camera.snap = lambda hands: self._covered(snap(hands) if self.cover < 1 else None)  # type: ignore[method-assign]
        try:
            super()._process_picture(hands)
        finally:
            self.camera.snap = snap  # type: ignore[method-assign]

    def _covered(self, image: Image | None) -> Image:
        """A sleeve over the lens: dark, and never quite still."""
        wide, high = self.drawn.size
        rng = np.random.default_rng(self.frames)
        image = np.empty((high, wide, 3), np.uint8) if image is None else image.copy()
        hidden = image[:, : round(self.cover * wide)]
        top, left = rng.integers(0, SLEEVE_MOVES, 2)
        sleeve = self._sleeve[top : top + high, left : left + hidden.shape[1]]
        hidden[:] = cv2.add(sleeve, (float(rng.uniform(0, 6)),) * 4)
        return image

    @cached_property
    def _sleeve(self) -> Image:
        """Larger than a picture; drawn once, as that takes as long as to read one."""
        wide, high = self.drawn.size
        drawn = np.empty((high + SLEEVE_MOVES, wide + SLEEVE_MOVES, 3), np.uint8)
        cv2.setRNGSeed(1)
        return cv2.randn(drawn, (14.0,) * 3, (4.0,) * 3)

    def cover_lens(self, on: bool) -> None:
        for n in range(1, COVERING_PICTURES + 1):
            part = n / COVERING_PICTURES
            self.cover = part if on else 1 - part
            self.run(seconds=1 / 15)

    # --- what is done

    def tell(self, decision: Decision) -> None:
        """By touch, with the table laid as it leads to, by nobody who is filmed."""
        self.table.submit(decision, self.table.number, f"touch/{self.table.number}/{self.frames}", "hand")
        self.lay()

    def lay(self) -> None:
        """The table as the tracker has it."""
        target, laid = self.game.tracking.layout(self.table.state), self.drawn.tiles()
        for tile in laid.keys() - target.keys():
            self.drawn.remove(tile)
        for tile, spot in target.items():
            if self.where.get(tile) != spot:
                if tile in laid:
                    self.drawn.remove(tile)
                self.drawn.put_in(spot.zone, tile, spot.face)
        self.where = dict(target)

    where: Mapping[str, Any] = {}

    def ahead(self, most: int) -> list[SimulatedStep]:
        """What is decided next, none of it told."""
        state, found = self.table.state, []
        while len(found) < most and not self.game.phase(state).over:
            if not (asked := self.game.questions(state)):
                break
            decision = self._choose(state, asked[0])
            found.append(SimulatedStep(state, decision, self.game.play(state, decision)))
            state = found[-1].after
        return found

    def carry_out(self, step: SimulatedStep) -> None:
        """Hands move the pieces, and nobody tells it."""
        before, after = (self.game.tracking.layout(state) for state in (step.before, step.after))
        for tile, spot in after.items():
            if before.get(tile) != spot:
                self.run(self.hands.carry(tile, spot))
        for tile in before.keys() - after.keys():
            self.run(self.hands.carry(tile, None))
        self.run(seconds=self.random.uniform(0.3, 1.5))

    # --- a stretch

    def stretch(self) -> Stretch | None:
        """None: the game is over before."""
        for _ in range(self.random.randint(1, BETWEEN)):
            if self.game.phase(self.table.state).over:
                return None
            self.tell(self.ahead(1)[0].decision)
        while self._secret_now():
            self.tell(self.ahead(1)[0].decision)
        played = self.ahead(self.random.randint(LEAST_DROPPED, MOST_DROPPED))
        is_open = [not covered for covered in secrets_before(self.game, played)]
        ends = [n for n in range(LEAST_DROPPED, len(played) + 1) if is_open[n]]
        if not ends:
            return None
        played = played[: ends[-1]]
        self.run(seconds=2.0)
        result, number, before = Stretch(len(played)), self.table.number, len(self.table.effective())
        self.cover_lens(True)
        for step in played:
            self.carry_out(step)
        self.cover_lens(False)
        self.run(seconds=LOOKS_SECONDS)
        result.offered = self.referee.view.disagreement is not None or self.referee.view.proposal is not None
        self._judge_unasked(result, number, before, played)
        self._catch_up(result, played[result.unasked :])
        self._set_right(before, played)
        return result

    def _secret_now(self) -> bool:
        state = self.table.state
        return any(q.secret and q.answered for q in self.game.questions(state))

    def _judge_unasked(self, result: Stretch, number: int, before: int, played: list[SimulatedStep]) -> None:
        """What the camera entered by itself, which must be what was done first."""
        entered = [entry for entry in self.table.entries()[number:] if entry.by == CAMERA]
        result.unasked = len(entered)
        if not entered:
            return
        right = len(entered) <= len(played) and same(
            self.game, self.table.state, played[len(entered) - 1].after
        )
        if not right:
            result.wrong, result.unasked = True, 0
            result.note = "; ".join(str(entry.words) for entry in entered)
            self._back_to(before)

    def _back_to(self, before: int) -> None:
        """To so many entries that count: there are others, which were taken back."""
        while len(self.table.effective()) > before and self.table.undo_words:
            self.table.undo(self.table.number, f"back/{self.table.number}", "hand")

    def _catch_up(self, result: Stretch, played: list[SimulatedStep]) -> None:
        if not played:
            result.outcome = "right"
            return
        truth, game = Truthful(self.game, played), self.game
        seen = as_seen(game, self.table.state, self.referee.seen, self.referee.slides)
        look: Any = None
        began = time.process_time()
        for session, found in truth.catching_up(seen):
            result.answers.append(time.process_time() - began)
            look = session.histories.look
            if isinstance(found, Proposal):
                state = truth.begun
                for decision in found.decisions:
                    check_legal(game, state, decision)
                    state = game.play(state, decision)
                result.outcome = "right" if same(game, state, truth.end) else "another"
            elif result.questions == MOST_QUESTIONS:
                result.outcome = "endless"
                break
            elif hasattr(found, "keys"):
                result.questions += 1
                result.taps += truth.taps(found)
            else:
                result.outcome = "nothing"
            began = time.process_time()
        if result.outcome != "right":
            apart = look.apart(truth.end)
            result.note += f" {[game.words(s.before, s.decision) for s in played]} unlike the end: {apart}"

    def _set_right(self, before: int, played: list[SimulatedStep]) -> None:
        """The game goes on from what was done."""
        self._back_to(before)
        for step in played:
            self.table.submit(
                step.decision, self.table.number, f"right/{self.table.number}/{self.frames}", "hand"
            )
        self.where = {}
        for tile in list(self.drawn.tiles()):
            self.drawn.remove(tile)
        self.lay()


def play(seed: int, players: int, light: str, stretches: int) -> dict[str, Any]:
    """Plays until so many stretches are caught up with, or the game is over."""
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        game = CoveredGame(Path(folder), players, seed, light)
        game.random = Random(f"covered {seed}")
        game.lay()
        found = []
        while len(found) < stretches and (one := game.stretch()) is not None:
            found.append(asdict(one))
        game.referee.close()
        return {"seed": seed, "players": players, "light": light, "stretches": found}


def made(args: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """The games that are kept, then the others."""
    kept: Path | None = args.kept
    lines = kept.read_text().splitlines() if kept is not None and kept.exists() else []
    known = [json.loads(line) for line in lines]
    yield from known
    until = time.monotonic() + 60 * args.minutes
    for n in range(args.games):
        seed, players = args.seed + n, 2 + n % 4
        light = args.light if args.light != "both" else ("typical", "hard")[n // 4 % 2]
        if any((game["seed"], game["light"]) == (seed, light) for game in known):
            continue
        if time.monotonic() > until:
            return
        game = play(seed, players, light, args.stretches)
        print(json.dumps(game), flush=True)
        if kept is not None:
            with kept.open("a") as file:
                file.write(json.dumps(game) + "\n")
        yield game


def report(games: list[dict[str, Any]]) -> None:
    """A row for each light."""
    for light in dict.fromkeys(game["light"] for game in games):
        in_light = [game for game in games if game["light"] == light]
        found = [Stretch(**one) for game in in_light for one in game["stretches"]]
        right = sum(one.outcome == "right" for one in found)
        seconds = [one for each in found for one in each.answers]
        median, late = np.percentile([one.questions for one in found], [50, 95])
        row(
            f"lens covered, {light} light",
            games=str(len(in_light)),
            stretches=str(len(found)),
            decisions=str(sum(one.dropped for one in found)),
            end_right=f"{right} ({100 * right / len(found):.1f} %)",
            offered=str(sum(one.offered for one in found)),
            entered_unasked__wrong=f"{sum(one.unasked for one in found)}; {sum(o.wrong for o in found)}",
            questions__median__p95=f"{median:.0f}; {late:.0f}",
            taps_a_stretch=f"{np.mean([one.taps for one in found]):.1f}",
            each_answer_p95=f"{np.percentile(seconds, 95):.1f} s" if seconds else "-",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--stretches", type=int, default=3, help="of each game, at most")
    parser.add_argument("--light", choices=["typical", "hard", "both"], default="both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60.0, help="no more games after so long")
    parser.add_argument("--kept", type=Path, help="a file of games played, a line of JSON each")
    collect_seldom()  # as the processes that search
    report(list(made(parser.parse_args())))


if __name__ == "__main__":
    main()
