"""The checklist of setting the table up as its page shows it: each task with what the camera says of it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.lessons.set_up import SetUpItem
from companion.translation import _, listed

MOST_NAMED = 6
"""Tiles that lie wrongly, of which a task names the first."""


@dataclass(frozen=True, slots=True)
class TaskView:
    """wrong, note: what the camera says of it, and how it is ticked off; "": nothing. done_icon: "": it is
    not done, and done_words: by whom it was seen. attributes: of its button."""

    id: str
    picture: str
    words: str
    stickers: str
    page: int | None
    wrong: str
    note: str
    done_icon: str
    done_words: str
    attributes: dict[str, str]


@dataclass(frozen=True, slots=True)
class LevelButton:
    """Whether a player knows the game, to be turned round. turns_to: the level that a touch gives."""

    turns_to: str
    pressed: bool
    icon: str
    words: str


def task_view(item: SetUpItem, watched: bool) -> TaskView:
    """watched: a camera looks at the table."""
    task, by_camera = item.task, item.done == "camera"
    wrong = _wrong(item)
    return TaskView(
        task.id,
        task.picture or "table",
        task.words,
        task.stickers if watched else "",
        task.page,
        wrong,
        "" if wrong else _note(item, watched),
        ("camera" if by_camera else "check") if item.done else "",
        _("seen by the camera") if by_camera else _("done"),
        {"aria-checked": "true" if item.done else "false"} | ({"aria-disabled": "true"} if by_camera else {}),
    )


def _wrong(item: SetUpItem) -> str:
    if not item.wrong:
        return ""
    tiles = listed(item.wrong[:MOST_NAMED])
    if item.task.lies:
        return _("The camera sees these elsewhere, or with the other side up: {tiles}.", tiles=tiles)
    return _("Still on the table: {tiles}.", tiles=tiles)


def _note(item: SetUpItem, watched: bool) -> str:
    if item.done:
        return ""
    if item.found:
        return _("{number} of {all} seen", number=item.found, all=len(item.task.lies))
    if watched and not item.task.lies and not item.task.away:
        return _("It has no tags for the camera to see: tap it when it is done.")
    return ""


def level_button(level: str) -> LevelButton:
    if level == "knows":
        return LevelButton("new", True, "check", _("Knows the game"))
    return LevelButton("knows", False, "question", _("New to the game"))
