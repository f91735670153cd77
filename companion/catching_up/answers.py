"""The answers that may have been given to a question while nobody told them.

What nobody else ever sees stays with its owner: a private question, and chance that only one seat may learn,
has no answers here, and neither has what only people know (what is printed on a piece, a name). A secret
answer lies open once all have given theirs; `histories.py` says where one may be looked for. Draws are
filled with the pieces that are seen now and were not on the table; what else was drawn has gone back, and
which it was is known only of what people told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, islice, product
from math import comb, exp, prod
from typing import Any

from companion.catching_up.evidence import Look
from companion.games.contract import (
    Allocation,
    Amount,
    BestOptionPlayer,
    Decision,
    Difference,
    Draw,
    Game,
    Json,
    Option,
    Question,
    State,
    Subset,
)

MAX_VALUES = 64
"""Of one form: one that has more asks for what nobody could find by trying."""
MAX_TRIED = 10_000
"""Of what a form is made of: one that takes few of very many is no more found by trying."""
MAX_ROLLS = 36
WHATEVER = 0.4
"""So often people decide what no valuation tells."""
ONE_IN_E = 1.0
"""What is worth so much less, in the unit of the game's simple player, is decided e times less often."""


def kept(question: Question) -> bool:
    """Whether nobody but its owner ever reads the answer, or what came up."""
    chance = question.chance
    return question.private or (chance is not None and chance.audience is not None)


def answers(
    game: Game[Any], state: Any, question: Question, look: Look, straight: bool = False
) -> Iterator[Decision]:
    """Those that may have been given to this question of `state`. straight: what is laid stays where it is,
    see `Look.may_be_laid`."""
    if kept(question):
        return
    if question.draw is not None:
        values: Iterator[Json] = _drawn(question.draw, state, look)
    elif question.roll is not None:
        dice = [range(1, sides + 1) for sides in question.roll.dice]
        rolls = list(islice(product(*dice), MAX_ROLLS + 1))
        values = iter(rolls if len(rolls) <= MAX_ROLLS else ())
    elif question.form is not None:
        found = list(islice(values_of(question.form), MAX_VALUES + 1))
        values = iter(found if len(found) <= MAX_VALUES and _tries(question.form) <= MAX_TRIED else ())
    else:
        for option in look.options(state, question.player):
            if option.decision.changes_state and not option.seldom:
                # What is chosen in secret is laid once all is open; what is laid at once is compared.
                laid = straight and question.secret
                if not laid or look.may_be_laid(option.tile, question.player):
                    yield option.decision
                yield from _of_copies(game, state, question, option, look)
        return
    given: set[Decision] = set()
    for value in values:  # which of two pieces of one sort is no other answer
        if (decision := game.answer(state, question, value)) not in given:
            given.add(decision)
            yield decision


def _of_copies(
    game: Game[Any], state: Any, question: Question, option: Option, look: Look
) -> Iterator[Decision]:
    """The same answer with another copy of its piece: with each that is new in the player's area."""
    if option.tile is None or question.player is None:
        return
    for copy in look.copies_of(option.tile, question.player):
        if look.is_new(copy, state):
            explained = game.tracking.explain(state, (Difference(copy, None, look.seen.spots[copy]),))
            for other in explained.options:
                if other.decision.player == question.player and other.tile == copy:
                    yield other.decision


def shares(
    game: Game[Any], state: Any, question: Question, decisions: Sequence[Decision], look: Look
) -> list[float]:
    """How likely people decide each of these, together 1: in part whatever, in part what the game's simple
    player finds better."""
    alike = [1 / len(decisions)] * len(decisions)
    player = next((p for p in game.players.values() if isinstance(p, BestOptionPlayer)), None)
    if player is None or question.player is None or question.chance is not None or question.form is not None:
        return alike
    worth = player.worth(state, question.player, ())
    worths = {option.decision: worth(option) for option in look.options(state, question.player)}
    least = min(worths.values(), default=0.0)
    judged = [worths.get(decision, least) for decision in decisions]
    weights = [exp((one - max(judged)) / ONE_IN_E) for one in judged]
    whole = sum(weights)
    return [WHATEVER * a + (1 - WHATEVER) * w / whole for a, w in zip(alike, weights, strict=True)]


def values_of(form: object) -> Iterator[Json]:
    """The values that this form takes, as far as MAX_TRIED tell; none: too many sorts of them, or only people
    can tell."""
    if isinstance(form, Subset):
        free, counts = _free(form)
        chosen = (some for count in counts for some in combinations(free, count))
        yield from (value for value in islice(chosen, MAX_TRIED) if not form.problem(value))
    elif isinstance(form, Amount):
        yield from range(form.lowest, form.highest + 1)
    elif isinstance(form, Allocation) and len(form.places) == 1:
        place = form.places[0].id
        laid = product(*(range(token.count + 1) for token in form.tokens))
        for numbers in islice(laid, MAX_TRIED):
            each = zip(form.tokens, numbers, strict=True)
            value = tuple((token.id, place, count) for token, count in each if count)
            if not form.problem(value):
                yield value


def _tries(form: object) -> int:
    """How many values would have to be tried to know all that it takes."""
    if isinstance(form, Subset):
        free, counts = _free(form)
        return sum(comb(len(free), count) for count in counts)
    if isinstance(form, Allocation):
        return prod(token.count + 1 for token in form.tokens)
    return 0


def _free(form: Subset) -> tuple[list[str], range]:
    """What may be chosen, and how many of it: no more than the cheapest of which the sum allows."""
    free = [item for item in form.items if not item.refused]
    most = len(free) if form.most is None else min(form.most, len(free))
    if form.sum_most is not None and all(item.value >= 0 for item in free):
        sums = accumulate(sorted(item.value for item in free))
        most = min(most, sum(total <= form.sum_most for total in sums))
    return [item.id for item in free], range(form.least, most + 1)


def _drawn(draw: Draw, state: State, look: Look) -> Iterator[tuple[str, ...]]:
    if draw.ordered or not any(look.is_followed(tile) for tile in draw.pool):
        return
    count = min(draw.count, len(draw.pool))
    seen = [tile for tile in draw.pool if look.is_new(tile, state)]
    rest = [tile for tile in draw.pool if tile not in look.seen.spots]
    told = [tile for tile in rest if tile in look.named and look.is_away(tile)]
    untold = [tile for tile in rest if tile not in told]
    least = max(0, count - len(rest))
    # What is seen was drawn last of all only where it was drawn once: fewer of it come after all of it.
    for known in range(min(count, len(seen)), least - 1, -1):
        for chosen in islice(combinations(seen, known), MAX_VALUES):
            for of_told in range(min(count - known, len(told)), -1, -1):
                fill = untold[: count - known - of_told]
                if known + of_told + len(fill) == count:
                    for some in combinations(told, of_told):
                        yield (*chosen, *(tile for tile in rest if tile in some or tile in fill))
