"""How well a game is learnt in this house, as a table of the statistics page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.plays.learning_figures import LearningFigures, house_learning
from companion.plays.play import PlaySummary
from companion.translation import _, decimal, plural


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
    return LearningShown(tuple(heads), rows, tuple(_notes(found.first)))


def _cells(figures: LearningFigures) -> tuple[str, ...]:
    def known(number: float | None) -> str:
        return "–" if number is None else decimal(number)

    alone = "–" if figures.alone is None else f"{round(100 * figures.alone)} %"
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
