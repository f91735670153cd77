"""Compares everything on the table with the tracker: they agree, or a list of differences, each with its
fixes.

A difference is fixed on one of two sides. Either people move the tiles and look again; or the tracker is
changed, by the decision that explains the difference, by undoing the last step, or by a correction that puts
the tile where it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.contract import Correction, Difference, Game, Illegal, State, decision_to_json
from companion.table.differences import DifferenceTexts, differences
from companion.table.observation import SeenTable
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.translation import _, listed

MAX_CORRECTIONS_TRIED = 400
"""In search of one that fits; a game has a few for each tile."""


@dataclass(frozen=True, slots=True)
class Fix:
    """One tap that changes the tracker. do: the request to the table ("decisions", "undo",
    "corrections"); body: with it, as JSON."""

    do: str
    words: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One difference. tiles: ids; words: what is so, and what the tracker holds; move: what to do on the
    table; fixes: how the tracker can give way; paths: the facts to look at where no one tap does."""

    tiles: tuple[str, ...]
    words: str
    move: str
    fixes: tuple[Fix, ...] = ()
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """number: the entry it was made on. lines: what differs, and then tags that no tile has, or tiles seen
    twice. unread: tiles that lie where they ought to as far as is known, and could not be read now. hidden:
    zones that no camera shows, in words. questions: goods that the picture seems to show otherwise: a colour
    is no proof, so they are no differences."""

    number: int
    compared: int
    lines: tuple[Mismatch, ...] = ()
    questions: tuple[Mismatch, ...] = ()
    unread: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    @property
    def agree(self) -> bool:
        return not self.lines


def verify(
    table: Table[State],
    seen: SeenTable,
    unread: Iterable[str] = (),
    goods: Mapping[str, bool] | None = None,
) -> Verdict:
    """Compares what was seen with the table as it is now. unread: tiles of `seen` that were not read anew.
    goods: the tiles looked at for goods, and whether one seems to lie there."""
    now, game = table.spoken(table.now), table.game
    texts = DifferenceTexts(game, table.setup)
    layout = game.tracking.layout(now.state)
    known = {tile: spot for tile, spot in seen.spots.items() if game.tracking.tile(tile) is not None}
    found = differences(layout, SeenTable(known, conflicts=seen.conflicts, watching=seen.watching))
    lines = [_mismatch(game, texts, now, d, found) for d in found]
    lines += [
        Mismatch((tile,), _("{tile} is seen in two places at once.", tile=texts.tile(tile)), _mend_twice())
        for tile in seen.conflicts
    ]
    lines += [
        Mismatch(
            (),
            _("No piece of this game has the tag {tag}.", tag=tag),
            _("Take it off the table, or register it."),
        )
        for tag in seen.unknown
    ]
    zones = {spot.zone for spot in layout.values()} - seen.watching
    compared = sum(spot.zone in seen.watching for spot in layout.values())
    return Verdict(
        table.number,
        compared,
        tuple(lines),
        _goods_questions(game, texts, now, goods or {}, frozenset(d.tile for d in found)),
        tuple(texts.tile(tile) for tile in sorted(unread) if tile in layout),
        tuple(sorted(texts.zone(zone) for zone in zones)),
    )


def _goods_questions(
    game: Game[State],
    texts: DifferenceTexts,
    now: Now[State],
    looks: Mapping[str, bool],
    elsewhere: frozenset[str],
) -> tuple[Mismatch, ...]:
    """A question for each tile on which a good seems to lie and the tracker has none. Not the other way
    round: a good on ground of its own colour is hardly ever seen, so that seeing none proves nothing."""
    asked = []
    for tile, kind in game.tracking.goods(now.state).items():
        if tile in elsewhere or kind is not None or not looks.get(tile):
            continue
        name = texts.tile(tile)
        words = _("{tile}: the picture seems to show a good; the companion has none on it.", tile=name)
        move = _("Take the good off {tile}, or let the companion put one on.", tile=name)
        fits = _fitting_corrections(game, now, tile, _with_good(game, now, tile))
        asked.append(Mismatch((tile,), words, move, _as_fixes(game, now, fits)))
    return tuple(asked)


