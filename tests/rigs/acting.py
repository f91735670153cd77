"""One whole game played by simulated hands: table, camera pipeline, referee, and each decision's outcome."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from companion import games
from companion.games.contract import MIDDLE, Decision, Player, Question, Setup, decision_to_json
from companion.table.journal import Journal
from companion.table.referee import Referee
from companion.table.tables import Tables
from companion.vision.camera import Frame
from companion.vision.camera_pipeline import CameraPipeline
from companion.vision.looks_in_play import LooksInPlay
from companion.vision.rendered import RenderedTable
from tests.rigs.bare_tiles import BareBox, BareTable
from tests.rigs.hands import PICTURES_PER_SECOND, Hand, Hands, is_place_free
from tests.rigs.mounted import FLAT_SCALE, PICTURE_SIZE_PX, MountedWebcam, random_mount
from tests.rigs.webcam import HandPosition, Webcam

SYMBOL_MM = 20.0
MOUNTED_SYMBOL_MM = 25.0
"""The tags' side under a camera straight above the table, and under a tilted one, which is farther off."""
CAMERA_TIMEOUT_SECONDS = 8.0
"""How long the camera may take for a decision after the hand has gone; then it is entered by touch."""
SHUFFLE_SECONDS = 2.0
"""Pause between tiles going into the bag and a hand drawing from it."""
MAX_SILENCE_SECONDS = 3.0
"""Within this time of rest, a move that is not taken must at least be mentioned on the page."""
SIMULTANEOUS_RATE, DETOUR_RATE, CHANGE_OF_MIND_RATE, LIFT_RATE = 0.5, 0.15, 0.12, 0.1
"""Probabilities: two players move at once where both may; a tile is carried through another player's area; a
player changes her mind; a tile is lifted and laid down again."""


