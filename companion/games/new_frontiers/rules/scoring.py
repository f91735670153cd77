"""The score: chips, tiles, "?" bonuses and goals, each point with its tile (rulebook p. 10 and 11).

A bonus's conditions that name tiles share them out: a tile scores for one condition only, the best for its
owner. The Alien Oort Cloud Factory's owner chooses its kind for scoring: the one that gives the most over
all bonuses and goals together is found by trying each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from types import MappingProxyType

from companion.games.contract import ScoreLine, ScoreSheet, Tally, Term, ranked
from companion.games.new_frontiers.rules.counts import ON_TILES, Owned, fits, goods, owned, terms
from companion.games.new_frontiers.rules.state import Empire, State
from companion.games.new_frontiers.tiles.amounts import KINDS
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Goal, need
from companion.games.new_frontiers.tiles.counted import Bonus, Count
from companion.games.new_frontiers.tiles.printed_world import KIND
from companion.games.new_frontiers.wording.names import called, colonists_in_words, kind_name
from companion.translation import _, marked, plural

CHIPS, COLONIES = marked("VP chips"), marked("Colonies")
DEVELOPMENTS, BONUSES = marked("Developments"), marked("Bonuses")
GOALS = marked("Goals")
"""The sources of points, with a term a tile. In a full sheet each goal is a source by its name instead, in
one `by_source` they are GOALS. They are the same whatever is spoken: the Tally of a line is labelled in the
language that holds."""
_SOURCES = (CHIPS, COLONIES, DEVELOPMENTS, BONUSES)


def score(state: State) -> ScoreSheet:
    """The result when the game is over; before, the standing."""
    if not state.over:
        return standing(state)
    return by_source(sheet(state.catalogue, state.empires, goals_in_play(state)))


def standing(state: State) -> ScoreSheet:
    """What would count now. A goal that lies face down is nobody else's to know: it does not count yet."""
    known = tuple(goal for empire in state.empires for goal in empire.goals)
    return by_source(sheet(state.catalogue, state.empires, known, final=False))


def goals_in_play(state: State) -> tuple[str, ...]:
    """Every goal that a player holds, face up or down: all of them score for all (p. 11)."""
    held = (
        goal for empire in state.empires for goal in (*empire.goals, empire.hidden_goal) if goal is not None
    )
    return tuple(dict.fromkeys(held))


def sheet(
    catalogue: Catalogue,
    empires: Sequence[Empire],
    goals: Sequence[str],
    final: bool = True,
    known: Mapping[int, tuple[ScoreLine, ...]] = MappingProxyType({}),
) -> ScoreSheet:
    """The score of these empires with these goals in play, in seat order. Ties are parted as on p. 10.

    There is a line for each "?": its source is BONUSES, and its Tally is labelled with the tile's name.
    known: the lines of players that were scored before, by seat: nobody's depend on another's empire.
    """
    tiles = [catalogue.goals[goal] for goal in goals if goal in catalogue.goals]
    lines = [known.get(n) or empire_lines(catalogue, empire, tiles) for n, empire in enumerate(empires)]
    wealth = [(empire.credits + goods(empire),) for empire in empires]
    return ranked([empire.name for empire in empires], lines, wealth, _wealth, final)


def by_source(sheet: ScoreSheet) -> ScoreSheet:
    """The same with one line for all of a player's bonuses and one for all goals, as a page shows it: a row
    a source. Each term says of which tile it is, and of several of one tile each says the tile's subtotal."""
    return replace(sheet, players=tuple(replace(p, lines=_joined(p.lines)) for p in sheet.players))


def _joined(lines: tuple[ScoreLine, ...]) -> tuple[ScoreLine, ...]:
    bonuses = [line for line in lines if line.source == BONUSES]
    goals = [line for line in lines if line.source not in _SOURCES]
    others = [line for line in lines if line.source in _SOURCES and line.source != BONUSES]
    groups = ((BONUSES, bonuses), (GOALS, goals))
    joined = [ScoreLine(source, Tally(_(source), _named(found))) for source, found in groups if found]
    return (*others, *joined)


def _named(lines: Sequence[ScoreLine]) -> tuple[Term, ...]:
    found = []
    for line in lines:
        of = line.why.label
        if len(line.why.terms) > 1:
            of = _("{tile} ({vp} VP)", tile=of, vp=line.vp)
        found += [replace(term, label=f"{of}{_(':')} {term.label}") for term in line.why.terms]
    return tuple(found)


def _wealth(at: int, number: int) -> str:
    return _("{number} in credits and goods", number=number)


# --- one empire -----------------------------------------------------------------------------------------


def empire_lines(catalogue: Catalogue, empire: Empire, goals: Sequence[Goal]) -> tuple[ScoreLine, ...]:
    """The lines of one player, with the best kind for each world of any kind."""
    tiles = list(owned(catalogue, empire))
    variable = [n for n, item in enumerate(tiles) if KIND not in item.tile.untold and item.kind == "any"]
    if not variable:
        return _lines(catalogue, empire, goals, tiles)
    best: tuple[ScoreLine, ...] = ()
    most = -1
    for kinds in product(KINDS, repeat=len(variable)):
        for place, kind in zip(variable, kinds, strict=True):
            tiles[place] = Owned(tiles[place].tile, kind)
        lines = _lines(catalogue, empire, goals, tiles)
        total = sum(line.vp for line in lines)
        if total > most:
            best, most = lines, total
    return best


