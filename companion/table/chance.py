"""Samples draws and dice from the table's seed: the same outcome at the same place in the game.

An outcome depends on the seed and on how many entries lead to it. Taking a step back and making it again
gives the same outcome, so that nobody can undo to get a better one.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.games.contract import Decision, Draw, Game, Question, Roll, S, Setup, State, decision_to_json
from companion.table.journal import VIRTUAL_BAG, VIRTUAL_DICE, Entry, utc_now
from companion.table.settings import Settings
from companion.table.timeline import Timeline

MAX_OUTCOMES_IN_A_ROW = 100
"""A game that asks for more never stops asking."""


def sample(chance: Draw | Roll, seed: int, depth: int) -> tuple[str, ...] | tuple[int, ...]:
    """The outcome at this place in the game: names in the order drawn, or the dice's numbers."""
    return chance.sample(Random(f"{seed}:{depth}"))


def setup_with_draws(game: Game[State], setup: Setup, seed: int) -> Setup:
    """A new game's setup with all its draws sampled."""
    setup = setup.stating(game.setup_options())
    while draws := game.setup_draws(setup):
        names = draws[0].sample(Random(f"{seed}:{-1 - len(setup.chance)}"))
        setup = setup.with_draw(draws[0].what, names)
    return setup


def open_chance(questions: tuple[Question, ...]) -> Question | None:
    """The next draw or roll to be entered; None: none is open."""
    for question in questions:
        if question.draw is not None or question.roll is not None:
            return question
    return None


def source_of(chance: Draw | Roll) -> str:
    """`Entry.by` of an outcome that the companion made."""
    return VIRTUAL_DICE if isinstance(chance, Roll) else VIRTUAL_BAG


def is_automatic(chance: Draw | Roll, settings: Settings) -> bool:
    """Whether the companion makes this outcome by itself."""
    return (settings.dice if isinstance(chance, Roll) else settings.draws) == "virtual"


def sampled_decision(line: Timeline[S], seed: int) -> tuple[Decision, str] | None:
    """The seed's answer to the open draw or roll, and its source; None: none is open."""
    head = line.head
    question = open_chance(head.questions)
    if question is None or question.chance is None:
        return None
    outcome = sample(question.chance, seed, head.depth)
    return line.game.answer(head.state, question, outcome), source_of(question.chance)


def sampled_entries(line: Timeline[S], seed: int, cause: Entry, settings: Settings) -> list[Entry]:
    """The outcomes that the companion makes by itself after `cause`, taken into `line`."""
    entries: list[Entry] = []
    while len(entries) < MAX_OUTCOMES_IN_A_ROW:
        question = open_chance(line.head.questions)
        if question is None or question.chance is None or not is_automatic(question.chance, settings):
            break
        sampled = sampled_decision(line, seed)
        assert sampled is not None
        decision, source = sampled
        state = line.head.state
        key = f"{cause.key}/bag/{len(entries) + 1}"
        data = decision_to_json(decision)
        entry = Entry(line.number + 1, "draw", data, "", None, source, key, utc_now())
        line.advance(entry)
        entries.append(replace(entry, words=line.game.words(state, decision)))
    return entries
