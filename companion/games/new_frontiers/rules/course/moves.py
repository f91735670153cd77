"""Every move of New Frontiers; each stands with the rules of its action."""

from __future__ import annotations

from companion.games.new_frontiers.rules import (
    optional_powers,
    replacing,
    revealing,
    selecting,
    spending,
    stockpile,
    world_limit,
)
from companion.games.new_frontiers.rules.actions import (
    consume,
    develop,
    explore,
    goals,
    homes,
    produce,
    settle,
    trade_consume,
)
from companion.games.new_frontiers.rules.course import telling
from companion.games.new_frontiers.rules.move import EmpireMove

MOVES: tuple[type[EmpireMove], ...] = (
    *homes.MOVES,
    *selecting.MOVES,
    *revealing.MOVES,
    *optional_powers.MOVES,
    *develop.MOVES,
    *explore.MOVES,
    *world_limit.MOVES,
    *settle.MOVES,
    *spending.MOVES,
    *replacing.MOVES,
    *produce.MOVES,
    *trade_consume.MOVES,
    *consume.MOVES,
    *stockpile.MOVES,
    *goals.MOVES,
    *telling.MOVES,
)