def _lines(
    catalogue: Catalogue, empire: Empire, goals: Sequence[Goal], tiles: Sequence[Owned]
) -> tuple[ScoreLine, ...]:
    lines = [ScoreLine(CHIPS, Tally(_(CHIPS), (Term(_("VP in chips"), empire.chips),)))]
    for source, colonies in ((COLONIES, True), (DEVELOPMENTS, False)):
        printed = [item for item in tiles if item.is_colony == colonies]
        if printed:
            lines.append(ScoreLine(source, Tally(_(source), tuple(_printed(printed)))))
    for item in tiles:
        if item.tile.bonus is not None:
            why = _bonus(catalogue, empire, item, item.tile.bonus, tiles)
            lines.append(ScoreLine(BONUSES, Tally(called(item.tile), why)))
    for goal in goals:
        lines.append(ScoreLine(goal.name, Tally(goal.name, (_goal(catalogue, empire, goal, tiles),))))
    return tuple(lines)


def _printed(tiles: Sequence[Owned]) -> Iterator[Term]:
    for item in tiles:
        if item.tile.bonus is None or item.tile.vp:
            label = called(item.tile)
            if item.chosen is not None:
                kind = kind_name(item.chosen)
                label = _("{tile}, as {kind}: the kind that gives the most", tile=label, kind=kind)
            if "vp" in item.tile.untold:
                label = _("{tile}: its VP are not told yet", tile=label)
            yield Term(label, item.tile.vp, item.tile.id)


def _bonus(
    catalogue: Catalogue, empire: Empire, own: Owned, bonus: Bonus, tiles: Sequence[Owned]
) -> tuple[Term, ...]:
    """The terms of one "?"; every tile scores for one condition, and the plain counts for themselves."""
    if not bonus.pairs:
        counted = dict(empire.by_hand).get(own.tile.id)
        line = bonus.text.strip()
        if counted is None:
            words = _("count by hand, and tell it as a correction: {line}", line=line)
        else:
            words = _("given by hand: {line}", line=line)
        return (Term(words, counted or 0, own.tile.id),)
    on_tiles = [(vp, count) for vp, count in bonus.pairs if count.what in ON_TILES]
    found = []
    for item in tiles:
        if item is own and not bonus.with_this:
            continue
        fitting = [(vp, count) for vp, count in on_tiles if fits(item, count)]
        if fitting:
            vp, count = max(fitting, key=lambda pair: pair[0])
            others = [other for _vp, other in fitting if other is not count]
            found.append(Term(_assigned(item, count, others), vp, item.tile.id))
    for vp, count in bonus.pairs:
        if count.what not in ON_TILES:
            found += [
                Term(
                    _(
                        "{found}, {vp} VP for each {counted}",
                        found=term.label,
                        vp=vp,
                        counted=count.words(),
                    ),
                    vp * term.value,
                    term.tile,
                )
                for term in terms(catalogue, empire, count, tiles)
            ]
    return tuple(found) or (Term(_("nothing in the empire counts"), 0, own.tile.id),)


def _assigned(item: Owned, chosen: Count, others: Sequence[Count]) -> str:
    """Which condition a tile scores for; and, where it meets others too, that it does so once (p. 10)."""
    placeholders = {"tile": called(item.tile), "condition": chosen.words()}
    if not others:
        return _("{tile}, {condition}", **placeholders)
    also = ", ".join(other.words() for other in others)
    return _("{tile}, {condition} (it scores once, so not also for: {also})", also=also, **placeholders)


_DIFFERENT = {"keywords": "keyword", "power types": "power type", "colony kinds": "colony kind"}


def _goal(catalogue: Catalogue, empire: Empire, goal: Goal, tiles: Sequence[Owned]) -> Term:
    """What a goal gives: the VP of the last of its ranges that the number reaches (p. 11 and 12)."""
    different: tuple[Term, ...] = ()
    match goal.measure:
        case "keywords" | "power types" | "colony kinds":
            different = terms(catalogue, empire, Count(_DIFFERENT[goal.measure]), tiles)
            number = len(different)
        case "Consume powers":
            for item in tiles:
                need(item.tile, "Consume")
            number = sum(power.type == "Consume" for item in tiles for power in item.tile.powers)
        case "goods":
            number = len(empire.stockpile.goods)
        case "worlds":
            number = len(empire.stockpile.worlds)
        case "credits":
            number = empire.stockpile.credits
        case "colonists":
            number = empire.colonists
        case measure:
            raise AssertionError(measure)
    words = measured(goal.measure, number)
    if different:
        words = f"{words} ({', '.join(term.label for term in different)})"
    return Term(words, goal_vp(goal, number), goal.id)


def goal_vp(goal: Goal, number: int) -> int:
    """What a goal gives for this many of what it counts."""
    return max((vp for fewest, vp in goal.ranges if number >= fewest), default=0)


def measured(measure: str, number: int) -> str:
    """What a goal counts, with its number."""
    match measure:
        case "keywords":
            return plural("{number} keyword", "{number} keywords", number)
        case "power types":
            return plural("{number} power type", "{number} power types", number)
        case "colony kinds":
            return plural("{number} colony kind", "{number} colony kinds", number)
        case "Consume powers":
            return plural("{number} Consume power", "{number} Consume powers", number)
        case "goods":
            return plural("{number} good on the stockpile mat", "{number} goods on the stockpile mat", number)
        case "worlds":
            return plural(
                "{number} world on the stockpile mat", "{number} worlds on the stockpile mat", number
            )
        case "credits":
            return plural(
                "{number} credit on the stockpile mat", "{number} credits on the stockpile mat", number
            )
    return colonists_in_words(number)
