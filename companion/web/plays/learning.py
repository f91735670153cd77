"""How well a game is learnt in this house, as a table of the statistics page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.plays.learning_figures import Compared, LearningFigures, house_learning
from companion.plays.play import PlaySummary
from companion.translation import _, decimal, plural, signed


@dataclass(frozen=True, slots=True)
class LearningShown:
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...]


def learning_shown(plays: Sequence[PlaySummary]) -> LearningShown | None:
    """plays: of one game. None: none of them was counted."""
    found = house_learning(plays)
    if found is None:
        return None
    heads, columns = ["", plural("{number} play", "{number} plays", found.every.plays)], [found.every]
    if found.first is not None and found.second is not None:
        heads += [_("First game"), _("Second game")]
        columns += [found.first, found.second]
    said = [_cells(column) for column in columns]
    labels = (
        _("Minutes from Begin to the first decision"),
        _("Decisions without help, not taken back"),
        _("Refused answers a round"),
        _("Calls of the staff a play"),
    )
    rows = tuple((label, *(cells[n] for cells in said)) for n, label in enumerate(labels))
    compared = () if found.ahead is None else (_ahead(found.ahead),)
    return LearningShown(tuple(heads), rows, (*compared, *_notes(found.first)))


def _ahead(found: Compared) -> str:
    """The comparison that the lot made possible, as a sentence."""

    def share(alone: float | None) -> str:
        return "–" if alone is None else f"{round(100 * alone)}\u00a0%"

    drawn = _(
        "Questions one step ahead, by lot: tables with them ({asked}) made {with_share} of their decisions "
        "without help, tables without ({not_asked}) {without_share}.",
        asked=found.asked,
        with_share=share(found.alone_asked),
        not_asked=found.not_asked,
        without_share=share(found.alone_not_asked),
    )
    if found.more is None or found.within is None:
        return " ".join((drawn, _("Two tables of each are needed to compare them.")))
    low, high = found.within
    difference = _(
        "That is a difference of {more} points (95\u00a0% interval: {low} to {high}).",
        more=signed(round(100 * found.more)),
        low=signed(round(100 * low)),
        high=signed(round(100 * high)),
    )
    shown = _("So far they teach.") if low > 0 else _("So far that shows nothing for certain.")
    return " ".join((drawn, difference, shown))


def _cells(figures: LearningFigures) -> tuple[str, ...]:
    def known(number: float | None) -> str:
        return "–" if number is None else decimal(number)

    alone = "–" if figures.alone is None else f"{round(100 * figures.alone)}\u00a0%"
    refused = "–" if figures.refused is None else decimal(figures.refused, 2)
    return known(figures.first_minutes), alone, refused, known(figures.calls)


def _notes(first: LearningFigures | None) -> list[str]:
    notes = []
    if first is not None:
        notes.append(
            plural(
                "First and second game: of the {number} person who has both in this list.",
                "First and second game: of the {number} people who have both in this list.",
                first.people,
            )
        )
    notes.append(_("Help is a shade, a recommendation or a suggestion that was there before the answer."))
    notes.append(_("Counted at this house's own tables and kept here; nothing of it is sent anywhere."))
    return notes
