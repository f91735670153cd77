"""The last step of a table as its pages show it: what happened, and taking it back."""

from __future__ import annotations

from dataclasses import dataclass

from companion.translation import _

LONGEST = 44
"""Letters above which words stand in smaller letters, and what happened opens in full at a touch."""
LONGEST_UNDONE = 120
"""Letters of the step that undo names: what many pieces told at once print would fill a phone."""


@dataclass(frozen=True, slots=True)
class UndoButton:
    words: str
    classes: str
    attributes: dict[str, str]


def undo_button(undo_words: str | None) -> UndoButton:
    """undo_words: of the step that it takes back; None: there is none."""
    if not undo_words:
        return UndoButton(_("Nothing to undo"), "step-words", {"data-post": "undo", "disabled": ""})
    classes = "step-words longest" if len(undo_words) > LONGEST else "step-words"
    words = undo_words
    if len(words) > LONGEST_UNDONE:  # textwrap.shorten would part what no-break spaces hold together
        words = words[:LONGEST_UNDONE].rsplit(" ", 1)[0]
        if words.count("(") > words.count(")"):
            words = words[: words.rindex("(")].rstrip()
        words += " …"
    return UndoButton(_("Undo: {what}", what=words), classes, {"data-post": "undo"})


@dataclass(frozen=True, slots=True)
class HappenedView:
    """in_full: what the panel says that a touch opens: the words, then what an undo would take back, where
    that is something else; empty: there is none."""

    classes: str
    in_full: tuple[str, ...]


def happened_view(last: str, undo_words: str | None) -> HappenedView:
    if len(last) <= LONGEST:
        return HappenedView("bar-where", ())
    other = undo_words if undo_words != last else ""
    return HappenedView("bar-where longest", (last, *((_("Undo: {what}", what=other),) if other else ())))