def _with_good(game: Game[State], now: Now[State], tile: str) -> Callable[[Any], bool]:
    """Whether a state has a good there, and all tiles where they are."""
    layout = game.tracking.layout(now.state)
    return lambda state: (
        game.tracking.goods(state).get(tile) is not None and game.tracking.layout(state) == layout
    )


def _mend_twice() -> str:
    return _("Take one of them away.")


def _mismatch(
    game: Game[State], texts: DifferenceTexts, now: Now[State], d: Difference, found: tuple[Difference, ...]
) -> Mismatch:
    fixes = [*_undo_fixes(game, now, d), *_decision_fixes(game, now, d, found)]
    paths: tuple[str, ...] = ()
    if not fixes:
        fixes = [*_as_fixes(game, now, _corrections_placing(game, now, d))]
        paths = tuple(path for path in game.fact_values(now.state) if d.tile in path.split("/"))
    return Mismatch((d.tile,), texts.differ(d), texts.move(d), tuple(fixes), paths)


def _undo_fixes(game: Game[State], now: Now[State], d: Difference) -> list[Fix]:
    """Undo, where the tile lies as it did before the last step."""
    if now.before is None or now.undo is None or game.tracking.layout(now.before).get(d.tile) != d.seen:
        return []
    return [Fix("undo", _("Undo: {step}", step=now.undo), {})]


def _decision_fixes(
    game: Game[State], now: Now[State], d: Difference, found: tuple[Difference, ...]
) -> list[Fix]:
    """The decisions that explain where the tile lies, together with all other differences or by itself."""
    fixes: dict[str, Fix] = {}
    for evidence in (found, (d,)):
        explained = game.tracking.explain(now.state, evidence)
        if d.tile in explained.covers:
            for option in explained.options:
                body = {"decision": decision_to_json(option.decision)}
                fixes.setdefault(option.words, Fix("decisions", option.words, body))
    return list(fixes.values())[:4]


def _as_fixes(game: Game[State], now: Now[State], corrections: Iterable[Correction]) -> tuple[Fix, ...]:
    return tuple(
        Fix("corrections", game.words(now.state, c), {"path": c.path, "value": c.value}) for c in corrections
    )


def _corrections_placing(game: Game[State], now: Now[State], d: Difference) -> list[Correction]:
    """The correction, or the few, each of which puts the tile where it was seen and moves no other."""
    others = {tile: spot for tile, spot in game.tracking.layout(now.state).items() if tile != d.tile}

    def fits(after: State) -> bool:
        layout = dict(game.tracking.layout(after))
        return layout.pop(d.tile, None) == d.seen and layout == others

    return _fitting_corrections(game, now, d.tile, fits)


def _fitting_corrections(
    game: Game[State], now: Now[State], tile: str, fits: Callable[[Any], bool]
) -> list[Correction]:
    """Up to three corrections after which `fits` holds: of the tile's own facts, or where it has none, of any
    fact with choices."""
    facts = game.facts(now.state)
    own = [fact for fact in facts if tile in fact.path.split("/")]
    fitting: list[Correction] = []
    tried = 0
    for fact in own or facts:
        for value in fact.choices:
            tried += 1
            if tried > MAX_CORRECTIONS_TRIED or value == fact.value:
                continue
            correction = Correction(fact.path, value)
            try:
                after = game.correct(now.state, correction)
            except Illegal:
                continue
            if fits(after):
                fitting.append(correction)
    return fitting[:3]


def agreement_words(verdict: Verdict) -> str:
    """The sentence for a verdict without differences."""
    if verdict.hidden:
        return _(
            "As far as the camera sees, the table and the companion agree; not in view: {zones}.",
            zones=listed(verdict.hidden),
        )
    return _("The table and the companion agree.")