@dataclass
class GameResult:
    """Outcomes of the decisions that moved tiles. silent: not taken, and no message in time."""

    outcomes: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    spurious: int = 0
    silent: int = 0
    disagreements: int = 0
    delays: dict[str, list[float]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


class _Clock:
    """The simulated time. It is no part of the game: a referee that asked the game would keep it, and its
    200 MB of pictures, in a circle of references, which is freed late."""

    seconds = 1000.0

    def read(self) -> float:
        return self.seconds


class ActedGame:
    """One game: the table, the camera pipeline, the referee, and the hands."""

    def __init__(
        self,
        folder: Path,
        players: int,
        seed: int,
        light: str,
        most_tilt: float | None = None,
        game: str = "new-frontiers",
        mounted_size: tuple[int, int] = PICTURE_SIZE_PX,
        mounted_symbol_mm: float = MOUNTED_SYMBOL_MM,
        bare: BareBox | None = None,
    ) -> None:
        """bare: the tiles have these printed faces and no stickers, and are told by their look."""
        self.game = games.load(game)
        colours = self.game.colours[:players]
        setup = Setup(tuple(Player(colour.capitalize(), colour) for colour in colours))
        self.table = Tables(Journal(str(folder / f"{seed}.db"))).create(self.game.name, setup, seed=seed)
        self.table.set(draws="camera")
        tracking, prefix = self.game.tracking, self.game.tag_prefix
        self.mount = None if most_tilt is None else random_mount(seed, most_tilt)
        wide = 1920 if self.mount is None else round(mounted_size[0] * FLAT_SCALE)
        size = (wide, wide * 9 // 16)
        symbol = SYMBOL_MM if self.mount is None else mounted_symbol_mm
        self.drawn = (
            RenderedTable(setup.players, tracking, prefix, size, symbol_mm=symbol)
            if bare is None
            else BareTable(setup.players, tracking, prefix, bare.faces, size)
        )
        self.looks = None if bare is None else LooksInPlay(lambda: bare.reader)
        self.view = CameraPipeline(self.drawn.layout, self.game.tag_prefix, self.game.tracking.tiles())
        self.camera = (
            Webcam(self.drawn, light, seed)
            if self.mount is None
            else MountedWebcam(self.drawn, light, seed, self.mount, mounted_size)
        )
        self._clock = _Clock()
        self.referee = Referee(self.table, clock=self._clock.read)
        self.random = Random(seed)
        self.hands = Hands(self.drawn, {info.id: info for info in self.game.tracking.tiles()}, self.random)
        self.client = self.game.players["sensible"]
        self.frames = 0
        self.processing_seconds = 0.0
        self._behind = 0.0
        self.result = GameResult()
        self.intended: list[Any] = []
        """Every intended decision as JSON: what the journal should hold."""
        self._last_change = 0.0
        self._cleared = 0.0

    @property
    def now(self) -> float:
        """Seconds, as the referee has them."""
        return self._clock.seconds

    def run(self, *hands: Hand, seconds: float = 0.0) -> None:
        """Processes pictures until all hands are done, and for at least this many seconds."""
        left = round(seconds * PICTURES_PER_SECOND)
        while True:
            over = {n: at for n, hand in enumerate(hands) if (at := next(hand, None)) is not None}
            if not over and left <= 0:
                return
            left -= 1
            self._process_picture(over)

    def _process_picture(self, hands: Mapping[int, HandPosition]) -> None:
        self._clock.seconds += 1 / PICTURES_PER_SECOND
        self.frames += 1
        number = self.table.number
        image = self.camera.snap(hands)
        begun = time.process_time()
        self.view.process(image, self.now)
        seen = self.view.observation(self.now, self.frames)
        if self.looks is not None:
            self.looks.update(Frame(image, self.frames, self.now), self.view)
            self.looks.wait()
            seen = replace(seen, alike=self.looks.alike, either=self.looks.either)
        self.referee.on_seen(seen)
        spent = time.process_time() - begun
        self.processing_seconds += spent
        # A look at the whole table takes longer than a picture: what follows from it comes so much later.
        self._behind += spent
        if self.table.number != number:
            self._last_change = self.now + self._behind
        self._behind = max(0.0, self._behind - 1 / PICTURES_PER_SECOND)

    # --- the game

    def lay_out_table(self) -> None:
        """The table as it is laid out before the game."""
        for tile, spot in self.game.tracking.layout(self.table.state).items():
            self.drawn.put_in(spot.zone, tile, spot.face)
        self.run(seconds=2.0)

    def play(self, max_decisions: int) -> None:
        for _ in range(max_decisions):
            now = self.table.now
            if self.game.phase(now.state).over or not now.questions:
                return
            decision = self._choose(now.state, now.questions[0])
            if not self._tile_moves(now.state, decision):
                self._submit_by_touch(decision)
                layout = self.game.tracking.layout(self.table.state)
                self._clear_away([tile for tile in self.drawn.tiles() if tile not in layout])
                continue
            decisions = [decision]
            after = self.game.play(now.state, decision)
            following = self.game.questions(after)
            if following and self._moves_at_once(now.questions[0], following[0]):
                second = self._choose(after, following[0])
                if self._tile_moves(after, second) == {"laid"}:
                    decisions.append(second)
            self.act(decisions)

    def _choose(self, state: Any, question: Question) -> Decision:
        if question.draw is not None:
            names = self.random.sample(question.draw.pool, min(question.draw.count, len(question.draw.pool)))
            # Tiles on the table have no order, so an unordered draw is answered in the order of the names.
            return self.game.answer(state, question, tuple(names if question.draw.ordered else sorted(names)))
        options = self.game.options(state, question.player)
        known = self.game.view(state, question.player)
        return self.client.choose(self.game, known, question, options, self.random)

    def _moves_at_once(self, first: Question, second: Question) -> bool:
        """Whether the next player moves without waiting for the first."""
        others = first.draw is None and second.draw is None and first.player != second.player
        return others and self.random.random() < SIMULTANEOUS_RATE

    def _tile_moves(self, state: Any, decision: Decision) -> set[str]:
        """ "laid" when the decision lays tiles, "gone" when it names some to be taken off the table."""
        before, target = (
            self.game.tracking.layout(state),
            self.game.tracking.layout(self.game.play(state, decision)),
        )
        laid = {"laid" for tile, spot in target.items() if before.get(tile) != spot}
        return laid | {"gone" for tile in before.keys() - target.keys() if _mentions_tile(decision, tile)}

    def _submit_by_touch(self, decision: Decision) -> None:
        self.intended.append(decision_to_json(decision))
        self.table.submit(decision, self.table.number, f"touch/{self.table.number}/{self.frames}", "hand")

    # --- a decision that moves tiles

    def act(self, decisions: list[Decision]) -> None:
        state, number = self.table.state, self.table.number
        after = self._state_after(state, decisions)
        if self.game.questions(state)[0].draw is not None and self.now - self._cleared < SHUFFLE_SECONDS:
            self.run(seconds=SHUFFLE_SECONDS)
        before, target = self.game.tracking.layout(state), self.game.tracking.layout(after)
        moved = [tile for tile, spot in target.items() if before.get(tile) != spot]
        gone = [tile for tile in before if tile not in target]
        # Tiles that a decision names are taken away at once; the other ones later, as people do.
        named = [tile for tile in gone if any(_mentions_tile(decision, tile) for decision in decisions)]
        kind = "two at once" if len(decisions) > 1 else "one"
        if len(decisions) == 1 and self._act_change_of_mind(state, decisions[0]):
            kind = "changed her mind"
        if len(decisions) > 1:
            self.run(*(self.hands.carry(tile, target[tile]) for tile in moved))
        else:
            for tile in moved:
                through = self._detour_zone(target[tile].zone)
                kind = "through an area" if through and kind == "one" else kind
                self.run(self.hands.carry(tile, target[tile], through))
        for tile in named:
            self.run(self.hands.carry(tile, None))
        rested = self.now
        tidy = bool(moved) and self.random.random() < 0.5
        if tidy:
            self._clear_away(gone)
        self._await_decisions(state, number, decisions, f"{kind}, taken away" if named else kind, rested)
        self._clear_away(gone)
        self._check_table_stays(after)

    def _clear_away(self, tiles: list[str]) -> None:
        for tile in tiles:
            if tile in self.drawn.tiles():
                self.run(self.hands.carry(tile, None))
                self._cleared = self.now

    def _detour_zone(self, to: str) -> str | None:
        others = [zone for zone in self.drawn.layout.zones if zone not in (to, MIDDLE)]
        return self.random.choice(others) if self.random.random() < DETOUR_RATE and others else None

    def _wait_until_taken(self, after: Any, rested: float) -> None:
        """Waits until the decision is taken, a question is open, or the time is over; counts a silence that
        is too long."""
        until, silent = self.now + CAMERA_TIMEOUT_SECONDS, True
        while self.table.state != after and self.now < until:
            self.run(seconds=1 / PICTURES_PER_SECOND)
            view = self.referee.view
            spoken = bool(view.proposal or view.waiting or view.disagreement or view.conflicts or view.to_do)
            silent = silent and not spoken
            proposal = view.proposal
            if proposal is not None and len(proposal.options) > 1 and self.now > rested + 2.0:
                return
            if silent and self.now > until - CAMERA_TIMEOUT_SECONDS + MAX_SILENCE_SECONDS + 0.5:
                self.result.silent += 1
                silent = False

    def _act_change_of_mind(self, state: Any, decision: Decision) -> bool:
        """Lays another tile first, and puts it back within three seconds. Returns whether it did."""
        question = self.game.questions(state)[0]
        if question.draw is not None or self.random.random() >= CHANGE_OF_MIND_RATE:
            return False
        layout = self.game.tracking.layout(state)
        others = []
        for option in self.game.options(state, question.player):
            target = self.game.tracking.layout(self.game.play(state, option.decision))
            moved = [tile for tile, spot in target.items() if layout.get(tile) != spot]
            if option.decision != decision and len(moved) == 1 and moved[0] in self.drawn.tiles():
                others.append((moved[0], target[moved[0]]))
        if not others:
            return False
        tile, spot = self.random.choice(others)
        where = self.drawn.tiles()[tile]
        self.run(self.hands.carry(tile, spot))
        self.run(seconds=self.random.uniform(0.1, 1.2))
        if not is_place_free(self.drawn, where, 40.0):
            return False
        self.run(self.hands.put_back(tile, where))
        self.run(seconds=0.3)
        return True

    def _await_decisions(
        self, state: Any, number: int, decisions: list[Decision], kind: str, rested: float
    ) -> None:
        """Waits until every decision is in the journal: taken by camera, or else entered by touch.
        state, number: the table before the hands began."""
        result, since = self.result, rested
        result.kinds[kind] += len(decisions)
        while decisions:
            after = self._state_after(state, decisions)
            self._wait_until_taken(after, since)
            taken = self._count_taken(state, decisions)
            result.outcomes["right by itself"] += taken
            self.intended += [decision_to_json(decision) for decision in decisions[:taken]]
            decisions = decisions[taken:]
            if taken and since == rested:
                result.delays.setdefault(kind, []).append(round(max(0.0, self._last_change - rested), 3))
            if not decisions:
                return
            self._add_note(decisions[0], kind, number, after)
            if not taken and self.table.state != state:
                result.outcomes["wrong"] += 1
                while self.table.state != state and self.table.number > number and self.table.undo_words:
                    self.table.undo(self.table.number, f"mend/{self.table.number}", "hand")
            else:
                result.outcomes[self._classify_not_taken(decisions[0])] += 1
            self._submit_by_touch(decisions[0])
            decisions, since = decisions[1:], self.now
            state, number = self.table.state, self.table.number

    def _classify_not_taken(self, decision: Decision) -> str:
        """The outcome of a decision that was not taken: what the page asked, if anything."""
        view, game, state = self.referee.view, self.game, self.table.state
        if view.proposal is not None:
            answers = [option.decision for option in view.proposal.options]
            layouts = [game.tracking.layout(game.play(state, answer)) for answer in answers]
            if decision in answers and all(layout == layouts[0] for layout in layouts):
                return "asked what no camera sees"
        return "asked" if view.proposal or view.waiting or view.disagreement else "missed"

    def _add_note(self, decision: Decision, kind: str, number: int, after: Any) -> None:
        view = self.referee.view
        self.result.notes.append(
            f"{kind}: meant {decision_to_json(decision)}, told "
            f"{[f'{entry.kind} {entry.words}' for entry in self.table.entries()[number:]]}, asked "
            f"{[o.words for o in view.proposal.options] if view.proposal else ''}, waiting {view.waiting!r}, "
            f"to do {view.to_do}, conflicts {view.conflicts}, "
            f"disagreement {view.disagreement.sentences if view.disagreement else ''}, "
            f"unlike {self._layout_differences(after)}"
        )

    def _state_after(self, state: Any, decisions: list[Decision]) -> Any:
        for decision in decisions:
            state = self.game.play(state, decision)
        return state

    def _count_taken(self, state: Any, decisions: list[Decision]) -> int:
        """How many of these decisions lead to the table's present state."""
        for n, decision in enumerate(decisions, 1):
            state = self.game.play(state, decision)
            if state == self.table.state:
                return n
        return 0

    def _layout_differences(self, after: Any) -> dict[str, str]:
        seen = self.view.observation(self.now, 0).spots
        layout = self.game.tracking.layout(after)
        tiles = {t for t in layout.keys() | seen.keys() if seen.get(t) != layout.get(t)}
        return {t: f"seen {seen.get(t)}, meant {layout.get(t)}" for t in sorted(tiles)}

    def _check_table_stays(self, after: Any) -> None:
        """Hands rest, or lift a tile and lay it down: counts entries and disagreements, of which there should
        be none."""
        number = self.table.number
        tiles = list(self.drawn.tiles())
        if tiles and self.random.random() < LIFT_RATE:
            self.run(self.hands.lift_and_replace(self.random.choice(tiles)))
        self.run(seconds=0.8)
        if self.table.number != number:
            entries = [(entry.kind, entry.words, entry.data) for entry in self.table.entries()[number:]]
            self.result.spurious += len(entries)
            self.result.notes.append(f"spurious at {self.now:.1f} s: {entries}")
        self.result.disagreements += self.referee.view.disagreement is not None


def _mentions_tile(decision: Decision, tile: str) -> bool:
    return f'"{tile}"' in json.dumps(decision_to_json(decision))
