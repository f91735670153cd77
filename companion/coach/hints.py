"""Help as one page shows it: each answer's shade and its reason in words, as the seat's level wants it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.coach.grading import LATER, MIN_CAUSE_VP, OTHERS
from companion.coach.helpers import helped_questions
from companion.coach.levels import level_now, shown
from companion.games.contract import Decision, Option, Question, State, Tally
from companion.table.advice import FAIR, GOOD, POOR, Graded
from companion.table.settings import NO_HELP
from companion.table.snapshot import Now
from companion.table.table import Table
from companion.translation import _, first_capital, marked

MIN_LIKELIER = 0.015
"""A recommended answer that wins so much likelier than the others, of 1, is better than they are."""
SHADE_WORDS = {GOOD: marked("good choice"), FAIR: marked("in between"), POOR: marked("poor choice")}


@dataclass(frozen=True, slots=True)
class Hint:
    """What is shown at one answer. shade: of SHADES; recommended: it is the one answer to give."""

    shade: str
    why: str
    recommended: bool = False

    @property
    def shade_words(self) -> str:
        return _("recommended") if self.recommended else _(SHADE_WORDS[self.shade])


@dataclass(frozen=True)
class Hints:
    """Of one question. thinking: the coach has not answered yet. hints: by decision."""

    level: str
    thinking: bool = False
    hints: Mapping[Decision, Hint] = field(default_factory=dict)

    def of(self, option: Option) -> Hint | None:
        return self.hints.get(option.decision)


def hints_for(
    table: Table[State],
    now: Now[State],
    question: Question,
    options: Sequence[Option],
    viewer: int | None,
) -> Hints | None:
    """For a page (viewer None: the table's); None: its seat has no help with this question."""
    level = level_now(table, now, question.player)
    if level == NO_HELP or viewer not in (None, question.player) or len(options) < 2:
        return None
    asked = {(one.player, one.kind) for one in helped_questions(table.game, now)}
    if (question.player, question.kind) not in asked or (viewer is None and _is_covered(question)):
        return None
    assert question.player is not None
    advice = now.around.advice
    found = (
        advice.find(question.player, question.kind, viewer)
        if advice is not None and advice.number == now.number
        else None
    )
    if found is None:
        return Hints(level, thinking=True)
    why = {option.decision: option.why for option in options}
    return Hints(
        level,
        hints={
            one.decision: Hint(one.shade, reason(one, why.get(one.decision, ()), first), first)
            for one, first in shown(found, level)
        },
    )


def reason(one: Graded, why: Sequence[Tally], recommended: bool) -> str:
    """A sentence or two: how good it is and what makes the difference; a number that a rule changed."""
    return " ".join(filter(None, (_verdict(one, recommended), *map(_changed, why))))


def _verdict(one: Graded, recommended: bool) -> str:
    if one.ends_behind:
        return _("The game would end while you are behind.")
    if one.likelier is not None:
        return _chances(one, one.likelier, recommended)
    whole, cause = _whole(one), _main_cause(one, 1 if recommended or not one.behind else -1)
    if recommended or not one.behind:
        if cause is None:
            return _("About as good as any other answer.")
        return _(
            "Brings most: {number} VP more than the other answers, above all {cause}.",
            number=_vp(whole),
            cause=_cause(*cause),
        )
    if one.shade == GOOD:
        return _("About as good as the best.")
    if cause is None:
        return _("Some {number} VP less than the best.", number=_vp(one.behind))
    return _(
        "Some {number} VP less than the best, above all {cause}.",
        number=_vp(one.behind),
        cause=_cause(*cause),
    )


def _chances(one: Graded, likelier: float, recommended: bool) -> str:
    """Where the game judges chances."""
    games = max(1, round(100 * abs(likelier)))
    if recommended:
        if likelier < MIN_LIKELIER:
            return _("About as good as any other answer.")
        if (cause := _main_cause(one, 1)) is None:
            return _("Wins some {games} of 100 games more than the others.", games=games)
        return _(
            "Wins some {games} of 100 games more than the others, above all {cause} ({number} VP).",
            games=games,
            cause=_cause(*cause),
            number=_vp(cause[1]),
        )
    if one.shade == GOOD:
        return _("About as good as the best.")
    if (cause := _main_cause(one, -1)) is None:
        return _("Wins some {games} of 100 games fewer than the best.", games=games)
    return _(
        "Wins some {games} of 100 games fewer than the best, above all {cause} ({number} VP).",
        games=games,
        cause=_cause(*cause),
        number=_vp(cause[1]),
    )


def _whole(one: Graded) -> float:
    return sum(vp for _source, vp in one.causes)


def _main_cause(one: Graded, sign: int) -> tuple[str, float] | None:
    """The largest cause, where it and all together have this sign; else none says why."""
    if not one.causes or sign * _whole(one) < MIN_CAUSE_VP or sign * one.causes[0][1] <= 0:
        return None
    return one.causes[0]


def _cause(source: str, vp: float) -> str:
    if source == LATER:
        return _("in later rounds")
    if source == OTHERS:
        return _("because the others gain less") if vp > 0 else _("because the others gain more")
    return _("in {source}", source=_(source))


def _vp(number: float) -> str:
    return str(max(1, round(abs(number))))


def _changed(tally: Tally) -> str:
    """A number that a rule changed, with what changed it most."""
    if len(tally.terms) < 2 or tally.terms[0].value == tally.total:
        return ""
    most = max(tally.terms[1:], key=lambda term: abs(term.value))
    return _(
        "{what} {number} instead of {before}: {reason}.",
        what=first_capital(tally.label),
        number=tally.total,
        before=tally.terms[0].value,
        reason=most.label,
    )


def _is_covered(question: Question) -> bool:
    return question.secret or question.private
