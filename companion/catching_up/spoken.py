"""Answers in words: as the history says them, and what was chosen where it says the same of several.

Of a secret answer the history says only that it was given. Catching up asks for one only where all of them
lie open afterwards (`secrecy.py`), so that it may say what was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from companion.catching_up.answers import MAX_VALUES, values_of
from companion.games.contract import Allocation, Amount, Decision, Game, Json, Question, Subset
from companion.translation import _


def spoken(
    game: Game[Any],
    state: Any,
    question: Question | None,
    decisions: Sequence[Decision | None],
    elsewhere: Mapping[Decision, Any] | None = None,
) -> list[str]:
    """Each of these answers; None: it has not been given. elsewhere: the states of those that may not be
    given in `state`, where the game has no words for them."""
    states = [(elsewhere or {}).get(decision, state) if decision else state for decision in decisions]
    words = [
        _("It has not been answered yet") if decision is None else game.words(at, decision)
        for at, decision in zip(states, decisions, strict=True)
    ]
    if question is None or len(set(words)) == len(words):
        return words
    chosen: dict[int, dict[Decision | None, str]] = {}
    found = []
    for text, decision, at in zip(words, decisions, states, strict=True):
        if words.count(text) > 1:
            if id(at) not in chosen:
                chosen[id(at)] = _chosen(game, at, question)
            if decision in chosen[id(at)]:
                text = f"{text} ({chosen[id(at)][decision]})"
        found.append(text)
    return found


def _chosen(game: Game[Any], state: Any, question: Question) -> dict[Decision | None, str]:
    form = question.form
    if form is None:
        return {option.decision: option.words for option in game.options(state, question.player)}
    values = islice(values_of(form), MAX_VALUES)
    return {game.answer(state, question, value): _value_words(form, value) for value in values}


def _value_words(form: object, value: Json) -> str:
    if isinstance(form, Subset):
        parts = [item.words for item in form.items if item.id in value]
    elif isinstance(form, Allocation):
        words = {token.id: token.words for token in form.tokens}
        parts = [f"{count} {words[token]}" if count > 1 else words[token] for token, _place, count in value]
    elif isinstance(form, Amount):
        parts = [f"{value} {form.unit}".strip()]
    else:
        parts = [str(value)]
    return ", ".join(parts) or _("nothing")
