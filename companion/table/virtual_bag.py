"""The virtual bag: draws without a bag at hand, the same for the same seed and the same place in the game.

A draw depends on the seed and on how many entries lead to it, so taking a step back and making it again
draws the same tiles: nobody undoes to look for a better draw.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from companion.games.contract import Decision, Draw, Game, Setup, decision_to_json
from companion.table.journal import VIRTUAL_BAG, Entry, utc_now
from companion.table.timeline import Timeline

BAG_LIMIT = 100
"""Draws in a row that the bag makes; more would be a game that never stops drawing."""


def draw(wanted: Draw, seed: int, depth: int) -> tuple[str, ...]:
    """`wanted.count` names of its pool (all of them, when it holds fewer), in the order drawn."""
    return wanted.sample(Random(f"{seed}:{depth}"))


def draw_setup(game: Game[Any], setup: Setup, seed: int) -> Setup:
    """The setup with everything decided that chance decides before the game."""
    while wanted := game.setup_draws(setup):
        setup = setup.with_draw(wanted[0].what, draw(wanted[0], seed, -1 - len(setup.chance)))
    return setup


def bag_decision(line: Timeline[Any], seed: int) -> Decision | None:
    """The virtual bag's answer to the open draw; None: none is open."""
    head = line.head
    asked = next((q for q in head.questions if q.chance), None)
    if asked is None or asked.chance is None:
        return None
    return line.game.answer(head.state, asked, asked.chance.sample(Random(f"{seed}:{head.depth}")))


def bag_entries(line: Timeline[Any], seed: int, cause: Entry) -> list[Entry]:
    """The virtual bag's answers to whatever is asked of it after `cause`, taken into `line`."""
    entries: list[Entry] = []
    while len(entries) < BAG_LIMIT and (decision := bag_decision(line, seed)) is not None:
        state = line.head.state
        key = f"{cause.key}/bag/{len(entries) + 1}"
        data = decision_to_json(decision)
        entry = Entry(line.number + 1, "draw", data, "", None, VIRTUAL_BAG, key, utc_now())
        line.advance(entry)
        entries.append(replace(entry, words=line.game.words(state, decision)))
    return entries
